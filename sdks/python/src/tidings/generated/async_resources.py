# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The resources of ``AsyncClient``, with a method for each operation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import httpx

from ..async_calls import AsyncCalls
from ..calls import segment
from ..model import UNSET, Unset, given, taken
from . import models


class AsyncMessages(AsyncCalls):
    async def create(
        self,
        *,
        external_user_id: str | None | Unset = UNSET,
        notification_user_id: int | None | Unset = UNSET,
        message_template_name: str | None | Unset = UNSET,
        message_template_id: int | None | Unset = UNSET,
        message_attributes: dict[str, Any] | list[models.MessageAttributeInput | dict[str, Any]] | Unset = UNSET,
        actor_id: int | None | Unset = UNSET,
        reference: str | None | Unset = UNSET,
        metadata: dict[str, str] | None | Unset = UNSET,
        priority: models.MessageInputPriority | None | Unset = UNSET,
        critical: bool | Unset = UNSET,
        locale: str | None | Unset = UNSET,
        send_at: datetime | None | Unset = UNSET,
        attachments: list[models.MessageInputAttachmentsItem | dict[str, Any]] | Unset = UNSET,
        notification_user: models.NotificationUserInput | dict[str, Any] | Unset = UNSET,
    ) -> models.Message:
        """Create and send a message"""
        sent = {"message": given(
            external_user_id=external_user_id,
            notification_user_id=notification_user_id,
            message_template_name=message_template_name,
            message_template_id=message_template_id,
            message_attributes=message_attributes,
            actor_id=actor_id,
            reference=reference,
            metadata=metadata,
            priority=priority,
            critical=critical,
            locale=locale,
            send_at=send_at,
            attachments=attachments,
            notification_user=notification_user,
        )}
        return await self._call(models.Message, "message", "POST", "/api/v1/messages", body=sent)

    async def batch(self, messages: list[models.MessageInput | dict[str, Any]]) -> list[models.BatchResult]:
        """Create and send many messages"""
        return await self._batch("/api/v1/messages/batch", [taken(models.MessageInput, message).to_dict() for message in messages])

    async def preview(
        self,
        *,
        external_user_id: str | None | Unset = UNSET,
        notification_user_id: int | None | Unset = UNSET,
        message_template_name: str | None | Unset = UNSET,
        message_template_id: int | None | Unset = UNSET,
        message_attributes: dict[str, Any] | list[models.MessageAttributeInput | dict[str, Any]] | Unset = UNSET,
        actor_id: int | None | Unset = UNSET,
        reference: str | None | Unset = UNSET,
        metadata: dict[str, str] | None | Unset = UNSET,
        priority: models.MessageInputPriority | None | Unset = UNSET,
        critical: bool | Unset = UNSET,
        locale: str | None | Unset = UNSET,
        send_at: datetime | None | Unset = UNSET,
        attachments: list[models.MessageInputAttachmentsItem | dict[str, Any]] | Unset = UNSET,
        notification_user: models.NotificationUserInput | dict[str, Any] | Unset = UNSET,
    ) -> models.MessagePreview:
        """Preview a message; nothing is stored"""
        sent = {"message": given(
            external_user_id=external_user_id,
            notification_user_id=notification_user_id,
            message_template_name=message_template_name,
            message_template_id=message_template_id,
            message_attributes=message_attributes,
            actor_id=actor_id,
            reference=reference,
            metadata=metadata,
            priority=priority,
            critical=critical,
            locale=locale,
            send_at=send_at,
            attachments=attachments,
            notification_user=notification_user,
        )}
        return await self._call(models.MessagePreview, "preview", "POST", "/api/v1/messages/preview", body=sent)

    async def get(self, id: int, *, expand: str | Unset = UNSET) -> models.GetMessageResponse200Message:
        """Show a message"""
        query = given(expand=expand)
        return await self._call(
            models.GetMessageResponse200Message,
            "message",
            "GET",
            f"/api/v1/messages/{segment(id)}",
            query=query,
        )

    async def reschedule(self, id: int, *, send_at: datetime | Unset = UNSET) -> models.Message:
        """Move a scheduled message to another time"""
        sent = {"message": given(send_at=send_at)}
        return await self._call(models.Message, "message", "PATCH", f"/api/v1/messages/{segment(id)}", body=sent)

    async def cancel(self, id: int) -> models.Message:
        """Cancel the scheduled deliveries of a message"""
        return await self._call(models.Message, "message", "POST", f"/api/v1/messages/{segment(id)}/cancel")

    async def send_again(self, id: int, *, channels: models.MessageSentAgainChannels | Unset = UNSET) -> models.Message:
        """Send a message again on the channels on which it failed"""
        sent = given(channels=channels)
        return await self._call(
            models.Message,
            "message",
            "POST",
            f"/api/v1/messages/{segment(id)}/send_again",
            body=sent,
        )

    async def render(self, id: int, *, cursor: str | Unset = UNSET) -> models.RenderedMessage:
        """Show the rendered subject and body of a message and of each of its channels"""
        query = given(cursor=cursor)
        return await self._call(
            models.RenderedMessage,
            None,
            "GET",
            f"/api/v1/messages/{segment(id)}/render_message",
            query=query,
        )

    async def mark_as_seen(self, id: int) -> models.Message:
        """Mark a message as seen, also in the inbox; its push deliveries become opened"""
        return await self._call(models.Message, "message", "PATCH", f"/api/v1/messages/{segment(id)}/mark_as_seen")

    async def mark_as_delivered(self, id: int) -> models.Message:
        """Mark a message as delivered; its push deliveries become delivered"""
        return await self._call(models.Message, "message", "PATCH", f"/api/v1/messages/{segment(id)}/mark_as_delivered")

    def new_messages_for(
        self,
        *,
        limit: int | Unset = UNSET,
        notification_user_id: int | Unset = UNSET,
        external_user_id: str | Unset = UNSET,
    ) -> AsyncIterator[models.Message]:
        """List all sent messages a recipient has not seen, newest first"""
        query = given(limit=limit, notification_user_id=notification_user_id, external_user_id=external_user_id)
        return self._pages(models.Message, "messages", "/api/v1/messages/new_messages_for", query)

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        notification_user_id: int | Unset = UNSET,
        external_user_id: str | Unset = UNSET,
        reference: str | Unset = UNSET,
        message_template_id: int | Unset = UNSET,
        message_template_name: str | Unset = UNSET,
        created_after: datetime | Unset = UNSET,
        created_before: datetime | Unset = UNSET,
        seen: bool | Unset = UNSET,
        status: str | Unset = UNSET,
        expand: str | Unset = UNSET,
    ) -> AsyncIterator[models.ListedMessage]:
        """List messages, newest first"""
        query = given(
            limit=limit,
            notification_user_id=notification_user_id,
            external_user_id=external_user_id,
            reference=reference,
            message_template_id=message_template_id,
            message_template_name=message_template_name,
            created_after=created_after,
            created_before=created_before,
            seen=seen,
            status=status,
            expand=expand,
        )
        return self._pages(models.ListedMessage, "messages", "/api/v1/messages", query)


