from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.channel_type import ChannelType, check_channel_type
from ..models.preference_source_type_1 import (
    PreferenceSourceType1,
    check_preference_source_type_1,
)
from ..models.preference_source_type_2_type_1 import (
    PreferenceSourceType2Type1,
    check_preference_source_type_2_type_1,
)
from ..models.preference_source_type_3_type_1 import (
    PreferenceSourceType3Type1,
    check_preference_source_type_3_type_1,
)

T = TypeVar("T", bound="Preference")


@_attrs_define
class Preference:
    topic: str
    label: str
    required: bool
    channel_type: ChannelType
    enabled: bool
    changed_at: datetime.datetime | None
    """ The time of the choice. null: there is none """
    source: None | PreferenceSourceType1 | PreferenceSourceType2Type1 | PreferenceSourceType3Type1
    """ link: the recipient chose by a link; inbox: in the inbox """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        topic = self.topic

        label = self.label

        required = self.required

        channel_type: str = self.channel_type

        enabled = self.enabled

        changed_at: None | str
        if isinstance(self.changed_at, datetime.datetime):
            changed_at = self.changed_at.isoformat()
        else:
            changed_at = self.changed_at

        source: None | str
        if isinstance(self.source, str):
            source = self.source
        elif isinstance(self.source, str):
            source = self.source
        elif isinstance(self.source, str):
            source = self.source
        else:
            source = self.source

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "topic": topic,
                "label": label,
                "required": required,
                "channel_type": channel_type,
                "enabled": enabled,
                "changed_at": changed_at,
                "source": source,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        topic = d.pop("topic")

        label = d.pop("label")

        required = d.pop("required")

        channel_type = check_channel_type(d.pop("channel_type"))

        enabled = d.pop("enabled")

        def _parse_changed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                changed_at_type_0 = isoparse(data)

                return changed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        changed_at = _parse_changed_at(d.pop("changed_at"))

        def _parse_source(
            data: object,
        ) -> None | PreferenceSourceType1 | PreferenceSourceType2Type1 | PreferenceSourceType3Type1:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                source_type_1 = check_preference_source_type_1(data)

                return source_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                source_type_2_type_1 = check_preference_source_type_2_type_1(data)

                return source_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                source_type_3_type_1 = check_preference_source_type_3_type_1(data)

                return source_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PreferenceSourceType1 | PreferenceSourceType2Type1 | PreferenceSourceType3Type1, data)

        source = _parse_source(d.pop("source"))

        preference = cls(
            topic=topic,
            label=label,
            required=required,
            channel_type=channel_type,
            enabled=enabled,
            changed_at=changed_at,
            source=source,
        )

        preference.additional_properties = d
        return preference

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
