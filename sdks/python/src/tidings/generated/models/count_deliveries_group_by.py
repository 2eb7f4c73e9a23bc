from typing import Literal, cast

CountDeliveriesGroupBy = Literal["cause", "channel", "none", "template"]


def check_count_deliveries_group_by(value: str) -> CountDeliveriesGroupBy:
    # A later version of the service may have more values: they are passed on.
    return cast(CountDeliveriesGroupBy, value)
