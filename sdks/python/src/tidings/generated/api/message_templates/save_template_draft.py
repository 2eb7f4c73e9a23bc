from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.save_template_draft_body import SaveTemplateDraftBody
from ...models.save_template_draft_response_200 import SaveTemplateDraftResponse200
from ...types import Response


def _get_kwargs(
    id: int,
    *,
    body: SaveTemplateDraftBody,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/message_templates/{id}/draft".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> SaveTemplateDraftResponse200 | None:
    if response.status_code == 200:
        response_200 = SaveTemplateDraftResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[SaveTemplateDraftResponse200]:
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
    body: SaveTemplateDraftBody,
) -> Response[SaveTemplateDraftResponse200]:
    """Save a draft of a template, beside the version in use

     The draft has all fields of the template. Its texts may have mistakes. To put it in use, send its
    fields with `PATCH /api/v1/message_templates/{id}` and its revision as `draft_revision`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (SaveTemplateDraftBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SaveTemplateDraftResponse200]
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
    body: SaveTemplateDraftBody,
) -> SaveTemplateDraftResponse200 | None:
    """Save a draft of a template, beside the version in use

     The draft has all fields of the template. Its texts may have mistakes. To put it in use, send its
    fields with `PATCH /api/v1/message_templates/{id}` and its revision as `draft_revision`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (SaveTemplateDraftBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SaveTemplateDraftResponse200
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
    body: SaveTemplateDraftBody,
) -> Response[SaveTemplateDraftResponse200]:
    """Save a draft of a template, beside the version in use

     The draft has all fields of the template. Its texts may have mistakes. To put it in use, send its
    fields with `PATCH /api/v1/message_templates/{id}` and its revision as `draft_revision`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (SaveTemplateDraftBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SaveTemplateDraftResponse200]
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
    body: SaveTemplateDraftBody,
) -> SaveTemplateDraftResponse200 | None:
    """Save a draft of a template, beside the version in use

     The draft has all fields of the template. Its texts may have mistakes. To put it in use, send its
    fields with `PATCH /api/v1/message_templates/{id}` and its revision as `draft_revision`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        body (SaveTemplateDraftBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SaveTemplateDraftResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
        )
    ).parsed
