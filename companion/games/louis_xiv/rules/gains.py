"""What players gain, from whatever source, with the reason and the limits of the box (L-M6)."""

from __future__ import annotations

from companion.games.louis_xiv.rules.edition import CHIP_COPIES, MATERIAL
from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    ChipGained,
    GainReason,
    InfluenceDrawn,
    IntrigueDrawn,
    MoneyGained,
    StonesPlaced,
    StonesTakenBack,
    SubstituteNeeded,
)
from companion.games.louis_xiv.rules.state import PlayerState
from companion.rules.transaction import Transaction

ARMS_IN_BOX = 6 * MATERIAL["arms-kind"]


def gain_money(transaction: Transaction, who: str, louis: int, why: GainReason) -> None:
    """Give louis from the bank, however little it holds (L-M6)."""
    transaction.apply_event(MoneyGained(who, louis, why))
    if sum([player.money for player in transaction.position.players.values()]) > MATERIAL["louis"]:
        transaction.apply_event(SubstituteNeeded("money"))


def gain_arms(transaction: Transaction, who: str, arms: int, why: GainReason) -> None:
    """Give coats of arms, face down (L-M6)."""
    transaction.apply_event(ArmsGained(who, arms, why))
    note_arms_substitute(transaction)


def note_arms_substitute(transaction: Transaction) -> None:
    """Announce a substitute for coats of arms when there are more of them than the box holds (L-M6)."""
    if sum([player.arms for player in transaction.position.players.values()]) > ARMS_IN_BOX:
        transaction.apply_event(SubstituteNeeded("arms"))


def gain_chip(transaction: Transaction, who: str, chip: str, why: GainReason) -> None:
    """Give a chip from the middle (L-M6)."""
    transaction.apply_event(ChipGained(who, chip, why))
    if (
        sum([player.chips.get(chip, 0) for player in transaction.position.players.values()])
        > CHIP_COPIES[chip]
    ):
        transaction.apply_event(SubstituteNeeded(chip))


def draw_influence(transaction: Transaction, who: str, cards: int, why: GainReason) -> None:
    """Draw that many influence cards, or all that the deck has."""
    drawn = min(cards, transaction.position.influence_deck_size())
    if drawn:
        transaction.apply_event(InfluenceDrawn(who, drawn, why))


def draw_intrigue(transaction: Transaction, who: str, why: GainReason) -> None:
    """Draw the top intrigue card; an empty deck gives nothing (L-M6, RULING)."""
    if transaction.position.intrigue_deck_size():
        transaction.apply_event(IntrigueDrawn(who, why))


def take_stones(transaction: Transaction, who: str, stones: int, why: GainReason) -> None:
    """Move that many stones from the general to the own supply, or all there are."""
    taken = min(stones, transaction.position.players[who].general)
    if taken:
        transaction.apply_event(StonesTakenBack(who, taken, why))


def place_stone_from_supply(transaction: Transaction, who: str, tile: int) -> None:
    """L-X1: place one stone from the general supply, or from the own supply if the general one is empty."""
    player: PlayerState = transaction.position.players[who]
    if player.placeable_stones:
        transaction.apply_event(StonesPlaced(who, tile, 1, "general" if player.general else "own"))
