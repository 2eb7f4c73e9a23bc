from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_partials_response_200 import ListPartialsResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    name: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["name"] = name

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/partials",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ListPartialsResponse200 | None:
    if response.status_code == 200:
        response_200 = ListPartialsResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ListPartialsResponse200]:
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
    name: str | Unset = UNSET,
) -> Response[ListPartialsResponse200]:
    """List the partials, newest first

     A partial is a Liquid text with a name. Templates use it with `{% render 'name' %}` or `{% layout
    'name' %}`.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        name (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListPartialsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        name=name,
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
    name: str | Unset = UNSET,
) -> ListPartialsResponse200 | None:
    """List the partials, newest first

     A partial is a Liquid text with a name. Templates use it with `{% render 'name' %}` or `{% layout
    'name' %}`.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        name (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListPartialsResponse200
    """

    return sync_detailed(
        client=client,
        limit=limit,
        cursor=cursor,
        name=name,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    name: str | Unset = UNSET,
) -> Response[ListPartialsResponse200]:
    """List the partials, newest first

     A partial is a Liquid text with a name. Templates use it with `{% render 'name' %}` or `{% layout
    'name' %}`.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        name (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListPartialsResponse200]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        name=name,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    limit: int | Unset = 50,
    cursor: str | Unset = UNSET,
    name: str | Unset = UNSET,
) -> ListPartialsResponse200 | None:
    """List the partials, newest first

     A partial is a Liquid text with a name. Templates use it with `{% render 'name' %}` or `{% layout
    'name' %}`.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.

    Args:
        limit (int | Unset):  Default: 50.
        cursor (str | Unset):
        name (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListPartialsResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            cursor=cursor,
            name=name,
        )
    ).parsed
