from typing import Literal, cast

GetOwnApiKeyResponse200ApiKeyRole = Literal["full", "read", "send"]


def check_get_own_api_key_response_200_api_key_role(value: str) -> GetOwnApiKeyResponse200ApiKeyRole:
    # A later version of the service may have more values: they are passed on.
    return cast(GetOwnApiKeyResponse200ApiKeyRole, value)
