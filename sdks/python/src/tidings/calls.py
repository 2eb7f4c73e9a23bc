"""The calls of the API. The functions of ``tidings.generated.api`` each build a ``Call``, and an ``Operation`` sends it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar
from urllib.parse import quote

import httpx

from .errors import IDEMPOTENCY_KEY, TidingsError
from .model import UNSET, Model, Unset, text_of

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

HttpClient: TypeAlias = "httpx.Client | httpx.AsyncClient"


@dataclass(slots=True)
class Response(Generic[Result]):
    status_code: int
    content: bytes
    headers: httpx.Headers
    #: The body. None if the operation has none.
    parsed: Result


def segment(value: object) -> str:
    """A value as a part of a path."""
    return quote(str(value), safe="")


class Call(Generic[Result]):
    """One request. ``results`` has the type of the body for each status, or None for a response without one."""

    def __init__(
        self,
        client: HttpClient,
        method: str,
        path: str,
        results: Mapping[int, type[Model] | None],
        *,
        query: Mapping[str, Any] | None = None,
        body: Model | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> None:
        given = {name: value for name, value in (query or {}).items() if value is not UNSET}
        self._client = client
        self._results = results
        self._request = client.build_request(
            method,
            path,
            params={name: text_of(value) if isinstance(value, datetime) else value for name, value in given.items()},
            json=None if isinstance(body, Unset) else body.to_dict(),
            headers={} if isinstance(idempotency_key, Unset) else {IDEMPOTENCY_KEY: idempotency_key},
        )

    def send(self) -> Response[Result]:
        if not isinstance(self._client, httpx.Client):
            raise TypeError("A call of AsyncClient needs await: use asyncio or asyncio_detailed")
        return self._read(self._client.send(self._request))

    async def send_async(self) -> Response[Result]:
        if not isinstance(self._client, httpx.AsyncClient):
            raise TypeError("A call of Client is not awaited: use sync or sync_detailed")
        return self._read(await self._client.send(self._request))

    def _read(self, response: httpx.Response) -> Response[Result]:
        if response.status_code not in self._results:
            raise TidingsError(response)
        model = self._results[response.status_code]
        parsed: Any = None if model is None else model.from_dict(json.loads(response.content))
        return Response(response.status_code, response.content, response.headers, parsed)


class Operation(Generic[Arguments, Result]):
    """An operation of the API. ``client`` is the field ``generated`` of a ``Client`` or an ``AsyncClient``."""

    def __init__(self, build: Callable[Arguments, Call[Result]]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    def sync(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        return self.sync_detailed(*args, **kwargs).parsed

    def sync_detailed(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Response[Result]:
        return self._build(*args, **kwargs).send()

    async def asyncio(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        return (await self.asyncio_detailed(*args, **kwargs)).parsed

    async def asyncio_detailed(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Response[Result]:
        return await self._build(*args, **kwargs).send_async()
