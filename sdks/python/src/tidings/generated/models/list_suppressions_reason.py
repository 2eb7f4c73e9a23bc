from typing import Literal, cast

ListSuppressionsReason = Literal["bounce", "complaint", "manual", "unsubscribe"]


def check_list_suppressions_reason(value: str) -> ListSuppressionsReason:
    # A later version of the service may have more values: they are passed on.
    return cast(ListSuppressionsReason, value)
