"""The base of the types of the API: reads them from JSON, and writes them as JSON."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Self = TypeVar("Self", bound="Model")


class Unset:
    """The type of ``UNSET``, the value of a field that is not given or not in a response."""

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


@dataclass(slots=True)
class Model:
    """An object of the API. If its name is a word of Python, a field ends with ``_``: ``type_``."""

    @classmethod
    def from_dict(cls: type[Self], json: dict[str, Any]) -> Self:
        """Reads an object of JSON. Fields of later versions of the service are left out."""
        kind: Any = cls
        readers = _field_readers(kind)
        given = {readers[name][0]: readers[name][1](value) for name, value in json.items() if name in readers}
        return cls(**given)

    def to_dict(self) -> dict[str, Any]:
        """An object for JSON, without the fields that are not given."""
        found = {field.name.rstrip("_"): getattr(self, field.name) for field in fields(self)}
        return {name: _json_of(value) for name, value in found.items() if value is not UNSET}


def _json_of(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return [_json_of(item) for item in value]
    if isinstance(value, dict):
        return {name: _json_of(item) for name, item in value.items()}
    return value


@functools.cache
def _field_readers(model: type[Any]) -> dict[str, tuple[str, Callable[[Any], Any]]]:
    """For each name in JSON, the name of the field and the reader of its value."""
    kinds = get_type_hints(model)
    return {field.name.rstrip("_"): (field.name, _reader(kinds[field.name])) for field in fields(model)}


def _reader(kind: Any) -> Callable[[Any], Any]:
    """The reader of a value of this type. Values of an enumeration that are missing here are passed on."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        (inner,) = (_reader(one) for one in get_args(kind) if one not in (NoneType, Unset))
        return lambda value: None if value is None else inner(value)
    if origin is list:
        of_item = _reader(get_args(kind)[0])
        return lambda value: [of_item(item) for item in value]
    if kind is datetime:
        # Python 3.10 does not know Z.
        return lambda value: datetime.fromisoformat(value.replace("Z", "+00:00"))
    return kind.from_dict if isinstance(kind, type) and issubclass(kind, Model) else lambda value: value
