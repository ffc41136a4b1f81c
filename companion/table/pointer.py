"""The pointer: its current target, and what the two buttons that all players share mean by it. Pure.

Everything that a person would have to touch is gone through, one target after another: `yes` touches the one that is
pointed at, `no` points at the next; after the last, nothing is pointed at any more. Which button begins:

    yes means                    no means                       begins   goes through
    nothing, or several things   anything                       yes      what yes could mean, then the rest
    one thing                    nothing, or clears             no       the rest, at last clearing
    one thing                    a word of the game             yes      what yes would have meant, then the rest

The rest is the answers to the current question, the `touch_only_targets`, and what `no` could mean where that is
several things. Where there is no rest, and each button means one thing at most, nothing is pointed at: they mean it.

Many targets of several groups are gone through group by group first (`arms1/`): `yes` goes into the group, to
`arms1/1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.moves import Observation, touch_observation
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.interpretation.question import AnswerOption
from companion.table.interpretation.touch_only import WORDS_BY_SHARED_BUTTON, sort_touch_targets
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    FinishMove,
    MovePointer,
    ReportInput,
    SeatButtonPressed,
    SessionMessage,
    Touch,
)

if TYPE_CHECKING:
    from companion.table.snapshot import Snapshot

ANSWER_PREFIX: Final = "answer/"
"""The beginning of the target of an answer: `answer/0` is the first option of the question."""
DONE_TARGET: Final = "done"
CLEAR_TARGET: Final = "clear"
"""The two targets for all pending input: it is meant so, or thrown away."""
MAX_UNGROUPED_TARGETS = 8
"""This many targets are gone through one by one."""
GROUP_ENDINGS: Final = "/:"
"""The signs that end the prefix of a group: `arms1/` of `arms1/3`."""


class PointerSequence(Struct, frozen=True):
    """The targets that are gone through, and the button that begins: `yes`, `no`, or "" where there are none."""

    touch_targets: tuple[str, ...] = ()
    starting_button: str = ""


def message_for_shared_button(snapshot: Snapshot, button: str) -> SessionMessage | None:
    """The message that `yes` or `no` means at this moment; None: nothing."""
    if snapshot.pointed_at:
        return (
            message_for_pointed_target(snapshot)
            if button == "yes" and can_point_at(snapshot, snapshot.pointed_at)
            else MovePointer(_next_target(snapshot))
        )
    sequence = pointer_sequence(snapshot)
    if button == sequence.starting_button:
        return MovePointer(_grouped_targets(sequence.touch_targets)[0])
    words = _button_observations(snapshot, button)
    if isinstance(snapshot.interpretation, Interpreted) and button == "yes":
        return FinishMove()
    if len(words) == 1:
        return ReportInput(SeatButtonPressed(pressed_button_player(words[0]), pressed_button_role(words[0])))
    return ClearPendingInput() if snapshot.pending_input and button == "no" and not words else None


def message_for_pointed_target(snapshot: Snapshot) -> SessionMessage:
    """The message that a touch of the pointed target means."""
    target = snapshot.pointed_at
    if is_group_prefix(target):
        return MovePointer(
            _grouped_targets(_targets_in_group(pointer_sequence(snapshot).touch_targets, target))[0]
        )
    if target == CLEAR_TARGET:
        return ClearPendingInput()
    if target == DONE_TARGET and isinstance(snapshot.interpretation, Interpreted):
        return FinishMove()
    option = pointed_answer(snapshot)
    return Touch(target) if option is None else ChooseAnswer(option)


def pointed_answer(snapshot: Snapshot) -> AnswerOption | None:
    """The answer that is pointed at, if it is one."""
    match snapshot.interpretation:
        case Ambiguous(question) if snapshot.pointed_at.startswith(ANSWER_PREFIX):
            return question.options[int(snapshot.pointed_at.removeprefix(ANSWER_PREFIX))]
    return None


def pointed_touch_target(snapshot: Snapshot) -> str:
    """The target that is pointed at; for an answer the one it is about, "" for nothing."""
    option = pointed_answer(snapshot)
    return snapshot.pointed_at if option is None else option.touch_target


def is_pointed_target_last(snapshot: Snapshot) -> bool:
    """Whether nothing comes after the pointed target."""
    return not _next_target(snapshot)


def can_point_at(snapshot: Snapshot, touch_target: str) -> bool:
    """Whether the target is among those gone through at this moment."""
    return bool(_targets_beside(pointer_sequence(snapshot).touch_targets, touch_target))


# -- the sequence of targets


def pointer_sequence(snapshot: Snapshot) -> PointerSequence:
    """All targets that are gone through at this moment."""
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
        targets, button = (*yes, *rest), "yes"
    else:
        targets, button = rest, "no"
        if rest and snapshot.pending_input and not no:
            targets = (*rest, CLEAR_TARGET)
    return PointerSequence(tuple(dict.fromkeys(targets)), button) if targets else PointerSequence()


def _button_observations(snapshot: Snapshot, button: str) -> list[Observation]:
    """The words of the game that this button could give.

    It does not answer for a player who could only interrupt: they touch their name first.
    """
    awaited = snapshot.position.choice_tree.awaited_actors
    return [
        observation
        for observation in snapshot.next_button_presses
        if pressed_button_role(observation) in WORDS_BY_SHARED_BUTTON[button]
        and (snapshot.pending_input or pressed_button_player(observation) in awaited)
    ]


def _targets_for(snapshot: Snapshot, words: Iterable[Observation]) -> Iterator[str]:
    """The touch targets of those words; where several players could give them, first the players."""
    words = tuple(words)
    if len(set(map(pressed_button_player, words))) > 1:
        yield from dict.fromkeys(f"player/{pressed_button_player(word)}" for word in words)
        return
    for word in words:
        yield from (
            step.touch_target
            for step in snapshot.step_by_touch_target.values()
            if word in step.accepted_observations
        )


def _answer_targets(snapshot: Snapshot) -> Iterator[str]:
    """The answers to the current question, numbers in their order."""
    if isinstance(snapshot.interpretation, Ambiguous):
        options = snapshot.interpretation.question.options
        names = {option.touch_target: number for number, option in enumerate(options)}
        order = sort_touch_targets(names) if len(names) == len(options) else ()
        numbers = [names[target] for target in order] or range(len(options))
        yield from (f"{ANSWER_PREFIX}{number}" for number in numbers)


def pressed_button_role(button: Observation) -> str:
    """The word that a press of that button gives."""
    return button.piece.partition("/")[2]


def pressed_button_player(button: Observation) -> str:
    """The player who gives the word."""
    return button.zone.partition("/")[2]


# -- group by group


def is_group_prefix(touch_target: str) -> bool:
    """Whether it stands for all targets that begin so."""
    return touch_target.endswith(tuple(GROUP_ENDINGS))


def _targets_in_group(targets: tuple[str, ...], prefix: str) -> tuple[str, ...]:
    return tuple(target for target in targets if target.startswith(prefix))


def _grouped_targets(targets: tuple[str, ...]) -> tuple[str, ...]:
    """The targets one by one; where they are many and fall into at least two groups of several, group by group."""
    for end in GROUP_ENDINGS if len(targets) > MAX_UNGROUPED_TARGETS else "":
        prefixes = [_group_prefix(target, end) for target in targets]
        several = {prefix for prefix in prefixes if prefix and prefixes.count(prefix) > 1}
        if len(several) > 1:
            each = zip(targets, prefixes, strict=True)
            return tuple(dict.fromkeys(prefix if prefix in several else target for target, prefix in each))
    return targets


def _group_prefix(touch_target: str, end: str) -> str:
    """The beginning of the target up to that sign; "" for an answer, and where the sign is missing."""
    return (
        ""
        if touch_target.startswith(ANSWER_PREFIX)
        else "".join(touch_target.partition(end)[:2])
        if end in touch_target
        else ""
    )


def _targets_beside(targets: tuple[str, ...], pointed: str) -> tuple[str, ...]:
    """The targets among which that one is gone through; none where it is not among them."""
    level = _grouped_targets(targets)
    while pointed not in level:
        prefix = next((each for each in level if is_group_prefix(each) and pointed.startswith(each)), "")
        if not prefix:
            return ()
        level = _grouped_targets(_targets_in_group(targets, prefix))
    return level


def _next_target(snapshot: Snapshot) -> str:
    """The target that `no` points at next, "" for nothing."""
    ahead = _targets_ahead(snapshot)
    return ahead[1] if len(ahead) > 1 else ""


def _targets_ahead(snapshot: Snapshot) -> tuple[str, ...]:
    """The pointed target and those after it."""
    level = _targets_beside(pointer_sequence(snapshot).touch_targets, snapshot.pointed_at)
    return level[level.index(snapshot.pointed_at) :] if level else ()


# -- the presses that reach a target


def presses_to_reach(snapshot: Snapshot, touch_target: str) -> tuple[str, ...] | None:
    """The presses of `yes` and `no`, one after another, that touch the target; None where there are none.

    A target is named as for a touch (`take`, `tile/6`, `player/red`, `answer/1`, `done`, `clear`), an answer also by
    the target it is about. Nothing may have to be read first.
    """
    if snapshot.pointed_at:
        ahead = _targets_ahead(snapshot)
        presses = _presses_along(snapshot, ahead, touch_target)
        back = presses_to_reach(replace(snapshot, pointed_at=""), touch_target) if presses is None else None
        return presses if back is None else (*["no"] * max(1, len(ahead)), *back)
    sequence = pointer_sequence(snapshot)
    for button in WORDS_BY_SHARED_BUTTON:
        if button != sequence.starting_button and touch_target in _targets_without_pointing(snapshot, button):
            return (button,)
    presses = _presses_along(snapshot, _grouped_targets(sequence.touch_targets), touch_target)
    return None if presses is None else (sequence.starting_button, *presses)


def _presses_along(snapshot: Snapshot, entries: tuple[str, ...], touch_target: str) -> tuple[str, ...] | None:
    """The presses from the first of those entries on; None where the target is not among them."""
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
    """The targets that the button means without pointing."""
    if button == "yes" and isinstance(snapshot.interpretation, Interpreted):
        return (DONE_TARGET,)
    words = _button_observations(snapshot, button)
    if len(words) == 1:
        return tuple(_targets_for(snapshot, words))
    return (CLEAR_TARGET,) if snapshot.pending_input and button == "no" and not words else ()


def _resolve_target(snapshot: Snapshot, touch_target: str) -> str:
    """The target itself, else the one answer that is about it."""
    if (
        isinstance(snapshot.interpretation, Ambiguous)
        and touch_target not in pointer_sequence(snapshot).touch_targets
    ):
        options = snapshot.interpretation.question.options
        found = [number for number, option in enumerate(options) if option.touch_target == touch_target]
        if len(found) == 1:
            return f"{ANSWER_PREFIX}{found[0]}"
    return touch_target


def says_done(observation: Observation) -> bool:
    """Whether it ends the pending move: a finger has touched `done`, or a button says it."""
    button = Observation(f"button/{DONE_TARGET}", observation.zone)
    return observation in (touch_observation(DONE_TARGET), button)
