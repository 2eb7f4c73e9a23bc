from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.template_locale_channels_item import TemplateLocaleChannelsItem


T = TypeVar("T", bound="TemplateLocale")


@_attrs_define
class TemplateLocale:
    locale: str
    subject: None | str
    body: None | str
    channels: list[TemplateLocaleChannelsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        locale = self.locale

        subject: None | str
        subject = self.subject

        body: None | str
        body = self.body

        channels = []
        for channels_item_data in self.channels:
            channels_item = channels_item_data.to_dict()
            channels.append(channels_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "locale": locale,
                "subject": subject,
                "body": body,
                "channels": channels,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.template_locale_channels_item import TemplateLocaleChannelsItem

        d = dict(src_dict)
        locale = d.pop("locale")

        def _parse_subject(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        subject = _parse_subject(d.pop("subject"))

        def _parse_body(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        body = _parse_body(d.pop("body"))

        channels = []
        _channels = d.pop("channels")
        for channels_item_data in _channels:
            channels_item = TemplateLocaleChannelsItem.from_dict(channels_item_data)

            channels.append(channels_item)

        template_locale = cls(
            locale=locale,
            subject=subject,
            body=body,
            channels=channels,
        )

        template_locale.additional_properties = d
        return template_locale

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
