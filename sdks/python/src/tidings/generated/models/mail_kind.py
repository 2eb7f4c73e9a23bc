from typing import Literal, cast

MailKind = Literal["webhook_endpoint_disabled", "webhook_endpoint_failing"]


def check_mail_kind(value: str) -> MailKind:
    # A later version of the service may have more values: they are passed on.
    return cast(MailKind, value)
