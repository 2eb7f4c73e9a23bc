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
    """An object of the API. If its name is a word of Python, a field ends with ``_``: ``from_``."""

    @classmethod
    def from_dict(cls: type[Self], json: dict[str, Any]) -> Self:
        """Reads an object of JSON. Fields of later versions of the service are left out."""
        kind: Any = cls
        readers = _field_readers(kind)
        given = {readers[name][0]: readers[name][1](value) for name, value in json.items() if name in readers}
        return cls(**given)

    def __repr__(self) -> str:
        """Only the fields that are given."""
        given = ((field.name, getattr(self, field.name)) for field in fields(self))
        shown = ", ".join(f"{name}={value!r}" for name, value in given if value is not UNSET)
        return f"{type(self).__name__}({shown})"

    def to_dict(self) -> dict[str, Any]:
        """An object for JSON, without the fields that are not given."""
        return given(**{field.name: getattr(self, field.name) for field in fields(self)})


def given(**named: Any) -> dict[str, Any]:
    """Fields for JSON, without those that are not given."""
    return {name.rstrip("_"): _field(name, value) for name, value in named.items() if value is not UNSET}


def _field(name: str, value: Any) -> Any:
    """The service takes the attributes of a message as a list."""
    if name == "message_attributes" and isinstance(value, dict):
        value = [{"name": one, "value": of_one} for one, of_one in value.items()]
    return json_of(value)


def taken(model: Callable[..., Self], given: Self | dict[str, Any]) -> Self:
    """A model, or a dictionary of its fields. Raises TypeError for a field that the model does not have."""
    return model(**given) if isinstance(given, dict) else given


def text_of(time: datetime) -> str:
    """A time in the form of the API. Raises ValueError if it has no zone: it would be another moment elsewhere."""
    if time.tzinfo is None:
        raise ValueError(f"{time!r} has no time zone: give one, for example datetime.now(timezone.utc)")
    return time.isoformat()


def json_of(value: Any) -> Any:
    """A model, a dictionary or another value as JSON."""
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, datetime):
        return text_of(value)
    if isinstance(value, (list, tuple)):
        return [json_of(item) for item in value]
    if isinstance(value, dict):
        return {name: json_of(item) for name, item in value.items()}
    return value


@functools.cache
def _field_readers(model: type[Any]) -> dict[str, tuple[str, Callable[[Any], Any]]]:
    """For each name in JSON, the name of the field and the reader of its value."""
    kinds = get_type_hints(model)
    return {field.name.rstrip("_"): (field.name, reader(kinds[field.name])) for field in fields(model)}


def reader(kind: Any) -> Callable[[Any], Any]:
    """The reader of a value of this type. Values of an enumeration that are missing here are passed on."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        # A model that is sent may be a dictionary too: the model is first.
        inner = reader(next(one for one in get_args(kind) if one not in (NoneType, Unset)))
        return lambda value: None if value is None else inner(value)
    if origin is list:
        of_item = reader(get_args(kind)[0])
        return lambda value: [of_item(item) for item in value]
    if kind is datetime:
        # Python 3.10 does not know Z.
        return lambda value: datetime.fromisoformat(value.replace("Z", "+00:00"))
    return kind.from_dict if isinstance(kind, type) and issubclass(kind, Model) else lambda value: value
