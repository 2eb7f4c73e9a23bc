from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.template_preview_input_body_format import (
    TemplatePreviewInputBodyFormat,
    check_template_preview_input_body_format,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.message_attribute_input import MessageAttributeInput
    from ..models.notification_user_input import NotificationUserInput
    from ..models.template_partial_input import TemplatePartialInput


T = TypeVar("T", bound="TemplatePreviewInput")


@_attrs_define
class TemplatePreviewInput:
    body: str
    """ A Liquid text. Limits: 5000 tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
    """
    subject: str | Unset = UNSET
    body_format: TemplatePreviewInputBodyFormat | Unset = UNSET
    """ Default html: inserted values are escaped """
    locale: None | str | Unset = UNSET
    """ The locale of dates and numbers. Default en-US """
    message_attributes_attributes: list[MessageAttributeInput] | Unset = UNSET
    partials: list[TemplatePartialInput] | Unset = UNSET
    """ Unsaved partials. Each replaces the stored one with the name """
    notification_user: NotificationUserInput | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        body = self.body

        subject = self.subject

        body_format: str | Unset = UNSET
        if not isinstance(self.body_format, Unset):
            body_format = self.body_format

        locale: None | str | Unset
        if isinstance(self.locale, Unset):
            locale = UNSET
        else:
            locale = self.locale

        message_attributes_attributes: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.message_attributes_attributes, Unset):
            message_attributes_attributes = []
            for message_attributes_attributes_item_data in self.message_attributes_attributes:
                message_attributes_attributes_item = message_attributes_attributes_item_data.to_dict()
                message_attributes_attributes.append(message_attributes_attributes_item)

        partials: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.partials, Unset):
            partials = []
            for partials_item_data in self.partials:
                partials_item = partials_item_data.to_dict()
                partials.append(partials_item)

        notification_user: dict[str, Any] | Unset = UNSET
        if not isinstance(self.notification_user, Unset):
            notification_user = self.notification_user.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "body": body,
            }
        )
        if subject is not UNSET:
            field_dict["subject"] = subject
        if body_format is not UNSET:
            field_dict["body_format"] = body_format
        if locale is not UNSET:
            field_dict["locale"] = locale
        if message_attributes_attributes is not UNSET:
            field_dict["message_attributes_attributes"] = message_attributes_attributes
        if partials is not UNSET:
            field_dict["partials"] = partials
        if notification_user is not UNSET:
            field_dict["notification_user"] = notification_user

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_attribute_input import MessageAttributeInput
        from ..models.notification_user_input import NotificationUserInput
        from ..models.template_partial_input import TemplatePartialInput

        d = dict(src_dict)
        body = d.pop("body")

        subject = d.pop("subject", UNSET)

        _body_format = d.pop("body_format", UNSET)
        body_format: TemplatePreviewInputBodyFormat | Unset
        if isinstance(_body_format, Unset):
            body_format = UNSET
        else:
            body_format = check_template_preview_input_body_format(_body_format)

        def _parse_locale(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        locale = _parse_locale(d.pop("locale", UNSET))

        _message_attributes_attributes = d.pop("message_attributes_attributes", UNSET)
        message_attributes_attributes: list[MessageAttributeInput] | Unset = UNSET
        if _message_attributes_attributes is not UNSET:
            message_attributes_attributes = []
            for message_attributes_attributes_item_data in _message_attributes_attributes:
                message_attributes_attributes_item = MessageAttributeInput.from_dict(
                    message_attributes_attributes_item_data
                )

                message_attributes_attributes.append(message_attributes_attributes_item)

        _partials = d.pop("partials", UNSET)
        partials: list[TemplatePartialInput] | Unset = UNSET
        if _partials is not UNSET:
            partials = []
            for partials_item_data in _partials:
                partials_item = TemplatePartialInput.from_dict(partials_item_data)

                partials.append(partials_item)

        _notification_user = d.pop("notification_user", UNSET)
        notification_user: NotificationUserInput | Unset
        if isinstance(_notification_user, Unset):
            notification_user = UNSET
        else:
            notification_user = NotificationUserInput.from_dict(_notification_user)

        template_preview_input = cls(
            body=body,
            subject=subject,
            body_format=body_format,
            locale=locale,
            message_attributes_attributes=message_attributes_attributes,
            partials=partials,
            notification_user=notification_user,
        )

        return template_preview_input
