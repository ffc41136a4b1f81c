"""The pointer: what it stands on, and what the two buttons that everybody shares say by it. Pure.

Whatever a finger would have to say is gone through, one thing after another: `yes` touches the one that is pointed at,
`no` points at the next; after the last nothing is pointed at any more. Which of the two begins:

    yes says                     no says                        begins   goes through
    nothing, or several things   whatever                       yes      what yes could say, then the rest
    one thing                    nothing, or clears             no       the rest, at last clearing
    one thing                    a word of the game             yes      what yes would have said, then the rest

The rest is the answers to the question that is asked, what is `touch_only_targets`, and what `no` could say where it is
several things. Where there is no rest, and each button says one thing at most, nothing is pointed at: they say it.

Many things of several kinds are gone through kind by kind first (`arms1/`): `yes` goes into the kind, to `arms1/1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.moves import Observation
from companion.table.input_events import SeatButtonPressed
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.interpretation.question import AnswerOption
from companion.table.interpretation.touch_only import WORDS_BY_SHARED_BUTTON, sort_touch_targets
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    FinishMove,
    MovePointer,
    ReportInput,
    SessionMessage,
    Touch,
)

if TYPE_CHECKING:
    from companion.table.snapshot import Snapshot

ANSWER_PREFIX: Final = "answer/"
"""How an answer is called: `answer/0` is the first option of the question."""
DONE_TARGET: Final = "done"
CLEAR_TARGET: Final = "clear"
"""What people do with the whole of what was noticed: it is meant so, or thrown away."""
MAX_UNGROUPED_TARGETS = 8
"""So many things are gone through one by one."""
GROUP_ENDINGS: Final = "/:"
"""Where the kind of a thing ends: `arms1/` of `arms1/3`."""


class PointerSequence(Struct, frozen=True):
    """What is gone through, and the button that begins to: `yes` or `no`, "" where nothing is."""

    touch_targets: tuple[str, ...] = ()
    starting_button: str = ""


def message_for_shared_button(snapshot: Snapshot, button: str) -> SessionMessage | None:
    """What `yes` or `no` says to the game at this moment; None: nothing."""
    if snapshot.pointed_at:
        return (
            message_for_pointed_target(snapshot)
            if button == "yes" and can_point_at(snapshot, snapshot.pointed_at)
            else MovePointer(_next_target(snapshot))
        )
    row = pointer_sequence(snapshot)
    if button == row.starting_button:
        return MovePointer(_grouped_targets(row.touch_targets)[0])
    words = _button_observations(snapshot, button)
    if isinstance(snapshot.interpretation, Interpreted) and button == "yes":
        return FinishMove()
    if len(words) == 1:
        return ReportInput(SeatButtonPressed(button_player(words[0]), button_role(words[0])))
    return ClearPendingInput() if snapshot.pending_input and button == "no" and not words else None


def message_for_pointed_target(snapshot: Snapshot) -> SessionMessage:
    """What a finger on the thing that is pointed at says."""
    thing = snapshot.pointed_at
    if is_group_prefix(thing):
        return MovePointer(
            _grouped_targets(_targets_in_group(pointer_sequence(snapshot).touch_targets, thing))[0]
        )
    if thing == CLEAR_TARGET:
        return ClearPendingInput()
    if thing == DONE_TARGET and isinstance(snapshot.interpretation, Interpreted):
        return FinishMove()
    option = pointed_answer(snapshot)
    return Touch(thing) if option is None else ChooseAnswer(option)


def pointed_answer(snapshot: Snapshot) -> AnswerOption | None:
    """The answer that is pointed at, if it is one."""
    match snapshot.interpretation:
        case Ambiguous(question) if snapshot.pointed_at.startswith(ANSWER_PREFIX):
            return question.options[int(snapshot.pointed_at.removeprefix(ANSWER_PREFIX))]
    return None


def pointed_touch_target(snapshot: Snapshot) -> str:
    """The thing that is pointed at; of an answer the one it is about, "" for nothing."""
    option = pointed_answer(snapshot)
    return snapshot.pointed_at if option is None else option.touch_target


def is_last_target(snapshot: Snapshot) -> bool:
    """Whether nothing comes after what is pointed at."""
    return not _next_target(snapshot)


def can_point_at(snapshot: Snapshot, touch_target: str) -> bool:
    """Whether that is among what is gone through at this moment."""
    return bool(_targets_beside(pointer_sequence(snapshot).touch_targets, touch_target))


# -- what is gone through


def pointer_sequence(snapshot: Snapshot) -> PointerSequence:
    """Everything that is gone through at this moment."""
    if snapshot.position.outcome() is not None:
        return PointerSequence()
    yes, no = (
        tuple(_targets_for(snapshot, _button_observations(snapshot, button)))
        for button in WORDS_BY_SHARED_BUTTON
    )
    if isinstance(snapshot.interpretation, Interpreted):
        yes = (DONE_TARGET, *yes)
    rest = (*_answer_targets(snapshot), *snapshot.touch_only_targets, *(no if len(no) > 1 else ()))
    if len(yes) != 1 or (rest and len(no) == 1):
        things, by = (*yes, *rest), "yes"
    else:
        things, by = rest, "no"
        if rest and snapshot.pending_input and not no:
            things = (*rest, CLEAR_TARGET)
    return PointerSequence(tuple(dict.fromkeys(things)), by) if things else PointerSequence()


def _button_observations(snapshot: Snapshot, button: str) -> list[Observation]:
    """The words of the game that this button could say. Nobody answers for a player who could only interrupt: he
    takes the word first.
    """
    awaited = snapshot.position.choice_tree.awaited_actors
    return [
        sight
        for sight in snapshot.next_button_presses
        if button_role(sight) in WORDS_BY_SHARED_BUTTON[button]
        and (snapshot.pending_input or button_player(sight) in awaited)
    ]


def _targets_for(snapshot: Snapshot, words: Iterable[Observation]) -> Iterator[str]:
    """What a finger touches to say them: where several players could, first of all who."""
    words = tuple(words)
    if len(set(map(button_player, words))) > 1:
        yield from dict.fromkeys(f"player/{button_player(word)}" for word in words)
        return
    for word in words:
        yield from (
            step.touch_target
            for step in snapshot.steps_by_touch_target.values()
            if word in step.accepted_observations
        )


def _answer_targets(snapshot: Snapshot) -> Iterator[str]:
    """The answers to the question that stands, numbers in their order."""
    if isinstance(snapshot.interpretation, Ambiguous):
        options = snapshot.interpretation.question.options
        names = {option.touch_target: number for number, option in enumerate(options)}
        order = sort_touch_targets(names) if len(names) == len(options) else ()
        numbers = [names[thing] for thing in order] or range(len(options))
        yield from (f"{ANSWER_PREFIX}{number}" for number in numbers)


def button_role(button: Observation) -> str:
    """The word that a press of that button says."""
    return button.piece.partition("/")[2]


def button_player(button: Observation) -> str:
    """The player whose word it is."""
    return button.zone.partition("/")[2]


# -- kind by kind


def is_group_prefix(touch_target: str) -> bool:
    """Whether it stands for all things that begin so."""
    return touch_target.endswith(tuple(GROUP_ENDINGS))


def _targets_in_group(things: tuple[str, ...], kind: str) -> tuple[str, ...]:
    return tuple(thing for thing in things if thing.startswith(kind))


def _grouped_targets(things: tuple[str, ...]) -> tuple[str, ...]:
    """One by one, or where they are many by kind: where there are at least two kinds, and several things of each."""
    for end in GROUP_ENDINGS if len(things) > MAX_UNGROUPED_TARGETS else "":
        kinds = [_group_prefix(thing, end) for thing in things]
        several = {kind for kind in kinds if kind and kinds.count(kind) > 1}
        if len(several) > 1:
            each = zip(things, kinds, strict=True)
            return tuple(dict.fromkeys(kind if kind in several else thing for thing, kind in each))
    return things


def _group_prefix(touch_target: str, end: str) -> str:
    """Its beginning, as far as that sign; "" for an answer, and where there is no such sign."""
    return (
        ""
        if touch_target.startswith(ANSWER_PREFIX)
        else "".join(touch_target.partition(end)[:2])
        if end in touch_target
        else ""
    )


def _targets_beside(things: tuple[str, ...], pointed: str) -> tuple[str, ...]:
    """The things among which that one is gone through; none where it is not among them."""
    level = _grouped_targets(things)
    while pointed not in level:
        kind = next((each for each in level if is_group_prefix(each) and pointed.startswith(each)), "")
        if not kind:
            return ()
        level = _grouped_targets(_targets_in_group(things, kind))
    return level


def _next_target(snapshot: Snapshot) -> str:
    """What `no` points at next, "" for nothing."""
    ahead = _targets_ahead(snapshot)
    return ahead[1] if len(ahead) > 1 else ""


def _targets_ahead(snapshot: Snapshot) -> tuple[str, ...]:
    """What is pointed at, and what comes after it."""
    level = _targets_beside(pointer_sequence(snapshot).touch_targets, snapshot.pointed_at)
    return level[level.index(snapshot.pointed_at) :] if level else ()


# -- the way to a thing


def presses_to_reach(snapshot: Snapshot, touch_target: str) -> tuple[str, ...] | None:
    """The presses of `yes` and `no`, one after another, by which that thing is touched; None: there is no such way.

    A thing is called as a finger touches it (`take`, `tile/6`, `player/red`, `answer/1`, `done`, `clear`); an answer
    also by the thing it is about. To be pressed while nothing has to be read first.
    """
    if snapshot.pointed_at:
        ahead = _targets_ahead(snapshot)
        way = _presses_along(snapshot, ahead, touch_target)
        back = presses_to_reach(replace(snapshot, pointed_at=""), touch_target) if way is None else None
        return way if back is None else (*["no"] * max(1, len(ahead)), *back)
    row = pointer_sequence(snapshot)
    for button in WORDS_BY_SHARED_BUTTON:
        if button != row.starting_button and touch_target in _targets_without_pointing(snapshot, button):
            return (button,)
    way = _presses_along(snapshot, _grouped_targets(row.touch_targets), touch_target)
    return None if way is None else (row.starting_button, *way)


def _presses_along(snapshot: Snapshot, entries: tuple[str, ...], touch_target: str) -> tuple[str, ...] | None:
    """From the first of those on; None: it is not among them."""
    meant = _resolve_target(snapshot, touch_target)
    for number, each in enumerate(entries):
        if each == meant:
            return (*["no"] * number, "yes")
        if is_group_prefix(each) and meant.startswith(each):
            inside = _presses_along(
                snapshot,
                _grouped_targets(_targets_in_group(pointer_sequence(snapshot).touch_targets, each)),
                meant,
            )
            return None if inside is None else (*["no"] * number, "yes", *inside)
    return None


def _targets_without_pointing(snapshot: Snapshot, button: str) -> tuple[str, ...]:
    """What that button says without pointing."""
    if button == "yes" and isinstance(snapshot.interpretation, Interpreted):
        return (DONE_TARGET,)
    words = _button_observations(snapshot, button)
    if len(words) == 1:
        return tuple(_targets_for(snapshot, words))
    return (CLEAR_TARGET,) if snapshot.pending_input and button == "no" and not words else ()


def _resolve_target(snapshot: Snapshot, touch_target: str) -> str:
    """The thing itself, else the one answer that is about it."""
    if (
        isinstance(snapshot.interpretation, Ambiguous)
        and touch_target not in pointer_sequence(snapshot).touch_targets
    ):
        options = snapshot.interpretation.question.options
        found = [number for number, option in enumerate(options) if option.touch_target == touch_target]
        if len(found) == 1:
            return f"{ANSWER_PREFIX}{found[0]}"
    return touch_target
