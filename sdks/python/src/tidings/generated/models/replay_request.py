from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from dateutil.parser import isoparse

from ..models.event_state import EventState, check_event_state
from ..models.event_type import EventType, check_event_type
from ..types import UNSET, Unset

T = TypeVar("T", bound="ReplayRequest")


@_attrs_define
class ReplayRequest:
    since: datetime.datetime
    """ At most one day less than the retention of events: 29 days ago by default """
    until: datetime.datetime | Unset = UNSET
    states: list[EventState] | Unset = UNSET
    types: list[EventType] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        since = self.since.isoformat()

        until: str | Unset = UNSET
        if not isinstance(self.until, Unset):
            until = self.until.isoformat()

        states: list[str] | Unset = UNSET
        if not isinstance(self.states, Unset):
            states = []
            for states_item_data in self.states:
                states_item: str = states_item_data
                states.append(states_item)

        types: list[str] | Unset = UNSET
        if not isinstance(self.types, Unset):
            types = []
            for types_item_data in self.types:
                types_item: str = types_item_data
                types.append(types_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "since": since,
            }
        )
        if until is not UNSET:
            field_dict["until"] = until
        if states is not UNSET:
            field_dict["states"] = states
        if types is not UNSET:
            field_dict["types"] = types

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        since = isoparse(d.pop("since"))

        _until = d.pop("until", UNSET)
        until: datetime.datetime | Unset
        if isinstance(_until, Unset):
            until = UNSET
        else:
            until = isoparse(_until)

        _states = d.pop("states", UNSET)
        states: list[EventState] | Unset = UNSET
        if _states is not UNSET:
            states = []
            for states_item_data in _states:
                states_item = check_event_state(states_item_data)

                states.append(states_item)

        _types = d.pop("types", UNSET)
        types: list[EventType] | Unset = UNSET
        if _types is not UNSET:
            types = []
            for types_item_data in _types:
                types_item = check_event_type(types_item_data)

                types.append(types_item)

        replay_request = cls(
            since=since,
            until=until,
            states=states,
            types=types,
        )

        return replay_request
