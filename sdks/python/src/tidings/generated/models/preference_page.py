from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PreferencePage")


@_attrs_define
class PreferencePage:
    title: None | str
    accent_color: None | str
    background_color: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        title: None | str
        title = self.title

        accent_color: None | str
        accent_color = self.accent_color

        background_color: None | str
        background_color = self.background_color

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "title": title,
                "accent_color": accent_color,
                "background_color": background_color,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_title(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        title = _parse_title(d.pop("title"))

        def _parse_accent_color(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        accent_color = _parse_accent_color(d.pop("accent_color"))

        def _parse_background_color(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        background_color = _parse_background_color(d.pop("background_color"))

        preference_page = cls(
            title=title,
            accent_color=accent_color,
            background_color=background_color,
        )

        preference_page.additional_properties = d
        return preference_page

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
