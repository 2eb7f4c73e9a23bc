# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Suppressions."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def list_suppressions(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    address: str | Unset = UNSET,
    channel_type: models.ListSuppressionsChannelType | Unset = UNSET,
    reason: models.ListSuppressionsReason | Unset = UNSET,
) -> Call[models.ListSuppressionsResponse200]:
    """List the suppressed addresses, newest first

    Nothing is sent to these addresses. An address is added after a bounce or a complaint, or by hand.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/suppressions",
        {200: models.ListSuppressionsResponse200},
        query={"limit": limit, "cursor": cursor, "address": address, "channel_type": channel_type, "reason": reason},
    )


@Operation
def create_suppression(
    *,
    client: HttpClient,
    body: models.CreateSuppressionBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateSuppressionResponse201]:
    """Suppress an address: nothing more is sent to it

    Later deliveries to the address fail, and nothing is sent.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/suppressions",
        {201: models.CreateSuppressionResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def delete_suppression(id: int, *, client: HttpClient) -> Call[None]:
    """Remove a suppression: messages can be sent to the address again

    Deliveries stay failed if they failed because of the suppression.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/suppressions/{segment(id)}", {204: None})
