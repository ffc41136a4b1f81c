"""View models of the deck page, with all texts ready in one language."""

from __future__ import annotations

from msgspec import Struct

from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.view_models import CardModel


class RequestedPieceModel(Struct, frozen=True):
    """The piece whose tag is to be laid on the reader.

    `face`: what it looks like; `kind`: its kind in words; `number` of `total`: its place in the box.
    `has_tag`: it has a tag already, which a new one would replace.
    """

    face: CardModel
    kind: str
    name: str
    number: int
    total: int
    has_tag: bool = False


class TaggingResultModel(Struct, frozen=True):
    """The result of the last tag or touch, and what to do with the tag.

    `is_success`: the request succeeded.
    """

    message: str
    is_success: bool
    next_step: str = ""


class TaggingModel(Struct, frozen=True):
    """The progress of tagging a box.

    `title` is the game; `instruction` says what to do now, `is_urgent` where a problem stands in the way.
    `reader_name` is where tags are laid, "" where there is none; `reader_count`: how many readers there are
    to choose from. `can_undo`: there is something to take back.
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
