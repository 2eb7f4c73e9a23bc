from typing import Literal, cast

CountDeliveriesPeriod = Literal["24h", "30d", "7d", "90d"]


def check_count_deliveries_period(value: str) -> CountDeliveriesPeriod:
    # A later version of the service may have more values: they are passed on.
    return cast(CountDeliveriesPeriod, value)
