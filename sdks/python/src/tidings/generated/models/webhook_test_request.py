from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.webhook_test_request_method import (
    WebhookTestRequestMethod,
    check_webhook_test_request_method,
)

if TYPE_CHECKING:
    from ..models.webhook_test_request_headers_item import WebhookTestRequestHeadersItem
    from ..models.webhook_test_request_signature import WebhookTestRequestSignature


T = TypeVar("T", bound="WebhookTestRequest")


@_attrs_define
class WebhookTestRequest:
    id: int
    received_at: datetime.datetime
    method: WebhookTestRequestMethod
    url: str
    event_id: str
    headers: list[WebhookTestRequestHeadersItem]
    """ In their order, without Host and Content-Length """
    body: str
    """ The exact text that is signed """
    signature: WebhookTestRequestSignature
    response_status: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        received_at = self.received_at.isoformat()

        method: str = self.method

        url = self.url

        event_id = self.event_id

        headers = []
        for headers_item_data in self.headers:
            headers_item = headers_item_data.to_dict()
            headers.append(headers_item)

        body = self.body

        signature = self.signature.to_dict()

        response_status = self.response_status

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "received_at": received_at,
                "method": method,
                "url": url,
                "event_id": event_id,
                "headers": headers,
                "body": body,
                "signature": signature,
                "response_status": response_status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.webhook_test_request_headers_item import (
            WebhookTestRequestHeadersItem,
        )
        from ..models.webhook_test_request_signature import WebhookTestRequestSignature

        d = dict(src_dict)
        id = d.pop("id")

        received_at = isoparse(d.pop("received_at"))

        method = check_webhook_test_request_method(d.pop("method"))

        url = d.pop("url")

        event_id = d.pop("event_id")

        headers = []
        _headers = d.pop("headers")
        for headers_item_data in _headers:
            headers_item = WebhookTestRequestHeadersItem.from_dict(headers_item_data)

            headers.append(headers_item)

        body = d.pop("body")

        signature = WebhookTestRequestSignature.from_dict(d.pop("signature"))

        response_status = d.pop("response_status")

        webhook_test_request = cls(
            id=id,
            received_at=received_at,
            method=method,
            url=url,
            event_id=event_id,
            headers=headers,
            body=body,
            signature=signature,
            response_status=response_status,
        )

        webhook_test_request.additional_properties = d
        return webhook_test_request

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
