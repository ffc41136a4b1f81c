"""Who takes an objective: the evaluation of one column (K-3). Pure; values are in half points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games.kabale.rules.printed import EFFECTS, Halves, printed, symbol_of

DOPPELGAENGER = "doppelgaenger"
Remover = Literal["mage", "witch"]
MAGE: Remover = "mage"
WITCH: Remover = "witch"
REMOVERS: tuple[Remover, ...] = (MAGE, WITCH)
"""In the order in which they work (K-3.1)."""
Rule = Literal["prince-and-squire", "highest", "lowest", "only-doppelgaengers", "nobody"]


class Change(Struct, frozen=True, gc=False):
    """What an effect does to a value: which, and by how much."""

    why: str
    halves: Halves


class Valued(Struct, frozen=True, gc=False):
    """A card of the column and what became of it. `printed`: on the card, or copied from `copies`; None: a
    Doppelgänger without value. `removed` by the Mage or the Witch, else `halves` is what it counts."""

    by: str
    card: str
    printed: Halves | None
    copies: str = ""
    removed: Remover | Literal[""] = ""
    changes: tuple[Change, ...] = ()
    halves: Halves | None = None


class Verdict(Struct, frozen=True, gc=False):
    """Who takes the objective and why. cards: from the objective down. sums: player -> what his cards count.
    tied: those with the deciding sum, or those with Prince and Squire, if it is more than one. musketeers:
    they lie here, so no other effect works. idle: Mages or Witches that do not work, being two or more."""

    cards: tuple[Valued, ...]
    rule: Rule
    winner: str | None
    sums: Mapping[str, Halves] = {}
    tied: tuple[str, ...] = ()
    musketeers: bool = False
    idle: tuple[str, ...] = ()


def evaluate(objective: str, cards: Sequence[tuple[str, str]], unseen: int = 0) -> Verdict:
    """The verdict on a column by itself (K-2.0): musketeers (K-3.2), else one effect after another (K-3.1).

    cards: whose and which, from the objective down. unseen: how many more lie there face down, as long as the
    round goes on: hermit and little giant count them already.
    """
    symbol = symbol_of(objective)
    column = [Valued(by, card, printed(card, symbol)) for by, card in cards]
    if any(card.card == "musketeers" for card in column):
        verdict = _by_sums([replace(card, halves=card.printed) for card in column], beggar=False)
        return replace(verdict, musketeers=True)
    column = _copied(column)
    idle = tuple(name for name in REMOVERS if _count(column, name) > 1)
    for name in REMOVERS:
        if _count(column, name) == 1:
            column = _removed(column, name)
    left = _left(column)
    both = _with_prince_and_squire(left)
    column = [card if card.removed else _worth(card, place, left, unseen) for place, card in _places(column)]
    if both:
        nearest = next(card.by for card in left if card.by in both and card.card in ("prince", "squire"))
        tied = both if len(both) > 1 else ()
        return Verdict(tuple(column), "prince-and-squire", nearest, _sums(_left(column)), tied, idle=idle)
    return replace(_by_sums(column, beggar=_count(column, "beggar") > 0), idle=idle)


def _left(column: Sequence[Valued]) -> list[Valued]:
    return [card for card in column if not card.removed]


def _count(column: Sequence[Valued], name: str) -> int:
    return sum(card.card == name and not card.removed for card in column)


def _places(column: Sequence[Valued]) -> Iterator[tuple[int, Valued]]:
    """Each card with its place among those that are left."""
    place = 0
    for card in column:
        yield place, card
        place += not card.removed


# -- K-3.6


def _copied(column: Sequence[Valued]) -> list[Valued]:
    """Every Doppelgänger has the printed value of the first other card below him, or none. Nothing removed
    changes that: with the card he copies goes he (K-3.3)."""
    below: Valued | None = None
    found: list[Valued] = []
    for card in reversed(column):
        if card.card == DOPPELGAENGER:
            copies = (below.copies or below.card) if below and below.printed is not None else ""
            card = replace(card, printed=below.printed if below else None, copies=copies)
        below = card
        found.append(card)
    return found[::-1]


# -- K-3.3


def _removed(column: Sequence[Valued], name: Remover) -> list[Valued]:
    """The column after the only Mage, or the only Witch: judged on printed values, all at once."""

    def goes(card: Valued) -> bool:
        if card.removed or card.printed is None:
            return False
        if name == MAGE:
            return card.printed >= EFFECTS["mage-from"]
        return card.printed <= EFFECTS["witch-upto"] and card.card != WITCH

    return [replace(card, removed=name) if goes(card) else card for card in column]


# -- K-3.4


def _with_prince_and_squire(left: Sequence[Valued]) -> tuple[str, ...]:
    """Those who have both, in the order of their first card."""
    has = {(card.by, card.card) for card in left}
    return tuple(dict.fromkeys(card.by for card in left if {(card.by, "prince"), (card.by, "squire")} <= has))


# -- K-3.5


def _worth(card: Valued, place: int, left: Sequence[Valued], unseen: int) -> Valued:
    """What the card counts: all effects together, and never below none."""
    if card.printed is None:
        return card
    changes = tuple(_changes(card, [other for at, other in enumerate(left) if at != place], unseen))
    halves = max(0, card.printed + sum(change.halves for change in changes))
    return replace(card, changes=changes, halves=halves)


def _changes(card: Valued, others: Sequence[Valued], unseen: int) -> Iterator[Change]:
    number = len(others) + unseen
    if card.card in ("hermit", "little-giant") and number:
        yield Change(card.card, EFFECTS[card.card] * number)
    if card.card == "romeo" and any(other.card == "julia" and other.by == card.by for other in others):
        assert card.printed is not None
        yield Change("julia", EFFECTS["romeo-with-julia"] - card.printed)
    for other in others:
        if other.card == "dragon" and other.by != card.by:
            yield Change("dragon", EFFECTS["dragon"])


# -- K-3.7


def _sums(left: Sequence[Valued]) -> dict[str, Halves]:
    """What each player's cards count; who has only Doppelgängers without value is not in it."""
    sums: dict[str, Halves] = {}
    for card in left:
        if card.halves is not None:
            sums[card.by] = sums.get(card.by, 0) + card.halves
    return sums


def _by_sums(column: Sequence[Valued], *, beggar: bool) -> Verdict:
    cards, left = tuple(column), _left(column)
    sums = _sums(left)
    if not left:
        return Verdict(cards, "nobody", None)
    if not sums:
        return Verdict(cards, "only-doppelgaengers", left[0].by)
    deciding = min(sums.values()) if beggar else max(sums.values())
    tied = tuple(who for who, halves in sums.items() if halves == deciding)
    by_place = reversed(left) if beggar else iter(left)
    winner = next(card.by for card in by_place if card.by in tied)
    return Verdict(cards, "lowest" if beggar else "highest", winner, sums, tied if len(tied) > 1 else ())
