from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.notification_user_attributes import NotificationUserAttributes


T = TypeVar("T", bound="NotificationUser")


@_attrs_define
class NotificationUser:
    id: int
    external_user_id: None | str
    email: None | str
    phone: None | str
    first_name: None | str
    last_name: None | str
    locale: None | str
    time_zone: None | str
    attributes: NotificationUserAttributes
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        external_user_id: None | str
        external_user_id = self.external_user_id

        email: None | str
        email = self.email

        phone: None | str
        phone = self.phone

        first_name: None | str
        first_name = self.first_name

        last_name: None | str
        last_name = self.last_name

        locale: None | str
        locale = self.locale

        time_zone: None | str
        time_zone = self.time_zone

        attributes = self.attributes.to_dict()

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "external_user_id": external_user_id,
                "email": email,
                "phone": phone,
                "first_name": first_name,
                "last_name": last_name,
                "locale": locale,
                "time_zone": time_zone,
                "attributes": attributes,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.notification_user_attributes import NotificationUserAttributes

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_external_user_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_user_id = _parse_external_user_id(d.pop("external_user_id"))

        def _parse_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        def _parse_phone(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        phone = _parse_phone(d.pop("phone"))

        def _parse_first_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        first_name = _parse_first_name(d.pop("first_name"))

        def _parse_last_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        last_name = _parse_last_name(d.pop("last_name"))

        def _parse_locale(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        locale = _parse_locale(d.pop("locale"))

        def _parse_time_zone(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        time_zone = _parse_time_zone(d.pop("time_zone"))

        attributes = NotificationUserAttributes.from_dict(d.pop("attributes"))

        created_at = isoparse(d.pop("created_at"))

        updated_at = isoparse(d.pop("updated_at"))

        notification_user = cls(
            id=id,
            external_user_id=external_user_id,
            email=email,
            phone=phone,
            first_name=first_name,
            last_name=last_name,
            locale=locale,
            time_zone=time_zone,
            attributes=attributes,
            created_at=created_at,
            updated_at=updated_at,
        )

        notification_user.additional_properties = d
        return notification_user

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
