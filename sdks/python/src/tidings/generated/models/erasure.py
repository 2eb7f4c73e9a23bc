from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.erasure_status import ErasureStatus, check_erasure_status

T = TypeVar("T", bound="Erasure")


@_attrs_define
class Erasure:
    notification_user_id: int
    status: ErasureStatus
    """ While it is running, the service erases the older messages of the notification user in the background """
    requested_at: datetime.datetime
    finished_at: datetime.datetime | None
    messages: int
    """ The erased messages so far """
    deliveries: int
    """ Their deliveries """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        notification_user_id = self.notification_user_id

        status: str = self.status

        requested_at = self.requested_at.isoformat()

        finished_at: None | str
        if isinstance(self.finished_at, datetime.datetime):
            finished_at = self.finished_at.isoformat()
        else:
            finished_at = self.finished_at

        messages = self.messages

        deliveries = self.deliveries

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "notification_user_id": notification_user_id,
                "status": status,
                "requested_at": requested_at,
                "finished_at": finished_at,
                "messages": messages,
                "deliveries": deliveries,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        notification_user_id = d.pop("notification_user_id")

        status = check_erasure_status(d.pop("status"))

        requested_at = isoparse(d.pop("requested_at"))

        def _parse_finished_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                finished_at_type_0 = isoparse(data)

                return finished_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        finished_at = _parse_finished_at(d.pop("finished_at"))

        messages = d.pop("messages")

        deliveries = d.pop("deliveries")

        erasure = cls(
            notification_user_id=notification_user_id,
            status=status,
            requested_at=requested_at,
            finished_at=finished_at,
            messages=messages,
            deliveries=deliveries,
        )

        erasure.additional_properties = d
        return erasure

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
