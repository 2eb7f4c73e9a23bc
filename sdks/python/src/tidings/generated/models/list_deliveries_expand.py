from typing import Literal, cast

ListDeliveriesExpand = Literal["message"]


def check_list_deliveries_expand(value: str) -> ListDeliveriesExpand:
    # A later version of the service may have more values: they are passed on.
    return cast(ListDeliveriesExpand, value)
