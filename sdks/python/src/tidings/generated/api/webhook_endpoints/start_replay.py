from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.replay_request import ReplayRequest
from ...models.start_replay_response_202 import StartReplayResponse202
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: int,
    *,
    body: ReplayRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/webhook_endpoints/{id}/replay".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> StartReplayResponse202 | None:
    if response.status_code == 202:
        response_202 = StartReplayResponse202.from_dict(response.json())

        return response_202

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[StartReplayResponse202]:
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
    body: ReplayRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[StartReplayResponse202]:
    """Send past events again

     Sends the account's stored events from `since` up to, but not including, `until` again, oldest
    first, with the same id and body. Each event gets a new series of attempts. Without `until` there is
    no upper limit.
    Without `states`, the replay includes `failed` and `skipped` events, also events emitted without an
    endpoint. Pending
    events are not touched. Events are queued in small steps, as fast as the receiver takes them, so new
    events do not wait.
    The replay shows its progress. While the endpoint is paused or disabled, the replay is held. One
    call includes at most
    100,000 events: if the count reaches this number, call again after the replay has finished.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (ReplayRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[StartReplayResponse202]
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
    body: ReplayRequest,
    idempotency_key: str | Unset = UNSET,
) -> StartReplayResponse202 | None:
    """Send past events again

     Sends the account's stored events from `since` up to, but not including, `until` again, oldest
    first, with the same id and body. Each event gets a new series of attempts. Without `until` there is
    no upper limit.
    Without `states`, the replay includes `failed` and `skipped` events, also events emitted without an
    endpoint. Pending
    events are not touched. Events are queued in small steps, as fast as the receiver takes them, so new
    events do not wait.
    The replay shows its progress. While the endpoint is paused or disabled, the replay is held. One
    call includes at most
    100,000 events: if the count reaches this number, call again after the replay has finished.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (ReplayRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        StartReplayResponse202
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
    body: ReplayRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[StartReplayResponse202]:
    """Send past events again

     Sends the account's stored events from `since` up to, but not including, `until` again, oldest
    first, with the same id and body. Each event gets a new series of attempts. Without `until` there is
    no upper limit.
    Without `states`, the replay includes `failed` and `skipped` events, also events emitted without an
    endpoint. Pending
    events are not touched. Events are queued in small steps, as fast as the receiver takes them, so new
    events do not wait.
    The replay shows its progress. While the endpoint is paused or disabled, the replay is held. One
    call includes at most
    100,000 events: if the count reaches this number, call again after the replay has finished.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (ReplayRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[StartReplayResponse202]
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
    body: ReplayRequest,
    idempotency_key: str | Unset = UNSET,
) -> StartReplayResponse202 | None:
    """Send past events again

     Sends the account's stored events from `since` up to, but not including, `until` again, oldest
    first, with the same id and body. Each event gets a new series of attempts. Without `until` there is
    no upper limit.
    Without `states`, the replay includes `failed` and `skipped` events, also events emitted without an
    endpoint. Pending
    events are not touched. Events are queued in small steps, as fast as the receiver takes them, so new
    events do not wait.
    The replay shows its progress. While the endpoint is paused or disabled, the replay is held. One
    call includes at most
    100,000 events: if the count reaches this number, call again after the replay has finished.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.

    Args:
        id (int):
        idempotency_key (str | Unset):
        body (ReplayRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        StartReplayResponse202
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
