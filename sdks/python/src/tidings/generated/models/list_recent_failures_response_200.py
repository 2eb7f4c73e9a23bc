from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.listed_delivery import ListedDelivery


T = TypeVar("T", bound="ListRecentFailuresResponse200")


@_attrs_define
class ListRecentFailuresResponse200:
    recent_failures: list[ListedDelivery]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        recent_failures = []
        for recent_failures_item_data in self.recent_failures:
            recent_failures_item = recent_failures_item_data.to_dict()
            recent_failures.append(recent_failures_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "recent_failures": recent_failures,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.listed_delivery import ListedDelivery

        d = dict(src_dict)
        recent_failures = []
        _recent_failures = d.pop("recent_failures")
        for recent_failures_item_data in _recent_failures:
            recent_failures_item = ListedDelivery.from_dict(recent_failures_item_data)

            recent_failures.append(recent_failures_item)

        list_recent_failures_response_200 = cls(
            recent_failures=recent_failures,
        )

        list_recent_failures_response_200.additional_properties = d
        return list_recent_failures_response_200

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
