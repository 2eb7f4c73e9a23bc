from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookSecretRotation")


@_attrs_define
class WebhookSecretRotation:
    overlap_seconds: int | Unset = UNSET
    """ How long requests are signed with the old secret too. 0 or absent: the old secret stops working at once. At
    most two secrets sign: a rotation during an overlap ends the older one at once """
    current_password: str | Unset = UNSET
    """ Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
    """

    def to_dict(self) -> dict[str, Any]:
        overlap_seconds = self.overlap_seconds

        current_password = self.current_password

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if overlap_seconds is not UNSET:
            field_dict["overlap_seconds"] = overlap_seconds
        if current_password is not UNSET:
            field_dict["current_password"] = current_password

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        overlap_seconds = d.pop("overlap_seconds", UNSET)

        current_password = d.pop("current_password", UNSET)

        webhook_secret_rotation = cls(
            overlap_seconds=overlap_seconds,
            current_password=current_password,
        )

        return webhook_secret_rotation
