# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag API keys."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def get_own_api_key(*, client: HttpClient) -> Call[models.GetOwnApiKeyResponse200]:
    """Show the API key of this request: its role and its account

    Tells a program the rights of its key. It works with a key of any role.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: none.
    """
    return Call(client, "GET", "/api/v1/api_key", {200: models.GetOwnApiKeyResponse200})


@Operation
def list_api_keys(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Call[models.ListApiKeysResponse200]:
    """List the API keys, newest first

    Only the last four characters of each key are shown.

    Allowed roles of API keys: `full`. Allowed roles of members: `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/api_keys",
        {200: models.ListApiKeysResponse200},
        query={"limit": limit, "cursor": cursor},
    )


@Operation
def create_api_key(
    *,
    client: HttpClient,
    body: models.CreateApiKeyBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateApiKeyResponse201]:
    """Create an API key; it is shown only once

    The role of the key limits the allowed requests.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/api_keys",
        {201: models.CreateApiKeyResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def revoke_api_key(id: int, *, client: HttpClient, body: models.PasswordConfirmation | Unset = UNSET) -> Call[None]:
    """Revoke an API key, at once

    From now on, requests with the key get 401.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/api_keys/{segment(id)}", {204: None}, body=body)
