from typing import Literal, cast

ErasureStatus = Literal["finished", "running"]


def check_erasure_status(value: str) -> ErasureStatus:
    # A later version of the service may have more values: they are passed on.
    return cast(ErasureStatus, value)
