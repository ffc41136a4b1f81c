"""What is wrong with a virtual table, plainly: lists and counts of each game compared one by one.

It is an oracle for companion.simulator.consistency without layouts, and makes tables that are damaged by one
piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.games.florence.players.ground_truth import (
    ALL_PIECES,
    OUT_OF_GAME,
    STACK_CARDS,
    SUPPLY,
    FlorenceGroundTruth,
)
from companion.games.florence.rules.edition import BUILDINGS, FREEDOMS, LANDSCAPES, OBJECT_KINDS
from companion.games.kabale.players.ground_truth import KabaleGroundTruth
from companion.games.kabale.rules.constants import CHARACTERS, OBJECTIVES
from companion.games.louis_xiv.players.ground_truth import (
    ARMS_PIECES,
    LouisXIVGroundTruth,
    piece_names_in_box,
)
from companion.games.louis_xiv.rules.pieces import SUBSTITUTE_ARMS
from companion.rules.game import GameSetup
from companion.rules.moves import UNKNOWN
from companion.simulator.ground_truth import GroundTruth

Pile = list[Any] | Counter[Any]


def wrong(truth: GroundTruth, setup: GameSetup) -> list[str]:
    """What lies nowhere, twice, in another number than everybody can see, or by another name."""
    if isinstance(truth, KabaleGroundTruth):
        return [*_kabale(truth)]
    if isinstance(truth, LouisXIVGroundTruth):
        return [*_louis(truth, setup)]
    assert isinstance(truth, FlorenceGroundTruth)
    return [*_florence(truth)]


def _unlike(found: Counter[str], whole: Sequence[str]) -> Iterator[str]:
    box = Counter(whole)
    return (name for name in sorted({*found, *box}) if found[name] != box[name])


def _held(what: str, cards: Sequence[str], known: Mapping[str, int]) -> Iterator[str]:
    if len(cards) != sum(known.values()) or not {card for card in known if card != UNKNOWN} <= {*cards}:
        yield what


def _kabale(truth: KabaleGroundTruth) -> Iterator[str]:
    laid = [card for column in truth.columns for card in column]
    for who, player in truth.position.players.items():
        own = (*truth.hands[who], *truth.decks[who], *truth.discard_piles[who])
        yield from _unlike(Counter((*own, *(card for by, card in laid if by == who))), CHARACTERS)
        yield from _held(f"hand {who}", truth.hands[who], player.hand)
        yield from _held(f"discard {who}", truth.discard_piles[who], player.discard)
        yield from _held(f"deck {who}", truth.decks[who], {UNKNOWN: player.deck})
    seen = [*truth.position.lost, *(column.objective for column in truth.position.columns)]
    won = [name for player in truth.position.players.values() for name in player.won]
    there = Counter((*truth.objective_deck, *truth._objectives_left_out, *filter(None, seen), *won))
    yield from _unlike(there, OBJECTIVES)
    for number, column in enumerate(truth.position.columns):
        true = truth.columns[number]
        pairs = zip(column.cards, true, strict=False)
        if len(true) != len(column.cards) or any(
            card.by != lies.by or card.card not in (lies.card, UNKNOWN) for card, lies in pairs
        ):
            yield f"column {number + 1}"


def _louis(truth: LouisXIVGroundTruth, setup: GameSetup) -> Iterator[str]:
    players = truth.position.players
    laid = [name for player in players.values() for name in player.missions]
    influence = [card for hand in truth.influence_hands.values() for card in hand]
    intrigue = [card for hand in truth.intrigue_hands.values() for card in hand]
    missions = [
        name for names in (*truth.mission_hands.values(), *truth.mission_stacks.values()) for name in names
    ]
    arms = sum(truth.arms_by_player.values(), Counter(truth.arms_pile))
    del arms[SUBSTITUTE_ARMS]
    yield from _unlike(
        Counter((*truth.influence_deck, *influence)) + Counter(truth.position.played),
        piece_names_in_box(setup, "card"),
    )
    yield from _unlike(Counter((*truth.intrigue_deck, *intrigue)), piece_names_in_box(setup, "intrigue"))
    yield from _unlike(Counter((*missions, *laid)), piece_names_in_box(setup, "mission"))
    yield from _unlike(arms, ARMS_PIECES)
    for who, player in players.items():
        yield from _held(f"influence {who}", truth.influence_hands[who], player.influence)
        yield from _held(f"intrigue {who}", truth.intrigue_hands[who], player.intrigue)
        if len(truth.mission_hands[who]) != sum(player.hand.values()):
            yield f"missions {who}"
        if truth.arms_by_player[who].total() != player.arms and truth.position.phase != "over":
            yield f"arms {who}"


def _florence(truth: FlorenceGroundTruth) -> Iterator[str]:
    there = sum(truth.pieces_by_place.values(), Counter[str]())
    for pieces in (*truth.stacks.values(), *truth.hands.values(), *truth.table_rows.values()):
        there.update(pieces)
    yield from _unlike(
        Counter({piece: n for piece, n in there.items() if not piece.startswith("freedom/")}),
        [piece for piece in ALL_PIECES if not piece.startswith("freedom/")],
    )
    for who, player in truth.position.players.items():
        front = Counter(_piece(tile.name) for tile in player.grid)
        front += Counter(map(_piece, player.freedoms))
        front += Counter({"builder": player.builders, "jester": player.jesters})
        front["recruiting"] += player.recruiting
        front += Counter(name if name == "recruiting" else f"profession/{name}" for name in player.table)
        front += Counter(f"bonus/{name}" for name in player.used)
        lies = Counter(truth.table_rows[who])
        for place in ("player", "grid", "used"):
            lies += truth.pieces_by_place[f"{place}/{who}"]
        yield from (f"{who} {piece}" for piece in {*front, *lies} if front[piece] != lies[piece])
        for kind, known in (
            ("profession", player.hand),
            ("bonus", player.bonus),
            ("prestige", player.prestige),
        ):
            cards = [name for name in truth.hands[who] if name.startswith(f"{kind}/")]
            yield from _held(f"{kind} {who}", cards, {_card(kind, name): n for name, n in known.items()})
    for kind in (*OBJECT_KINDS, *BUILDINGS, *FREEDOMS):
        if (
            kind != "prestige"
            and truth.position.supply_of(kind) != truth.pieces_by_place[SUPPLY][_piece(kind)]
        ):
            yield f"supply {kind}"
    position = truth.position
    numbers = (position.profession_stack_size, position.bonus_stack_size, position.supply_of("prestige"))
    for kind, number in zip(STACK_CARDS, numbers, strict=True):
        if len(truth.stacks[kind]) != number:
            yield f"stack {kind}"


def _card(kind: str, name: str) -> str:
    return name if name == UNKNOWN else f"{kind}/{name}"


def _piece(name: str) -> str:
    for kind, names in (("landscape", LANDSCAPES), ("building", BUILDINGS), ("freedom", FREEDOMS)):
        if name in names:
            return f"{kind}/{name}"
    return name


# -- damage


def piles(truth: GroundTruth) -> list[Pile]:
    """Every pile of a table that is kept as a list."""
    if isinstance(truth, KabaleGroundTruth):
        own = (*truth.decks.values(), *truth.hands.values(), *truth.discard_piles.values())
        return [*own, *truth.columns, truth.objective_deck, truth._objectives_left_out]
    if isinstance(truth, LouisXIVGroundTruth):
        hands = (
            *truth.influence_hands.values(),
            *truth.intrigue_hands.values(),
            *truth.mission_hands.values(),
        )
        return [
            *hands,
            truth.influence_deck,
            truth.intrigue_deck,
            truth.arms_pile,
            *truth.mission_stacks.values(),
            *truth.arms_by_player.values(),
        ]
    assert isinstance(truth, FlorenceGroundTruth)
    lies = [pile for place, pile in truth.pieces_by_place.items() if place != OUT_OF_GAME]
    return [*truth.stacks.values(), *truth.hands.values(), *truth.table_rows.values(), *lies]


def damaged(truth: GroundTruth, chance: Random) -> str:
    """Lose, double, move or change one piece; returns what happened."""
    full = [pile for pile in piles(truth) if len(pile)]
    pile = chance.choice(full)
    piece = chance.choice(sorted(pile.elements() if isinstance(pile, Counter) else pile))
    how, do = chance.choice(tuple(DAMAGE.items()))
    do(pile, piece, full, chance)
    return f"{how} {piece}"


def _take(pile: Pile, piece: Any) -> None:
    if isinstance(pile, Counter):
        pile[piece] -= 1
        if not pile[piece]:
            del pile[piece]
    else:
        pile.remove(piece)


def _put(pile: Pile, piece: Any) -> None:
    if isinstance(pile, Counter):
        pile[piece] += 1
    else:
        pile.append(piece)


def _elsewhere(pile: Pile, piece: Any, full: Sequence[Pile], chance: Random) -> None:
    others = [each for each in full if type(next(iter(each))) is type(piece)]
    _take(pile, piece)
    _put(chance.choice(others), piece)


def _renamed(pile: Pile, piece: Any, full: Sequence[Pile], chance: Random) -> None:
    others = [each for other in full for each in other if type(each) is type(piece)]
    _take(pile, piece)
    _put(pile, chance.choice(others))


DAMAGE: Mapping[str, Callable[[Pile, Any, Sequence[Pile], Random], None]] = {
    "lost": lambda pile, piece, full, chance: _take(pile, piece),
    "doubled": lambda pile, piece, full, chance: _put(pile, piece),
    "elsewhere": _elsewhere,
    "renamed": _renamed,
}