class AsyncDeliveries(AsyncCalls):
    async def get(self, id: int) -> models.Delivery:
        """Show a delivery, as in the body of its events"""
        return await self._call(models.Delivery, None, "GET", f"/api/v1/deliveries/{segment(id)}")

    async def timeline(self, id: int) -> list[models.TimelineEntry]:
        """Show the timeline of a delivery: states, sends, and events with their attempts, in order"""
        return await self._call(
            list[models.TimelineEntry],
            "timeline",
            "GET",
            f"/api/v1/deliveries/{segment(id)}/timeline",
        )

    async def explain(
        self,
        id: int,
        *,
        expand: models.ExplainDeliveryExpand | Unset = UNSET,
    ) -> models.ExplainDeliveryResponse200:
        """Explain in one sentence why a delivery did or did not arrive, with the actions that help"""
        query = given(expand=expand)
        return await self._call(
            models.ExplainDeliveryResponse200,
            None,
            "GET",
            f"/api/v1/deliveries/{segment(id)}/explanation",
            query=query,
        )

    async def retry(self, id: int) -> models.Delivery:
        """Repeat the send of a delivery now"""
        return await self._call(models.Delivery, None, "POST", f"/api/v1/deliveries/{segment(id)}/retry")

    async def recent_failures(self) -> list[models.ListedDelivery]:
        """List the latest failed or bounced deliveries, with their messages"""
        return await self._call(list[models.ListedDelivery], "recent_failures", "GET", "/api/v1/recent_failures")

    async def counts(
        self,
        *,
        period: models.CountDeliveriesPeriod | Unset = UNSET,
        since: datetime | Unset = UNSET,
        until: datetime | Unset = UNSET,
        group_by: models.CountDeliveriesGroupBy | Unset = UNSET,
        expand: models.CountDeliveriesExpand | Unset = UNSET,
    ) -> models.CountDeliveriesResponse200:
        """Count the deliveries by outcome over time"""
        query = given(period=period, since=since, until=until, group_by=group_by, expand=expand)
        return await self._call(models.CountDeliveriesResponse200, None, "GET", "/api/v1/delivery_counts", query=query)

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        status: str | Unset = UNSET,
        message_id: int | Unset = UNSET,
        notification_user_id: int | Unset = UNSET,
        external_user_id: str | Unset = UNSET,
        reference: str | Unset = UNSET,
        notification_channel_id: int | Unset = UNSET,
        channel_type: models.ChannelType | Unset = UNSET,
        message_template_id: int | Unset = UNSET,
        message_template_name: str | Unset = UNSET,
        cause: models.ListDeliveriesCause | Unset = UNSET,
        expand: models.ListDeliveriesExpand | Unset = UNSET,
        created_after: datetime | Unset = UNSET,
        created_before: datetime | Unset = UNSET,
        updated_after: datetime | Unset = UNSET,
        updated_before: datetime | Unset = UNSET,
    ) -> AsyncIterator[models.ListedDelivery]:
        """List deliveries, newest first"""
        query = given(
            limit=limit,
            status=status,
            message_id=message_id,
            notification_user_id=notification_user_id,
            external_user_id=external_user_id,
            reference=reference,
            notification_channel_id=notification_channel_id,
            channel_type=channel_type,
            message_template_id=message_template_id,
            message_template_name=message_template_name,
            cause=cause,
            expand=expand,
            created_after=created_after,
            created_before=created_before,
            updated_after=updated_after,
            updated_before=updated_before,
        )
        return self._pages(models.ListedDelivery, "deliveries", "/api/v1/deliveries", query)


class AsyncNotificationUsers(AsyncCalls):
    async def create(
        self,
        *,
        external_user_id: str | None | Unset = UNSET,
        email: str | None | Unset = UNSET,
        phone: str | None | Unset = UNSET,
        first_name: str | None | Unset = UNSET,
        last_name: str | None | Unset = UNSET,
        locale: str | None | Unset = UNSET,
        time_zone: str | None | Unset = UNSET,
        attributes: dict[str, Any] | None | Unset = UNSET,
    ) -> models.NotificationUser:
        """Create a notification user"""
        sent = {"notification_user": given(
            external_user_id=external_user_id,
            email=email,
            phone=phone,
            first_name=first_name,
            last_name=last_name,
            locale=locale,
            time_zone=time_zone,
            attributes=attributes,
        )}
        return await self._call(
            models.NotificationUser,
            "notification_user",
            "POST",
            "/api/v1/notification_users",
            body=sent,
        )

    async def upsert(
        self,
        external_user_id: str,
        *,
        email: str | None | Unset = UNSET,
        phone: str | None | Unset = UNSET,
        first_name: str | None | Unset = UNSET,
        last_name: str | None | Unset = UNSET,
        locale: str | None | Unset = UNSET,
        time_zone: str | None | Unset = UNSET,
        attributes: dict[str, Any] | None | Unset = UNSET,
    ) -> models.NotificationUser:
        """Create or change the notification user of an external id"""
        sent = {"notification_user": given(
            email=email,
            phone=phone,
            first_name=first_name,
            last_name=last_name,
            locale=locale,
            time_zone=time_zone,
            attributes=attributes,
        )}
        return await self._call(
            models.NotificationUser,
            "notification_user",
            "PUT",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}",
            body=sent,
        )

    async def get(self, id: int, *, expand: str | Unset = UNSET) -> models.GetNotificationUserResponse200:
        """Show a notification user"""
        query = given(expand=expand)
        return await self._call(
            models.GetNotificationUserResponse200,
            None,
            "GET",
            f"/api/v1/notification_users/{segment(id)}",
            query=query,
        )

    async def update(
        self,
        id: int,
        *,
        external_user_id: str | None | Unset = UNSET,
        email: str | None | Unset = UNSET,
        phone: str | None | Unset = UNSET,
        first_name: str | None | Unset = UNSET,
        last_name: str | None | Unset = UNSET,
        locale: str | None | Unset = UNSET,
        time_zone: str | None | Unset = UNSET,
        attributes: dict[str, Any] | None | Unset = UNSET,
    ) -> models.NotificationUser:
        """Change a notification user; attributes are replaced as a whole"""
        sent = {"notification_user": given(
            external_user_id=external_user_id,
            email=email,
            phone=phone,
            first_name=first_name,
            last_name=last_name,
            locale=locale,
            time_zone=time_zone,
            attributes=attributes,
        )}
        return await self._call(
            models.NotificationUser,
            "notification_user",
            "PATCH",
            f"/api/v1/notification_users/{segment(id)}",
            body=sent,
        )

    async def delete(self, id: int, *, erase: bool | Unset = UNSET) -> None:
        """Delete a notification user: scheduled deliveries are canceled, the external id is free again"""
        query = given(erase=erase)
        await self._request("DELETE", f"/api/v1/notification_users/{segment(id)}", query=query)

    async def export(self, id: int) -> models.NotificationUserExport:
        """Export all data of a notification user"""
        return await self._call(
            models.NotificationUserExport,
            None,
            "GET",
            f"/api/v1/notification_users/{segment(id)}/export",
        )

    async def create_token(self, id: int, *, expires_in: int | Unset = UNSET) -> models.RecipientToken:
        """Make a token with which a notification user's app reads the inbox"""
        sent = given(expires_in=expires_in)
        return await self._call(
            models.RecipientToken,
            "recipient_token",
            "POST",
            f"/api/v1/notification_users/{segment(id)}/tokens",
            body=sent,
        )

    async def get_by_external_id(
        self,
        external_user_id: str,
        *,
        expand: str | Unset = UNSET,
    ) -> models.GetNotificationUserByExternalIdResponse200:
        """By external id: show a notification user"""
        query = given(expand=expand)
        return await self._call(
            models.GetNotificationUserByExternalIdResponse200,
            None,
            "GET",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}",
            query=query,
        )

    async def update_by_external_id(
        self,
        external_user_id: str,
        *,
        email: str | None | Unset = UNSET,
        phone: str | None | Unset = UNSET,
        first_name: str | None | Unset = UNSET,
        last_name: str | None | Unset = UNSET,
        locale: str | None | Unset = UNSET,
        time_zone: str | None | Unset = UNSET,
        attributes: dict[str, Any] | None | Unset = UNSET,
    ) -> models.NotificationUser:
        """By external id: change a notification user; attributes are replaced as a whole"""
        sent = {"notification_user": given(
            email=email,
            phone=phone,
            first_name=first_name,
            last_name=last_name,
            locale=locale,
            time_zone=time_zone,
            attributes=attributes,
        )}
        return await self._call(
            models.NotificationUser,
            "notification_user",
            "PATCH",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}",
            body=sent,
        )

    async def delete_by_external_id(self, external_user_id: str, *, erase: bool | Unset = UNSET) -> None:
        """By external id: delete a notification user: scheduled deliveries are canceled, the external id is free
        again
        """
        query = given(erase=erase)
        await self._request("DELETE", f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}", query=query)

    async def export_by_external_id(self, external_user_id: str) -> models.NotificationUserExport:
        """By external id: export all data of a notification user"""
        return await self._call(
            models.NotificationUserExport,
            None,
            "GET",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}/export",
        )

    async def create_token_by_external_id(
        self,
        external_user_id: str,
        *,
        expires_in: int | Unset = UNSET,
    ) -> models.RecipientToken:
        """By external id: make a token with which a notification user's app reads the inbox"""
        sent = given(expires_in=expires_in)
        return await self._call(
            models.RecipientToken,
            "recipient_token",
            "POST",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}/tokens",
            body=sent,
        )

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        external_user_id: str | Unset = UNSET,
        email: str | Unset = UNSET,
        email_starts_with: str | Unset = UNSET,
    ) -> AsyncIterator[models.NotificationUser]:
        """List the notification users, newest first"""
        query = given(limit=limit, external_user_id=external_user_id, email=email, email_starts_with=email_starts_with)
        return self._pages(models.NotificationUser, "notification_users", "/api/v1/notification_users", query)


