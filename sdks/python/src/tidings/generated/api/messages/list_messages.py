import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_messages_expand import (
    ListMessagesExpand,
)
from ...models.list_messages_response_200 import ListMessagesResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
    message_template_id: int | Unset = UNSET,
    message_template_name: str | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    seen: bool | Unset = UNSET,
    expand: ListMessagesExpand | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["notification_user_id"] = notification_user_id

    params["external_user_id"] = external_user_id

    params["message_template_id"] = message_template_id

    params["message_template_name"] = message_template_name

    json_created_after: str | Unset = UNSET
    if not isinstance(created_after, Unset):
        json_created_after = created_after.isoformat()
    params["created_after"] = json_created_after

    json_created_before: str | Unset = UNSET
    if not isinstance(created_before, Unset):
        json_created_before = created_before.isoformat()
    params["created_before"] = json_created_before

    params["seen"] = seen

    json_expand: str | Unset = UNSET
    if not isinstance(expand, Unset):
        json_expand = expand

    params["expand"] = json_expand

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/messages",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ListMessagesResponse200 | None:
    if response.status_code == 200:
        response_200 = ListMessagesResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ListMessagesResponse200]:
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
    message_template_id: int | Unset = UNSET,
    message_template_name: str | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    seen: bool | Unset = UNSET,
    expand: ListMessagesExpand | Unset = UNSET,
) -> Response[ListMessagesResponse200]:
    """List messages, newest first

     Newest first. With the filters `message_template_id`, `message_template_name` or `seen`, a search
    reads a bounded number of messages. A page may then have fewer rows than `limit`, or none. More may
    follow until
    `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        notification_user_id (int | Unset):
        external_user_id (str | Unset):
        message_template_id (int | Unset):
        message_template_name (str | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):
        seen (bool | Unset):
        expand (ListMessagesExpand | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListMessagesResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        notification_user_id=notification_user_id,
        external_user_id=external_user_id,
        message_template_id=message_template_id,
        message_template_name=message_template_name,
        created_after=created_after,
        created_before=created_before,
        seen=seen,
        expand=expand,
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
    message_template_id: int | Unset = UNSET,
    message_template_name: str | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    seen: bool | Unset = UNSET,
    expand: ListMessagesExpand | Unset = UNSET,
) -> ListMessagesResponse200 | None:
    """List messages, newest first

     Newest first. With the filters `message_template_id`, `message_template_name` or `seen`, a search
    reads a bounded number of messages. A page may then have fewer rows than `limit`, or none. More may
    follow until
    `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        notification_user_id (int | Unset):
        external_user_id (str | Unset):
        message_template_id (int | Unset):
        message_template_name (str | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):
        seen (bool | Unset):
        expand (ListMessagesExpand | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListMessagesResponse200
    """

    return sync_detailed(
        client=client,
        limit=limit,
        cursor=cursor,
        notification_user_id=notification_user_id,
        external_user_id=external_user_id,
        message_template_id=message_template_id,
        message_template_name=message_template_name,
        created_after=created_after,
        created_before=created_before,
        seen=seen,
        expand=expand,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    external_user_id: str | Unset = UNSET,
    message_template_id: int | Unset = UNSET,
    message_template_name: str | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    seen: bool | Unset = UNSET,
    expand: ListMessagesExpand | Unset = UNSET,
) -> Response[ListMessagesResponse200]:
    """List messages, newest first

     Newest first. With the filters `message_template_id`, `message_template_name` or `seen`, a search
    reads a bounded number of messages. A page may then have fewer rows than `limit`, or none. More may
    follow until
    `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        notification_user_id (int | Unset):
        external_user_id (str | Unset):
        message_template_id (int | Unset):
        message_template_name (str | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):
        seen (bool | Unset):
        expand (ListMessagesExpand | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListMessagesResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        notification_user_id=notification_user_id,
        external_user_id=external_user_id,
        message_template_id=message_template_id,
        message_template_name=message_template_name,
        created_after=created_after,
        created_before=created_before,
        seen=seen,
        expand=expand,
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
    message_template_id: int | Unset = UNSET,
    message_template_name: str | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    seen: bool | Unset = UNSET,
    expand: ListMessagesExpand | Unset = UNSET,
) -> ListMessagesResponse200 | None:
    """List messages, newest first

     Newest first. With the filters `message_template_id`, `message_template_name` or `seen`, a search
    reads a bounded number of messages. A page may then have fewer rows than `limit`, or none. More may
    follow until
    `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        notification_user_id (int | Unset):
        external_user_id (str | Unset):
        message_template_id (int | Unset):
        message_template_name (str | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):
        seen (bool | Unset):
        expand (ListMessagesExpand | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListMessagesResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            cursor=cursor,
            notification_user_id=notification_user_id,
            external_user_id=external_user_id,
            message_template_id=message_template_id,
            message_template_name=message_template_name,
            created_after=created_after,
            created_before=created_before,
            seen=seen,
            expand=expand,
        )
    ).parsed
