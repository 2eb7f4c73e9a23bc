from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.template_locale_input_channels_item import (
        TemplateLocaleInputChannelsItem,
    )


T = TypeVar("T", bound="TemplateLocaleInput")


@_attrs_define
class TemplateLocaleInput:
    locale: str
    subject: None | str | Unset = UNSET
    body: None | str | Unset = UNSET
    """ A Liquid text. Limits: 5000 tags and outputs, 50 operators and 30 filters per expression, 100 nested blocks
    """
    channels: list[TemplateLocaleInputChannelsItem] | Unset = UNSET
    """ Texts of channels of the template in this language """

    def to_dict(self) -> dict[str, Any]:
        locale = self.locale

        subject: None | str | Unset
        if isinstance(self.subject, Unset):
            subject = UNSET
        else:
            subject = self.subject

        body: None | str | Unset
        if isinstance(self.body, Unset):
            body = UNSET
        else:
            body = self.body

        channels: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.channels, Unset):
            channels = []
            for channels_item_data in self.channels:
                channels_item = channels_item_data.to_dict()
                channels.append(channels_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "locale": locale,
            }
        )
        if subject is not UNSET:
            field_dict["subject"] = subject
        if body is not UNSET:
            field_dict["body"] = body
        if channels is not UNSET:
            field_dict["channels"] = channels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.template_locale_input_channels_item import (
            TemplateLocaleInputChannelsItem,
        )

        d = dict(src_dict)
        locale = d.pop("locale")

        def _parse_subject(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        subject = _parse_subject(d.pop("subject", UNSET))

        def _parse_body(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        body = _parse_body(d.pop("body", UNSET))

        _channels = d.pop("channels", UNSET)
        channels: list[TemplateLocaleInputChannelsItem] | Unset = UNSET
        if _channels is not UNSET:
            channels = []
            for channels_item_data in _channels:
                channels_item = TemplateLocaleInputChannelsItem.from_dict(channels_item_data)

                channels.append(channels_item)

        template_locale_input = cls(
            locale=locale,
            subject=subject,
            body=body,
            channels=channels,
        )

        return template_locale_input