class AsyncMessageResends(AsyncCalls):
    async def create(
        self,
        *,
        message_ids: list[int] | Unset = UNSET,
        filters: models.MessageResendRequestFilters | dict[str, Any] | Unset = UNSET,
    ) -> models.MessageResend:
        """Send many failed messages again"""
        sent = given(message_ids=message_ids, filters=filters)
        return await self._call(models.MessageResend, "message_resend", "POST", "/api/v1/message_resends", body=sent)

    async def count(
        self,
        *,
        message_ids: list[int] | Unset = UNSET,
        filters: models.MessageResendRequestFilters | dict[str, Any] | Unset = UNSET,
    ) -> models.CountMessageResendResponse200:
        """Count the messages of a resend; nothing is sent"""
        sent = given(message_ids=message_ids, filters=filters)
        return await self._call(
            models.CountMessageResendResponse200,
            None,
            "POST",
            "/api/v1/message_resends/count",
            body=sent,
        )

    async def get(self, id: int) -> models.MessageResend:
        """Show the progress of a resend"""
        return await self._call(models.MessageResend, "message_resend", "GET", f"/api/v1/message_resends/{segment(id)}")

    async def cancel(self, id: int) -> models.MessageResend:
        """Cancel a resend; created messages are sent"""
        return await self._call(
            models.MessageResend,
            "message_resend",
            "POST",
            f"/api/v1/message_resends/{segment(id)}/cancel",
        )

    def list(self, *, limit: int | Unset = UNSET) -> AsyncIterator[models.MessageResend]:
        """List the last 100 resends of messages, newest first"""
        query = given(limit=limit)
        return self._pages(models.MessageResend, "message_resends", "/api/v1/message_resends", query)


class AsyncDevices(AsyncCalls):
    async def create(
        self,
        id: int,
        *,
        platform: models.DevicePlatform | Unset = UNSET,
        token: str | None | Unset = UNSET,
        subscription: dict[str, Any] | None | Unset = UNSET,
    ) -> models.Device:
        """Register a device; returns 200 if it is already registered"""
        sent = {"device": given(platform=platform, token=token, subscription=subscription)}
        return await self._call(
            models.Device,
            "device",
            "POST",
            f"/api/v1/notification_users/{segment(id)}/devices",
            body=sent,
        )

    async def get(self, id: int, device_id: int) -> models.Device:
        """Show a device"""
        return await self._call(
            models.Device,
            "device",
            "GET",
            f"/api/v1/notification_users/{segment(id)}/devices/{segment(device_id)}",
        )

    async def update(
        self,
        id: int,
        device_id: int,
        *,
        platform: models.DevicePlatform | Unset = UNSET,
        token: str | None | Unset = UNSET,
        subscription: dict[str, Any] | None | Unset = UNSET,
    ) -> models.Device:
        """Change a device"""
        sent = {"device": given(platform=platform, token=token, subscription=subscription)}
        return await self._call(
            models.Device,
            "device",
            "PATCH",
            f"/api/v1/notification_users/{segment(id)}/devices/{segment(device_id)}",
            body=sent,
        )

    async def delete(self, id: int, device_id: int) -> None:
        """Remove a device"""
        await self._request("DELETE", f"/api/v1/notification_users/{segment(id)}/devices/{segment(device_id)}")

    async def list_by_external_id(self, external_user_id: str) -> list[models.Device]:
        """By external id: list the devices of a notification user"""
        return await self._call(
            list[models.Device],
            "devices",
            "GET",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}/devices",
        )

    async def create_by_external_id(
        self,
        external_user_id: str,
        *,
        platform: models.DevicePlatform | Unset = UNSET,
        token: str | None | Unset = UNSET,
        subscription: dict[str, Any] | None | Unset = UNSET,
    ) -> models.Device:
        """By external id: register a device; returns 200 if it is already registered"""
        sent = {"device": given(platform=platform, token=token, subscription=subscription)}
        return await self._call(
            models.Device,
            "device",
            "POST",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}/devices",
            body=sent,
        )

    async def get_by_external_id(self, external_user_id: str, device_id: int) -> models.Device:
        """By external id: show a device"""
        return await self._call(
            models.Device,
            "device",
            "GET",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}/devices/{segment(device_id)}",
        )

    async def update_by_external_id(
        self,
        external_user_id: str,
        device_id: int,
        *,
        platform: models.DevicePlatform | Unset = UNSET,
        token: str | None | Unset = UNSET,
        subscription: dict[str, Any] | None | Unset = UNSET,
    ) -> models.Device:
        """By external id: change a device"""
        sent = {"device": given(platform=platform, token=token, subscription=subscription)}
        return await self._call(
            models.Device,
            "device",
            "PATCH",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}/devices/{segment(device_id)}",
            body=sent,
        )

    async def delete_by_external_id(self, external_user_id: str, device_id: int) -> None:
        """By external id: remove a device"""
        await self._request("DELETE", f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}/devices/{segment(device_id)}")

    async def list(self, id: int) -> list[models.Device]:
        """List the devices of a notification user"""
        return await self._call(
            list[models.Device],
            "devices",
            "GET",
            f"/api/v1/notification_users/{segment(id)}/devices",
        )


