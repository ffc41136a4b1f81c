"""The pieces of Kabale und Hiebe by name, with the words and observations that refer to them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.games.kabale.rules.constants import CHARACTERS, OBJECTIVES
from companion.rules.moves import UNKNOWN, MoveStep, Observation

COLOURS = ("black", "blue", "green", "red", "white", "yellow")
CARD_NAMES: Mapping[str, str] = {name: name for name in (*CHARACTERS, UNKNOWN)}
"""The names of cards, `?` among them; other words are absent."""


def column_zone(column: int) -> str:
    """The place of the cards of a column; columns count from 1, from left to right."""
    return f"column/{column}"


def card_piece(who: str, card: str) -> str:
    """The piece of a player's card, `?` for one nobody may see."""
    return f"card/{who}/{card}"


def implied_step(word: str, touch_target: str = "") -> MoveStep:
    """A step whose word is implied by those that follow."""
    return MoveStep(word, is_implied=True, touch_target=touch_target or word)


@cache
def column_step(column: int) -> MoveStep:
    """The step of a column, given by the card that is laid there, or by a touch or a button."""
    return implied_step(str(column), column_zone(column))


@cache
def touch_column_step(column: int) -> MoveStep:
    """The step of a column that only a touch or a button gives."""
    return MoveStep(str(column), touch_target=column_zone(column))


@cache
def face_down_card_step(who: str, column: int, card: str) -> MoveStep:
    """The step of a card face down in a column: only a reader can tell which it is, else it is `?`."""
    shows = (Observation(card_piece(who, card), column_zone(column)),)
    return MoveStep(card, shows, is_implied=card == UNKNOWN, face_down=True)


@cache
def open_card_step(who: str, column: int, card: str) -> MoveStep:
    """The step of a card that lies open in a column or is about to: shown again, or named by a touch."""
    shows = (Observation(card_piece(who, card), column_zone(column)),)
    return MoveStep(card, shows, touch_target=card_piece(who, card), also_at_play=True)


UNSEEN_STEP = MoveStep(UNKNOWN, touch_target="unseen")
"""The step of a card that nobody noted."""


OBJECTIVE_PREFIX = "objective/"


@cache
def objective_step(column: int, name: str) -> MoveStep:
    """The step of an objective at the head of a column."""
    shows = (Observation(f"{OBJECTIVE_PREFIX}{name}", column_zone(column)),)
    return MoveStep(name, shows, touch_target=f"{objective_place(column)}{name}")


def objective_place(column: int) -> str:
    """What the touch targets of the objectives for a column begin with."""
    return f"objective/{column}/"


def button_step(who: str, word: str) -> MoveStep:
    """A step whose word the player's button of that role gives."""
    return MoveStep(word, (Observation(f"button/{word}", f"seat/{who}"),), touch_target=word)


def all_pieces(colours: tuple[str, ...]) -> tuple[str, ...]:
    """Every piece that may carry a tag, in box order."""
    return (
        *(card_piece(who, card) for who in colours for card in CHARACTERS),
        *(f"objective/{name}" for name in OBJECTIVES),
    )
