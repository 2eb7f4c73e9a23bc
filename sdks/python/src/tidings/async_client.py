"""A typed client of the API: ``AsyncClient(api_key=..., base_url=...)``.

Lists are iterators over all pages. Every POST has an idempotency key, yours or a generated one, so a retry does nothing
twice. For operations without a method here, call the functions of ``tidings.generated.api`` with ``client.generated``.
"""

from __future__ import annotations

import functools
import os
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit

import httpx

from . import models
from .async_transport import AsyncRetryTransport
from .calls import HttpClient
from .errors import RETRY_WAITS_SECONDS
from .generated.api.deliveries import get_delivery, get_delivery_timeline, list_deliveries
from .generated.api.messages import (
    cancel_message,
    create_message,
    create_messages,
    get_message,
    list_messages,
    list_new_messages,
    mark_message_as_delivered,
    mark_message_as_seen,
    preview_message,
    render_message,
    reschedule_message,
)
from .generated.api.notification_users import (
    create_notification_user,
    delete_notification_user,
    get_notification_user,
    list_notification_users,
    update_notification_user,
    upsert_notification_user,
)
from .generated.api.webhook_endpoints import (
    create_webhook_endpoint,
    delete_webhook_endpoint,
    end_webhook_secret_overlap,
    get_webhook_endpoint,
    list_webhook_attempts,
    list_webhook_endpoints,
    reactivate_webhook_endpoint,
    rotate_webhook_secret,
    start_replay,
    test_webhook_endpoint,
    update_webhook_endpoint,
)
from .generated.api.webhook_events import get_webhook_event, list_webhook_events, resend_webhook_event
from .model import UNSET, Unset, taken
from .version import VERSION

Self = TypeVar("Self")
Model = TypeVar("Model")
Result = TypeVar("Result")
Fields = ParamSpec("Fields")


def _taking(
    model: Callable[Fields, Model],
) -> Callable[[Callable[[Self, Model], Result]], Callable[Concatenate[Self, Fields], Result]]:
    """Lets a method take the fields of a model, instead of the model."""

    def decorate(method: Callable[[Self, Model], Result]) -> Callable[Concatenate[Self, Fields], Result]:
        @functools.wraps(method)
        def with_fields(self: Self, /, *args: Fields.args, **kwargs: Fields.kwargs) -> Result:
            return method(self, model(*args, **kwargs))

        return with_fields

    return decorate


class _Calls:
    """The calls for one kind of object."""

    def __init__(self, http: HttpClient, key: str | Unset) -> None:
        self._http = http
        self._key = key


class AsyncMessages(_Calls):
    @_taking(models.MessageInput)
    async def create(self, message: models.MessageInput) -> models.Message:
        """Sends a message, at once or at ``send_at``."""
        body = models.CreateMessageBody(message)
        created = await create_message.asyncio(client=self._http, body=body, idempotency_key=self._key)
        return created.message

    async def batch(self, messages: list[models.MessageInput | dict[str, Any]]) -> list[models.BatchResult]:
        """Takes 1 to 1,000 messages. Each result has either ``message``, or ``error``, ``code`` and ``errors``."""
        body = models.CreateMessagesBody([taken(models.MessageInput, message) for message in messages])
        created = await create_messages.asyncio(client=self._http, body=body, idempotency_key=self._key)
        return created.results

    @_taking(models.MessageInput)
    async def preview(self, message: models.MessageInput) -> models.MessagePreview:
        """Renders a message and stores nothing."""
        body = models.PreviewMessageBody(message)
        return (await preview_message.asyncio(client=self._http, body=body)).preview

    async def get(self, id: int) -> models.Message:
        return (await get_message.asyncio(id, client=self._http)).message

    async def render(self, id: int) -> models.RenderedMessage:
        return await render_message.asyncio(id, client=self._http)

    async def cancel(self, id: int) -> models.Message:
        """Cancels the deliveries not dispatched yet. Raises ``not_cancelable`` if none are left."""
        canceled = await cancel_message.asyncio(id, client=self._http, idempotency_key=self._key)
        return canceled.message

    async def reschedule(self, id: int, send_at: datetime) -> models.Message:
        """Changes the time of a scheduled message. A time in the past sends it at once."""
        body = models.RescheduleMessageBody(models.MessageSchedule(send_at))
        return (await reschedule_message.asyncio(id, client=self._http, body=body)).message

    async def mark_as_seen(self, id: int) -> models.Message:
        return (await mark_message_as_seen.asyncio(id, client=self._http)).message

    async def mark_as_delivered(self, id: int) -> models.Message:
        return (await mark_message_as_delivered.asyncio(id, client=self._http)).message

    async def new_messages_for(
        self, *, notification_user_id: int | Unset = UNSET, external_user_id: str | Unset = UNSET
    ) -> AsyncIterator[models.Message]:
        """All unseen messages of a recipient."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = await list_new_messages.asyncio(
                client=self._http,
                cursor=cursor,
                notification_user_id=notification_user_id,
                external_user_id=external_user_id,
            )
            for message in page.messages:
                yield message
            cursor = page.next_cursor

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        notification_user_id: int | Unset = UNSET,
        external_user_id: str | Unset = UNSET,
        message_template_id: int | Unset = UNSET,
        message_template_name: str | Unset = UNSET,
        created_after: datetime | Unset = UNSET,
        created_before: datetime | Unset = UNSET,
        seen: bool | Unset = UNSET,
    ) -> AsyncIterator[models.ListedMessage]:
        """All messages, newest first. ``limit`` is the size of a page."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = await list_messages.asyncio(
                client=self._http,
                limit=limit,
                cursor=cursor,
                notification_user_id=notification_user_id,
                external_user_id=external_user_id,
                message_template_id=message_template_id,
                message_template_name=message_template_name,
                created_after=created_after,
                created_before=created_before,
                seen=seen,
            )
            for message in page.messages:
                yield message
            cursor = page.next_cursor


