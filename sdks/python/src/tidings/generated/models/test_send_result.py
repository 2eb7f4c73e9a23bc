from typing import Literal, cast

TestSendResult = Literal["accepted", "permanent", "rate_limited", "transient"]


def check_test_send_result(value: str) -> TestSendResult:
    # A later version of the service may have more values: they are passed on.
    return cast(TestSendResult, value)
