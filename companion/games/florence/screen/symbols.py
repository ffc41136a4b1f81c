"""The symbols of movements, prestige cards and sources of points."""

from __future__ import annotations

from companion.games.florence.rules.auction_events import BuilderGained, LandscapePlaced
from companion.games.florence.rules.events import BestWorkAwarded, BuildingBuilt, PrestigeSold, WorkCompleted
from companion.games.florence.rules.phases.final_scoring import PrestigeCardCounted
from companion.games.florence.rules.pieces import PRESTIGE_CARD
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS
from companion.games.florence.screen.word_symbols import symbol_of_word
from companion.rules.movements import Movement
from companion.rules.transaction import Event

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
