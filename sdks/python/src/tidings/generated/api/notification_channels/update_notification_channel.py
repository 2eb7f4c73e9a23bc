from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.update_notification_channel_body import UpdateNotificationChannelBody
from ...models.update_notification_channel_response_200 import (
    UpdateNotificationChannelResponse200,
)
from ...types import Response


def _get_kwargs(
    id: int,
    *,
    body: UpdateNotificationChannelBody,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/v1/notification_channels/{id}".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> UpdateNotificationChannelResponse200 | None:
    if response.status_code == 200:
        response_200 = UpdateNotificationChannelResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[UpdateNotificationChannelResponse200]:
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
    body: UpdateNotificationChannelBody,
) -> Response[UpdateNotificationChannelResponse200]:
    """Change a channel; absent settings stay as they are

     Absent fields stay as they are. In `settings`, null removes a setting.

    A signed-in member gives the password again to change `provider` or `settings`, at most once in 10
    minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (UpdateNotificationChannelBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdateNotificationChannelResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: UpdateNotificationChannelBody,
) -> UpdateNotificationChannelResponse200 | None:
    """Change a channel; absent settings stay as they are

     Absent fields stay as they are. In `settings`, null removes a setting.

    A signed-in member gives the password again to change `provider` or `settings`, at most once in 10
    minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (UpdateNotificationChannelBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdateNotificationChannelResponse200
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: UpdateNotificationChannelBody,
) -> Response[UpdateNotificationChannelResponse200]:
    """Change a channel; absent settings stay as they are

     Absent fields stay as they are. In `settings`, null removes a setting.

    A signed-in member gives the password again to change `provider` or `settings`, at most once in 10
    minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (UpdateNotificationChannelBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdateNotificationChannelResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: UpdateNotificationChannelBody,
) -> UpdateNotificationChannelResponse200 | None:
    """Change a channel; absent settings stay as they are

     Absent fields stay as they are. In `settings`, null removes a setting.

    A signed-in member gives the password again to change `provider` or `settings`, at most once in 10
    minutes: as `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (UpdateNotificationChannelBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdateNotificationChannelResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
        )
    ).parsed
