from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="InboxChange")


@_attrs_define
class InboxChange:
    seen: bool | Unset = UNSET
    read: bool | Unset = UNSET
    archived: bool | Unset = UNSET
    up_to: int | None | Unset = UNSET
    """ The newest message to change. Absent: the newest of all """

    def to_dict(self) -> dict[str, Any]:
        seen = self.seen

        read = self.read

        archived = self.archived

        up_to: int | None | Unset
        if isinstance(self.up_to, Unset):
            up_to = UNSET
        else:
            up_to = self.up_to

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if seen is not UNSET:
            field_dict["seen"] = seen
        if read is not UNSET:
            field_dict["read"] = read
        if archived is not UNSET:
            field_dict["archived"] = archived
        if up_to is not UNSET:
            field_dict["up_to"] = up_to

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        seen = d.pop("seen", UNSET)

        read = d.pop("read", UNSET)

        archived = d.pop("archived", UNSET)

        def _parse_up_to(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        up_to = _parse_up_to(d.pop("up_to", UNSET))

        inbox_change = cls(
            seen=seen,
            read=read,
            archived=archived,
            up_to=up_to,
        )

        return inbox_change
