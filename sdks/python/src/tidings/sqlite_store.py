"""A store in a file of SQLite, with the standard library only."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from .store import StatusChange, status_of
from .webhooks import WebhookEvent

_TABLES = """
create table if not exists webhook_received_events (
  id text primary key,
  received_at text not null default current_timestamp
);
create index if not exists webhook_received_events_at on webhook_received_events (received_at);
create table if not exists webhook_delivery_statuses (
  delivery_id integer primary key,
  status text not null,
  rank integer not null,
  updated_at text not null default current_timestamp
);
"""

#: How long an event waits for the writers before it, seconds. Shorter than the 10 s of the service.
_LOCK_TIMEOUT_SECONDS = 8


class SqliteStore:
    """A store in the SQLite database at ``path``. It creates its two tables if they are missing.

    At ``":memory:"`` it is lost when the process ends, and handles one event at a time.

    The event, the delivery's status and everything that you write through the given connection commit together or not
    at all. So each event takes effect exactly once. SQLite has one writer at a time: keep your work short.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self._only: sqlite3.Connection | None = None
        self._turn = threading.RLock()
        first = self._open()
        first.executescript(_TABLES)
        # At ":memory:" and "" each connection has a database of its own, which ends with it. So the first one is kept.
        other = self._open()
        if other.execute("select 1 from sqlite_master").fetchone() is None:
            self._only = first
        else:
            first.close()
        other.close()

    def _open(self) -> sqlite3.Connection:
        # Without an isolation level, the module begins no transaction by itself. The kept connection serves all threads.
        return sqlite3.connect(
            self._path, timeout=_LOCK_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
        )

    @contextmanager
    def _connect(self) -> Iterator[sqlite3.Connection]:
        if self._only is not None:
            with self._turn:
                yield self._only
            return
        connection = self._open()
        try:
            yield connection
        finally:
            connection.close()

    def once(
        self, event: WebhookEvent, work: Callable[[StatusChange | None, sqlite3.Connection], None]
    ) -> Literal["handled", "repeated"]:
        """As ``Store.once``. Do not commit the connection yourself."""
        with self._connect() as connection:
            # A second transaction waits here until the first one ends.
            connection.execute("begin immediate")
            try:
                inserted = connection.execute(
                    "insert into webhook_received_events (id) values (?) on conflict do nothing", (event.id,)
                )
                is_new = inserted.rowcount == 1
                if is_new:
                    work(_advance(connection, event), connection)
                connection.execute("commit")
            except BaseException:
                connection.execute("rollback")
                raise
        return "handled" if is_new else "repeated"

    def forget_old_events(self, days: int = 31) -> int:
        """Deletes events received more than ``days`` days ago, and returns their number.

        The service repeats an event for at most 30 days.
        """
        with self._connect() as connection:
            deleted = connection.execute(
                "delete from webhook_received_events where received_at < datetime('now', ?)", (f"-{int(days)} days",)
            )
            return deleted.rowcount


def _advance(connection: sqlite3.Connection, event: WebhookEvent) -> StatusChange | None:
    """Raises the delivery's status, never lowers it."""
    found = status_of(event)
    if found is None:
        return None
    delivery_id, status, _ = found
    raised = connection.execute(
        """insert into webhook_delivery_statuses (delivery_id, status, rank) values (?, ?, ?)
           on conflict (delivery_id) do update
             set status = excluded.status, rank = excluded.rank, updated_at = current_timestamp
             where excluded.rank > webhook_delivery_statuses.rank""",
        found,
    )
    return StatusChange(delivery_id, status, raised.rowcount == 1)
