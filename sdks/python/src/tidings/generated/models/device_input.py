from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.device_platform import DevicePlatform, check_device_platform
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.device_input_subscription_type_0 import DeviceInputSubscriptionType0


T = TypeVar("T", bound="DeviceInput")


@_attrs_define
class DeviceInput:
    platform: DevicePlatform | Unset = UNSET
    token: None | str | Unset = UNSET
    """ The token of the device. For web_push, give a subscription instead """
    subscription: DeviceInputSubscriptionType0 | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.device_input_subscription_type_0 import (
            DeviceInputSubscriptionType0,
        )

        platform: str | Unset = UNSET
        if not isinstance(self.platform, Unset):
            platform = self.platform

        token: None | str | Unset
        if isinstance(self.token, Unset):
            token = UNSET
        else:
            token = self.token

        subscription: dict[str, Any] | None | Unset
        if isinstance(self.subscription, Unset):
            subscription = UNSET
        elif isinstance(self.subscription, DeviceInputSubscriptionType0):
            subscription = self.subscription.to_dict()
        else:
            subscription = self.subscription

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if platform is not UNSET:
            field_dict["platform"] = platform
        if token is not UNSET:
            field_dict["token"] = token
        if subscription is not UNSET:
            field_dict["subscription"] = subscription

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.device_input_subscription_type_0 import (
            DeviceInputSubscriptionType0,
        )

        d = dict(src_dict)
        _platform = d.pop("platform", UNSET)
        platform: DevicePlatform | Unset
        if isinstance(_platform, Unset):
            platform = UNSET
        else:
            platform = check_device_platform(_platform)

        def _parse_token(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        token = _parse_token(d.pop("token", UNSET))

        def _parse_subscription(data: object) -> DeviceInputSubscriptionType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                subscription_type_0 = DeviceInputSubscriptionType0.from_dict(data)

                return subscription_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DeviceInputSubscriptionType0 | None | Unset, data)

        subscription = _parse_subscription(d.pop("subscription", UNSET))

        device_input = cls(
            platform=platform,
            token=token,
            subscription=subscription,
        )

        return device_input
