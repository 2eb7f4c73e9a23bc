from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.sandbox_report_fact import SandboxReportFact, check_sandbox_report_fact

T = TypeVar("T", bound="SandboxReport")


@_attrs_define
class SandboxReport:
    fact: SandboxReportFact

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
        fact = check_sandbox_report_fact(d.pop("fact"))

        sandbox_report = cls(
            fact=fact,
        )

        return sandbox_report
