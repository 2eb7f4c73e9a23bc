from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.template_partial_used_by_item_kind import (
    TemplatePartialUsedByItemKind,
    check_template_partial_used_by_item_kind,
)

T = TypeVar("T", bound="TemplatePartialUsedByItem")


@_attrs_define
class TemplatePartialUsedByItem:
    kind: TemplatePartialUsedByItemKind
    id: int
    name: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        id = self.id

        name = self.name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "id": id,
                "name": name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = check_template_partial_used_by_item_kind(d.pop("kind"))

        id = d.pop("id")

        name = d.pop("name")

        template_partial_used_by_item = cls(
            kind=kind,
            id=id,
            name=name,
        )

        template_partial_used_by_item.additional_properties = d
        return template_partial_used_by_item

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
