from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="TopicInput")


@_attrs_define
class TopicInput:
    name: str
    """ Your own unique name of the topic """
    label: str
    """ The name that recipients see """
    description: str | Unset = UNSET
    """ A sentence for recipients. Default empty """
    required: bool | Unset = UNSET
    """ Law or safety demands these messages: no preference, pause or quiet hours stop them. Default false """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        label = self.label

        description = self.description

        required = self.required

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "label": label,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if required is not UNSET:
            field_dict["required"] = required

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        label = d.pop("label")

        description = d.pop("description", UNSET)

        required = d.pop("required", UNSET)

        topic_input = cls(
            name=name,
            label=label,
            description=description,
            required=required,
        )

        return topic_input
