from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.create_messages_body import CreateMessagesBody
from ...models.create_messages_response_200 import CreateMessagesResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: CreateMessagesBody,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/messages/batch",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CreateMessagesResponse200 | None:
    if response.status_code == 200:
        response_200 = CreateMessagesResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[CreateMessagesResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CreateMessagesBody,
    idempotency_key: str | Unset = UNSET,
) -> Response[CreateMessagesResponse200]:
    """Create and send many messages

     Each message is created whole or not at all, independently of the others. The results are in the
    order of the request. With an idempotency key, one transaction creates all valid messages. If
    templates take too long to render, alone or all together, or if the messages with their texts take
    more than 16 MiB of JSON, the remaining messages are refused with template_limit: send fewer at
    once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        idempotency_key (str | Unset):
        body (CreateMessagesBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreateMessagesResponse200]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: CreateMessagesBody,
    idempotency_key: str | Unset = UNSET,
) -> CreateMessagesResponse200 | None:
    """Create and send many messages

     Each message is created whole or not at all, independently of the others. The results are in the
    order of the request. With an idempotency key, one transaction creates all valid messages. If
    templates take too long to render, alone or all together, or if the messages with their texts take
    more than 16 MiB of JSON, the remaining messages are refused with template_limit: send fewer at
    once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        idempotency_key (str | Unset):
        body (CreateMessagesBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreateMessagesResponse200
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CreateMessagesBody,
    idempotency_key: str | Unset = UNSET,
) -> Response[CreateMessagesResponse200]:
    """Create and send many messages

     Each message is created whole or not at all, independently of the others. The results are in the
    order of the request. With an idempotency key, one transaction creates all valid messages. If
    templates take too long to render, alone or all together, or if the messages with their texts take
    more than 16 MiB of JSON, the remaining messages are refused with template_limit: send fewer at
    once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        idempotency_key (str | Unset):
        body (CreateMessagesBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreateMessagesResponse200]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: CreateMessagesBody,
    idempotency_key: str | Unset = UNSET,
) -> CreateMessagesResponse200 | None:
    """Create and send many messages

     Each message is created whole or not at all, independently of the others. The results are in the
    order of the request. With an idempotency key, one transaction creates all valid messages. If
    templates take too long to render, alone or all together, or if the messages with their texts take
    more than 16 MiB of JSON, the remaining messages are refused with template_limit: send fewer at
    once.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        idempotency_key (str | Unset):
        body (CreateMessagesBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreateMessagesResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
