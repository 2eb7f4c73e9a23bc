from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TemplatePreviewSms")


@_attrs_define
class TemplatePreviewSms:
    text: str
    """ The text of an SMS, at most 1,600 characters """
    parts: int
    """ The number of messages that this text needs """
    outside: list[str]
    """ Characters outside of GSM-7, at most 10. With one of them, a part has 70 characters instead of 160 """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        text = self.text

        parts = self.parts

        outside = self.outside

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "text": text,
                "parts": parts,
                "outside": outside,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        text = d.pop("text")

        parts = d.pop("parts")

        outside = cast(list[str], d.pop("outside"))

        template_preview_sms = cls(
            text=text,
            parts=parts,
            outside=outside,
        )

        template_preview_sms.additional_properties = d
        return template_preview_sms

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
