# Printed by `npm run generate` from its asynchronous form; do not edit.
"""Sends requests again if that may help, and raises the errors of the API."""

from __future__ import annotations

import itertools
import time

import httpx

from ..errors import TidingsError, add_idempotency_key, retry_wait


class RetryTransport(httpx.BaseTransport):
    """Wraps the transport of httpx. Raises ``TidingsError`` for every response of 300 and above."""

    def __init__(self, inner: httpx.BaseTransport, retries_max: int) -> None:
        self._inner = inner
        self._retries_max = retries_max

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        add_idempotency_key(request)
        for tries_made in itertools.count(1):
            try:
                response = self._inner.handle_request(request)
                response.read()
            except httpx.TransportError:
                wait = retry_wait(None, tries_made, self._retries_max)
                if wait is None:
                    raise
            else:
                if response.is_success:
                    return response
                wait = retry_wait(response, tries_made, self._retries_max)
                if wait is None:
                    raise TidingsError(response)
            time.sleep(wait)
        raise AssertionError("The loop has no end")

    def close(self) -> None:
        self._inner.close()
