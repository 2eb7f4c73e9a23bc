from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.expanded_message_message_template import ExpandedMessageMessageTemplate
    from ..models.expanded_message_notification_user import (
        ExpandedMessageNotificationUser,
    )


T = TypeVar("T", bound="ExpandedMessage")


@_attrs_define
class ExpandedMessage:
    """Only with `expand=message`"""

    id: int
    rendered_subject: str
    notification_user: ExpandedMessageNotificationUser
    message_template: ExpandedMessageMessageTemplate
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        rendered_subject = self.rendered_subject

        notification_user = self.notification_user.to_dict()

        message_template = self.message_template.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "rendered_subject": rendered_subject,
                "notification_user": notification_user,
                "message_template": message_template,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.expanded_message_message_template import (
            ExpandedMessageMessageTemplate,
        )
        from ..models.expanded_message_notification_user import (
            ExpandedMessageNotificationUser,
        )

        d = dict(src_dict)
        id = d.pop("id")

        rendered_subject = d.pop("rendered_subject")

        notification_user = ExpandedMessageNotificationUser.from_dict(d.pop("notification_user"))

        message_template = ExpandedMessageMessageTemplate.from_dict(d.pop("message_template"))

        expanded_message = cls(
            id=id,
            rendered_subject=rendered_subject,
            notification_user=notification_user,
            message_template=message_template,
        )

        expanded_message.additional_properties = d
        return expanded_message

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
