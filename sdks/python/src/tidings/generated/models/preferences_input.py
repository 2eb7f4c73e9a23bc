from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.preference_input import PreferenceInput
    from ..models.preferences_input_quiet_hours_type_0 import (
        PreferencesInputQuietHoursType0,
    )


T = TypeVar("T", bound="PreferencesInput")


@_attrs_define
class PreferencesInput:
    preferences: list[PreferenceInput] | Unset = UNSET
    """ The choices to change. The others stay as they are """
    paused: bool | Unset = UNSET
    """ true: the recipient gets only messages of required topics """
    quiet_hours: None | PreferencesInputQuietHoursType0 | Unset = UNSET
    """ Messages wait until the end, in the time zone of the recipient, or in UTC if it has none. Messages of
    required topics and critical messages do not wait. null: no quiet hours """

    def to_dict(self) -> dict[str, Any]:
        from ..models.preferences_input_quiet_hours_type_0 import (
            PreferencesInputQuietHoursType0,
        )

        preferences: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.preferences, Unset):
            preferences = []
            for preferences_item_data in self.preferences:
                preferences_item = preferences_item_data.to_dict()
                preferences.append(preferences_item)

        paused = self.paused

        quiet_hours: dict[str, Any] | None | Unset
        if isinstance(self.quiet_hours, Unset):
            quiet_hours = UNSET
        elif isinstance(self.quiet_hours, PreferencesInputQuietHoursType0):
            quiet_hours = self.quiet_hours.to_dict()
        else:
            quiet_hours = self.quiet_hours

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if preferences is not UNSET:
            field_dict["preferences"] = preferences
        if paused is not UNSET:
            field_dict["paused"] = paused
        if quiet_hours is not UNSET:
            field_dict["quiet_hours"] = quiet_hours

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.preference_input import PreferenceInput
        from ..models.preferences_input_quiet_hours_type_0 import (
            PreferencesInputQuietHoursType0,
        )

        d = dict(src_dict)
        _preferences = d.pop("preferences", UNSET)
        preferences: list[PreferenceInput] | Unset = UNSET
        if _preferences is not UNSET:
            preferences = []
            for preferences_item_data in _preferences:
                preferences_item = PreferenceInput.from_dict(preferences_item_data)

                preferences.append(preferences_item)

        paused = d.pop("paused", UNSET)

        def _parse_quiet_hours(data: object) -> None | PreferencesInputQuietHoursType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                quiet_hours_type_0 = PreferencesInputQuietHoursType0.from_dict(data)

                return quiet_hours_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PreferencesInputQuietHoursType0 | Unset, data)

        quiet_hours = _parse_quiet_hours(d.pop("quiet_hours", UNSET))

        preferences_input = cls(
            preferences=preferences,
            paused=paused,
            quiet_hours=quiet_hours,
        )

        return preferences_input
