from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AccountUsage")


@_attrs_define
class AccountUsage:
    month: str
    """ The month in UTC """
    monthly_email_deliveries: int
    monthly_push_deliveries: int
    monthly_sms_deliveries: int
    monthly_in_app_deliveries: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        month = self.month

        monthly_email_deliveries = self.monthly_email_deliveries

        monthly_push_deliveries = self.monthly_push_deliveries

        monthly_sms_deliveries = self.monthly_sms_deliveries

        monthly_in_app_deliveries = self.monthly_in_app_deliveries

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "month": month,
                "monthly_email_deliveries": monthly_email_deliveries,
                "monthly_push_deliveries": monthly_push_deliveries,
                "monthly_sms_deliveries": monthly_sms_deliveries,
                "monthly_in_app_deliveries": monthly_in_app_deliveries,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        month = d.pop("month")

        monthly_email_deliveries = d.pop("monthly_email_deliveries")

        monthly_push_deliveries = d.pop("monthly_push_deliveries")

        monthly_sms_deliveries = d.pop("monthly_sms_deliveries")

        monthly_in_app_deliveries = d.pop("monthly_in_app_deliveries")

        account_usage = cls(
            month=month,
            monthly_email_deliveries=monthly_email_deliveries,
            monthly_push_deliveries=monthly_push_deliveries,
            monthly_sms_deliveries=monthly_sms_deliveries,
            monthly_in_app_deliveries=monthly_in_app_deliveries,
        )

        account_usage.additional_properties = d
        return account_usage

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
