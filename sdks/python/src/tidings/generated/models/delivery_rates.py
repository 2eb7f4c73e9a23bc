from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DeliveryRates")


@_attrs_define
class DeliveryRates:
    """The shares of the deliveries that were sent, delivered, opened, bounced or failed, from 0 to 1. An opened delivery
    counts as delivered too. Null if there is none.

    """

    delivered: float | None
    opened: float | None
    bounced: float | None
    failed: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        delivered: float | None
        delivered = self.delivered

        opened: float | None
        opened = self.opened

        bounced: float | None
        bounced = self.bounced

        failed: float | None
        failed = self.failed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "delivered": delivered,
                "opened": opened,
                "bounced": bounced,
                "failed": failed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_delivered(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        delivered = _parse_delivered(d.pop("delivered"))

        def _parse_opened(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        opened = _parse_opened(d.pop("opened"))

        def _parse_bounced(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        bounced = _parse_bounced(d.pop("bounced"))

        def _parse_failed(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        failed = _parse_failed(d.pop("failed"))

        delivery_rates = cls(
            delivered=delivered,
            opened=opened,
            bounced=bounced,
            failed=failed,
        )

        delivery_rates.additional_properties = d
        return delivery_rates

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
