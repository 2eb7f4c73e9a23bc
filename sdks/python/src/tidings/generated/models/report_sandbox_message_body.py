from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.sandbox_report import SandboxReport


T = TypeVar("T", bound="ReportSandboxMessageBody")


@_attrs_define
class ReportSandboxMessageBody:
    sandbox_report: SandboxReport
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        sandbox_report = self.sandbox_report.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "sandbox_report": sandbox_report,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.sandbox_report import SandboxReport

        d = dict(src_dict)
        sandbox_report = SandboxReport.from_dict(d.pop("sandbox_report"))

        report_sandbox_message_body = cls(
            sandbox_report=sandbox_report,
        )

        report_sandbox_message_body.additional_properties = d
        return report_sandbox_message_body

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
