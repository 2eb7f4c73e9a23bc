from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DeliveryCounts")


@_attrs_define
class DeliveryCounts:
    """The number of deliveries with each status. A retrying delivery counts as queued."""

    scheduled: int
    queued: int
    sent: int
    failed: int
    delivered: int
    bounced: int
    opened: int
    canceled: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        scheduled = self.scheduled

        queued = self.queued

        sent = self.sent

        failed = self.failed

        delivered = self.delivered

        bounced = self.bounced

        opened = self.opened

        canceled = self.canceled

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "scheduled": scheduled,
                "queued": queued,
                "sent": sent,
                "failed": failed,
                "delivered": delivered,
                "bounced": bounced,
                "opened": opened,
                "canceled": canceled,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        scheduled = d.pop("scheduled")

        queued = d.pop("queued")

        sent = d.pop("sent")

        failed = d.pop("failed")

        delivered = d.pop("delivered")

        bounced = d.pop("bounced")

        opened = d.pop("opened")

        canceled = d.pop("canceled")

        delivery_counts = cls(
            scheduled=scheduled,
            queued=queued,
            sent=sent,
            failed=failed,
            delivered=delivered,
            bounced=bounced,
            opened=opened,
            canceled=canceled,
        )

        delivery_counts.additional_properties = d
        return delivery_counts

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
