"""The faces and symbols of the pieces of the Princes of Florence, and the names of its zones."""

from __future__ import annotations

from typing import Final

from companion.games.florence.rules.auction_events import BuilderGained, LandscapePlaced
from companion.games.florence.rules.edition import (
    BUILDINGS,
    FREEDOMS,
    LANDSCAPES,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.events import BestWorkAwarded, BuildingBuilt, PrestigeSold, WorkCompleted
from companion.games.florence.rules.phases.final_scoring import PrestigeCardCounted
from companion.games.florence.rules.pieces import (
    HIDDEN_CARD_KINDS,
    PRESTIGE_CARD,
    PROFESSION,
)
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS
from companion.games.florence.rules.work_value import BONUS_CARDS
from companion.rules.movements import Movement
from companion.rules.transaction import Event
from companion.screen.default.piece_faces import zone_name as zone_name  # they have the usual names
from companion.screen.view_models import CardModel

SYMBOL_BY_WORD: Final = {
    "large-building": "building/large",
    "medium-building": "building/medium",
    "small-building": "building/small",
    "prestige-card": PRESTIGE_CARD,
    "profession-in-hand": PROFESSION,
    "professions": PROFESSION,
    "jesters": "jester",
    "money": "florin",
}
"""Word of the notation or the data file -> the symbol of another name."""
SYMBOL_BY_BUTTON: Final = {
    "bid": "gavel",
    "pass": "cross",
    "skip": "cross",
    "done": "check",
    "keep": "prestige",
    "action/work": "work",
    "build": "building",
    "action/profession": "profession",
    "action/bonus": "bonus",
    "freedom": "freedom",
    "action/recruit": "recruiting",
}
"""The symbols of buttons."""


def symbol_of_word(word: str) -> str:
    """The symbol of a word of the notation: `religion` is drawn as `freedom/religion`."""
    if word in BUILDINGS:
        return f"building/{word}"
    if word in LANDSCAPES:
        return f"landscape/{word}"
    if word in FREEDOMS:
        return f"freedom/{word}"
    return SYMBOL_BY_WORD.get(word, word)


def symbol_of_target(touch_target: str) -> str:
    """The symbol on the button of a target; "" where there is none."""
    kind, _, name = touch_target.partition("/")
    match kind:
        case "player" | "sell":
            return name
        case "pile":
            return symbol_of_word(name)
        case "building" | "landscape" | "freedom" if name:
            return touch_target
        case "profession" | "bonus" | "prestige" if name:
            return kind
        case "take":
            return "florin"
        case "points":
            return "points"
    return SYMBOL_BY_BUTTON.get(touch_target, "")


SYMBOL_BY_MOVED_THING = {"money": "florin", "start": "sun"}
"""Kinds of moved pieces -> the symbol of another name."""
SELF_NAMED_SYMBOLS = ("profession", "bonus", PRESTIGE_CARD, "builder", "jester", "recruiting")
"""Kinds of moved pieces whose symbol has their own name, whichever piece it is."""


def movement_symbol(movement: Movement) -> str:
    """The symbol of what is moved; a figure and a stone have their owner's."""
    kind, _, which = movement.piece.partition("/")
    if kind in ("points", "stone"):
        return which
    if kind in ("building", "landscape", "freedom") and which:
        return movement.piece
    return SYMBOL_BY_MOVED_THING.get(kind, kind if kind in SELF_NAMED_SYMBOLS else "hand")


def prestige_card_symbol(card: str) -> str:
    """The symbol of what a prestige card is about."""
    wanted = PRESTIGE_CARDS[card]
    return symbol_of_word(wanted.most or wanted.fewest or next(iter(wanted.needs)))


def points_source_symbol(event: Event) -> str:
    """The symbol of what gives points, or of what the next event gives them for; "" for other events."""
    match event:
        case LandscapePlaced(tile=tile) | BuildingBuilt(tile=tile):
            return symbol_of_word(tile.name)
        case BuilderGained():
            return "builder"
        case BestWorkAwarded():
            return "best-work"
        case WorkCompleted():
            return "work"
        case PrestigeCardCounted():
            return PRESTIGE_CARD
        case PrestigeSold():
            return "florin"
    return ""


MAX_CARD_SYMBOLS = 3


def card_symbols(kind: str, name: str) -> tuple[str, ...]:
    """The symbols of what a card is about."""
    match kind:
        case "profession":
            wants = WANTS_BY_PROFESSION[name]
            return (
                symbol_of_word(wants.building),
                symbol_of_word(wants.landscape),
                symbol_of_word(wants.freedom),
            )
        case "bonus":
            counted = BONUS_CARDS[name]
            return tuple(map(symbol_of_word, (*counted.each, *counted.once)))[:MAX_CARD_SYMBOLS]
    wanted = PRESTIGE_CARDS[name]
    most = wanted.most or wanted.fewest
    return tuple(map(symbol_of_word, (most,) if most else wanted.needs))[:MAX_CARD_SYMBOLS]


def piece_face(word: str) -> CardModel:
    """The face of a piece given by its word: its symbol, for a card those of what it is about; no name."""
    kind, _, name = word.partition("/")
    if kind in HIDDEN_CARD_KINDS and name:
        return CardModel(word, "", "", kind, card_symbols(kind, name))
    return CardModel(word, "", "", symbol_of_target(word) or word)
