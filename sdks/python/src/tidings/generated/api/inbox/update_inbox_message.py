from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.inbox_message_change import InboxMessageChange
from ...models.update_inbox_message_response_200 import UpdateInboxMessageResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    message_id: int,
    *,
    body: InboxMessageChange | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/v1/inbox/messages/{message_id}".format(
            message_id=quote(str(message_id), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> UpdateInboxMessageResponse200 | None:
    if response.status_code == 200:
        response_200 = UpdateInboxMessageResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[UpdateInboxMessageResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    message_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: InboxMessageChange | Unset = UNSET,
) -> Response[UpdateInboxMessageResponse200]:
    """Mark a message in the inbox as seen, read or archived

     A seen message makes its delivery *opened*. Repeating it changes nothing.

    Args:
        message_id (int):
        body (InboxMessageChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdateInboxMessageResponse200]
    """

    kwargs = _get_kwargs(
        message_id=message_id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    message_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: InboxMessageChange | Unset = UNSET,
) -> UpdateInboxMessageResponse200 | None:
    """Mark a message in the inbox as seen, read or archived

     A seen message makes its delivery *opened*. Repeating it changes nothing.

    Args:
        message_id (int):
        body (InboxMessageChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdateInboxMessageResponse200
    """

    return sync_detailed(
        message_id=message_id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    message_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: InboxMessageChange | Unset = UNSET,
) -> Response[UpdateInboxMessageResponse200]:
    """Mark a message in the inbox as seen, read or archived

     A seen message makes its delivery *opened*. Repeating it changes nothing.

    Args:
        message_id (int):
        body (InboxMessageChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdateInboxMessageResponse200]
    """

    kwargs = _get_kwargs(
        message_id=message_id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    message_id: int,
    *,
    client: AuthenticatedClient | Client,
    body: InboxMessageChange | Unset = UNSET,
) -> UpdateInboxMessageResponse200 | None:
    """Mark a message in the inbox as seen, read or archived

     A seen message makes its delivery *opened*. Repeating it changes nothing.

    Args:
        message_id (int):
        body (InboxMessageChange | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdateInboxMessageResponse200
    """

    return (
        await asyncio_detailed(
            message_id=message_id,
            client=client,
            body=body,
        )
    ).parsed
