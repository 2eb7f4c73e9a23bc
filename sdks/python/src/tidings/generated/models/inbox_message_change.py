from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="InboxMessageChange")


@_attrs_define
class InboxMessageChange:
    seen: bool | Unset = UNSET
    """ Opens the delivery """
    read: bool | Unset = UNSET
    """ A read message is seen too """
    archived: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        seen = self.seen

        read = self.read

        archived = self.archived

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if seen is not UNSET:
            field_dict["seen"] = seen
        if read is not UNSET:
            field_dict["read"] = read
        if archived is not UNSET:
            field_dict["archived"] = archived

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        seen = d.pop("seen", UNSET)

        read = d.pop("read", UNSET)

        archived = d.pop("archived", UNSET)

        inbox_message_change = cls(
            seen=seen,
            read=read,
            archived=archived,
        )

        return inbox_message_change
