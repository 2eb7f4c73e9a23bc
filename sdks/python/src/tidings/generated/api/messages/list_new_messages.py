from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_new_messages_response_200 import ListNewMessagesResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["notification_user_id"] = notification_user_id

    params["external_user_id"] = external_user_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/messages/new_messages_for",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ListNewMessagesResponse200 | None:
    if response.status_code == 200:
        response_200 = ListNewMessagesResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ListNewMessagesResponse200]:
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
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
) -> Response[ListNewMessagesResponse200]:
    """List all sent messages a recipient has not seen, newest first

     Give `notification_user_id` or `external_user_id`; if you give both, they must name the same
    recipient. Without `limit` you get all of them, or the newest 10000. With `limit` the search reads a
    bounded number of messages, so a page may have fewer rows than `limit`, or none. More may follow
    until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        notification_user_id (int | Unset):
        external_user_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListNewMessagesResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        notification_user_id=notification_user_id,
        external_user_id=external_user_id,
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
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
) -> ListNewMessagesResponse200 | None:
    """List all sent messages a recipient has not seen, newest first

     Give `notification_user_id` or `external_user_id`; if you give both, they must name the same
    recipient. Without `limit` you get all of them, or the newest 10000. With `limit` the search reads a
    bounded number of messages, so a page may have fewer rows than `limit`, or none. More may follow
    until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        notification_user_id (int | Unset):
        external_user_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListNewMessagesResponse200
    """

    return sync_detailed(
        client=client,
        limit=limit,
        cursor=cursor,
        notification_user_id=notification_user_id,
        external_user_id=external_user_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
) -> Response[ListNewMessagesResponse200]:
    """List all sent messages a recipient has not seen, newest first

     Give `notification_user_id` or `external_user_id`; if you give both, they must name the same
    recipient. Without `limit` you get all of them, or the newest 10000. With `limit` the search reads a
    bounded number of messages, so a page may have fewer rows than `limit`, or none. More may follow
    until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        notification_user_id (int | Unset):
        external_user_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListNewMessagesResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        notification_user_id=notification_user_id,
        external_user_id=external_user_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
) -> ListNewMessagesResponse200 | None:
    """List all sent messages a recipient has not seen, newest first

     Give `notification_user_id` or `external_user_id`; if you give both, they must name the same
    recipient. Without `limit` you get all of them, or the newest 10000. With `limit` the search reads a
    bounded number of messages, so a page may have fewer rows than `limit`, or none. More may follow
    until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        notification_user_id (int | Unset):
        external_user_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListNewMessagesResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            cursor=cursor,
            notification_user_id=notification_user_id,
            external_user_id=external_user_id,
        )
    ).parsed
