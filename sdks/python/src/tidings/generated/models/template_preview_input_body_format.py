from typing import Literal, cast

TemplatePreviewInputBodyFormat = Literal["html", "text"]


def check_template_preview_input_body_format(value: str) -> TemplatePreviewInputBodyFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(TemplatePreviewInputBodyFormat, value)
