from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

T = TypeVar("T", bound="InviteMemberResponse201Invitation")


@_attrs_define
class InviteMemberResponse201Invitation:
    url: None | str
    """ Shown only once. Everyone with this link can sign in as the member. null: Set PUBLIC_URL to the address of
    the service, so that invitations have a link, then append the path """
    path: str
    """ The path of the page to accept the invitation, after the address of the service """
    token: str
    """ The token for `POST /api/v1/invitations/accept` """
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        url: None | str
        url = self.url

        path = self.path

        token = self.token

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "url": url,
                "path": path,
                "token": token,
                "expires_at": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url = _parse_url(d.pop("url"))

        path = d.pop("path")

        token = d.pop("token")

        expires_at = isoparse(d.pop("expires_at"))

        invite_member_response_201_invitation = cls(
            url=url,
            path=path,
            token=token,
            expires_at=expires_at,
        )

        invite_member_response_201_invitation.additional_properties = d
        return invite_member_response_201_invitation

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
