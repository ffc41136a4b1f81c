"""The events that a reader or a button can report. "Reader broke" is never "card left"."""

from __future__ import annotations

from msgspec import Struct


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


class SeveralTagsPresent(Struct, frozen=True):
    """More than one tag lies there: Herald never guesses which."""

    zone: str


class TagUnreadable(Struct, frozen=True):
    """Something is there and cannot be read."""

    zone: str


class ReadingClearAgain(Struct, frozen=True):
    """There are no longer several tags or unreadable ones; what lay there before still does."""

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
    | SeveralTagsPresent
    | TagUnreadable
    | ReadingClearAgain
    | ReaderDown
    | ReaderRecovered
)
InputEvent = ZoneInputEvent | SeatButtonPressed
