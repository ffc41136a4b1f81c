"""A promise: what a game keeps so that Herald can play it, in plain words, and checked by one function.

The function takes a plug-in or a `GameSampler` and yields, in words, whatever it finds broken. The sampler knows the
place of a finding, so that an exception has a place, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import StackSummary, extract_tb
from typing import Generic, TypeVar

from msgspec import Struct

from companion.contract.game_sampler import GameSampler

T = TypeVar("T")
COMPANION = Path(__file__).parents[1]
SHARED_CODE_FOLDERS = tuple(COMPANION / room for room in ("contract", "rules", "table", "voice", "simulator"))
"""Folders without code of any game."""
MAX_FINDINGS = 3
"""Findings listed for one promise at one table: further ones are mostly the same."""


class PromiseFinding(Struct, frozen=True):
    """One thing that is broken.

    `where`: the game, the number of moves, the move; `position_json`: the position there. Both are "" where it is no
        single place.
    """

    text: str
    where: str = ""
    position_json: str = ""

    def __str__(self) -> str:
        return "; ".join(filter(None, (self.text, self.where, self.position_json)))


class Promise(Struct, Generic[T], frozen=True):
    """One promise. `text`: what is promised. `remedy`: what to do where it is broken."""

    id: str
    text: str
    remedy: str
    find_violations: Callable[[T], Iterator[str]]


def promise_with_remedy(remedy: str) -> Callable[[Callable[[T], Iterator[str]]], Promise[T]]:
    """A decorator that makes a function a promise, whose text is the function's docstring."""

    def made(find: Callable[[T], Iterator[str]]) -> Promise[T]:
        return Promise(find.__name__.replace("_", "-"), " ".join((find.__doc__ or "").split()), remedy, find)

    return made


def check_promise(promise: Promise[T], subject: T, limit: int = MAX_FINDINGS) -> tuple[PromiseFinding, ...]:
    """The first different findings of a promise, none where it is kept. Exceptions of the game are not caught."""
    found: dict[str, PromiseFinding] = {}
    table = subject if isinstance(subject, GameSampler) else None
    if table is not None:
        table.reset_focus()
    for what in promise.find_violations(subject):
        if what not in found:
            found[what] = found_at_focus(what, table)
        if len(found) == limit:
            break
    return tuple(found.values())


def found_at_focus(what: str, table: GameSampler | None) -> PromiseFinding:
    """A finding, at the place that the table inspects."""
    if table is None:
        return PromiseFinding(what)
    return PromiseFinding(what, table.focus_text, table.focus_position_json)


def describe_exception(wrong: BaseException) -> str:
    """An exception and its place."""
    text = f"{type(wrong).__name__}: {wrong}" if str(wrong) else type(wrong).__name__
    return text + place_in_game(extract_tb(wrong.__traceback__))


def place_in_game(frames: StackSummary) -> str:
    """Where the last of the frames is that is not in `SHARED_CODE_FOLDERS`: ` (position.py, line 7, in settle)`."""
    own = [
        frame
        for frame in frames
        if not any(Path(frame.filename).is_relative_to(each) for each in SHARED_CODE_FOLDERS)
    ]
    for last in (own or frames)[-1:]:
        return f" ({Path(last.filename).name}, line {last.lineno}, in {last.name})"
    return ""
