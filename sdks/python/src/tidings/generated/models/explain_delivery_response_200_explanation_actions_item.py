from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.explain_delivery_response_200_explanation_actions_item_action import (
    ExplainDeliveryResponse200ExplanationActionsItemAction,
    check_explain_delivery_response_200_explanation_actions_item_action,
)

T = TypeVar("T", bound="ExplainDeliveryResponse200ExplanationActionsItem")


@_attrs_define
class ExplainDeliveryResponse200ExplanationActionsItem:
    action: ExplainDeliveryResponse200ExplanationActionsItemAction
    id: int | None
    """ The id of the message, recipient, suppression, channel or template. null if it needs none """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action: str = self.action

        id: int | None
        id = self.id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "id": id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action = check_explain_delivery_response_200_explanation_actions_item_action(d.pop("action"))

        def _parse_id(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        id = _parse_id(d.pop("id"))

        explain_delivery_response_200_explanation_actions_item = cls(
            action=action,
            id=id,
        )

        explain_delivery_response_200_explanation_actions_item.additional_properties = d
        return explain_delivery_response_200_explanation_actions_item

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
