"""The pieces of Kabale und Hiebe by name, and the words and sights that show them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.games.kabale.rules.constants import CHARACTERS, OBJECTIVES
from companion.rules.moves import UNKNOWN, MoveStep, Observation

COLOURS = ("black", "blue", "green", "red", "white", "yellow")
TABLE_ACTOR = "table"
CARD_NAMES: Mapping[str, str] = {name: name for name in (*CHARACTERS, UNKNOWN)}
"""What a card may be called, the unknown too; a name that is none is not in it."""


def column_zone(column: int) -> str:
    """Where the cards of a column lie; columns count from 1, from left to right."""
    return f"column/{column}"


def card_piece(who: str, card: str) -> str:
    """The piece of one player's card, `?` for one nobody may see."""
    return f"card/{who}/{card}"


def implied_step(word: str, touch_target: str = "") -> MoveStep:
    """A word that what follows says."""
    return MoveStep(word, is_implied=True, touch_target=touch_target or word)


@cache
def column_step(column: int) -> MoveStep:
    """A column: said by the card that is laid there, or by a finger or a button."""
    return implied_step(str(column), column_zone(column))


@cache
def touch_column_step(column: int) -> MoveStep:
    """A column that only a finger or a button says."""
    return MoveStep(str(column), touch_target=column_zone(column))


@cache
def face_down_card_step(who: str, column: int, card: str) -> MoveStep:
    """A card face down in a column: only a reader tells which; `?` when none did."""
    shows = (Observation(card_piece(who, card), column_zone(column)),)
    return MoveStep(card, shows, is_implied=card == UNKNOWN, face_down=True)


@cache
def open_card_step(who: str, column: int, card: str) -> MoveStep:
    """A card that lies open in a column, or is about to: shown once more, or named by a finger."""
    shows = (Observation(card_piece(who, card), column_zone(column)),)
    return MoveStep(card, shows, touch_target=card_piece(who, card), also_at_play=True)


UNSEEN_STEP = MoveStep(UNKNOWN, touch_target="unseen")
"""A card that nobody noted."""


@cache
def objective_step(column: int, name: str) -> MoveStep:
    """An objective at the head of a column."""
    shows = (Observation(f"objective/{name}", column_zone(column)),)
    return MoveStep(name, shows, touch_target=f"objective/{column}/{name}")


def button_step(who: str, word: str) -> MoveStep:
    """A word the button of that role at the player's seat says."""
    return MoveStep(word, (Observation(f"button/{word}", f"seat/{who}"),), touch_target=word)


def all_pieces(colours: tuple[str, ...]) -> tuple[str, ...]:
    """Every piece that may carry a tag, in box order."""
    return (
        *(card_piece(who, card) for who in colours for card in CHARACTERS),
        *(f"objective/{name}" for name in OBJECTIVES),
    )
