from typing import Literal, cast

ListRequestsResult = Literal["failed"]


def check_list_requests_result(value: str) -> ListRequestsResult:
    # A later version of the service may have more values: they are passed on.
    return cast(ListRequestsResult, value)
