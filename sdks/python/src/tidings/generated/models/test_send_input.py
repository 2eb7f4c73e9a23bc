from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="TestSendInput")


@_attrs_define
class TestSendInput:
    to: str
    """ An email address, a phone number or a device token, depending on the channel. For web push: a subscription
    as JSON. A channel of type in_app needs none: give any text """

    def to_dict(self) -> dict[str, Any]:
        to = self.to

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "to": to,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        to = d.pop("to")

        test_send_input = cls(
            to=to,
        )

        return test_send_input
