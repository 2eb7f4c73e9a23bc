from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.suppression_input_channel_type import (
    SuppressionInputChannelType,
    check_suppression_input_channel_type,
)
from ..models.suppression_input_reason import (
    SuppressionInputReason,
    check_suppression_input_reason,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="SuppressionInput")


@_attrs_define
class SuppressionInput:
    address: str
    """ An email address or a phone number """
    channel_type: SuppressionInputChannelType | Unset = UNSET
    """ Default email """
    reason: SuppressionInputReason | Unset = UNSET
    """ Default manual """

    def to_dict(self) -> dict[str, Any]:
        address = self.address

        channel_type: str | Unset = UNSET
        if not isinstance(self.channel_type, Unset):
            channel_type = self.channel_type

        reason: str | Unset = UNSET
        if not isinstance(self.reason, Unset):
            reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "address": address,
            }
        )
        if channel_type is not UNSET:
            field_dict["channel_type"] = channel_type
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        address = d.pop("address")

        _channel_type = d.pop("channel_type", UNSET)
        channel_type: SuppressionInputChannelType | Unset
        if isinstance(_channel_type, Unset):
            channel_type = UNSET
        else:
            channel_type = check_suppression_input_channel_type(_channel_type)

        _reason = d.pop("reason", UNSET)
        reason: SuppressionInputReason | Unset
        if isinstance(_reason, Unset):
            reason = UNSET
        else:
            reason = check_suppression_input_reason(_reason)

        suppression_input = cls(
            address=address,
            channel_type=channel_type,
            reason=reason,
        )

        return suppression_input
