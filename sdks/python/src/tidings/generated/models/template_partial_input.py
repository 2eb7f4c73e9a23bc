from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="TemplatePartialInput")


@_attrs_define
class TemplatePartialInput:
    name: str
    """ The name in texts. It never changes """
    text: str
    """ A Liquid text with the limits of the body of a template. It may use other partials, at most 5 levels deep.
    All partials of an account: at most 1 MiB """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        text = self.text

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        text = d.pop("text")

        template_partial_input = cls(
            name=name,
            text=text,
        )

        return template_partial_input
