from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.skipped_channel_reason import (
    SkippedChannelReason,
    check_skipped_channel_reason,
)

if TYPE_CHECKING:
    from ..models.delivery_channel import DeliveryChannel


T = TypeVar("T", bound="SkippedChannel")


@_attrs_define
class SkippedChannel:
    notification_channel: DeliveryChannel
    reason: SkippedChannelReason
    """ `topic_disabled`: the recipient does not want the topic on this type of channel. `recipient_paused`: the
    recipient has paused messages """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        notification_channel = self.notification_channel.to_dict()

        reason: str = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "notification_channel": notification_channel,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.delivery_channel import DeliveryChannel

        d = dict(src_dict)
        notification_channel = DeliveryChannel.from_dict(d.pop("notification_channel"))

        reason = check_skipped_channel_reason(d.pop("reason"))

        skipped_channel = cls(
            notification_channel=notification_channel,
            reason=reason,
        )

        skipped_channel.additional_properties = d
        return skipped_channel

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
