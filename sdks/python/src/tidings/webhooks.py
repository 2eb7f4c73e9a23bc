"""Verifies webhook requests. Without dependencies."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

#: The name of the header with the signature. HTTP ignores the case of names.
SIGNATURE_HEADER = "X-Service-Signature"

#: The largest difference between the signature's time and this machine's clock, seconds.
TOLERANCE_SECONDS = 300

# Limits on the header, so that a hostile request costs little.
_HEADER_LENGTH_MAX = 2048
_SIGNATURES_MAX = 8

# The service makes letters and digits. The vectors of the tests also have the characters of base64.
_PREFIX = "whsec_"
_SECRET = re.compile(r"whsec_[\w+/=-]+")
_OTHER_CHARACTER = re.compile(r"[^\w+/=-]")

# Unix seconds without sign, fraction or leading zeros, at most 11 digits.
_TIMESTAMP = re.compile(r"0|[1-9][0-9]{0,10}")
_HEX = re.compile(r"[0-9a-f]{64}")
# 32 bytes.
_BASE64 = re.compile(r"[0-9A-Za-z+/]{43}=")
# Without a dot: the dot ends the id in the signed bytes.
_MESSAGE_ID = re.compile(r"[0-9A-Za-z_-]{1,255}")

#: Why to refuse a request (with 400).
#:
#: - ``bad_header``: the signature header is missing, malformed or repeated.
#: - ``bad_body``: the body is neither bytes nor a text. This is a mistake of your program, and no wrong request: respond
#:   with 500, so that the event comes again.
#: - ``stale``: the signature's time is too old or in the future, as with a replayed request.
#: - ``no_match``: the body or the secret differs.
InvalidReason = Literal["bad_header", "bad_body", "stale", "no_match"]

#: The whole secret including ``whsec_``, or several while you rotate it, each as ``secret`` or as ``standard_secret``. ``None`` is allowed so that you can pass
#: ``os.environ.get(...)`` as it is. If it is unset, a clear error is raised.
Secret = str | Sequence[str] | None


@runtime_checkable
class HeaderItems(Protocol):
    """The headers of a request: a mapping, or those of a framework. The headers of Flask are not a mapping."""

    def items(self) -> Iterable[tuple[str, str]]: ...


#: The body as received: bytes of any type, or their text.
Body = bytes | bytearray | memoryview | str

#: All headers of a request, in any case, or the value of X-Service-Signature.
Headers = HeaderItems | str | None


class WebhookVerificationError(Exception):
    """The request is not authentic. Respond with 400."""

    def __init__(self, reason: InvalidReason) -> None:
        super().__init__(
            "The body of the webhook is neither bytes nor a text: give the body as it was received, before it is parsed"
            if reason == "bad_body"
            else f"The webhook's signature is not valid: {reason}"
        )
        self.reason: InvalidReason = reason


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """A received event. Branch on ``type``, ignore unknown types, and skip ids that you have already handled."""

    id: str
    type: str
    #: ISO 8601, in UTC.
    created_at: str
    #: ``{"delivery": {...}}``, with ``"message": {...}`` if the endpoint has ``include_message``. Of a ``ping``: ``{"message": "..."}``.
    data: dict[str, Any]


def _is_secret(text: str) -> bool:
    """Two secrets in one text begin like one."""
    return _SECRET.fullmatch(text) is not None and text.rindex(_PREFIX) == 0


def _reason(secret: object) -> str:
    """The reason, without a part of the secret."""
    if not isinstance(secret, str) or not secret.startswith(_PREFIX):
        return ""
    if secret.rindex(_PREFIX) > 0:
        return ". It has whsec_ twice"
    other = _OTHER_CHARACTER.search(secret)
    if other is None:
        return ""
    kind = "a blank" if other[0].isspace() else "a character of no secret"
    return f". It has {kind} (U+{ord(other[0]):04X}) at place {other.start() + 1}"


def _decoded(secret: str) -> str:
    """A secret in the notation of Standard Webhooks has the whole secret in base64."""
    text = secret[len(_PREFIX) :].rstrip("=")
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), validate=True).decode()
    except ValueError:
        return secret
    return found if _is_secret(found) else secret


def _read_secrets(secret: object) -> list[bytes]:
    """Checks the secrets. An empty secret would let anybody sign."""
    usable = []
    for one in secret if isinstance(secret, (list, tuple)) and secret else [secret]:
        if not isinstance(one, str) or not _is_secret(one):
            raise ValueError(
                "The webhook secret is missing, empty or not a secret: give the complete secret of the webhook endpoint, "
                '"whsec_...". If it comes from an environment variable, set this variable' + _reason(one)
            )
        usable.append(_decoded(one).encode())
    return usable


def raw_bytes(body: object) -> bytes | None:
    """The bytes of a text or of any type of bytes. None for a value of another type."""
    if isinstance(body, str):
        return body.encode(errors="surrogatepass")
    try:
        return bytes(memoryview(body))  # type: ignore[arg-type]
    except TypeError:
        return None


@dataclass(frozen=True, slots=True)
class _Signed:
    """The signatures of a request, and the text in front of the body in the signed bytes."""

    timestamp: str
    prefix: bytes
    signatures: list[bytes]


def _service_format(header: object) -> _Signed | None:
    """X-Service-Signature: ``t=<unix seconds>,v1=<hex>``, with one v1 per secret."""
    if not isinstance(header, str) or len(header) > _HEADER_LENGTH_MAX:
        return None
    parts = [part.strip() for part in header.split(",")]
    timestamps = [part[2:] for part in parts if part.startswith("t=")]
    signatures = [part[3:] for part in parts if part.startswith("v1=")]
    if len(timestamps) != 1 or not _TIMESTAMP.fullmatch(timestamps[0]):
        return None
    if not 0 < len(signatures) <= _SIGNATURES_MAX:
        return None
    given = [bytes.fromhex(signature) for signature in signatures if _HEX.fullmatch(signature)]
    return _Signed(timestamps[0], f"{timestamps[0]}.".encode(), given)


def _standard_format(id: object, timestamp: object, header: object) -> _Signed | None:
    """Standard Webhooks: ``webhook-signature`` has one ``v1,<base64>`` per secret, with a blank between them."""
    if not isinstance(id, str) or not isinstance(timestamp, str) or not isinstance(header, str):
        return None
    if not _MESSAGE_ID.fullmatch(id) or not _TIMESTAMP.fullmatch(timestamp) or len(header) > _HEADER_LENGTH_MAX:
        return None
    signatures = [part[3:] for part in header.split(" ") if part.startswith("v1,")]
    if not 0 < len(signatures) <= _SIGNATURES_MAX:
        return None
    given = [base64.b64decode(signature) for signature in signatures if _BASE64.fullmatch(signature)]
    return _Signed(timestamp, f"{id}.{timestamp}.".encode(), given)


def _text(value: object) -> object:
    """ASGI has the names and values of headers as bytes."""
    return value.decode("latin-1") if isinstance(value, bytes) else value


def header_of(headers: HeaderItems, name: str) -> object:
    """The value of a header, in any case of its name. A list if the header is repeated. ``name``: in lower case."""
    values = [_text(value) for key, value in headers.items() if str(_text(key)).lower() == name]
    return values if len(values) > 1 else (values or [None])[0]


def _read_signatures(headers: object) -> _Signed | None:
    """The signatures in the service's own format, or else in that of Standard Webhooks. None if they are malformed."""
    if not isinstance(headers, HeaderItems):
        return _service_format(headers)
    own = header_of(headers, SIGNATURE_HEADER.lower())
    if own is not None:
        return _service_format(own)
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    return _standard_format(*(header_of(headers, name) for name in names))