class AsyncPreferences(AsyncCalls):
    async def get(self, id: int) -> models.RecipientPreferences:
        """Show a notification user's preferences"""
        return await self._call(
            models.RecipientPreferences,
            None,
            "GET",
            f"/api/v1/notification_users/{segment(id)}/preferences",
        )

    async def update(
        self,
        id: int,
        *,
        preferences: list[models.PreferenceInput | dict[str, Any]] | Unset = UNSET,
        paused: bool | Unset = UNSET,
        quiet_hours: models.PreferencesInputQuietHours | dict[str, Any] | None | Unset = UNSET,
    ) -> models.RecipientPreferences:
        """Change a notification user's preferences; the choices that are not listed stay"""
        sent = given(preferences=preferences, paused=paused, quiet_hours=quiet_hours)
        return await self._call(
            models.RecipientPreferences,
            None,
            "PUT",
            f"/api/v1/notification_users/{segment(id)}/preferences",
            body=sent,
        )

    async def get_by_external_id(self, external_user_id: str) -> models.RecipientPreferences:
        """By external id: show a notification user's preferences"""
        return await self._call(
            models.RecipientPreferences,
            None,
            "GET",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}/preferences",
        )

    async def update_by_external_id(
        self,
        external_user_id: str,
        *,
        preferences: list[models.PreferenceInput | dict[str, Any]] | Unset = UNSET,
        paused: bool | Unset = UNSET,
        quiet_hours: models.PreferencesInputQuietHours | dict[str, Any] | None | Unset = UNSET,
    ) -> models.RecipientPreferences:
        """By external id: change a notification user's preferences; the choices that are not listed stay"""
        sent = given(preferences=preferences, paused=paused, quiet_hours=quiet_hours)
        return await self._call(
            models.RecipientPreferences,
            None,
            "PUT",
            f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}/preferences",
            body=sent,
        )


class AsyncTopics(AsyncCalls):
    async def create(
        self,
        *,
        name: str,
        label: str,
        description: str | Unset = UNSET,
        locales: list[models.TopicLocaleInput | dict[str, Any]] | Unset = UNSET,
        required: bool | Unset = UNSET,
    ) -> models.Topic:
        """Create a topic"""
        sent = {"topic": given(name=name, label=label, description=description, locales=locales, required=required)}
        return await self._call(models.Topic, "topic", "POST", "/api/v1/topics", body=sent)

    async def get(self, id: int) -> models.Topic:
        """Show a topic"""
        return await self._call(models.Topic, "topic", "GET", f"/api/v1/topics/{segment(id)}")

    async def update(
        self,
        id: int,
        *,
        name: str | Unset = UNSET,
        label: str | Unset = UNSET,
        description: str | Unset = UNSET,
        locales: list[models.TopicLocaleInput | dict[str, Any]] | Unset = UNSET,
        required: bool | Unset = UNSET,
    ) -> models.Topic:
        """Change a topic"""
        sent = {"topic": given(name=name, label=label, description=description, locales=locales, required=required)}
        return await self._call(models.Topic, "topic", "PATCH", f"/api/v1/topics/{segment(id)}", body=sent)

    async def delete(self, id: int) -> None:
        """Delete a topic; templates must not have it"""
        await self._request("DELETE", f"/api/v1/topics/{segment(id)}")

    def list(self, *, limit: int | Unset = UNSET, name: str | Unset = UNSET) -> AsyncIterator[models.Topic]:
        """List the topics, newest first"""
        query = given(limit=limit, name=name)
        return self._pages(models.Topic, "topics", "/api/v1/topics", query)


class AsyncPreferencePage(AsyncCalls):
    async def get(self) -> models.PreferencePage:
        """Show the look of the pages for recipients"""
        return await self._call(models.PreferencePage, "preference_page", "GET", "/api/v1/preference_page")

    async def update(
        self,
        *,
        title: str | None | Unset = UNSET,
        accent_color: str | None | Unset = UNSET,
        background_color: str | None | Unset = UNSET,
    ) -> models.PreferencePage:
        """Change the look of the pages for recipients"""
        sent = {"preference_page": given(title=title, accent_color=accent_color, background_color=background_color)}
        return await self._call(models.PreferencePage, "preference_page", "PATCH", "/api/v1/preference_page", body=sent)


