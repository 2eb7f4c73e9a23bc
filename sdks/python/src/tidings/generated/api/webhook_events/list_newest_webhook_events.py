import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.event_state import EventState
from ...models.event_type import EventType
from ...models.list_newest_webhook_events_response_200 import (
    ListNewestWebhookEventsResponse200,
)
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    type_: EventType | Unset = UNSET,
    state: EventState | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_type_: str | Unset = UNSET
    if not isinstance(type_, Unset):
        json_type_ = type_

    params["type"] = json_type_

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state

    params["state"] = json_state

    params["delivery_id"] = delivery_id

    params["notification_user_id"] = notification_user_id

    json_created_after: str | Unset = UNSET
    if not isinstance(created_after, Unset):
        json_created_after = created_after.isoformat()
    params["created_after"] = json_created_after

    json_created_before: str | Unset = UNSET
    if not isinstance(created_before, Unset):
        json_created_before = created_before.isoformat()
    params["created_before"] = json_created_before

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/webhook_events/newest",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ListNewestWebhookEventsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListNewestWebhookEventsResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ListNewestWebhookEventsResponse200]:
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
    type_: EventType | Unset = UNSET,
    state: EventState | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> Response[ListNewestWebhookEventsResponse200]:
    """List the newest events, newest first

     For people, newest first. A receiver that must miss nothing reads `GET /api/v1/webhook_events`. With
    the
    filter `type` or `state`, a search reads a bounded number of events, and with `notification_user_id`
    the events of a bounded number of
    deliveries. A page may then have fewer rows than `limit`, or none. More may follow until
    `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        type_ (EventType | Unset):
        state (EventState | Unset):
        delivery_id (int | Unset):
        notification_user_id (int | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListNewestWebhookEventsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        type_=type_,
        state=state,
        delivery_id=delivery_id,
        notification_user_id=notification_user_id,
        created_after=created_after,
        created_before=created_before,
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
    type_: EventType | Unset = UNSET,
    state: EventState | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> ListNewestWebhookEventsResponse200 | None:
    """List the newest events, newest first

     For people, newest first. A receiver that must miss nothing reads `GET /api/v1/webhook_events`. With
    the
    filter `type` or `state`, a search reads a bounded number of events, and with `notification_user_id`
    the events of a bounded number of
    deliveries. A page may then have fewer rows than `limit`, or none. More may follow until
    `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        type_ (EventType | Unset):
        state (EventState | Unset):
        delivery_id (int | Unset):
        notification_user_id (int | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListNewestWebhookEventsResponse200
    """

    return sync_detailed(
        client=client,
        limit=limit,
        cursor=cursor,
        type_=type_,
        state=state,
        delivery_id=delivery_id,
        notification_user_id=notification_user_id,
        created_after=created_after,
        created_before=created_before,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    type_: EventType | Unset = UNSET,
    state: EventState | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> Response[ListNewestWebhookEventsResponse200]:
    """List the newest events, newest first

     For people, newest first. A receiver that must miss nothing reads `GET /api/v1/webhook_events`. With
    the
    filter `type` or `state`, a search reads a bounded number of events, and with `notification_user_id`
    the events of a bounded number of
    deliveries. A page may then have fewer rows than `limit`, or none. More may follow until
    `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        type_ (EventType | Unset):
        state (EventState | Unset):
        delivery_id (int | Unset):
        notification_user_id (int | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListNewestWebhookEventsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        type_=type_,
        state=state,
        delivery_id=delivery_id,
        notification_user_id=notification_user_id,
        created_after=created_after,
        created_before=created_before,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    type_: EventType | Unset = UNSET,
    state: EventState | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    notification_user_id: int | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> ListNewestWebhookEventsResponse200 | None:
    """List the newest events, newest first

     For people, newest first. A receiver that must miss nothing reads `GET /api/v1/webhook_events`. With
    the
    filter `type` or `state`, a search reads a bounded number of events, and with `notification_user_id`
    the events of a bounded number of
    deliveries. A page may then have fewer rows than `limit`, or none. More may follow until
    `next_cursor` is null.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        type_ (EventType | Unset):
        state (EventState | Unset):
        delivery_id (int | Unset):
        notification_user_id (int | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListNewestWebhookEventsResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            cursor=cursor,
            type_=type_,
            state=state,
            delivery_id=delivery_id,
            notification_user_id=notification_user_id,
            created_after=created_after,
            created_before=created_before,
        )
    ).parsed
