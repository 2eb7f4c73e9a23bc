from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.webhook_endpoint_input_signature_format import (
    WebhookEndpointInputSignatureFormat,
    check_webhook_endpoint_input_signature_format,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookEndpointInput")


@_attrs_define
class WebhookEndpointInput:
    url: str
    """ An HTTPS URL. Its host must have public addresses only. Or a URL of the test receiver, which stores requests
    and responds with the number in the URL: https://test-receiver.invalid/204, https://test-receiver.invalid/410,
    https://test-receiver.invalid/429, https://test-receiver.invalid/500 """
    active: bool | Unset = UNSET
    """ Default true. false: the endpoint starts paused """
    signature_format: WebhookEndpointInputSignatureFormat | Unset = UNSET
    """ The headers with the signature. service: X-Service-Signature. standard: webhook-id, webhook-timestamp and
    webhook-signature of Standard Webhooks. both: all of them """
    current_password: str | Unset = UNSET
    """ Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
    """

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        active = self.active

        signature_format: str | Unset = UNSET
        if not isinstance(self.signature_format, Unset):
            signature_format = self.signature_format

        current_password = self.current_password

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
            }
        )
        if active is not UNSET:
            field_dict["active"] = active
        if signature_format is not UNSET:
            field_dict["signature_format"] = signature_format
        if current_password is not UNSET:
            field_dict["current_password"] = current_password

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        url = d.pop("url")

        active = d.pop("active", UNSET)

        _signature_format = d.pop("signature_format", UNSET)
        signature_format: WebhookEndpointInputSignatureFormat | Unset
        if isinstance(_signature_format, Unset):
            signature_format = UNSET
        else:
            signature_format = check_webhook_endpoint_input_signature_format(_signature_format)

        current_password = d.pop("current_password", UNSET)

        webhook_endpoint_input = cls(
            url=url,
            active=active,
            signature_format=signature_format,
            current_password=current_password,
        )

        return webhook_endpoint_input
