from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AccountLimits")


@_attrs_define
class AccountLimits:
    monthly_email_deliveries: int | None
    """ null: no limit """
    monthly_push_deliveries: int | None
    """ null: no limit """
    monthly_sms_deliveries: int | None
    """ null: no limit """
    monthly_in_app_deliveries: int | None
    """ null: no limit """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        monthly_email_deliveries: int | None
        monthly_email_deliveries = self.monthly_email_deliveries

        monthly_push_deliveries: int | None
        monthly_push_deliveries = self.monthly_push_deliveries

        monthly_sms_deliveries: int | None
        monthly_sms_deliveries = self.monthly_sms_deliveries

        monthly_in_app_deliveries: int | None
        monthly_in_app_deliveries = self.monthly_in_app_deliveries

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
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

        def _parse_monthly_email_deliveries(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        monthly_email_deliveries = _parse_monthly_email_deliveries(d.pop("monthly_email_deliveries"))

        def _parse_monthly_push_deliveries(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        monthly_push_deliveries = _parse_monthly_push_deliveries(d.pop("monthly_push_deliveries"))

        def _parse_monthly_sms_deliveries(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        monthly_sms_deliveries = _parse_monthly_sms_deliveries(d.pop("monthly_sms_deliveries"))

        def _parse_monthly_in_app_deliveries(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        monthly_in_app_deliveries = _parse_monthly_in_app_deliveries(d.pop("monthly_in_app_deliveries"))

        account_limits = cls(
            monthly_email_deliveries=monthly_email_deliveries,
            monthly_push_deliveries=monthly_push_deliveries,
            monthly_sms_deliveries=monthly_sms_deliveries,
            monthly_in_app_deliveries=monthly_in_app_deliveries,
        )

        account_limits.additional_properties = d
        return account_limits

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
