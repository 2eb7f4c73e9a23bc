from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.invite_member_response_201 import InviteMemberResponse201
from ...models.password_confirmation import PasswordConfirmation
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    body: PasswordConfirmation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/members/{id}/invite".format(
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
) -> InviteMemberResponse201 | None:
    if response.status_code == 201:
        response_201 = InviteMemberResponse201.from_dict(response.json())

        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[InviteMemberResponse201]:
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
    idempotency_key: str | Unset = UNSET,
) -> Response[InviteMemberResponse201]:
    """Create a new invitation for an invited member; the previous invitation ends

     The link is shown only once.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[InviteMemberResponse201]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: PasswordConfirmation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> InviteMemberResponse201 | None:
    """Create a new invitation for an invited member; the previous invitation ends

     The link is shown only once.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        InviteMemberResponse201
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: PasswordConfirmation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[InviteMemberResponse201]:
    """Create a new invitation for an invited member; the previous invitation ends

     The link is shown only once.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[InviteMemberResponse201]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: PasswordConfirmation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> InviteMemberResponse201 | None:
    """Create a new invitation for an invited member; the previous invitation ends

     The link is shown only once.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or
    before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        InviteMemberResponse201
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
