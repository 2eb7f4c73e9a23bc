from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.test_send_result import TestSendResult, check_test_send_result

T = TypeVar("T", bound="TestSend")


@_attrs_define
class TestSend:
    result: TestSendResult
    provider_message_id: None | str
    cause: None | str
    friendly_error_message: None | str
    duration_ms: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        result: str = self.result

        provider_message_id: None | str
        provider_message_id = self.provider_message_id

        cause: None | str
        cause = self.cause

        friendly_error_message: None | str
        friendly_error_message = self.friendly_error_message

        duration_ms = self.duration_ms

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "result": result,
                "provider_message_id": provider_message_id,
                "cause": cause,
                "friendly_error_message": friendly_error_message,
                "duration_ms": duration_ms,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        result = check_test_send_result(d.pop("result"))

        def _parse_provider_message_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        provider_message_id = _parse_provider_message_id(d.pop("provider_message_id"))

        def _parse_cause(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cause = _parse_cause(d.pop("cause"))

        def _parse_friendly_error_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        friendly_error_message = _parse_friendly_error_message(d.pop("friendly_error_message"))

        duration_ms = d.pop("duration_ms")

        test_send = cls(
            result=result,
            provider_message_id=provider_message_id,
            cause=cause,
            friendly_error_message=friendly_error_message,
            duration_ms=duration_ms,
        )

        test_send.additional_properties = d
        return test_send

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
