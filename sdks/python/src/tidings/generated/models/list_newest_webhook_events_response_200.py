from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.listed_webhook_event import ListedWebhookEvent


T = TypeVar("T", bound="ListNewestWebhookEventsResponse200")


@_attrs_define
class ListNewestWebhookEventsResponse200:
    webhook_events: list[ListedWebhookEvent]
    next_cursor: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        webhook_events = []
        for webhook_events_item_data in self.webhook_events:
            webhook_events_item = webhook_events_item_data.to_dict()
            webhook_events.append(webhook_events_item)

        next_cursor: None | str
        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "webhook_events": webhook_events,
                "next_cursor": next_cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.listed_webhook_event import ListedWebhookEvent

        d = dict(src_dict)
        webhook_events = []
        _webhook_events = d.pop("webhook_events")
        for webhook_events_item_data in _webhook_events:
            webhook_events_item = ListedWebhookEvent.from_dict(webhook_events_item_data)

            webhook_events.append(webhook_events_item)

        def _parse_next_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_cursor = _parse_next_cursor(d.pop("next_cursor"))

        list_newest_webhook_events_response_200 = cls(
            webhook_events=webhook_events,
            next_cursor=next_cursor,
        )

        list_newest_webhook_events_response_200.additional_properties = d
        return list_newest_webhook_events_response_200

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
