from typing import Literal, cast

MemberPatchRole = Literal["developer", "owner", "viewer"]


def check_member_patch_role(value: str) -> MemberPatchRole:
    # A later version of the service may have more values: they are passed on.
    return cast(MemberPatchRole, value)
