"""Everything that is wrong with data from outside, held against a Struct: all of it at once, each with its place.

msgspec stops at the first fault; somebody who wires a table wants to hear them all. A field's `Meta(description=...)`
says in words what to write there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from hardware.errors import PlanFault

MOST = 40
"""Faults that are told at once; nobody reads more, and who sends more is not a person."""
LONGEST_SHOWN = 40  # characters of a value that is told back


class Faults:
    """What is wrong, in the order it was found. Raises PlanFault as soon as there are too many."""

    def __init__(self) -> None:
        self._found: list[str] = []

    def add(self, place: str, sentence: str) -> None:
        """One more, with the place it is at; none for the whole."""
        self._found.append(f"{place}: {sentence}" if place else sentence)
        if len(self._found) == MOST:
            raise PlanFault(*self._found, "and more; these first")

    def raise_any(self) -> None:
        """Raise PlanFault with all of them, if there are any."""
        if self._found:
            raise PlanFault(*self._found)


def readable(kind: type[Struct], raw: object, place: str, faults: Faults) -> dict[str, Any]:
    """What of `raw` fits the Struct, by its keys; what does not is added to `faults`.

    Tables in lists keep their place under the key `at`, as `reader "play"`.
    """
    if not isinstance(raw, Mapping):
        faults.add(place, f"cannot be {shown(raw)}; write a table")
        return {}
    known = {field.encode_name: field for field in fields(kind)}
    for key in raw:
        if key not in known:
            faults.add(place, f"{key[:LONGEST_SHOWN]} is not known{_nearest(key, known)}")
    found: dict[str, Any] = {}
    for key, field in known.items():
        if key in raw:
            found.update(_value(field, raw[key], place, faults))
        elif field.required:
            faults.add(place, f"{key} is missing; write {_meant(field.type)}")
    return found


def shown(value: object) -> str:
    """A value of TOML as a person wrote it, if it is short; else what kind of value it is."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value[:LONGEST_SHOWN], ensure_ascii=False)
        case int() if abs(value) < 10**LONGEST_SHOWN:
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
            return str(value)[:LONGEST_SHOWN]


def _value(field: FieldInfo, raw: object, place: str, faults: Faults) -> Iterator[tuple[str, Any]]:
    """The field with its value, where that can be read."""
    key = field.encode_name
    inner = next((kind for kind in _parts(field.type) if _is_struct(kind)), None)
    if inner is None:
        try:
            yield key, msgspec.convert(raw, field.type)
        except msgspec.ValidationError:
            faults.add(place, f"{key} cannot be {shown(raw)}; write {_meant(field.type)}")
    elif isinstance(field.default, tuple):
        if isinstance(raw, list):
            yield key, [_member(inner, key, number, each, faults) for number, each in enumerate(raw, start=1)]
        else:
            faults.add(place, f"{key} cannot be {shown(raw)}; begin each {key} with a line [[{key}]]")
    else:
        yield key, readable(inner, raw, f"{place}, {key}" if place else key, faults)


def _member(kind: type[Struct], key: str, number: int, raw: object, faults: Faults) -> dict[str, Any]:
    """A table of a list: called by its name, if it has one, else by its number."""
    name = raw.get("name") if isinstance(raw, Mapping) else None
    at = f"{key} {shown(name) if isinstance(name, str) else number}"
    return {**readable(kind, raw, at, faults), "at": at}


def _parts(kind: Any) -> Iterator[Any]:
    """A type and all that it is made of, the outermost first."""
    level = [kind]
    while level:
        yield from level
        level = [part for each in level for part in get_args(each)]


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _meant(kind: Any) -> str:
    """What to write where a value of that type belongs."""
    said = (part.description for part in _parts(kind) if isinstance(part, Meta) and part.description)
    return next(said, "a table")


def _nearest(key: str, known: Iterable[str]) -> str:
    near = get_close_matches(key[:LONGEST_SHOWN], known, n=1)
    return f"; did you mean {near[0]}?" if near else f"; known here: {', '.join(known)}"
