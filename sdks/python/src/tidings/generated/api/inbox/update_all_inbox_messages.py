from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.inbox_change import InboxChange
from ...models.update_all_inbox_messages_response_200 import (
    UpdateAllInboxMessagesResponse200,
)
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: InboxChange | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/v1/inbox/messages",
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> UpdateAllInboxMessagesResponse200 | None:
    if response.status_code == 200:
        response_200 = UpdateAllInboxMessagesResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[UpdateAllInboxMessagesResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: InboxChange | Unset = UNSET,
) -> Response[UpdateAllInboxMessagesResponse200]:
    """Mark all messages that are not archived as seen, read or archived

     Give exactly one of `seen`, `read` and `archived`.

    Args:
        body (InboxChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdateAllInboxMessagesResponse200]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: InboxChange | Unset = UNSET,
) -> UpdateAllInboxMessagesResponse200 | None:
    """Mark all messages that are not archived as seen, read or archived

     Give exactly one of `seen`, `read` and `archived`.

    Args:
        body (InboxChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdateAllInboxMessagesResponse200
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: InboxChange | Unset = UNSET,
) -> Response[UpdateAllInboxMessagesResponse200]:
    """Mark all messages that are not archived as seen, read or archived

     Give exactly one of `seen`, `read` and `archived`.

    Args:
        body (InboxChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdateAllInboxMessagesResponse200]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: InboxChange | Unset = UNSET,
) -> UpdateAllInboxMessagesResponse200 | None:
    """Mark all messages that are not archived as seen, read or archived

     Give exactly one of `seen`, `read` and `archived`.

    Args:
        body (InboxChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdateAllInboxMessagesResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