class AsyncMessageTemplates(AsyncCalls):
    async def create(
        self,
        *,
        name: str,
        body: str,
        subject: str | Unset = UNSET,
        body_format: models.MessageTemplateInputBodyFormat | Unset = UNSET,
        track_opens: bool | Unset = UNSET,
        priority: models.MessageTemplateInputPriority | Unset = UNSET,
        channels: list[models.MessageTemplateInputChannelsItem | dict[str, Any]] | Unset = UNSET,
        locales: list[models.TemplateLocaleInput | dict[str, Any]] | Unset = UNSET,
        topic: str | None | Unset = UNSET,
    ) -> models.MessageTemplate:
        """Create a template"""
        sent = {"message_template": given(
            name=name,
            body=body,
            subject=subject,
            body_format=body_format,
            track_opens=track_opens,
            priority=priority,
            channels=channels,
            locales=locales,
            topic=topic,
        )}
        return await self._call(
            models.MessageTemplate,
            "message_template",
            "POST",
            "/api/v1/message_templates",
            body=sent,
        )

    async def upsert(
        self,
        name: str,
        *,
        body: str | Unset = UNSET,
        subject: str | Unset = UNSET,
        body_format: models.MessageTemplatePatchBodyFormat | Unset = UNSET,
        track_opens: bool | Unset = UNSET,
        priority: models.MessageTemplatePatchPriority | Unset = UNSET,
        channels: list[models.MessageTemplatePatchChannelsItem | dict[str, Any]] | Unset = UNSET,
        locales: list[models.TemplateLocaleInput | dict[str, Any]] | Unset = UNSET,
        topic: str | None | Unset = UNSET,
        draft_revision: int | Unset = UNSET,
        based_on_version: int | Unset = UNSET,
    ) -> models.MessageTemplate:
        """Create or change the template of a name"""
        sent = {"message_template": given(
            body=body,
            subject=subject,
            body_format=body_format,
            track_opens=track_opens,
            priority=priority,
            channels=channels,
            locales=locales,
            topic=topic,
            draft_revision=draft_revision,
            based_on_version=based_on_version,
        )}
        return await self._call(
            models.MessageTemplate,
            "message_template",
            "PUT",
            f"/api/v1/message_templates/by_name/{segment(name)}",
            body=sent,
        )

    async def get(self, id: int) -> models.MessageTemplate:
        """Show a template"""
        return await self._call(
            models.MessageTemplate,
            "message_template",
            "GET",
            f"/api/v1/message_templates/{segment(id)}",
        )

    async def update(
        self,
        id: int,
        *,
        name: str | Unset = UNSET,
        body: str | Unset = UNSET,
        subject: str | Unset = UNSET,
        body_format: models.MessageTemplatePatchBodyFormat | Unset = UNSET,
        track_opens: bool | Unset = UNSET,
        priority: models.MessageTemplatePatchPriority | Unset = UNSET,
        channels: list[models.MessageTemplatePatchChannelsItem | dict[str, Any]] | Unset = UNSET,
        locales: list[models.TemplateLocaleInput | dict[str, Any]] | Unset = UNSET,
        topic: str | None | Unset = UNSET,
        draft_revision: int | Unset = UNSET,
        based_on_version: int | Unset = UNSET,
    ) -> models.MessageTemplate:
        """Change a template; the lists of channels and locales are each replaced as a whole"""
        sent = {"message_template": given(
            name=name,
            body=body,
            subject=subject,
            body_format=body_format,
            track_opens=track_opens,
            priority=priority,
            channels=channels,
            locales=locales,
            topic=topic,
            draft_revision=draft_revision,
            based_on_version=based_on_version,
        )}
        return await self._call(
            models.MessageTemplate,
            "message_template",
            "PATCH",
            f"/api/v1/message_templates/{segment(id)}",
            body=sent,
        )

    async def delete(self, id: int) -> None:
        """Delete a template. Its messages stay, and scheduled deliveries are still sent"""
        await self._request("DELETE", f"/api/v1/message_templates/{segment(id)}")

    async def preview(
        self,
        *,
        body: str,
        subject: str | Unset = UNSET,
        body_format: models.TemplatePreviewInputBodyFormat | Unset = UNSET,
        email: models.TemplatePreviewInputEmail | dict[str, Any] | Unset = UNSET,
        push: models.TemplatePreviewInputPush | dict[str, Any] | Unset = UNSET,
        locale: str | None | Unset = UNSET,
        message_attributes: dict[str, Any] | list[models.MessageAttributeInput | dict[str, Any]] | Unset = UNSET,
        partials: list[models.TemplatePreviewInputPartialsItem | dict[str, Any]] | Unset = UNSET,
        notification_user: models.NotificationUserInput | dict[str, Any] | Unset = UNSET,
    ) -> models.TemplatePreview:
        """Render texts with sample values; nothing is stored"""
        sent = {"preview": given(
            subject=subject,
            body=body,
            body_format=body_format,
            email=email,
            push=push,
            locale=locale,
            message_attributes=message_attributes,
            partials=partials,
            notification_user=notification_user,
        )}
        return await self._call(
            models.TemplatePreview,
            "preview",
            "POST",
            "/api/v1/message_templates/preview",
            body=sent,
        )

    def versions(self, id: int, *, limit: int | Unset = UNSET) -> AsyncIterator[models.MessageTemplateVersion]:
        """List the versions of a template with their texts, newest first"""
        query = given(limit=limit)
        return self._pages(models.MessageTemplateVersion, "versions", f"/api/v1/message_templates/{segment(id)}/versions", query)

    async def get_draft(self, id: int) -> models.MessageTemplateDraft:
        """Show the draft of a template"""
        return await self._call(
            models.MessageTemplateDraft,
            "draft",
            "GET",
            f"/api/v1/message_templates/{segment(id)}/draft",
        )

    async def save_draft(
        self,
        id: int,
        *,
        name: str,
        body: str,
        subject: str | Unset = UNSET,
        body_format: models.MessageTemplateDraftInputBodyFormat | Unset = UNSET,
        track_opens: bool | Unset = UNSET,
        priority: models.MessageTemplateDraftInputPriority | Unset = UNSET,
        channels: list[models.MessageTemplateDraftInputChannelsItem | dict[str, Any]] | Unset = UNSET,
        locales: list[models.TemplateLocaleInput | dict[str, Any]] | Unset = UNSET,
        topic: str | None | Unset = UNSET,
        based_on_version: int | Unset = UNSET,
        revision: int | Unset = UNSET,
    ) -> models.MessageTemplateDraft:
        """Save a draft of a template, beside the version in use"""
        sent = {"draft": given(
            name=name,
            body=body,
            subject=subject,
            body_format=body_format,
            track_opens=track_opens,
            priority=priority,
            channels=channels,
            locales=locales,
            topic=topic,
            based_on_version=based_on_version,
            revision=revision,
        )}
        return await self._call(
            models.MessageTemplateDraft,
            "draft",
            "PUT",
            f"/api/v1/message_templates/{segment(id)}/draft",
            body=sent,
        )

    async def delete_draft(self, id: int, *, revision: int | Unset = UNSET) -> None:
        """Discard the draft of a template"""
        query = given(revision=revision)
        await self._request("DELETE", f"/api/v1/message_templates/{segment(id)}/draft", query=query)

    def list(self, *, limit: int | Unset = UNSET, name: str | Unset = UNSET) -> AsyncIterator[models.MessageTemplate]:
        """List the templates, newest first"""
        query = given(limit=limit, name=name)
        return self._pages(models.MessageTemplate, "message_templates", "/api/v1/message_templates", query)


class AsyncPartials(AsyncCalls):
    async def create(
        self,
        *,
        name: str,
        text: str,
        locales: list[models.TemplatePartialLocaleInput | dict[str, Any]] | Unset = UNSET,
    ) -> models.TemplatePartial:
        """Create a partial"""
        sent = {"partial": given(name=name, text=text, locales=locales)}
        return await self._call(models.TemplatePartial, "partial", "POST", "/api/v1/partials", body=sent)

    async def get(self, id: int) -> models.TemplatePartial:
        """Show a partial"""
        return await self._call(models.TemplatePartial, "partial", "GET", f"/api/v1/partials/{segment(id)}")

    async def update(
        self,
        id: int,
        *,
        text: str | Unset = UNSET,
        locales: list[models.TemplatePartialLocaleInput | dict[str, Any]] | Unset = UNSET,
    ) -> models.TemplatePartial:
        """Change the text of a partial for all templates that use it"""
        sent = {"partial": given(text=text, locales=locales)}
        return await self._call(
            models.TemplatePartial,
            "partial",
            "PATCH",
            f"/api/v1/partials/{segment(id)}",
            body=sent,
        )

    async def delete(self, id: int) -> None:
        """Delete a partial; no template or partial may use it"""
        await self._request("DELETE", f"/api/v1/partials/{segment(id)}")

    def versions(self, id: int, *, limit: int | Unset = UNSET) -> AsyncIterator[models.TemplatePartialVersion]:
        """List the versions of a partial with their texts, newest first"""
        query = given(limit=limit)
        return self._pages(models.TemplatePartialVersion, "versions", f"/api/v1/partials/{segment(id)}/versions", query)

    def list(self, *, limit: int | Unset = UNSET, name: str | Unset = UNSET) -> AsyncIterator[models.TemplatePartial]:
        """List the partials, newest first"""
        query = given(limit=limit, name=name)
        return self._pages(models.TemplatePartial, "partials", "/api/v1/partials", query)


