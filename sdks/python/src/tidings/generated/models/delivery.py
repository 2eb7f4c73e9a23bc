from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.delivery_status import DeliveryStatus, check_delivery_status

if TYPE_CHECKING:
    from ..models.delivery_channel import DeliveryChannel


T = TypeVar("T", bound="Delivery")


@_attrs_define
class Delivery:
    id: int
    status: DeliveryStatus
    error_message: None | str
    sent_at: datetime.datetime | None
    failed_at: datetime.datetime | None
    delivered_at: datetime.datetime | None
    opened_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    message_id: int
    friendly_error_message: None | str
    limit_feature_key: None | str
    notification_channel: DeliveryChannel
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        status: str = self.status

        error_message: None | str
        error_message = self.error_message

        sent_at: None | str
        if isinstance(self.sent_at, datetime.datetime):
            sent_at = self.sent_at.isoformat()
        else:
            sent_at = self.sent_at

        failed_at: None | str
        if isinstance(self.failed_at, datetime.datetime):
            failed_at = self.failed_at.isoformat()
        else:
            failed_at = self.failed_at

        delivered_at: None | str
        if isinstance(self.delivered_at, datetime.datetime):
            delivered_at = self.delivered_at.isoformat()
        else:
            delivered_at = self.delivered_at

        opened_at: None | str
        if isinstance(self.opened_at, datetime.datetime):
            opened_at = self.opened_at.isoformat()
        else:
            opened_at = self.opened_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        message_id = self.message_id

        friendly_error_message: None | str
        friendly_error_message = self.friendly_error_message

        limit_feature_key: None | str
        limit_feature_key = self.limit_feature_key

        notification_channel = self.notification_channel.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "error_message": error_message,
                "sent_at": sent_at,
                "failed_at": failed_at,
                "delivered_at": delivered_at,
                "opened_at": opened_at,
                "created_at": created_at,
                "updated_at": updated_at,
                "message_id": message_id,
                "friendly_error_message": friendly_error_message,
                "limit_feature_key": limit_feature_key,
                "notification_channel": notification_channel,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.delivery_channel import DeliveryChannel

        d = dict(src_dict)
        id = d.pop("id")

        status = check_delivery_status(d.pop("status"))

        def _parse_error_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error_message = _parse_error_message(d.pop("error_message"))

        def _parse_sent_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sent_at_type_0 = isoparse(data)

                return sent_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        sent_at = _parse_sent_at(d.pop("sent_at"))

        def _parse_failed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                failed_at_type_0 = isoparse(data)

                return failed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        failed_at = _parse_failed_at(d.pop("failed_at"))

        def _parse_delivered_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                delivered_at_type_0 = isoparse(data)

                return delivered_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        delivered_at = _parse_delivered_at(d.pop("delivered_at"))

        def _parse_opened_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                opened_at_type_0 = isoparse(data)

                return opened_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        opened_at = _parse_opened_at(d.pop("opened_at"))

        created_at = isoparse(d.pop("created_at"))

        updated_at = isoparse(d.pop("updated_at"))

        message_id = d.pop("message_id")

        def _parse_friendly_error_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        friendly_error_message = _parse_friendly_error_message(d.pop("friendly_error_message"))

        def _parse_limit_feature_key(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        limit_feature_key = _parse_limit_feature_key(d.pop("limit_feature_key"))

        notification_channel = DeliveryChannel.from_dict(d.pop("notification_channel"))

        delivery = cls(
            id=id,
            status=status,
            error_message=error_message,
            sent_at=sent_at,
            failed_at=failed_at,
            delivered_at=delivered_at,
            opened_at=opened_at,
            created_at=created_at,
            updated_at=updated_at,
            message_id=message_id,
            friendly_error_message=friendly_error_message,
            limit_feature_key=limit_feature_key,
            notification_channel=notification_channel,
        )

        delivery.additional_properties = d
        return delivery

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
