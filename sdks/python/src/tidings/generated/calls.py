# Printed by `npm run generate` from its asynchronous form; do not edit.
"""Sends the calls of the resources."""

from __future__ import annotations

import itertools
import time
import uuid
from collections.abc import Iterator
from typing import Any, TypeVar

import httpx

from ..calls import batch_key, request_of, result_of
from ..errors import RETRY_WAITS_SECONDS
from .models import BatchResult

Result = TypeVar("Result")


class Calls:
    """The calls for one kind of object, with the connections that they share."""

    def __init__(self, http: httpx.Client, key: str | None, retries_max: int) -> None:
        self._http = http
        self._key = key
        self._retries_max = min(retries_max, len(RETRY_WAITS_SECONDS))

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        key: str | None = None,
    ) -> Any:
        """The JSON of the response. None if it has none."""
        request = request_of(self._http, method, path, query, body, key or self._key)
        response = self._http.send(request)
        return response.json() if response.content else None

    def _call(self, kind: type[Result], root: str | None, method: str, path: str, **given: Any) -> Result:
        return result_of(kind, root, self._request(method, path, **given))

    def _pages(
        self, kind: type[Result], root: str, path: str, query: dict[str, Any], cursor: str = "cursor"
    ) -> Iterator[Result]:
        """The rows of all pages. ``cursor`` is the parameter that takes the cursor of the page before."""
        while True:
            page = self._request("GET", path, query=query)
            for row in page[root]:
                yield result_of(kind, None, row)
            following = page["next_cursor"]
            # The feed has always a cursor. Its end is reached if the cursor does not move.
            if following is None or following == query.get(cursor):
                return
            query = {**query, cursor: following}

    def _batch(self, path: str, messages: list[dict[str, Any]]) -> list[BatchResult]:
        """Sends the messages that were not tried again, and returns the results in the order of the messages."""
        key = self._key or str(uuid.uuid4())
        results: dict[int, BatchResult] = {}
        left = list(range(len(messages)))
        for resends in itertools.count():
            body = {"messages": [messages[index] for index in left]}
            found = self._call(
                list[BatchResult], "results", "POST", path, body=body, key=batch_key(key, resends)
            )
            for index, result in zip(left, found):
                result.index = index
                results[index] = result
            left = [index for index in left if results[index].code == "overloaded"]
            if left == [] or resends == self._retries_max:
                break
            time.sleep(RETRY_WAITS_SECONDS[resends])
        return [results[index] for index in sorted(results)]
