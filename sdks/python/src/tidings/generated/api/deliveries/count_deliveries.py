from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.count_deliveries_group_by import (
    CountDeliveriesGroupBy,
)
from ...models.count_deliveries_period import (
    CountDeliveriesPeriod,
)
from ...models.count_deliveries_response_200 import CountDeliveriesResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    period: CountDeliveriesPeriod | Unset = UNSET,
    group_by: CountDeliveriesGroupBy | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_period: str | Unset = UNSET
    if not isinstance(period, Unset):
        json_period = period

    params["period"] = json_period

    json_group_by: str | Unset = UNSET
    if not isinstance(group_by, Unset):
        json_group_by = group_by

    params["group_by"] = json_group_by

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/delivery_counts",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CountDeliveriesResponse200 | None:
    if response.status_code == 200:
        response_200 = CountDeliveriesResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[CountDeliveriesResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    period: CountDeliveriesPeriod | Unset = UNSET,
    group_by: CountDeliveriesGroupBy | Unset = UNSET,
) -> Response[CountDeliveriesResponse200]:
    """Count the deliveries by outcome over time

     Counts each delivery once, by its present status, at the time of its creation. The period ends now,
    and its last
    bucket is still filling. `before` has the totals of the period of the same length before it. Buckets
    are hours of 24 hours, 6 hours
    of 7 days, otherwise days in UTC. Changes are counted within seconds. Groups are the 50 largest, and
    one of all others.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        period (CountDeliveriesPeriod | Unset):
        group_by (CountDeliveriesGroupBy | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CountDeliveriesResponse200]
    """

    kwargs = _get_kwargs(
        period=period,
        group_by=group_by,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    period: CountDeliveriesPeriod | Unset = UNSET,
    group_by: CountDeliveriesGroupBy | Unset = UNSET,
) -> CountDeliveriesResponse200 | None:
    """Count the deliveries by outcome over time

     Counts each delivery once, by its present status, at the time of its creation. The period ends now,
    and its last
    bucket is still filling. `before` has the totals of the period of the same length before it. Buckets
    are hours of 24 hours, 6 hours
    of 7 days, otherwise days in UTC. Changes are counted within seconds. Groups are the 50 largest, and
    one of all others.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        period (CountDeliveriesPeriod | Unset):
        group_by (CountDeliveriesGroupBy | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CountDeliveriesResponse200
    """

    return sync_detailed(
        client=client,
        period=period,
        group_by=group_by,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    period: CountDeliveriesPeriod | Unset = UNSET,
    group_by: CountDeliveriesGroupBy | Unset = UNSET,
) -> Response[CountDeliveriesResponse200]:
    """Count the deliveries by outcome over time

     Counts each delivery once, by its present status, at the time of its creation. The period ends now,
    and its last
    bucket is still filling. `before` has the totals of the period of the same length before it. Buckets
    are hours of 24 hours, 6 hours
    of 7 days, otherwise days in UTC. Changes are counted within seconds. Groups are the 50 largest, and
    one of all others.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        period (CountDeliveriesPeriod | Unset):
        group_by (CountDeliveriesGroupBy | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CountDeliveriesResponse200]
    """

    kwargs = _get_kwargs(
        period=period,
        group_by=group_by,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    period: CountDeliveriesPeriod | Unset = UNSET,
    group_by: CountDeliveriesGroupBy | Unset = UNSET,
) -> CountDeliveriesResponse200 | None:
    """Count the deliveries by outcome over time

     Counts each delivery once, by its present status, at the time of its creation. The period ends now,
    and its last
    bucket is still filling. `before` has the totals of the period of the same length before it. Buckets
    are hours of 24 hours, 6 hours
    of 7 days, otherwise days in UTC. Changes are counted within seconds. Groups are the 50 largest, and
    one of all others.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`,
    `owner`.

    Args:
        period (CountDeliveriesPeriod | Unset):
        group_by (CountDeliveriesGroupBy | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CountDeliveriesResponse200
    """

    return (
        await asyncio_detailed(
            client=client,
            period=period,
            group_by=group_by,
        )
    ).parsed
