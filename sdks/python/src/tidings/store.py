"""Which events were handled, and the newest status of each delivery."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from .generated.statuses import STATUS_RANKS
from .webhooks import WebhookEvent

#: The connection that your code gets: inside the transaction of the event.
Connection_co = TypeVar("Connection_co", covariant=True)


@dataclass(frozen=True, slots=True)
class StatusChange:
    """The status of a delivery in an event, compared with earlier events."""

    delivery_id: int
    status: str
    #: True if the status ranks higher than all earlier ones of the delivery.
    advanced: bool


class Store(Protocol, Generic[Connection_co]):
    """Stores the ids of handled events and the status of each delivery."""

    def once(
        self, event: WebhookEvent, work: Callable[[StatusChange | None, Connection_co], None]
    ) -> Literal["handled", "repeated"]:
        """Runs ``work`` once for each event id, and never twice at the same time for one id.

        If ``work`` raises, the error is raised on and nothing is stored, so the event will be sent again. The change
        is None if the event has no delivery or a status unknown to this version.
        """
        ...


def status_of(event: WebhookEvent) -> tuple[int, str, int] | None:
    """The delivery, status and rank in an event. None if the event has no delivery or an unknown status."""
    delivery = event.data.get("delivery")
    if not isinstance(delivery, dict):
        return None
    delivery_id, status = delivery.get("id"), delivery.get("status")
    if type(delivery_id) is not int or not isinstance(status, str) or status not in STATUS_RANKS:
        return None
    return delivery_id, status, STATUS_RANKS[status]


class MemoryStore:
    """A store in memory for one process, lost when the process ends.

    Use it for development, or if repeated events do no harm. It handles one event at a time, and keeps the newest
    ``entries_max`` events and deliveries.
    """

    def __init__(self, entries_max: int = 100_000) -> None:
        self._entries_max = entries_max
        self._events: OrderedDict[str, None] = OrderedDict()
        self._ranks: OrderedDict[int, int] = OrderedDict()
        self._lock = threading.Lock()

    def once(
        self, event: WebhookEvent, work: Callable[[StatusChange | None, None], None]
    ) -> Literal["handled", "repeated"]:
        """As ``Store.once``. The connection is None."""
        with self._lock:
            if event.id in self._events:
                return "repeated"
            found = status_of(event)
            if found is None:
                work(None, None)
            else:
                delivery_id, status, rank = found
                advanced = rank > self._ranks.get(delivery_id, 0)
                work(StatusChange(delivery_id, status, advanced), None)
                if advanced:
                    self._ranks[delivery_id] = rank
                    self._ranks.move_to_end(delivery_id)
            self._events[event.id] = None
            for entries in (self._events, self._ranks):
                if len(entries) > self._entries_max:
                    entries.popitem(last=False)
            return "handled"
