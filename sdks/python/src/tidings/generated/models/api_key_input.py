from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.api_key_input_role import ApiKeyInputRole, check_api_key_input_role
from ..types import UNSET, Unset

T = TypeVar("T", bound="ApiKeyInput")


@_attrs_define
class ApiKeyInput:
    name: str
    role: ApiKeyInputRole | Unset = UNSET
    """ `read` allows GET. `send` allows messages, recipients and deliveries, and GET of events and suppressions.
    `full` allows everything except requests for members only. Default `full` """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if role is not UNSET:
            field_dict["role"] = role

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        _role = d.pop("role", UNSET)
        role: ApiKeyInputRole | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = check_api_key_input_role(_role)

        api_key_input = cls(
            name=name,
            role=role,
        )

        return api_key_input
