from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.message_template_body_format import (
    MessageTemplateBodyFormat,
    check_message_template_body_format,
)

if TYPE_CHECKING:
    from ..models.message_template_channels_item import MessageTemplateChannelsItem
    from ..models.template_locale import TemplateLocale


T = TypeVar("T", bound="MessageTemplate")


@_attrs_define
class MessageTemplate:
    id: int
    name: str
    subject: str
    body: str
    body_format: MessageTemplateBodyFormat
    track_opens: bool
    channels: list[MessageTemplateChannelsItem]
    locales: list[TemplateLocale]
    """ Texts in other languages. null: the text falls back """
    topic: None | str
    """ The name of the topic of its messages """
    version: int
    """ Increases with every change of a text or of the channels """
    draft_revision: int | None
    """ The revision of its draft. null: it has no draft """
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

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

        topic: None | str
        topic = self.topic

        version = self.version

        draft_revision: int | None
        draft_revision = self.draft_revision

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "subject": subject,
                "body": body,
                "body_format": body_format,
                "track_opens": track_opens,
                "channels": channels,
                "locales": locales,
                "topic": topic,
                "version": version,
                "draft_revision": draft_revision,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_template_channels_item import MessageTemplateChannelsItem
        from ..models.template_locale import TemplateLocale

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        subject = d.pop("subject")

        body = d.pop("body")

        body_format = check_message_template_body_format(d.pop("body_format"))

        track_opens = d.pop("track_opens")

        channels = []
        _channels = d.pop("channels")
        for channels_item_data in _channels:
            channels_item = MessageTemplateChannelsItem.from_dict(channels_item_data)

            channels.append(channels_item)

        locales = []
        _locales = d.pop("locales")
        for locales_item_data in _locales:
            locales_item = TemplateLocale.from_dict(locales_item_data)

            locales.append(locales_item)

        def _parse_topic(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        topic = _parse_topic(d.pop("topic"))

        version = d.pop("version")

        def _parse_draft_revision(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        draft_revision = _parse_draft_revision(d.pop("draft_revision"))

        created_at = isoparse(d.pop("created_at"))

        updated_at = isoparse(d.pop("updated_at"))

        message_template = cls(
            id=id,
            name=name,
            subject=subject,
            body=body,
            body_format=body_format,
            track_opens=track_opens,
            channels=channels,
            locales=locales,
            topic=topic,
            version=version,
            draft_revision=draft_revision,
            created_at=created_at,
            updated_at=updated_at,
        )

        message_template.additional_properties = d
        return message_template

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
