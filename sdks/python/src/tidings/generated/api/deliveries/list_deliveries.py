import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.channel_type import ChannelType
from ...models.delivery_status import DeliveryStatus
from ...models.list_deliveries_cause import (
    ListDeliveriesCause,
)
from ...models.list_deliveries_expand import (
    ListDeliveriesExpand,
)
from ...models.list_deliveries_response_200 import ListDeliveriesResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    status: DeliveryStatus | Unset = UNSET,
    message_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    notification_channel_id: int | Unset = UNSET,
    channel_type: ChannelType | Unset = UNSET,
    message_template_id: int | Unset = UNSET,
    cause: ListDeliveriesCause | Unset = UNSET,
    expand: ListDeliveriesExpand | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params["message_id"] = message_id

    params["notification_user_id"] = notification_user_id

    params["notification_channel_id"] = notification_channel_id

    json_channel_type: str | Unset = UNSET
    if not isinstance(channel_type, Unset):
        json_channel_type = channel_type

    params["channel_type"] = json_channel_type

    params["message_template_id"] = message_template_id

    json_cause: str | Unset = UNSET
    if not isinstance(cause, Unset):
        json_cause = cause

    params["cause"] = json_cause

    json_expand: str | Unset = UNSET
    if not isinstance(expand, Unset):
        json_expand = expand

    params["expand"] = json_expand

    json_created_after: str | Unset = UNSET
    if not isinstance(created_after, Unset):
        json_created_after = created_after.isoformat()
    params["created_after"] = json_created_after

    json_created_before: str | Unset = UNSET
    if not isinstance(created_before, Unset):
        json_created_before = created_before.isoformat()
    params["created_before"] = json_created_before

    json_updated_after: str | Unset = UNSET
    if not isinstance(updated_after, Unset):
        json_updated_after = updated_after.isoformat()
    params["updated_after"] = json_updated_after

    json_updated_before: str | Unset = UNSET
    if not isinstance(updated_before, Unset):
        json_updated_before = updated_before.isoformat()
    params["updated_before"] = json_updated_before

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/deliveries",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ListDeliveriesResponse200 | None:
    if response.status_code == 200:
        response_200 = ListDeliveriesResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ListDeliveriesResponse200]:
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
    status: DeliveryStatus | Unset = UNSET,
    message_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    notification_channel_id: int | Unset = UNSET,
    channel_type: ChannelType | Unset = UNSET,
    message_template_id: int | Unset = UNSET,
    cause: ListDeliveriesCause | Unset = UNSET,
    expand: ListDeliveriesExpand | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> Response[ListDeliveriesResponse200]:
    """List deliveries, newest first

     Newest first. With the filters `status`, `notification_channel_id`, `channel_type`,
    `message_template_id`, `cause`, `updated_after` or `updated_before`, a search reads a bounded number
    of deliveries. A page may
    then have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        status (DeliveryStatus | Unset):
        message_id (int | Unset):
        notification_user_id (int | Unset):
        notification_channel_id (int | Unset):
        channel_type (ChannelType | Unset):
        message_template_id (int | Unset):
        cause (ListDeliveriesCause | Unset):
        expand (ListDeliveriesExpand | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):
        updated_after (datetime.datetime | Unset):
        updated_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListDeliveriesResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        status=status,
        message_id=message_id,
        notification_user_id=notification_user_id,
        notification_channel_id=notification_channel_id,
        channel_type=channel_type,
        message_template_id=message_template_id,
        cause=cause,
        expand=expand,
        created_after=created_after,
        created_before=created_before,
        updated_after=updated_after,
        updated_before=updated_before,
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
    status: DeliveryStatus | Unset = UNSET,
    message_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    notification_channel_id: int | Unset = UNSET,
    channel_type: ChannelType | Unset = UNSET,
    message_template_id: int | Unset = UNSET,
    cause: ListDeliveriesCause | Unset = UNSET,
    expand: ListDeliveriesExpand | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> ListDeliveriesResponse200 | None:
    """List deliveries, newest first

     Newest first. With the filters `status`, `notification_channel_id`, `channel_type`,
    `message_template_id`, `cause`, `updated_after` or `updated_before`, a search reads a bounded number
    of deliveries. A page may
    then have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        status (DeliveryStatus | Unset):
        message_id (int | Unset):
        notification_user_id (int | Unset):
        notification_channel_id (int | Unset):
        channel_type (ChannelType | Unset):
        message_template_id (int | Unset):
        cause (ListDeliveriesCause | Unset):
        expand (ListDeliveriesExpand | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):
        updated_after (datetime.datetime | Unset):
        updated_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListDeliveriesResponse200
    """

    return sync_detailed(
        client=client,
        limit=limit,
        cursor=cursor,
        status=status,
        message_id=message_id,
        notification_user_id=notification_user_id,
        notification_channel_id=notification_channel_id,
        channel_type=channel_type,
        message_template_id=message_template_id,
        cause=cause,
        expand=expand,
        created_after=created_after,
        created_before=created_before,
        updated_after=updated_after,
        updated_before=updated_before,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    status: DeliveryStatus | Unset = UNSET,
    message_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    notification_channel_id: int | Unset = UNSET,
    channel_type: ChannelType | Unset = UNSET,
    message_template_id: int | Unset = UNSET,
    cause: ListDeliveriesCause | Unset = UNSET,
    expand: ListDeliveriesExpand | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> Response[ListDeliveriesResponse200]:
    """List deliveries, newest first

     Newest first. With the filters `status`, `notification_channel_id`, `channel_type`,
    `message_template_id`, `cause`, `updated_after` or `updated_before`, a search reads a bounded number
    of deliveries. A page may
    then have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        status (DeliveryStatus | Unset):
        message_id (int | Unset):
        notification_user_id (int | Unset):
        notification_channel_id (int | Unset):
        channel_type (ChannelType | Unset):
        message_template_id (int | Unset):
        cause (ListDeliveriesCause | Unset):
        expand (ListDeliveriesExpand | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):
        updated_after (datetime.datetime | Unset):
        updated_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListDeliveriesResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        status=status,
        message_id=message_id,
        notification_user_id=notification_user_id,
        notification_channel_id=notification_channel_id,
        channel_type=channel_type,
        message_template_id=message_template_id,
        cause=cause,
        expand=expand,
        created_after=created_after,
        created_before=created_before,
        updated_after=updated_after,
        updated_before=updated_before,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    status: DeliveryStatus | Unset = UNSET,
    message_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    notification_channel_id: int | Unset = UNSET,
    channel_type: ChannelType | Unset = UNSET,
    message_template_id: int | Unset = UNSET,
    cause: ListDeliveriesCause | Unset = UNSET,
    expand: ListDeliveriesExpand | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> ListDeliveriesResponse200 | None:
    """List deliveries, newest first

     Newest first. With the filters `status`, `notification_channel_id`, `channel_type`,
    `message_template_id`, `cause`, `updated_after` or `updated_before`, a search reads a bounded number
    of deliveries. A page may
    then have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        status (DeliveryStatus | Unset):
        message_id (int | Unset):
        notification_user_id (int | Unset):
        notification_channel_id (int | Unset):
        channel_type (ChannelType | Unset):
        message_template_id (int | Unset):
        cause (ListDeliveriesCause | Unset):
        expand (ListDeliveriesExpand | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):
        updated_after (datetime.datetime | Unset):
        updated_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListDeliveriesResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            cursor=cursor,
            status=status,
            message_id=message_id,
            notification_user_id=notification_user_id,
            notification_channel_id=notification_channel_id,
            channel_type=channel_type,
            message_template_id=message_template_id,
            cause=cause,
            expand=expand,
            created_after=created_after,
            created_before=created_before,
            updated_after=updated_after,
            updated_before=updated_before,
        )
    ).parsed