class AsyncDeliveries(_Calls):
    """A delivery is the state of a message on one channel."""

    async def get(self, id: int) -> models.Delivery:
        return await get_delivery.asyncio(id, client=self._http)

    async def timeline(self, id: int) -> list[models.TimelineEntry]:
        return (await get_delivery_timeline.asyncio(id, client=self._http)).timeline

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        status: models.DeliveryStatus | Unset = UNSET,
        message_id: int | Unset = UNSET,
        notification_user_id: int | Unset = UNSET,
        notification_channel_id: int | Unset = UNSET,
        channel_type: models.ChannelType | Unset = UNSET,
        created_after: datetime | Unset = UNSET,
        created_before: datetime | Unset = UNSET,
    ) -> AsyncIterator[models.ListedDelivery]:
        """All deliveries, newest first. ``limit`` is the size of a page."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = await list_deliveries.asyncio(
                client=self._http,
                limit=limit,
                cursor=cursor,
                status=status,
                message_id=message_id,
                notification_user_id=notification_user_id,
                notification_channel_id=notification_channel_id,
                channel_type=channel_type,
                created_after=created_after,
                created_before=created_before,
            )
            for delivery in page.deliveries:
                yield delivery
            cursor = page.next_cursor


class AsyncNotificationUsers(_Calls):
    @_taking(models.NotificationUserInput)
    async def create(self, user: models.NotificationUserInput) -> models.NotificationUser:
        body = models.CreateNotificationUserBody(user)
        created = await create_notification_user.asyncio(
            client=self._http, body=body, idempotency_key=self._key
        )
        return created.notification_user

    async def upsert(
        self, external_user_id: str, user: models.NotificationUserInput | dict[str, Any]
    ) -> models.NotificationUser:
        """Creates or updates the recipient with your own id."""
        body = models.UpsertNotificationUserBody(taken(models.NotificationUserInput, user))
        upserted = await upsert_notification_user.asyncio(external_user_id, client=self._http, body=body)
        return upserted.notification_user

    async def get(self, id: int) -> models.NotificationUser:
        return (await get_notification_user.asyncio(id, client=self._http)).notification_user

    async def update(self, id: int, user: models.NotificationUserInput | dict[str, Any]) -> models.NotificationUser:
        body = models.UpdateNotificationUserBody(taken(models.NotificationUserInput, user))
        updated = await update_notification_user.asyncio(id, client=self._http, body=body)
        return updated.notification_user

    async def delete(self, id: int) -> None:
        await delete_notification_user.asyncio(id, client=self._http)

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        external_user_id: str | Unset = UNSET,
        email: str | Unset = UNSET,
    ) -> AsyncIterator[models.NotificationUser]:
        """All recipients, newest first. ``limit`` is the size of a page."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = await list_notification_users.asyncio(
                client=self._http, limit=limit, cursor=cursor, external_user_id=external_user_id, email=email
            )
            for user in page.notification_users:
                yield user
            cursor = page.next_cursor


