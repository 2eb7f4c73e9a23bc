from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.channel_type import ChannelType, check_channel_type

T = TypeVar("T", bound="PreferenceInput")


@_attrs_define
class PreferenceInput:
    topic: str
    """ The name of the topic """
    channel_type: ChannelType
    enabled: bool

    def to_dict(self) -> dict[str, Any]:
        topic = self.topic

        channel_type: str = self.channel_type

        enabled = self.enabled

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "topic": topic,
                "channel_type": channel_type,
                "enabled": enabled,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        topic = d.pop("topic")

        channel_type = check_channel_type(d.pop("channel_type"))

        enabled = d.pop("enabled")

        preference_input = cls(
            topic=topic,
            channel_type=channel_type,
            enabled=enabled,
        )

        return preference_input
