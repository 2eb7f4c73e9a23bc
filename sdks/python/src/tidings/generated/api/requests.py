# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Requests."""

from __future__ import annotations

from datetime import datetime

from ...calls import Call, HttpClient, Operation
from ...model import UNSET, Unset
from .. import models


@Operation
def list_requests(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    request_id: str | Unset = UNSET,
    result: models.ListRequestsResult | Unset = UNSET,
    created_after: datetime | Unset = UNSET,
    created_before: datetime | Unset = UNSET,
) -> Call[models.ListRequestsResponse200]:
    """List the changes and refused requests of the last 7 days, newest first

    Each account has a rate. Above it, requests are not recorded.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/requests",
        {200: models.ListRequestsResponse200},
        query={
            "limit": limit,
            "cursor": cursor,
            "request_id": request_id,
            "result": result,
            "created_after": created_after,
            "created_before": created_before,
        },
    )
