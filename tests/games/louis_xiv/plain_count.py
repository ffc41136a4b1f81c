"""Louis XIV counted and laid out a second time, piece by piece, from a position and from its JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.games.louis_xiv.rules.edition import MISSION_TYPES
from companion.games.louis_xiv.rules.layout import (
    INFLUENCE_CARDS_ADD_UP,
    INFLUENCE_COPIES,
    INTRIGUE_CARDS_ADD_UP,
    INTRIGUE_COPIES,
    MISSION_COPIES,
    MISSION_STACK_DISAGREES,
    NEUTRAL_STONES,
    NO_SUCH_KING_TILE,
    NO_SUCH_TILE,
    STONES_ADD_UP,
    TOO_MANY_SHOWN_OF_KIND,
    UNKNOWN_START_PLAYER,
)
from companion.games.louis_xiv.rules.phases.supply import NO_SUCH_MONEY_CARD
from companion.games.louis_xiv.rules.pieces import (
    ARMS_KINDS,
    CARD_COPIES,
    INFLUENCE_CARDS,
    STACKS,
    TILES,
    TYPE_OF_MISSION,
)
from companion.games.louis_xiv.rules.state import TableState
from companion.rules.clauses import Refusal
from companion.rules.layout import Layout


def miscounted(position: TableState) -> Iterator[Refusal]:
    """All there is too much or too little of, and the pieces that stand where they cannot."""
    yield from _stones(position)
    yield from _cards(position)
    yield from _missions(position)
    for kind in ARMS_KINDS:
        shown = sum(player.shown.get(kind, 0) for player in position.players.values())
        if shown > 10:
            yield TOO_MANY_SHOWN_OF_KIND(kind, shown, 10)
    known = [f"{louis}:{king}" for louis, king in position.config.edition.money_cards or ()]
    for card in set(position.turned):
        if position.turned.count(card) > known.count(card):
            louis, _, king = card.partition(":")
            yield NO_SUCH_MONEY_CARD(louis, king)
    if position.king not in (None, 1, 2, 3, 4):
        yield NO_SUCH_KING_TILE(position.king)
    if set(position.players) == set(position.config.seats) and position.start not in position.players:
        yield UNKNOWN_START_PLAYER(position.start)
    evaluated = [position.tile] if position.phase == "evaluation" and position.tile is not None else []
    for tile in (*position.tiles, *evaluated):
        if tile not in TILES:
            yield NO_SUCH_TILE(tile)


def _stones(position: TableState) -> Iterator[Refusal]:
    for who, player in position.players.items():
        stones = (
            player.own + player.general + sum(tile.stones.get(who, 0) for tile in position.tiles.values())
        )
        if stones != 16:
            yield STONES_ADD_UP(who, stones, 16)
    neutral = sum(tile.stones.get("neutral", 0) for tile in position.tiles.values())
    if neutral > 8:
        yield NEUTRAL_STONES(neutral, 8)


def _cards(position: TableState) -> Iterator[Refusal]:
    players = position.players.values()
    for card in INFLUENCE_CARDS:
        seen = position.played.get(card, 0) + sum(player.influence.get(card, 0) for player in players)
        if seen > CARD_COPIES[card]:
            yield INFLUENCE_COPIES(card, seen, CARD_COPIES[card])
    influence = sum(position.played.values()) + sum(sum(player.influence.values()) for player in players)
    if influence > 30:
        yield INFLUENCE_CARDS_ADD_UP(influence, 30)
    for tile in TILES:
        if sum(player.intrigue.get(str(tile), 0) for player in players) > 1:
            yield INTRIGUE_COPIES(str(tile))
    intrigue = sum(sum(player.intrigue.values()) for player in players)
    if intrigue > 12:
        yield INTRIGUE_CARDS_ADD_UP(intrigue, 12)


def _missions(position: TableState) -> Iterator[Refusal]:
    players = position.players.values()
    laid = [
        TYPE_OF_MISSION[name] for player in players for name in player.missions if name in TYPE_OF_MISSION
    ]
    for name, kind in MISSION_TYPES.items():
        if laid.count(name) > kind.copies:
            yield MISSION_COPIES(name, laid.count(name), kind.copies)
    for stack, size in zip(STACKS, (20, 12, 8), strict=True):
        missions = sum(name.startswith(f"{stack}-") for name in laid)
        missions += sum(player.hand.get(stack, 0) for player in players)
        if missions > size:
            yield MISSION_STACK_DISAGREES(stack, missions - size)


Lies = Counter[tuple[str, str, str, str]]
"""Place, its owner, piece, face -> how many."""


def lying(layout: Layout) -> Lies:
    """The contents of a layout, as one multiset."""
    bag: Lies = Counter()
    for place in layout:
        for each in place.pieces:
            bag[place.id, place.owner, each.piece, each.face] += each.count
    return bag


def on_the_table(at: dict[str, Any]) -> Lies:
    """The contents of a table without faults, from its JSON."""
    bag: Lies = Counter()
    for number, tile in at["tiles"].items():
        bag[f"tile/{number}", "", f"tile/{number}", "up" if tile["side"] == "front" else "down"] = 1
        for who, stones in tile["stones"].items():
            bag[f"tile/{number}", "", f"stone/{who}", ""] = stones
    bag[f"tile/{at['king']}" if "king" in at else "deck/money", "", "king", ""] = 1
    for card, copies in at["played"].items():
        bag["played", "", f"card/{card}", "up"] = copies
    for card in at.get("turned", ()):
        bag["turned", "", f"money/{card}", "up"] += 1
    bag[f"player/{at['start']}", at["start"], "start", ""] = 1
    for who, player in at["players"].items():
        _of_a_player(bag, who, player)
    return +bag


def _of_a_player(bag: Lies, who: str, player: dict[str, Any]) -> None:
    for supply in ("own", "general"):
        bag[f"{supply}/{who}", who, f"stone/{who}", ""] = player[supply]
    bag[f"player/{who}", who, "money", ""] = player["money"]
    bag[f"player/{who}", who, "arms/?", "down"] = player["arms"] - sum(player["shown"].values())
    for kind, arms in player["shown"].items():
        bag[f"player/{who}", who, f"arms/{kind}", "up"] = arms
    for chip, chips in player["chips"].items():
        bag[f"player/{who}", who, f"chip/{chip}", ""] = chips
    for mission in player["missions"]:
        bag[f"laid/{who}", who, f"mission/{mission}", "up"] += 1
    for family, hand in (("card", "influence"), ("intrigue", "intrigue")):
        for card, copies in player[hand].items():
            bag[f"hand/{who}", who, f"{family}/{card}", "down"] = copies
    for stack, cards in player["hand"].items():
        bag[f"hand/{who}", who, f"mission/{stack}/?", "down"] = cards
