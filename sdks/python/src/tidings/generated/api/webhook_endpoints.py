# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Webhook endpoints."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def list_webhook_endpoints(*, client: HttpClient) -> Call[models.ListWebhookEndpointsResponse200]:
    """List the account's webhook endpoint

    An account has at most one webhook endpoint.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", "/api/v1/webhook_endpoints", {200: models.ListWebhookEndpointsResponse200})


@Operation
def create_webhook_endpoint(
    *,
    client: HttpClient,
    body: models.WebhookEndpointRequest,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateWebhookEndpointResponse201]:
    """Register the webhook endpoint; the secret is shown only once

    From now on, every event is POSTed to the URL and signed with the secret.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/webhook_endpoints",
        {201: models.CreateWebhookEndpointResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def get_webhook_endpoint(id: int, *, client: HttpClient) -> Call[models.GetWebhookEndpointResponse200]:
    """Show a webhook endpoint

    Shows whether the endpoint is active, and its consecutive failures. The secret is not shown.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", f"/api/v1/webhook_endpoints/{segment(id)}", {200: models.GetWebhookEndpointResponse200})


@Operation
def update_webhook_endpoint(
    id: int,
    *,
    client: HttpClient,
    body: models.WebhookEndpointChange | Unset = UNSET,
) -> Call[models.UpdateWebhookEndpointResponse200]:
    """Change the URL or the format of signatures, pause or resume

    A paused endpoint gets no events. To enable a disabled endpoint, call `reactivate`.

    A signed-in member gives the password again to change `url`, at most once in 10 minutes: as
    `current_password`, or before with `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PATCH",
        f"/api/v1/webhook_endpoints/{segment(id)}",
        {200: models.UpdateWebhookEndpointResponse200},
        body=body,
    )


@Operation
def delete_webhook_endpoint(id: int, *, client: HttpClient) -> Call[None]:
    """Delete the webhook endpoint; its pending events are dropped

    The events stay in the feed.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/webhook_endpoints/{segment(id)}", {204: None})


@Operation
def rotate_webhook_secret(
    id: int,
    *,
    client: HttpClient,
    body: models.WebhookSecretRotation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.RotateWebhookSecretResponse200]:
    """Create a new secret; it is shown only once

    The old secret stops working at once. With `overlap_seconds`, requests are signed with both secrets during
    this time.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/webhook_endpoints/{segment(id)}/rotate_secret",
        {200: models.RotateWebhookSecretResponse200},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def reactivate_webhook_endpoint(
    id: int,
    *,
    client: HttpClient,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.ReactivateWebhookEndpointResponse200]:
    """Enable a disabled webhook endpoint again and reset its failures

    Use it after the endpoint was disabled because of too many consecutive failures.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/webhook_endpoints/{segment(id)}/reactivate",
        {200: models.ReactivateWebhookEndpointResponse200},
        idempotency_key=idempotency_key,
    )


@Operation
def list_webhook_attempts(id: int, *, client: HttpClient) -> Call[models.ListWebhookAttemptsResponse200]:
    """List the 50 most recent attempts, newest first

    An attempt is one POST of one event.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/webhook_endpoints/{segment(id)}/attempts",
        {200: models.ListWebhookAttemptsResponse200},
    )


@Operation
def end_webhook_secret_overlap(
    id: int,
    *,
    client: HttpClient,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.EndWebhookSecretOverlapResponse200]:
    """End the overlap of a rotation: the previous secret stops working

    The previous secret stops working at once. Without an overlap, nothing changes.

    Without an overlap, nothing changes.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/webhook_endpoints/{segment(id)}/end_overlap",
        {200: models.EndWebhookSecretOverlapResponse200},
        idempotency_key=idempotency_key,
    )


@Operation
def test_webhook_endpoint(
    id: int,
    *,
    client: HttpClient,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.TestWebhookEndpointResponse202]:
    """Send a ping event like every other event; the attempts show the result

    At most six times a minute.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/webhook_endpoints/{segment(id)}/test",
        {202: models.TestWebhookEndpointResponse202},
        idempotency_key=idempotency_key,
    )


@Operation
def get_webhook_stats(
    id: int,
    *,
    client: HttpClient,
    window: str | Unset = UNSET,
) -> Call[models.GetWebhookStatsResponse200]:
    """Show the statistics of a webhook endpoint

    Counts events and attempts up to now.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/webhook_endpoints/{segment(id)}/stats",
        {200: models.GetWebhookStatsResponse200},
        query={"window": window},
    )


@Operation
def get_webhook_health(id: int, *, client: HttpClient) -> Call[models.GetWebhookHealthResponse200]:
    """Show the current health of a webhook endpoint, from its newest attempts

    You can call it often: it reads a bounded number of attempts.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/webhook_endpoints/{segment(id)}/health",
        {200: models.GetWebhookHealthResponse200},
    )


@Operation
def list_webhook_test_requests(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Call[models.ListWebhookTestRequestsResponse200]:
    """List the 100 newest requests that the test receiver got in the last 24 hours, newest first

    A webhook URL of the test receiver turns it on.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/webhook_test_requests",
        {200: models.ListWebhookTestRequestsResponse200},
        query={"limit": limit, "cursor": cursor},
    )


@Operation
def start_replay(
    id: int,
    *,
    client: HttpClient,
    body: models.ReplayRequest,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.StartReplayResponse202]:
    """Send past events again

    Sends the account's stored events from `since` up to, but not including, `until` again, oldest first, with the
    same id and body. Each event gets a new series of attempts. Without `until` there is no upper limit. Without
    `states`, the replay includes `failed` and `skipped` events, also events emitted without an endpoint. Pending
    events are not touched. Events are queued in small steps, as fast as the receiver takes them, so new events do
    not wait. The replay shows its progress. While the endpoint is paused or disabled, the replay is held. One
    call includes at most 100,000 events: if the count reaches this number, call again after the replay has
    finished.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/webhook_endpoints/{segment(id)}/replay",
        {202: models.StartReplayResponse202},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def count_replay(id: int, *, client: HttpClient, body: models.ReplayRequest) -> Call[models.CountReplayResponse200]:
    """Count the events of a replay; nothing is sent

    The body is the same as for a replay.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/webhook_endpoints/{segment(id)}/replay_count",
        {200: models.CountReplayResponse200},
        body=body,
    )


@Operation
def list_replays(
    id: int,
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Call[models.ListReplaysResponse200]:
    """List the last 100 replays, newest first

    Older replays are removed.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/webhook_endpoints/{segment(id)}/replays",
        {200: models.ListReplaysResponse200},
        query={"limit": limit, "cursor": cursor},
    )


@Operation
def get_replay(id: int, replay_id: int, *, client: HttpClient) -> Call[models.GetReplayResponse200]:
    """Show the progress of a replay

    Shows the status of the replay, and how many of its events are queued.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/webhook_endpoints/{segment(id)}/replays/{segment(replay_id)}",
        {200: models.GetReplayResponse200},
    )


@Operation
def cancel_replay(
    id: int,
    replay_id: int,
    *,
    client: HttpClient,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CancelReplayResponse200]:
    """Cancel a replay; queued events stay queued

    Works only while the replay is running or held.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/webhook_endpoints/{segment(id)}/replays/{segment(replay_id)}/cancel",
        {200: models.CancelReplayResponse200},
        idempotency_key=idempotency_key,
    )
