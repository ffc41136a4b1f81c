"""The pointer: what it stands on, and what the two buttons that everybody shares say by it. Pure.

Whatever a finger would have to say is gone through, one thing after another: `yes` touches the one that is pointed at,
`no` points at the next; after the last nothing is pointed at any more. Which of the two begins:

    yes says                     no says                        begins   goes through
    nothing, or several things   whatever                       yes      what yes could say, then the rest
    one thing                    nothing, or clears             no       the rest, at last clearing
    one thing                    a word of the game             yes      what yes would have said, then the rest

The rest is the answers to the question that is asked, what is `untold`, and what `no` could say where it is several
things. Where there is no rest, and each button says one thing at most, nothing is pointed at: they say it.

Many things of several kinds are gone through kind by kind first (`arms1/`): `yes` goes into the kind, to `arms1/1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.moves import Observation
from companion.table.judge import Ask, Done
from companion.table.messages import Choose, Clear, Finish, Message, Notice, Point, Touch
from companion.table.question import Option
from companion.table.sightings import Pressed
from companion.table.untold import SAYS, in_order

if TYPE_CHECKING:
    from companion.table.snapshot import Snapshot

ANSWER: Final = "answer/"
"""How an answer is called: `answer/0` is the first option of the question."""
DONE: Final = "done"
CLEAR: Final = "clear"
"""What people do with the whole of what was noticed: it is meant so, or thrown away."""
FEW = 8
"""So many things are gone through one by one."""
ENDS: Final = "/:"
"""Where the kind of a thing ends: `arms1/` of `arms1/3`."""


class Row(Struct, frozen=True):
    """What is gone through, and the button that begins to: `yes` or `no`, "" where nothing is."""

    things: tuple[str, ...] = ()
    by: str = ""


def press(now: Snapshot, button: str) -> Message | None:
    """What `yes` or `no` says to the game at this moment; None: nothing."""
    if now.pointed:
        return said(now) if button == "yes" and may_point(now, now.pointed) else Point(_next(now))
    row = row_of(now)
    if button == row.by:
        return Point(_entries(row.things)[0])
    words = _words(now, button)
    if isinstance(now.verdict, Done) and button == "yes":
        return Finish()
    if len(words) == 1:
        return Notice(Pressed(whose(words[0]), role(words[0])))
    return Clear() if now.bag and button == "no" and not words else None


def said(now: Snapshot) -> Message:
    """What a finger on the thing that is pointed at says."""
    thing = now.pointed
    if is_kind(thing):
        return Point(_entries(_of_kind(row_of(now).things, thing))[0])
    if thing == CLEAR:
        return Clear()
    if thing == DONE and isinstance(now.verdict, Done):
        return Finish()
    option = option_of(now)
    return Touch(thing) if option is None else Choose(option)


def option_of(now: Snapshot) -> Option | None:
    """The answer that is pointed at, if it is one."""
    match now.verdict:
        case Ask(question) if now.pointed.startswith(ANSWER):
            return question.options[int(now.pointed.removeprefix(ANSWER))]
    return None


def about(now: Snapshot) -> str:
    """The thing that is pointed at; of an answer the one it is about, "" for nothing."""
    option = option_of(now)
    return now.pointed if option is None else option.thing


def last(now: Snapshot) -> bool:
    """Whether nothing comes after what is pointed at."""
    return not _next(now)


def may_point(now: Snapshot, thing: str) -> bool:
    """Whether that is among what is gone through at this moment."""
    return bool(_level(row_of(now).things, thing))


# -- what is gone through


def row_of(now: Snapshot) -> Row:
    """Everything that is gone through at this moment."""
    if now.position.outcome() is not None:
        return Row()
    yes, no = (tuple(_things(now, _words(now, button))) for button in SAYS)
    if isinstance(now.verdict, Done):
        yes = (DONE, *yes)
    rest = (*_answers(now), *now.untold, *(no if len(no) > 1 else ()))
    if len(yes) != 1 or (rest and len(no) == 1):
        things, by = (*yes, *rest), "yes"
    else:
        things, by = rest, "no"
        if rest and now.bag and not no:
            things = (*rest, CLEAR)
    return Row(tuple(dict.fromkeys(things)), by) if things else Row()


def _words(now: Snapshot, button: str) -> list[Observation]:
    """The words of the game that this button could say. Nobody answers for a player who could only interrupt: he
    takes the word first.
    """
    awaited = now.position.choice_tree.awaited_actors
    return [
        sight for sight in now.answers if role(sight) in SAYS[button] and (now.bag or whose(sight) in awaited)
    ]


def _things(now: Snapshot, words: Iterable[Observation]) -> Iterator[str]:
    """What a finger touches to say them: where several players could, first of all who."""
    words = tuple(words)
    if len(set(map(whose, words))) > 1:
        yield from dict.fromkeys(f"player/{whose(word)}" for word in words)
        return
    for word in words:
        yield from (step.touch_target for step in now.glowing.values() if word in step.accepted_observations)


def _answers(now: Snapshot) -> Iterator[str]:
    """The answers to the question that stands, numbers in their order."""
    if isinstance(now.verdict, Ask):
        options = now.verdict.question.options
        names = {option.thing: number for number, option in enumerate(options)}
        order = in_order(names) if len(names) == len(options) else ()
        numbers = [names[thing] for thing in order] or range(len(options))
        yield from (f"{ANSWER}{number}" for number in numbers)


def role(button: Observation) -> str:
    """The word that a press of that button says."""
    return button.piece.partition("/")[2]


def whose(button: Observation) -> str:
    """The player whose word it is."""
    return button.zone.partition("/")[2]


# -- kind by kind


def is_kind(thing: str) -> bool:
    """Whether it stands for all things that begin so."""
    return thing.endswith(tuple(ENDS))


def _of_kind(things: tuple[str, ...], kind: str) -> tuple[str, ...]:
    return tuple(thing for thing in things if thing.startswith(kind))


def _entries(things: tuple[str, ...]) -> tuple[str, ...]:
    """One by one, or where they are many by kind: where there are at least two kinds, and several things of each."""
    for end in ENDS if len(things) > FEW else "":
        kinds = [_kind(thing, end) for thing in things]
        several = {kind for kind in kinds if kind and kinds.count(kind) > 1}
        if len(several) > 1:
            each = zip(things, kinds, strict=True)
            return tuple(dict.fromkeys(kind if kind in several else thing for thing, kind in each))
    return things


def _kind(thing: str, end: str) -> str:
    """Its beginning, as far as that sign; "" for an answer, and where there is no such sign."""
    return "" if thing.startswith(ANSWER) else "".join(thing.partition(end)[:2]) if end in thing else ""


def _level(things: tuple[str, ...], pointed: str) -> tuple[str, ...]:
    """The things among which that one is gone through; none where it is not among them."""
    level = _entries(things)
    while pointed not in level:
        kind = next((each for each in level if is_kind(each) and pointed.startswith(each)), "")
        if not kind:
            return ()
        level = _entries(_of_kind(things, kind))
    return level


def _next(now: Snapshot) -> str:
    """What `no` points at next, "" for nothing."""
    ahead = _ahead(now)
    return ahead[1] if len(ahead) > 1 else ""


def _ahead(now: Snapshot) -> tuple[str, ...]:
    """What is pointed at, and what comes after it."""
    level = _level(row_of(now).things, now.pointed)
    return level[level.index(now.pointed) :] if level else ()


# -- the way to a thing


def presses(now: Snapshot, thing: str) -> tuple[str, ...] | None:
    """The presses of `yes` and `no`, one after another, by which that thing is touched; None: there is no such way.

    A thing is called as a finger touches it (`take`, `tile/6`, `player/red`, `answer/1`, `done`, `clear`); an answer
    also by the thing it is about. To be pressed while nothing has to be read first.
    """
    if now.pointed:
        ahead = _ahead(now)
        way = _along(now, ahead, thing)
        back = presses(replace(now, pointed=""), thing) if way is None else None
        return way if back is None else (*["no"] * max(1, len(ahead)), *back)
    row = row_of(now)
    for button in SAYS:
        if button != row.by and thing in _plain(now, button):
            return (button,)
    way = _along(now, _entries(row.things), thing)
    return None if way is None else (row.by, *way)


def _along(now: Snapshot, entries: tuple[str, ...], thing: str) -> tuple[str, ...] | None:
    """From the first of those on; None: it is not among them."""
    meant = _meant(now, thing)
    for number, each in enumerate(entries):
        if each == meant:
            return (*["no"] * number, "yes")
        if is_kind(each) and meant.startswith(each):
            inside = _along(now, _entries(_of_kind(row_of(now).things, each)), meant)
            return None if inside is None else (*["no"] * number, "yes", *inside)
    return None


def _plain(now: Snapshot, button: str) -> tuple[str, ...]:
    """What that button says without pointing."""
    if button == "yes" and isinstance(now.verdict, Done):
        return (DONE,)
    words = _words(now, button)
    if len(words) == 1:
        return tuple(_things(now, words))
    return (CLEAR,) if now.bag and button == "no" and not words else ()


def _meant(now: Snapshot, thing: str) -> str:
    """The thing itself, else the one answer that is about it."""
    if isinstance(now.verdict, Ask) and thing not in row_of(now).things:
        options = now.verdict.question.options
        found = [number for number, option in enumerate(options) if option.thing == thing]
        if len(found) == 1:
            return f"{ANSWER}{found[0]}"
    return thing
