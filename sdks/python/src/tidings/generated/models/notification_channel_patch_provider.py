from typing import Literal, cast

NotificationChannelPatchProvider = Literal[
    "apns", "expo", "fcm", "inbox", "postmark", "resend", "sandbox", "sendgrid", "ses", "smtp", "twilio", "web_push"
]


def check_notification_channel_patch_provider(value: str) -> NotificationChannelPatchProvider:
    # A later version of the service may have more values: they are passed on.
    return cast(NotificationChannelPatchProvider, value)
