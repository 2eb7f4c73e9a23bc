from typing import Literal, cast

TemplatePartialUsedByItemKind = Literal["partial", "template"]


def check_template_partial_used_by_item_kind(value: str) -> TemplatePartialUsedByItemKind:
    # A later version of the service may have more values: they are passed on.
    return cast(TemplatePartialUsedByItemKind, value)
