from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.device_platform import DevicePlatform, check_device_platform

if TYPE_CHECKING:
    from ..models.device_subscription_type_0 import DeviceSubscriptionType0


T = TypeVar("T", bound="Device")


@_attrs_define
class Device:
    id: int
    notification_user_id: int
    platform: DevicePlatform
    token: None | str
    subscription: DeviceSubscriptionType0 | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.device_subscription_type_0 import DeviceSubscriptionType0

        id = self.id

        notification_user_id = self.notification_user_id

        platform: str = self.platform

        token: None | str
        token = self.token

        subscription: dict[str, Any] | None
        if isinstance(self.subscription, DeviceSubscriptionType0):
            subscription = self.subscription.to_dict()
        else:
            subscription = self.subscription

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "notification_user_id": notification_user_id,
                "platform": platform,
                "token": token,
                "subscription": subscription,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.device_subscription_type_0 import DeviceSubscriptionType0

        d = dict(src_dict)
        id = d.pop("id")

        notification_user_id = d.pop("notification_user_id")

        platform = check_device_platform(d.pop("platform"))

        def _parse_token(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        token = _parse_token(d.pop("token"))

        def _parse_subscription(data: object) -> DeviceSubscriptionType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                subscription_type_0 = DeviceSubscriptionType0.from_dict(data)

                return subscription_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DeviceSubscriptionType0 | None, data)

        subscription = _parse_subscription(d.pop("subscription"))

        created_at = isoparse(d.pop("created_at"))

        updated_at = isoparse(d.pop("updated_at"))

        device = cls(
            id=id,
            notification_user_id=notification_user_id,
            platform=platform,
            token=token,
            subscription=subscription,
            created_at=created_at,
            updated_at=updated_at,
        )

        device.additional_properties = d
        return device

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
