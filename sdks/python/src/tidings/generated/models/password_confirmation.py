from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="PasswordConfirmation")


@_attrs_define
class PasswordConfirmation:
    current_password: str | Unset = UNSET
    """ Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
    """

    def to_dict(self) -> dict[str, Any]:
        current_password = self.current_password

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if current_password is not UNSET:
            field_dict["current_password"] = current_password

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        current_password = d.pop("current_password", UNSET)

        password_confirmation = cls(
            current_password=current_password,
        )

        return password_confirmation
