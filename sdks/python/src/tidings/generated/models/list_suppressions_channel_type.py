from typing import Literal, cast

ListSuppressionsChannelType = Literal["email", "sms"]


def check_list_suppressions_channel_type(value: str) -> ListSuppressionsChannelType:
    # A later version of the service may have more values: they are passed on.
    return cast(ListSuppressionsChannelType, value)
