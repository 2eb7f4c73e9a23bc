from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ConnectionTest")


@_attrs_define
class ConnectionTest:
    ok: bool
    """ The provider accepts the settings """
    cause: None | str
    """ A word for programs, and the text of the provider if it sent one """
    sentence: None | str
    """ The cause and the next step """
    field: None | str
    """ The setting that helps most likely """
    duration_ms: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ok = self.ok

        cause: None | str
        cause = self.cause

        sentence: None | str
        sentence = self.sentence

        field: None | str
        field = self.field

        duration_ms = self.duration_ms

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ok": ok,
                "cause": cause,
                "sentence": sentence,
                "field": field,
                "duration_ms": duration_ms,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        ok = d.pop("ok")

        def _parse_cause(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cause = _parse_cause(d.pop("cause"))

        def _parse_sentence(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        sentence = _parse_sentence(d.pop("sentence"))

        def _parse_field(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        field = _parse_field(d.pop("field"))

        duration_ms = d.pop("duration_ms")

        connection_test = cls(
            ok=ok,
            cause=cause,
            sentence=sentence,
            field=field,
            duration_ms=duration_ms,
        )

        connection_test.additional_properties = d
        return connection_test

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
