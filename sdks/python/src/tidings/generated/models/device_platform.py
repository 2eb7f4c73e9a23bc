from typing import Literal, cast

DevicePlatform = Literal["apns", "expo", "fcm", "web_push"]


def check_device_platform(value: str) -> DevicePlatform:
    # A later version of the service may have more values: they are passed on.
    return cast(DevicePlatform, value)
