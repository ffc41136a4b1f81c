"""The pieces of the Princes of Florence by name, with the words and observations that refer to them.

Whatever carries a tag is shown at the reader for cards. A card that goes into a hand is shown there face
down, if at all: only a reader can tell which it is.
"""

from __future__ import annotations

from functools import cache

from companion.games.florence.rules.edition import (
    BONUS_CARD_NAMES,
    BUILDINGS,
    FREEDOMS,
    LANDSCAPES,
    PIECE_COUNTS,
    PRESTIGE_CARD_NAMES,
    WANTS_BY_PROFESSION,
)
from companion.rules.moves import PLAY_ZONE, UNKNOWN, MoveStep, Observation

COLOURS = ("blue", "green", "orange", "red", "yellow")
RECRUITING_CARD = "recruiting"
WORK_ACTION = "action/work"
RECRUIT_ACTION = "action/recruit"
"""Once one of these is touched, what is shown for it lies open (P-B2, P-B6)."""

PROFESSION, BONUS_CARD, PRESTIGE_CARD = "profession", "bonus", "prestige"
HIDDEN_CARD_KINDS = (PROFESSION, BONUS_CARD, PRESTIGE_CARD)
"""The kinds of cards that only their owner may know."""

_PIECE_BY_KIND = {"jester": "jester", "builder": "builder", RECRUITING_CARD: RECRUITING_CARD}
_PIECE_BY_KIND |= {kind: f"landscape/{kind}" for kind in LANDSCAPES}


BUTTON_WORDS = ("bid", "pass", "done", "skip")
"""The words of the buttons at a seat."""
SELL_WORD = "sell"


@cache
def implied_step(word: str, touch_target: str = "") -> MoveStep:
    """A step whose word is implied by those that follow."""
    return MoveStep(word, is_implied=True, touch_target=touch_target or word)


@cache
def touch_step(word: str, touch_target: str) -> MoveStep:
    """A step whose word only a touch gives."""
    return MoveStep(word, touch_target=touch_target)


@cache
def button_step(who: str, word: str) -> MoveStep:
    """A step whose word the player's button of that role gives."""
    return MoveStep(word, (Observation(f"button/{word}", f"seat/{who}"),), touch_target=word)


def pile_place(kind: str) -> str:
    """The place of the objects of an auction, where the stones of their winners lie, too."""
    return f"pile/{kind}"


def grid_place(who: str) -> str:
    """The place of the tiles of a player's principality."""
    return f"grid/{who}"


@cache
def object_step(kind: str) -> MoveStep:
    """The step of an object: its tile or card shown, or its pile touched (prestige cards lie face down)."""
    piece = _PIECE_BY_KIND.get(kind)
    return MoveStep(kind, (Observation(piece, PLAY_ZONE),) if piece else (), touch_target=pile_place(kind))


@cache
def card_step(kind: str, name: str) -> MoveStep:
    """The step of a card that lies open, or of a building or freedom: shown at the reader, or touched."""
    piece = f"{kind}/{name}"
    return MoveStep(name, (Observation(piece, PLAY_ZONE),), touch_target=piece)


@cache
def drawn_card_step(kind: str, name: str) -> MoveStep:
    """The step of a card taken into the hand: only a reader can tell which it is, else it is `?`."""
    return MoveStep(
        name, (Observation(f"{kind}/{name}", PLAY_ZONE),), is_implied=name == UNKNOWN, face_down=True
    )


@cache
def number_step(target_family: str, number: int) -> MoveStep:
    """The step of an amount, given by a touch."""
    return MoveStep(str(number), touch_target=f"{target_family}/{number}")


@cache
def sell_step(who: str) -> MoveStep:
    """The step of selling prestige (P-B8)."""
    return MoveStep(SELL_WORD, touch_target=f"sell/{who}")


@cache
def player_step(who: str) -> MoveStep:
    """The step of a player named within a move."""
    return implied_step(who, f"player/{who}")


def taggable_pieces() -> tuple[str, ...]:
    """Every piece that may carry a tag, in box order."""
    return (
        *(f"{PROFESSION}/{name}" for name in WANTS_BY_PROFESSION),
        *(f"{BONUS_CARD}/{name}" for name in BONUS_CARD_NAMES),
        *(f"{PRESTIGE_CARD}/{name}" for name in PRESTIGE_CARD_NAMES),
        *(RECRUITING_CARD,) * PIECE_COUNTS["recruiting"],
        *(f"building/{name}" for name in BUILDINGS for _ in range(PIECE_COUNTS["building"])),
        *(f"landscape/{name}" for name in LANDSCAPES for _ in range(PIECE_COUNTS[name])),
        *("builder",) * PIECE_COUNTS["builder"],
        *("jester",) * PIECE_COUNTS["jester"],
        *(f"freedom/{name}" for name in FREEDOMS for _ in range(PIECE_COUNTS["freedom-copies"])),
    )
