from typing import Literal, cast

ChannelType = Literal["email", "in_app", "push", "sms"]


def check_channel_type(value: str) -> ChannelType:
    # A later version of the service may have more values: they are passed on.
    return cast(ChannelType, value)
