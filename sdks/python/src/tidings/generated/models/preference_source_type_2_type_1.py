from typing import Literal, cast

PreferenceSourceType2Type1 = Literal["api", "inbox", "link"]


def check_preference_source_type_2_type_1(value: str) -> PreferenceSourceType2Type1:
    # A later version of the service may have more values: they are passed on.
    return cast(PreferenceSourceType2Type1, value)
