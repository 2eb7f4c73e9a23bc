# Printed by `npm run generate` from its asynchronous form; do not edit.
"""A typed client of the API: ``Client()``.

Lists are iterators over all pages. Every POST has an idempotency key, yours or a generated one, so a retry does nothing
twice. For operations without a method here, use ``request``.
"""

from __future__ import annotations

import copy
import os
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import httpx

from .transport import RetryTransport
from ..errors import RETRY_WAITS_SECONDS
from .resources import Resources
from ..version import VERSION


class Client(Resources):
    """A client for one account. One client per process is enough. Use it with ``with``, or call ``close``.

    ``api_key``: ``sk_...``. Default: the variable ``TIDINGS_API_KEY``. ``base_url``: where the service is, without
    ``/api/v1``. Default: the variable ``TIDINGS_URL``. ``timeout`` is the limit of each phase of one try, seconds.
    ``retries_max``: from 0 to 3. ``transport`` replaces the transport of httpx, for example
    ``httpx.HTTPTransport(proxy=...)``. Raises ValueError if the key or the address is missing.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 30.0,
        retries_max: int = len(RETRY_WAITS_SECONDS),
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        api_key = os.environ.get("TIDINGS_API_KEY") if api_key is None else api_key
        base_url = os.environ.get("TIDINGS_URL") if base_url is None else base_url
        if not isinstance(api_key, str) or api_key.strip() == "":
            raise ValueError('api_key is missing or empty: give an API key, "sk_...", or set TIDINGS_API_KEY')
        if not isinstance(base_url, str) or urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError('base_url must be where the service is, like "https://tidings.example.com", or set TIDINGS_URL')
        inner = transport or httpx.HTTPTransport()
        http = httpx.Client(
            base_url=base_url,
            timeout=timeout,
            headers={"Authorization": f"Bearer {api_key}", "User-Agent": f"tidings-python/{VERSION}"},
            transport=RetryTransport(inner, retries_max),
        )
        super().__init__(http, None, retries_max)

    def request(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, body: dict[str, Any] | None = None
    ) -> Any:
        """Calls any operation, for example ``request("GET", "/api/v1/search", query={"q": "ada"})``.

        Returns the JSON of the response, or None if it has none.
        """
        return self._request(method, path, query=query, body=body)

    def with_idempotency_key(self, key: str) -> Client:
        """The same client, with this key for its POSTs.

        A second call with the same key and fields changes nothing and returns the first response.
        """
        client = copy.copy(self)
        Resources.__init__(client, self._http, key, self._retries_max)
        return client

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
