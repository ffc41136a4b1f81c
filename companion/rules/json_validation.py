"""All misfits between plain values and a shape at once: a decoder stops at the first one it meets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import GenericAlias, NoneType, UnionType
from typing import Any, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields


def validation_errors(value: Any, shape: Any, path: str = "") -> Iterator[str]:
    """Each misfit of plain values with its JSON pointer: keys unknown or missing, values of another kind."""
    if value is not None:
        shape = _when_there(shape)
    if isinstance(value, Mapping) and isinstance(shape, type) and issubclass(shape, Struct):
        yield from _of_struct(value, shape, path)
    elif isinstance(value, Mapping) and get_origin(shape) in (dict, Mapping):
        keys, of = shape.__args__
        for key, each in value.items():
            where = f"{path}/{key}"
            wrong = _misfit({key: None}, GenericAlias(dict, (keys, Any)), where)
            yield from wrong or validation_errors(each, of, where)
    elif isinstance(value, list) and get_origin(shape) in (list, tuple):
        for number, each in enumerate(value):
            yield from validation_errors(each, shape.__args__[0], f"{path}/{number}")
    else:
        yield from _misfit(value, shape, path)


def _of_struct(value: Mapping[str, Any], shape: type[Struct], path: str) -> Iterator[str]:
    known = {each.encode_name: each for each in fields(shape)}
    for key in value:
        if key not in known:
            yield f"{path}/{key}: no such key"
    for name, each in known.items():
        if name in value:
            yield from validation_errors(value[name], each.type, f"{path}/{name}")
        elif each.required:
            yield f"{path}/{name}: missing"


def _when_there(shape: Any) -> Any:
    """The shape of a value that is present, where the value may be absent."""
    others = [each for each in get_args(shape) if each is not NoneType]
    return others[0] if isinstance(shape, UnionType) and len(others) == 1 else shape


def _misfit(value: Any, shape: Any, path: str) -> tuple[str, ...]:
    try:
        msgspec.convert(value, shape, str_keys=True)
    except (msgspec.ValidationError, RecursionError) as wrong:
        return (f"{path}: {wrong}",)
    return ()
