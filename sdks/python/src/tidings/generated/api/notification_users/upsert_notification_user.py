from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.upsert_notification_user_body import UpsertNotificationUserBody
from ...models.upsert_notification_user_response_200 import (
    UpsertNotificationUserResponse200,
)
from ...models.upsert_notification_user_response_201 import (
    UpsertNotificationUserResponse201,
)
from ...types import Response


def _get_kwargs(
    external_user_id: str,
    *,
    body: UpsertNotificationUserBody,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/notification_users/by_external_id/{external_user_id}".format(
            external_user_id=quote(str(external_user_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201 | None:
    if response.status_code == 200:
        response_200 = UpsertNotificationUserResponse200.from_dict(response.json())

        return response_200

    if response.status_code == 201:
        response_201 = UpsertNotificationUserResponse201.from_dict(response.json())

        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    external_user_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: UpsertNotificationUserBody,
) -> Response[UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201]:
    """Create or change the notification user of an external id

     Returns 201 if it created the notification user, 200 if it updated it. Absent fields stay as they
    are.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        external_user_id (str):
        body (UpsertNotificationUserBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201]
    """

    kwargs = _get_kwargs(
        external_user_id=external_user_id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    external_user_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: UpsertNotificationUserBody,
) -> UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201 | None:
    """Create or change the notification user of an external id

     Returns 201 if it created the notification user, 200 if it updated it. Absent fields stay as they
    are.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        external_user_id (str):
        body (UpsertNotificationUserBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201
    """

    return sync_detailed(
        external_user_id=external_user_id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    external_user_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: UpsertNotificationUserBody,
) -> Response[UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201]:
    """Create or change the notification user of an external id

     Returns 201 if it created the notification user, 200 if it updated it. Absent fields stay as they
    are.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        external_user_id (str):
        body (UpsertNotificationUserBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201]
    """

    kwargs = _get_kwargs(
        external_user_id=external_user_id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    external_user_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: UpsertNotificationUserBody,
) -> UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201 | None:
    """Create or change the notification user of an external id

     Returns 201 if it created the notification user, 200 if it updated it. Absent fields stay as they
    are.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        external_user_id (str):
        body (UpsertNotificationUserBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpsertNotificationUserResponse200 | UpsertNotificationUserResponse201
    """

    return (
        await asyncio_detailed(
            external_user_id=external_user_id,
            client=client,
            body=body,
        )
    ).parsed
