from typing import Literal, cast

NotificationChannelInputProvider = Literal[
    "apns", "expo", "fcm", "inbox", "postmark", "resend", "sandbox", "sendgrid", "ses", "smtp", "twilio", "web_push"
]


def check_notification_channel_input_provider(value: str) -> NotificationChannelInputProvider:
    # A later version of the service may have more values: they are passed on.
    return cast(NotificationChannelInputProvider, value)
