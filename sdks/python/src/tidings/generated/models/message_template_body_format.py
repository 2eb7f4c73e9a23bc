from typing import Literal, cast

MessageTemplateBodyFormat = Literal["html", "text"]


def check_message_template_body_format(value: str) -> MessageTemplateBodyFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(MessageTemplateBodyFormat, value)
