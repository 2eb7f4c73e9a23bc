from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="PreferencesInputQuietHoursType0")


@_attrs_define
class PreferencesInputQuietHoursType0:
    """Messages wait until the end, in the time zone of the recipient, or in UTC if it has none. Messages of required
    topics and critical messages do not wait. null: no quiet hours

    """

    from_: str
    until: str

    def to_dict(self) -> dict[str, Any]:
        from_ = self.from_

        until = self.until

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "from": from_,
                "until": until,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        from_ = d.pop("from")

        until = d.pop("until")

        preferences_input_quiet_hours_type_0 = cls(
            from_=from_,
            until=until,
        )

        return preferences_input_quiet_hours_type_0
