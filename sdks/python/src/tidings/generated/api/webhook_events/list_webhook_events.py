import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.event_state import EventState
from ...models.event_type import EventType
from ...models.list_webhook_events_response_200 import ListWebhookEventsResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 50,
    after: str | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    type_: EventType | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    state: EventState | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["after"] = after

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.isoformat()
    params["since"] = json_since

    json_type_: str | Unset = UNSET
    if not isinstance(type_, Unset):
        json_type_ = type_

    params["type"] = json_type_

    params["delivery_id"] = delivery_id

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state

    params["state"] = json_state

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/webhook_events",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ListWebhookEventsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListWebhookEventsResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ListWebhookEventsResponse200]:
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
    after: str | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    type_: EventType | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    state: EventState | Unset = UNSET,
) -> Response[ListWebhookEventsResponse200]:
    r"""List the events, oldest first, without gaps

     Every event of the account, oldest first. New events always come after your cursor, so you miss
    none. The last page has a `next_cursor` too: use it later to read new events. With the filter `type`
    or `state`, a search
    reads a bounded number of events. A page may then have fewer rows than `limit`, or none. If more
    events follow, the
    response has the header `Link` with `rel=\"next\"`. After a restore of the service's database, some
    events may come
    again: drop repeated events by `id`.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        after (str | Unset):
        since (datetime.datetime | Unset):
        type_ (EventType | Unset):
        delivery_id (int | Unset):
        state (EventState | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListWebhookEventsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        after=after,
        since=since,
        type_=type_,
        delivery_id=delivery_id,
        state=state,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    after: str | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    type_: EventType | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    state: EventState | Unset = UNSET,
) -> ListWebhookEventsResponse200 | None:
    r"""List the events, oldest first, without gaps

     Every event of the account, oldest first. New events always come after your cursor, so you miss
    none. The last page has a `next_cursor` too: use it later to read new events. With the filter `type`
    or `state`, a search
    reads a bounded number of events. A page may then have fewer rows than `limit`, or none. If more
    events follow, the
    response has the header `Link` with `rel=\"next\"`. After a restore of the service's database, some
    events may come
    again: drop repeated events by `id`.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        after (str | Unset):
        since (datetime.datetime | Unset):
        type_ (EventType | Unset):
        delivery_id (int | Unset):
        state (EventState | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListWebhookEventsResponse200
    """

    return sync_detailed(
        client=client,
        limit=limit,
        after=after,
        since=since,
        type_=type_,
        delivery_id=delivery_id,
        state=state,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    after: str | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    type_: EventType | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    state: EventState | Unset = UNSET,
) -> Response[ListWebhookEventsResponse200]:
    r"""List the events, oldest first, without gaps

     Every event of the account, oldest first. New events always come after your cursor, so you miss
    none. The last page has a `next_cursor` too: use it later to read new events. With the filter `type`
    or `state`, a search
    reads a bounded number of events. A page may then have fewer rows than `limit`, or none. If more
    events follow, the
    response has the header `Link` with `rel=\"next\"`. After a restore of the service's database, some
    events may come
    again: drop repeated events by `id`.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        after (str | Unset):
        since (datetime.datetime | Unset):
        type_ (EventType | Unset):
        delivery_id (int | Unset):
        state (EventState | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListWebhookEventsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        after=after,
        since=since,
        type_=type_,
        delivery_id=delivery_id,
        state=state,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    after: str | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    type_: EventType | Unset = UNSET,
    delivery_id: int | Unset = UNSET,
    state: EventState | Unset = UNSET,
) -> ListWebhookEventsResponse200 | None:
    r"""List the events, oldest first, without gaps

     Every event of the account, oldest first. New events always come after your cursor, so you miss
    none. The last page has a `next_cursor` too: use it later to read new events. With the filter `type`
    or `state`, a search
    reads a bounded number of events. A page may then have fewer rows than `limit`, or none. If more
    events follow, the
    response has the header `Link` with `rel=\"next\"`. After a restore of the service's database, some
    events may come
    again: drop repeated events by `id`.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        after (str | Unset):
        since (datetime.datetime | Unset):
        type_ (EventType | Unset):
        delivery_id (int | Unset):
        state (EventState | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListWebhookEventsResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            after=after,
            since=since,
            type_=type_,
            delivery_id=delivery_id,
            state=state,
        )
    ).parsed
