from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.suppression_channel_type import (
    SuppressionChannelType,
    check_suppression_channel_type,
)
from ..models.suppression_reason import SuppressionReason, check_suppression_reason

T = TypeVar("T", bound="Suppression")


@_attrs_define
class Suppression:
    id: int
    channel_type: SuppressionChannelType
    address: str
    reason: SuppressionReason
    delivery_id: int | None
    """ The delivery with the bounce or complaint. null if the address was added by hand """
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        channel_type: str = self.channel_type

        address = self.address

        reason: str = self.reason

        delivery_id: int | None
        delivery_id = self.delivery_id

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "channel_type": channel_type,
                "address": address,
                "reason": reason,
                "delivery_id": delivery_id,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        channel_type = check_suppression_channel_type(d.pop("channel_type"))

        address = d.pop("address")

        reason = check_suppression_reason(d.pop("reason"))

        def _parse_delivery_id(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        delivery_id = _parse_delivery_id(d.pop("delivery_id"))

        created_at = isoparse(d.pop("created_at"))

        suppression = cls(
            id=id,
            channel_type=channel_type,
            address=address,
            reason=reason,
            delivery_id=delivery_id,
            created_at=created_at,
        )

        suppression.additional_properties = d
        return suppression

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
