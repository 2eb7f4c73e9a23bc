from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.get_device_response_200 import GetDeviceResponse200
from ...types import Response


def _get_kwargs(
    id: int,
    device_id: int,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/notification_users/{id}/devices/{device_id}".format(
            id=quote(str(id), safe=""),
            device_id=quote(str(device_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> GetDeviceResponse200 | None:
    if response.status_code == 200:
        response_200 = GetDeviceResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GetDeviceResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: int,
    device_id: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[GetDeviceResponse200]:
    """Show a device

     Returns the platform of a device and its token or subscription.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        id (int):
        device_id (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetDeviceResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        device_id=device_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: int,
    device_id: int,
    *,
    client: AuthenticatedClient | Client,
) -> GetDeviceResponse200 | None:
    """Show a device

     Returns the platform of a device and its token or subscription.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        id (int):
        device_id (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetDeviceResponse200
    """

    return sync_detailed(
        id=id,
        device_id=device_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    id: int,
    device_id: int,
    *,
    client: AuthenticatedClient | Client,
) -> Response[GetDeviceResponse200]:
    """Show a device

     Returns the platform of a device and its token or subscription.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        id (int):
        device_id (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GetDeviceResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        device_id=device_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    device_id: int,
    *,
    client: AuthenticatedClient | Client,
) -> GetDeviceResponse200 | None:
    """Show a device

     Returns the platform of a device and its token or subscription.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        id (int):
        device_id (int):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GetDeviceResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            device_id=device_id,
            client=client,
        )
    ).parsed
