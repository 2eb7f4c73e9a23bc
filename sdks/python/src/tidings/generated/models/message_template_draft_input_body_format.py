from typing import Literal, cast

MessageTemplateDraftInputBodyFormat = Literal["html", "text"]


def check_message_template_draft_input_body_format(value: str) -> MessageTemplateDraftInputBodyFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(MessageTemplateDraftInputBodyFormat, value)
