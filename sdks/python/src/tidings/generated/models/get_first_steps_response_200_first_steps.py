from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

T = TypeVar("T", bound="GetFirstStepsResponse200FirstSteps")


@_attrs_define
class GetFirstStepsResponse200FirstSteps:
    event_confirmed_at: datetime.datetime | None
    """ When your receiver first confirmed an event. It stays, even if events fail later """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        event_confirmed_at: None | str
        if isinstance(self.event_confirmed_at, datetime.datetime):
            event_confirmed_at = self.event_confirmed_at.isoformat()
        else:
            event_confirmed_at = self.event_confirmed_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "event_confirmed_at": event_confirmed_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_event_confirmed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                event_confirmed_at_type_0 = isoparse(data)

                return event_confirmed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        event_confirmed_at = _parse_event_confirmed_at(d.pop("event_confirmed_at"))

        get_first_steps_response_200_first_steps = cls(
            event_confirmed_at=event_confirmed_at,
        )

        get_first_steps_response_200_first_steps.additional_properties = d
        return get_first_steps_response_200_first_steps

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
