# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Webhook events."""

from __future__ import annotations

from datetime import datetime

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def count_events(*, client: HttpClient, hours: int | Unset = UNSET) -> Call[models.CountEventsResponse200]:
    """Count the events by hour and type

    Counts the hours up to now, oldest first. If there are no events of a type in an hour, the hour has no row for
    it. New events are counted within seconds.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", "/api/v1/event_counts", {200: models.CountEventsResponse200}, query={"hours": hours})


@Operation
def list_newest_webhook_events(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    type_: models.EventType | Unset = UNSET,
    state: models.EventState | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    created_after: datetime | Unset = UNSET,
    created_before: datetime | Unset = UNSET,
) -> Call[models.ListNewestWebhookEventsResponse200]:
    """List the newest events, newest first

    For people, newest first. A receiver that must miss nothing reads `GET /api/v1/webhook_events`. With the
    filter `type` or `state`, a search reads a bounded number of events, and with `notification_user_id` the
    events of a bounded number of deliveries. A page may then have fewer rows than `limit`, or none. More may
    follow until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/webhook_events/newest",
        {200: models.ListNewestWebhookEventsResponse200},
        query={
            "limit": limit,
            "cursor": cursor,
            "type": type_,
            "state": state,
            "delivery_id": delivery_id,
            "notification_user_id": notification_user_id,
            "created_after": created_after,
            "created_before": created_before,
        },
    )


@Operation
def list_webhook_events(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    after: str | Unset = UNSET,
    since: datetime | Unset = UNSET,
    type_: models.EventType | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    state: models.EventState | Unset = UNSET,
) -> Call[models.ListWebhookEventsResponse200]:
    """List the events, oldest first, without gaps

    Every event of the account, oldest first. New events always come after your cursor, so you miss none. The last
    page has a `next_cursor` too: use it later to read new events. With the filter `type` or `state`, a search
    reads a bounded number of events. A page may then have fewer rows than `limit`, or none. If more events
    follow, the response has the header `Link` with `rel="next"`. After a restore of the service's database, some
    events may come again: drop repeated events by `id`.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/webhook_events",
        {200: models.ListWebhookEventsResponse200},
        query={
            "limit": limit,
            "after": after,
            "since": since,
            "type": type_,
            "delivery_id": delivery_id,
            "state": state,
        },
    )


@Operation
def get_webhook_event(id: str, *, client: HttpClient) -> Call[models.GetWebhookEventResponse200]:
    """Show an event with its body and its attempts

    Returns the exact signed body, and all attempts.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", f"/api/v1/webhook_events/{segment(id)}", {200: models.GetWebhookEventResponse200})


@Operation
def resend_webhook_event(
    id: str,
    *,
    client: HttpClient,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.ResendWebhookEventResponse202]:
    """Send an event again; its attempts show the result

    Starts a new series of attempts with the same id and body.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/webhook_events/{segment(id)}/resend",
        {202: models.ResendWebhookEventResponse202},
        idempotency_key=idempotency_key,
    )
