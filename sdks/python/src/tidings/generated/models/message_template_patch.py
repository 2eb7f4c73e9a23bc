from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.message_template_patch_body_format import (
    MessageTemplatePatchBodyFormat,
    check_message_template_patch_body_format,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.message_template_patch_channels_item import (
        MessageTemplatePatchChannelsItem,
    )
    from ..models.template_locale_input import TemplateLocaleInput


T = TypeVar("T", bound="MessageTemplatePatch")


@_attrs_define
class MessageTemplatePatch:
    name: str | Unset = UNSET
    body: str | Unset = UNSET
    """ A Liquid text. Limits: 5000 tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
    """
    subject: str | Unset = UNSET
    body_format: MessageTemplatePatchBodyFormat | Unset = UNSET
    """ Default html: inserted values are escaped """
    track_opens: bool | Unset = UNSET
    """ Whether its HTML mails have a pixel that reports when they are opened. Default true """
    channels: list[MessageTemplatePatchChannelsItem] | Unset = UNSET
    """ If a text is absent, null or empty, the channel uses the text of the template """
    locales: list[TemplateLocaleInput] | Unset = UNSET
    """ Texts in other languages. If a text is absent, null or empty, it falls back: from `pt-BR` to `pt`, then to
    the template's own. At most 1 MiB in total """
    topic: None | str | Unset = UNSET
    """ The name of the topic of its messages. null: none """
    draft_revision: int | Unset = UNSET
    """ The revision of the draft that you publish: the draft is removed. If it has changed, the status is 409 """
    based_on_version: int | Unset = UNSET
    """ The version that you changed. If another is in use by now, nothing is saved, and the status is 409 """

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

        draft_revision = self.draft_revision

        based_on_version = self.based_on_version

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if body is not UNSET:
            field_dict["body"] = body
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
        if draft_revision is not UNSET:
            field_dict["draft_revision"] = draft_revision
        if based_on_version is not UNSET:
            field_dict["based_on_version"] = based_on_version

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_template_patch_channels_item import (
            MessageTemplatePatchChannelsItem,
        )
        from ..models.template_locale_input import TemplateLocaleInput

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        body = d.pop("body", UNSET)

        subject = d.pop("subject", UNSET)

        _body_format = d.pop("body_format", UNSET)
        body_format: MessageTemplatePatchBodyFormat | Unset
        if isinstance(_body_format, Unset):
            body_format = UNSET
        else:
            body_format = check_message_template_patch_body_format(_body_format)

        track_opens = d.pop("track_opens", UNSET)

        _channels = d.pop("channels", UNSET)
        channels: list[MessageTemplatePatchChannelsItem] | Unset = UNSET
        if _channels is not UNSET:
            channels = []
            for channels_item_data in _channels:
                channels_item = MessageTemplatePatchChannelsItem.from_dict(channels_item_data)

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

        draft_revision = d.pop("draft_revision", UNSET)

        based_on_version = d.pop("based_on_version", UNSET)

        message_template_patch = cls(
            name=name,
            body=body,
            subject=subject,
            body_format=body_format,
            track_opens=track_opens,
            channels=channels,
            locales=locales,
            topic=topic,
            draft_revision=draft_revision,
            based_on_version=based_on_version,
        )

        return message_template_patch
