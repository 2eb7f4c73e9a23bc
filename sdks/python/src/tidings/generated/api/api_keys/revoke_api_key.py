from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.password_confirmation import PasswordConfirmation
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    body: PasswordConfirmation | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/api/v1/api_keys/{id}".format(
            id=quote(str(id), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Any | None:
    if response.status_code == 204:
        return None

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Any]:
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
    body: PasswordConfirmation | Unset = UNSET,
) -> Response[Any]:
    """Revoke an API key, at once

     From now on, requests with the key get 401.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `owner`.

    Args:
        id (int):
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: PasswordConfirmation | Unset = UNSET,
) -> Response[Any]:
    """Revoke an API key, at once

     From now on, requests with the key get 401.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `owner`.

    Args:
        id (int):
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)
