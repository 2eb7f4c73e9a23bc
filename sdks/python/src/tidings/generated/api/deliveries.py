# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Deliveries."""

from __future__ import annotations

from datetime import datetime

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def get_delivery(id: int, *, client: HttpClient) -> Call[models.Delivery]:
    """Show a delivery, as in the body of its events

    The delivery has no root key: it is identical to `data.delivery` of an event.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", f"/api/v1/deliveries/{segment(id)}", {200: models.Delivery})


@Operation
def get_delivery_timeline(id: int, *, client: HttpClient) -> Call[models.GetDeliveryTimelineResponse200]:
    """Show the timeline of a delivery: states, sends, and events with their attempts, in order

    Shows the result of each send and each webhook attempt, with its time and its error.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/deliveries/{segment(id)}/timeline",
        {200: models.GetDeliveryTimelineResponse200},
    )


@Operation
def list_deliveries(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    status: models.DeliveryStatus | Unset = UNSET,
    message_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
    notification_channel_id: int | Unset = UNSET,
    channel_type: models.ChannelType | Unset = UNSET,
    message_template_id: int | Unset = UNSET,
    cause: models.ListDeliveriesCause | Unset = UNSET,
    expand: models.ListDeliveriesExpand | Unset = UNSET,
    created_after: datetime | Unset = UNSET,
    created_before: datetime | Unset = UNSET,
    updated_after: datetime | Unset = UNSET,
    updated_before: datetime | Unset = UNSET,
) -> Call[models.ListDeliveriesResponse200]:
    """List deliveries, newest first

    Newest first. With the filters `status`, `notification_channel_id`, `channel_type`, `message_template_id`,
    `cause`, `updated_after` or `updated_before`, a search reads a bounded number of deliveries. A page may then
    have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/deliveries",
        {200: models.ListDeliveriesResponse200},
        query={
            "limit": limit,
            "cursor": cursor,
            "status": status,
            "message_id": message_id,
            "notification_user_id": notification_user_id,
            "external_user_id": external_user_id,
            "notification_channel_id": notification_channel_id,
            "channel_type": channel_type,
            "message_template_id": message_template_id,
            "cause": cause,
            "expand": expand,
            "created_after": created_after,
            "created_before": created_before,
            "updated_after": updated_after,
            "updated_before": updated_before,
        },
    )


@Operation
def list_recent_failures(*, client: HttpClient) -> Call[models.ListRecentFailuresResponse200]:
    """List the latest failed or bounced deliveries, with their messages

    Returns at most the 20 newest. A new failure appears within seconds.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", "/api/v1/recent_failures", {200: models.ListRecentFailuresResponse200})


@Operation
def explain_delivery(id: int, *, client: HttpClient) -> Call[models.ExplainDeliveryResponse200]:
    """Explain in one sentence why a delivery did or did not arrive, with the actions that help

    The sentence names the cause, the last send, a suppressed address, and events that your endpoint does not
    have.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/deliveries/{segment(id)}/explanation",
        {200: models.ExplainDeliveryResponse200},
    )


@Operation
def count_deliveries(
    *,
    client: HttpClient,
    period: models.CountDeliveriesPeriod | Unset = UNSET,
    since: datetime | Unset = UNSET,
    until: datetime | Unset = UNSET,
    group_by: models.CountDeliveriesGroupBy | Unset = UNSET,
) -> Call[models.CountDeliveriesResponse200]:
    """Count the deliveries by outcome over time

    Counts each delivery once, by its present status, at the time of its creation. The period ends now, and its
    last bucket is still filling. `before` has the totals of the period of the same length before it. Buckets are
    hours of 24 hours, 6 hours of 7 days, otherwise days in UTC. With `since`, the period is from its hour to
    `until` or now, at most 92 days. Older counts are of 6 hours or days in UTC, so the edges of an own period may
    be of that length. Changes are counted within seconds. Groups are the 50 largest, and one of all others.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/delivery_counts",
        {200: models.CountDeliveriesResponse200},
        query={"period": period, "since": since, "until": until, "group_by": group_by},
    )
