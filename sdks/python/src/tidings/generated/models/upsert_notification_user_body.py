from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.notification_user_input import NotificationUserInput


T = TypeVar("T", bound="UpsertNotificationUserBody")


@_attrs_define
class UpsertNotificationUserBody:
    notification_user: NotificationUserInput
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        notification_user = self.notification_user.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "notification_user": notification_user,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.notification_user_input import NotificationUserInput

        d = dict(src_dict)
        notification_user = NotificationUserInput.from_dict(d.pop("notification_user"))

        upsert_notification_user_body = cls(
            notification_user=notification_user,
        )

        upsert_notification_user_body.additional_properties = d
        return upsert_notification_user_body

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
