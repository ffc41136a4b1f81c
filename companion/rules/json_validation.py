"""Positions as plain JSON values: read with all misfits at once (a decoder stops at the first one), and written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from companion.rules.clauses import Clause, Refusal, declare_clause
from companion.rules.errors import InvalidRecord
from companion.rules.position import Outcome

MAX_LISTED_MISFITS = 100
"""How many misfits an error message lists."""
MAX_SHOWN_LETTERS = 60
"""How much of a value an error message quotes."""

POSITION_SHAPE = declare_clause("H-4", "position-shape", "misfits")
NO_SUCH_KEY = declare_clause("H-4", "no-such-key", "path")
MISSING_KEY = declare_clause("H-4", "missing-key", "path")
NO_NUMBER = declare_clause("H-4", "no-number", "path", "value")
NO_TEXT = declare_clause("H-4", "no-text", "path", "value")
NO_TRUTH = declare_clause("H-4", "no-truth", "path", "value")
NO_LIST = declare_clause("H-4", "no-list", "path", "value")
NO_OBJECT = declare_clause("H-4", "no-object", "path", "value")
NOT_ONE_OF = declare_clause("H-4", "not-one-of", "path", "value", "values")
DOES_NOT_FIT = declare_clause("H-4", "does-not-fit", "path", "value")

PositionShape = TypeVar("PositionShape")


def parse_position(data: Mapping[str, Any], shape: type[PositionShape]) -> PositionShape:
    """The values of a position in that shape, a msgspec `Struct`.

    Raises InvalidRecord with every value that has the wrong shape, each by its path.
    """
    try:
        return msgspec.convert(data, shape, str_keys=True)
    except (msgspec.ValidationError, RecursionError) as wrong:
        raise invalid_position(validation_errors(data, shape)) from wrong


def invalid_position(misfits: Iterable[Refusal]) -> InvalidRecord:
    """The error for a position with these misfits; of one without any, that it does not fit as a whole."""
    listed = tuple(islice(misfits, MAX_LISTED_MISFITS)) or (DOES_NOT_FIT("/", "{...}"),)
    return InvalidRecord(POSITION_SHAPE(listed))


def check_stated_result(
    scores: Mapping[str, int] | None, winners: Sequence[str] | None, outcome: Outcome | None, differs: Clause
) -> None:
    """Check the result that a record states, None where it states none.

    `outcome` is how the game ended by the rest of the position, and `differs` is the game's clause for another result,
    with the facts `stated` and `found`. Raises InvalidRecord where they differ.
    """
    found_scores = outcome and dict(outcome.scores)
    found_winners = outcome and list(outcome.winners)
    for stated, found in ((scores, found_scores), (winners, found_winners)):
        if stated is not None and stated != found:
            raise InvalidRecord(differs(str(stated), str(found)))


def plain_position(values: Mapping[str, Any], outcome: Outcome | None) -> dict[str, Any]:
    """The values of a position as dicts, lists, numbers and strings, with its result once the game is over.

    Keys whose value is None are left out.
    """
    if outcome is not None:
        values = {**values, "scores": outcome.scores, "winners": outcome.winners}
    present = {key: value for key, value in values.items() if value is not None}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(present))
    return plain


def validation_errors(value: Any, shape: Any, path: str = "") -> Iterator[Refusal]:
    """Each misfit of plain values with its JSON pointer: keys unknown or missing, values of another kind."""
    if value is not None:
        shape = _when_there(shape)
    if isinstance(value, Mapping) and isinstance(shape, type) and issubclass(shape, Struct):
        yield from _of_struct(value, shape, path)
    elif isinstance(value, Mapping) and get_origin(shape) in (dict, Mapping):
        keys, of = shape.__args__
        for key, each in value.items():
            where = f"{path}/{key}"
            is_key = not _misfit({key: None}, GenericAlias(dict, (keys, Any)), where)
            yield from validation_errors(each, of, where) if is_key else (NO_SUCH_KEY(where),)
    elif isinstance(value, list) and get_origin(shape) in (list, tuple):
        for number, each in enumerate(value):
            yield from validation_errors(each, shape.__args__[0], f"{path}/{number}")
    else:
        yield from _misfit(value, shape, path)


def _of_struct(value: Mapping[str, Any], shape: type[Struct], path: str) -> Iterator[Refusal]:
    known = {each.encode_name: each for each in fields(shape)}
    for key in value:
        if key not in known:
            yield NO_SUCH_KEY(f"{path}/{key}")
    for name, each in known.items():
        if name in value:
            yield from validation_errors(value[name], each.type, f"{path}/{name}")
        elif each.required:
            yield MISSING_KEY(f"{path}/{name}")


def _when_there(shape: Any) -> Any:
    """The shape of a value that is present, where the value may be absent."""
    others = [each for each in get_args(shape) if each is not NoneType]
    return others[0] if isinstance(shape, UnionType) and len(others) == 1 else shape


def _misfit(value: Any, shape: Any, path: str) -> tuple[Refusal, ...]:
    try:
        msgspec.convert(value, shape, str_keys=True)
    except (msgspec.ValidationError, RecursionError):
        return (_what_is_wanted(value, shape, path),)
    return ()


def _what_is_wanted(value: Any, shape: Any, path: str) -> Refusal:
    """The misfit of a value by what stands there instead where it fits."""
    shown = shown_value(value)
    if get_origin(shape) is Literal:
        return NOT_ONE_OF(path, shown, ", ".join(map(str, get_args(shape))))
    if get_origin(shape) is Annotated:  # with limits, which it may exceed
        shape = get_args(shape)[0]
    kind = get_origin(shape) or shape
    for kinds, clause in _CLAUSE_OF_KIND.items():
        if isinstance(kind, type) and issubclass(kind, kinds) and not isinstance(value, kinds):
            return clause(path, shown)
    return DOES_NOT_FIT(path, shown)


_CLAUSE_OF_KIND: Mapping[tuple[type, ...], Clause] = {
    (bool,): NO_TRUTH,
    (int,): NO_NUMBER,
    (str,): NO_TEXT,
    (list, tuple): NO_LIST,
    (Struct, Mapping): NO_OBJECT,
}


def shown_value(value: Any) -> str:
    """A value of a position as JSON writes it, shortened where it is long."""
    try:
        text = msgspec.json.encode(value).decode()
    except RecursionError:
        text = "[..."
    return text if len(text) <= MAX_SHOWN_LETTERS else f"{text[: MAX_SHOWN_LETTERS - 3]}..."
