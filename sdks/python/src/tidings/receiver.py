"""Receives webhooks, independent of the web framework."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterable, Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from .store import StatusChange, Store
from .webhooks import Body, HeaderItems, Headers, Secret, Verifier, WebhookEvent, WebhookVerificationError
from .webhooks import header_of, raw_bytes

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

    def receive(self, body: Body, headers: Headers) -> int:
        """Returns the status of the response.

        204: handled, now or earlier. 400: not authentic. 413: too large. 500: ``on_event`` or the store failed, or your
        program did not give the body or the headers as they were received. The service sends an event again after a 500
        only. ``body``: the bytes as received. A parsed and re-serialised body does not verify. ``headers``: all headers
        of the request, or the value of X-Service-Signature.
        """
        try:
            raw = raw_bytes(body)
            if raw is not None and len(raw) > BODY_BYTES_MAX:
                return 413
            event = self._verified(body, headers)
            if event is None:
                return 400
            self._store.once(event, lambda change, connection: self._on_event(event, change, connection))
        except Exception as error:
            self._on_error(error)
            return 500
        return 204

    def _verified(self, body: Body, headers: Headers) -> WebhookEvent | None:
        """None if the request is not authentic. Raises if the program has made a mistake."""
        verifier = self._verifier()
        if headers is not None and not isinstance(headers, (str, HeaderItems)):
            raise TypeError("The headers of the webhook must be a mapping, or the text of X-Service-Signature")
        try:
            return verifier.read_event(body, headers)
        except WebhookVerificationError as error:
            if error.reason == "bad_body":
                raise
            mistake = _length_mistake(body, headers) if error.reason == "no_match" else None
            if mistake is not None:
                raise mistake from error
            return None

    def receive_stream(self, stream: Readable, headers: Headers) -> int:
        """As ``receive``. Reads at most one byte more than the largest body.

        ``stream`` ends where the body ends, like ``request.stream`` of Flask.
        """
        parts = []
        left = BODY_BYTES_MAX + 1
        while left > 0 and (read := stream.read(left)):
            part = raw_bytes(read)
            if part is None:
                raise TypeError("The stream of the webhook's body gives neither bytes nor texts")
            parts.append(part)
            left -= len(part)
        return self.receive(b"".join(parts), headers)

    def receive_wsgi(self, environ: dict[str, Any]) -> int:
        """As ``receive``, with the environment of a WSGI server, like ``request.environ`` of Django.

        It also takes a body in chunks, if the server marks the end of the body by ``wsgi.input_terminated``.
        """
        headers = {name[5:].replace("_", "-"): text for name, text in environ.items() if name.startswith("HTTP_")}
        if environ.get("CONTENT_LENGTH"):
            headers["Content-Length"] = environ["CONTENT_LENGTH"]
        return self.receive_stream(_WsgiBody(environ), headers)

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


def _length_mistake(body: Body, headers: Headers) -> Exception | None:
    """The mistake of the program if the body has another length than the request had.

    Servers enforce Content-Length, so no sender causes the difference. A body with Content-Encoding may be decoded.
    A genuine body is never empty.
    """
    if not isinstance(headers, HeaderItems):
        return None
    length = len(raw_bytes(body) or b"")
    if length == 0 and header_of(headers, "transfer-encoding") is not None:
        return ValueError(
            "The body of the webhook came in chunks, and is empty: your server gives no bodies in chunks to programs, or "
            "something has read the body before"
        )
    declared = header_of(headers, "content-length")
    if not isinstance(declared, str) or not _LENGTH.fullmatch(declared) or int(declared) == length:
        return None
    if header_of(headers, "content-encoding") is not None:
        return None
    return ValueError(
        f"The body has {length} bytes, and the request had {declared}: give the body as it was received, before anything "
        "reads or parses it"
    )


def wsgi_app(receiver: Receiver[Any]) -> Callable[..., Iterable[bytes]]:
    """A WSGI application: ``make_server("", 4000, wsgi_app(receiver))``. It handles every path."""

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        empty = [("Content-Length", "0")]
        if environ["REQUEST_METHOD"] != "POST":
            start_response("405 Method Not Allowed", [*empty, ("Allow", "POST")])
            return [b""]
        status = receiver.receive_wsgi(environ)
        reasons = {204: "No Content", 400: "Bad Request", 413: "Content Too Large", 500: "Internal Server Error"}
        start_response(f"{status} {reasons[status]}", [] if status == 204 else empty)
        return [b""]

    return app


class _WsgiBody:
    """The body of a WSGI request. Servers may block if a program reads more than its declared length."""

    def __init__(self, environ: dict[str, Any]) -> None:
        length = str(environ.get("CONTENT_LENGTH") or "0")
        declared = int(length) if _LENGTH.fullmatch(length) else 0
        # This server ends the input where the body ends, also if the body comes in chunks.
        self._left = BODY_BYTES_MAX + 1 if environ.get("wsgi.input_terminated") else declared
        self._input = environ["wsgi.input"]

    def read(self, size: int, /) -> bytes:
        part: bytes = self._input.read(min(size, self._left))
        self._left -= len(part)
        return part
