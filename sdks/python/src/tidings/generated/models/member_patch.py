from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.member_patch_role import MemberPatchRole, check_member_patch_role
from ..types import UNSET, Unset

T = TypeVar("T", bound="MemberPatch")


@_attrs_define
class MemberPatch:
    name: None | str | Unset = UNSET
    role: MemberPatchRole | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if role is not UNSET:
            field_dict["role"] = role

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        _role = d.pop("role", UNSET)
        role: MemberPatchRole | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = check_member_patch_role(_role)

        member_patch = cls(
            name=name,
            role=role,
        )

        return member_patch