class AsyncNotificationChannels(AsyncCalls):
    async def create(
        self,
        *,
        name: str,
        channel_type: models.ChannelType,
        provider: models.NotificationChannelInputProvider,
        settings: dict[str, Any] | None | Unset = UNSET,
        active: bool | Unset = UNSET,
        track_opens: bool | Unset = UNSET,
        max_concurrency: int | None | Unset = UNSET,
        max_per_second: int | None | Unset = UNSET,
        fallback_channel_ids: list[int] | Unset = UNSET,
        resend_after_timeout: bool | Unset = UNSET,
    ) -> models.NotificationChannel:
        """Create a channel"""
        sent = {"notification_channel": given(
            name=name,
            channel_type=channel_type,
            provider=provider,
            settings=settings,
            active=active,
            track_opens=track_opens,
            max_concurrency=max_concurrency,
            max_per_second=max_per_second,
            fallback_channel_ids=fallback_channel_ids,
            resend_after_timeout=resend_after_timeout,
        )}
        return await self._call(
            models.NotificationChannel,
            "notification_channel",
            "POST",
            "/api/v1/notification_channels",
            body=sent,
        )

    async def get(self, id: int) -> models.NotificationChannel:
        """Show a channel"""
        return await self._call(
            models.NotificationChannel,
            "notification_channel",
            "GET",
            f"/api/v1/notification_channels/{segment(id)}",
        )

    async def update(
        self,
        id: int,
        *,
        name: str | Unset = UNSET,
        channel_type: models.ChannelType | Unset = UNSET,
        provider: models.NotificationChannelPatchProvider | Unset = UNSET,
        settings: dict[str, Any] | None | Unset = UNSET,
        active: bool | Unset = UNSET,
        track_opens: bool | Unset = UNSET,
        max_concurrency: int | None | Unset = UNSET,
        max_per_second: int | None | Unset = UNSET,
        fallback_channel_ids: list[int] | Unset = UNSET,
        resend_after_timeout: bool | Unset = UNSET,
    ) -> models.NotificationChannel:
        """Change a channel; absent settings stay as they are"""
        sent = {"notification_channel": given(
            name=name,
            channel_type=channel_type,
            provider=provider,
            settings=settings,
            active=active,
            track_opens=track_opens,
            max_concurrency=max_concurrency,
            max_per_second=max_per_second,
            fallback_channel_ids=fallback_channel_ids,
            resend_after_timeout=resend_after_timeout,
        )}
        return await self._call(
            models.NotificationChannel,
            "notification_channel",
            "PATCH",
            f"/api/v1/notification_channels/{segment(id)}",
            body=sent,
        )

    async def delete(self, id: int) -> None:
        """Delete a channel: it is detached from every template, its scheduled deliveries are canceled"""
        await self._request("DELETE", f"/api/v1/notification_channels/{segment(id)}")

    async def providers(self) -> list[models.Provider]:
        """List the providers and their settings"""
        return await self._call(list[models.Provider], "providers", "GET", "/api/v1/providers")

    async def test_send(self, id: int, *, to: str) -> models.TestSend:
        """Send a test message at once and return the response of the provider"""
        sent = given(to=to)
        return await self._call(
            models.TestSend,
            "test_send",
            "POST",
            f"/api/v1/notification_channels/{segment(id)}/test_send",
            body=sent,
        )

    async def test_connection(
        self,
        *,
        name: str,
        channel_type: models.ChannelType,
        provider: models.NotificationChannelInputProvider,
        settings: dict[str, Any] | None | Unset = UNSET,
        active: bool | Unset = UNSET,
        track_opens: bool | Unset = UNSET,
        max_concurrency: int | None | Unset = UNSET,
        max_per_second: int | None | Unset = UNSET,
        fallback_channel_ids: list[int] | Unset = UNSET,
        resend_after_timeout: bool | Unset = UNSET,
    ) -> models.ConnectionTest:
        """Test the settings of a channel before you save it"""
        sent = {"notification_channel": given(
            name=name,
            channel_type=channel_type,
            provider=provider,
            settings=settings,
            active=active,
            track_opens=track_opens,
            max_concurrency=max_concurrency,
            max_per_second=max_per_second,
            fallback_channel_ids=fallback_channel_ids,
            resend_after_timeout=resend_after_timeout,
        )}
        return await self._call(
            models.ConnectionTest,
            "connection_test",
            "POST",
            "/api/v1/notification_channels/test_connection",
            body=sent,
        )

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        name: str | Unset = UNSET,
    ) -> AsyncIterator[models.NotificationChannel]:
        """List the channels, newest first"""
        query = given(limit=limit, name=name)
        return self._pages(models.NotificationChannel, "notification_channels", "/api/v1/notification_channels", query)


class AsyncSuppressions(AsyncCalls):
    async def create(
        self,
        *,
        address: str,
        channel_type: models.SuppressionInputChannelType | Unset = UNSET,
        reason: models.SuppressionInputReason | Unset = UNSET,
    ) -> models.Suppression:
        """Suppress an address: nothing more is sent to it"""
        sent = {"suppression": given(address=address, channel_type=channel_type, reason=reason)}
        return await self._call(models.Suppression, "suppression", "POST", "/api/v1/suppressions", body=sent)

    async def delete(self, id: int) -> None:
        """Remove a suppression: messages can be sent to the address again"""
        await self._request("DELETE", f"/api/v1/suppressions/{segment(id)}")

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        address: str | Unset = UNSET,
        address_part: str | Unset = UNSET,
        notification_user_id: int | Unset = UNSET,
        channel_type: models.ListSuppressionsChannelType | Unset = UNSET,
        reason: models.ListSuppressionsReason | Unset = UNSET,
    ) -> AsyncIterator[models.Suppression]:
        """List the suppressed addresses, newest first"""
        query = given(
            limit=limit,
            address=address,
            address_part=address_part,
            notification_user_id=notification_user_id,
            channel_type=channel_type,
            reason=reason,
        )
        return self._pages(models.Suppression, "suppressions", "/api/v1/suppressions", query)


class AsyncSandboxMessages(AsyncCalls):
    async def get(self, id: int) -> models.SandboxMessage:
        """Show the sandbox message of a delivery"""
        return await self._call(
            models.SandboxMessage,
            "sandbox_message",
            "GET",
            f"/api/v1/sandbox_messages/{segment(id)}",
        )

    async def report(
        self,
        id: int,
        *,
        fact: models.SandboxReportFact,
    ) -> models.ReportSandboxMessageResponse200SandboxReport:
        """Report a result, as the callback of a provider would"""
        sent = {"sandbox_report": given(fact=fact)}
        return await self._call(
            models.ReportSandboxMessageResponse200SandboxReport,
            "sandbox_report",
            "POST",
            f"/api/v1/sandbox_messages/{segment(id)}/report",
            body=sent,
        )

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        notification_user_id: int | Unset = UNSET,
        external_user_id: str | Unset = UNSET,
        expand: models.ListSandboxMessagesExpand | Unset = UNSET,
    ) -> AsyncIterator[models.ListSandboxMessagesResponse200SandboxMessagesItem]:
        """List the sandbox messages, newest first"""
        query = given(
            limit=limit,
            notification_user_id=notification_user_id,
            external_user_id=external_user_id,
            expand=expand,
        )
        return self._pages(models.ListSandboxMessagesResponse200SandboxMessagesItem, "sandbox_messages", "/api/v1/sandbox_messages", query)


