from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookEndpointWithSecret")


@_attrs_define
class WebhookEndpointWithSecret:
    id: int
    url: str
    active: bool
    secret: str
    """ Shown only once """
    standard_secret: str | Unset = UNSET
    """ The same key in the notation of Standard Webhooks, for its libraries. Only if `signature_format` is
    `standard` or `both` """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        url = self.url

        active = self.active

        secret = self.secret

        standard_secret = self.standard_secret

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "url": url,
                "active": active,
                "secret": secret,
            }
        )
        if standard_secret is not UNSET:
            field_dict["standard_secret"] = standard_secret

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        url = d.pop("url")

        active = d.pop("active")

        secret = d.pop("secret")

        standard_secret = d.pop("standard_secret", UNSET)

        webhook_endpoint_with_secret = cls(
            id=id,
            url=url,
            active=active,
            secret=secret,
            standard_secret=standard_secret,
        )

        webhook_endpoint_with_secret.additional_properties = d
        return webhook_endpoint_with_secret

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
