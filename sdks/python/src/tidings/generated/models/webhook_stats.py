from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.webhook_stats_attempts import WebhookStatsAttempts
    from ..models.webhook_stats_events import WebhookStatsEvents
    from ..models.webhook_stats_failure_budget import WebhookStatsFailureBudget
    from ..models.webhook_stats_oldest_pending_event_type_0 import (
        WebhookStatsOldestPendingEventType0,
    )
    from ..models.webhook_stats_response_time_ms import WebhookStatsResponseTimeMs


T = TypeVar("T", bound="WebhookStats")


@_attrs_define
class WebhookStats:
    since: datetime.datetime
    events: WebhookStatsEvents
    attempts: WebhookStatsAttempts
    response_time_ms: WebhookStatsResponseTimeMs
    """ Response times of attempts with a response, including the time to connect """
    failure_budget: WebhookStatsFailureBudget
    oldest_pending_event: None | WebhookStatsOldestPendingEventType0
    next_retry_at: datetime.datetime | None
    """ null if nothing waits, or the endpoint is not active """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.webhook_stats_oldest_pending_event_type_0 import (
            WebhookStatsOldestPendingEventType0,
        )

        since = self.since.isoformat()

        events = self.events.to_dict()

        attempts = self.attempts.to_dict()

        response_time_ms = self.response_time_ms.to_dict()

        failure_budget = self.failure_budget.to_dict()

        oldest_pending_event: dict[str, Any] | None
        if isinstance(self.oldest_pending_event, WebhookStatsOldestPendingEventType0):
            oldest_pending_event = self.oldest_pending_event.to_dict()
        else:
            oldest_pending_event = self.oldest_pending_event

        next_retry_at: None | str
        if isinstance(self.next_retry_at, datetime.datetime):
            next_retry_at = self.next_retry_at.isoformat()
        else:
            next_retry_at = self.next_retry_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "since": since,
                "events": events,
                "attempts": attempts,
                "response_time_ms": response_time_ms,
                "failure_budget": failure_budget,
                "oldest_pending_event": oldest_pending_event,
                "next_retry_at": next_retry_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.webhook_stats_attempts import WebhookStatsAttempts
        from ..models.webhook_stats_events import WebhookStatsEvents
        from ..models.webhook_stats_failure_budget import WebhookStatsFailureBudget
        from ..models.webhook_stats_oldest_pending_event_type_0 import (
            WebhookStatsOldestPendingEventType0,
        )
        from ..models.webhook_stats_response_time_ms import WebhookStatsResponseTimeMs

        d = dict(src_dict)
        since = isoparse(d.pop("since"))

        events = WebhookStatsEvents.from_dict(d.pop("events"))

        attempts = WebhookStatsAttempts.from_dict(d.pop("attempts"))

        response_time_ms = WebhookStatsResponseTimeMs.from_dict(d.pop("response_time_ms"))

        failure_budget = WebhookStatsFailureBudget.from_dict(d.pop("failure_budget"))

        def _parse_oldest_pending_event(data: object) -> None | WebhookStatsOldestPendingEventType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                oldest_pending_event_type_0 = WebhookStatsOldestPendingEventType0.from_dict(data)

                return oldest_pending_event_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WebhookStatsOldestPendingEventType0, data)

        oldest_pending_event = _parse_oldest_pending_event(d.pop("oldest_pending_event"))

        def _parse_next_retry_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_retry_at_type_0 = isoparse(data)

                return next_retry_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_retry_at = _parse_next_retry_at(d.pop("next_retry_at"))

        webhook_stats = cls(
            since=since,
            events=events,
            attempts=attempts,
            response_time_ms=response_time_ms,
            failure_budget=failure_budget,
            oldest_pending_event=oldest_pending_event,
            next_retry_at=next_retry_at,
        )

        webhook_stats.additional_properties = d
        return webhook_stats

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
