"""Giving tags to a box, as the deck page shows it: plain values, all words ready in one language."""

from __future__ import annotations

from msgspec import Struct

from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.view_models import CardModel


class Asked(Struct, frozen=True):
    """The piece whose tag is to be laid on the reader: what it looks like, which kind of thing, which of them, and
    its place in the box. `tagged`: it has one, and another would take its place.
    """

    face: CardModel
    kind: str
    name: str
    number: int
    of: int
    tagged: bool = False


class Became(Struct, frozen=True):
    """What became of the last tag or wish, and what to do with the tag; `well`: it is as one wanted it."""

    sentence: str
    well: bool
    then: str = ""


class Tagging(Struct, frozen=True):
    """How far a box is. `title` is the game; `wish` says what to do now, `urgent` where something keeps one from it.

    `reader` is where tags are laid, "" where there is none; `readers`: how many there are to choose from.
    `undo`: there is something to take back.
    """

    title: str
    tagged: int
    of: int
    wish: str
    urgent: bool = False
    asked: Asked | None = None
    became: Became | None = None
    reader: str = ""
    readers: int = 0
    undo: bool = False
    offer: ChoiceOverlayModel | None = None
