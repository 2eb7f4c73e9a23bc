from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.event_state import EventState, check_event_state

if TYPE_CHECKING:
    from ..models.webhook_event_attempt import WebhookEventAttempt
    from ..models.webhook_event_with_attempts_data import WebhookEventWithAttemptsData


T = TypeVar("T", bound="WebhookEventWithAttempts")


@_attrs_define
class WebhookEventWithAttempts:
    id: str
    type_: str
    created_at: datetime.datetime
    data: WebhookEventWithAttemptsData
    state: EventState
    attempts_made: int
    next_attempt_at: datetime.datetime | None
    state_reason: None | str
    """ The reason if the event was skipped or dropped """
    body: str
    """ The exact text of the body, sent and signed in every attempt """
    attempts: list[WebhookEventAttempt]
    """ Newest first """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_ = self.type_

        created_at = self.created_at.isoformat()

        data = self.data.to_dict()

        state: str = self.state

        attempts_made = self.attempts_made

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        state_reason: None | str
        state_reason = self.state_reason

        body = self.body

        attempts = []
        for attempts_item_data in self.attempts:
            attempts_item = attempts_item_data.to_dict()
            attempts.append(attempts_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "type": type_,
                "created_at": created_at,
                "data": data,
                "state": state,
                "attempts_made": attempts_made,
                "next_attempt_at": next_attempt_at,
                "state_reason": state_reason,
                "body": body,
                "attempts": attempts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.webhook_event_attempt import WebhookEventAttempt
        from ..models.webhook_event_with_attempts_data import (
            WebhookEventWithAttemptsData,
        )

        d = dict(src_dict)
        id = d.pop("id")

        type_ = d.pop("type")

        created_at = isoparse(d.pop("created_at"))

        data = WebhookEventWithAttemptsData.from_dict(d.pop("data"))

        state = check_event_state(d.pop("state"))

        attempts_made = d.pop("attempts_made")

        def _parse_next_attempt_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_attempt_at_type_0 = isoparse(data)

                return next_attempt_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_attempt_at = _parse_next_attempt_at(d.pop("next_attempt_at"))

        def _parse_state_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        state_reason = _parse_state_reason(d.pop("state_reason"))

        body = d.pop("body")

        attempts = []
        _attempts = d.pop("attempts")
        for attempts_item_data in _attempts:
            attempts_item = WebhookEventAttempt.from_dict(attempts_item_data)

            attempts.append(attempts_item)

        webhook_event_with_attempts = cls(
            id=id,
            type_=type_,
            created_at=created_at,
            data=data,
            state=state,
            attempts_made=attempts_made,
            next_attempt_at=next_attempt_at,
            state_reason=state_reason,
            body=body,
            attempts=attempts,
        )

        webhook_event_with_attempts.additional_properties = d
        return webhook_event_with_attempts

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
