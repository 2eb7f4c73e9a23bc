# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Notification users."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def list_notification_users(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
    email: str | Unset = UNSET,
) -> Call[models.ListNotificationUsersResponse200]:
    """List the notification users, newest first

    Notification users are the recipients of messages. Deleted users are not listed.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/notification_users",
        {200: models.ListNotificationUsersResponse200},
        query={"limit": limit, "cursor": cursor, "external_user_id": external_user_id, "email": email},
    )


@Operation
def create_notification_user(
    *,
    client: HttpClient,
    body: models.CreateNotificationUserBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateNotificationUserResponse201]:
    """Create a notification user

    Creates a recipient of messages. To create or update it by your own id in one call, use the PUT request.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/notification_users",
        {201: models.CreateNotificationUserResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def get_notification_user(id: int, *, client: HttpClient) -> Call[models.GetNotificationUserResponse200]:
    """Show a notification user

    Returns the addresses and attributes of one recipient.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/notification_users/{segment(id)}",
        {200: models.GetNotificationUserResponse200},
    )


@Operation
def delete_notification_user(
    id: int,
    *,
    client: HttpClient,
    body: models.PasswordConfirmation | Unset = UNSET,
    erase: bool | Unset = UNSET,
) -> Call[models.DeleteNotificationUserResponse200 | None]:
    """Delete a notification user: scheduled deliveries are canceled, the external id is free again

    Messages and deliveries stay. You can use the external id again for a new notification user.

    With `erase=true` the service erases all personal data of the notification user: its fields and devices, the
    texts and attributes of its messages, providers' words in errors, sandbox messages, suppressed addresses,
    stored responses. Ids, states and times stay. Deliveries not sent yet are canceled or fail. The response is
    200 with the progress: a long history goes on in the background, and the same request shows how far it is. A
    notification user that was deleted before can be erased too. To erase, an API key needs the role full.

    A signed-in member gives the password again to erase, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "DELETE",
        f"/api/v1/notification_users/{segment(id)}",
        {200: models.DeleteNotificationUserResponse200, 204: None},
        query={"erase": erase},
        body=body,
    )


@Operation
def update_notification_user(
    id: int,
    *,
    client: HttpClient,
    body: models.UpdateNotificationUserBody,
) -> Call[models.UpdateNotificationUserResponse200]:
    """Change a notification user; attributes are replaced as a whole

    Absent fields stay as they are. null clears a field.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PATCH",
        f"/api/v1/notification_users/{segment(id)}",
        {200: models.UpdateNotificationUserResponse200},
        body=body,
    )


@Operation
def upsert_notification_user(
    external_user_id: str,
    *,
    client: HttpClient,
    body: models.UpsertNotificationUserBody,
) -> Call[models.UpsertNotificationUserResponse200 | models.UpsertNotificationUserResponse201]:
    """Create or change the notification user of an external id

    Returns 201 if it created the notification user, 200 if it updated it. Absent fields stay as they are.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PUT",
        f"/api/v1/notification_users/by_external_id/{segment(external_user_id)}",
        {200: models.UpsertNotificationUserResponse200, 201: models.UpsertNotificationUserResponse201},
        body=body,
    )


@Operation
def export_notification_user(id: int, *, client: HttpClient) -> Call[models.NotificationUserExport]:
    """Export all data of a notification user

    Streams all data of one notification user: its fields, devices, suppressed addresses, messages with their
    texts and attributes, deliveries, sends, events, webhook attempts, sandbox messages and the inbox. A deleted
    notification user can be exported until it is erased. The response is complete if its JSON is. Rows may change
    during the export.

    A signed-in member gives the password again, at most once in 10 minutes: with `POST
    /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "GET", f"/api/v1/notification_users/{segment(id)}/export", {200: models.NotificationUserExport})
