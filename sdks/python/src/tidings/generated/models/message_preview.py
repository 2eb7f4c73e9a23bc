from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.message_preview_channels_item import MessagePreviewChannelsItem
    from ..models.message_preview_notification_user import MessagePreviewNotificationUser
    from ..models.skipped_channel import SkippedChannel


T = TypeVar("T", bound="MessagePreview")


@_attrs_define
class MessagePreview:
    notification_user: MessagePreviewNotificationUser
    message_template_id: int
    locale: None | str
    """ The locale of the template whose texts were used. null: the template's own texts """
    send_at: datetime.datetime | None
    subject: str
    body: str
    channels: list[MessagePreviewChannelsItem]
    channels_left_out: int
    """ The number of channels left out, because the response has at most 1 MiB of texts """
    skipped_channels: list[SkippedChannel]
    """ Channels that would get no delivery now, because of the preferences of the recipient """
    unknown_names: list[str]
    """ Undefined names in the texts, at most 100: they render empty """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        notification_user = self.notification_user.to_dict()

        message_template_id = self.message_template_id

        locale: None | str
        locale = self.locale

        send_at: None | str
        if isinstance(self.send_at, datetime.datetime):
            send_at = self.send_at.isoformat()
        else:
            send_at = self.send_at

        subject = self.subject

        body = self.body

        channels = []
        for channels_item_data in self.channels:
            channels_item = channels_item_data.to_dict()
            channels.append(channels_item)

        channels_left_out = self.channels_left_out

        skipped_channels = []
        for skipped_channels_item_data in self.skipped_channels:
            skipped_channels_item = skipped_channels_item_data.to_dict()
            skipped_channels.append(skipped_channels_item)

        unknown_names = self.unknown_names

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "notification_user": notification_user,
                "message_template_id": message_template_id,
                "locale": locale,
                "send_at": send_at,
                "subject": subject,
                "body": body,
                "channels": channels,
                "channels_left_out": channels_left_out,
                "skipped_channels": skipped_channels,
                "unknown_names": unknown_names,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_preview_channels_item import MessagePreviewChannelsItem
        from ..models.message_preview_notification_user import (
            MessagePreviewNotificationUser,
        )
        from ..models.skipped_channel import SkippedChannel

        d = dict(src_dict)
        notification_user = MessagePreviewNotificationUser.from_dict(d.pop("notification_user"))

        message_template_id = d.pop("message_template_id")

        def _parse_locale(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        locale = _parse_locale(d.pop("locale"))

        def _parse_send_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                send_at_type_0 = isoparse(data)

                return send_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        send_at = _parse_send_at(d.pop("send_at"))

        subject = d.pop("subject")

        body = d.pop("body")

        channels = []
        _channels = d.pop("channels")
        for channels_item_data in _channels:
            channels_item = MessagePreviewChannelsItem.from_dict(channels_item_data)

            channels.append(channels_item)

        channels_left_out = d.pop("channels_left_out")

        skipped_channels = []
        _skipped_channels = d.pop("skipped_channels")
        for skipped_channels_item_data in _skipped_channels:
            skipped_channels_item = SkippedChannel.from_dict(skipped_channels_item_data)

            skipped_channels.append(skipped_channels_item)

        unknown_names = cast(list[str], d.pop("unknown_names"))

        message_preview = cls(
            notification_user=notification_user,
            message_template_id=message_template_id,
            locale=locale,
            send_at=send_at,
            subject=subject,
            body=body,
            channels=channels,
            channels_left_out=channels_left_out,
            skipped_channels=skipped_channels,
            unknown_names=unknown_names,
        )

        message_preview.additional_properties = d
        return message_preview

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
