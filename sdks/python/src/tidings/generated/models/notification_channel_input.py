from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.channel_type import ChannelType, check_channel_type
from ..models.notification_channel_input_provider import (
    NotificationChannelInputProvider,
    check_notification_channel_input_provider,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.notification_channel_input_settings_type_0 import (
        NotificationChannelInputSettingsType0,
    )


T = TypeVar("T", bound="NotificationChannelInput")


@_attrs_define
class NotificationChannelInput:
    name: str
    channel_type: ChannelType
    provider: NotificationChannelInputProvider
    settings: None | NotificationChannelInputSettingsType0 | Unset = UNSET
    """ The settings of the provider. Secrets are write-only. In a PATCH, absent settings stay and null removes a
    setting. If you change a setting in the `again_if_changed` of a secret (see `GET /api/v1/providers`), you must
    send the secret again """
    active: bool | Unset = UNSET
    track_opens: bool | Unset = UNSET
    """ Whether HTML mails have a pixel that reports when they are opened. Default true """
    max_concurrency: int | None | Unset = UNSET
    """ Maximum number of calls to the provider at a time. null: 64 """
    max_per_second: int | None | Unset = UNSET
    """ Maximum number of calls to the provider per second. null: no limit """

    def to_dict(self) -> dict[str, Any]:
        from ..models.notification_channel_input_settings_type_0 import (
            NotificationChannelInputSettingsType0,
        )

        name = self.name

        channel_type: str = self.channel_type

        provider: str = self.provider

        settings: dict[str, Any] | None | Unset
        if isinstance(self.settings, Unset):
            settings = UNSET
        elif isinstance(self.settings, NotificationChannelInputSettingsType0):
            settings = self.settings.to_dict()
        else:
            settings = self.settings

        active = self.active

        track_opens = self.track_opens

        max_concurrency: int | None | Unset
        if isinstance(self.max_concurrency, Unset):
            max_concurrency = UNSET
        else:
            max_concurrency = self.max_concurrency

        max_per_second: int | None | Unset
        if isinstance(self.max_per_second, Unset):
            max_per_second = UNSET
        else:
            max_per_second = self.max_per_second

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "channel_type": channel_type,
                "provider": provider,
            }
        )
        if settings is not UNSET:
            field_dict["settings"] = settings
        if active is not UNSET:
            field_dict["active"] = active
        if track_opens is not UNSET:
            field_dict["track_opens"] = track_opens
        if max_concurrency is not UNSET:
            field_dict["max_concurrency"] = max_concurrency
        if max_per_second is not UNSET:
            field_dict["max_per_second"] = max_per_second

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.notification_channel_input_settings_type_0 import (
            NotificationChannelInputSettingsType0,
        )

        d = dict(src_dict)
        name = d.pop("name")

        channel_type = check_channel_type(d.pop("channel_type"))

        provider = check_notification_channel_input_provider(d.pop("provider"))

        def _parse_settings(data: object) -> None | NotificationChannelInputSettingsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                settings_type_0 = NotificationChannelInputSettingsType0.from_dict(data)

                return settings_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NotificationChannelInputSettingsType0 | Unset, data)

        settings = _parse_settings(d.pop("settings", UNSET))

        active = d.pop("active", UNSET)

        track_opens = d.pop("track_opens", UNSET)

        def _parse_max_concurrency(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_concurrency = _parse_max_concurrency(d.pop("max_concurrency", UNSET))

        def _parse_max_per_second(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_per_second = _parse_max_per_second(d.pop("max_per_second", UNSET))

        notification_channel_input = cls(
            name=name,
            channel_type=channel_type,
            provider=provider,
            settings=settings,
            active=active,
            track_opens=track_opens,
            max_concurrency=max_concurrency,
            max_per_second=max_per_second,
        )

        return notification_channel_input
