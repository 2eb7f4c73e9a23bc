from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.test_send_input import TestSendInput
from ...models.test_send_response_200 import TestSendResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    body: TestSendInput,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/notification_channels/{id}/test_send".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> TestSendResponse200 | None:
    if response.status_code == 200:
        response_200 = TestSendResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[TestSendResponse200]:
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
    body: TestSendInput,
    idempotency_key: str | Unset = UNSET,
) -> Response[TestSendResponse200]:
    """Send a test message at once and return the response of the provider

     A test message creates no delivery and no events. The channel may be inactive. The limit is 6 per
    minute for a channel and 30 for an account.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (TestSendInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TestSendResponse200]
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
    body: TestSendInput,
    idempotency_key: str | Unset = UNSET,
) -> TestSendResponse200 | None:
    """Send a test message at once and return the response of the provider

     A test message creates no delivery and no events. The channel may be inactive. The limit is 6 per
    minute for a channel and 30 for an account.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (TestSendInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TestSendResponse200
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
    body: TestSendInput,
    idempotency_key: str | Unset = UNSET,
) -> Response[TestSendResponse200]:
    """Send a test message at once and return the response of the provider

     A test message creates no delivery and no events. The channel may be inactive. The limit is 6 per
    minute for a channel and 30 for an account.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (TestSendInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TestSendResponse200]
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
    body: TestSendInput,
    idempotency_key: str | Unset = UNSET,
) -> TestSendResponse200 | None:
    """Send a test message at once and return the response of the provider

     A test message creates no delivery and no events. The channel may be inactive. The limit is 6 per
    minute for a channel and 30 for an account.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (TestSendInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TestSendResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
