from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.preference import Preference
    from ..models.quiet_hours import QuietHours


T = TypeVar("T", bound="RecipientPreferences")


@_attrs_define
class RecipientPreferences:
    preferences: list[Preference]
    """ Each topic with each type of channel """
    paused: bool
    quiet_hours: None | QuietHours
    time_zone: None | str
    """ The time zone of the quiet hours. null: UTC """
    preferences_url: None | str
    """ The page on which the recipient changes her preferences. null without PUBLIC_URL. Callers who may not change
    them get `***` in place of its token """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.quiet_hours import QuietHours

        preferences = []
        for preferences_item_data in self.preferences:
            preferences_item = preferences_item_data.to_dict()
            preferences.append(preferences_item)

        paused = self.paused

        quiet_hours: dict[str, Any] | None
        if isinstance(self.quiet_hours, QuietHours):
            quiet_hours = self.quiet_hours.to_dict()
        else:
            quiet_hours = self.quiet_hours

        time_zone: None | str
        time_zone = self.time_zone

        preferences_url: None | str
        preferences_url = self.preferences_url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "preferences": preferences,
                "paused": paused,
                "quiet_hours": quiet_hours,
                "time_zone": time_zone,
                "preferences_url": preferences_url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.preference import Preference
        from ..models.quiet_hours import QuietHours

        d = dict(src_dict)
        preferences = []
        _preferences = d.pop("preferences")
        for preferences_item_data in _preferences:
            preferences_item = Preference.from_dict(preferences_item_data)

            preferences.append(preferences_item)

        paused = d.pop("paused")

        def _parse_quiet_hours(data: object) -> None | QuietHours:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                quiet_hours_type_0 = QuietHours.from_dict(data)

                return quiet_hours_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | QuietHours, data)

        quiet_hours = _parse_quiet_hours(d.pop("quiet_hours"))

        def _parse_time_zone(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        time_zone = _parse_time_zone(d.pop("time_zone"))

        def _parse_preferences_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        preferences_url = _parse_preferences_url(d.pop("preferences_url"))

        recipient_preferences = cls(
            preferences=preferences,
            paused=paused,
            quiet_hours=quiet_hours,
            time_zone=time_zone,
            preferences_url=preferences_url,
        )

        recipient_preferences.additional_properties = d
        return recipient_preferences

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
