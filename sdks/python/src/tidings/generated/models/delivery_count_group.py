from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.delivery_count_group_cause_type_1 import (
    DeliveryCountGroupCauseType1,
    check_delivery_count_group_cause_type_1,
)
from ..models.delivery_count_group_cause_type_2_type_1 import (
    DeliveryCountGroupCauseType2Type1,
    check_delivery_count_group_cause_type_2_type_1,
)
from ..models.delivery_count_group_cause_type_3_type_1 import (
    DeliveryCountGroupCauseType3Type1,
    check_delivery_count_group_cause_type_3_type_1,
)

if TYPE_CHECKING:
    from ..models.delivery_counts import DeliveryCounts
    from ..models.delivery_rates import DeliveryRates


T = TypeVar("T", bound="DeliveryCountGroup")


@_attrs_define
class DeliveryCountGroup:
    id: int | None
    cause: DeliveryCountGroupCauseType1 | DeliveryCountGroupCauseType2Type1 | DeliveryCountGroupCauseType3Type1 | None
    name: None | str
    """ The name of the channel or template, or the sentence of the cause. Null: all other groups """
    counts: DeliveryCounts
    """ The number of deliveries with each status. A retrying delivery counts as queued. """
    rates: DeliveryRates
    """ The shares of the deliveries that were sent, delivered, opened, bounced or failed, from 0 to 1. An opened
    delivery counts as delivered too. Null if there is none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id: int | None
        id = self.id

        cause: None | str
        if isinstance(self.cause, str):
            cause = self.cause
        elif isinstance(self.cause, str):
            cause = self.cause
        elif isinstance(self.cause, str):
            cause = self.cause
        else:
            cause = self.cause

        name: None | str
        name = self.name

        counts = self.counts.to_dict()

        rates = self.rates.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "cause": cause,
                "name": name,
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

        def _parse_id(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        id = _parse_id(d.pop("id"))

        def _parse_cause(
            data: object,
        ) -> (
            DeliveryCountGroupCauseType1 | DeliveryCountGroupCauseType2Type1 | DeliveryCountGroupCauseType3Type1 | None
        ):
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cause_type_1 = check_delivery_count_group_cause_type_1(data)

                return cause_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cause_type_2_type_1 = check_delivery_count_group_cause_type_2_type_1(data)

                return cause_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cause_type_3_type_1 = check_delivery_count_group_cause_type_3_type_1(data)

                return cause_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                DeliveryCountGroupCauseType1
                | DeliveryCountGroupCauseType2Type1
                | DeliveryCountGroupCauseType3Type1
                | None,
                data,
            )

        cause = _parse_cause(d.pop("cause"))

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        counts = DeliveryCounts.from_dict(d.pop("counts"))

        rates = DeliveryRates.from_dict(d.pop("rates"))

        delivery_count_group = cls(
            id=id,
            cause=cause,
            name=name,
            counts=counts,
            rates=rates,
        )

        delivery_count_group.additional_properties = d
        return delivery_count_group

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
