from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.delivery_status import DeliveryStatus, check_delivery_status
from ..models.event_state import EventState, check_event_state
from ..models.search_response_200_results_item_kind import (
    SearchResponse200ResultsItemKind,
    check_search_response_200_results_item_kind,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="SearchResponse200ResultsItem")


@_attrs_define
class SearchResponse200ResultsItem:
    kind: SearchResponse200ResultsItemKind
    id: str
    """ The id as text, because ids of events and requests are texts """
    title: str
    """ The name of a recipient or template, the subject of a message or delivery, the type of an event, the method
    and path of a request """
    detail: str
    """ More for the eye: addresses, the channel, the error """
    status: DeliveryStatus | Unset = UNSET
    state: EventState | Unset = UNSET
    delivery_id: int | Unset = UNSET
    """ Only of an event: its delivery. A ping has none """
    created_at: datetime.datetime | Unset = UNSET
    """ Of a delivery, message, event or request """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        id = self.id

        title = self.title

        detail = self.detail

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        state: str | Unset = UNSET
        if not isinstance(self.state, Unset):
            state = self.state

        delivery_id = self.delivery_id

        created_at: str | Unset = UNSET
        if not isinstance(self.created_at, Unset):
            created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "id": id,
                "title": title,
                "detail": detail,
            }
        )
        if status is not UNSET:
            field_dict["status"] = status
        if state is not UNSET:
            field_dict["state"] = state
        if delivery_id is not UNSET:
            field_dict["delivery_id"] = delivery_id
        if created_at is not UNSET:
            field_dict["created_at"] = created_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = check_search_response_200_results_item_kind(d.pop("kind"))

        id = d.pop("id")

        title = d.pop("title")

        detail = d.pop("detail")

        _status = d.pop("status", UNSET)
        status: DeliveryStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = check_delivery_status(_status)

        _state = d.pop("state", UNSET)
        state: EventState | Unset
        if isinstance(_state, Unset):
            state = UNSET
        else:
            state = check_event_state(_state)

        delivery_id = d.pop("delivery_id", UNSET)

        _created_at = d.pop("created_at", UNSET)
        created_at: datetime.datetime | Unset
        if isinstance(_created_at, Unset):
            created_at = UNSET
        else:
            created_at = isoparse(_created_at)

        search_response_200_results_item = cls(
            kind=kind,
            id=id,
            title=title,
            detail=detail,
            status=status,
            state=state,
            delivery_id=delivery_id,
            created_at=created_at,
        )

        search_response_200_results_item.additional_properties = d
        return search_response_200_results_item

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
