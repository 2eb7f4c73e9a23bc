from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.message_template_input_body_format import (
    MessageTemplateInputBodyFormat,
    check_message_template_input_body_format,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.message_template_input_channels_item import (
        MessageTemplateInputChannelsItem,
    )
    from ..models.template_locale_input import TemplateLocaleInput


T = TypeVar("T", bound="MessageTemplateInput")


@_attrs_define
class MessageTemplateInput:
    name: str
    body: str
    """ A Liquid text. Limits: 5000 tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
    """
    subject: str | Unset = UNSET
    body_format: MessageTemplateInputBodyFormat | Unset = UNSET
    """ Default html: inserted values are escaped """
    track_opens: bool | Unset = UNSET
    """ Whether its HTML mails have a pixel that reports when they are opened. Default true """
    channels: list[MessageTemplateInputChannelsItem] | Unset = UNSET
    """ If a text is absent, null or empty, the channel uses the text of the template """
    locales: list[TemplateLocaleInput] | Unset = UNSET
    """ Texts in other languages. If a text is absent, null or empty, it falls back: from `pt-BR` to `pt`, then to
    the template's own. At most 1 MiB in total """
    topic: None | str | Unset = UNSET
    """ The name of the topic of its messages. null: none """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        body = self.body

        subject = self.subject

        body_format: str | Unset = UNSET
        if not isinstance(self.body_format, Unset):
            body_format = self.body_format

        track_opens = self.track_opens

        channels: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.channels, Unset):
            channels = []
            for channels_item_data in self.channels:
                channels_item = channels_item_data.to_dict()
                channels.append(channels_item)

        locales: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.locales, Unset):
            locales = []
            for locales_item_data in self.locales:
                locales_item = locales_item_data.to_dict()
                locales.append(locales_item)

        topic: None | str | Unset
        if isinstance(self.topic, Unset):
            topic = UNSET
        else:
            topic = self.topic

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "body": body,
            }
        )
        if subject is not UNSET:
            field_dict["subject"] = subject
        if body_format is not UNSET:
            field_dict["body_format"] = body_format
        if track_opens is not UNSET:
            field_dict["track_opens"] = track_opens
        if channels is not UNSET:
            field_dict["channels"] = channels
        if locales is not UNSET:
            field_dict["locales"] = locales
        if topic is not UNSET:
            field_dict["topic"] = topic

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_template_input_channels_item import (
            MessageTemplateInputChannelsItem,
        )
        from ..models.template_locale_input import TemplateLocaleInput

        d = dict(src_dict)
        name = d.pop("name")

        body = d.pop("body")

        subject = d.pop("subject", UNSET)

        _body_format = d.pop("body_format", UNSET)
        body_format: MessageTemplateInputBodyFormat | Unset
        if isinstance(_body_format, Unset):
            body_format = UNSET
        else:
            body_format = check_message_template_input_body_format(_body_format)

        track_opens = d.pop("track_opens", UNSET)

        _channels = d.pop("channels", UNSET)
        channels: list[MessageTemplateInputChannelsItem] | Unset = UNSET
        if _channels is not UNSET:
            channels = []
            for channels_item_data in _channels:
                channels_item = MessageTemplateInputChannelsItem.from_dict(channels_item_data)

                channels.append(channels_item)

        _locales = d.pop("locales", UNSET)
        locales: list[TemplateLocaleInput] | Unset = UNSET
        if _locales is not UNSET:
            locales = []
            for locales_item_data in _locales:
                locales_item = TemplateLocaleInput.from_dict(locales_item_data)

                locales.append(locales_item)

        def _parse_topic(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        topic = _parse_topic(d.pop("topic", UNSET))

        message_template_input = cls(
            name=name,
            body=body,
            subject=subject,
            body_format=body_format,
            track_opens=track_opens,
            channels=channels,
            locales=locales,
            topic=topic,
        )

        return message_template_input
