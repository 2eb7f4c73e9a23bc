from typing import Literal, cast

DeliveryStatus = Literal[
    "bounced", "canceled", "delivered", "failed", "opened", "queued", "retrying", "scheduled", "sent"
]


def check_delivery_status(value: str) -> DeliveryStatus:
    # A later version of the service may have more values: they are passed on.
    return cast(DeliveryStatus, value)
