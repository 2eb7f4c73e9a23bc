from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.reschedule_message_body import RescheduleMessageBody
from ...models.reschedule_message_response_200 import RescheduleMessageResponse200
from ...types import Response


def _get_kwargs(
    id: int,
    *,
    body: RescheduleMessageBody,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/v1/messages/{id}".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> RescheduleMessageResponse200 | None:
    if response.status_code == 200:
        response_200 = RescheduleMessageResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[RescheduleMessageResponse200]:
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
    body: RescheduleMessageBody,
) -> Response[RescheduleMessageResponse200]:
    """Move a scheduled message to another time

     Works only while the message is scheduled. If the time is in the past, the message is sent at once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (RescheduleMessageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RescheduleMessageResponse200]
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
    body: RescheduleMessageBody,
) -> RescheduleMessageResponse200 | None:
    """Move a scheduled message to another time

     Works only while the message is scheduled. If the time is in the past, the message is sent at once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (RescheduleMessageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RescheduleMessageResponse200
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
    body: RescheduleMessageBody,
) -> Response[RescheduleMessageResponse200]:
    """Move a scheduled message to another time

     Works only while the message is scheduled. If the time is in the past, the message is sent at once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (RescheduleMessageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RescheduleMessageResponse200]
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
    body: RescheduleMessageBody,
) -> RescheduleMessageResponse200 | None:
    """Move a scheduled message to another time

     Works only while the message is scheduled. If the time is in the past, the message is sent at once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (RescheduleMessageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RescheduleMessageResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
        )
    ).parsed
