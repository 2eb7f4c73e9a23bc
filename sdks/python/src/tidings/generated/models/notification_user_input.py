from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.notification_user_input_attributes_type_0 import (
        NotificationUserInputAttributesType0,
    )


T = TypeVar("T", bound="NotificationUserInput")


@_attrs_define
class NotificationUserInput:
    external_user_id: None | str | Unset = UNSET
    """ Your own unique id of the recipient. An integer is taken as its digits """
    email: None | str | Unset = UNSET
    phone: None | str | Unset = UNSET
    """ An international number, stored in the form of E.164. It begins with + and a country code, and has a length
    that the country has. Separators and a zero in brackets, as in +44 (0)20 7183 8750, are dropped """
    first_name: None | str | Unset = UNSET
    last_name: None | str | Unset = UNSET
    locale: None | str | Unset = UNSET
    time_zone: None | str | Unset = UNSET
    """ A time zone of the IANA database """
    attributes: None | NotificationUserInputAttributesType0 | Unset = UNSET
    """ At most 10 KB of JSON, nested at most 20 levels deep """

    def to_dict(self) -> dict[str, Any]:
        from ..models.notification_user_input_attributes_type_0 import (
            NotificationUserInputAttributesType0,
        )

        external_user_id: None | str | Unset
        if isinstance(self.external_user_id, Unset):
            external_user_id = UNSET
        else:
            external_user_id = self.external_user_id

        email: None | str | Unset
        if isinstance(self.email, Unset):
            email = UNSET
        else:
            email = self.email

        phone: None | str | Unset
        if isinstance(self.phone, Unset):
            phone = UNSET
        else:
            phone = self.phone

        first_name: None | str | Unset
        if isinstance(self.first_name, Unset):
            first_name = UNSET
        else:
            first_name = self.first_name

        last_name: None | str | Unset
        if isinstance(self.last_name, Unset):
            last_name = UNSET
        else:
            last_name = self.last_name

        locale: None | str | Unset
        if isinstance(self.locale, Unset):
            locale = UNSET
        else:
            locale = self.locale

        time_zone: None | str | Unset
        if isinstance(self.time_zone, Unset):
            time_zone = UNSET
        else:
            time_zone = self.time_zone

        attributes: dict[str, Any] | None | Unset
        if isinstance(self.attributes, Unset):
            attributes = UNSET
        elif isinstance(self.attributes, NotificationUserInputAttributesType0):
            attributes = self.attributes.to_dict()
        else:
            attributes = self.attributes

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if external_user_id is not UNSET:
            field_dict["external_user_id"] = external_user_id
        if email is not UNSET:
            field_dict["email"] = email
        if phone is not UNSET:
            field_dict["phone"] = phone
        if first_name is not UNSET:
            field_dict["first_name"] = first_name
        if last_name is not UNSET:
            field_dict["last_name"] = last_name
        if locale is not UNSET:
            field_dict["locale"] = locale
        if time_zone is not UNSET:
            field_dict["time_zone"] = time_zone
        if attributes is not UNSET:
            field_dict["attributes"] = attributes

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.notification_user_input_attributes_type_0 import (
            NotificationUserInputAttributesType0,
        )

        d = dict(src_dict)

        def _parse_external_user_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        external_user_id = _parse_external_user_id(d.pop("external_user_id", UNSET))

        def _parse_email(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        email = _parse_email(d.pop("email", UNSET))

        def _parse_phone(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        phone = _parse_phone(d.pop("phone", UNSET))

        def _parse_first_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        first_name = _parse_first_name(d.pop("first_name", UNSET))

        def _parse_last_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        last_name = _parse_last_name(d.pop("last_name", UNSET))

        def _parse_locale(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        locale = _parse_locale(d.pop("locale", UNSET))

        def _parse_time_zone(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        time_zone = _parse_time_zone(d.pop("time_zone", UNSET))

        def _parse_attributes(data: object) -> None | NotificationUserInputAttributesType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                attributes_type_0 = NotificationUserInputAttributesType0.from_dict(data)

                return attributes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NotificationUserInputAttributesType0 | Unset, data)

        attributes = _parse_attributes(d.pop("attributes", UNSET))

        notification_user_input = cls(
            external_user_id=external_user_id,
            email=email,
            phone=phone,
            first_name=first_name,
            last_name=last_name,
            locale=locale,
            time_zone=time_zone,
            attributes=attributes,
        )

        return notification_user_input
