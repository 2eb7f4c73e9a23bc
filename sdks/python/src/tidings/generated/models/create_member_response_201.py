from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.create_member_response_201_invitation import (
        CreateMemberResponse201Invitation,
    )
    from ..models.member import Member


T = TypeVar("T", bound="CreateMemberResponse201")


@_attrs_define
class CreateMemberResponse201:
    member: Member
    invitation: CreateMemberResponse201Invitation
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        member = self.member.to_dict()

        invitation = self.invitation.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "member": member,
                "invitation": invitation,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.create_member_response_201_invitation import (
            CreateMemberResponse201Invitation,
        )
        from ..models.member import Member

        d = dict(src_dict)
        member = Member.from_dict(d.pop("member"))

        invitation = CreateMemberResponse201Invitation.from_dict(d.pop("invitation"))

        create_member_response_201 = cls(
            member=member,
            invitation=invitation,
        )

        create_member_response_201.additional_properties = d
        return create_member_response_201

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
