from typing import Literal, cast

TimelineEntryResult = Literal["accepted", "permanent", "rate_limited", "transient"]


def check_timeline_entry_result(value: str) -> TimelineEntryResult:
    # A later version of the service may have more values: they are passed on.
    return cast(TimelineEntryResult, value)
