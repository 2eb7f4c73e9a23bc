from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_sandbox_messages_response_200 import ListSandboxMessagesResponse200
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
        "url": "/api/v1/sandbox_messages",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ListSandboxMessagesResponse200 | None:
    if response.status_code == 200:
        response_200 = ListSandboxMessagesResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ListSandboxMessagesResponse200]:
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
) -> Response[ListSandboxMessagesResponse200]:
    """List the sandbox messages, newest delivery first

     Lists the messages sent to channels of the provider `sandbox`. A page may have fewer rows than
    `limit` although more follow.

    Newest delivery first. Test messages of channels are not listed. With `notification_user_id` or
    `external_user_id`, a search reads a bounded number of the recipient's deliveries. A page may then
    have fewer rows than
    `limit`, or none. More may follow until `next_cursor` is null.

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
        Response[ListSandboxMessagesResponse200]
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
) -> ListSandboxMessagesResponse200 | None:
    """List the sandbox messages, newest delivery first

     Lists the messages sent to channels of the provider `sandbox`. A page may have fewer rows than
    `limit` although more follow.

    Newest delivery first. Test messages of channels are not listed. With `notification_user_id` or
    `external_user_id`, a search reads a bounded number of the recipient's deliveries. A page may then
    have fewer rows than
    `limit`, or none. More may follow until `next_cursor` is null.

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
        ListSandboxMessagesResponse200
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
) -> Response[ListSandboxMessagesResponse200]:
    """List the sandbox messages, newest delivery first

     Lists the messages sent to channels of the provider `sandbox`. A page may have fewer rows than
    `limit` although more follow.

    Newest delivery first. Test messages of channels are not listed. With `notification_user_id` or
    `external_user_id`, a search reads a bounded number of the recipient's deliveries. A page may then
    have fewer rows than
    `limit`, or none. More may follow until `next_cursor` is null.

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
        Response[ListSandboxMessagesResponse200]
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
) -> ListSandboxMessagesResponse200 | None:
    """List the sandbox messages, newest delivery first

     Lists the messages sent to channels of the provider `sandbox`. A page may have fewer rows than
    `limit` although more follow.

    Newest delivery first. Test messages of channels are not listed. With `notification_user_id` or
    `external_user_id`, a search reads a bounded number of the recipient's deliveries. A page may then
    have fewer rows than
    `limit`, or none. More may follow until `next_cursor` is null.

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
        ListSandboxMessagesResponse200
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
