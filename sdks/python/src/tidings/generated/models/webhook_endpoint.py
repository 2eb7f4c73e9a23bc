from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.webhook_endpoint_signature_format import (
    WebhookEndpointSignatureFormat,
    check_webhook_endpoint_signature_format,
)
from ..models.webhook_endpoint_status import (
    WebhookEndpointStatus,
    check_webhook_endpoint_status,
)

T = TypeVar("T", bound="WebhookEndpoint")


@_attrs_define
class WebhookEndpoint:
    id: int
    url: str
    active: bool
    """ false while the endpoint is paused or disabled """
    status: WebhookEndpointStatus
    secret_preview: str
    previous_secret_expires_at: datetime.datetime | None
    """ Until this time, requests are signed with the previous secret too, unless the secret is rotated again. null:
    with one secret only """
    signature_format: WebhookEndpointSignatureFormat
    """ The headers with the signature. service: X-Service-Signature. standard: webhook-id, webhook-timestamp and
    webhook-signature of Standard Webhooks. both: all of them """
    consecutive_failures: int
    """ The number of consecutive failed events. The 20th disables the endpoint """
    inactive_since: datetime.datetime | None
    disabled_at: datetime.datetime | None
    disabled_reason: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        url = self.url

        active = self.active

        status: str = self.status

        secret_preview = self.secret_preview

        previous_secret_expires_at: None | str
        if isinstance(self.previous_secret_expires_at, datetime.datetime):
            previous_secret_expires_at = self.previous_secret_expires_at.isoformat()
        else:
            previous_secret_expires_at = self.previous_secret_expires_at

        signature_format: str = self.signature_format

        consecutive_failures = self.consecutive_failures

        inactive_since: None | str
        if isinstance(self.inactive_since, datetime.datetime):
            inactive_since = self.inactive_since.isoformat()
        else:
            inactive_since = self.inactive_since

        disabled_at: None | str
        if isinstance(self.disabled_at, datetime.datetime):
            disabled_at = self.disabled_at.isoformat()
        else:
            disabled_at = self.disabled_at

        disabled_reason: None | str
        disabled_reason = self.disabled_reason

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "url": url,
                "active": active,
                "status": status,
                "secret_preview": secret_preview,
                "previous_secret_expires_at": previous_secret_expires_at,
                "signature_format": signature_format,
                "consecutive_failures": consecutive_failures,
                "inactive_since": inactive_since,
                "disabled_at": disabled_at,
                "disabled_reason": disabled_reason,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        url = d.pop("url")

        active = d.pop("active")

        status = check_webhook_endpoint_status(d.pop("status"))

        secret_preview = d.pop("secret_preview")

        def _parse_previous_secret_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                previous_secret_expires_at_type_0 = isoparse(data)

                return previous_secret_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        previous_secret_expires_at = _parse_previous_secret_expires_at(d.pop("previous_secret_expires_at"))

        signature_format = check_webhook_endpoint_signature_format(d.pop("signature_format"))

        consecutive_failures = d.pop("consecutive_failures")

        def _parse_inactive_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                inactive_since_type_0 = isoparse(data)

                return inactive_since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        inactive_since = _parse_inactive_since(d.pop("inactive_since"))

        def _parse_disabled_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_at_type_0 = isoparse(data)

                return disabled_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        disabled_at = _parse_disabled_at(d.pop("disabled_at"))

        def _parse_disabled_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        disabled_reason = _parse_disabled_reason(d.pop("disabled_reason"))

        created_at = isoparse(d.pop("created_at"))

        updated_at = isoparse(d.pop("updated_at"))

        webhook_endpoint = cls(
            id=id,
            url=url,
            active=active,
            status=status,
            secret_preview=secret_preview,
            previous_secret_expires_at=previous_secret_expires_at,
            signature_format=signature_format,
            consecutive_failures=consecutive_failures,
            inactive_since=inactive_since,
            disabled_at=disabled_at,
            disabled_reason=disabled_reason,
            created_at=created_at,
            updated_at=updated_at,
        )

        webhook_endpoint.additional_properties = d
        return webhook_endpoint

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
