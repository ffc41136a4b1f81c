"""What players gain, whatever gives it; each with its reason, and with the box's limits in mind (L-M6)."""

from __future__ import annotations

from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    ChipGained,
    InfluenceDrawn,
    IntrigueDrawn,
    MoneyGained,
    StonesPlaced,
    StonesTaken,
    SubstituteNeeded,
    Why,
)
from companion.games.louis_xiv.rules.printed import CHIP_COUNT, MATERIAL
from companion.games.louis_xiv.rules.state import Player
from companion.rules.transaction import Transaction

ALL_ARMS = 6 * MATERIAL["arms-kind"]


def gain_money(tale: Transaction, who: str, louis: int, why: Why) -> None:
    """Louis from the bank, however little it holds (L-M6)."""
    tale.apply_event(MoneyGained(who, louis, why))
    if sum([player.money for player in tale.position.players.values()]) > MATERIAL["louis"]:
        tale.apply_event(SubstituteNeeded("money"))


def gain_arms(tale: Transaction, who: str, arms: int, why: Why) -> None:
    """Coats of arms, face down (L-M6)."""
    tale.apply_event(ArmsGained(who, arms, why))
    note_arms(tale)


def note_arms(tale: Transaction) -> None:
    """A substitute for coats of arms, when there are more of them than the box holds (L-M6)."""
    if sum([player.arms for player in tale.position.players.values()]) > ALL_ARMS:
        tale.apply_event(SubstituteNeeded("arms"))


def gain_chip(tale: Transaction, who: str, chip: str, why: Why) -> None:
    """A chip from the middle (L-M6)."""
    tale.apply_event(ChipGained(who, chip, why))
    if sum([player.chips.get(chip, 0) for player in tale.position.players.values()]) > CHIP_COUNT[chip]:
        tale.apply_event(SubstituteNeeded(chip))


def draw_influence(tale: Transaction, who: str, cards: int, why: Why) -> None:
    """The top influence cards, as many as there are."""
    drawn = min(cards, tale.position.influence_deck())
    if drawn:
        tale.apply_event(InfluenceDrawn(who, drawn, why))


def draw_intrigue(tale: Transaction, who: str, why: Why) -> None:
    """The top intrigue card; an empty deck gives nothing (L-M6, RULING)."""
    if tale.position.intrigue_deck():
        tale.apply_event(IntrigueDrawn(who, why))


def take_stones(tale: Transaction, who: str, stones: int, why: Why) -> None:
    """Stones from the general to the own supply, fewer only when there are fewer."""
    taken = min(stones, tale.position.players[who].general)
    if taken:
        tale.apply_event(StonesTaken(who, taken, why))


def place_from_general(tale: Transaction, who: str, tile: int) -> None:
    """L-X1: one stone from the general supply; from the own if, and only if, that has none left."""
    player: Player = tale.position.players[who]
    if player.stones:
        tale.apply_event(StonesPlaced(who, tile, 1, "general" if player.general else "own"))
