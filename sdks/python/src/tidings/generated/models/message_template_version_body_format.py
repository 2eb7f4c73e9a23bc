from typing import Literal, cast

MessageTemplateVersionBodyFormat = Literal["html", "text"]


def check_message_template_version_body_format(value: str) -> MessageTemplateVersionBodyFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(MessageTemplateVersionBodyFormat, value)
