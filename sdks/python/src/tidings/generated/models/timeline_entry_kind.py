from typing import Literal, cast

TimelineEntryKind = Literal["event", "fact", "send"]


def check_timeline_entry_kind(value: str) -> TimelineEntryKind:
    # A later version of the service may have more values: they are passed on.
    return cast(TimelineEntryKind, value)
