from typing import Literal, cast

RenderedMessageBodyFormat = Literal["html", "text"]


def check_rendered_message_body_format(value: str) -> RenderedMessageBodyFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(RenderedMessageBodyFormat, value)
