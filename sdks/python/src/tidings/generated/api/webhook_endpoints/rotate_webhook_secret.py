from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.rotate_webhook_secret_response_200 import RotateWebhookSecretResponse200
from ...models.webhook_secret_rotation import WebhookSecretRotation
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    body: WebhookSecretRotation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/webhook_endpoints/{id}/rotate_secret".format(
            id=quote(str(id), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> RotateWebhookSecretResponse200 | None:
    if response.status_code == 200:
        response_200 = RotateWebhookSecretResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[RotateWebhookSecretResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookSecretRotation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[RotateWebhookSecretResponse200]:
    """Create a new secret; it is shown only once

     The old secret stops working at once. With `overlap_seconds`, requests are signed with both secrets
    during this time.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (WebhookSecretRotation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RotateWebhookSecretResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookSecretRotation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> RotateWebhookSecretResponse200 | None:
    """Create a new secret; it is shown only once

     The old secret stops working at once. With `overlap_seconds`, requests are signed with both secrets
    during this time.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (WebhookSecretRotation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RotateWebhookSecretResponse200
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookSecretRotation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[RotateWebhookSecretResponse200]:
    """Create a new secret; it is shown only once

     The old secret stops working at once. With `overlap_seconds`, requests are signed with both secrets
    during this time.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (WebhookSecretRotation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RotateWebhookSecretResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookSecretRotation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> RotateWebhookSecretResponse200 | None:
    """Create a new secret; it is shown only once

     The old secret stops working at once. With `overlap_seconds`, requests are signed with both secrets
    during this time.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (WebhookSecretRotation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RotateWebhookSecretResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