class AsyncWebhookEndpoints(AsyncCalls):
    async def create(
        self,
        *,
        url: str,
        active: bool | Unset = UNSET,
        signature_format: models.WebhookEndpointInputSignatureFormat | Unset = UNSET,
        include_message: bool | Unset = UNSET,
        current_password: str | Unset = UNSET,
    ) -> models.WebhookEndpointWithSecret:
        """Register the webhook endpoint; the secret is shown only once"""
        sent = {"webhook_endpoint": given(
            url=url,
            active=active,
            signature_format=signature_format,
            include_message=include_message,
            current_password=current_password,
        )}
        return await self._call(
            models.WebhookEndpointWithSecret,
            "webhook_endpoint",
            "POST",
            "/api/v1/webhook_endpoints",
            body=sent,
        )

    async def get(self, id: int) -> models.WebhookEndpoint:
        """Show a webhook endpoint"""
        return await self._call(
            models.WebhookEndpoint,
            "webhook_endpoint",
            "GET",
            f"/api/v1/webhook_endpoints/{segment(id)}",
        )

    async def update(
        self,
        id: int,
        *,
        url: str | Unset = UNSET,
        active: bool | Unset = UNSET,
        signature_format: models.WebhookEndpointPatchSignatureFormat | Unset = UNSET,
        include_message: bool | Unset = UNSET,
        current_password: str | Unset = UNSET,
    ) -> models.WebhookEndpoint:
        """Change the URL, the format of signatures or the content of events, pause or resume"""
        sent = {"webhook_endpoint": given(
            url=url,
            active=active,
            signature_format=signature_format,
            include_message=include_message,
            current_password=current_password,
        )}
        return await self._call(
            models.WebhookEndpoint,
            "webhook_endpoint",
            "PATCH",
            f"/api/v1/webhook_endpoints/{segment(id)}",
            body=sent,
        )

    async def delete(self, id: int) -> None:
        """Delete the webhook endpoint; its pending events are dropped"""
        await self._request("DELETE", f"/api/v1/webhook_endpoints/{segment(id)}")

    async def rotate_secret(self, id: int, *, overlap_seconds: int | Unset = UNSET) -> models.WebhookEndpointWithSecret:
        """Create a new secret; it is shown only once"""
        sent = given(overlap_seconds=overlap_seconds)
        return await self._call(
            models.WebhookEndpointWithSecret,
            "webhook_endpoint",
            "POST",
            f"/api/v1/webhook_endpoints/{segment(id)}/rotate_secret",
            body=sent,
        )

    async def end_overlap(self, id: int) -> models.WebhookEndpoint:
        """End the overlap of a rotation: the previous secret stops working"""
        return await self._call(
            models.WebhookEndpoint,
            "webhook_endpoint",
            "POST",
            f"/api/v1/webhook_endpoints/{segment(id)}/end_overlap",
        )

    async def reactivate(self, id: int) -> models.WebhookEndpoint:
        """Enable a disabled webhook endpoint again and reset its failures"""
        return await self._call(
            models.WebhookEndpoint,
            "webhook_endpoint",
            "POST",
            f"/api/v1/webhook_endpoints/{segment(id)}/reactivate",
        )

    async def test(self, id: int) -> str:
        """Send a ping event like every other event; the attempts show the result"""
        return await self._call(str, "event_id", "POST", f"/api/v1/webhook_endpoints/{segment(id)}/test")

    async def test_connection(self, id: int) -> models.WebhookConnectionTest:
        """POST a ping once now, also while the endpoint is paused or disabled"""
        return await self._call(
            models.WebhookConnectionTest,
            "connection_test",
            "POST",
            f"/api/v1/webhook_endpoints/{segment(id)}/test_connection",
        )

    async def dismiss_missing(self, id: int) -> models.WebhookEndpoint:
        """Dismiss the missing events: the dashboard no longer tells them to any member"""
        return await self._call(
            models.WebhookEndpoint,
            "webhook_endpoint",
            "POST",
            f"/api/v1/webhook_endpoints/{segment(id)}/dismiss_missing",
        )

    async def attempts(
        self,
        id: int,
        *,
        expand: models.ListWebhookAttemptsExpand | Unset = UNSET,
    ) -> list[models.WebhookAttempt]:
        """List the 50 most recent attempts, newest first"""
        query = given(expand=expand)
        return await self._call(
            list[models.WebhookAttempt],
            "attempts",
            "GET",
            f"/api/v1/webhook_endpoints/{segment(id)}/attempts",
            query=query,
        )

    async def stats(self, id: int, *, window: str | Unset = UNSET) -> models.WebhookStats:
        """Show the statistics of a webhook endpoint"""
        query = given(window=window)
        return await self._call(
            models.WebhookStats,
            "stats",
            "GET",
            f"/api/v1/webhook_endpoints/{segment(id)}/stats",
            query=query,
        )

    async def health(self, id: int) -> models.WebhookHealth:
        """Show the current health of a webhook endpoint, from its newest attempts"""
        return await self._call(
            models.WebhookHealth,
            "health",
            "GET",
            f"/api/v1/webhook_endpoints/{segment(id)}/health",
        )

    async def replay(
        self,
        id: int,
        *,
        since: datetime,
        until: datetime | Unset = UNSET,
        states: list[models.EventState] | Unset = UNSET,
        types: list[models.EventType] | Unset = UNSET,
    ) -> models.StartReplayResponse202:
        """Send past events again"""
        sent = given(since=since, until=until, states=states, types=types)
        return await self._call(
            models.StartReplayResponse202,
            None,
            "POST",
            f"/api/v1/webhook_endpoints/{segment(id)}/replay",
            body=sent,
        )

    async def replay_count(
        self,
        id: int,
        *,
        since: datetime,
        until: datetime | Unset = UNSET,
        states: list[models.EventState] | Unset = UNSET,
        types: list[models.EventType] | Unset = UNSET,
    ) -> int:
        """Count the events of a replay; nothing is sent"""
        sent = given(since=since, until=until, states=states, types=types)
        return await self._call(
            int,
            "count",
            "POST",
            f"/api/v1/webhook_endpoints/{segment(id)}/replay_count",
            body=sent,
        )

    def list_replays(self, id: int, *, limit: int | Unset = UNSET) -> AsyncIterator[models.Replay]:
        """List the last 100 replays, newest first"""
        query = given(limit=limit)
        return self._pages(models.Replay, "replays", f"/api/v1/webhook_endpoints/{segment(id)}/replays", query)

    async def get_replay(self, id: int, replay_id: int) -> models.Replay:
        """Show the progress of a replay"""
        return await self._call(
            models.Replay,
            "replay",
            "GET",
            f"/api/v1/webhook_endpoints/{segment(id)}/replays/{segment(replay_id)}",
        )

    async def cancel_replay(self, id: int, replay_id: int) -> models.Replay:
        """Cancel a replay; queued events stay queued"""
        return await self._call(
            models.Replay,
            "replay",
            "POST",
            f"/api/v1/webhook_endpoints/{segment(id)}/replays/{segment(replay_id)}/cancel",
        )

    async def list(self) -> list[models.WebhookEndpoint]:
        """List the account's webhook endpoint"""
        return await self._call(list[models.WebhookEndpoint], "webhook_endpoints", "GET", "/api/v1/webhook_endpoints")


class AsyncWebhookEvents(AsyncCalls):
    async def page(
        self,
        *,
        limit: int | Unset = UNSET,
        after: str | Unset = UNSET,
        since: datetime | Unset = UNSET,
        type: models.EventType | Unset = UNSET,
        delivery_id: int | Unset = UNSET,
        state: models.EventState | Unset = UNSET,
    ) -> models.ListWebhookEventsResponse200:
        """List the events, oldest first, without gaps"""
        query = given(limit=limit, after=after, since=since, type=type, delivery_id=delivery_id, state=state)
        return await self._call(models.ListWebhookEventsResponse200, None, "GET", "/api/v1/webhook_events", query=query)

    def newest(
        self,
        *,
        limit: int | Unset = UNSET,
        type: models.EventType | Unset = UNSET,
        state: models.EventState | Unset = UNSET,
        delivery_id: int | Unset = UNSET,
        notification_user_id: int | Unset = UNSET,
        created_after: datetime | Unset = UNSET,
        created_before: datetime | Unset = UNSET,
        expand: models.ListNewestWebhookEventsExpand | Unset = UNSET,
    ) -> AsyncIterator[models.NewestWebhookEvent]:
        """List the newest events, newest first"""
        query = given(
            limit=limit,
            type=type,
            state=state,
            delivery_id=delivery_id,
            notification_user_id=notification_user_id,
            created_after=created_after,
            created_before=created_before,
            expand=expand,
        )
        return self._pages(models.NewestWebhookEvent, "webhook_events", "/api/v1/webhook_events/newest", query)

    async def get(self, id: str) -> models.WebhookEventWithAttempts:
        """Show an event with its body and its attempts"""
        return await self._call(
            models.WebhookEventWithAttempts,
            "webhook_event",
            "GET",
            f"/api/v1/webhook_events/{segment(id)}",
        )

    async def resend(self, id: str) -> str:
        """Send an event again; its attempts show the result"""
        return await self._call(str, "event_id", "POST", f"/api/v1/webhook_events/{segment(id)}/resend")

    async def counts(self, *, hours: int | Unset = UNSET) -> models.CountEventsResponse200:
        """Count the events by hour and type"""
        query = given(hours=hours)
        return await self._call(models.CountEventsResponse200, None, "GET", "/api/v1/event_counts", query=query)

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        after: str | Unset = UNSET,
        since: datetime | Unset = UNSET,
        type: models.EventType | Unset = UNSET,
        delivery_id: int | Unset = UNSET,
        state: models.EventState | Unset = UNSET,
    ) -> AsyncIterator[models.ListedWebhookEvent]:
        """List the events, oldest first, without gaps"""
        query = given(limit=limit, after=after, since=since, type=type, delivery_id=delivery_id, state=state)
        return self._pages(models.ListedWebhookEvent, "webhook_events", "/api/v1/webhook_events", query, "after")


