from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.channel_type import ChannelType, check_channel_type

if TYPE_CHECKING:
    from ..models.provider_settings import ProviderSettings


T = TypeVar("T", bound="Provider")


@_attrs_define
class Provider:
    name: str
    """ The name for the field `provider` of a channel """
    title: str
    channel_types: list[ChannelType]
    platforms: list[str] | None
    """ The platforms of its devices. null if it has no platforms, or sends to all """
    has_callbacks: bool
    """ true if the provider reports deliveries and bounces to the `callback_url` of a channel """
    settings: ProviderSettings
    """ The JSON Schema of the settings of a channel. A setting with `secret: true` is never shown again """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        title = self.title

        channel_types = []
        for channel_types_item_data in self.channel_types:
            channel_types_item: str = channel_types_item_data
            channel_types.append(channel_types_item)

        platforms: list[str] | None
        if isinstance(self.platforms, list):
            platforms = self.platforms

        else:
            platforms = self.platforms

        has_callbacks = self.has_callbacks

        settings = self.settings.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "title": title,
                "channel_types": channel_types,
                "platforms": platforms,
                "has_callbacks": has_callbacks,
                "settings": settings,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.provider_settings import ProviderSettings

        d = dict(src_dict)
        name = d.pop("name")

        title = d.pop("title")

        channel_types = []
        _channel_types = d.pop("channel_types")
        for channel_types_item_data in _channel_types:
            channel_types_item = check_channel_type(channel_types_item_data)

            channel_types.append(channel_types_item)

        def _parse_platforms(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                platforms_type_0 = cast(list[str], data)

                return platforms_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        platforms = _parse_platforms(d.pop("platforms"))

        has_callbacks = d.pop("has_callbacks")

        settings = ProviderSettings.from_dict(d.pop("settings"))

        provider = cls(
            name=name,
            title=title,
            channel_types=channel_types,
            platforms=platforms,
            has_callbacks=has_callbacks,
            settings=settings,
        )

        provider.additional_properties = d
        return provider

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
