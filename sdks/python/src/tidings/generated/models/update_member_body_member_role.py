from typing import Literal, cast

UpdateMemberBodyMemberRole = Literal["developer", "owner", "viewer"]


def check_update_member_body_member_role(value: str) -> UpdateMemberBodyMemberRole:
    # A later version of the service may have more values: they are passed on.
    return cast(UpdateMemberBodyMemberRole, value)