class Verifier:
    """Verifies the requests of one endpoint. Signatures are compared in constant time.

    Raises ValueError if a secret is missing, empty or no secret, so that a receiver without a secret does not start.
    ``now`` returns Unix seconds, for tests.
    """

    def __init__(
        self,
        secret: Secret,
        *,
        now: Callable[[], float] = time.time,
        tolerance_seconds: float = TOLERANCE_SECONDS,
    ) -> None:
        self._secrets = _read_secrets(secret)
        self._now = now
        self._tolerance_seconds = tolerance_seconds

    def invalid_reason(self, body: object, headers: object) -> InvalidReason | None:
        """Why to refuse the request, or None if it is authentic. Raises nothing, for any value and type.

        ``body``: the bytes as received. A parsed and re-serialised body does not verify. ``headers``: all headers of the
        request, or the value of X-Service-Signature, which may be missing.
        """
        signed = _read_signatures(headers)
        if signed is None:
            return "bad_header"
        raw = raw_bytes(body)
        if raw is None:
            return "bad_body"
        matched = False
        for secret in self._secrets:
            mac = hmac.new(secret, signed.prefix, hashlib.sha256)
            mac.update(raw)
            expected = mac.digest()
            for signature in signed.signatures:
                matched |= hmac.compare_digest(expected, signature)
        if not matched:
            return "no_match"
        # NaN compares as False, so a malformed clock makes every request stale.
        return None if abs(self._now() // 1 - int(signed.timestamp)) <= self._tolerance_seconds else "stale"

    def verify(self, body: object, headers: object) -> None:
        """Returns if the request is authentic. Raises ``WebhookVerificationError`` if it is not."""
        reason = self.invalid_reason(body, headers)
        if reason is not None:
            raise WebhookVerificationError(reason)

    def read_event(self, body: Body, headers: Headers) -> WebhookEvent:
        """Returns the event of a request. Raises ``WebhookVerificationError`` if the request is not authentic."""
        self.verify(body, headers)
        event = json.loads(raw_bytes(body) or b"")
        return WebhookEvent(event["id"], event["type"], event["created_at"], event["data"])


def verify(body: object, header: object, secret: Secret) -> None:
    """Verifies one request: ``Verifier(secret).verify(body, header)``. ``header`` may be all headers too."""
    Verifier(secret).verify(body, header)
