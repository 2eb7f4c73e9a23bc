from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.template_partial_used_by_item import TemplatePartialUsedByItem


T = TypeVar("T", bound="TemplatePartial")


@_attrs_define
class TemplatePartial:
    id: int
    name: str
    text: str
    version: int
    """ Increases with every change of the text """
    used_by_count: int
    """ Templates and partials that use it themselves, counted up to 100 """
    used_by: list[TemplatePartialUsedByItem]
    """ The first 20 of them, templates first """
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        text = self.text

        version = self.version

        used_by_count = self.used_by_count

        used_by = []
        for used_by_item_data in self.used_by:
            used_by_item = used_by_item_data.to_dict()
            used_by.append(used_by_item)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "text": text,
                "version": version,
                "used_by_count": used_by_count,
                "used_by": used_by,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.template_partial_used_by_item import TemplatePartialUsedByItem

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        text = d.pop("text")

        version = d.pop("version")

        used_by_count = d.pop("used_by_count")

        used_by = []
        _used_by = d.pop("used_by")
        for used_by_item_data in _used_by:
            used_by_item = TemplatePartialUsedByItem.from_dict(used_by_item_data)

            used_by.append(used_by_item)

        created_at = isoparse(d.pop("created_at"))

        updated_at = isoparse(d.pop("updated_at"))

        template_partial = cls(
            id=id,
            name=name,
            text=text,
            version=version,
            used_by_count=used_by_count,
            used_by=used_by,
            created_at=created_at,
            updated_at=updated_at,
        )

        template_partial.additional_properties = d
        return template_partial

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
