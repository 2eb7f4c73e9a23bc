from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.batch_result_errors import BatchResultErrors
    from ..models.message import Message


T = TypeVar("T", bound="BatchResult")


@_attrs_define
class BatchResult:
    index: int
    """ The position of the message in the request, counted from 0 """
    message: Message | Unset = UNSET
    error: str | Unset = UNSET
    code: str | Unset = UNSET
    errors: BatchResultErrors | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        index = self.index

        message: dict[str, Any] | Unset = UNSET
        if not isinstance(self.message, Unset):
            message = self.message.to_dict()

        error = self.error

        code = self.code

        errors: dict[str, Any] | Unset = UNSET
        if not isinstance(self.errors, Unset):
            errors = self.errors.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "index": index,
            }
        )
        if message is not UNSET:
            field_dict["message"] = message
        if error is not UNSET:
            field_dict["error"] = error
        if code is not UNSET:
            field_dict["code"] = code
        if errors is not UNSET:
            field_dict["errors"] = errors

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.batch_result_errors import BatchResultErrors
        from ..models.message import Message

        d = dict(src_dict)
        index = d.pop("index")

        _message = d.pop("message", UNSET)
        message: Message | Unset
        if isinstance(_message, Unset):
            message = UNSET
        else:
            message = Message.from_dict(_message)

        error = d.pop("error", UNSET)

        code = d.pop("code", UNSET)

        _errors = d.pop("errors", UNSET)
        errors: BatchResultErrors | Unset
        if isinstance(_errors, Unset):
            errors = UNSET
        else:
            errors = BatchResultErrors.from_dict(_errors)

        batch_result = cls(
            index=index,
            message=message,
            error=error,
            code=code,
            errors=errors,
        )

        batch_result.additional_properties = d
        return batch_result

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
