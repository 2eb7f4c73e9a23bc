from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.get_own_api_key_response_200_api_key_role import (
    GetOwnApiKeyResponse200ApiKeyRole,
    check_get_own_api_key_response_200_api_key_role,
)

T = TypeVar("T", bound="GetOwnApiKeyResponse200ApiKey")


@_attrs_define
class GetOwnApiKeyResponse200ApiKey:
    id: int
    role: GetOwnApiKeyResponse200ApiKeyRole
    account_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        role: str = self.role

        account_id = self.account_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "role": role,
                "account_id": account_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        role = check_get_own_api_key_response_200_api_key_role(d.pop("role"))

        account_id = d.pop("account_id")

        get_own_api_key_response_200_api_key = cls(
            id=id,
            role=role,
            account_id=account_id,
        )

        get_own_api_key_response_200_api_key.additional_properties = d
        return get_own_api_key_response_200_api_key

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
