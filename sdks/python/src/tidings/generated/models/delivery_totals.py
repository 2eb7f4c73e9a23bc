from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.delivery_counts import DeliveryCounts
    from ..models.delivery_rates import DeliveryRates


T = TypeVar("T", bound="DeliveryTotals")


@_attrs_define
class DeliveryTotals:
    counts: DeliveryCounts
    """ The number of deliveries with each status. A retrying delivery counts as queued. """
    rates: DeliveryRates
    """ The shares of the deliveries that were sent, delivered, opened, bounced or failed, from 0 to 1. An opened
    delivery counts as delivered too. Null if there is none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        counts = self.counts.to_dict()

        rates = self.rates.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "counts": counts,
                "rates": rates,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.delivery_counts import DeliveryCounts
        from ..models.delivery_rates import DeliveryRates

        d = dict(src_dict)
        counts = DeliveryCounts.from_dict(d.pop("counts"))

        rates = DeliveryRates.from_dict(d.pop("rates"))

        delivery_totals = cls(
            counts=counts,
            rates=rates,
        )

        delivery_totals.additional_properties = d
        return delivery_totals

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
