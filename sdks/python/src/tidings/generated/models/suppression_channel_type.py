from typing import Literal, cast

SuppressionChannelType = Literal["email", "sms"]


def check_suppression_channel_type(value: str) -> SuppressionChannelType:
    # A later version of the service may have more values: they are passed on.
    return cast(SuppressionChannelType, value)
