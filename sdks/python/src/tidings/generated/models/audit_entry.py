from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.audit_entry_details import AuditEntryDetails


T = TypeVar("T", bound="AuditEntry")


@_attrs_define
class AuditEntry:
    id: int
    action: str
    actor: str
    actor_name: None | str
    """ The name of the member or key. null: the member was removed, or the service acted """
    at: datetime.datetime
    from_: None | str
    """ The IP address of the caller """
    target: None | str
    details: AuditEntryDetails
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        action = self.action

        actor = self.actor

        actor_name: None | str
        actor_name = self.actor_name

        at = self.at.isoformat()

        from_: None | str
        from_ = self.from_

        target: None | str
        target = self.target

        details = self.details.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "action": action,
                "actor": actor,
                "actor_name": actor_name,
                "at": at,
                "from": from_,
                "target": target,
                "details": details,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.audit_entry_details import AuditEntryDetails

        d = dict(src_dict)
        id = d.pop("id")

        action = d.pop("action")

        actor = d.pop("actor")

        def _parse_actor_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        actor_name = _parse_actor_name(d.pop("actor_name"))

        at = isoparse(d.pop("at"))

        def _parse_from_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        from_ = _parse_from_(d.pop("from"))

        def _parse_target(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        target = _parse_target(d.pop("target"))

        details = AuditEntryDetails.from_dict(d.pop("details"))

        audit_entry = cls(
            id=id,
            action=action,
            actor=actor,
            actor_name=actor_name,
            at=at,
            from_=from_,
            target=target,
            details=details,
        )

        audit_entry.additional_properties = d
        return audit_entry

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
