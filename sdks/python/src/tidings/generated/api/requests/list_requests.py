import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_requests_response_200 import ListRequestsResponse200
from ...models.list_requests_result import (
    ListRequestsResult,
)
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    request_id: str | Unset = UNSET,
    result: ListRequestsResult | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["request_id"] = request_id

    json_result: str | Unset = UNSET
    if not isinstance(result, Unset):
        json_result = result

    params["result"] = json_result

    json_created_after: str | Unset = UNSET
    if not isinstance(created_after, Unset):
        json_created_after = created_after.isoformat()
    params["created_after"] = json_created_after

    json_created_before: str | Unset = UNSET
    if not isinstance(created_before, Unset):
        json_created_before = created_before.isoformat()
    params["created_before"] = json_created_before

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/requests",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ListRequestsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListRequestsResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ListRequestsResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    request_id: str | Unset = UNSET,
    result: ListRequestsResult | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> Response[ListRequestsResponse200]:
    """List the changes and refused requests of the last 7 days, newest first

     Each account has a rate. Above it, requests are not recorded.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        request_id (str | Unset):
        result (ListRequestsResult | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListRequestsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        request_id=request_id,
        result=result,
        created_after=created_after,
        created_before=created_before,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    request_id: str | Unset = UNSET,
    result: ListRequestsResult | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> ListRequestsResponse200 | None:
    """List the changes and refused requests of the last 7 days, newest first

     Each account has a rate. Above it, requests are not recorded.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        request_id (str | Unset):
        result (ListRequestsResult | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListRequestsResponse200
    """

    return sync_detailed(
        client=client,
        limit=limit,
        cursor=cursor,
        request_id=request_id,
        result=result,
        created_after=created_after,
        created_before=created_before,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    request_id: str | Unset = UNSET,
    result: ListRequestsResult | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> Response[ListRequestsResponse200]:
    """List the changes and refused requests of the last 7 days, newest first

     Each account has a rate. Above it, requests are not recorded.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        request_id (str | Unset):
        result (ListRequestsResult | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListRequestsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        request_id=request_id,
        result=result,
        created_after=created_after,
        created_before=created_before,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    request_id: str | Unset = UNSET,
    result: ListRequestsResult | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
) -> ListRequestsResponse200 | None:
    """List the changes and refused requests of the last 7 days, newest first

     Each account has a rate. Above it, requests are not recorded.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        request_id (str | Unset):
        result (ListRequestsResult | Unset):
        created_after (datetime.datetime | Unset):
        created_before (datetime.datetime | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListRequestsResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            cursor=cursor,
            request_id=request_id,
            result=result,
            created_after=created_after,
            created_before=created_before,
        )
    ).parsed
