from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.notification_user_export import NotificationUserExport
from ...types import Response


def _get_kwargs(
    id: int,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/notification_users/{id}/export".format(
            id=quote(str(id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> NotificationUserExport | None:
    if response.status_code == 200:
        response_200 = NotificationUserExport.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[NotificationUserExport]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[NotificationUserExport]:
    """Export all data of a notification user

     Streams all data of one notification user: its fields, devices, suppressed addresses, messages with
    their texts
    and attributes, deliveries, sends, events, webhook attempts, sandbox messages and the inbox. A
    deleted notification user can be
    exported until it is erased. The response is complete if its JSON is. Rows may change during the
    export.

    A signed-in member gives the password again, at most once in 10 minutes: with `POST
    /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NotificationUserExport]
    """

    kwargs = _get_kwargs(
        id=id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: int,
    *,
    client: AuthenticatedClient | Client,
) -> NotificationUserExport | None:
    """Export all data of a notification user

     Streams all data of one notification user: its fields, devices, suppressed addresses, messages with
    their texts
    and attributes, deliveries, sends, events, webhook attempts, sandbox messages and the inbox. A
    deleted notification user can be
    exported until it is erased. The response is complete if its JSON is. Rows may change during the
    export.

    A signed-in member gives the password again, at most once in 10 minutes: with `POST
    /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NotificationUserExport
    """

    return sync_detailed(
        id=id,
        client=client,
    ).parsed


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[NotificationUserExport]:
    """Export all data of a notification user

     Streams all data of one notification user: its fields, devices, suppressed addresses, messages with
    their texts
    and attributes, deliveries, sends, events, webhook attempts, sandbox messages and the inbox. A
    deleted notification user can be
    exported until it is erased. The response is complete if its JSON is. Rows may change during the
    export.

    A signed-in member gives the password again, at most once in 10 minutes: with `POST
    /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NotificationUserExport]
    """

    kwargs = _get_kwargs(
        id=id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    *,
    client: AuthenticatedClient | Client,
) -> NotificationUserExport | None:
    """Export all data of a notification user

     Streams all data of one notification user: its fields, devices, suppressed addresses, messages with
    their texts
    and attributes, deliveries, sends, events, webhook attempts, sandbox messages and the inbox. A
    deleted notification user can be
    exported until it is erased. The response is complete if its JSON is. Rows may change during the
    export.

    A signed-in member gives the password again, at most once in 10 minutes: with `POST
    /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NotificationUserExport
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
        )
    ).parsed
