from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.member_patch import MemberPatch


T = TypeVar("T", bound="UpdateMemberBody")


@_attrs_define
class UpdateMemberBody:
    member: MemberPatch
    current_password: str | Unset = UNSET
    """ Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key
    """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        member = self.member.to_dict()

        current_password = self.current_password

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "member": member,
            }
        )
        if current_password is not UNSET:
            field_dict["current_password"] = current_password

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.member_patch import MemberPatch

        d = dict(src_dict)
        member = MemberPatch.from_dict(d.pop("member"))

        current_password = d.pop("current_password", UNSET)

        update_member_body = cls(
            member=member,
            current_password=current_password,
        )

        update_member_body.additional_properties = d
        return update_member_body

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
