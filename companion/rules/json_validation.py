"""Positions as plain JSON values: read with all misfits at once (a decoder stops at the first one), and written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import GenericAlias, NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from companion.rules.errors import InvalidRecord
from companion.rules.position import Outcome

MAX_LISTED_MISFITS = 100
"""How many misfits an error message lists."""

PositionShape = TypeVar("PositionShape")


def parse_position(data: Mapping[str, Any], shape: type[PositionShape]) -> PositionShape:
    """The values of a position in that shape, a msgspec `Struct`.

    Raises InvalidRecord with every value that has the wrong shape, each by its path.
    """
    try:
        return msgspec.convert(data, shape, str_keys=True)
    except (msgspec.ValidationError, RecursionError) as wrong:
        raise invalid_position(validation_errors(data, shape), or_else=str(wrong)) from wrong


def invalid_position(misfits: Iterable[str], or_else: str = "") -> InvalidRecord:
    """The error for a position with these misfits; `or_else` stands where there are none."""
    listed = "; ".join(islice(misfits, MAX_LISTED_MISFITS)) or or_else
    return InvalidRecord(f"the position: {listed}; see the notation page for its shape")


def check_stated_result(
    scores: Mapping[str, int] | None, winners: Sequence[str] | None, outcome: Outcome | None, source: str
) -> None:
    """Check the result that a record states, None where it states none.

    `outcome` is how the game ended by the rest of the position, and `source` says what of it: "its objectives".
    Raises InvalidRecord where they differ.
    """
    found_scores = outcome and dict(outcome.scores)
    found_winners = outcome and list(outcome.winners)
    for stated, found in ((scores, found_scores), (winners, found_winners)):
        if stated is not None and stated != found:
            raise InvalidRecord(f"the position: it says {stated} where {source} make {found}")


def plain_position(values: Mapping[str, Any], outcome: Outcome | None) -> dict[str, Any]:
    """The values of a position as dicts, lists, numbers and strings, with its result once the game is over.

    Keys whose value is None are left out.
    """
    if outcome is not None:
        values = {**values, "scores": outcome.scores, "winners": outcome.winners}
    present = {key: value for key, value in values.items() if value is not None}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(present))
    return plain


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
