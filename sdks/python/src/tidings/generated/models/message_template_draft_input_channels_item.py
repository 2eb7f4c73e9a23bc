from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MessageTemplateDraftInputChannelsItem")


@_attrs_define
class MessageTemplateDraftInputChannelsItem:
    notification_channel_id: int
    subject: None | str | Unset = UNSET
    body: None | str | Unset = UNSET
    """ A Liquid text. Limits: 5000 tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
    """
    url: None | str | Unset = UNSET
    """ The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of
    type in_app """

    def to_dict(self) -> dict[str, Any]:
        notification_channel_id = self.notification_channel_id

        subject: None | str | Unset
        if isinstance(self.subject, Unset):
            subject = UNSET
        else:
            subject = self.subject

        body: None | str | Unset
        if isinstance(self.body, Unset):
            body = UNSET
        else:
            body = self.body

        url: None | str | Unset
        if isinstance(self.url, Unset):
            url = UNSET
        else:
            url = self.url

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "notification_channel_id": notification_channel_id,
            }
        )
        if subject is not UNSET:
            field_dict["subject"] = subject
        if body is not UNSET:
            field_dict["body"] = body
        if url is not UNSET:
            field_dict["url"] = url

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        notification_channel_id = d.pop("notification_channel_id")

        def _parse_subject(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        subject = _parse_subject(d.pop("subject", UNSET))

        def _parse_body(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        body = _parse_body(d.pop("body", UNSET))

        def _parse_url(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        url = _parse_url(d.pop("url", UNSET))

        message_template_draft_input_channels_item = cls(
            notification_channel_id=notification_channel_id,
            subject=subject,
            body=body,
            url=url,
        )

        return message_template_draft_input_channels_item
