# Printed by `npm run generate` from its asynchronous form; do not edit.
"""A typed client of the API: ``Client(api_key=..., base_url=...)``.

Lists are iterators over all pages. Every POST has an idempotency key, yours or a generated one, so a retry does nothing
twice. For operations without a method here, call the functions of ``tidings.generated.api`` with ``client.generated``.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Callable
from datetime import datetime
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit

import httpx

from .. import models
from .transport import RetryTransport
from ..calls import HttpClient
from ..errors import RETRY_WAITS_SECONDS
from .api.deliveries import get_delivery, get_delivery_timeline, list_deliveries
from .api.messages import (
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
from .api.notification_users import (
    create_notification_user,
    delete_notification_user,
    get_notification_user,
    list_notification_users,
    update_notification_user,
    upsert_notification_user,
)
from .api.webhook_endpoints import (
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
from .api.webhook_events import get_webhook_event, list_webhook_events, resend_webhook_event
from ..model import UNSET, Unset, taken
from ..version import VERSION

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


class Messages(_Calls):
    @_taking(models.MessageInput)
    def create(self, message: models.MessageInput) -> models.Message:
        """Sends a message, at once or at ``send_at``."""
        body = models.CreateMessageBody(message)
        created = create_message.sync(client=self._http, body=body, idempotency_key=self._key)
        return created.message

    def batch(self, messages: list[models.MessageInput | dict[str, Any]]) -> list[models.BatchResult]:
        """Takes 1 to 1,000 messages. Each result has either ``message``, or ``error``, ``code`` and ``errors``."""
        body = models.CreateMessagesBody([taken(models.MessageInput, message) for message in messages])
        created = create_messages.sync(client=self._http, body=body, idempotency_key=self._key)
        return created.results

    @_taking(models.MessageInput)
    def preview(self, message: models.MessageInput) -> models.MessagePreview:
        """Renders a message and stores nothing."""
        body = models.PreviewMessageBody(message)
        return preview_message.sync(client=self._http, body=body).preview

    def get(self, id: int) -> models.Message:
        return get_message.sync(id, client=self._http).message

    def render(self, id: int) -> models.RenderedMessage:
        return render_message.sync(id, client=self._http)

    def cancel(self, id: int) -> models.Message:
        """Cancels the deliveries not dispatched yet. Raises ``not_cancelable`` if none are left."""
        canceled = cancel_message.sync(id, client=self._http, idempotency_key=self._key)
        return canceled.message

    def reschedule(self, id: int, send_at: datetime) -> models.Message:
        """Changes the time of a scheduled message. A time in the past sends it at once."""
        body = models.RescheduleMessageBody(models.MessageSchedule(send_at))
        return reschedule_message.sync(id, client=self._http, body=body).message

    def mark_as_seen(self, id: int) -> models.Message:
        return mark_message_as_seen.sync(id, client=self._http).message

    def mark_as_delivered(self, id: int) -> models.Message:
        return mark_message_as_delivered.sync(id, client=self._http).message

    def new_messages_for(
        self, *, notification_user_id: int | Unset = UNSET, external_user_id: str | Unset = UNSET
    ) -> Iterator[models.Message]:
        """All unseen messages of a recipient."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = list_new_messages.sync(
                client=self._http,
                cursor=cursor,
                notification_user_id=notification_user_id,
                external_user_id=external_user_id,
            )
            for message in page.messages:
                yield message
            cursor = page.next_cursor

    def list(
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
    ) -> Iterator[models.ListedMessage]:
        """All messages, newest first. ``limit`` is the size of a page."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = list_messages.sync(
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


class Deliveries(_Calls):
    """A delivery is the state of a message on one channel."""

    def get(self, id: int) -> models.Delivery:
        return get_delivery.sync(id, client=self._http)

    def timeline(self, id: int) -> list[models.TimelineEntry]:
        return get_delivery_timeline.sync(id, client=self._http).timeline

    def list(
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
    ) -> Iterator[models.ListedDelivery]:
        """All deliveries, newest first. ``limit`` is the size of a page."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = list_deliveries.sync(
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


class NotificationUsers(_Calls):
    @_taking(models.NotificationUserInput)
    def create(self, user: models.NotificationUserInput) -> models.NotificationUser:
        body = models.CreateNotificationUserBody(user)
        created = create_notification_user.sync(
            client=self._http, body=body, idempotency_key=self._key
        )
        return created.notification_user

    def upsert(
        self, external_user_id: str, user: models.NotificationUserInput | dict[str, Any]
    ) -> models.NotificationUser:
        """Creates or updates the recipient with your own id."""
        body = models.UpsertNotificationUserBody(taken(models.NotificationUserInput, user))
        upserted = upsert_notification_user.sync(external_user_id, client=self._http, body=body)
        return upserted.notification_user

    def get(self, id: int) -> models.NotificationUser:
        return get_notification_user.sync(id, client=self._http).notification_user

    def update(self, id: int, user: models.NotificationUserInput | dict[str, Any]) -> models.NotificationUser:
        body = models.UpdateNotificationUserBody(taken(models.NotificationUserInput, user))
        updated = update_notification_user.sync(id, client=self._http, body=body)
        return updated.notification_user

    def delete(self, id: int) -> None:
        delete_notification_user.sync(id, client=self._http)

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        external_user_id: str | Unset = UNSET,
        email: str | Unset = UNSET,
    ) -> Iterator[models.NotificationUser]:
        """All recipients, newest first. ``limit`` is the size of a page."""
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = list_notification_users.sync(
                client=self._http, limit=limit, cursor=cursor, external_user_id=external_user_id, email=email
            )
            for user in page.notification_users:
                yield user
            cursor = page.next_cursor


