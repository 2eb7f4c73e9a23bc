from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.count_deliveries_response_200_buckets_item import (
        CountDeliveriesResponse200BucketsItem,
    )
    from ..models.delivery_count_group import DeliveryCountGroup
    from ..models.delivery_totals import DeliveryTotals


T = TypeVar("T", bound="CountDeliveriesResponse200")


@_attrs_define
class CountDeliveriesResponse200:
    since: datetime.datetime
    bucket_seconds: int
    buckets: list[CountDeliveriesResponse200BucketsItem]
    totals: DeliveryTotals
    before: DeliveryTotals
    groups: list[DeliveryCountGroup]
    groups_since: datetime.datetime
    """ Later than `since` if there are too many groups to count all """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        since = self.since.isoformat()

        bucket_seconds = self.bucket_seconds

        buckets = []
        for buckets_item_data in self.buckets:
            buckets_item = buckets_item_data.to_dict()
            buckets.append(buckets_item)

        totals = self.totals.to_dict()

        before = self.before.to_dict()

        groups = []
        for groups_item_data in self.groups:
            groups_item = groups_item_data.to_dict()
            groups.append(groups_item)

        groups_since = self.groups_since.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "since": since,
                "bucket_seconds": bucket_seconds,
                "buckets": buckets,
                "totals": totals,
                "before": before,
                "groups": groups,
                "groups_since": groups_since,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.count_deliveries_response_200_buckets_item import (
            CountDeliveriesResponse200BucketsItem,
        )
        from ..models.delivery_count_group import DeliveryCountGroup
        from ..models.delivery_totals import DeliveryTotals

        d = dict(src_dict)
        since = isoparse(d.pop("since"))

        bucket_seconds = d.pop("bucket_seconds")

        buckets = []
        _buckets = d.pop("buckets")
        for buckets_item_data in _buckets:
            buckets_item = CountDeliveriesResponse200BucketsItem.from_dict(buckets_item_data)

            buckets.append(buckets_item)

        totals = DeliveryTotals.from_dict(d.pop("totals"))

        before = DeliveryTotals.from_dict(d.pop("before"))

        groups = []
        _groups = d.pop("groups")
        for groups_item_data in _groups:
            groups_item = DeliveryCountGroup.from_dict(groups_item_data)

            groups.append(groups_item)

        groups_since = isoparse(d.pop("groups_since"))

        count_deliveries_response_200 = cls(
            since=since,
            bucket_seconds=bucket_seconds,
            buckets=buckets,
            totals=totals,
            before=before,
            groups=groups,
            groups_since=groups_since,
        )

        count_deliveries_response_200.additional_properties = d
        return count_deliveries_response_200

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
