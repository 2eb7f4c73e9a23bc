from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.search_response_200 import SearchResponse200
from ...types import UNSET, Response


def _get_kwargs(
    *,
    q: str,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["q"] = q

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/search",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> SearchResponse200 | None:
    if response.status_code == 200:
        response_200 = SearchResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[SearchResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str,
) -> Response[SearchResponse200]:
    """Search recipients, deliveries, messages, templates, events and requests

     Returns at most 20 results, the most useful first. A text finds recipients by the start of
    their first name, last name, full name, email, external id or phone number. The best of them are
    followed by their newest
    deliveries. It also finds templates by a part of the name, and the newest 500 messages by a part of
    the subject.
    `#42` finds the delivery, message, recipient or template with this id. An id like `evt_...` finds
    the event, and
    `req_...` the request in the log with its messages. Upper and lower case are the same.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        q (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SearchResponse200]
    """

    kwargs = _get_kwargs(
        q=q,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    q: str,
) -> SearchResponse200 | None:
    """Search recipients, deliveries, messages, templates, events and requests

     Returns at most 20 results, the most useful first. A text finds recipients by the start of
    their first name, last name, full name, email, external id or phone number. The best of them are
    followed by their newest
    deliveries. It also finds templates by a part of the name, and the newest 500 messages by a part of
    the subject.
    `#42` finds the delivery, message, recipient or template with this id. An id like `evt_...` finds
    the event, and
    `req_...` the request in the log with its messages. Upper and lower case are the same.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        q (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SearchResponse200
    """

    return sync_detailed(
        client=client,
        q=q,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str,
) -> Response[SearchResponse200]:
    """Search recipients, deliveries, messages, templates, events and requests

     Returns at most 20 results, the most useful first. A text finds recipients by the start of
    their first name, last name, full name, email, external id or phone number. The best of them are
    followed by their newest
    deliveries. It also finds templates by a part of the name, and the newest 500 messages by a part of
    the subject.
    `#42` finds the delivery, message, recipient or template with this id. An id like `evt_...` finds
    the event, and
    `req_...` the request in the log with its messages. Upper and lower case are the same.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        q (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SearchResponse200]
    """

    kwargs = _get_kwargs(
        q=q,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    q: str,
) -> SearchResponse200 | None:
    """Search recipients, deliveries, messages, templates, events and requests

     Returns at most 20 results, the most useful first. A text finds recipients by the start of
    their first name, last name, full name, email, external id or phone number. The best of them are
    followed by their newest
    deliveries. It also finds templates by a part of the name, and the newest 500 messages by a part of
    the subject.
    `#42` finds the delivery, message, recipient or template with this id. An id like `evt_...` finds
    the event, and
    `req_...` the request in the log with its messages. Upper and lower case are the same.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        q (str):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SearchResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            q=q,
        )
    ).parsed
