from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.event_state import EventState, check_event_state
from ..models.event_type import EventType, check_event_type
from ..models.replay_status import ReplayStatus, check_replay_status

T = TypeVar("T", bound="Replay")


@_attrs_define
class Replay:
    id: int
    status: ReplayStatus
    """ held: the endpoint is paused or disabled. The replay continues by itself when the endpoint is active again
    """
    since: datetime.datetime
    until: datetime.datetime | None
    states: list[EventState]
    types: list[EventType] | None
    total: int
    """ The number of events found when the replay was started """
    done: int
    """ Events queued so far. It may end below the total, if some events were sent again in the meantime """
    created_at: datetime.datetime
    finished_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        status: str = self.status

        since = self.since.isoformat()

        until: None | str
        if isinstance(self.until, datetime.datetime):
            until = self.until.isoformat()
        else:
            until = self.until

        states = []
        for states_item_data in self.states:
            states_item: str = states_item_data
            states.append(states_item)

        types: list[str] | None
        if isinstance(self.types, list):
            types = []
            for types_type_0_item_data in self.types:
                types_type_0_item: str = types_type_0_item_data
                types.append(types_type_0_item)

        else:
            types = self.types

        total = self.total

        done = self.done

        created_at = self.created_at.isoformat()

        finished_at: None | str
        if isinstance(self.finished_at, datetime.datetime):
            finished_at = self.finished_at.isoformat()
        else:
            finished_at = self.finished_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "since": since,
                "until": until,
                "states": states,
                "types": types,
                "total": total,
                "done": done,
                "created_at": created_at,
                "finished_at": finished_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        status = check_replay_status(d.pop("status"))

        since = isoparse(d.pop("since"))

        def _parse_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                until_type_0 = isoparse(data)

                return until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        until = _parse_until(d.pop("until"))

        states = []
        _states = d.pop("states")
        for states_item_data in _states:
            states_item = check_event_state(states_item_data)

            states.append(states_item)

        def _parse_types(data: object) -> list[EventType] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                types_type_0 = []
                _types_type_0 = data
                for types_type_0_item_data in _types_type_0:
                    types_type_0_item = check_event_type(types_type_0_item_data)

                    types_type_0.append(types_type_0_item)

                return types_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[EventType] | None, data)

        types = _parse_types(d.pop("types"))

        total = d.pop("total")

        done = d.pop("done")

        created_at = isoparse(d.pop("created_at"))

        def _parse_finished_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                finished_at_type_0 = isoparse(data)

                return finished_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        finished_at = _parse_finished_at(d.pop("finished_at"))

        replay = cls(
            id=id,
            status=status,
            since=since,
            until=until,
            states=states,
            types=types,
            total=total,
            done=done,
            created_at=created_at,
            finished_at=finished_at,
        )

        replay.additional_properties = d
        return replay

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
