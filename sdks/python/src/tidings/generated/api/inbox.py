# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Inbox."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def create_recipient_token(
    id: int,
    *,
    client: HttpClient,
    body: models.RecipientTokenInput | Unset = UNSET,
) -> Call[models.CreateRecipientTokenResponse201]:
    """Make a token with which a notification user's app reads the inbox

    Give the token to the app or page of this recipient. It reads this one inbox, and no other route takes it.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/notification_users/{segment(id)}/tokens",
        {201: models.CreateRecipientTokenResponse201},
        body=body,
    )


@Operation
def list_recipient_signing_keys(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Call[models.ListRecipientSigningKeysResponse200]:
    """List the keys that sign recipient tokens, newest first

    Each key signs tokens of recipients. Without a key, the service makes one for the first token.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/recipient_signing_keys",
        {200: models.ListRecipientSigningKeysResponse200},
        query={"limit": limit, "cursor": cursor},
    )


@Operation
def create_recipient_signing_key(
    *,
    client: HttpClient,
    body: models.CreateRecipientSigningKeyBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateRecipientSigningKeyResponse201]:
    """Create a key that signs recipient tokens; its secret is shown only once

    With the secret, your own server can sign tokens of recipients.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/recipient_signing_keys",
        {201: models.CreateRecipientSigningKeyResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def delete_recipient_signing_key(
    id: int,
    *,
    client: HttpClient,
    body: models.PasswordConfirmation | Unset = UNSET,
) -> Call[None]:
    """Delete a key that signs recipient tokens; its tokens are refused from then on

    To rotate a key, create a new one first. Open streams end within 5 minutes.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/recipient_signing_keys/{segment(id)}", {204: None}, body=body)


@Operation
def list_inbox_messages(
    *,
    client: HttpClient,
    status: models.ListInboxMessagesStatus | Unset = UNSET,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Call[models.ListInboxMessagesResponse200]:
    """List the messages in the inbox, newest first

    The deliveries of the listed messages become *delivered*.
    """
    return Call(
        client,
        "GET",
        "/api/v1/inbox/messages",
        {200: models.ListInboxMessagesResponse200},
        query={"status": status, "limit": limit, "cursor": cursor},
    )


@Operation
def update_all_inbox_messages(
    *,
    client: HttpClient,
    body: models.InboxChange | Unset = UNSET,
) -> Call[models.UpdateAllInboxMessagesResponse200]:
    """Mark all messages that are not archived as seen, read or archived

    Give exactly one of `seen`, `read` and `archived`.
    """
    return Call(client, "PATCH", "/api/v1/inbox/messages", {200: models.UpdateAllInboxMessagesResponse200}, body=body)


@Operation
def count_inbox_messages(*, client: HttpClient) -> Call[models.CountInboxMessagesResponse200]:
    """Count the unseen and the unread messages in the inbox

    Archived messages do not count.
    """
    return Call(client, "GET", "/api/v1/inbox/counts", {200: models.CountInboxMessagesResponse200})


@Operation
def update_inbox_message(
    message_id: int,
    *,
    client: HttpClient,
    body: models.InboxMessageChange | Unset = UNSET,
) -> Call[models.UpdateInboxMessageResponse200]:
    """Mark a message in the inbox as seen, read or archived

    A seen message makes its delivery *opened*. Repeating it changes nothing.
    """
    return Call(
        client,
        "PATCH",
        f"/api/v1/inbox/messages/{segment(message_id)}",
        {200: models.UpdateInboxMessageResponse200},
        body=body,
    )


@Operation
def get_inbox_preferences(*, client: HttpClient) -> Call[models.RecipientPreferences]:
    """Show the preferences of the recipient

    Shows each topic with each type of channel, and what the recipient chose.
    """
    return Call(client, "GET", "/api/v1/inbox/preferences", {200: models.RecipientPreferences})


@Operation
def update_inbox_preferences(
    *,
    client: HttpClient,
    body: models.PreferencesInput | Unset = UNSET,
) -> Call[models.RecipientPreferences]:
    """Change the preferences of the recipient; the choices that are not listed stay

    A required topic cannot be disabled.
    """
    return Call(client, "PUT", "/api/v1/inbox/preferences", {200: models.RecipientPreferences}, body=body)
