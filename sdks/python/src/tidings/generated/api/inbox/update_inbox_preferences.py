from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.preferences_input import PreferencesInput
from ...models.recipient_preferences import RecipientPreferences
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: PreferencesInput | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/inbox/preferences",
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> RecipientPreferences | None:
    if response.status_code == 200:
        response_200 = RecipientPreferences.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[RecipientPreferences]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: PreferencesInput | Unset = UNSET,
) -> Response[RecipientPreferences]:
    """Change the preferences of the recipient; the choices that are not listed stay

     A required topic cannot be disabled.

    Args:
        body (PreferencesInput | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RecipientPreferences]
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
    body: PreferencesInput | Unset = UNSET,
) -> RecipientPreferences | None:
    """Change the preferences of the recipient; the choices that are not listed stay

     A required topic cannot be disabled.

    Args:
        body (PreferencesInput | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RecipientPreferences
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: PreferencesInput | Unset = UNSET,
) -> Response[RecipientPreferences]:
    """Change the preferences of the recipient; the choices that are not listed stay

     A required topic cannot be disabled.

    Args:
        body (PreferencesInput | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RecipientPreferences]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: PreferencesInput | Unset = UNSET,
) -> RecipientPreferences | None:
    """Change the preferences of the recipient; the choices that are not listed stay

     A required topic cannot be disabled.

    Args:
        body (PreferencesInput | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RecipientPreferences
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
