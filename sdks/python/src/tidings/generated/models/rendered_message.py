from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.rendered_message_body_format import (
    RenderedMessageBodyFormat,
    check_rendered_message_body_format,
)

if TYPE_CHECKING:
    from ..models.rendered_message_channels_item import RenderedMessageChannelsItem


T = TypeVar("T", bound="RenderedMessage")


@_attrs_define
class RenderedMessage:
    message_id: int
    subject: str
    body: str
    body_format: RenderedMessageBodyFormat
    channels: list[RenderedMessageChannelsItem]
    next_cursor: None | str
    """ The cursor for the texts of the next channels: a response has at most 1 MiB of texts """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        message_id = self.message_id

        subject = self.subject

        body = self.body

        body_format: str = self.body_format

        channels = []
        for channels_item_data in self.channels:
            channels_item = channels_item_data.to_dict()
            channels.append(channels_item)

        next_cursor: None | str
        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "message_id": message_id,
                "subject": subject,
                "body": body,
                "body_format": body_format,
                "channels": channels,
                "next_cursor": next_cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.rendered_message_channels_item import RenderedMessageChannelsItem

        d = dict(src_dict)
        message_id = d.pop("message_id")

        subject = d.pop("subject")

        body = d.pop("body")

        body_format = check_rendered_message_body_format(d.pop("body_format"))

        channels = []
        _channels = d.pop("channels")
        for channels_item_data in _channels:
            channels_item = RenderedMessageChannelsItem.from_dict(channels_item_data)

            channels.append(channels_item)

        def _parse_next_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_cursor = _parse_next_cursor(d.pop("next_cursor"))

        rendered_message = cls(
            message_id=message_id,
            subject=subject,
            body=body,
            body_format=body_format,
            channels=channels,
            next_cursor=next_cursor,
        )

        rendered_message.additional_properties = d
        return rendered_message

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