class WebhookEndpoints(_Calls):
    """An account has one webhook endpoint."""

    def create(self, url: str) -> models.WebhookEndpointWithSecret:
        """The result contains the secret. It is never shown again."""
        body = models.WebhookEndpointRequest(models.WebhookEndpointInput(url))
        created = create_webhook_endpoint.sync(
            client=self._http, body=body, idempotency_key=self._key
        )
        return created.webhook_endpoint

    def get(self, id: int) -> models.WebhookEndpoint:
        return get_webhook_endpoint.sync(id, client=self._http).webhook_endpoint

    def update(
        self, id: int, *, url: str | Unset = UNSET, active: bool | Unset = UNSET
    ) -> models.WebhookEndpoint:
        body = models.WebhookEndpointChange(models.WebhookEndpointPatch(url, active))
        updated = update_webhook_endpoint.sync(id, client=self._http, body=body)
        return updated.webhook_endpoint

    def delete(self, id: int) -> None:
        delete_webhook_endpoint.sync(id, client=self._http)

    def rotate_secret(self, id: int, overlap_seconds: int = 0) -> models.WebhookEndpointWithSecret:
        """The result contains the new secret, never shown again.

        The old secret also signs for ``overlap_seconds`` more.
        """
        body = models.WebhookSecretRotation(overlap_seconds)
        rotated = rotate_webhook_secret.sync(
            id, client=self._http, body=body, idempotency_key=self._key
        )
        return rotated.webhook_endpoint

    def end_overlap(self, id: int) -> models.WebhookEndpoint:
        """Stops signing with the old secret at once."""
        ended = end_webhook_secret_overlap.sync(id, client=self._http, idempotency_key=self._key)
        return ended.webhook_endpoint

    def reactivate(self, id: int) -> models.WebhookEndpoint:
        active = reactivate_webhook_endpoint.sync(id, client=self._http, idempotency_key=self._key)
        return active.webhook_endpoint

    def test(self, id: int) -> str:
        """Sends a ``ping`` and returns the id of its event."""
        tested = test_webhook_endpoint.sync(id, client=self._http, idempotency_key=self._key)
        return tested.event_id

    def attempts(self, id: int) -> list[models.WebhookAttempt]:
        """The newest 50 attempts."""
        return list_webhook_attempts.sync(id, client=self._http).attempts

    def replay(self, id: int, replay: models.ReplayRequest) -> models.StartReplayResponse202:
        """Sends the events of a period again."""
        return start_replay.sync(id, client=self._http, body=replay, idempotency_key=self._key)

    def list(self) -> list[models.WebhookEndpoint]:
        return list_webhook_endpoints.sync(client=self._http).webhook_endpoints


class WebhookEvents(_Calls):
    """The feed of all events, including events not sent to any endpoint."""

    def get(self, id: str) -> models.WebhookEventWithAttempts:
        return get_webhook_event.sync(id, client=self._http).webhook_event

    def page(
        self,
        *,
        after: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        type_: models.EventType | Unset = UNSET,
        delivery_id: int | Unset = UNSET,
        state: models.EventState | Unset = UNSET,
    ) -> models.ListWebhookEventsResponse200:
        """One page, oldest first. Store ``next_cursor`` and pass it as ``after`` next time, and you miss no event."""
        return list_webhook_events.sync(
            client=self._http, limit=limit, after=after, type_=type_, delivery_id=delivery_id, state=state
        )

    def resend(self, id: str) -> None:
        resend_webhook_event.sync(id, client=self._http, idempotency_key=self._key)


class Client:
    """A client for one account. One client per process is enough. Use it with ``with``, or call ``close``.

    ``api_key``: ``sk_...``. Default: the variable ``TIDINGS_API_KEY``. ``base_url``: where the service is, without
    ``/api/v1``. Default: the variable ``TIDINGS_URL``. ``timeout`` is the limit of each
    phase of one try, seconds. ``retries_max``: from 0 to 3. ``transport`` replaces the transport of httpx, for example
    ``httpx.HTTPTransport(proxy=...)``. Raises ValueError if the key or the address is missing.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 30.0,
        retries_max: int = len(RETRY_WAITS_SECONDS),
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        api_key = os.environ.get("TIDINGS_API_KEY") if api_key is None else api_key
        base_url = os.environ.get("TIDINGS_URL") if base_url is None else base_url
        if not isinstance(api_key, str) or api_key.strip() == "":
            raise ValueError('api_key is missing or empty: give an API key, "sk_...", or set TIDINGS_API_KEY')
        if not isinstance(base_url, str) or urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError('base_url must be where the service is, like "https://tidings.example.com", or set TIDINGS_URL')
        inner = transport or httpx.HTTPTransport()
        self.generated = httpx.Client(
            base_url=base_url,
            timeout=timeout,
            headers={"Authorization": f"Bearer {api_key}", "User-Agent": f"tidings-python/{VERSION}"},
            transport=RetryTransport(inner, retries_max),
        )
        self._bind(UNSET)

    def _bind(self, key: str | Unset) -> None:
        self.messages = Messages(self.generated, key)
        self.deliveries = Deliveries(self.generated, key)
        self.notification_users = NotificationUsers(self.generated, key)
        self.webhook_endpoints = WebhookEndpoints(self.generated, key)
        self.webhook_events = WebhookEvents(self.generated, key)

    def with_idempotency_key(self, key: str) -> Client:
        """The same client, with this key for its POSTs.

        A second call with the same key and fields changes nothing and returns the first response.
        """
        client = object.__new__(Client)
        client.generated = self.generated
        client._bind(key)
        return client

    def close(self) -> None:
        """Closes the connections."""
        self.generated.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
