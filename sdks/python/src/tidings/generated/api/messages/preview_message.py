from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.preview_message_body import PreviewMessageBody
from ...models.preview_message_response_200 import PreviewMessageResponse200
from ...types import Response


def _get_kwargs(
    *,
    body: PreviewMessageBody,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/messages/preview",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> PreviewMessageResponse200 | None:
    if response.status_code == 200:
        response_200 = PreviewMessageResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PreviewMessageResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: PreviewMessageBody,
) -> Response[PreviewMessageResponse200]:
    """Preview a message; nothing is stored

     The response has at most 1 MiB of channel texts: `channels_left_out` counts the channels without
    texts.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (PreviewMessageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PreviewMessageResponse200]
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
    body: PreviewMessageBody,
) -> PreviewMessageResponse200 | None:
    """Preview a message; nothing is stored

     The response has at most 1 MiB of channel texts: `channels_left_out` counts the channels without
    texts.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (PreviewMessageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PreviewMessageResponse200
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: PreviewMessageBody,
) -> Response[PreviewMessageResponse200]:
    """Preview a message; nothing is stored

     The response has at most 1 MiB of channel texts: `channels_left_out` counts the channels without
    texts.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (PreviewMessageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PreviewMessageResponse200]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: PreviewMessageBody,
) -> PreviewMessageResponse200 | None:
    """Preview a message; nothing is stored

     The response has at most 1 MiB of channel texts: `channels_left_out` counts the channels without
    texts.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (PreviewMessageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PreviewMessageResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
