from typing import Literal, cast

ListInboxMessagesStatus = Literal["active", "archived", "unread", "unseen"]


def check_list_inbox_messages_status(value: str) -> ListInboxMessagesStatus:
    # A later version of the service may have more values: they are passed on.
    return cast(ListInboxMessagesStatus, value)
