from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.channel_type import ChannelType, check_channel_type
from ..models.notification_channel_patch_provider import (
    NotificationChannelPatchProvider,
    check_notification_channel_patch_provider,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.notification_channel_patch_settings_type_0 import (
        NotificationChannelPatchSettingsType0,
    )


T = TypeVar("T", bound="NotificationChannelPatch")


@_attrs_define
class NotificationChannelPatch:
    name: str | Unset = UNSET
    channel_type: ChannelType | Unset = UNSET
    provider: NotificationChannelPatchProvider | Unset = UNSET
    settings: None | NotificationChannelPatchSettingsType0 | Unset = UNSET
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
        from ..models.notification_channel_patch_settings_type_0 import (
            NotificationChannelPatchSettingsType0,
        )

        name = self.name

        channel_type: str | Unset = UNSET
        if not isinstance(self.channel_type, Unset):
            channel_type = self.channel_type

        provider: str | Unset = UNSET
        if not isinstance(self.provider, Unset):
            provider = self.provider

        settings: dict[str, Any] | None | Unset
        if isinstance(self.settings, Unset):
            settings = UNSET
        elif isinstance(self.settings, NotificationChannelPatchSettingsType0):
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

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if channel_type is not UNSET:
            field_dict["channel_type"] = channel_type
        if provider is not UNSET:
            field_dict["provider"] = provider
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
        from ..models.notification_channel_patch_settings_type_0 import (
            NotificationChannelPatchSettingsType0,
        )

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        _channel_type = d.pop("channel_type", UNSET)
        channel_type: ChannelType | Unset
        if isinstance(_channel_type, Unset):
            channel_type = UNSET
        else:
            channel_type = check_channel_type(_channel_type)

        _provider = d.pop("provider", UNSET)
        provider: NotificationChannelPatchProvider | Unset
        if isinstance(_provider, Unset):
            provider = UNSET
        else:
            provider = check_notification_channel_patch_provider(_provider)

        def _parse_settings(data: object) -> None | NotificationChannelPatchSettingsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                settings_type_0 = NotificationChannelPatchSettingsType0.from_dict(data)

                return settings_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NotificationChannelPatchSettingsType0 | Unset, data)

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

        notification_channel_patch = cls(
            name=name,
            channel_type=channel_type,
            provider=provider,
            settings=settings,
            active=active,
            track_opens=track_opens,
            max_concurrency=max_concurrency,
            max_per_second=max_per_second,
        )

        return notification_channel_patch
