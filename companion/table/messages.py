"""What can be posted to a session."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from companion.table.pieces import Deck
from companion.table.question import Option
from companion.table.sightings import Sighting
from companion.table.zones import Plan

Strictness = Literal["strict", "hint", "silent"]


class Notice(Struct, frozen=True):
    """A reader or a button has something to say."""

    sighting: Sighting


class Touch(Struct, frozen=True):
    """A finger on a thing of the screen (`tile/6`, `card/inf6`, `take`, `player/blue`)."""

    thing: str


class Choose(Struct, frozen=True):
    """An answer to the question that stands."""

    option: Option


class Clear(Struct, frozen=True):
    """Empty the bag."""


class Finish(Struct, frozen=True):
    """Done: the move that stands is meant as it is."""


class Point(Struct, frozen=True):
    """Point at a thing that the two shared buttons go through (companion.table.pointing); "": at nothing any more."""

    thing: str


class Say(Struct, frozen=True):
    """A line of the record: a move, `undo N`, `table correct ...`."""

    text: str


class Undo(Struct, frozen=True):
    """Take back the last moves. Not `agreed`: only show the plan and what cannot be unseen."""

    count: int = 1
    agreed: bool = False


class Correct(Struct, frozen=True):
    """A person sets values of the position: (JSON pointer, value; None removes)."""

    pairs: tuple[tuple[str, Any], ...]


class Allow(Struct, frozen=True):
    """What was refused is to stand all the same (strictness `hint`); written down as a correction."""


class SetStrictness(Struct, frozen=True):
    """strict: refuse. hint: warn, and allow with a tap. silent: keep score only, refuse nothing."""

    level: Strictness


class Dismiss(Struct, frozen=True):
    """The refusal, plan, debts and passing troubles on the screen were read."""


class Rezone(Struct, frozen=True):
    """The zone plan has changed: a reader came, or a zone is for touch from now on."""

    plan: Plan


class Retag(Struct, frozen=True):
    """Pieces have other tags: a lost one was replaced. The deck is the session's from now on."""

    deck: Deck


Message = (
    Notice
    | Touch
    | Choose
    | Clear
    | Finish
    | Point
    | Say
    | Undo
    | Correct
    | Allow
    | SetStrictness
    | Dismiss
    | Rezone
    | Retag
)
