from typing import Literal, cast

MessageTemplateDraftBodyFormat = Literal["html", "text"]


def check_message_template_draft_body_format(value: str) -> MessageTemplateDraftBodyFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(MessageTemplateDraftBodyFormat, value)
