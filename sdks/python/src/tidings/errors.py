"""Errors of the API, and the decision to try a call again."""

from __future__ import annotations

import json
import uuid
from typing import Any

import httpx

#: Waits before retries 1, 2, 3 if the service names none, seconds.
RETRY_WAITS_SECONDS = (0.25, 1.0, 4.0)

# The request did not arrive in time, or the service has no place for it now.
_RETRIED_STATUSES = frozenset((408, 429, 503))

#: If the service asks for a longer wait, the call fails at once, seconds.
_RETRY_AFTER_SECONDS_MAX = 60.0

IDEMPOTENCY_KEY = "Idempotency-Key"


class TidingsError(Exception):
    """An error response of the API. If no response arrived, ``httpx.TransportError`` is raised instead."""

    def __init__(self, response: httpx.Response) -> None:
        body = _body_of(response)
        super().__init__(body.get("error", f"The service responded with status {response.status_code}"))
        self.status: int = response.status_code
        #: A code for programs. docs/errors.md lists them all.
        self.code: str = body.get("code", "unknown")
        #: The sentences for each field. Only with status 422.
        self.errors: dict[str, list[str]] | None = body.get("errors")
        #: Where the documentation explains the code.
        self.docs_url: str | None = body.get("docs_url")
        self.request_id: str | None = body.get("request_id")


def _body_of(response: httpx.Response) -> dict[str, Any]:
    """The JSON of an error. Empty if it is something else: a proxy may have written it."""
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def add_idempotency_key(request: httpx.Request) -> None:
    """All tries of a POST share one key, so the service executes it once."""
    if request.method == "POST" and IDEMPOTENCY_KEY not in request.headers:
        request.headers[IDEMPOTENCY_KEY] = str(uuid.uuid4())


def retry_wait(response: httpx.Response | None, tries_made: int, retries_max: int) -> float | None:
    """The wait before the next try, seconds, or None if the call is not tried again.

    ``response`` is None if none arrived. After a 503 or without a response, the service may have done the work already.
    A retry is safe: a POST has its idempotency key, and other methods are idempotent.
    """
    if tries_made > min(retries_max, len(RETRY_WAITS_SECONDS)):
        return None
    wait = RETRY_WAITS_SECONDS[tries_made - 1]
    if response is None:
        return wait
    is_running = response.status_code == 409 and _body_of(response).get("code") == "idempotency_key_running"
    if response.status_code not in _RETRIED_STATUSES and not is_running:
        return None
    asked = response.headers.get("retry-after", "")
    wait = float(asked) if asked.isascii() and asked.isdigit() else wait
    return wait if wait <= _RETRY_AFTER_SECONDS_MAX else None
