"""Faults of counts at a table with one value changed: those that the plain count finds, and no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.games.florence.rules.layout import PIECE_TWICE, TOO_MANY_PIECES
from companion.games.florence.rules.position import FlorencePosition
from companion.rules.clauses import Refusal
from companion.rules.errors import InvalidRecord
from companion.rules.layout import inventory_faults
from tests.games.florence.people import BONUS, FREEDOMS, KINDS, PRESTIGE, WANTED
from tests.games.florence.plain import position_faults
from tests.games.florence.real import evening
from tests.games.florence.tables import COLOURS, GAME, read, setup
from tests.long import LONG, examples

Paper = dict[str, Any]
EVENINGS = [(2, 6, 1.0), (3, 4, 0.5), (4, 1, 1.0), (5, 4, 0.5)]
TABLES = examples(1600) * LONG
"""How many tables with a changed value there are for each number of players."""
CARDS = {"hand": tuple(WANTED), "bonus": BONUS, "prestige": PRESTIGE}
LISTS = {"table": (*WANTED, "recruiting"), "used": BONUS, "freedoms": FREEDOMS}
NUMBERS = ("money", "points", "builders", "jesters", "recruiting", "best")


# -- one value changed


def another_number(rng: Random, paper: Paper, who: str) -> None:
    at, key = rng.choice(
        [(paper["players"][who], rng.choice(NUMBERS)), (paper.setdefault("gone", {}), rng.choice(KINDS))]
    )
    at[key] = at.get(key, 0) + rng.choice((-1, 1, 1, 2, 7, 100))


def another_count(rng: Random, paper: Paper, who: str) -> None:
    cards = paper["players"][who][part := rng.choice(list(CARDS))]
    name = rng.choice([*cards, "?", rng.choice(CARDS[part])])
    cards[name] = cards.get(name, 0) + rng.choice((-1, 1, 1, 2, 15))


def another_name(rng: Random, paper: Paper, who: str) -> None:
    names: list[str] = paper["players"][who][part := rng.choice(list(LISTS))]
    pool = (*LISTS[part], *(name for each in paper["players"].values() for name in each[part]), "nobody")
    if names:
        names[rng.randrange(len(names))] = rng.choice(pool)
    else:
        names.append(rng.choice(pool))


def another_owner(rng: Random, paper: Paper, who: str) -> None:
    """A card is another player's, whether the first one still has it or not."""
    part = rng.choice((*CARDS, *LISTS, "grid", "won"))
    held, other = (paper["players"][each][part] for each in (who, rng.choice(list(paper["players"]))))
    if isinstance(held, dict):
        for name in rng.sample(list(held), min(1, len(held))):
            other[name] = other.get(name, 0) + 1
            held[name] -= rng.choice((0, 1))
    elif held:
        other.append(held[at := rng.randrange(len(held))])
        if rng.random() < 0.5:
            del held[at]


def another_length(rng: Random, paper: Paper, who: str) -> None:
    things: list[str] = paper["players"][who][rng.choice((*LISTS, "grid", "won"))]
    if things and rng.random() < 0.7:
        things += rng.choices(things, k=rng.randint(1, 7))
    elif things:
        del things[rng.randrange(len(things))]


CHANGES: tuple[Callable[[Random, Paper, str], None], ...] = (
    another_number,
    another_count,
    another_name,
    another_owner,
    another_length,
)


def damaged(players: int, seed: int, knows: float, many: int) -> Iterator[FlorencePosition]:
    """That many tables of a game, each with a value changed, except those that cannot be read."""
    rng = Random(f"{players}/{seed}")
    papers = [position.to_json() for position in evening(players, seed, knows).positions]
    for _ in range(many):
        paper = deepcopy(rng.choice(papers[len(papers) // 3 :]))
        for key in ("scores", "winners"):
            paper.pop(key, None)
        rng.choice(CHANGES)(rng, paper, rng.choice(list(paper["players"])))
        try:
            yield read(paper, setup(players))
        except InvalidRecord:
            continue


# -- the count


def counting(faults: tuple[Refusal, ...], why: object) -> list[str]:
    """The faults of counts over the box; more points than anybody could sell are not among them."""
    told = [fault.fact_values for fault in faults if fault.clause is why and fault.fact_values[0] != "points"]
    return [" ".join(map(str, values)) for values in told]


BEFORE_COUNTING = {"no-such-round", "unknown-name", "negative", "whole-notes", "builders"}
"""Faults that are reported alone, as nothing can be counted then."""


@pytest.mark.long(usual="3-4-0.5")
@pytest.mark.parametrize(("players", "seed", "knows"), EVENINGS)
def test_P_M1__the_same_is_found_as_by_counting_out_loud(players: int, seed: int, knows: float) -> None:
    seen = Counter[str]()
    for position in damaged(players, seed, knows, TABLES):
        faults, paper = position.faults(), position.to_json()
        many, twice = counting(faults, TOO_MANY_PIECES), counting(faults, PIECE_TWICE)
        if BEFORE_COUNTING.intersection(fault.clause.code for fault in faults) or points(faults):
            assert not many + twice
            continue
        assert Counter(many) == Counter(position_faults.too_many(paper)), paper
        assert Counter(twice) == Counter(position_faults.twice(paper)), paper
        assert all(lying.count > 0 for place in GAME.layout(position) for lying in place.pieces), paper
        seen.update(["too many"] * bool(many) + ["twice"] * bool(twice) + ["none"] * (not faults))
    assert min(seen[each] for each in ("too many", "twice", "none")) > TABLES // 50, seen


def points(faults: tuple[Refusal, ...]) -> bool:
    return any(fault.clause is TOO_MANY_PIECES and fault.fact_values[0] == "points" for fault in faults)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_table_has_a_layout_be_it_never_so_wrong(players: int) -> None:
    paper = evening(*next(each for each in EVENINGS if each[0] == players)).positions[-1].to_json()
    del paper["scores"], paper["winners"], paper["players"]["green"]
    paper |= {"round": -3, "start": "nobody", "gone": {"castle": -2, "forest": 10**18}, "phase": "auction"}
    blue = {"hand": {"nobody": -1}, "table": ["?", ""], "used": ["?"], "freedoms": ["?"], "points": -9}
    won = ["castle 1", "castle 1", "jester 0", "forest 2"]
    paper["players"] |= {"nobody": {**blue, "won": won, "prestige": {"?": -1}, "builders": -4}}
    table = setup(players)
    wrong = list(inventory_faults(GAME.inventory(table), GAME.layout(read(paper, table))))
    assert "P-M1 too-many (what=points/green number=0 whole=1)" in map(str, wrong)


@pytest.mark.parametrize(("laid", "won"), [((2, 2, 2), []), ((3, 2), ["forest 200"])])
def test_P_A5__a_landscape_that_is_owed_and_is_none_any_more_is_not_counted_beside_those_that_are(
    laid: tuple[int, ...], won: list[str]
) -> None:
    people = {who: {"grid": ["forest d4 r1"] * many} for who, many in zip(COLOURS, laid, strict=False)}
    people["green"] |= {"won": won}
    paper = {"phase": "auction", "turn": "blue", "owed": "place forest", "start": "blue", "players": people}
    assert not counting(read(paper).faults(), TOO_MANY_PIECES)
