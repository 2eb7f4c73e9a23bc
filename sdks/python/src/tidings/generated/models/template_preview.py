from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.template_preview_sms import TemplatePreviewSms


T = TypeVar("T", bound="TemplatePreview")


@_attrs_define
class TemplatePreview:
    subject: str
    body: str
    text: str
    """ The body as plain text, as SMS, pushes and the inbox have it """
    sms: TemplatePreviewSms
    names: list[str]
    """ Names used in the texts, at most 100 """
    unknown_names: list[str]
    """ Undefined names, at most 100: they render empty """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        subject = self.subject

        body = self.body

        text = self.text

        sms = self.sms.to_dict()

        names = self.names

        unknown_names = self.unknown_names

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "subject": subject,
                "body": body,
                "text": text,
                "sms": sms,
                "names": names,
                "unknown_names": unknown_names,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.template_preview_sms import TemplatePreviewSms

        d = dict(src_dict)
        subject = d.pop("subject")

        body = d.pop("body")

        text = d.pop("text")

        sms = TemplatePreviewSms.from_dict(d.pop("sms"))

        names = cast(list[str], d.pop("names"))

        unknown_names = cast(list[str], d.pop("unknown_names"))

        template_preview = cls(
            subject=subject,
            body=body,
            text=text,
            sms=sms,
            names=names,
            unknown_names=unknown_names,
        )

        template_preview.additional_properties = d
        return template_preview

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
