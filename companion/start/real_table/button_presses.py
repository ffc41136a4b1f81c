"""What a press of a button means at this moment. Pure: the table is looked at, never touched.

One button belongs to each player (`player/1` to `player/6`, in the order of the seats), three to all of them
(`yes`, `refusal_notice`, `undo_plan`), and one to any thing of a game that has a number (`column/2`, `tile/6`). The
first row that fits holds; where none does, a press means nothing at all.

    what is on the screen                    yes            no            undo       player/N            column/2
    a refusal or a trouble, to be read       read           read          read       -                   -
    a plan for taking back                   take it back   leave it      plan anew  -                   -
    the movements after it, to be read       read           read          plan       -                   -
    a thing that is pointed at               touch it       next          point off  as below            as below
    a move that stands                       done           6) or clear   plan       done, if it is his  4)
    one answer is awaited                    yes done bid   no skip pass  plan       2)                  4)
    something lies noticed, nothing stands   5)             clear         plan       -                   4)
    anything else                            5)             6)            plan       3)                  4)

    1) where a word that `refusal_notice` says could still follow, it is that word.
    2) his `done` or `skip`, where nobody else may do anything and no other button is asked of him. In an auction, where
       somebody may pass: his `bid` if he may bid, whatever others may do beside it; nobody else's button says anything.
    3) where several may do something and nothing was noticed yet: he takes the word, as by a finger on his sign.
    4) as by a finger on that thing, where it may come next or is asked after; what a game has no such thing for, never.
    5) where something may come next that only a finger says, or a question is asked: points at the first such thing.
    6) the same, where `yes` says something; at last it points at clearing. Where `refusal_notice` says a word too (1),
    it stays
       that word, and `yes` points: first of all at what it would have said.

What is pointed at and in which order stands in companion.table.pointer: whatever no reader and no button of this table
says, so that a whole game needs no finger. Where two words could be meant by `yes` or by `refusal_notice`, they are
pointed at too.

The answer is that of a player the table waits for, or of him who took the word. What a button says is never more than
what the screen offers.

A finger that comes down twice means it once (`PressDebouncer`): the second `yes` would answer for whoever is asked
next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.table.input_events import SeatButtonPressed
from companion.table.interpretation.judge import Ambiguous, Interpretation, Interpreted
from companion.table.interpretation.question import ClarifyingQuestion
from companion.table.interpretation.touch_only import WORDS_BY_SHARED_BUTTON
from companion.table.messages import (
    DismissNotices,
    FinishMove,
    MovePointer,
    ReportInput,
    SessionMessage,
    Touch,
    UndoMoves,
)
from companion.table.pointer import button_player, button_role, message_for_shared_button
from companion.table.snapshot import Snapshot
from companion.table.undo import UndoPlan

PLAYER_BUTTON_PREFIX: Final = "player/"
PLAYER_BUTTON_WORDS: Final = ("done", "skip")
"""The words a player's own button can say."""
BID_WORD: Final = "bid"
AUCTION_WORDS: Final = (BID_WORD, "pass")
"""What is said in an auction, by him whose turn it is."""


DEBOUNCE_S = 0.5
"""Seconds within which two presses of one button are one."""


class PressDebouncer:
    """Tells a press from its repetition. `clock`: a clock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._seconds = clock
        self._pressed: dict[str, float] = {}

    def is_new_press(self, button: str) -> bool:
        """Whether this press of the button is not the last one again."""
        now = self._seconds()
        before = self._pressed.get(button)
        self._pressed[button] = now
        return before is None or now - before >= DEBOUNCE_S


def message_for_button(snapshot: Snapshot, button: str) -> SessionMessage | None:
    """What the press of that button says at this table; None when it says nothing."""
    if snapshot.refusal_notice is not None or any(not trouble.is_lasting for trouble in snapshot.problems):
        return DismissNotices() if button in (*WORDS_BY_SHARED_BUTTON, "undo") else None
    if button == "undo":
        return MovePointer("") if snapshot.pointed_at else UndoMoves()
    if snapshot.undo_plan is not None:
        return _message_for_undo_plan(snapshot.undo_plan, button)
    if snapshot.position.outcome() is not None:
        return None
    if button.startswith(PLAYER_BUTTON_PREFIX):
        return _message_for_player_button(snapshot, _colour_of_button(snapshot, button))
    return (
        message_for_shared_button(snapshot, button)
        if button in WORDS_BY_SHARED_BUTTON
        else _message_for_target_button(snapshot, button)
    )


def _message_for_undo_plan(plan: UndoPlan, pressed: str) -> SessionMessage | None:
    if pressed not in WORDS_BY_SHARED_BUTTON:
        return None
    return (
        UndoMoves(plan.move_count, is_confirmed=True)
        if pressed == "yes" and not plan.is_carried_out
        else DismissNotices()
    )


def _message_for_player_button(snapshot: Snapshot, who: str) -> SessionMessage | None:
    if isinstance(snapshot.interpretation, Interpreted):
        return FinishMove() if snapshot.interpretation.move.words[0] == who else None
    after = snapshot.position.choice_tree.choice_by_actor
    if snapshot.pending_input or who not in after:
        return None
    auction = {
        button_role(sight): button_player(sight)
        for sight in snapshot.next_button_presses
        if button_role(sight) in AUCTION_WORDS
    }
    if auction:
        return ReportInput(SeatButtonPressed(who, BID_WORD)) if auction.get(BID_WORD) == who else None
    if len(after) > 1:
        return Touch(f"player/{who}")
    roles = [button_role(sight) for sight in snapshot.next_button_presses]
    return (
        ReportInput(SeatButtonPressed(who, roles[0]))
        if len(roles) == 1 and roles[0] in PLAYER_BUTTON_WORDS
        else None
    )


def _message_for_target_button(snapshot: Snapshot, thing: str) -> SessionMessage | None:
    return (
        Touch(thing)
        if thing in snapshot.steps_by_touch_target or thing in _targets_asked_about(snapshot.interpretation)
        else None
    )


def _targets_asked_about(verdict: Interpretation | None) -> Iterator[str]:
    """The things of which one is meant."""
    match verdict:
        case Ambiguous(ClarifyingQuestion("which", options)):
            yield from (option.touch_target for option in options)


def _colour_of_button(snapshot: Snapshot, pressed: str) -> str:
    """The colour of the player whose button it is; "" where nobody sits."""
    number = pressed.removeprefix(PLAYER_BUTTON_PREFIX)
    seats = snapshot.setup.seats
    return seats[int(number) - 1].colour if number.isdecimal() and 0 < int(number) <= len(seats) else ""
