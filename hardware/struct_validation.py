"""Validates data from outside against a Struct and reports all faults at once, each with its place.

msgspec stops at the first fault; people who wire a table want to see them all. A field's
`Meta(description=...)` says in words what to write there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from hardware.errors import WiringPlanError

MAX_FAULTS = 40
"""The number of faults that are reported at once; nobody reads more."""
MAX_SHOWN_CHARS = 40  # characters of a value that are quoted

ChooseStruct = Callable[
    [type[Struct], Mapping[str, Any], str, "FaultList"], tuple[type[Struct], Mapping[str, Any]] | None
]
"""Chooses the Struct of a table in a list, and the table to validate against it; None, after a fault, where
there is none."""


class FaultList:
    """The faults in the order in which they were found."""

    def __init__(self) -> None:
        self._found: list[str] = []

    def add(self, place: str, sentence: str) -> None:
        """Add a fault at a place, "" for the whole; raises WiringPlanError when there are MAX_FAULTS."""
        self._found.append(f"{place}: {sentence}" if place else sentence)
        if len(self._found) == MAX_FAULTS:
            raise WiringPlanError(*self._found, "and more; these first")

    def raise_any(self) -> None:
        """Raise WiringPlanError with all faults, if there are any."""
        if self._found:
            raise WiringPlanError(*self._found)


def choose_same_struct(
    kind: type[Struct], raw: Mapping[str, Any], place: str, faults: FaultList
) -> tuple[type[Struct], Mapping[str, Any]]:
    """Choose the same Struct for all tables of a list."""
    return kind, raw


def validate_toml_table(
    kind: type[Struct],
    raw: object,
    place: str,
    faults: FaultList,
    header: str = "",
    chosen: ChooseStruct = choose_same_struct,
) -> dict[str, Any]:
    """The valid fields of `raw` by their keys; a fault is added to `faults` for each of the others.

    `header` is TOML's name for the table, as `hub` of [[hub]]; "" for the whole. Tables in lists keep their
    place under the key `at`, as `reader "play"` or `hub "tiles", reader "tile/1"`.
    """
    if not isinstance(raw, Mapping):
        faults.add(place, f"cannot be {format_value(raw)}; write a table")
        return {}
    known = {field.encode_name: field for field in fields(kind)}
    for key in raw:
        if key not in known:
            faults.add(place, f"{key[:MAX_SHOWN_CHARS]} is not known{_nearest(key, known)}")
    valid: dict[str, Any] = {}
    for key, field in known.items():
        if key in raw:
            valid.update(_value(field, raw[key], place, faults, header, chosen))
        elif field.required:
            faults.add(place, f"{key} is missing; write {_meant(field.type)}")
    return valid


def format_value(value: object) -> str:
    """A value of TOML as a person wrote it, if it is short; otherwise the sort of value it is."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value[:MAX_SHOWN_CHARS], ensure_ascii=False)
        case int() if abs(value) < 10**MAX_SHOWN_CHARS:
            return str(value)
        case int():
            return "so large a number"
        case []:
            return "an empty list"
        case list():
            return "a list"
        case Mapping():
            return "a table"
        case _:
            return str(value)[:MAX_SHOWN_CHARS]


def values_with_places(tables: Iterable[Mapping[str, Any]], key: str) -> list[tuple[str, object]]:
    """The place and the value of each table that has a value under that key."""
    return [(table["at"], table[key]) for table in tables if table.get(key) is not None]


def duplicate_faults(named: Iterable[tuple[str, object]], sentence: str) -> Iterator[tuple[str, str]]:
    """Every place whose value occurred earlier already, with that sentence."""
    seen = set()
    for place, value in named:
        if value in seen:
            yield place, sentence
        seen.add(value)


def _value(
    field: FieldInfo, raw: object, place: str, faults: FaultList, header: str, chosen: ChooseStruct
) -> Iterator[tuple[str, Any]]:
    """The field with its value, where that can be read."""
    key = field.encode_name
    inside = f"{header}.{key}" if header else key
    inner = next((kind for kind in _parts(field.type) if _is_struct(kind)), None)
    if inner is None:
        try:
            yield key, msgspec.convert(raw, field.type)
        except msgspec.ValidationError:
            faults.add(place, f"{key} cannot be {format_value(raw)}; write {_meant(field.type)}")
    elif not any(get_origin(kind) is tuple for kind in _parts(field.type)):
        yield key, validate_toml_table(inner, raw, _within(place, key), faults, inside, chosen)
    elif not isinstance(raw, list):
        faults.add(place, f"{key} cannot be {format_value(raw)}; begin each {key} with a line [[{inside}]]")
    else:
        if not _enough(field.type, len(raw)):
            faults.add(place, f"{key} cannot be there {len(raw)} times; write {_meant(field.type)}")
        yield (
            key,
            [
                _member(inner, key, number, each, place, faults, inside, chosen)
                for number, each in enumerate(raw, 1)
            ],
        )


def _member(
    kind: type[Struct],
    key: str,
    number: int,
    raw: object,
    place: str,
    faults: FaultList,
    header: str,
    chosen: ChooseStruct,
) -> dict[str, Any]:
    """A table of a list, whose place has its name, if it has one, or else its number."""
    name = raw.get("name") if isinstance(raw, Mapping) else None
    at = _within(place, f"{key} {format_value(name) if isinstance(name, str) else number}")
    if not isinstance(raw, Mapping):
        return {**validate_toml_table(kind, raw, at, faults, header), "at": at}
    choice = chosen(kind, raw, at, faults)
    return {
        **(validate_toml_table(choice[0], choice[1], at, faults, header, chosen) if choice else {}),
        "at": at,
    }


def _within(place: str, inner: str) -> str:
    return f"{place}, {inner}" if place else inner


def _enough(kind: Any, number: int) -> bool:
    """Whether a list may have so many members."""
    bounds = [part for part in _parts(kind) if isinstance(part, Meta)]
    least = max((part.min_length or 0 for part in bounds), default=0)
    most = min((part.max_length for part in bounds if part.max_length is not None), default=number)
    return least <= number <= most


def _parts(kind: Any) -> Iterator[Any]:
    """A type and all types that it is made of, the outermost first."""
    level = [kind]
    while level:
        yield from level
        level = [part for each in level for part in get_args(each)]


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _meant(kind: Any) -> str:
    """What to write where a value of that type belongs."""
    descriptions = (part.description for part in _parts(kind) if isinstance(part, Meta) and part.description)
    return next(descriptions, "a table")


def _nearest(key: str, known: Iterable[str]) -> str:
    near = get_close_matches(key[:MAX_SHOWN_CHARS], known, n=1)
    return f"; did you mean {near[0]}?" if near else f"; known here: {', '.join(known)}"
