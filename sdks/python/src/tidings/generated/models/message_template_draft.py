from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.message_template_draft_body_format import (
    MessageTemplateDraftBodyFormat,
    check_message_template_draft_body_format,
)

if TYPE_CHECKING:
    from ..models.message_template_draft_channels_item import (
        MessageTemplateDraftChannelsItem,
    )
    from ..models.template_locale import TemplateLocale


T = TypeVar("T", bound="MessageTemplateDraft")


@_attrs_define
class MessageTemplateDraft:
    name: str
    subject: str
    body: str
    body_format: MessageTemplateDraftBodyFormat
    track_opens: bool
    channels: list[MessageTemplateDraftChannelsItem]
    locales: list[TemplateLocale]
    """ Texts in other languages. null: the text falls back """
    topic: None | str
    """ The name of the topic of its messages """
    based_on_version: int
    """ The version in use when the draft was begun """
    revision: int
    """ Increases with every save of a draft of the template """
    updated_at: datetime.datetime
    updated_by: str
    """ The last caller who saved it, as in the audit log """
    updated_by_name: None | str
    """ The name of the member or key. null: it was removed """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
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

        based_on_version = self.based_on_version

        revision = self.revision

        updated_at = self.updated_at.isoformat()

        updated_by = self.updated_by

        updated_by_name: None | str
        updated_by_name = self.updated_by_name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "subject": subject,
                "body": body,
                "body_format": body_format,
                "track_opens": track_opens,
                "channels": channels,
                "locales": locales,
                "topic": topic,
                "based_on_version": based_on_version,
                "revision": revision,
                "updated_at": updated_at,
                "updated_by": updated_by,
                "updated_by_name": updated_by_name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_template_draft_channels_item import (
            MessageTemplateDraftChannelsItem,
        )
        from ..models.template_locale import TemplateLocale

        d = dict(src_dict)
        name = d.pop("name")

        subject = d.pop("subject")

        body = d.pop("body")

        body_format = check_message_template_draft_body_format(d.pop("body_format"))

        track_opens = d.pop("track_opens")

        channels = []
        _channels = d.pop("channels")
        for channels_item_data in _channels:
            channels_item = MessageTemplateDraftChannelsItem.from_dict(channels_item_data)

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

        based_on_version = d.pop("based_on_version")

        revision = d.pop("revision")

        updated_at = isoparse(d.pop("updated_at"))

        updated_by = d.pop("updated_by")

        def _parse_updated_by_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        updated_by_name = _parse_updated_by_name(d.pop("updated_by_name"))

        message_template_draft = cls(
            name=name,
            subject=subject,
            body=body,
            body_format=body_format,
            track_opens=track_opens,
            channels=channels,
            locales=locales,
            topic=topic,
            based_on_version=based_on_version,
            revision=revision,
            updated_at=updated_at,
            updated_by=updated_by,
            updated_by_name=updated_by_name,
        )

        message_template_draft.additional_properties = d
        return message_template_draft

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
