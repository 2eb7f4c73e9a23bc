from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.test_connection_body import TestConnectionBody
from ...models.test_connection_response_200 import TestConnectionResponse200
from ...types import Response


def _get_kwargs(
    *,
    body: TestConnectionBody,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/notification_channels/test_connection",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> TestConnectionResponse200 | None:
    if response.status_code == 200:
        response_200 = TestConnectionResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[TestConnectionResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TestConnectionBody,
) -> Response[TestConnectionResponse200]:
    """Test the settings of a channel before you save it

     The body is the same as for a new channel. The service connects to the provider and checks the
    credentials by the cheapest call. It sends no message and stores nothing. The limit is 30 per minute
    for an account, together with test messages.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (TestConnectionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TestConnectionResponse200]
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
    body: TestConnectionBody,
) -> TestConnectionResponse200 | None:
    """Test the settings of a channel before you save it

     The body is the same as for a new channel. The service connects to the provider and checks the
    credentials by the cheapest call. It sends no message and stores nothing. The limit is 30 per minute
    for an account, together with test messages.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (TestConnectionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TestConnectionResponse200
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TestConnectionBody,
) -> Response[TestConnectionResponse200]:
    """Test the settings of a channel before you save it

     The body is the same as for a new channel. The service connects to the provider and checks the
    credentials by the cheapest call. It sends no message and stores nothing. The limit is 30 per minute
    for an account, together with test messages.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (TestConnectionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TestConnectionResponse200]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: TestConnectionBody,
) -> TestConnectionResponse200 | None:
    """Test the settings of a channel before you save it

     The body is the same as for a new channel. The service connects to the provider and checks the
    credentials by the cheapest call. It sends no message and stores nothing. The limit is 30 per minute
    for an account, together with test messages.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        body (TestConnectionBody):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TestConnectionResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
