"""Sends requests again if that may help, and raises the errors of the API."""

from __future__ import annotations

import asyncio
import itertools

import httpx

from .errors import TidingsError, add_idempotency_key, retry_wait


class AsyncRetryTransport(httpx.AsyncBaseTransport):
    """Wraps the transport of httpx. Raises ``TidingsError`` for every response of 300 and above."""

    def __init__(self, inner: httpx.AsyncBaseTransport, retries_max: int) -> None:
        self._inner = inner
        self._retries_max = retries_max

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        add_idempotency_key(request)
        for tries_made in itertools.count(1):
            try:
                response = await self._inner.handle_async_request(request)
                await response.aread()
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
            await asyncio.sleep(wait)
        raise AssertionError("The loop has no end")

    async def aclose(self) -> None:
        await self._inner.aclose()
