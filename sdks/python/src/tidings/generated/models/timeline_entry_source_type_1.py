from typing import Literal, cast

TimelineEntrySourceType1 = Literal["api", "dispatcher", "member", "operator", "pixel", "provider"]


def check_timeline_entry_source_type_1(value: str) -> TimelineEntrySourceType1:
    # A later version of the service may have more values: they are passed on.
    return cast(TimelineEntrySourceType1, value)
