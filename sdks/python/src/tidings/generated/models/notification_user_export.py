from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.notification_user_export_attempts_item import (
        NotificationUserExportAttemptsItem,
    )
    from ..models.notification_user_export_deliveries_item import (
        NotificationUserExportDeliveriesItem,
    )
    from ..models.notification_user_export_devices_item import (
        NotificationUserExportDevicesItem,
    )
    from ..models.notification_user_export_events_item import (
        NotificationUserExportEventsItem,
    )
    from ..models.notification_user_export_inbox_messages_item import (
        NotificationUserExportInboxMessagesItem,
    )
    from ..models.notification_user_export_messages_item import (
        NotificationUserExportMessagesItem,
    )
    from ..models.notification_user_export_notification_user import (
        NotificationUserExportNotificationUser,
    )
    from ..models.notification_user_export_sandbox_messages_item import (
        NotificationUserExportSandboxMessagesItem,
    )
    from ..models.notification_user_export_sends_item import (
        NotificationUserExportSendsItem,
    )
    from ..models.notification_user_export_suppressions_item import (
        NotificationUserExportSuppressionsItem,
    )


T = TypeVar("T", bound="NotificationUserExport")


@_attrs_define
class NotificationUserExport:
    exported_at: datetime.datetime
    notification_user: NotificationUserExportNotificationUser
    devices: list[NotificationUserExportDevicesItem]
    suppressions: list[NotificationUserExportSuppressionsItem]
    messages: list[NotificationUserExportMessagesItem]
    deliveries: list[NotificationUserExportDeliveriesItem]
    sends: list[NotificationUserExportSendsItem]
    sandbox_messages: list[NotificationUserExportSandboxMessagesItem]
    inbox_messages: list[NotificationUserExportInboxMessagesItem]
    events: list[NotificationUserExportEventsItem]
    attempts: list[NotificationUserExportAttemptsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        exported_at = self.exported_at.isoformat()

        notification_user = self.notification_user.to_dict()

        devices = []
        for devices_item_data in self.devices:
            devices_item = devices_item_data.to_dict()
            devices.append(devices_item)

        suppressions = []
        for suppressions_item_data in self.suppressions:
            suppressions_item = suppressions_item_data.to_dict()
            suppressions.append(suppressions_item)

        messages = []
        for messages_item_data in self.messages:
            messages_item = messages_item_data.to_dict()
            messages.append(messages_item)

        deliveries = []
        for deliveries_item_data in self.deliveries:
            deliveries_item = deliveries_item_data.to_dict()
            deliveries.append(deliveries_item)

        sends = []
        for sends_item_data in self.sends:
            sends_item = sends_item_data.to_dict()
            sends.append(sends_item)

        sandbox_messages = []
        for sandbox_messages_item_data in self.sandbox_messages:
            sandbox_messages_item = sandbox_messages_item_data.to_dict()
            sandbox_messages.append(sandbox_messages_item)

        inbox_messages = []
        for inbox_messages_item_data in self.inbox_messages:
            inbox_messages_item = inbox_messages_item_data.to_dict()
            inbox_messages.append(inbox_messages_item)

        events = []
        for events_item_data in self.events:
            events_item = events_item_data.to_dict()
            events.append(events_item)

        attempts = []
        for attempts_item_data in self.attempts:
            attempts_item = attempts_item_data.to_dict()
            attempts.append(attempts_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "exported_at": exported_at,
                "notification_user": notification_user,
                "devices": devices,
                "suppressions": suppressions,
                "messages": messages,
                "deliveries": deliveries,
                "sends": sends,
                "sandbox_messages": sandbox_messages,
                "inbox_messages": inbox_messages,
                "events": events,
                "attempts": attempts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.notification_user_export_attempts_item import (
            NotificationUserExportAttemptsItem,
        )
        from ..models.notification_user_export_deliveries_item import (
            NotificationUserExportDeliveriesItem,
        )
        from ..models.notification_user_export_devices_item import (
            NotificationUserExportDevicesItem,
        )
        from ..models.notification_user_export_events_item import (
            NotificationUserExportEventsItem,
        )
        from ..models.notification_user_export_inbox_messages_item import (
            NotificationUserExportInboxMessagesItem,
        )
        from ..models.notification_user_export_messages_item import (
            NotificationUserExportMessagesItem,
        )
        from ..models.notification_user_export_notification_user import (
            NotificationUserExportNotificationUser,
        )
        from ..models.notification_user_export_sandbox_messages_item import (
            NotificationUserExportSandboxMessagesItem,
        )
        from ..models.notification_user_export_sends_item import (
            NotificationUserExportSendsItem,
        )
        from ..models.notification_user_export_suppressions_item import (
            NotificationUserExportSuppressionsItem,
        )

        d = dict(src_dict)
        exported_at = isoparse(d.pop("exported_at"))

        notification_user = NotificationUserExportNotificationUser.from_dict(d.pop("notification_user"))

        devices = []
        _devices = d.pop("devices")
        for devices_item_data in _devices:
            devices_item = NotificationUserExportDevicesItem.from_dict(devices_item_data)

            devices.append(devices_item)

        suppressions = []
        _suppressions = d.pop("suppressions")
        for suppressions_item_data in _suppressions:
            suppressions_item = NotificationUserExportSuppressionsItem.from_dict(suppressions_item_data)

            suppressions.append(suppressions_item)

        messages = []
        _messages = d.pop("messages")
        for messages_item_data in _messages:
            messages_item = NotificationUserExportMessagesItem.from_dict(messages_item_data)

            messages.append(messages_item)

        deliveries = []
        _deliveries = d.pop("deliveries")
        for deliveries_item_data in _deliveries:
            deliveries_item = NotificationUserExportDeliveriesItem.from_dict(deliveries_item_data)

            deliveries.append(deliveries_item)

        sends = []
        _sends = d.pop("sends")
        for sends_item_data in _sends:
            sends_item = NotificationUserExportSendsItem.from_dict(sends_item_data)

            sends.append(sends_item)

        sandbox_messages = []
        _sandbox_messages = d.pop("sandbox_messages")
        for sandbox_messages_item_data in _sandbox_messages:
            sandbox_messages_item = NotificationUserExportSandboxMessagesItem.from_dict(sandbox_messages_item_data)

            sandbox_messages.append(sandbox_messages_item)

        inbox_messages = []
        _inbox_messages = d.pop("inbox_messages")
        for inbox_messages_item_data in _inbox_messages:
            inbox_messages_item = NotificationUserExportInboxMessagesItem.from_dict(inbox_messages_item_data)

            inbox_messages.append(inbox_messages_item)

        events = []
        _events = d.pop("events")
        for events_item_data in _events:
            events_item = NotificationUserExportEventsItem.from_dict(events_item_data)

            events.append(events_item)

        attempts = []
        _attempts = d.pop("attempts")
        for attempts_item_data in _attempts:
            attempts_item = NotificationUserExportAttemptsItem.from_dict(attempts_item_data)

            attempts.append(attempts_item)

        notification_user_export = cls(
            exported_at=exported_at,
            notification_user=notification_user,
            devices=devices,
            suppressions=suppressions,
            messages=messages,
            deliveries=deliveries,
            sends=sends,
            sandbox_messages=sandbox_messages,
            inbox_messages=inbox_messages,
            events=events,
            attempts=attempts,
        )

        notification_user_export.additional_properties = d
        return notification_user_export

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
