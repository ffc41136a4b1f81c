"""Every refusal the Princes of Florence can give, provoked once: a move at a table, or a position that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.rules.clauses import MoveRefused
from companion.rules.moves import Move, Observation
from companion.table.interpretation.judge import Unexplained, judge
from companion.table.zones import TOUCH_ONLY_PLAN, ZoneStatus
from tests.games.florence.tables import At, acting, begun, florence, paper, read, setup

Table = Callable[[], At]

SHOWN_BY_GREEN: dict[str, Any] = {"green": {"table": ["poet"]}}
POET: dict[str, Any] = {"hand": {"poet": 1, "?": 1}, "jesters": 5}
TINY = ("outline park x", "outline forest xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx")


def bidding(**green: Any) -> Table:
    return lambda: florence(people={"green": green}).opens("jester")


def turn(**blue: Any) -> Table:
    return lambda: acting(**blue)


def owing(owed: str, **facts: Any) -> Table:
    return lambda: florence(owed=owed, **facts)


def final() -> At:
    return florence("final", people={"blue": {"prestige": {"?": 2, "most-parks": 1}}})


TWO_WON = {"blue": {"won": ["jester 200", "lake 300"]}}

MOVES: dict[str, tuple[Table, str]] = {
    "P-A1 not-your-bid": (bidding(), "blue bid"),
    "P-A1 sold-already": (lambda: florence(people={"green": {"won": ["jester 200"]}}), "blue open jester"),
    "P-A1 none-left": (lambda: florence(people={"green": {"jesters": 7}}), "blue open jester"),
    "P-A2 nothing-open": (begun, "blue bid"),
    "P-A2 not-your-opening": (begun, "green open jester"),
    "P-A3 fourth-builder": (lambda: florence(people={"blue": {"builders": 3}}), "blue open builder"),
    "P-A4 no-room": (
        lambda: florence(
            people={"blue": {"grid": ["park d4 r0"]}}, prints=TINY, options={"landscape-must-fit": "yes"}
        ),
        "blue open forest",
    ),
    "P-A4 not-your-landscape": (owing("place lake"), "green bid"),
    "P-A4 off-the-grid": (owing("place lake"), "blue place lake g7 r0"),
    "P-A4 overlaps": (owing("place lake"), "blue place lake a1 r0"),
    "P-A5 not-your-cards": (owing("keep"), "green bid"),
    "P-A5 known-elsewhere": (
        owing("keep", people={"green": {"prestige": {"most-lakes": 1}}}),
        "blue keep most-lakes",
    ),
    "P-B1 not-your-turn": (turn(), "green done"),
    "P-B1 after-auction": (begun, "blue work poet take 0"),
    "P-B1 actions-done": (
        lambda: florence(
            "actions", people={"blue": {"recruiting": 1}, **SHOWN_BY_GREEN}, actions=["build", "build"]
        ),
        "blue bonus ?",
    ),
    "P-B1 once-a-turn": (lambda: florence("actions", actions=["freedom"]), "blue freedom travel"),
    "P-B2 not-in-hand": (turn(hand={"poet": 1}), "blue work painter take 0"),
    "P-B2 worked-already": (lambda: acting(people=SHOWN_BY_GREEN), "blue work poet take 0"),
    "P-B2 known-elsewhere": (
        lambda: acting(people={"green": {"hand": {"poet": 1}}}),
        "blue work poet take 0",
    ),
    "P-B2 below-least": (turn(), "blue work poet take 0"),
    "P-B2 none-reaches": (turn(hand={"poet": 1}), "blue work"),
    "P-B2 no-bonus-card": (turn(**POET), "blue work poet bonus each-lake take 0"),
    "P-B2 bonus-not-in-hand": (
        turn(**POET, bonus={"each-park": 1}),
        "blue work poet bonus each-lake take 0",
    ),
    "P-B2 bonus-used": (
        lambda: acting(**POET, bonus={"?": 1}, people={"green": {"used": ["each-lake"]}}),
        "blue work poet bonus each-lake take 0",
    ),
    "P-B2 bonus-twice": (turn(**POET, bonus={"?": 2}), "blue work poet bonus each-lake each-lake take 0"),
    "P-B3 steps": (turn(**POET), "blue work poet take 100"),
    "P-B3 more-than-income": (turn(**POET), "blue work poet take 1400"),
    "P-B4 one-of-each": (turn(grid=["tower d4 r0"]), "blue build tower d6 r0"),
    "P-B4 none-left": (
        lambda: acting(4, {key: {"grid": ["tower d4 r0"]} for key in ("green", "orange", "red")}),
        "blue build tower d4 r0",
    ),
    "P-B4 off-the-grid": (turn(), "blue build tower g7 r0"),
    "P-B4 overlaps": (turn(), "blue build tower a1 r0"),
    "P-B4 no-room": (
        turn(grid=["forest d1 r0", "forest d3 r0", "forest d5 r0", "forest a3 r0", "forest a5 r0"]),
        "blue build hospital",
    ),
    "P-B4 touches": (turn(), "blue build tower a3 r0"),
    "P-B5 stack-empty": (lambda: acting(people={"green": {"bonus": {"?": 20}}}), "blue bonus ?"),
    "P-B5 known-elsewhere": (lambda: acting(people=SHOWN_BY_GREEN), "blue profession poet"),
    "P-B5 freedom-twice": (turn(freedoms=["travel"]), "blue freedom travel"),
    "P-2.2 third-freedom-left": (
        lambda: florence(
            "actions", 2, {"blue": {"freedoms": ["travel"]}, "green": {"freedoms": ["opinion"]}}
        ),
        "blue freedom religion",
    ),
    "P-B5 no-freedom-left": (
        lambda: acting(people={key: {"freedoms": ["travel"]} for key in ("green", "orange")}),
        "blue freedom travel",
    ),
    "P-B6 not-your-recruiting": (
        owing("recruit", people={"blue": {"recruiting": 1}, **SHOWN_BY_GREEN}),
        "green pass",
    ),
    "P-B6 not-in-auction": (bidding(), "green recruit poet from blue"),
    "P-B6 recruiting-card": (
        lambda: acting(recruiting=1, people={"green": {"table": ["poet", "recruiting"]}}),
        "blue recruit recruiting from green",
    ),
    "P-B6 no-recruiting-card": (turn(), "blue recruit poet from green"),
    "P-B6 nobody-shows": (turn(recruiting=1), "blue recruit poet from green"),
    "P-B6 not-on-a-table": (
        lambda: acting(recruiting=1, people=SHOWN_BY_GREEN),
        "blue recruit painter from green",
    ),
    "P-B6 your-own": (
        lambda: acting(recruiting=1, table=["painter"], people=SHOWN_BY_GREEN),
        "blue recruit painter from blue",
    ),
    "P-B6 lies-with": (
        lambda: acting(recruiting=1, people=SHOWN_BY_GREEN),
        "blue recruit poet from orange",
    ),
    "P-B8 at-least-one": (turn(points=2), "blue sell 0"),
    "P-B8 below-zero": (turn(points=2), "blue sell 3"),
    "P-B8 sell-first": (turn(money=0, points=3), "blue bonus ?"),
    "P-B8 too-poor": (turn(money=0, points=2), "blue bonus ?"),
    "P-E1 prestige-awaited": (final, "blue sell 1"),
    "P-E1 cards-missing": (final, "table prestige blue most-lakes"),
    "P-E1 shown-already": (final, "table prestige green most-lakes"),
    "P-E1 known-elsewhere": (final, "table prestige blue most-parks most-lakes"),
    "P-E1 named-twice": (final, "table prestige blue most-lakes most-lakes"),
    "P-E2 game-over": (lambda: florence("over"), "blue done"),
    "P-2.1 not-your-choice": (lambda: florence(players=2, people=TWO_WON, owed="choose"), "green pass"),
    "P-2.1 not-won": (lambda: florence(players=2, people=TWO_WON, owed="choose"), "blue choose park"),
}


@pytest.mark.parametrize("code", MOVES)
def test_the_move_is_refused_with_the_clause(code: str) -> None:
    table, move = MOVES[code]
    assert table().no(move) == code


def with_blue(**blue: Any) -> dict[str, Any]:
    return paper("actions", people={"blue": blue})


POSITIONS: dict[str, dict[str, Any]] = {
    "P-M1 seats": paper(players=["blue", "green"]),
    "P-M1 unknown-name": with_blue(hand={"king": 1}),
    "P-M1 negative": with_blue(points=-1),
    "P-M1 whole-notes": with_blue(money=3550),
    "P-M1 too-many": with_blue(jesters=8),
    "P-M1 twice": with_blue(hand={"poet": 1}, table=["poet"]),
    "P-A1 auction": paper(
        turn="green", auction={"kind": "jester", "opener": "blue", "bid": 250, "by": "blue", "passed": []}
    ),
    "P-A1 won-twice": paper(
        turn="orange", people={key: {"won": ["jester 200"]} for key in ("blue", "green")}
    ),
    "P-A1 won-too-many": paper(turn="green", people={"blue": {"won": ["jester 200", "lake 200"]}}),
    "P-A2 turn": paper(people={"blue": {"out": True}}),
    "P-A3 builders": with_blue(builders=4),
    "P-A3 uncovered": paper(
        turn="green",
        people={"blue": {"money": 300}},
        auction={"kind": "jester", "opener": "blue", "bid": 400, "by": "blue", "passed": []},
    ),
    "P-A5 owed": paper(people={"blue": {"won": []}}, owed="keep"),
    "P-B1 actions": paper("actions", actions=["freedom", "freedom"]),
    "P-B4 same-building": with_blue(grid=["tower e1 r0", "tower e4 r0"]),
    "P-B4 lie-over": with_blue(grid=["lake d1 r0", "lake e2 r0"]),
    "P-B4 lie-touching": with_blue(grid=["tower a3 r0"]),
    "P-B9 start": paper("actions", start="red"),
    "P-B9 no-such-round": paper(round=8),
    "P-2.1 won-now": paper("actions", 2, people={"blue": {"won": ["jester 200"]}}),
    "P-2.1 choice": paper(players=2, owed="choose"),
    "P-2.1 gone": paper(gone={"jester": 1}),
    "P-E1 unshown": paper("over", people={"blue": {"prestige": {"?": 1}}}),
}


def faults(code: str) -> list[str]:
    found = read(POSITIONS[code], setup(2 if code in ("P-2.1 won-now", "P-2.1 choice") else 3)).faults()
    return [f"{fault.clause.id} {fault.clause.code}" for fault in found]


@pytest.mark.parametrize("code", POSITIONS)
def test_the_position_is_told_to_be_wrong_and_nothing_else_is(code: str) -> None:
    assert faults(code) == [code]


PRESTIGE = {"blue": {"points": 5}, "green": {"points": 5}}


@pytest.mark.parametrize(
    "line", ["blue bid", "blue pass", "blue open jester", "blue work poet take 0", "blue x"]
)
def test_P_A1__whoever_is_not_asked_is_told_whose_bid_it_is_even_if_he_could_sell_prestige(line: str) -> None:
    assert florence(people=PRESTIGE).opens("jester").no(line) == "P-A1 not-your-bid"


def test_P_B1__whoever_is_not_asked_is_told_whose_turn_it_is_even_if_he_could_sell_prestige() -> None:
    assert acting(people=PRESTIGE).no("green build tower d4 r0") == "P-B1 not-your-turn"
    assert acting(people=PRESTIGE).no("green sell 6") == "P-B8 below-zero"


def test_P_A1__so_is_whoever_presses_a_button_that_is_not_awaited() -> None:
    table = florence(people=PRESTIGE).opens("jester")
    for word in ("bid", "pass", "done", "skip"):
        press = Observation(f"button/{word}", "seat/blue")
        verdict = judge(table.position, (press,), ZoneStatus(TOUCH_ONLY_PLAN, {}))
        assert isinstance(verdict, Unexplained)
        assert str(verdict.refusal) == "P-A1 not-your-bid (who=blue awaited=green)"


@pytest.mark.parametrize("number", [1, 3])
def test_P_B8__how_much_was_asked_for_is_said_of_nothing_too(number: int) -> None:
    position = acting(points=0).position
    with pytest.raises(MoveRefused, match=rf"below-zero \(number={number} points=0\)"):
        position.action_for(Move(("blue", "sell", str(number))))


NINES = pytest.param("9" * 5_000, id="nines")


@pytest.mark.parametrize("amount", [NINES, "0100", "+100", "1e3", "100.0", "\uff11\uff10\uff10", "\u00b2"])
def test_P_B3__what_is_no_amount_is_refused(amount: str) -> None:
    assert acting(**POET).no(f"blue work poet take {amount}") == "P-B3 not-offered"
