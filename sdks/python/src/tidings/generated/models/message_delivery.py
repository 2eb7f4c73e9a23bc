from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.delivery_status import DeliveryStatus, check_delivery_status

if TYPE_CHECKING:
    from ..models.delivery_channel import DeliveryChannel


T = TypeVar("T", bound="MessageDelivery")


@_attrs_define
class MessageDelivery:
    id: int
    status: DeliveryStatus
    notification_channel: DeliveryChannel
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        status: str = self.status

        notification_channel = self.notification_channel.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "notification_channel": notification_channel,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.delivery_channel import DeliveryChannel

        d = dict(src_dict)
        id = d.pop("id")

        status = check_delivery_status(d.pop("status"))

        notification_channel = DeliveryChannel.from_dict(d.pop("notification_channel"))

        message_delivery = cls(
            id=id,
            status=status,
            notification_channel=notification_channel,
        )

        message_delivery.additional_properties = d
        return message_delivery

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
