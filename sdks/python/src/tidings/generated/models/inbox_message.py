from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

T = TypeVar("T", bound="InboxMessage")


@_attrs_define
class InboxMessage:
    message_id: int
    delivery_id: int
    title: str
    body: str
    """ Plain text """
    url: None | str
    """ A link with http or https """
    topic: None | str
    """ The name of the topic """
    created_at: datetime.datetime
    """ When the message came into the inbox """
    seen_at: datetime.datetime | None
    read_at: datetime.datetime | None
    archived_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        message_id = self.message_id

        delivery_id = self.delivery_id

        title = self.title

        body = self.body

        url: None | str
        url = self.url

        topic: None | str
        topic = self.topic

        created_at = self.created_at.isoformat()

        seen_at: None | str
        if isinstance(self.seen_at, datetime.datetime):
            seen_at = self.seen_at.isoformat()
        else:
            seen_at = self.seen_at

        read_at: None | str
        if isinstance(self.read_at, datetime.datetime):
            read_at = self.read_at.isoformat()
        else:
            read_at = self.read_at

        archived_at: None | str
        if isinstance(self.archived_at, datetime.datetime):
            archived_at = self.archived_at.isoformat()
        else:
            archived_at = self.archived_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "message_id": message_id,
                "delivery_id": delivery_id,
                "title": title,
                "body": body,
                "url": url,
                "topic": topic,
                "created_at": created_at,
                "seen_at": seen_at,
                "read_at": read_at,
                "archived_at": archived_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        message_id = d.pop("message_id")

        delivery_id = d.pop("delivery_id")

        title = d.pop("title")

        body = d.pop("body")

        def _parse_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url = _parse_url(d.pop("url"))

        def _parse_topic(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        topic = _parse_topic(d.pop("topic"))

        created_at = isoparse(d.pop("created_at"))

        def _parse_seen_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                seen_at_type_0 = isoparse(data)

                return seen_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        seen_at = _parse_seen_at(d.pop("seen_at"))

        def _parse_read_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                read_at_type_0 = isoparse(data)

                return read_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        read_at = _parse_read_at(d.pop("read_at"))

        def _parse_archived_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                archived_at_type_0 = isoparse(data)

                return archived_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        archived_at = _parse_archived_at(d.pop("archived_at"))

        inbox_message = cls(
            message_id=message_id,
            delivery_id=delivery_id,
            title=title,
            body=body,
            url=url,
            topic=topic,
            created_at=created_at,
            seen_at=seen_at,
            read_at=read_at,
            archived_at=archived_at,
        )

        inbox_message.additional_properties = d
        return inbox_message

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
