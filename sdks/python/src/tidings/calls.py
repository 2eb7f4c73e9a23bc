"""The parts of a call that need no connection: its request, the result, and the keys of a batch."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from .errors import IDEMPOTENCY_KEY
from .model import json_of, reader

Result = TypeVar("Result")


def segment(value: object) -> str:
    """A value as a part of a path. Raises ValueError for a text that no path can contain."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} cannot be a part of a path")
    return quote(text, safe="")


def request_of(
    http: httpx.Client | httpx.AsyncClient,
    method: str,
    path: str,
    query: dict[str, Any] | None,
    body: dict[str, Any] | None,
    key: str | None,
) -> httpx.Request:
    headers = {IDEMPOTENCY_KEY: key} if key is not None and method == "POST" else {}
    return http.build_request(method, path, params=json_of(query), json=json_of(body), headers=headers)


def result_of(kind: type[Result], root: str | None, json: Any) -> Result:
    """The result in the JSON of a response. ``root`` is the name of its only field, or None."""
    result: Result = reader(kind)(json if root is None else json[root])
    return result


def batch_key(key: str, resends: int) -> str:
    """The idempotency key of a batch that is sent again for the messages that were not tried.

    The same key gives the same keys, so a repeated call repeats each of its requests.
    """
    if resends == 0:
        return key
    return hmac.new(key.encode(), f"resend {resends}".encode(), hashlib.sha256).hexdigest()
