from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.delivery_counts import DeliveryCounts


T = TypeVar("T", bound="CountDeliveriesResponse200BucketsItem")


@_attrs_define
class CountDeliveriesResponse200BucketsItem:
    start: datetime.datetime
    counts: DeliveryCounts
    """ The number of deliveries with each status. A retrying delivery counts as queued. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        start = self.start.isoformat()

        counts = self.counts.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "start": start,
                "counts": counts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.delivery_counts import DeliveryCounts

        d = dict(src_dict)
        start = isoparse(d.pop("start"))

        counts = DeliveryCounts.from_dict(d.pop("counts"))

        count_deliveries_response_200_buckets_item = cls(
            start=start,
            counts=counts,
        )

        count_deliveries_response_200_buckets_item.additional_properties = d
        return count_deliveries_response_200_buckets_item

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
