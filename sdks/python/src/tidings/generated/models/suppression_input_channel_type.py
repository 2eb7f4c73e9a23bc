from typing import Literal, cast

SuppressionInputChannelType = Literal["email", "sms"]


def check_suppression_input_channel_type(value: str) -> SuppressionInputChannelType:
    # A later version of the service may have more values: they are passed on.
    return cast(SuppressionInputChannelType, value)
