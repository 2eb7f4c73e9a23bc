from typing import Literal, cast

ListMessagesExpand = Literal["notification_user"]


def check_list_messages_expand(value: str) -> ListMessagesExpand:
    # A later version of the service may have more values: they are passed on.
    return cast(ListMessagesExpand, value)