class AsyncWebhookTestRequests(AsyncCalls):
    def list(self, *, limit: int | Unset = UNSET) -> AsyncIterator[models.WebhookTestRequest]:
        """List the 100 newest requests that the test receiver got in the last 24 hours, newest first"""
        query = given(limit=limit)
        return self._pages(models.WebhookTestRequest, "webhook_test_requests", "/api/v1/webhook_test_requests", query)


class AsyncRecipientSigningKeys(AsyncCalls):
    async def create(self, *, name: str) -> models.RecipientSigningKeyWithSecret:
        """Create a key that signs recipient tokens; its secret is shown only once"""
        sent = {"recipient_signing_key": given(name=name)}
        return await self._call(
            models.RecipientSigningKeyWithSecret,
            "recipient_signing_key",
            "POST",
            "/api/v1/recipient_signing_keys",
            body=sent,
        )

    async def delete(self, id: int) -> None:
        """Delete a key that signs recipient tokens; its tokens are refused from then on"""
        await self._request("DELETE", f"/api/v1/recipient_signing_keys/{segment(id)}")

    def list(self, *, limit: int | Unset = UNSET) -> AsyncIterator[models.RecipientSigningKey]:
        """List the keys that sign recipient tokens, newest first"""
        query = given(limit=limit)
        return self._pages(models.RecipientSigningKey, "recipient_signing_keys", "/api/v1/recipient_signing_keys", query)


class AsyncApiKeys(AsyncCalls):
    async def create(self, *, name: str, role: models.ApiKeyInputRole | Unset = UNSET) -> models.ApiKeyWithKey:
        """Create an API key; it is shown only once"""
        sent = {"api_key": given(name=name, role=role)}
        return await self._call(models.ApiKeyWithKey, "api_key", "POST", "/api/v1/api_keys", body=sent)

    async def own(self) -> models.GetOwnApiKeyResponse200ApiKey:
        """Show the API key of this request: its role and its account"""
        return await self._call(models.GetOwnApiKeyResponse200ApiKey, "api_key", "GET", "/api/v1/api_key")

    async def revoke(self, id: int) -> None:
        """Revoke an API key, at once"""
        await self._request("DELETE", f"/api/v1/api_keys/{segment(id)}")

    def list(self, *, limit: int | Unset = UNSET) -> AsyncIterator[models.ApiKey]:
        """List the API keys, newest first"""
        query = given(limit=limit)
        return self._pages(models.ApiKey, "api_keys", "/api/v1/api_keys", query)


class AsyncAccount(AsyncCalls):
    async def get(self) -> models.Account:
        """Show the account, its limits and its deliveries of this month"""
        return await self._call(models.Account, "account", "GET", "/api/v1/account")

    async def update(
        self,
        *,
        name: str | Unset = UNSET,
        allowed_origins: list[str] | Unset = UNSET,
        smtp_template_id: int | None | Unset = UNSET,
    ) -> models.Account:
        """Change the name, the origins of the pages that show the inbox, or the template of mails by SMTP"""
        sent = {"account": given(name=name, allowed_origins=allowed_origins, smtp_template_id=smtp_template_id)}
        return await self._call(models.Account, "account", "PATCH", "/api/v1/account", body=sent)

    def audit_log(
        self,
        *,
        limit: int | Unset = UNSET,
        object: models.AuditObject | Unset = UNSET,
        actor: str | Unset = UNSET,
        created_after: datetime | Unset = UNSET,
        created_before: datetime | Unset = UNSET,
    ) -> AsyncIterator[models.AuditEntry]:
        """List the audit log, newest first"""
        query = given(
            limit=limit,
            object=object,
            actor=actor,
            created_after=created_after,
            created_before=created_before,
        )
        return self._pages(models.AuditEntry, "audit_log", "/api/v1/audit_log", query)

    def mails(self, *, limit: int | Unset = UNSET) -> AsyncIterator[models.Mail]:
        """List the service's own mails to the account's owners, newest first"""
        query = given(limit=limit)
        return self._pages(models.Mail, "mails", "/api/v1/mails", query)


class AsyncRequests(AsyncCalls):
    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        request_id: str | Unset = UNSET,
        result: models.ListRequestsResult | Unset = UNSET,
        method: models.ListRequestsMethod | Unset = UNSET,
        path: str | Unset = UNSET,
        status: int | Unset = UNSET,
        actor: str | Unset = UNSET,
        created_after: datetime | Unset = UNSET,
        created_before: datetime | Unset = UNSET,
    ) -> AsyncIterator[models.LoggedRequest]:
        """List the changes and refused requests of the last 7 days, newest first"""
        query = given(
            limit=limit,
            request_id=request_id,
            result=result,
            method=method,
            path=path,
            status=status,
            actor=actor,
            created_after=created_after,
            created_before=created_before,
        )
        return self._pages(models.LoggedRequest, "requests", "/api/v1/requests", query)


class AsyncResources(AsyncCalls):
    """A field for each kind of object."""

    def __init__(self, http: httpx.AsyncClient, key: str | None, retries_max: int) -> None:
        super().__init__(http, key, retries_max)
        self.messages = AsyncMessages(http, key, retries_max)
        self.deliveries = AsyncDeliveries(http, key, retries_max)
        self.notification_users = AsyncNotificationUsers(http, key, retries_max)
        self.message_resends = AsyncMessageResends(http, key, retries_max)
        self.devices = AsyncDevices(http, key, retries_max)
        self.preferences = AsyncPreferences(http, key, retries_max)
        self.topics = AsyncTopics(http, key, retries_max)
        self.preference_page = AsyncPreferencePage(http, key, retries_max)
        self.message_templates = AsyncMessageTemplates(http, key, retries_max)
        self.partials = AsyncPartials(http, key, retries_max)
        self.notification_channels = AsyncNotificationChannels(http, key, retries_max)
        self.suppressions = AsyncSuppressions(http, key, retries_max)
        self.sandbox_messages = AsyncSandboxMessages(http, key, retries_max)
        self.webhook_endpoints = AsyncWebhookEndpoints(http, key, retries_max)
        self.webhook_events = AsyncWebhookEvents(http, key, retries_max)
        self.webhook_test_requests = AsyncWebhookTestRequests(http, key, retries_max)
        self.recipient_signing_keys = AsyncRecipientSigningKeys(http, key, retries_max)
        self.api_keys = AsyncApiKeys(http, key, retries_max)
        self.account = AsyncAccount(http, key, retries_max)
        self.requests = AsyncRequests(http, key, retries_max)
