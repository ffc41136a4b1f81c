"""The engine and the plain scorer agree on 100,000 random columns. HERALD_LONG=10 compares ten times as many."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from companion.games.kabale.rules.column_evaluation import ColumnResult, evaluate_column
from companion.games.kabale.rules.constants import CHARACTERS, SYMBOL_OF_PROFESSION, SYMBOLS
from companion.games.kabale.rules.pieces import COLOURS
from tests.games.kabale.plain import scorer
from tests.long import LONG, usually

FEW, RUNS, COLUMNS = 2, 10, 10_000
MOST_CARDS = 12
INTERACTING = (
    *("mage", "witch", "prince", "squire", "hermit", "little-giant", "doppelgaenger", "dragon", "romeo"),
    *("julia", "beggar", "cloak", "assassin", "traitor", "storm"),
)
Column = list[tuple[str, str]]


def random_column(rng: Random) -> tuple[str, Column]:
    """A symbol and up to twelve cards of two to six colours, none twice; most of them affect others."""
    symbol = rng.choice(SYMBOLS)
    colours = rng.sample(COLOURS, rng.randint(2, 6))
    about = rng.sample(CHARACTERS, rng.randint(1, 6))  # few characters, so that several colours have the same
    cards: Column = []
    for _ in range(rng.randint(0, MOST_CARDS)):
        dice = rng.random()
        if dice < 0.45:
            character = rng.choice(INTERACTING)
        elif dice < 0.75:
            character = rng.choice(about)
        elif dice < 0.85:
            character = rng.choice(tuple(SYMBOL_OF_PROFESSION))
        else:
            character = rng.choice(CHARACTERS)
        card = (rng.choice(colours), character)
        if card not in cards:
            cards.append(card)
    return symbol, cards


def readable(symbol: str, column: Column, found: ColumnResult) -> str:
    """A column as text: what the engine made of each card."""
    lines = [f"{symbol}:3, {found.rule}, won by {found.winner}"]
    for (by, card), valued in zip(column, found.cards, strict=True):
        lines.append(f"  {by} {card} {valued.removed or valued.halves} (half points)")
    return "\n".join(lines)


@pytest.mark.long(usual="0")
@pytest.mark.parametrize("run", usually(range(FEW), range(RUNS)))
def test_columns_agree(run: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(run * COLUMNS * LONG, (run + 1) * COLUMNS * LONG):
        symbol, column = random_column(Random(seed))
        found = evaluate_column(f"{symbol}:3", column)
        plain = scorer.evaluate(symbol, column)
        said = [(card.halves, card.removed or None) for card in found.cards]
        agreed = [(halves(card["value"]), card["gone"]) for card in plain["cards"]]
        summed = {who: halves(value) for who, value in plain["sums"].items()}
        same = said == agreed and found.winner == plain["winner"]
        # a player with only Doppelgängers without value has no sum there and 0 here
        if not same or {**dict.fromkeys(summed, 0), **found.sums} != summed:
            pytest.fail(f"seed {seed}: {readable(symbol, column, found)}\nplain: {plain}")
        seen.update(kinds(found))
    for kind in (
        *("highest", "lowest", "prince-and-squire", "only-doppelgaengers", "nobody", "tied", "musketeers"),
        *("removed by mage", "removed by witch", "both removed", "idle mage", "idle witch"),
        *("dragon", "julia", "hermit", "little-giant", "two dragons", "floor", "copy", "copy removed"),
        *("copy lowered", "without value"),
    ):
        assert seen[kind] > COLUMNS // 1000, f"{kind}: {seen[kind]}"


def halves(value: Fraction | None) -> int | None:
    return None if value is None else int(value * 2)


def kinds(found: ColumnResult) -> set[str]:
    """What happened there, so that nothing worth comparing is missed by chance."""
    removers = {card.removed for card in found.cards if card.removed}
    seen = {
        found.rule,
        *(f"removed by {each}" for each in removers),
        *(f"idle {each}" for each in found.idle),
    }
    seen |= {"tied"} if found.tied else set()
    seen |= {"musketeers"} if found.musketeers else set()
    seen |= {"both removed"} if len(removers) == 2 else set()
    for card in found.cards:
        whys = [change.why for change in card.changes]
        seen |= {*whys}
        seen |= {"two dragons"} if whys.count("dragon") > 1 else set()
        if card.printed is not None and card.printed + sum(each.halves for each in card.changes) < 0:
            seen.add("floor")
        if card.card == "doppelgaenger":
            seen.add("copy removed" if card.removed else "without value" if card.halves is None else "copy")
            seen |= {"copy lowered"} if whys else set()
    return seen
