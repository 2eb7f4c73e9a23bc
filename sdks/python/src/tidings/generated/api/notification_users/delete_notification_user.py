from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.delete_notification_user_response_200 import (
    DeleteNotificationUserResponse200,
)
from ...models.password_confirmation import PasswordConfirmation
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    body: PasswordConfirmation | Unset = UNSET,
    erase: bool | Unset = False,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["erase"] = erase

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/api/v1/notification_users/{id}".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | DeleteNotificationUserResponse200 | None:
    if response.status_code == 200:
        response_200 = DeleteNotificationUserResponse200.from_dict(response.json())

        return response_200

    if response.status_code == 204:
        response_204 = cast(Any, None)
        return response_204

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Any | DeleteNotificationUserResponse200]:
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
    erase: bool | Unset = False,
) -> Response[Any | DeleteNotificationUserResponse200]:
    """Delete a notification user: scheduled deliveries are canceled, the external id is free again

     Messages and deliveries stay. You can use the external id again for a new notification user.

    With `erase=true` the service erases all personal data of the notification user: its fields and
    devices, the texts and attributes of its messages, providers' words in errors, sandbox messages,
    suppressed addresses,
    stored responses. Ids, states and times stay. Deliveries not sent yet are canceled or fail. The
    response is 200 with the
    progress: a long history goes on in the background, and the same request shows how far it is. A
    notification user that
    was deleted before can be erased too. To erase, an API key needs the role full.

    A signed-in member gives the password again to erase, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        erase (bool | Unset):  Default: False.
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | DeleteNotificationUserResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        erase=erase,
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
    erase: bool | Unset = False,
) -> Any | DeleteNotificationUserResponse200 | None:
    """Delete a notification user: scheduled deliveries are canceled, the external id is free again

     Messages and deliveries stay. You can use the external id again for a new notification user.

    With `erase=true` the service erases all personal data of the notification user: its fields and
    devices, the texts and attributes of its messages, providers' words in errors, sandbox messages,
    suppressed addresses,
    stored responses. Ids, states and times stay. Deliveries not sent yet are canceled or fail. The
    response is 200 with the
    progress: a long history goes on in the background, and the same request shows how far it is. A
    notification user that
    was deleted before can be erased too. To erase, an API key needs the role full.

    A signed-in member gives the password again to erase, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        erase (bool | Unset):  Default: False.
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | DeleteNotificationUserResponse200
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
        erase=erase,
    ).parsed


async def asyncio_detailed(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: PasswordConfirmation | Unset = UNSET,
    erase: bool | Unset = False,
) -> Response[Any | DeleteNotificationUserResponse200]:
    """Delete a notification user: scheduled deliveries are canceled, the external id is free again

     Messages and deliveries stay. You can use the external id again for a new notification user.

    With `erase=true` the service erases all personal data of the notification user: its fields and
    devices, the texts and attributes of its messages, providers' words in errors, sandbox messages,
    suppressed addresses,
    stored responses. Ids, states and times stay. Deliveries not sent yet are canceled or fail. The
    response is 200 with the
    progress: a long history goes on in the background, and the same request shows how far it is. A
    notification user that
    was deleted before can be erased too. To erase, an API key needs the role full.

    A signed-in member gives the password again to erase, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        erase (bool | Unset):  Default: False.
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | DeleteNotificationUserResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        erase=erase,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: int,
    *,
    client: AuthenticatedClient | Client,
    body: PasswordConfirmation | Unset = UNSET,
    erase: bool | Unset = False,
) -> Any | DeleteNotificationUserResponse200 | None:
    """Delete a notification user: scheduled deliveries are canceled, the external id is free again

     Messages and deliveries stay. You can use the external id again for a new notification user.

    With `erase=true` the service erases all personal data of the notification user: its fields and
    devices, the texts and attributes of its messages, providers' words in errors, sandbox messages,
    suppressed addresses,
    stored responses. Ids, states and times stay. Deliveries not sent yet are canceled or fail. The
    response is 200 with the
    progress: a long history goes on in the background, and the same request shows how far it is. A
    notification user that
    was deleted before can be erased too. To erase, an API key needs the role full.

    A signed-in member gives the password again to erase, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        erase (bool | Unset):  Default: False.
        body (PasswordConfirmation | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | DeleteNotificationUserResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            erase=erase,
        )
    ).parsed
