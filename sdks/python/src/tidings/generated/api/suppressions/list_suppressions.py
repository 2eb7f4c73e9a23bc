from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_suppressions_channel_type import (
    ListSuppressionsChannelType,
)
from ...models.list_suppressions_reason import (
    ListSuppressionsReason,
)
from ...models.list_suppressions_response_200 import ListSuppressionsResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    address: str | Unset = UNSET,
    channel_type: ListSuppressionsChannelType | Unset = UNSET,
    reason: ListSuppressionsReason | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["address"] = address

    json_channel_type: str | Unset = UNSET
    if not isinstance(channel_type, Unset):
        json_channel_type = channel_type

    params["channel_type"] = json_channel_type

    json_reason: str | Unset = UNSET
    if not isinstance(reason, Unset):
        json_reason = reason

    params["reason"] = json_reason

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/suppressions",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ListSuppressionsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListSuppressionsResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ListSuppressionsResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    address: str | Unset = UNSET,
    channel_type: ListSuppressionsChannelType | Unset = UNSET,
    reason: ListSuppressionsReason | Unset = UNSET,
) -> Response[ListSuppressionsResponse200]:
    """List the suppressed addresses, newest first

     Nothing is sent to these addresses. An address is added after a bounce or a complaint, or by hand.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        address (str | Unset):
        channel_type (ListSuppressionsChannelType | Unset):
        reason (ListSuppressionsReason | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListSuppressionsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        address=address,
        channel_type=channel_type,
        reason=reason,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    address: str | Unset = UNSET,
    channel_type: ListSuppressionsChannelType | Unset = UNSET,
    reason: ListSuppressionsReason | Unset = UNSET,
) -> ListSuppressionsResponse200 | None:
    """List the suppressed addresses, newest first

     Nothing is sent to these addresses. An address is added after a bounce or a complaint, or by hand.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        address (str | Unset):
        channel_type (ListSuppressionsChannelType | Unset):
        reason (ListSuppressionsReason | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListSuppressionsResponse200
    """

    return sync_detailed(
        client=client,
        limit=limit,
        cursor=cursor,
        address=address,
        channel_type=channel_type,
        reason=reason,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    address: str | Unset = UNSET,
    channel_type: ListSuppressionsChannelType | Unset = UNSET,
    reason: ListSuppressionsReason | Unset = UNSET,
) -> Response[ListSuppressionsResponse200]:
    """List the suppressed addresses, newest first

     Nothing is sent to these addresses. An address is added after a bounce or a complaint, or by hand.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        address (str | Unset):
        channel_type (ListSuppressionsChannelType | Unset):
        reason (ListSuppressionsReason | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListSuppressionsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        address=address,
        channel_type=channel_type,
        reason=reason,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    address: str | Unset = UNSET,
    channel_type: ListSuppressionsChannelType | Unset = UNSET,
    reason: ListSuppressionsReason | Unset = UNSET,
) -> ListSuppressionsResponse200 | None:
    """List the suppressed addresses, newest first

     Nothing is sent to these addresses. An address is added after a bounce or a complaint, or by hand.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        address (str | Unset):
        channel_type (ListSuppressionsChannelType | Unset):
        reason (ListSuppressionsReason | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListSuppressionsResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            cursor=cursor,
            address=address,
            channel_type=channel_type,
            reason=reason,
        )
    ).parsed
