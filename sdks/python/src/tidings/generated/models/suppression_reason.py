from typing import Literal, cast

SuppressionReason = Literal["bounce", "complaint", "manual", "unsubscribe"]


def check_suppression_reason(value: str) -> SuppressionReason:
    # A later version of the service may have more values: they are passed on.
    return cast(SuppressionReason, value)
