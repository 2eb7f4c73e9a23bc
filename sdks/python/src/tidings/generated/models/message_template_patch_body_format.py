from typing import Literal, cast

MessageTemplatePatchBodyFormat = Literal["html", "text"]


def check_message_template_patch_body_format(value: str) -> MessageTemplatePatchBodyFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(MessageTemplatePatchBodyFormat, value)
