"""The engine and the plain reckoning agree on works and the final count of 100,000 random principalities.

HERALD_LONG=10 compares ten times as many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from typing import Any

import pytest

from companion.games.florence.rules.edition import (
    BONUS_CARD_NAMES,
    BUILDINGS,
    FREEDOMS,
    LANDSCAPES,
    PRESTIGE_CARD_NAMES,
    SQUARES_BY_BUILDING,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.grid_geometry import GRID_SIZE, PALAZZO_SQUARES, square_name
from companion.games.florence.rules.phases.final_scoring import (
    GameEnded,
    PrestigeCardCounted,
    ShowPrestigeCardsDecision,
)
from companion.games.florence.rules.pieces import COLOURS, RECRUITING_CARD
from companion.games.florence.rules.position import FlorencePosition
from companion.games.florence.rules.prestige_cards import PrestigeCardScore
from companion.games.florence.rules.principality_counts import count_principality
from companion.games.florence.rules.state import GameConfig, PlacedTile, PlayerState
from companion.games.florence.rules.work_value import itemised_work_value
from companion.rules.moves import UNKNOWN
from companion.rules.transaction import Transaction
from tests.games.florence.plain import values
from tests.long import LONG, usually

FEW, RUNS, PRINCIPALITIES = 2, 10, 10_000
BITS = {square_name(bit): bit for bit in range(GRID_SIZE * GRID_SIZE)}
FREE = [name for name, bit in BITS.items() if not PALAZZO_SQUARES >> bit & 1]
KEPT = 8
"""How many professions are left for later players."""
Plain = dict[str, Any]


def random_table(rng: Random) -> dict[str, Plain]:
    """Two to five principalities, sparse or full; no profession or prestige card is there twice."""
    professions = rng.sample(tuple(WANTS_BY_PROFESSION), len(WANTS_BY_PROFESSION))
    cards = rng.sample(PRESTIGE_CARD_NAMES, len(PRESTIGE_CARD_NAMES))
    return {
        who: random_principality(rng, professions, cards) for who in rng.sample(COLOURS, rng.randint(2, 5))
    }


def random_principality(rng: Random, professions: list[str], cards: list[str]) -> Plain:
    """A random principality from what the stacks still have, with at least one profession in hand.

    Of many things it has none, or as many as may be.
    """
    most = rng.choice((0, 1, 2, 3, 3, 4, 4))

    def up_to(limit: int) -> int:
        return rng.randint(0, max(0, min(most, limit)))

    hand = [professions.pop() for _ in range(rng.randint(1, 2))]
    table = [professions.pop() for _ in range(up_to(len(professions) - KEPT))]
    return {
        "tiles": list(random_tiles(rng, 2 * most)),
        "freedoms": rng.sample(FREEDOMS, up_to(3)),
        "jesters": up_to(3),
        "builders": up_to(3),
        "prestige": [cards.pop() for _ in range(up_to(len(cards)))],
        "worker": hand[0],
        "hand": [*hand, *([UNKNOWN] * up_to(2)), *([RECRUITING_CARD] * up_to(2))],
        "table": [*table, *([RECRUITING_CARD] * up_to(2))],
        "bonus": rng.sample(BONUS_CARD_NAMES, rng.randint(0, 4)),
        "points": rng.randint(30, 34),
        "money": 100 * rng.randint(0, 3),
    }


def random_tiles(rng: Random, most: int) -> Iterator[tuple[str, list[str]]]:
    """Buildings and landscapes while there is room; the squares of one make no difference to its value."""
    free = rng.sample(FREE, len(FREE))
    names = rng.sample(BUILDINGS, rng.randint(0, most)) + rng.choices(LANDSCAPES, k=rng.randint(0, most))
    rng.shuffle(names)
    for name in names:
        size = SQUARES_BY_BUILDING.get(name) or rng.randint(2, 6)
        if size <= len(free):
            yield name, free[:size]
            free = free[size:]


def as_player(own: Plain) -> PlayerState:
    """The same for the engine."""
    hand: Counter[str] = Counter(own["hand"])
    recruiting = hand.pop(RECRUITING_CARD, 0)
    return PlayerState(
        money=own["money"],
        points=own["points"],
        grid=tuple(
            PlacedTile(name, squares[0], "r0", sum(1 << BITS[square] for square in squares))
            for name, squares in own["tiles"]
        ),
        builders=own["builders"],
        jesters=own["jesters"],
        recruiting=recruiting,
        freedoms=tuple(own["freedoms"]),
        hand=hand,
        table=tuple(own["table"]),
        prestige=dict.fromkeys(own["prestige"], 1),
    )


def as_table(everybody: Mapping[str, Plain]) -> FlorencePosition:
    """A table whose final count comes next."""
    seats = tuple(everybody)
    house = GameConfig(seats, {}, dict.fromkeys(seats, seats), seats, {}, ())
    return FlorencePosition(
        house, 7, "final", seats[0], {who: as_player(own) for who, own in everybody.items()}
    )


@pytest.mark.long(usual="0")
@pytest.mark.parametrize("run", usually(range(FEW), range(RUNS)))
def test_principalities_agree(run: int) -> None:
    seen: Counter[str] = Counter()
    done = 0
    for seed in count(run * PRINCIPALITIES * LONG):
        everybody = random_table(Random(seed))
        table = as_table(everybody)
        for who, own in everybody.items():
            hold_work(seed, own, table.players[who], seen)
        hold_final(seed, everybody, table, seen)
        done += len(everybody)
        if done >= PRINCIPALITIES * LONG:
            break
    missing = {thing: seen[thing] for thing in worth_seeing() if seen[thing] < PRINCIPALITIES // 1000}
    assert not missing


def hold_work(seed: int, own: Plain, player: PlayerState, seen: Counter[str]) -> None:
    """Check the player's work with the bonus cards played, line by line."""
    found = itemised_work_value(count_principality(player), own["worker"], own["bonus"])
    lines = {line.what: line.points for line in found.lines}
    plain = values.work(own, own["worker"], own["bonus"])
    if (lines, found.total) != (plain, sum(plain.values())):
        pytest.fail(f"seed {seed}: {own}\n{found}\nplain: {plain}")
    seen.update(f"{what} {'nothing' if points == 0 else 'something'}" for what, points in lines.items())


