# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Sandbox."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def list_sandbox_messages(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
) -> Call[models.ListSandboxMessagesResponse200]:
    """List the sandbox messages, newest delivery first

    Lists the messages sent to channels of the provider `sandbox`. A page may have fewer rows than `limit`
    although more follow.

    Newest delivery first. Test messages of channels are not listed. With `notification_user_id` or
    `external_user_id`, a search reads a bounded number of the recipient's deliveries. A page may then have fewer
    rows than `limit`, or none. More may follow until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/sandbox_messages",
        {200: models.ListSandboxMessagesResponse200},
        query={
            "limit": limit,
            "cursor": cursor,
            "notification_user_id": notification_user_id,
            "external_user_id": external_user_id,
        },
    )


@Operation
def get_sandbox_message(id: int, *, client: HttpClient) -> Call[models.GetSandboxMessageResponse200]:
    """Show the sandbox message of a delivery

    The id is the id of the delivery.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", f"/api/v1/sandbox_messages/{segment(id)}", {200: models.GetSandboxMessageResponse200})


@Operation
def report_sandbox_message(
    id: int,
    *,
    client: HttpClient,
    body: models.ReportSandboxMessageBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.ReportSandboxMessageResponse200]:
    """Report a result, as the callback of a provider would

    Records that the message was delivered, bounced or opened. The id is the id of the delivery.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/sandbox_messages/{segment(id)}/report",
        {200: models.ReportSandboxMessageResponse200},
        body=body,
        idempotency_key=idempotency_key,
    )
