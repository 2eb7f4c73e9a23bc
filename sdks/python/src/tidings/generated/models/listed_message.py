from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.listed_message_notification_user import ListedMessageNotificationUser
    from ..models.message_attribute import MessageAttribute
    from ..models.message_delivery import MessageDelivery
    from ..models.skipped_channel import SkippedChannel


T = TypeVar("T", bound="ListedMessage")


@_attrs_define
class ListedMessage:
    id: int
    notification_user_id: int
    message_template_id: int
    account_id: int
    actor_id: int | None
    seen: bool
    subject: str
    """ The text of the template when the message was created """
    body: str
    rendered_subject: str
    rendered_body: str
    message_attributes: list[MessageAttribute]
    send_at: datetime.datetime | None
    seen_at: datetime.datetime | None
    delivered_at: datetime.datetime | None
    canceled_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    deliveries: list[MessageDelivery]
    critical: bool
    locale: None | str
    """ The locale of the template whose texts were used. null: the template's own texts """
    skipped_channels: list[SkippedChannel]
    """ Channels without a delivery, because of the preferences of the recipient when the message was created """
    notification_user: ListedMessageNotificationUser | Unset = UNSET
    """ Only with `expand=notification_user` """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        notification_user_id = self.notification_user_id

        message_template_id = self.message_template_id

        account_id = self.account_id

        actor_id: int | None
        actor_id = self.actor_id

        seen = self.seen

        subject = self.subject

        body = self.body

        rendered_subject = self.rendered_subject

        rendered_body = self.rendered_body

        message_attributes = []
        for message_attributes_item_data in self.message_attributes:
            message_attributes_item = message_attributes_item_data.to_dict()
            message_attributes.append(message_attributes_item)

        send_at: None | str
        if isinstance(self.send_at, datetime.datetime):
            send_at = self.send_at.isoformat()
        else:
            send_at = self.send_at

        seen_at: None | str
        if isinstance(self.seen_at, datetime.datetime):
            seen_at = self.seen_at.isoformat()
        else:
            seen_at = self.seen_at

        delivered_at: None | str
        if isinstance(self.delivered_at, datetime.datetime):
            delivered_at = self.delivered_at.isoformat()
        else:
            delivered_at = self.delivered_at

        canceled_at: None | str
        if isinstance(self.canceled_at, datetime.datetime):
            canceled_at = self.canceled_at.isoformat()
        else:
            canceled_at = self.canceled_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        deliveries = []
        for deliveries_item_data in self.deliveries:
            deliveries_item = deliveries_item_data.to_dict()
            deliveries.append(deliveries_item)

        critical = self.critical

        locale: None | str
        locale = self.locale

        skipped_channels = []
        for skipped_channels_item_data in self.skipped_channels:
            skipped_channels_item = skipped_channels_item_data.to_dict()
            skipped_channels.append(skipped_channels_item)

        notification_user: dict[str, Any] | Unset = UNSET
        if not isinstance(self.notification_user, Unset):
            notification_user = self.notification_user.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "notification_user_id": notification_user_id,
                "message_template_id": message_template_id,
                "account_id": account_id,
                "actor_id": actor_id,
                "seen": seen,
                "subject": subject,
                "body": body,
                "rendered_subject": rendered_subject,
                "rendered_body": rendered_body,
                "message_attributes": message_attributes,
                "send_at": send_at,
                "seen_at": seen_at,
                "delivered_at": delivered_at,
                "canceled_at": canceled_at,
                "created_at": created_at,
                "updated_at": updated_at,
                "deliveries": deliveries,
                "critical": critical,
                "locale": locale,
                "skipped_channels": skipped_channels,
            }
        )
        if notification_user is not UNSET:
            field_dict["notification_user"] = notification_user

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.listed_message_notification_user import (
            ListedMessageNotificationUser,
        )
        from ..models.message_attribute import MessageAttribute
        from ..models.message_delivery import MessageDelivery
        from ..models.skipped_channel import SkippedChannel

        d = dict(src_dict)
        id = d.pop("id")

        notification_user_id = d.pop("notification_user_id")

        message_template_id = d.pop("message_template_id")

        account_id = d.pop("account_id")

        def _parse_actor_id(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        actor_id = _parse_actor_id(d.pop("actor_id"))

        seen = d.pop("seen")

        subject = d.pop("subject")

        body = d.pop("body")

        rendered_subject = d.pop("rendered_subject")

        rendered_body = d.pop("rendered_body")

        message_attributes = []
        _message_attributes = d.pop("message_attributes")
        for message_attributes_item_data in _message_attributes:
            message_attributes_item = MessageAttribute.from_dict(message_attributes_item_data)

            message_attributes.append(message_attributes_item)

        def _parse_send_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                send_at_type_0 = isoparse(data)

                return send_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        send_at = _parse_send_at(d.pop("send_at"))

        def _parse_seen_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                seen_at_type_0 = isoparse(data)

                return seen_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        seen_at = _parse_seen_at(d.pop("seen_at"))

        def _parse_delivered_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                delivered_at_type_0 = isoparse(data)

                return delivered_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        delivered_at = _parse_delivered_at(d.pop("delivered_at"))

        def _parse_canceled_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                canceled_at_type_0 = isoparse(data)

                return canceled_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        canceled_at = _parse_canceled_at(d.pop("canceled_at"))

        created_at = isoparse(d.pop("created_at"))

        updated_at = isoparse(d.pop("updated_at"))

        deliveries = []
        _deliveries = d.pop("deliveries")
        for deliveries_item_data in _deliveries:
            deliveries_item = MessageDelivery.from_dict(deliveries_item_data)

            deliveries.append(deliveries_item)

        critical = d.pop("critical")

        def _parse_locale(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        locale = _parse_locale(d.pop("locale"))

        skipped_channels = []
        _skipped_channels = d.pop("skipped_channels")
        for skipped_channels_item_data in _skipped_channels:
            skipped_channels_item = SkippedChannel.from_dict(skipped_channels_item_data)

            skipped_channels.append(skipped_channels_item)

        _notification_user = d.pop("notification_user", UNSET)
        notification_user: ListedMessageNotificationUser | Unset
        if isinstance(_notification_user, Unset):
            notification_user = UNSET
        else:
            notification_user = ListedMessageNotificationUser.from_dict(_notification_user)

        listed_message = cls(
            id=id,
            notification_user_id=notification_user_id,
            message_template_id=message_template_id,
            account_id=account_id,
            actor_id=actor_id,
            seen=seen,
            subject=subject,
            body=body,
            rendered_subject=rendered_subject,
            rendered_body=rendered_body,
            message_attributes=message_attributes,
            send_at=send_at,
            seen_at=seen_at,
            delivered_at=delivered_at,
            canceled_at=canceled_at,
            created_at=created_at,
            updated_at=updated_at,
            deliveries=deliveries,
            critical=critical,
            locale=locale,
            skipped_channels=skipped_channels,
            notification_user=notification_user,
        )

        listed_message.additional_properties = d
        return listed_message

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
