"""The evaluation of one column: who takes its objective, or would take it now (K-3). Pure; values are half points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.kabale.rules.constants import EFFECT_VALUES, HalfPoints, objective_symbol, printed_value
from companion.games.kabale.rules.state import ColumnState

RemovingCard = Literal["mage", "witch"]
DecidingRule = Literal["prince-and-squire", "highest", "lowest", "only-doppelgaengers", "nobody"]


class ValueChange(Struct, frozen=True, gc=False):
    """A change to a card's value: the card or rule it comes from, and the half points."""

    why: str
    halves: HalfPoints


class EvaluatedCard(Struct, frozen=True, gc=False):
    """A card of the column and its result.

    `printed` is the value on the card, or on the card that it `copies`; None for a Doppelgänger without
    value. `halves` is what the card counts in the end, unless it was `removed` by the Mage or the Witch.
    """

    by: str
    card: str
    printed: HalfPoints | None
    copies: str = ""
    removed: RemovingCard | Literal[""] = ""
    changes: tuple[ValueChange, ...] = ()
    halves: HalfPoints | None = None


class ColumnResult(Struct, frozen=True, gc=False):
    """Who takes the objective of a column, and why.

    `cards` are listed from the objective down; `sums` maps a player to the value of their cards. `tied` are
    the players with the deciding sum, or with Prince and Squire, if they are several. `musketeers`:
    Musketeers lie in the column and no other effect applies. `idle`: the Mage or Witch, where two or more of
    them cancel each other.
    """

    cards: tuple[EvaluatedCard, ...]
    rule: DecidingRule
    winner: str | None
    sums: Mapping[str, HalfPoints] = {}
    tied: tuple[str, ...] = ()
    musketeers: bool = False
    idle: tuple[str, ...] = ()


class ColumnStanding(Struct, frozen=True, gc=False):
    """The result of a column if its face-down cards had no value and no effect.

    That they lie there counts (K-3.5). `result.cards` are the open cards, from the objective down; any of the
    `face_down_owners` could still win.
    """

    result: ColumnResult
    face_down_owners: tuple[str, ...] = ()


DOPPELGAENGER = "doppelgaenger"
MAGE: RemovingCard = "mage"
WITCH: RemovingCard = "witch"
REMOVING_CARDS: tuple[RemovingCard, ...] = (MAGE, WITCH)
"""In the order in which they take effect (K-3.1)."""
VALUE_CHANGING_CARDS = frozenset({"hermit", "little-giant", "romeo", "dragon"})
"""The cards that change a value, their own or others' (K-3.5)."""


def evaluate_column(
    objective: str, cards: Sequence[tuple[str, str]], face_down_count: int = 0
) -> ColumnResult:
    """Evaluate one column by itself (K-2.0): Musketeers (K-3.2), else one effect after another (K-3.1).

    `cards` are pairs of a player and a card, from the objective down. `face_down_count` is how many more lie
    there face down while the round goes on: Hermit and Little Giant count them already.
    """
    symbol = objective_symbol(objective)
    column = [_card_as_printed(by, card, printed_value(card, symbol)) for by, card in cards]
    names = [card for _, card in cards]
    if "musketeers" in names:
        return _result_by_sums(column, beggar=False, musketeers=True)
    if DOPPELGAENGER in names:
        column = _copy_values(column)
    removing = [name for name in REMOVING_CARDS if name in names]
    idle = tuple([name for name in removing if _count_named(column, name) > 1])
    for name in removing:
        if _count_named(column, name) == 1:
            column = _remove_cards(column, name)
    left = _remaining_cards(column)
    both = _with_prince_and_squire(left) if "prince" in names and "squire" in names else ()
    if not VALUE_CHANGING_CARDS.isdisjoint(names):
        column = [
            card if card.removed else _with_value(card, place, left, face_down_count)
            for place, card in _cards_with_place(column)
        ]
    if both:
        nearest = next(card.by for card in left if card.by in both and card.card in ("prince", "squire"))
        tied = both if len(both) > 1 else ()
        return ColumnResult(
            tuple(column),
            "prince-and-squire",
            nearest,
            _sums_by_player(_remaining_cards(column)),
            tied,
            idle=idle,
        )
    return _result_by_sums(column, beggar="beggar" in names and _count_named(column, "beggar") > 0, idle=idle)


def _card_as_printed(by: str, card: str, printed: HalfPoints | None, copies: str = "") -> EvaluatedCard:
    """A card that counts what is printed, as long as nothing removes or changes it."""
    return EvaluatedCard(by, card, printed, copies, halves=printed)


def _remaining_cards(column: Sequence[EvaluatedCard]) -> list[EvaluatedCard]:
    return [card for card in column if not card.removed]


def _count_named(column: Sequence[EvaluatedCard], name: str) -> int:
    return sum(card.card == name and not card.removed for card in column)


