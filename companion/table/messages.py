"""The messages that can be posted to a session, and the events of readers and buttons that one of them carries."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from companion.table.interpretation.question import AnswerOption
from companion.table.tags.deck import Deck
from companion.table.zones import ZonePlan


class TagPresent(Struct, frozen=True):
    """A tag lies on the reader of a zone. `uid`: hex, all bytes; `read_quality`: 0 (barely read) to 1."""

    zone: str
    uid: str
    read_quality: float = 1.0


class TagAlreadyPresent(Struct, frozen=True):
    """A tag lay there already when the session began: it is known from now on, and no evidence of anything."""

    zone: str
    uid: str


class TagRemoved(Struct, frozen=True):
    """The reader works and the tag has left."""

    zone: str
    uid: str


class TagAnswersWeakly(Struct, frozen=True):
    """A tag that came a moment ago answers seldom: as often as `answers` says (`7/20`). It changes no move."""

    zone: str
    uid: str
    answers: str


class SeveralTagsPresent(Struct, frozen=True):
    """More than one tag lies there: Herald never guesses which."""

    zone: str


class TagUnreadable(Struct, frozen=True):
    """Something is there and cannot be read."""

    zone: str


class ForeignCardPresent(Struct, frozen=True):
    """A bank card, a pass or a phone lies there, which is no piece; nobody is told its number."""

    zone: str


class ReadingClearAgain(Struct, frozen=True):
    """There are no longer several tags, unreadable ones or foreign cards; what lay there before still does."""

    zone: str


class ReaderDown(Struct, frozen=True):
    """The reader of a zone does not answer; `reason`: the words of its driver."""

    zone: str
    reason: str


class ReaderRecovered(Struct, frozen=True):
    """The reader of a zone answers again."""

    zone: str


class SeatButtonPressed(Struct, frozen=True):
    """A button with that role (`yes`, `skip`, `done`) was pressed at a seat."""

    seat: str
    role: str


ZoneInputEvent = (
    TagPresent
    | TagAlreadyPresent
    | TagRemoved
    | TagAnswersWeakly
    | SeveralTagsPresent
    | TagUnreadable
    | ForeignCardPresent
    | ReadingClearAgain
    | ReaderDown
    | ReaderRecovered
)
InputEvent = ZoneInputEvent | SeatButtonPressed


Strictness = Literal["strict", "hint", "silent"]
Pace = Literal["slow", "usual", "fast", "step"]
"""How fast virtual players play; `step`: one move at each touch."""


class ReportInput(Struct, frozen=True):
    """A reader or a button reports an event."""

    event: InputEvent


class Touch(Struct, frozen=True):
    """A touch of a target on the screen (`tile/6`, `card/inf6`, `take`, `player/blue`)."""

    touch_target: str


class ChooseAnswer(Struct, frozen=True):
    """An answer to the current question."""

    option: AnswerOption


class ClearPendingInput(Struct, frozen=True):
    """Empty the pending input."""


class FinishMove(Struct, frozen=True):
    """Done: the current interpretation is meant as it is."""


class MovePointer(Struct, frozen=True):
    """Point at one of the targets that the shared buttons go through (companion.table.pointer); "": at nothing."""

    touch_target: str


class EnterLine(Struct, frozen=True):
    """A line of the record: a move, `undo N`, `table correct ...`."""

    text: str


class UndoMoves(Struct, frozen=True):
    """Undo the last moves. Not `is_confirmed`: only show the plan and what cannot be made unknown again."""

    count: int = 1
    is_confirmed: bool = False


class RedoMoves(Struct, frozen=True):
    """Lay again what the last undo took, as long as no other move was made."""


class CorrectPosition(Struct, frozen=True):
    """A person sets values of the position: (JSON pointer, value; None removes)."""

    corrected_values: tuple[tuple[str, Any], ...]


class OverruleRefusal(Struct, frozen=True):
    """Accept what was refused (strictness `hint` or `silent`); it is written down as a correction.

    touch_target: a touch that was not made, as people had been told that it is forbidden; "" for the refusal shown.
    """

    touch_target: str = ""


class SetStrictness(Struct, frozen=True):
    """strict: refuse. hint: warn, and allow with a tap. silent: keep score only, refuse nothing."""

    level: Strictness


class SetPace(Struct, frozen=True):
    """The virtual players of this evening play at that pace from now on."""

    pace: Pace


class PutBack(Struct, frozen=True):
    """A person chooses which of their pieces goes back; no line comes of it."""

    who: str
    piece: str


class DismissNotices(Struct, frozen=True):
    """A person has read the refusal, plan and passing problems on the screen; the moves of a redo are laid then."""


class WriteJournal(Struct, frozen=True):
    """Try to write what is only in memory, because the disk did not take it."""


class ChangeZonePlan(Struct, frozen=True):
    """The zone plan has changed: a reader came, or a zone is for touch from now on."""

    zone_plan: ZonePlan


class ChangeDeck(Struct, frozen=True):
    """Pieces have other tags: a lost one was replaced. The session uses this deck from now on."""

    deck: Deck


class HastyTouch(Struct, frozen=True):
    """A touch too soon after the one before to end a move: left alone where a line or a refusal would come of it."""

    message: SessionMessage


SettingMessage = (
    ClearPendingInput
    | OverruleRefusal
    | SetStrictness
    | SetPace
    | PutBack
    | DismissNotices
    | ChangeZonePlan
    | ChangeDeck
    | WriteJournal
)
"""What makes no move by itself: it clears, allows or sets."""
SessionMessage = (
    ReportInput
    | Touch
    | ChooseAnswer
    | FinishMove
    | MovePointer
    | EnterLine
    | UndoMoves
    | RedoMoves
    | CorrectPosition
    | HastyTouch
    | SettingMessage
)