class AsyncWebhookEndpoints(_Calls):
    """An account has one webhook endpoint."""

    async def create(self, url: str) -> models.WebhookEndpointWithSecret:
        """The result contains the secret. It is never shown again."""
        body = models.WebhookEndpointRequest(models.WebhookEndpointInput(url))
        created = await create_webhook_endpoint.asyncio(
            client=self._http, body=body, idempotency_key=self._key
        )
        return created.webhook_endpoint

    async def get(self, id: int) -> models.WebhookEndpoint:
        return (await get_webhook_endpoint.asyncio(id, client=self._http)).webhook_endpoint

    async def update(
        self, id: int, *, url: str | Unset = UNSET, active: bool | Unset = UNSET
    ) -> models.WebhookEndpoint:
        body = models.WebhookEndpointChange(models.WebhookEndpointPatch(url, active))
        updated = await update_webhook_endpoint.asyncio(id, client=self._http, body=body)
        return updated.webhook_endpoint

    async def delete(self, id: int) -> None:
        await delete_webhook_endpoint.asyncio(id, client=self._http)

    async def rotate_secret(self, id: int, overlap_seconds: int = 0) -> models.WebhookEndpointWithSecret:
        """The result contains the new secret, never shown again.

        The old secret also signs for ``overlap_seconds`` more.
        """
        body = models.WebhookSecretRotation(overlap_seconds)
        rotated = await rotate_webhook_secret.asyncio(
            id, client=self._http, body=body, idempotency_key=self._key
        )
        return rotated.webhook_endpoint

    async def end_overlap(self, id: int) -> models.WebhookEndpoint:
        """Stops signing with the old secret at once."""
        ended = await end_webhook_secret_overlap.asyncio(id, client=self._http, idempotency_key=self._key)
        return ended.webhook_endpoint

    async def reactivate(self, id: int) -> models.WebhookEndpoint:
        active = await reactivate_webhook_endpoint.asyncio(id, client=self._http, idempotency_key=self._key)
        return active.webhook_endpoint

    async def test(self, id: int) -> str:
        """Sends a ``ping`` and returns the id of its event."""
        tested = await test_webhook_endpoint.asyncio(id, client=self._http, idempotency_key=self._key)
        return tested.event_id

    async def attempts(self, id: int) -> list[models.WebhookAttempt]:
        """The newest 50 attempts."""
        return (await list_webhook_attempts.asyncio(id, client=self._http)).attempts

    async def replay(self, id: int, replay: models.ReplayRequest) -> models.StartReplayResponse202:
        """Sends the events of a period again."""
        return await start_replay.asyncio(id, client=self._http, body=replay, idempotency_key=self._key)

    async def list(self) -> list[models.WebhookEndpoint]:
        return (await list_webhook_endpoints.asyncio(client=self._http)).webhook_endpoints


class AsyncWebhookEvents(_Calls):
    """The feed of all events, including events not sent to any endpoint."""

    async def get(self, id: str) -> models.WebhookEventWithAttempts:
        return (await get_webhook_event.asyncio(id, client=self._http)).webhook_event

    async def page(
        self,
        *,
        after: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        type_: models.EventType | Unset = UNSET,
        delivery_id: int | Unset = UNSET,
        state: models.EventState | Unset = UNSET,
    ) -> models.ListWebhookEventsResponse200:
        """One page, oldest first. Store ``next_cursor`` and pass it as ``after`` next time, and you miss no event."""
        return await list_webhook_events.asyncio(
            client=self._http, limit=limit, after=after, type_=type_, delivery_id=delivery_id, state=state
        )

    async def resend(self, id: str) -> None:
        await resend_webhook_event.asyncio(id, client=self._http, idempotency_key=self._key)


class AsyncClient:
    """A client for one account. One client per process is enough. Use it with ``async with``, or call ``aclose``.

    ``api_key``: ``sk_...``. Default: the variable ``TIDINGS_API_KEY``. ``base_url``: where the service is, without
    ``/api/v1``. Default: the variable ``TIDINGS_URL``. ``timeout`` is the limit of each
    phase of one try, seconds. ``retries_max``: from 0 to 3. ``transport`` replaces the transport of httpx, for example
    ``httpx.AsyncHTTPTransport(proxy=...)``. Raises ValueError if the key or the address is missing.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 30.0,
        retries_max: int = len(RETRY_WAITS_SECONDS),
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        api_key = os.environ.get("TIDINGS_API_KEY") if api_key is None else api_key
        base_url = os.environ.get("TIDINGS_URL") if base_url is None else base_url
        if not isinstance(api_key, str) or api_key.strip() == "":
            raise ValueError('api_key is missing or empty: give an API key, "sk_...", or set TIDINGS_API_KEY')
        if not isinstance(base_url, str) or urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError('base_url must be where the service is, like "https://tidings.example.com", or set TIDINGS_URL')
        inner = transport or httpx.AsyncHTTPTransport()
        self.generated = httpx.AsyncClient(
            base_url=base_url,
            timeout=timeout,
            headers={"Authorization": f"Bearer {api_key}", "User-Agent": f"tidings-python/{VERSION}"},
            transport=AsyncRetryTransport(inner, retries_max),
        )
        self._bind(UNSET)

    def _bind(self, key: str | Unset) -> None:
        self.messages = AsyncMessages(self.generated, key)
        self.deliveries = AsyncDeliveries(self.generated, key)
        self.notification_users = AsyncNotificationUsers(self.generated, key)
        self.webhook_endpoints = AsyncWebhookEndpoints(self.generated, key)
        self.webhook_events = AsyncWebhookEvents(self.generated, key)

    def with_idempotency_key(self, key: str) -> AsyncClient:
        """The same client, with this key for its POSTs.

        A second call with the same key and fields changes nothing and returns the first response.
        """
        client = object.__new__(AsyncClient)
        client.generated = self.generated
        client._bind(key)
        return client

    async def aclose(self) -> None:
        """Closes the connections."""
        await self.generated.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