def _cards_with_place(column: Sequence[EvaluatedCard]) -> Iterator[tuple[int, EvaluatedCard]]:
    """The remaining cards, each with its place among them."""
    place = 0
    for card in column:
        yield place, card
        place += not card.removed


# -- K-3.6


def _copy_values(column: Sequence[EvaluatedCard]) -> list[EvaluatedCard]:
    """The column in which every Doppelgänger has the printed value of the first other card below, or none.

    Removals do not change that: a Doppelgänger goes together with the card it copies (K-3.3).
    """
    below: EvaluatedCard | None = None
    found: list[EvaluatedCard] = []
    for card in reversed(column):
        if card.card == DOPPELGAENGER:
            copies = (below.copies or below.card) if below and below.printed is not None else ""
            card = _card_as_printed(card.by, card.card, below.printed if below else None, copies)
        below = card
        found.append(card)
    return found[::-1]


# -- K-3.3


def _remove_cards(column: Sequence[EvaluatedCard], name: RemovingCard) -> list[EvaluatedCard]:
    """The column after its only Mage, or its only Witch, has removed cards by printed value, all at once."""

    def goes(card: EvaluatedCard) -> bool:
        if card.removed or card.printed is None:
            return False
        if name == MAGE:
            return card.printed >= EFFECT_VALUES["mage-from"]
        return card.printed <= EFFECT_VALUES["witch-upto"] and card.card != WITCH

    return [replace(card, removed=name, halves=None) if goes(card) else card for card in column]


# -- K-3.4


def _with_prince_and_squire(left: Sequence[EvaluatedCard]) -> tuple[str, ...]:
    """The players who have both, in the order of their first card."""
    has = {(card.by, card.card) for card in left}
    return tuple(dict.fromkeys(card.by for card in left if {(card.by, "prince"), (card.by, "squire")} <= has))


# -- K-3.5


def _with_value(card: EvaluatedCard, place: int, left: Sequence[EvaluatedCard], unseen: int) -> EvaluatedCard:
    """The card with the value it counts: all effects applied at once, never below zero."""
    if card.printed is None:
        return card
    changes = tuple(_value_changes(card, [*left[:place], *left[place + 1 :]], unseen))
    if not changes:
        return card
    halves = max(0, card.printed + sum(change.halves for change in changes))
    return replace(card, changes=changes, halves=halves)


def _value_changes(
    card: EvaluatedCard, others: Sequence[EvaluatedCard], unseen: int
) -> Iterator[ValueChange]:
    number = len(others) + unseen
    if card.card in ("hermit", "little-giant") and number:
        yield ValueChange(card.card, EFFECT_VALUES[card.card] * number)
    if card.card == "romeo" and any(other.card == "julia" and other.by == card.by for other in others):
        assert card.printed is not None
        yield ValueChange("julia", EFFECT_VALUES["romeo-with-julia"] - card.printed)
    for other in others:
        if other.card == "dragon" and other.by != card.by:
            yield ValueChange("dragon", EFFECT_VALUES["dragon"])


# -- K-3.7


def _sums_by_player(left: Sequence[EvaluatedCard]) -> dict[str, HalfPoints]:
    """Player -> the value of their cards; players with only Doppelgängers without value are absent."""
    sums: dict[str, HalfPoints] = {}
    for card in left:
        if card.halves is not None:
            sums[card.by] = sums.get(card.by, 0) + card.halves
    return sums


def _result_by_sums(
    column: Sequence[EvaluatedCard], *, beggar: bool, musketeers: bool = False, idle: tuple[str, ...] = ()
) -> ColumnResult:
    cards, left = tuple(column), _remaining_cards(column)
    sums = _sums_by_player(left)
    if not left:
        return ColumnResult(cards, "nobody", None, idle=idle)
    if not sums:
        return ColumnResult(cards, "only-doppelgaengers", left[0].by, idle=idle)
    deciding = min(sums.values()) if beggar else max(sums.values())
    tied = tuple([who for who, halves in sums.items() if halves == deciding])
    winner = tied[0]
    if len(tied) > 1:
        winner = next(card.by for card in (reversed(left) if beggar else left) if card.by in tied)
    return ColumnResult(
        cards,
        "lowest" if beggar else "highest",
        winner,
        sums,
        tied if len(tied) > 1 else (),
        musketeers,
        idle,
    )


# -- while the round goes on, as far as everybody may know (K-3)


def column_standing(column: ColumnState) -> ColumnStanding:
    """The standing of a column, which does not depend on the names of its face-down cards."""
    shown = [(card.by, card.card) for card in column.cards if card.up]
    hidden = [card.by for card in column.cards if not card.up]
    verdict = evaluate_column(column.objective, shown, face_down_count=len(hidden))
    return ColumnStanding(verdict, tuple(dict.fromkeys(hidden)))
