# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Account."""

from __future__ import annotations

from datetime import datetime

from ...calls import Call, HttpClient, Operation
from ...model import UNSET, Unset
from .. import models


@Operation
def list_mails(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Call[models.ListMailsResponse200]:
    """List the service's own mails to the account's owners, newest first

    For example the mail about a disabled webhook endpoint.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/mails",
        {200: models.ListMailsResponse200},
        query={"limit": limit, "cursor": cursor},
    )


@Operation
def get_account(*, client: HttpClient) -> Call[models.GetAccountResponse200]:
    """Show the account, its limits and its deliveries of this month

    If a limit is null, there is no limit.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "GET", "/api/v1/account", {200: models.GetAccountResponse200})


@Operation
def update_account(*, client: HttpClient, body: models.UpdateAccountBody) -> Call[models.UpdateAccountResponse200]:
    """Change the origins of the pages that show the inbox

    Pages of these origins may read the inboxes of your recipients.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "PATCH", "/api/v1/account", {200: models.UpdateAccountResponse200}, body=body)


@Operation
def list_audit_entries(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    object: str | Unset = UNSET,
    actor: str | Unset = UNSET,
    created_after: datetime | Unset = UNSET,
    created_before: datetime | Unset = UNSET,
) -> Call[models.ListAuditEntriesResponse200]:
    """List the audit log, newest first

    Lists the changes of the account: the object, the actor, the time and the IP address.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/audit_log",
        {200: models.ListAuditEntriesResponse200},
        query={
            "limit": limit,
            "cursor": cursor,
            "object": object,
            "actor": actor,
            "created_after": created_after,
            "created_before": created_before,
        },
    )
