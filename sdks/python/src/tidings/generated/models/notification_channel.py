from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.channel_type import ChannelType, check_channel_type

if TYPE_CHECKING:
    from ..models.notification_channel_settings import NotificationChannelSettings


T = TypeVar("T", bound="NotificationChannel")


@_attrs_define
class NotificationChannel:
    id: int
    name: str
    channel_type: ChannelType
    provider: str
    settings: NotificationChannelSettings
    """ The settings without their secrets """
    secret_settings: list[str]
    """ The names of the stored secrets """
    active: bool
    track_opens: bool
    """ Of channels of the type email """
    max_concurrency: int | None
    max_per_second: int | None
    callback_url: None | str
    """ The URL for reports of deliveries and bounces. null if the provider has no reports """
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        channel_type: str = self.channel_type

        provider = self.provider

        settings = self.settings.to_dict()

        secret_settings = self.secret_settings

        active = self.active

        track_opens = self.track_opens

        max_concurrency: int | None
        max_concurrency = self.max_concurrency

        max_per_second: int | None
        max_per_second = self.max_per_second

        callback_url: None | str
        callback_url = self.callback_url

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "channel_type": channel_type,
                "provider": provider,
                "settings": settings,
                "secret_settings": secret_settings,
                "active": active,
                "track_opens": track_opens,
                "max_concurrency": max_concurrency,
                "max_per_second": max_per_second,
                "callback_url": callback_url,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.notification_channel_settings import NotificationChannelSettings

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        channel_type = check_channel_type(d.pop("channel_type"))

        provider = d.pop("provider")

        settings = NotificationChannelSettings.from_dict(d.pop("settings"))

        secret_settings = cast(list[str], d.pop("secret_settings"))

        active = d.pop("active")

        track_opens = d.pop("track_opens")

        def _parse_max_concurrency(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        max_concurrency = _parse_max_concurrency(d.pop("max_concurrency"))

        def _parse_max_per_second(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        max_per_second = _parse_max_per_second(d.pop("max_per_second"))

        def _parse_callback_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        callback_url = _parse_callback_url(d.pop("callback_url"))

        created_at = isoparse(d.pop("created_at"))

        updated_at = isoparse(d.pop("updated_at"))

        notification_channel = cls(
            id=id,
            name=name,
            channel_type=channel_type,
            provider=provider,
            settings=settings,
            secret_settings=secret_settings,
            active=active,
            track_opens=track_opens,
            max_concurrency=max_concurrency,
            max_per_second=max_per_second,
            callback_url=callback_url,
            created_at=created_at,
            updated_at=updated_at,
        )

        notification_channel.additional_properties = d
        return notification_channel

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
