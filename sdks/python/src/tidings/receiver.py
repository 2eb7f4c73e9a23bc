"""Receives webhooks, independent of the web framework."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterable, Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from .store import StatusChange, Store
from .webhooks import Headers, Secret, Verifier, WebhookEvent, WebhookVerificationError

Connection = TypeVar("Connection")

#: The largest accepted body, bytes. Events are far smaller. Larger requests get status 413.
BODY_BYTES_MAX = 1024 * 1024

_LENGTH = re.compile(r"[0-9]{1,18}")


class Readable(Protocol):
    """A body that can be read in parts."""

    def read(self, size: int, /) -> bytes: ...


class Receiver(Generic[Connection]):
    """Verifies a request, and runs ``on_event`` once for each event.

    ``secret``: the webhook secret. If it is missing or empty, ValueError is raised at once. A function is called for
    every request. If it returns no secret, this request gets status 500.

    ``on_event(event, change, connection)``: branch on ``event.type`` and ignore unknown types. If ``change.advanced``
    is False, a later status of the delivery has arrived before. Return within 10 s, because the service waits for the
    response. If it raises, the status is 500 and the event is sent again.

    ``on_error``: called with the error of every response with status 500. ``now`` returns Unix seconds, for tests.
    """

    def __init__(
        self,
        *,
        secret: Secret | Callable[[], Secret],
        store: Store[Connection],
        on_event: Callable[[WebhookEvent, StatusChange | None, Connection], None],
        on_error: Callable[[Exception], None] = lambda error: None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._on_event = on_event
        self._on_error = on_error
        if callable(secret):
            read_secret = secret
            self._verifier: Callable[[], Verifier] = lambda: Verifier(read_secret(), now=now)
        else:
            verifier = Verifier(secret, now=now)
            self._verifier = lambda: verifier

    def receive(self, body: bytes, headers: Headers) -> int:
        """Returns the status of the response.

        204: handled, now or earlier. 400: not authentic. 413: too large. 500: ``on_event`` or the store failed.
        ``body``: the bytes as received. A parsed and re-serialised body does not verify. ``headers``: all
        headers of the request, or the value of X-Service-Signature.
        """
        if len(body) > BODY_BYTES_MAX:
            return 413
        try:
            try:
                event = self._verifier().read_event(body, headers)
            except WebhookVerificationError:
                return 400
            self._store.once(event, lambda change, connection: self._on_event(event, change, connection))
        except Exception as error:
            self._on_error(error)
            return 500
        return 204

    def receive_stream(self, stream: Readable, headers: Headers) -> int:
        """As ``receive``. Reads at most one byte more than the largest body.

        ``stream`` ends where the body ends, like ``request.stream`` of Flask and ``request`` of Django.
        """
        parts = []
        left = BODY_BYTES_MAX + 1
        while left > 0 and (part := stream.read(left)):
            parts.append(part)
            left -= len(part)
        return self.receive(b"".join(parts), headers)

    async def receive_async(self, chunks: AsyncIterable[bytes], headers: Headers) -> int:
        """As ``receive``, for asynchronous servers. ``on_event`` and the store run in a thread.

        ``chunks`` is the body in parts, like ``request.stream()`` of FastAPI and Starlette.
        """
        parts = []
        length = 0
        async for part in chunks:
            length += len(part)
            if length > BODY_BYTES_MAX:
                return 413
            parts.append(part)
        return await asyncio.to_thread(self.receive, b"".join(parts), headers)


def wsgi_app(receiver: Receiver[Any]) -> Callable[..., Iterable[bytes]]:
    """A WSGI application: ``make_server("", 4000, wsgi_app(receiver))``. It handles every path."""

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        empty = [("Content-Length", "0")]
        if environ["REQUEST_METHOD"] != "POST":
            start_response("405 Method Not Allowed", [*empty, ("Allow", "POST")])
            return [b""]
        given = {name[5:].replace("_", "-"): text for name, text in environ.items() if name.startswith("HTTP_")}
        status = receiver.receive_stream(_Bounded(environ), given)
        reasons = {204: "No Content", 400: "Bad Request", 413: "Content Too Large", 500: "Internal Server Error"}
        start_response(f"{status} {reasons[status]}", [] if status == 204 else empty)
        return [b""]

    return app


class _Bounded:
    """The body of a WSGI request. Servers may block if a program reads more than its declared length."""

    def __init__(self, environ: dict[str, Any]) -> None:
        length = str(environ.get("CONTENT_LENGTH") or "0")
        self._left = int(length) if _LENGTH.fullmatch(length) else 0
        self._input = environ["wsgi.input"]

    def read(self, size: int, /) -> bytes:
        part: bytes = self._input.read(min(size, self._left))
        self._left -= len(part)
        return part
