from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.account_limits import AccountLimits
    from ..models.account_usage import AccountUsage


T = TypeVar("T", bound="Account")


@_attrs_define
class Account:
    id: int
    name: str
    created_at: datetime.datetime
    limits: AccountLimits
    usage: AccountUsage
    allowed_origins: list[str]
    """ The origins whose pages may read the inbox """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        created_at = self.created_at.isoformat()

        limits = self.limits.to_dict()

        usage = self.usage.to_dict()

        allowed_origins = self.allowed_origins

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "created_at": created_at,
                "limits": limits,
                "usage": usage,
                "allowed_origins": allowed_origins,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.account_limits import AccountLimits
        from ..models.account_usage import AccountUsage

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        created_at = isoparse(d.pop("created_at"))

        limits = AccountLimits.from_dict(d.pop("limits"))

        usage = AccountUsage.from_dict(d.pop("usage"))

        allowed_origins = cast(list[str], d.pop("allowed_origins"))

        account = cls(
            id=id,
            name=name,
            created_at=created_at,
            limits=limits,
            usage=usage,
            allowed_origins=allowed_origins,
        )

        account.additional_properties = d
        return account

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
