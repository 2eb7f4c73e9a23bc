from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.update_preference_page_body import UpdatePreferencePageBody
from ...models.update_preference_page_response_200 import (
    UpdatePreferencePageResponse200,
)
from ...types import Response


def _get_kwargs(
    *,
    body: UpdatePreferencePageBody,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/v1/preference_page",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> UpdatePreferencePageResponse200 | None:
    if response.status_code == 200:
        response_200 = UpdatePreferencePageResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[UpdatePreferencePageResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: UpdatePreferencePageBody,
) -> Response[UpdatePreferencePageResponse200]:
    """Change the look of the pages for recipients

     Absent fields stay as they are. The service chooses a readable color for texts.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (UpdatePreferencePageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdatePreferencePageResponse200]
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
    body: UpdatePreferencePageBody,
) -> UpdatePreferencePageResponse200 | None:
    """Change the look of the pages for recipients

     Absent fields stay as they are. The service chooses a readable color for texts.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (UpdatePreferencePageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdatePreferencePageResponse200
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: UpdatePreferencePageBody,
) -> Response[UpdatePreferencePageResponse200]:
    """Change the look of the pages for recipients

     Absent fields stay as they are. The service chooses a readable color for texts.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (UpdatePreferencePageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UpdatePreferencePageResponse200]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: UpdatePreferencePageBody,
) -> UpdatePreferencePageResponse200 | None:
    """Change the look of the pages for recipients

     Absent fields stay as they are. The service chooses a readable color for texts.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (UpdatePreferencePageBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UpdatePreferencePageResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
