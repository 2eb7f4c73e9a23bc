from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="AccountPatch")


@_attrs_define
class AccountPatch:
    allowed_origins: list[str]
    """ The origins of your pages that show the inbox, exactly as browsers send them. They replace the former ones
    """

    def to_dict(self) -> dict[str, Any]:
        allowed_origins = self.allowed_origins

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "allowed_origins": allowed_origins,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        allowed_origins = cast(list[str], d.pop("allowed_origins"))

        account_patch = cls(
            allowed_origins=allowed_origins,
        )

        return account_patch
