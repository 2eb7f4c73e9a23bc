from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.message_template_version_body_format import (
    MessageTemplateVersionBodyFormat,
    check_message_template_version_body_format,
)

if TYPE_CHECKING:
    from ..models.message_template_version_channels_item import (
        MessageTemplateVersionChannelsItem,
    )
    from ..models.template_locale import TemplateLocale


T = TypeVar("T", bound="MessageTemplateVersion")


@_attrs_define
class MessageTemplateVersion:
    version: int
    """ Increases with every change of a text or of the channels """
    subject: str
    body: str
    body_format: MessageTemplateVersionBodyFormat
    track_opens: bool
    channels: list[MessageTemplateVersionChannelsItem]
    locales: list[TemplateLocale]
    """ Texts in other languages. null: the text falls back """
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        subject = self.subject

        body = self.body

        body_format: str = self.body_format

        track_opens = self.track_opens

        channels = []
        for channels_item_data in self.channels:
            channels_item = channels_item_data.to_dict()
            channels.append(channels_item)

        locales = []
        for locales_item_data in self.locales:
            locales_item = locales_item_data.to_dict()
            locales.append(locales_item)

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "version": version,
                "subject": subject,
                "body": body,
                "body_format": body_format,
                "track_opens": track_opens,
                "channels": channels,
                "locales": locales,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_template_version_channels_item import (
            MessageTemplateVersionChannelsItem,
        )
        from ..models.template_locale import TemplateLocale

        d = dict(src_dict)
        version = d.pop("version")

        subject = d.pop("subject")

        body = d.pop("body")

        body_format = check_message_template_version_body_format(d.pop("body_format"))

        track_opens = d.pop("track_opens")

        channels = []
        _channels = d.pop("channels")
        for channels_item_data in _channels:
            channels_item = MessageTemplateVersionChannelsItem.from_dict(channels_item_data)

            channels.append(channels_item)

        locales = []
        _locales = d.pop("locales")
        for locales_item_data in _locales:
            locales_item = TemplateLocale.from_dict(locales_item_data)

            locales.append(locales_item)

        created_at = isoparse(d.pop("created_at"))

        message_template_version = cls(
            version=version,
            subject=subject,
            body=body,
            body_format=body_format,
            track_opens=track_opens,
            channels=channels,
            locales=locales,
            created_at=created_at,
        )

        message_template_version.additional_properties = d
        return message_template_version

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
