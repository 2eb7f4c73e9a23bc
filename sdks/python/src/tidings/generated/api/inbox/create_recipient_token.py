from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.create_recipient_token_response_201 import (
    CreateRecipientTokenResponse201,
)
from ...models.recipient_token_input import RecipientTokenInput
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    body: RecipientTokenInput | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/notification_users/{id}/tokens".format(
            id=quote(str(id), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CreateRecipientTokenResponse201 | None:
    if response.status_code == 201:
        response_201 = CreateRecipientTokenResponse201.from_dict(response.json())

        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[CreateRecipientTokenResponse201]:
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
    body: RecipientTokenInput | Unset = UNSET,
) -> Response[CreateRecipientTokenResponse201]:
    """Make a token with which a notification user's app reads the inbox

     Give the token to the app or page of this recipient. It reads this one inbox, and no other route
    takes it.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (RecipientTokenInput | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreateRecipientTokenResponse201]
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
    body: RecipientTokenInput | Unset = UNSET,
) -> CreateRecipientTokenResponse201 | None:
    """Make a token with which a notification user's app reads the inbox

     Give the token to the app or page of this recipient. It reads this one inbox, and no other route
    takes it.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (RecipientTokenInput | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreateRecipientTokenResponse201
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
    body: RecipientTokenInput | Unset = UNSET,
) -> Response[CreateRecipientTokenResponse201]:
    """Make a token with which a notification user's app reads the inbox

     Give the token to the app or page of this recipient. It reads this one inbox, and no other route
    takes it.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (RecipientTokenInput | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreateRecipientTokenResponse201]
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
    body: RecipientTokenInput | Unset = UNSET,
) -> CreateRecipientTokenResponse201 | None:
    """Make a token with which a notification user's app reads the inbox

     Give the token to the app or page of this recipient. It reads this one inbox, and no other route
    takes it.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (RecipientTokenInput | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreateRecipientTokenResponse201
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
        )
    ).parsed
