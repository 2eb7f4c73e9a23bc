from typing import Literal, cast

SuppressionInputReason = Literal["bounce", "complaint", "manual", "unsubscribe"]


def check_suppression_input_reason(value: str) -> SuppressionInputReason:
    # A later version of the service may have more values: they are passed on.
    return cast(SuppressionInputReason, value)
