"""Giving tags to a box, as the deck page shows it: plain values, all words ready in one language."""

from __future__ import annotations

from msgspec import Struct

from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.view_models import CardModel


class RequestedPieceModel(Struct, frozen=True):
    """The piece whose tag is to be laid on the reader: what it looks like, which kind of thing, which of them, and
    its place in the box. `tagged`: it has one, and another would take its place.
    """

    face: CardModel
    kind: str
    name: str
    number: int
    total: int
    has_tag: bool = False


class TaggingResultModel(Struct, frozen=True):
    """What became of the last tag or wish, and what to do with the tag; `is_success`: it is as one wanted it."""

    message: str
    is_success: bool
    next_step: str = ""


class TaggingModel(Struct, frozen=True):
    """How far a box is. `title` is the game; `instruction` says what to do now, `is_urgent` where something keeps one
    from it.

    `reader_name` is where tags are laid, "" where there is none; `reader_count`: how many there are to choose from.
    `can_undo`: there is something to take back.
    """

    title: str
    tagged_count: int
    total: int
    instruction: str
    is_urgent: bool = False
    requested_piece: RequestedPieceModel | None = None
    result: TaggingResultModel | None = None
    reader_name: str = ""
    reader_count: int = 0
    can_undo: bool = False
    choice_overlay: ChoiceOverlayModel | None = None