def hold_final(
    seed: int, everybody: Mapping[str, Plain], table: FlorencePosition, seen: Counter[str]
) -> None:
    """Check every prestige card, the scores and the winners."""
    tale = Transaction(table)
    ShowPrestigeCardsDecision().settle(tale)
    told = [event for event in tale.events if isinstance(event, PrestigeCardCounted)]
    found = {(event.who, event.card): numbers(event.counted) for event in told}
    plain = {
        (who, card): values.count(card, who, everybody)
        for who, own in everybody.items()
        for card in own["prestige"]
    }
    ended = tale.events[-1]
    assert isinstance(ended, GameEnded)
    result = values.winners(everybody)
    if (found, (ended.scores, set(ended.winners), ended.decided_by)) != (plain, result):
        pytest.fail(f"seed {seed}: {everybody}\n{found}\n{ended}\nplain: {plain}\n{result}")
    seen.update(f"{event.card} {event.counted.why}" for event in told)
    seen[ended.decided_by] += 1


def numbers(card: PrestigeCardScore) -> tuple[int, Mapping[str, int]]:
    """The score as the plain reckoning has it."""
    has = {LABELS.get(thing, thing): have for thing, (have, _) in card.needs.items()}
    return card.points, has or card.counts


LABELS = {"large-building": "large", "work": "on-table"}
"""Things for which the plain reckoning has other names."""


def worth_seeing() -> Iterator[str]:
    """What must not be missed by chance."""
    for what in ("building", "landscape", "freedom", "jesters", *BONUS_CARD_NAMES):
        yield f"{what} something"
        if what != "each-profession-on-table":
            yield f"{what} nothing"
    for card in values.MOST:
        yield from (f"{card} {why}" for why in ("most", "tied", "behind", "none"))
    for card in values.AT_LEAST:
        yield from (f"{card} {why}" for why in ("met", "unmet"))
    yield from (f"fewest-empty-squares {why}" for why in ("most", "tied", "behind"))
    yield from ("points", "money", "shared")
