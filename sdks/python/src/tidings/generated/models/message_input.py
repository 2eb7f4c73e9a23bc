from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from dateutil.parser import isoparse

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.message_attribute_input import MessageAttributeInput
    from ..models.notification_user_input import NotificationUserInput


T = TypeVar("T", bound="MessageInput")


@_attrs_define
class MessageInput:
    external_user_id: None | str | Unset = UNSET
    """ Your own id of the recipient; blank counts as absent. An integer is taken as its digits """
    notification_user_id: int | None | Unset = UNSET
    message_template_name: None | str | Unset = UNSET
    """ Your own name of the template; blank counts as absent """
    message_template_id: int | None | Unset = UNSET
    message_attributes_attributes: list[MessageAttributeInput] | Unset = UNSET
    """ The values for the texts of the template: the name `order.id` is the field `id` of `order` """
    actor_id: int | None | Unset = UNSET
    critical: bool | Unset = UNSET
    """ The recipient's quiet hours do not delay the message. Default false """
    locale: None | str | Unset = UNSET
    """ The locale of the texts, of their dates and numbers. Default: the locale of the recipient. If the template
    has no texts for it, those of the language are used, then the own texts of the template """
    send_at: datetime.datetime | None | Unset = UNSET
    """ At most 366 days ahead. If it is absent, null or in the past, the message is sent at once """
    notification_user: NotificationUserInput | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        external_user_id: None | str | Unset
        if isinstance(self.external_user_id, Unset):
            external_user_id = UNSET
        else:
            external_user_id = self.external_user_id

        notification_user_id: int | None | Unset
        if isinstance(self.notification_user_id, Unset):
            notification_user_id = UNSET
        else:
            notification_user_id = self.notification_user_id

        message_template_name: None | str | Unset
        if isinstance(self.message_template_name, Unset):
            message_template_name = UNSET
        else:
            message_template_name = self.message_template_name

        message_template_id: int | None | Unset
        if isinstance(self.message_template_id, Unset):
            message_template_id = UNSET
        else:
            message_template_id = self.message_template_id

        message_attributes_attributes: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.message_attributes_attributes, Unset):
            message_attributes_attributes = []
            for message_attributes_attributes_item_data in self.message_attributes_attributes:
                message_attributes_attributes_item = message_attributes_attributes_item_data.to_dict()
                message_attributes_attributes.append(message_attributes_attributes_item)

        actor_id: int | None | Unset
        if isinstance(self.actor_id, Unset):
            actor_id = UNSET
        else:
            actor_id = self.actor_id

        critical = self.critical

        locale: None | str | Unset
        if isinstance(self.locale, Unset):
            locale = UNSET
        else:
            locale = self.locale

        send_at: None | str | Unset
        if isinstance(self.send_at, Unset):
            send_at = UNSET
        elif isinstance(self.send_at, datetime.datetime):
            send_at = self.send_at.isoformat()
        else:
            send_at = self.send_at

        notification_user: dict[str, Any] | Unset = UNSET
        if not isinstance(self.notification_user, Unset):
            notification_user = self.notification_user.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if external_user_id is not UNSET:
            field_dict["external_user_id"] = external_user_id
        if notification_user_id is not UNSET:
            field_dict["notification_user_id"] = notification_user_id
        if message_template_name is not UNSET:
            field_dict["message_template_name"] = message_template_name
        if message_template_id is not UNSET:
            field_dict["message_template_id"] = message_template_id
        if message_attributes_attributes is not UNSET:
            field_dict["message_attributes_attributes"] = message_attributes_attributes
        if actor_id is not UNSET:
            field_dict["actor_id"] = actor_id
        if critical is not UNSET:
            field_dict["critical"] = critical
        if locale is not UNSET:
            field_dict["locale"] = locale
        if send_at is not UNSET:
            field_dict["send_at"] = send_at
        if notification_user is not UNSET:
            field_dict["notification_user"] = notification_user

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_attribute_input import MessageAttributeInput
        from ..models.notification_user_input import NotificationUserInput

        d = dict(src_dict)

        def _parse_external_user_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        external_user_id = _parse_external_user_id(d.pop("external_user_id", UNSET))

        def _parse_notification_user_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        notification_user_id = _parse_notification_user_id(d.pop("notification_user_id", UNSET))

        def _parse_message_template_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        message_template_name = _parse_message_template_name(d.pop("message_template_name", UNSET))

        def _parse_message_template_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        message_template_id = _parse_message_template_id(d.pop("message_template_id", UNSET))

        _message_attributes_attributes = d.pop("message_attributes_attributes", UNSET)
        message_attributes_attributes: list[MessageAttributeInput] | Unset = UNSET
        if _message_attributes_attributes is not UNSET:
            message_attributes_attributes = []
            for message_attributes_attributes_item_data in _message_attributes_attributes:
                message_attributes_attributes_item = MessageAttributeInput.from_dict(
                    message_attributes_attributes_item_data
                )

                message_attributes_attributes.append(message_attributes_attributes_item)

        def _parse_actor_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        actor_id = _parse_actor_id(d.pop("actor_id", UNSET))

        critical = d.pop("critical", UNSET)

        def _parse_locale(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        locale = _parse_locale(d.pop("locale", UNSET))

        def _parse_send_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                send_at_type_0 = isoparse(data)

                return send_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        send_at = _parse_send_at(d.pop("send_at", UNSET))

        _notification_user = d.pop("notification_user", UNSET)
        notification_user: NotificationUserInput | Unset
        if isinstance(_notification_user, Unset):
            notification_user = UNSET
        else:
            notification_user = NotificationUserInput.from_dict(_notification_user)

        message_input = cls(
            external_user_id=external_user_id,
            notification_user_id=notification_user_id,
            message_template_name=message_template_name,
            message_template_id=message_template_id,
            message_attributes_attributes=message_attributes_attributes,
            actor_id=actor_id,
            critical=critical,
            locale=locale,
            send_at=send_at,
            notification_user=notification_user,
        )

        return message_input
