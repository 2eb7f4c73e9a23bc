from typing import Literal, cast

MemberInputRole = Literal["developer", "owner", "viewer"]


def check_member_input_role(value: str) -> MemberInputRole:
    # A later version of the service may have more values: they are passed on.
    return cast(MemberInputRole, value)
