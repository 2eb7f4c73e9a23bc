from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.delivery_status import DeliveryStatus, check_delivery_status

if TYPE_CHECKING:
    from ..models.delivery_channel import DeliveryChannel


T = TypeVar("T", bound="ListSandboxMessagesResponse200SandboxMessagesItem")


@_attrs_define
class ListSandboxMessagesResponse200SandboxMessagesItem:
    id: int
    """ The id of the delivery """
    message_id: int
    status: DeliveryStatus
    notification_channel: DeliveryChannel
    to: str
    """ The email address, the phone number, or the tokens of the devices """
    subject: str
    sends: int
    """ The number of sends. The newest send is shown """
    at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        message_id = self.message_id

        status: str = self.status

        notification_channel = self.notification_channel.to_dict()

        to = self.to

        subject = self.subject

        sends = self.sends

        at = self.at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "message_id": message_id,
                "status": status,
                "notification_channel": notification_channel,
                "to": to,
                "subject": subject,
                "sends": sends,
                "at": at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.delivery_channel import DeliveryChannel

        d = dict(src_dict)
        id = d.pop("id")

        message_id = d.pop("message_id")

        status = check_delivery_status(d.pop("status"))

        notification_channel = DeliveryChannel.from_dict(d.pop("notification_channel"))

        to = d.pop("to")

        subject = d.pop("subject")

        sends = d.pop("sends")

        at = isoparse(d.pop("at"))

        list_sandbox_messages_response_200_sandbox_messages_item = cls(
            id=id,
            message_id=message_id,
            status=status,
            notification_channel=notification_channel,
            to=to,
            subject=subject,
            sends=sends,
            at=at,
        )

        list_sandbox_messages_response_200_sandbox_messages_item.additional_properties = d
        return list_sandbox_messages_response_200_sandbox_messages_item

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
