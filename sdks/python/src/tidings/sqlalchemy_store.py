"""A store in your database, by SQLAlchemy: PostgreSQL or SQLite. ``pip install "tidings[sqlalchemy]"``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any, Literal

from sqlalchemy import BigInteger, Column, Connection, DateTime, Engine, Integer, MetaData, SmallInteger, Table, Text
from sqlalchemy import delete, func
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.pool import NullPool, SingletonThreadPool

from .store import StatusChange, status_of
from .webhooks import WebhookEvent

#: The store's two tables. Create them with ``METADATA.create_all(engine)``, or in your own migration.
METADATA = MetaData()

_EVENTS = Table(
    "webhook_received_events",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("received_at", DateTime(timezone=True), nullable=False, server_default=func.now(), index=True),
)
_STATUSES = Table(
    "webhook_delivery_statuses",
    METADATA,
    Column("delivery_id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("status", Text, nullable=False),
    Column("rank", SmallInteger, nullable=False),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

#: Without it, SQLAlchemy may return -1 as the number of inserted rows.
_COUNTED = {"preserve_rowcount": True}

_INSERTS: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}


class SQLAlchemyStore:
    """A store in the database of ``engine``. Raises ValueError if it is neither PostgreSQL nor SQLite in a file.

    The event, the delivery's status and everything that you write through the given connection commit together or not
    at all. So each event takes effect exactly once. For a session: ``Session(bind=connection)``, with ``flush()``.
    """

    def __init__(self, engine: Engine) -> None:
        if engine.dialect.name not in _INSERTS:
            raise ValueError(f"The store works with PostgreSQL and SQLite, not with {engine.dialect.name}")
        if engine.dialect.name == "sqlite" and isinstance(engine.pool, (SingletonThreadPool, NullPool)):
            if engine.url.database in (None, "", ":memory:"):
                raise ValueError(
                    "Each thread would have an empty database of its own: give a file, or create_engine(..., "
                    "poolclass=StaticPool, connect_args={'check_same_thread': False})"
                )
        self._engine = engine
        self._insert = _INSERTS[engine.dialect.name]

    def once(
        self, event: WebhookEvent, work: Callable[[StatusChange | None, Connection], None]
    ) -> Literal["handled", "repeated"]:
        """As ``Store.once``. Do not commit the connection yourself."""
        with self._engine.begin() as connection:
            # A second transaction with the same id waits here until the first one ends.
            inserted = connection.execute(
                self._insert(_EVENTS).values(id=event.id).on_conflict_do_nothing(), execution_options=_COUNTED
            )
            if inserted.rowcount != 1:
                return "repeated"
            work(self._advance(connection, event), connection)
        return "handled"

    def _advance(self, connection: Connection, event: WebhookEvent) -> StatusChange | None:
        """Raises the delivery's status, never lowers it."""
        found = status_of(event)
        if found is None:
            return None
        delivery_id, status, rank = found
        statement = self._insert(_STATUSES).values(delivery_id=delivery_id, status=status, rank=rank)
        given = statement.excluded
        raised = connection.execute(
            statement.on_conflict_do_update(
                index_elements=[_STATUSES.c.delivery_id],
                set_={"status": given.status, "rank": given.rank, "updated_at": func.now()},
                where=given.rank > _STATUSES.c.rank,
            ),
            execution_options=_COUNTED,
        )
        return StatusChange(delivery_id, status, raised.rowcount == 1)

    def forget_old_events(self, days: int = 31) -> int:
        """Deletes events received more than ``days`` days ago, and returns their number.

        The service repeats an event for at most 30 days.
        """
        limit = datetime.now(timezone.utc) - timedelta(days=days)
        with self._engine.begin() as connection:
            return connection.execute(delete(_EVENTS).where(_EVENTS.c.received_at < limit)).rowcount
