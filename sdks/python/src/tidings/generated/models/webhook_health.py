from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.webhook_health_failure_budget import WebhookHealthFailureBudget
    from ..models.webhook_health_response_time_ms import WebhookHealthResponseTimeMs


T = TypeVar("T", bound="WebhookHealth")


@_attrs_define
class WebhookHealth:
    attempts: int
    """ The newest attempts of the last 24 hours, at most 200 """
    succeeded: int
    oldest_at: datetime.datetime | None
    response_time_ms: WebhookHealthResponseTimeMs
    """ Response times of attempts with a response, including the time to connect """
    failure_budget: WebhookHealthFailureBudget
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attempts = self.attempts

        succeeded = self.succeeded

        oldest_at: None | str
        if isinstance(self.oldest_at, datetime.datetime):
            oldest_at = self.oldest_at.isoformat()
        else:
            oldest_at = self.oldest_at

        response_time_ms = self.response_time_ms.to_dict()

        failure_budget = self.failure_budget.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attempts": attempts,
                "succeeded": succeeded,
                "oldest_at": oldest_at,
                "response_time_ms": response_time_ms,
                "failure_budget": failure_budget,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.webhook_health_failure_budget import WebhookHealthFailureBudget
        from ..models.webhook_health_response_time_ms import WebhookHealthResponseTimeMs

        d = dict(src_dict)
        attempts = d.pop("attempts")

        succeeded = d.pop("succeeded")

        def _parse_oldest_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                oldest_at_type_0 = isoparse(data)

                return oldest_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        oldest_at = _parse_oldest_at(d.pop("oldest_at"))

        response_time_ms = WebhookHealthResponseTimeMs.from_dict(d.pop("response_time_ms"))

        failure_budget = WebhookHealthFailureBudget.from_dict(d.pop("failure_budget"))

        webhook_health = cls(
            attempts=attempts,
            succeeded=succeeded,
            oldest_at=oldest_at,
            response_time_ms=response_time_ms,
            failure_budget=failure_budget,
        )

        webhook_health.additional_properties = d
        return webhook_health

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
