from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.explain_delivery_response_200_explanation_actions_item import (
        ExplainDeliveryResponse200ExplanationActionsItem,
    )


T = TypeVar("T", bound="ExplainDeliveryResponse200Explanation")


@_attrs_define
class ExplainDeliveryResponse200Explanation:
    sentence: str
    cause: str
    """ A word for programs: the status if nothing is wrong, otherwise the reason """
    waits_until: datetime.datetime | None
    """ When the quiet hours of the recipient end, if the delivery waits for it. It can be canceled until then """
    actions: list[ExplainDeliveryResponse200ExplanationActionsItem]
    """ Actions that help, the most helpful first """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        sentence = self.sentence

        cause = self.cause

        waits_until: None | str
        if isinstance(self.waits_until, datetime.datetime):
            waits_until = self.waits_until.isoformat()
        else:
            waits_until = self.waits_until

        actions = []
        for actions_item_data in self.actions:
            actions_item = actions_item_data.to_dict()
            actions.append(actions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "sentence": sentence,
                "cause": cause,
                "waits_until": waits_until,
                "actions": actions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.explain_delivery_response_200_explanation_actions_item import (
            ExplainDeliveryResponse200ExplanationActionsItem,
        )

        d = dict(src_dict)
        sentence = d.pop("sentence")

        cause = d.pop("cause")

        def _parse_waits_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                waits_until_type_0 = isoparse(data)

                return waits_until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        waits_until = _parse_waits_until(d.pop("waits_until"))

        actions = []
        _actions = d.pop("actions")
        for actions_item_data in _actions:
            actions_item = ExplainDeliveryResponse200ExplanationActionsItem.from_dict(actions_item_data)

            actions.append(actions_item)

        explain_delivery_response_200_explanation = cls(
            sentence=sentence,
            cause=cause,
            waits_until=waits_until,
            actions=actions,
        )

        explain_delivery_response_200_explanation.additional_properties = d
        return explain_delivery_response_200_explanation

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
