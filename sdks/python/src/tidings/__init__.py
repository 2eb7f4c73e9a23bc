"""Tidings: a typed client of the API, and the receiver of its webhooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .generated.statuses import STATUS_RANKS
from .receiver import Receiver, wsgi_app
from .sqlite_store import SqliteStore
from .store import MemoryStore, StatusChange, Store
from .version import VERSION as __version__
from .webhooks import (
    SIGNATURE_HEADER,
    InvalidReason,
    Secret,
    Verifier,
    WebhookEvent,
    WebhookVerificationError,
    verify,
)

if TYPE_CHECKING:
    from .async_client import AsyncClient
    from .errors import TidingsError
    from .generated.client import Client

__all__ = [
    "SIGNATURE_HEADER",
    "STATUS_RANKS",
    "AsyncClient",
    "Client",
    "InvalidReason",
    "MemoryStore",
    "Receiver",
    "Secret",
    "SqliteStore",
    "StatusChange",
    "Store",
    "TidingsError",
    "Verifier",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "verify",
    "wsgi_app",
]


def __getattr__(name: str) -> Any:
    """Loads the client at its first use: a receiver needs none of its packages."""
    if name == "AsyncClient":
        from .async_client import AsyncClient

        return AsyncClient
    if name == "Client":
        from .generated.client import Client

        return Client
    if name == "TidingsError":
        from .errors import TidingsError

        return TidingsError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
