from typing import Literal, cast

MessageTemplateInputBodyFormat = Literal["html", "text"]


def check_message_template_input_body_format(value: str) -> MessageTemplateInputBodyFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(MessageTemplateInputBodyFormat, value)
