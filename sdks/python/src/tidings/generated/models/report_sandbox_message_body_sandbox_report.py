from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.report_sandbox_message_body_sandbox_report_fact import (
    ReportSandboxMessageBodySandboxReportFact,
    check_report_sandbox_message_body_sandbox_report_fact,
)

T = TypeVar("T", bound="ReportSandboxMessageBodySandboxReport")


@_attrs_define
class ReportSandboxMessageBodySandboxReport:
    fact: ReportSandboxMessageBodySandboxReportFact

    def to_dict(self) -> dict[str, Any]:
        fact: str = self.fact

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "fact": fact,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        fact = check_report_sandbox_message_body_sandbox_report_fact(d.pop("fact"))

        report_sandbox_message_body_sandbox_report = cls(
            fact=fact,
        )

        return report_sandbox_message_body_sandbox_report
