from typing import Literal, cast

EventType = Literal[
    "delivery.bounced",
    "delivery.canceled",
    "delivery.delivered",
    "delivery.failed",
    "delivery.opened",
    "delivery.queued",
    "delivery.scheduled",
    "delivery.sent",
    "ping",
]


def check_event_type(value: str) -> EventType:
    # A later version of the service may have more values: they are passed on.
    return cast(EventType, value)
