from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from dateutil.parser import isoparse

from ..models.mail_kind import MailKind, check_mail_kind
from ..models.mail_state import MailState, check_mail_state

T = TypeVar("T", bound="Mail")


@_attrs_define
class Mail:
    id: int
    kind: MailKind
    subject: str
    text: str
    state: MailState
    """ not_sent: all tries failed, or the service has no mail server """
    error_message: None | str
    created_at: datetime.datetime
    sent_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        kind: str = self.kind

        subject = self.subject

        text = self.text

        state: str = self.state

        error_message: None | str
        error_message = self.error_message

        created_at = self.created_at.isoformat()

        sent_at: None | str
        if isinstance(self.sent_at, datetime.datetime):
            sent_at = self.sent_at.isoformat()
        else:
            sent_at = self.sent_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "subject": subject,
                "text": text,
                "state": state,
                "error_message": error_message,
                "created_at": created_at,
                "sent_at": sent_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        kind = check_mail_kind(d.pop("kind"))

        subject = d.pop("subject")

        text = d.pop("text")

        state = check_mail_state(d.pop("state"))

        def _parse_error_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error_message = _parse_error_message(d.pop("error_message"))

        created_at = isoparse(d.pop("created_at"))

        def _parse_sent_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sent_at_type_0 = isoparse(data)

                return sent_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        sent_at = _parse_sent_at(d.pop("sent_at"))

        mail = cls(
            id=id,
            kind=kind,
            subject=subject,
            text=text,
            state=state,
            error_message=error_message,
            created_at=created_at,
            sent_at=sent_at,
        )

        mail.additional_properties = d
        return mail

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
