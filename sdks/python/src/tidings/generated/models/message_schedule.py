from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from dateutil.parser import isoparse

from ..types import UNSET, Unset

T = TypeVar("T", bound="MessageSchedule")


@_attrs_define
class MessageSchedule:
    send_at: datetime.datetime | Unset = UNSET
    """ If the time is in the past, the message is sent at once """

    def to_dict(self) -> dict[str, Any]:
        send_at: str | Unset = UNSET
        if not isinstance(self.send_at, Unset):
            send_at = self.send_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if send_at is not UNSET:
            field_dict["send_at"] = send_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _send_at = d.pop("send_at", UNSET)
        send_at: datetime.datetime | Unset
        if isinstance(_send_at, Unset):
            send_at = UNSET
        else:
            send_at = isoparse(_send_at)

        message_schedule = cls(
            send_at=send_at,
        )

        return message_schedule
