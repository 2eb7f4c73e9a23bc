from typing import Literal, cast

ApiKeyWithKeyRole = Literal["full", "read", "send"]


def check_api_key_with_key_role(value: str) -> ApiKeyWithKeyRole:
    # A later version of the service may have more values: they are passed on.
    return cast(ApiKeyWithKeyRole, value)
