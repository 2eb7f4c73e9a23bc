from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.delivery_channel import DeliveryChannel


T = TypeVar("T", bound="MessagePreviewChannelsItem")


@_attrs_define
class MessagePreviewChannelsItem:
    notification_channel: DeliveryChannel
    live: bool
    """ false if the channel is inactive: it would get no delivery """
    address_missing: bool
    """ true if the recipient has no address for the channel """
    subject: str
    body: str
    text: str
    """ The plain text that an SMS, a push or the inbox gets, for email the text alternative of its HTML. A provider
    of pushes cuts it to the size of its payload """
    url: None | str
    """ The link in the inbox. null: none """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        notification_channel = self.notification_channel.to_dict()

        live = self.live

        address_missing = self.address_missing

        subject = self.subject

        body = self.body

        text = self.text

        url: None | str
        url = self.url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "notification_channel": notification_channel,
                "live": live,
                "address_missing": address_missing,
                "subject": subject,
                "body": body,
                "text": text,
                "url": url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.delivery_channel import DeliveryChannel

        d = dict(src_dict)
        notification_channel = DeliveryChannel.from_dict(d.pop("notification_channel"))

        live = d.pop("live")

        address_missing = d.pop("address_missing")

        subject = d.pop("subject")

        body = d.pop("body")

        text = d.pop("text")

        def _parse_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url = _parse_url(d.pop("url"))

        message_preview_channels_item = cls(
            notification_channel=notification_channel,
            live=live,
            address_missing=address_missing,
            subject=subject,
            body=body,
            text=text,
            url=url,
        )

        message_preview_channels_item.additional_properties = d
        return message_preview_channels_item

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
