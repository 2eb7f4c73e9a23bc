from typing import Literal, cast

SkippedChannelReason = Literal["recipient_paused", "topic_disabled"]


def check_skipped_channel_reason(value: str) -> SkippedChannelReason:
    # A later version of the service may have more values: they are passed on.
    return cast(SkippedChannelReason, value)
