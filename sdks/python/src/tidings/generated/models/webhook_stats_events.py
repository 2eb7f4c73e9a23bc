from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="WebhookStatsEvents")


@_attrs_define
class WebhookStatsEvents:
    emitted: int
    """ Events emitted in the window """
    skipped: int
    """ The part of them emitted without an active endpoint """
    delivered: int
    """ Series of attempts that ended in the window """
    failed: int
    failed_now: int
    """ Failed events of the window that were not delivered since """
    skipped_now: int
    """ Skipped events of the window that were not sent since """
    recovered: int
    """ Events that failed or were skipped in the window, and were delivered since """
    pending: int
    """ Pending events of any age """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        emitted = self.emitted

        skipped = self.skipped

        delivered = self.delivered

        failed = self.failed

        failed_now = self.failed_now

        skipped_now = self.skipped_now

        recovered = self.recovered

        pending = self.pending

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "emitted": emitted,
                "skipped": skipped,
                "delivered": delivered,
                "failed": failed,
                "failed_now": failed_now,
                "skipped_now": skipped_now,
                "recovered": recovered,
                "pending": pending,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        emitted = d.pop("emitted")

        skipped = d.pop("skipped")

        delivered = d.pop("delivered")

        failed = d.pop("failed")

        failed_now = d.pop("failed_now")

        skipped_now = d.pop("skipped_now")

        recovered = d.pop("recovered")

        pending = d.pop("pending")

        webhook_stats_events = cls(
            emitted=emitted,
            skipped=skipped,
            delivered=delivered,
            failed=failed,
            failed_now=failed_now,
            skipped_now=skipped_now,
            recovered=recovered,
            pending=pending,
        )

        webhook_stats_events.additional_properties = d
        return webhook_stats_events

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
