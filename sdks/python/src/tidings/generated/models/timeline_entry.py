from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.delivery_status import DeliveryStatus, check_delivery_status
from ..models.event_state import EventState, check_event_state
from ..models.timeline_entry_kind import TimelineEntryKind, check_timeline_entry_kind
from ..models.timeline_entry_result import (
    TimelineEntryResult,
    check_timeline_entry_result,
)
from ..models.timeline_entry_source_type_1 import (
    TimelineEntrySourceType1,
    check_timeline_entry_source_type_1,
)
from ..models.timeline_entry_source_type_2_type_1 import (
    TimelineEntrySourceType2Type1,
    check_timeline_entry_source_type_2_type_1,
)
from ..models.timeline_entry_source_type_3_type_1 import (
    TimelineEntrySourceType3Type1,
    check_timeline_entry_source_type_3_type_1,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.timeline_entry_attempts_item import TimelineEntryAttemptsItem


T = TypeVar("T", bound="TimelineEntry")


@_attrs_define
class TimelineEntry:
    kind: TimelineEntryKind
    at: datetime.datetime
    fact: DeliveryStatus | Unset = UNSET
    source: None | TimelineEntrySourceType1 | TimelineEntrySourceType2Type1 | TimelineEntrySourceType3Type1 | Unset = (
        UNSET
    )
    """ The source of the fact. null after its event was pruned """
    number: int | Unset = UNSET
    """ The number of the send, counted from 1 """
    result: TimelineEntryResult | Unset = UNSET
    cause: None | str | Unset = UNSET
    explanation: None | str | Unset = UNSET
    """ Explains the outcome if the response of the provider does not show it """
    duration_ms: int | Unset = UNSET
    provider_message_id: None | str | Unset = UNSET
    sent_to: None | str | Unset = UNSET
    """ The address that the provider got. null for push """
    event_id: str | Unset = UNSET
    event_type: str | Unset = UNSET
    state: EventState | Unset = UNSET
    state_reason: None | str | Unset = UNSET
    attempts: list[TimelineEntryAttemptsItem] | Unset = UNSET
    """ Oldest first """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        at = self.at.isoformat()

        fact: str | Unset = UNSET
        if not isinstance(self.fact, Unset):
            fact = self.fact

        source: None | str | Unset
        if isinstance(self.source, Unset):
            source = UNSET
        elif isinstance(self.source, str):
            source = self.source
        elif isinstance(self.source, str):
            source = self.source
        elif isinstance(self.source, str):
            source = self.source
        else:
            source = self.source

        number = self.number

        result: str | Unset = UNSET
        if not isinstance(self.result, Unset):
            result = self.result

        cause: None | str | Unset
        if isinstance(self.cause, Unset):
            cause = UNSET
        else:
            cause = self.cause

        explanation: None | str | Unset
        if isinstance(self.explanation, Unset):
            explanation = UNSET
        else:
            explanation = self.explanation

        duration_ms = self.duration_ms

        provider_message_id: None | str | Unset
        if isinstance(self.provider_message_id, Unset):
            provider_message_id = UNSET
        else:
            provider_message_id = self.provider_message_id

        sent_to: None | str | Unset
        if isinstance(self.sent_to, Unset):
            sent_to = UNSET
        else:
            sent_to = self.sent_to

        event_id = self.event_id

        event_type = self.event_type

        state: str | Unset = UNSET
        if not isinstance(self.state, Unset):
            state = self.state

        state_reason: None | str | Unset
        if isinstance(self.state_reason, Unset):
            state_reason = UNSET
        else:
            state_reason = self.state_reason

        attempts: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.attempts, Unset):
            attempts = []
            for attempts_item_data in self.attempts:
                attempts_item = attempts_item_data.to_dict()
                attempts.append(attempts_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "at": at,
            }
        )
        if fact is not UNSET:
            field_dict["fact"] = fact
        if source is not UNSET:
            field_dict["source"] = source
        if number is not UNSET:
            field_dict["number"] = number
        if result is not UNSET:
            field_dict["result"] = result
        if cause is not UNSET:
            field_dict["cause"] = cause
        if explanation is not UNSET:
            field_dict["explanation"] = explanation
        if duration_ms is not UNSET:
            field_dict["duration_ms"] = duration_ms
        if provider_message_id is not UNSET:
            field_dict["provider_message_id"] = provider_message_id
        if sent_to is not UNSET:
            field_dict["sent_to"] = sent_to
        if event_id is not UNSET:
            field_dict["event_id"] = event_id
        if event_type is not UNSET:
            field_dict["event_type"] = event_type
        if state is not UNSET:
            field_dict["state"] = state
        if state_reason is not UNSET:
            field_dict["state_reason"] = state_reason
        if attempts is not UNSET:
            field_dict["attempts"] = attempts

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.timeline_entry_attempts_item import TimelineEntryAttemptsItem

        d = dict(src_dict)
        kind = check_timeline_entry_kind(d.pop("kind"))

        at = isoparse(d.pop("at"))

        _fact = d.pop("fact", UNSET)
        fact: DeliveryStatus | Unset
        if isinstance(_fact, Unset):
            fact = UNSET
        else:
            fact = check_delivery_status(_fact)

        def _parse_source(
            data: object,
        ) -> None | TimelineEntrySourceType1 | TimelineEntrySourceType2Type1 | TimelineEntrySourceType3Type1 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                source_type_1 = check_timeline_entry_source_type_1(data)

                return source_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                source_type_2_type_1 = check_timeline_entry_source_type_2_type_1(data)

                return source_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                source_type_3_type_1 = check_timeline_entry_source_type_3_type_1(data)

                return source_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                None | TimelineEntrySourceType1 | TimelineEntrySourceType2Type1 | TimelineEntrySourceType3Type1 | Unset,
                data,
            )

        source = _parse_source(d.pop("source", UNSET))

        number = d.pop("number", UNSET)

        _result = d.pop("result", UNSET)
        result: TimelineEntryResult | Unset
        if isinstance(_result, Unset):
            result = UNSET
        else:
            result = check_timeline_entry_result(_result)

        def _parse_cause(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        cause = _parse_cause(d.pop("cause", UNSET))

        def _parse_explanation(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        explanation = _parse_explanation(d.pop("explanation", UNSET))

        duration_ms = d.pop("duration_ms", UNSET)

        def _parse_provider_message_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        provider_message_id = _parse_provider_message_id(d.pop("provider_message_id", UNSET))

        def _parse_sent_to(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        sent_to = _parse_sent_to(d.pop("sent_to", UNSET))

        event_id = d.pop("event_id", UNSET)

        event_type = d.pop("event_type", UNSET)

        _state = d.pop("state", UNSET)
        state: EventState | Unset
        if isinstance(_state, Unset):
            state = UNSET
        else:
            state = check_event_state(_state)

        def _parse_state_reason(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        state_reason = _parse_state_reason(d.pop("state_reason", UNSET))

        _attempts = d.pop("attempts", UNSET)
        attempts: list[TimelineEntryAttemptsItem] | Unset = UNSET
        if _attempts is not UNSET:
            attempts = []
            for attempts_item_data in _attempts:
                attempts_item = TimelineEntryAttemptsItem.from_dict(attempts_item_data)

                attempts.append(attempts_item)

        timeline_entry = cls(
            kind=kind,
            at=at,
            fact=fact,
            source=source,
            number=number,
            result=result,
            cause=cause,
            explanation=explanation,
            duration_ms=duration_ms,
            provider_message_id=provider_message_id,
            sent_to=sent_to,
            event_id=event_id,
            event_type=event_type,
            state=state,
            state_reason=state_reason,
            attempts=attempts,
        )

        timeline_entry.additional_properties = d
        return timeline_entry

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
