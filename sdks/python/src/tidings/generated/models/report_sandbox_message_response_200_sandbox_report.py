from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.report_sandbox_message_response_200_sandbox_report_fact import (
    ReportSandboxMessageResponse200SandboxReportFact,
    check_report_sandbox_message_response_200_sandbox_report_fact,
)

T = TypeVar("T", bound="ReportSandboxMessageResponse200SandboxReport")


@_attrs_define
class ReportSandboxMessageResponse200SandboxReport:
    fact: ReportSandboxMessageResponse200SandboxReportFact
    recorded: bool
    """ false if the delivery already has this state, or a state that excludes it """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        fact: str = self.fact

        recorded = self.recorded

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fact": fact,
                "recorded": recorded,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        fact = check_report_sandbox_message_response_200_sandbox_report_fact(d.pop("fact"))

        recorded = d.pop("recorded")

        report_sandbox_message_response_200_sandbox_report = cls(
            fact=fact,
            recorded=recorded,
        )

        report_sandbox_message_response_200_sandbox_report.additional_properties = d
        return report_sandbox_message_response_200_sandbox_report

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
