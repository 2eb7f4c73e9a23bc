# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Messages."""

from __future__ import annotations

from datetime import datetime

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def create_message(
    *,
    client: HttpClient,
    body: models.CreateMessageBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateMessageResponse201]:
    """Create and send a message

    Sends the message at once, or at `send_at`. Creates one delivery per live channel of the template.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/messages",
        {201: models.CreateMessageResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def list_messages(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
    message_template_id: int | Unset = UNSET,
    message_template_name: str | Unset = UNSET,
    created_after: datetime | Unset = UNSET,
    created_before: datetime | Unset = UNSET,
    seen: bool | Unset = UNSET,
    expand: models.ListMessagesExpand | Unset = UNSET,
) -> Call[models.ListMessagesResponse200]:
    """List messages, newest first

    Newest first. With the filters `message_template_id`, `message_template_name` or `seen`, a search reads a
    bounded number of messages. A page may then have fewer rows than `limit`, or none. More may follow until
    `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/messages",
        {200: models.ListMessagesResponse200},
        query={
            "limit": limit,
            "cursor": cursor,
            "notification_user_id": notification_user_id,
            "external_user_id": external_user_id,
            "message_template_id": message_template_id,
            "message_template_name": message_template_name,
            "created_after": created_after,
            "created_before": created_before,
            "seen": seen,
            "expand": expand,
        },
    )


@Operation
def create_messages(
    *,
    client: HttpClient,
    body: models.CreateMessagesBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateMessagesResponse200]:
    """Create and send many messages

    Each message is created whole or not at all, independently of the others. The results are in the order of the
    request. With an idempotency key, one transaction creates all valid messages. If it takes longer than 4
    seconds, the remaining messages are not tried and get overloaded: send these again, with another key. If
    templates take too long to render, alone or all together, or if the messages with their texts take more than
    16 MiB of JSON, the remaining messages are refused with template_limit: send fewer at once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/messages/batch",
        {200: models.CreateMessagesResponse200},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def preview_message(*, client: HttpClient, body: models.PreviewMessageBody) -> Call[models.PreviewMessageResponse200]:
    """Preview a message; nothing is stored

    The response has at most 1 MiB of channel texts: `channels_left_out` counts the channels without texts.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "POST", "/api/v1/messages/preview", {200: models.PreviewMessageResponse200}, body=body)


@Operation
def list_new_messages(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
) -> Call[models.ListNewMessagesResponse200]:
    """List all sent messages a recipient has not seen, newest first

    Give `notification_user_id` or `external_user_id`; if you give both, they must name the same recipient.
    Without `limit` you get all of them, or the newest 10000. With `limit` the search reads a bounded number of
    messages, so a page may have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/messages/new_messages_for",
        {200: models.ListNewMessagesResponse200},
        query={
            "limit": limit,
            "cursor": cursor,
            "notification_user_id": notification_user_id,
            "external_user_id": external_user_id,
        },
    )


@Operation
def get_message(id: int, *, client: HttpClient) -> Call[models.GetMessageResponse200]:
    """Show a message

    Returns the message with its rendered texts and the status of each of its deliveries.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", f"/api/v1/messages/{segment(id)}", {200: models.GetMessageResponse200})


@Operation
def reschedule_message(
    id: int,
    *,
    client: HttpClient,
    body: models.RescheduleMessageBody,
) -> Call[models.RescheduleMessageResponse200]:
    """Move a scheduled message to another time

    Works only while the message is scheduled. If the time is in the past, the message is sent at once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PATCH",
        f"/api/v1/messages/{segment(id)}",
        {200: models.RescheduleMessageResponse200},
        body=body,
    )


@Operation
def render_message(id: int, *, client: HttpClient, cursor: str | Unset = UNSET) -> Call[models.RenderedMessage]:
    """Show the rendered subject and body of a message and of each of its channels

    Returns the stored texts. A channel without its own text has the text of the message.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/messages/{segment(id)}/render_message",
        {200: models.RenderedMessage},
        query={"cursor": cursor},
    )


@Operation
def cancel_message(
    id: int,
    *,
    client: HttpClient,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CancelMessageResponse200]:
    """Cancel the scheduled deliveries of a message

    Dispatched deliveries are not canceled.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/messages/{segment(id)}/cancel",
        {200: models.CancelMessageResponse200},
        idempotency_key=idempotency_key,
    )


@Operation
def mark_message_as_seen(
    id: int,
    *,
    client: HttpClient,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.MarkMessageAsSeenResponse200]:
    """Mark a message as seen, also in the inbox; its push deliveries become opened

    Use it for your own inbox: it sets `seen_at`. Repeating it changes nothing.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PATCH",
        f"/api/v1/messages/{segment(id)}/mark_as_seen",
        {200: models.MarkMessageAsSeenResponse200},
        idempotency_key=idempotency_key,
    )


@Operation
def mark_message_as_delivered(
    id: int,
    *,
    client: HttpClient,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.MarkMessageAsDeliveredResponse200]:
    """Mark a message as delivered; its push deliveries become delivered

    Use it in an application after it received a push: it sets `delivered_at`. Repeating it changes nothing.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PATCH",
        f"/api/v1/messages/{segment(id)}/mark_as_delivered",
        {200: models.MarkMessageAsDeliveredResponse200},
        idempotency_key=idempotency_key,
    )


@Operation
def send_message_again(
    id: int,
    *,
    client: HttpClient,
    body: models.MessageSentAgain | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.SendMessageAgainResponse201]:
    """Send a message again on the channels on which it failed

    Creates a message with the same recipient, template, attributes and language, from the current texts of the
    template.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/messages/{segment(id)}/send_again",
        {201: models.SendMessageAgainResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )
