from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

if TYPE_CHECKING:
    from ..models.logged_request_errors_type_0 import LoggedRequestErrorsType0
    from ..models.logged_request_made_type_0 import LoggedRequestMadeType0


T = TypeVar("T", bound="LoggedRequest")


@_attrs_define
class LoggedRequest:
    id: int
    request_id: str
    """ The header X-Request-Id of the response. A caller may choose it, so it may repeat """
    at: datetime.datetime
    actor: str
    actor_name: None | str
    """ The name of the member or key. null: the member was removed, or your role may not read the audit log """
    method: str
    path: str
    """ The path with its numbers. Other values have the name of their parameter: they may be personal data """
    status: int
    duration_ms: int
    code: None | str
    """ The code of the error """
    errors: LoggedRequestErrorsType0 | None
    """ The errors by field, as in the response. A name that the operation does not know is (unknown) """
    made: LoggedRequestMadeType0 | None
    """ The ids of new messages """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.logged_request_errors_type_0 import LoggedRequestErrorsType0
        from ..models.logged_request_made_type_0 import LoggedRequestMadeType0

        id = self.id

        request_id = self.request_id

        at = self.at.isoformat()

        actor = self.actor

        actor_name: None | str
        actor_name = self.actor_name

        method = self.method

        path = self.path

        status = self.status

        duration_ms = self.duration_ms

        code: None | str
        code = self.code

        errors: dict[str, Any] | None
        if isinstance(self.errors, LoggedRequestErrorsType0):
            errors = self.errors.to_dict()
        else:
            errors = self.errors

        made: dict[str, Any] | None
        if isinstance(self.made, LoggedRequestMadeType0):
            made = self.made.to_dict()
        else:
            made = self.made

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "request_id": request_id,
                "at": at,
                "actor": actor,
                "actor_name": actor_name,
                "method": method,
                "path": path,
                "status": status,
                "duration_ms": duration_ms,
                "code": code,
                "errors": errors,
                "made": made,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.logged_request_errors_type_0 import LoggedRequestErrorsType0
        from ..models.logged_request_made_type_0 import LoggedRequestMadeType0

        d = dict(src_dict)
        id = d.pop("id")

        request_id = d.pop("request_id")

        at = isoparse(d.pop("at"))

        actor = d.pop("actor")

        def _parse_actor_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        actor_name = _parse_actor_name(d.pop("actor_name"))

        method = d.pop("method")

        path = d.pop("path")

        status = d.pop("status")

        duration_ms = d.pop("duration_ms")

        def _parse_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        code = _parse_code(d.pop("code"))

        def _parse_errors(data: object) -> LoggedRequestErrorsType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                errors_type_0 = LoggedRequestErrorsType0.from_dict(data)

                return errors_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LoggedRequestErrorsType0 | None, data)

        errors = _parse_errors(d.pop("errors"))

        def _parse_made(data: object) -> LoggedRequestMadeType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                made_type_0 = LoggedRequestMadeType0.from_dict(data)

                return made_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LoggedRequestMadeType0 | None, data)

        made = _parse_made(d.pop("made"))

        logged_request = cls(
            id=id,
            request_id=request_id,
            at=at,
            actor=actor,
            actor_name=actor_name,
            method=method,
            path=path,
            status=status,
            duration_ms=duration_ms,
            code=code,
            errors=errors,
            made=made,
        )

        logged_request.additional_properties = d
        return logged_request

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
