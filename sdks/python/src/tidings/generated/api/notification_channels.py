# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Notification channels."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def list_providers(*, client: HttpClient) -> Call[models.ListProvidersResponse200]:
    """List the providers and their settings

    Each provider describes its settings with a JSON Schema.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", "/api/v1/providers", {200: models.ListProvidersResponse200})


@Operation
def test_send(
    id: int,
    *,
    client: HttpClient,
    body: models.TestSendInput,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.TestSendResponse200]:
    """Send a test message at once and return the response of the provider

    A test message creates no delivery and no events. The channel may be inactive. The limit is 6 per minute for a
    channel and 30 for an account.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/notification_channels/{segment(id)}/test_send",
        {200: models.TestSendResponse200},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def test_connection(*, client: HttpClient, body: models.TestConnectionBody) -> Call[models.TestConnectionResponse200]:
    """Test the settings of a channel before you save it

    The body is the same as for a new channel. The service connects to the provider and checks the credentials by
    the cheapest call. It sends no message and stores nothing. The limit is 30 per minute for an account, together
    with test messages.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/notification_channels/test_connection",
        {200: models.TestConnectionResponse200},
        body=body,
    )


@Operation
def list_notification_channels(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    name: str | Unset = UNSET,
) -> Call[models.ListNotificationChannelsResponse200]:
    """List the channels, newest first

    Settings are shown without their secrets.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/notification_channels",
        {200: models.ListNotificationChannelsResponse200},
        query={"limit": limit, "cursor": cursor, "name": name},
    )


@Operation
def create_notification_channel(
    *,
    client: HttpClient,
    body: models.CreateNotificationChannelBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateNotificationChannelResponse201]:
    """Create a channel

    A channel has a type, a provider and the settings of the provider.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/notification_channels",
        {201: models.CreateNotificationChannelResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def get_notification_channel(id: int, *, client: HttpClient) -> Call[models.GetNotificationChannelResponse200]:
    """Show a channel

    Settings are shown without their secrets.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/notification_channels/{segment(id)}",
        {200: models.GetNotificationChannelResponse200},
    )


@Operation
def update_notification_channel(
    id: int,
    *,
    client: HttpClient,
    body: models.UpdateNotificationChannelBody,
) -> Call[models.UpdateNotificationChannelResponse200]:
    """Change a channel; absent settings stay as they are

    Absent fields stay as they are. In `settings`, null removes a setting.

    A signed-in member gives the password again to change `provider` or `settings`, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PATCH",
        f"/api/v1/notification_channels/{segment(id)}",
        {200: models.UpdateNotificationChannelResponse200},
        body=body,
    )


@Operation
def delete_notification_channel(id: int, *, client: HttpClient) -> Call[None]:
    """Delete a channel: it is detached from every template, its scheduled deliveries are canceled

    Finished deliveries stay as they are.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/notification_channels/{segment(id)}", {204: None})
