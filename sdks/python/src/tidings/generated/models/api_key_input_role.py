from typing import Literal, cast

ApiKeyInputRole = Literal["full", "read", "send"]


def check_api_key_input_role(value: str) -> ApiKeyInputRole:
    # A later version of the service may have more values: they are passed on.
    return cast(ApiKeyInputRole, value)
