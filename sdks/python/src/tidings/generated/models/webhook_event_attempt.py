from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.webhook_event_attempt_request_headers_type_0_item import (
        WebhookEventAttemptRequestHeadersType0Item,
    )


T = TypeVar("T", bound="WebhookEventAttempt")


@_attrs_define
class WebhookEventAttempt:
    event_id: str
    event_type: str
    attempt_number: int
    succeeded: bool
    response_code: int | None
    error_message: None | str
    error_code: None | str
    """ The code of Node or OpenSSL if `error_message` is `tls_error` """
    duration_ms: int
    created_at: datetime.datetime
    url: None | str
    """ The endpoint's URL at the time of the attempt. null if an older version recorded the attempt """
    response_head: None | str
    """ The first 1 KiB of the response body. Stored only for receivers with public addresses """
    posted_again: bool
    """ true if the event was POSTed twice in this attempt, because a reused connection was closed without a
    response """
    request_headers: list[WebhookEventAttemptRequestHeadersType0Item] | None
    """ The headers as sent, in their order, without Host, Content-Length and traceparent. null: no connection was
    made, so nothing was sent """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        event_id = self.event_id

        event_type = self.event_type

        attempt_number = self.attempt_number

        succeeded = self.succeeded

        response_code: int | None
        response_code = self.response_code

        error_message: None | str
        error_message = self.error_message

        error_code: None | str
        error_code = self.error_code

        duration_ms = self.duration_ms

        created_at = self.created_at.isoformat()

        url: None | str
        url = self.url

        response_head: None | str
        response_head = self.response_head

        posted_again = self.posted_again

        request_headers: list[dict[str, Any]] | None
        if isinstance(self.request_headers, list):
            request_headers = []
            for request_headers_type_0_item_data in self.request_headers:
                request_headers_type_0_item = request_headers_type_0_item_data.to_dict()
                request_headers.append(request_headers_type_0_item)

        else:
            request_headers = self.request_headers

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "event_id": event_id,
                "event_type": event_type,
                "attempt_number": attempt_number,
                "succeeded": succeeded,
                "response_code": response_code,
                "error_message": error_message,
                "error_code": error_code,
                "duration_ms": duration_ms,
                "created_at": created_at,
                "url": url,
                "response_head": response_head,
                "posted_again": posted_again,
                "request_headers": request_headers,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.webhook_event_attempt_request_headers_type_0_item import (
            WebhookEventAttemptRequestHeadersType0Item,
        )

        d = dict(src_dict)
        event_id = d.pop("event_id")

        event_type = d.pop("event_type")

        attempt_number = d.pop("attempt_number")

        succeeded = d.pop("succeeded")

        def _parse_response_code(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        response_code = _parse_response_code(d.pop("response_code"))

        def _parse_error_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error_message = _parse_error_message(d.pop("error_message"))

        def _parse_error_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error_code = _parse_error_code(d.pop("error_code"))

        duration_ms = d.pop("duration_ms")

        created_at = isoparse(d.pop("created_at"))

        def _parse_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url = _parse_url(d.pop("url"))

        def _parse_response_head(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        response_head = _parse_response_head(d.pop("response_head"))

        posted_again = d.pop("posted_again")

        def _parse_request_headers(data: object) -> list[WebhookEventAttemptRequestHeadersType0Item] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                request_headers_type_0 = []
                _request_headers_type_0 = data
                for request_headers_type_0_item_data in _request_headers_type_0:
                    request_headers_type_0_item = WebhookEventAttemptRequestHeadersType0Item.from_dict(
                        request_headers_type_0_item_data
                    )

                    request_headers_type_0.append(request_headers_type_0_item)

                return request_headers_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[WebhookEventAttemptRequestHeadersType0Item] | None, data)

        request_headers = _parse_request_headers(d.pop("request_headers"))

        webhook_event_attempt = cls(
            event_id=event_id,
            event_type=event_type,
            attempt_number=attempt_number,
            succeeded=succeeded,
            response_code=response_code,
            error_message=error_message,
            error_code=error_code,
            duration_ms=duration_ms,
            created_at=created_at,
            url=url,
            response_head=response_head,
            posted_again=posted_again,
            request_headers=request_headers,
        )

        webhook_event_attempt.additional_properties = d
        return webhook_event_attempt

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
