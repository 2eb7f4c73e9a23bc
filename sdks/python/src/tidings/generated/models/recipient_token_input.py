from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="RecipientTokenInput")


@_attrs_define
class RecipientTokenInput:
    expires_in: int | Unset = UNSET
    """ How long the token is valid, in seconds. Default 3600 """
    current_password: str | Unset = UNSET
    """ Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
    """

    def to_dict(self) -> dict[str, Any]:
        expires_in = self.expires_in

        current_password = self.current_password

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if expires_in is not UNSET:
            field_dict["expires_in"] = expires_in
        if current_password is not UNSET:
            field_dict["current_password"] = current_password

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        expires_in = d.pop("expires_in", UNSET)

        current_password = d.pop("current_password", UNSET)

        recipient_token_input = cls(
            expires_in=expires_in,
            current_password=current_password,
        )

        return recipient_token_input
