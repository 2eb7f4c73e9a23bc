from typing import Literal, cast

ReplayStatus = Literal["canceled", "finished", "held", "running"]


def check_replay_status(value: str) -> ReplayStatus:
    # A later version of the service may have more values: they are passed on.
    return cast(ReplayStatus, value)
