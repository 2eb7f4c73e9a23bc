from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.get_webhook_stats_response_200 import GetWebhookStatsResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    window: str | Unset = "24h",
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["window"] = window

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/webhook_endpoints/{id}/stats".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> GetWebhookStatsResponse200 | None:
    if response.status_code == 200:
        response_200 = GetWebhookStatsResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GetWebhookStatsResponse200]:
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
    window: str | Unset = "24h",
) -> Response[GetWebhookStatsResponse200]:
    """Show the statistics of a webhook endpoint

     Counts events and attempts up to now.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.

    Args:
        id (int):
        window (str | Unset):  Default: '24h'.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetWebhookStatsResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        window=window,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    window: str | Unset = "24h",
) -> GetWebhookStatsResponse200 | None:
    """Show the statistics of a webhook endpoint

     Counts events and attempts up to now.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.

    Args:
        id (int):
        window (str | Unset):  Default: '24h'.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetWebhookStatsResponse200
    """

    return sync_detailed(
        id=id,
        client=client,
        window=window,
    ).parsed


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    window: str | Unset = "24h",
) -> Response[GetWebhookStatsResponse200]:
    """Show the statistics of a webhook endpoint

     Counts events and attempts up to now.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.

    Args:
        id (int):
        window (str | Unset):  Default: '24h'.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetWebhookStatsResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        window=window,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    window: str | Unset = "24h",
) -> GetWebhookStatsResponse200 | None:
    """Show the statistics of a webhook endpoint

     Counts events and attempts up to now.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.

    Args:
        id (int):
        window (str | Unset):  Default: '24h'.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetWebhookStatsResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            window=window,
        )
    ).parsed
