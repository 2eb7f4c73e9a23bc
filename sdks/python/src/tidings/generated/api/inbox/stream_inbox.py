from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    token: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["token"] = token

    params["last_event_id"] = last_event_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/inbox/stream",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> str | None:
    if response.status_code == 200:
        response_200 = response.text
        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[str]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    token: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> Response[str]:
    """Stream the changes of the inbox

     Server-sent events of the inbox. `message`: a new message. `change`: a message after a change of its
    states. `change_all`:
    all messages up to `up_to` (null: all) that were not archived have the state. `counts`: the first
    event, and the last after changes.
    `reset`: the cursor was too old, so read the list anew. The `id` of an event is a cursor: to
    continue without a gap, send it as
    `Last-Event-ID` or `last_event_id`. A stream ends after 5 minutes, when the token expires, or within
    10 seconds of the deletion of its key: then connect again. A recipient may have
    20 streams at a time. Only this route takes the token as the parameter `token` too.

    Args:
        token (str | Unset):
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
    """

    kwargs = _get_kwargs(
        token=token,
        last_event_id=last_event_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    token: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> str | None:
    """Stream the changes of the inbox

     Server-sent events of the inbox. `message`: a new message. `change`: a message after a change of its
    states. `change_all`:
    all messages up to `up_to` (null: all) that were not archived have the state. `counts`: the first
    event, and the last after changes.
    `reset`: the cursor was too old, so read the list anew. The `id` of an event is a cursor: to
    continue without a gap, send it as
    `Last-Event-ID` or `last_event_id`. A stream ends after 5 minutes, when the token expires, or within
    10 seconds of the deletion of its key: then connect again. A recipient may have
    20 streams at a time. Only this route takes the token as the parameter `token` too.

    Args:
        token (str | Unset):
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
    """

    return sync_detailed(
        client=client,
        token=token,
        last_event_id=last_event_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    token: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> Response[str]:
    """Stream the changes of the inbox

     Server-sent events of the inbox. `message`: a new message. `change`: a message after a change of its
    states. `change_all`:
    all messages up to `up_to` (null: all) that were not archived have the state. `counts`: the first
    event, and the last after changes.
    `reset`: the cursor was too old, so read the list anew. The `id` of an event is a cursor: to
    continue without a gap, send it as
    `Last-Event-ID` or `last_event_id`. A stream ends after 5 minutes, when the token expires, or within
    10 seconds of the deletion of its key: then connect again. A recipient may have
    20 streams at a time. Only this route takes the token as the parameter `token` too.

    Args:
        token (str | Unset):
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[str]
    """

    kwargs = _get_kwargs(
        token=token,
        last_event_id=last_event_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    token: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> str | None:
    """Stream the changes of the inbox

     Server-sent events of the inbox. `message`: a new message. `change`: a message after a change of its
    states. `change_all`:
    all messages up to `up_to` (null: all) that were not archived have the state. `counts`: the first
    event, and the last after changes.
    `reset`: the cursor was too old, so read the list anew. The `id` of an event is a cursor: to
    continue without a gap, send it as
    `Last-Event-ID` or `last_event_id`. A stream ends after 5 minutes, when the token expires, or within
    10 seconds of the deletion of its key: then connect again. A recipient may have
    20 streams at a time. Only this route takes the token as the parameter `token` too.

    Args:
        token (str | Unset):
        last_event_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        str
    """

    return (
        await asyncio_detailed(
            client=client,
            token=token,
            last_event_id=last_event_id,
        )
    ).parsed
