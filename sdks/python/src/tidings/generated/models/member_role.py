from typing import Literal, cast

MemberRole = Literal["developer", "owner", "viewer"]


def check_member_role(value: str) -> MemberRole:
    # A later version of the service may have more values: they are passed on.
    return cast(MemberRole, value)
