"""The meaning of a button press at this moment, as a pure function of the table's snapshot.

One button belongs to each player (`player/1` to `player/6`, in the order of the seats), three to all of them
(`yes`, `no`, `undo`), and one to any touch target of a game that has a number (`column/2`, `tile/6`). The
first row of the table that fits applies; where none fits, a press means nothing.

 state of the table                        yes            no         undo       player/N          column/2
 a refusal or a problem is shown           read           read       read       -                 -
 an undo plan is shown                     take it back   leave it   plan anew  -                 -
 the movements after it are shown          read           read       plan       -                 -
 a touch target is pointed at              touch it       next       point off  as below          as below
 a complete move is entered                done           6) or clear  plan     done, if theirs   4)
 one answer is awaited                     yes done bid   no skip pass  plan    2)                4)
 a partial move is entered                 5)             clear      plan       -                 4)
 anything else                             5)             6)         plan       3)                4)

1) A word of the move that `no` can say, and that may still follow, comes first.
2) `done` or `skip` of that player, where nobody else may act and no other button is expected of them. In an auction,
   where somebody may pass: `bid` of that player if they may bid, whatever others may do meanwhile; other players'
   buttons mean nothing.
3) Where several players may act and there is no input yet: that player acts, as by a finger on their sign.
4) As by a finger on that target, where it may come next or is asked about; nothing where the game has no such target.
5) Where something may come next that only a finger can say, or a question is asked: points at the first such target.
6) The same, where `yes` has a meaning; the last target is the one that clears the input. Where `no` has a word as well
   (1), it keeps that word, and `yes` points, first at what it would have said.

`companion.table.pointer` holds which targets are pointed at and in which order: whatever no reader and no
button of this table can say, so that a whole game needs no finger. Where `yes` or `no` could mean two words,
these are pointed at too.

The answer is that of a player for whom the table waits, or of the player who chose to act. A button never
says more than the screen offers.

Two presses in quick succession are one (`PressDebouncer`): the second `yes` would answer for the next player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.table.interpretation.judge import Ambiguous, Interpretation, Interpreted
from companion.table.interpretation.question import ClarifyingQuestion
from companion.table.interpretation.touch_only import WORDS_BY_SHARED_BUTTON
from companion.table.messages import (
    DismissNotices,
    FinishMove,
    MovePointer,
    ReportInput,
    SeatButtonPressed,
    SessionMessage,
    Touch,
    UndoMoves,
)
from companion.table.pointer import message_for_shared_button, pressed_button_player, pressed_button_role
from companion.table.snapshot import Snapshot
from companion.table.undo import UndoPlan

PLAYER_BUTTON_PREFIX: Final = "player/"
PLAYER_BUTTON_WORDS: Final = ("done", "skip")
"""The words that a player's own button can say."""
BID_WORD: Final = "bid"
AUCTION_WORDS: Final = (BID_WORD, "pass")
"""The words of an auction, for the player whose turn it is."""


DEBOUNCE_S = 0.5
"""Seconds within which two presses of one button are one."""


class PressDebouncer:
    """Tells a press from its repetition. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._seconds = clock
        self._pressed: dict[str, float] = {}

    def is_new_press(self, button: str) -> bool:
        """Whether this press of the button is not a repetition of the last one."""
        now = self._seconds()
        before = self._pressed.get(button)
        self._pressed[button] = now
        return before is None or now - before >= DEBOUNCE_S


def message_for_button(snapshot: Snapshot, button: str) -> SessionMessage | None:
    """The message that a press of that button means at this table; None where it means nothing."""
    if snapshot.refusal_notice is not None or any(not problem.is_lasting for problem in snapshot.problems):
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
        pressed_button_role(observation): pressed_button_player(observation)
        for observation in snapshot.next_button_presses
        if pressed_button_role(observation) in AUCTION_WORDS
    }
    if auction:
        return ReportInput(SeatButtonPressed(who, BID_WORD)) if auction.get(BID_WORD) == who else None
    if len(after) > 1:
        return Touch(f"player/{who}")
    roles = [pressed_button_role(observation) for observation in snapshot.next_button_presses]
    return (
        ReportInput(SeatButtonPressed(who, roles[0]))
        if len(roles) == 1 and roles[0] in PLAYER_BUTTON_WORDS
        else None
    )


def _message_for_target_button(snapshot: Snapshot, target: str) -> SessionMessage | None:
    return (
        Touch(target)
        if target in snapshot.step_by_touch_target or target in _targets_asked_about(snapshot.interpretation)
        else None
    )


def _targets_asked_about(interpretation: Interpretation | None) -> Iterator[str]:
    """The touch targets among which the question asks to choose."""
    match interpretation:
        case Ambiguous(ClarifyingQuestion("which", options)):
            yield from (option.touch_target for option in options)


def _colour_of_button(snapshot: Snapshot, pressed: str) -> str:
    """The colour of the player to whom the button belongs; "" where nobody sits there."""
    number = pressed.removeprefix(PLAYER_BUTTON_PREFIX)
    seats = snapshot.setup.seats
    return seats[int(number) - 1].colour if number.isdecimal() and 0 < int(number) <= len(seats) else ""
