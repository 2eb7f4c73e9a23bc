from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.event_count import EventCount


T = TypeVar("T", bound="CountEventsResponse200")


@_attrs_define
class CountEventsResponse200:
    since: datetime.datetime
    event_counts: list[EventCount]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        since = self.since.isoformat()

        event_counts = []
        for event_counts_item_data in self.event_counts:
            event_counts_item = event_counts_item_data.to_dict()
            event_counts.append(event_counts_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "since": since,
                "event_counts": event_counts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.event_count import EventCount

        d = dict(src_dict)
        since = isoparse(d.pop("since"))

        event_counts = []
        _event_counts = d.pop("event_counts")
        for event_counts_item_data in _event_counts:
            event_counts_item = EventCount.from_dict(event_counts_item_data)

            event_counts.append(event_counts_item)

        count_events_response_200 = cls(
            since=since,
            event_counts=event_counts,
        )

        count_events_response_200.additional_properties = d
        return count_events_response_200

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
