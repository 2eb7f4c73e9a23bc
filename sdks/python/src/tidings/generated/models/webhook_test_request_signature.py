from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_test_request_signature_verdict import (
    WebhookTestRequestSignatureVerdict,
    check_webhook_test_request_signature_verdict,
)

T = TypeVar("T", bound="WebhookTestRequestSignature")


@_attrs_define
class WebhookTestRequestSignature:
    verdict: WebhookTestRequestSignatureVerdict
    """ The result of the verifier of the SDK, with the secrets at that time """
    sentence: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        verdict: str = self.verdict

        sentence = self.sentence

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "verdict": verdict,
                "sentence": sentence,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        verdict = check_webhook_test_request_signature_verdict(d.pop("verdict"))

        sentence = d.pop("sentence")

        webhook_test_request_signature = cls(
            verdict=verdict,
            sentence=sentence,
        )

        webhook_test_request_signature.additional_properties = d
        return webhook_test_request_signature

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
