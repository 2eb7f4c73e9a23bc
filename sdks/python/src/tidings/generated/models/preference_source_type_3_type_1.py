from typing import Literal, cast

PreferenceSourceType3Type1 = Literal["api", "inbox", "link"]


def check_preference_source_type_3_type_1(value: str) -> PreferenceSourceType3Type1:
    # A later version of the service may have more values: they are passed on.
    return cast(PreferenceSourceType3Type1, value)
