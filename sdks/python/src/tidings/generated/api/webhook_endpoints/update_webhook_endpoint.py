from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.update_webhook_endpoint_response_200 import (
    UpdateWebhookEndpointResponse200,
)
from ...models.webhook_endpoint_change import WebhookEndpointChange
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    body: WebhookEndpointChange | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/v1/webhook_endpoints/{id}".format(
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
) -> UpdateWebhookEndpointResponse200 | None:
    if response.status_code == 200:
        response_200 = UpdateWebhookEndpointResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[UpdateWebhookEndpointResponse200]:
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
    body: WebhookEndpointChange | Unset = UNSET,
) -> Response[UpdateWebhookEndpointResponse200]:
    """Change the URL or the format of signatures, pause or resume

     A paused endpoint gets no events. To enable a disabled endpoint, call `reactivate`.

    A signed-in member gives the password again to change `url`, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (WebhookEndpointChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdateWebhookEndpointResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookEndpointChange | Unset = UNSET,
) -> UpdateWebhookEndpointResponse200 | None:
    """Change the URL or the format of signatures, pause or resume

     A paused endpoint gets no events. To enable a disabled endpoint, call `reactivate`.

    A signed-in member gives the password again to change `url`, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (WebhookEndpointChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdateWebhookEndpointResponse200
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookEndpointChange | Unset = UNSET,
) -> Response[UpdateWebhookEndpointResponse200]:
    """Change the URL or the format of signatures, pause or resume

     A paused endpoint gets no events. To enable a disabled endpoint, call `reactivate`.

    A signed-in member gives the password again to change `url`, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (WebhookEndpointChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdateWebhookEndpointResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookEndpointChange | Unset = UNSET,
) -> UpdateWebhookEndpointResponse200 | None:
    """Change the URL or the format of signatures, pause or resume

     A paused endpoint gets no events. To enable a disabled endpoint, call `reactivate`.

    A signed-in member gives the password again to change `url`, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (WebhookEndpointChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdateWebhookEndpointResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
        )
    ).parsed
