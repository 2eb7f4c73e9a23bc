from typing import Literal, cast

EventState = Literal["delivered", "dropped", "failed", "pending", "skipped"]


def check_event_state(value: str) -> EventState:
    # A later version of the service may have more values: they are passed on.
    return cast(EventState, value)
