from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.preview_message_template_body import PreviewMessageTemplateBody
from ...models.preview_message_template_response_200 import (
    PreviewMessageTemplateResponse200,
)
from ...types import Response


def _get_kwargs(
    *,
    body: PreviewMessageTemplateBody,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/message_templates/preview",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> PreviewMessageTemplateResponse200 | None:
    if response.status_code == 200:
        response_200 = PreviewMessageTemplateResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PreviewMessageTemplateResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: PreviewMessageTemplateBody,
) -> Response[PreviewMessageTemplateResponse200]:
    """Render texts with sample values; nothing is stored

     To preview a stored template with an existing recipient, use `POST /api/v1/messages/preview`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (PreviewMessageTemplateBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PreviewMessageTemplateResponse200]
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
    body: PreviewMessageTemplateBody,
) -> PreviewMessageTemplateResponse200 | None:
    """Render texts with sample values; nothing is stored

     To preview a stored template with an existing recipient, use `POST /api/v1/messages/preview`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (PreviewMessageTemplateBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PreviewMessageTemplateResponse200
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: PreviewMessageTemplateBody,
) -> Response[PreviewMessageTemplateResponse200]:
    """Render texts with sample values; nothing is stored

     To preview a stored template with an existing recipient, use `POST /api/v1/messages/preview`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (PreviewMessageTemplateBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PreviewMessageTemplateResponse200]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: PreviewMessageTemplateBody,
) -> PreviewMessageTemplateResponse200 | None:
    """Render texts with sample values; nothing is stored

     To preview a stored template with an existing recipient, use `POST /api/v1/messages/preview`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (PreviewMessageTemplateBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PreviewMessageTemplateResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
