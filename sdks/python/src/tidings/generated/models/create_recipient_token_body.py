from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="CreateRecipientTokenBody")


@_attrs_define
class CreateRecipientTokenBody:
    expires_in: int | Unset = UNSET
    """ How long the token is valid, in seconds. Default 3600 """

    def to_dict(self) -> dict[str, Any]:
        expires_in = self.expires_in

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if expires_in is not UNSET:
            field_dict["expires_in"] = expires_in

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        expires_in = d.pop("expires_in", UNSET)

        create_recipient_token_body = cls(
            expires_in=expires_in,
        )

        return create_recipient_token_body
