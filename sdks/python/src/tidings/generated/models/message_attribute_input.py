from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MessageAttributeInput")


@_attrs_define
class MessageAttributeInput:
    name: str
    value: Any | Unset = UNSET
    """ Any JSON, at most 10 KB """
    id: int | None | Unset = UNSET
    """ Ignored. It is allowed, so you can send an attribute back as the API returned it """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        value = self.value

        id: int | None | Unset
        if isinstance(self.id, Unset):
            id = UNSET
        else:
            id = self.id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if value is not UNSET:
            field_dict["value"] = value
        if id is not UNSET:
            field_dict["id"] = id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        value = d.pop("value", UNSET)

        def _parse_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        id = _parse_id(d.pop("id", UNSET))

        message_attribute_input = cls(
            name=name,
            value=value,
            id=id,
        )

        return message_attribute_input
