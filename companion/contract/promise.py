"""A promise: what a game keeps so that Herald can play it, said in plain words and looked at by one function.

The function takes a `Subject` or one of its tables and yields, in words, whatever it finds broken. Where it found it
is known to the table it looked at, so that a fault that is raised has a place, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import extract_tb
from typing import Generic, TypeVar

from msgspec import Struct

from companion.contract.game_sampler import GameSampler

T = TypeVar("T")
SHARED_CODE_FOLDERS = tuple(
    Path(__file__).parents[1] / room for room in ("contract", "rules", "table", "voice", "simulator")
)
"""Where nothing of any game lies."""
MAX_FINDINGS = 3
"""Findings told of one promise at one table: the next are mostly the same."""


class PromiseFinding(Struct, frozen=True):
    """One thing that is broken. `focus_text`: the game, the number of moves, the move; `position`: the table there as
    JSON. Both "" where it is no single place.
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


def make_promise(remedy: str) -> Callable[[Callable[[T], Iterator[str]]], Promise[T]]:
    """The function is a promise: its docstring says what is promised."""

    def made(look: Callable[[T], Iterator[str]]) -> Promise[T]:
        return Promise(look.__name__.replace("_", "-"), " ".join((look.__doc__ or "").split()), remedy, look)

    return made


def check_promise(promise: Promise[T], subject: T, limit: int = MAX_FINDINGS) -> tuple[PromiseFinding, ...]:
    """The first different findings of a promise there, none where it is kept. What the game raises comes through."""
    found: dict[str, PromiseFinding] = {}
    table = subject if isinstance(subject, GameSampler) else None
    if table is not None:
        table.reset_focus()
    for what in promise.find_violations(subject):
        if what not in found:
            found[what] = (
                PromiseFinding(what)
                if table is None
                else PromiseFinding(what, table.focus_text, table.focus_position_json)
            )
        if len(found) == limit:
            break
    return tuple(found.values())


def describe_exception(wrong: BaseException) -> str:
    """What was raised and where, in the last module that is not of Herald's rules."""
    frames = extract_tb(wrong.__traceback__)
    own = [
        frame
        for frame in frames
        if not any(Path(frame.filename).is_relative_to(each) for each in SHARED_CODE_FOLDERS)
    ]
    said = f"{type(wrong).__name__}: {wrong}" if str(wrong) else type(wrong).__name__
    for last in (own or frames)[-1:]:
        said = f"{said} ({Path(last.filename).name}, line {last.lineno}, in {last.name})"
    return said
