from typing import Literal, cast

ApiKeyRole = Literal["full", "read", "send"]


def check_api_key_role(value: str) -> ApiKeyRole:
    # A later version of the service may have more values: they are passed on.
    return cast(ApiKeyRole, value)
