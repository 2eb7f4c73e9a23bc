from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.member_role import MemberRole, check_member_role

T = TypeVar("T", bound="Member")


@_attrs_define
class Member:
    id: int
    email: str
    name: None | str
    role: MemberRole
    """ `viewer` can read. `developer` can also write, except members, API keys and limits. `owner` can do
    everything """
    active: bool
    """ true if the member has accepted the invitation and can sign in """
    invited_until: datetime.datetime | None
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        name: None | str
        name = self.name

        role: str = self.role

        active = self.active

        invited_until: None | str
        if isinstance(self.invited_until, datetime.datetime):
            invited_until = self.invited_until.isoformat()
        else:
            invited_until = self.invited_until

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "email": email,
                "name": name,
                "role": role,
                "active": active,
                "invited_until": invited_until,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        role = check_member_role(d.pop("role"))

        active = d.pop("active")

        def _parse_invited_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                invited_until_type_0 = isoparse(data)

                return invited_until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        invited_until = _parse_invited_until(d.pop("invited_until"))

        created_at = isoparse(d.pop("created_at"))

        member = cls(
            id=id,
            email=email,
            name=name,
            role=role,
            active=active,
            invited_until=invited_until,
            created_at=created_at,
        )

        member.additional_properties = d
        return member

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
