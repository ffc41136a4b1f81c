"""Every refusal Louis XIV can give, provoked once: a move at a table, or a position that cannot be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.tables import At, begun, louis, paper, read

Table = Callable[[], At]
Facts = Mapping[str, Any]


def supply(**people: Facts) -> Table:
    return lambda: louis("supply", people=dict_of(people)).say("table money 4 2")


def influence(**people: Facts) -> Table:
    return lambda: louis("influence", king=2, turn="blue", people=dict_of(people))


def two_jumps() -> At:
    people = dict_of({"blue": {"missions": ["dark-four:ring"]}})
    return louis("influence", king=2, people=people, options={"four-jumps": "2"})


def cards_are_out(**people: Facts) -> Table:
    hands = {who: {"influence": {}, **people.get(who, {})} for who in ("blue", "yellow", "red")}
    return lambda: louis("influence", king=2, people=dict_of(hands))


def tile(number: int, stones: Mapping[str, int], **people: Facts) -> Table:
    return lambda: louis("evaluation", tile=number, stones={number: stones}, people=dict_of(people))


def missions(**people: Facts) -> Table:
    return lambda: louis("missions", people=dict_of(people))


def renewal(**blue: Any) -> Table:
    agenda = [{"do": "renew", "who": "blue"}, {"do": "round-ends"}]
    people = dict_of({"blue": {"missions": ["light-renew:ring"], **blue}})
    return lambda: louis("missions", people=people, agenda=agenda)


def arms(**people: Facts) -> Table:
    return lambda: louis("final", people=dict_of(people))


def two(*moves: str) -> Table:
    return lambda: begun(2).say("table money 4 1", *moves)


def over() -> At:
    return louis("over")


def dict_of(people: Mapping[str, Facts]) -> dict[str, dict[str, Any]]:
    return {who: dict(known) for who, known in people.items()}


PAYABLE = {"chips": {"ring": 2}}

MOVES: dict[str, tuple[Table, str]] = {
    "L-1.1 money-card-awaited": (begun, "blue inf6 take"),
    "L-1.1 no-such-money-card": (
        lambda: begun(prints=["money 3:1 4:1 3:2 4:2 4:3 5:3 5:4 6:4"]),
        "table money 6 3",
    ),
    "L-1.2 not-your-supply": (supply(blue={"missions": ["mid-plus-two:helmet+ring"]}), "red plus-two money"),
    "L-2.1 neutral-awaited": (two(), "blue inf6 take"),
    "L-2.1 neutral-copies": (two(), "table neutral 6 6 6"),
    "L-2.2 not-your-mission-stone": (
        supply(blue={"missions": ["light-stone-1:ring"]}),
        "red mission-stone 1",
    ),
    "L-2.2 no-stone-mission": (supply(blue={"missions": ["light-stone-1:ring"]}), "blue mission-stone 2"),
    "L-2.3 not-your-turn": (influence(), "red joker take"),
    "L-2.3 not-in-hand": (influence(blue={"influence": {"inf6": 2}}), "blue inf7 take"),
    "L-2.3 copies-out": (influence(red={"influence": {"inf6": 2}}), "blue inf6 take"),
    "L-2.4 own-tile-first": (influence(), "blue inf6 place 5"),
    "L-2.4 not-a-neighbour": (influence(), "blue inf6 place 6 9"),
    "L-2.4 two-directions": (influence(), "blue inf6 place 6 5 1"),
    "L-2.4 never-back": (influence(), "blue inf6 place 6 5 6"),
    "L-2.4 three-stones": (influence(), "blue inf6 place 6 6 6 6"),
    "L-2.4 own-supply-empty": (influence(blue={"own": 1}), "blue inf6 place 6 6"),
    "L-2.5 two-stones": (influence(), "blue joker place 6 6 6"),
    "L-2.5 same-or-neighbour": (influence(), "blue joker place 6 9"),
    "L-2.7 no-four": (influence(), "blue inf6 four take"),
    "L-2.7 four-stones": (influence(blue={"missions": ["dark-four:ring"]}), "blue inf6 four place 6 6 6 6 6"),
    "L-2.7 too-many-jumps": (two_jumps, "blue inf6 four place 6 1 2 9"),
    "L-2.8 no-pay-two": (influence(), "blue pay-two"),
    "L-2.8 pay-two-money": (influence(blue={"missions": ["light-pay-two:ring"], "money": 1}), "blue pay-two"),
    "L-2.8 no-exchange": (influence(), "blue exchange inf6"),
    "L-2.10 not-your-place-stone": (
        cards_are_out(blue={"missions": ["dark-place-stone:ring"]}),
        "red stone 6",
    ),
    "L-3.2 no-intrigue": (tile(4, {}, red={"intrigue": {"?": 1}}), "blue intrigue 4 own 1"),
    "L-3.2 other-tile": (tile(4, {}, red={"intrigue": {"?": 1}}), "red intrigue 5 own 1"),
    "L-3.2 intrigue-not-held": (tile(4, {}, red={"intrigue": {"5": 1}}), "red intrigue 4 own 1"),
    "L-3.2 intrigue-elsewhere": (
        tile(4, {}, red={"intrigue": {"?": 1}}, blue={"intrigue": {"4": 1}}),
        "red intrigue 4 own 1",
    ),
    "L-3.2 general-empty": (tile(4, {}, red={"intrigue": {"?": 1}, "general": 0}), "red intrigue 4 general"),
    "L-3.2 own-too-few": (tile(4, {}, red={"intrigue": {"?": 1}, "own": 1}), "red intrigue 4 own 2"),
    "L-3.3 not-once-first": (
        tile(7, {"blue": 2, "red": 2}, red={"missions": ["dark-once-first:ring"]}),
        "blue once-first yes",
    ),
    "L-3.4 not-your-purchase": (tile(4, {"blue": 2, "red": 1}), "blue buy yes"),
    "L-3.10 not-your-reward": (tile(6, {"blue": 3}), "red stone 6"),
    "L-3.10 two-stones": (tile(8, {"blue": 3}), "blue stones 3"),
    "L-3.10 too-few-stones": (tile(8, {"blue": 15}, blue={"own": 1}), "blue stones 2"),
    "L-4.1 not-your-missions": (missions(), "red done"),
    "L-M5 not-printed": (missions(blue=PAYABLE), "blue fulfil mid-plus-two:ring+ring ring ring"),
    "L-4.1 too-few-chips": (missions(blue={"chips": {"ring": 1}}), "blue fulfil light-renew:ring ring ring"),
    "L-4.1 no-card-of-stack": (missions(blue=PAYABLE), "blue fulfil dark-four:ring ring ring"),
    "L-4.1 all-laid-out": (
        missions(blue=PAYABLE, red={"missions": ["light-renew:ring"] * 2}),
        "blue fulfil light-renew:ring ring ring",
    ),
    "L-4.1 chips-do-not-fit": (missions(blue=PAYABLE), "blue fulfil mid-plus-two:helmet+ring ring ring"),
    "L-4.1 chip-does-not-fit": (
        missions(blue={"chips": {"ring": 2, "letter": 1}}),
        "blue fulfil mid-plus-two:letter+ring ring ring",
    ),
    "L-4.2 not-your-draw": (
        lambda: missions(blue=PAYABLE)().say("blue fulfil light-renew:ring ring ring"),
        "red draw mid",
    ),
    "L-4.3 no-swap-card": (missions(blue=PAYABLE), "blue swap ring"),
    "L-4.3 swap-money": (
        missions(blue={**PAYABLE, "missions": ["light-swap-chip:ring"], "money": 1}),
        "blue swap ring",
    ),
    "L-4.3 swap-crown": (
        missions(blue={"chips": {"crown": 1, "ring": 1}, "missions": ["light-swap-chip:ring"]}),
        "blue swap crown",
    ),
    "L-4.3 swap-nothing": (
        missions(blue={"chips": {"crown": 1}, "missions": ["light-swap-chip:ring"]}),
        "blue swap crown",
    ),
    "L-4.3 swap-no-chip": (
        missions(blue={**PAYABLE, "missions": ["light-swap-chip:ring"]}),
        "blue swap letter",
    ),
    "L-4.4 not-your-chips": (
        lambda: missions(blue={"chips": {"ring": 1, "letter": 1}})().say("blue done"),
        "red keep ring",
    ),
    "L-4.4 keep-no-chip": (
        lambda: missions(blue={"chips": {"ring": 1, "letter": 1}})().say("blue done"),
        "blue keep helmet",
    ),
    "L-4.5 not-your-renewal": (renewal(), "red renew return light draw mid"),
    "L-4.5 not-in-hand": (renewal(), "blue renew return dark draw mid"),
    "L-4.5 two-at-most": (
        renewal(hand={"light": 3}),
        "blue renew return light return light return light draw mid",
    ),
    "L-4.5 return-first": (renewal(), "blue renew draw mid"),
    "L-4.6 game-over": (over, "blue done"),
    "L-5.2 arms-awaited": (arms(blue={"arms": 1}), "blue done"),
    "L-5.2 arms-answered": (lambda: arms(blue={"arms": 1})().say("table arms red"), "table arms red"),
    "L-5.2 arms-disagree": (arms(blue={"arms": 1}), "table arms blue arms1:2"),
    "L-5.2 arms-missing": (arms(blue={"arms": 3}), "table arms blue arms1:2"),
    "L-5.2 kind-twice": (arms(blue={"arms": 2}), "table arms blue arms1:1 arms1:1"),
    "L-5.2 kind-copies": (arms(blue={"arms": 11}), "table arms blue arms1:11"),
    "L-M6 stack-empty": (
        lambda: missions(blue=PAYABLE, red={"hand": {"dark": 8}})().say(
            "blue fulfil light-renew:ring ring ring"
        ),
        "blue draw dark",
    ),
}


@pytest.mark.parametrize("code", MOVES)
def test_the_move_is_refused_with_the_clause(code: str) -> None:
    table, move = MOVES[code]
    assert table().no(move) == code


def position(phase: str = "supply", players: int = 3, **facts: Any) -> dict[str, Any]:
    return paper(phase, players, **facts)


def to_do(do: str, **facts: Any) -> dict[str, Any]:
    return {"do": do, **facts}


def at_tile_4(item: dict[str, Any], **facts: Any) -> dict[str, Any]:
    stones = {4: {"blue": 3, "yellow": 1}}
    return position("evaluation", tile=4, stones=stones, agenda=[item, to_do("evaluation-ends")], **facts)


POSITIONS: dict[str, dict[str, Any]] = {
    "L-S1 seats": {"phase": "supply", "players": {"blue": {}}},
    "L-S1 start": position(start="green", agenda=[{"do": "money-card"}]),
    "L-S4 stones-add-up": position(people={"blue": {"own": 3, "general": 3}}),
    "L-M1 neutral-stones": position(players=2, stones={1: {"neutral": 9}}),
    "L-M1 no-such-tile": position("evaluation", tile=13),
    "L-M1 negative": position(people={"blue": {"money": -1}}),
    "L-M1 unknown-name": position(people={"blue": {"chips": {"gold": 1}}}),
    "L-M4 influence-copies": position(people={"blue": {"influence": {"inf6": 3}}}),
    "L-M4 influence-all": position(people={"blue": {"influence": {"?": 31}}}),
    "L-M4 intrigue-copies": position(people={"blue": {"intrigue": {"4": 2}}}),
    "L-M4 intrigue-all": position(people={"blue": {"intrigue": {"?": 13}}}),
    "L-M5 mission-copies": position(people={"blue": {"missions": ["dark-four:ring"] * 2}}),
    "L-M5 mission-stack": position(people={"blue": {"hand": {"dark": 9}}}),
    "L-M6 too-many": position(people={"blue": {"money": 100_000}}),
    "L-1.1 king-tile": position(king=5),
    "L-3.1 tile-phase": position(tile=3),
    "L-4.6 no-such-round": position(round=5),
    "L-4.6 end-too-early": position("final", round=2),
    "L-S1 agenda-player": position("missions", agenda=[to_do("missions", who="green"), to_do("round-ends")]),
    "L-1.2 agenda-mission": position(agenda=[to_do("plus-two", who="blue"), to_do("deal")]),
    "L-2.1 agenda-neutral": position("influence", king=2, agenda=[to_do("neutral"), to_do("shuffle")]),
    "L-3.1 agenda-tile": at_tile_4(to_do("open", tile=3)),
    "L-3.3 agenda-favoured": at_tile_4(to_do("evaluate", tile=4, favoured="yellow")),
    "L-3.4 agenda-home": at_tile_4(to_do("home", who="blue", tile=4, stones=0, supply="own")),
    "L-3.4 agenda-sale": at_tile_4(to_do("buy", who="blue", tile=4), back=[4]),
    "L-4.6 agenda-phase": position("over", agenda=[to_do("deal")]),
    "L-4.6 agenda-end": position(agenda=[to_do("deal"), to_do("money-card")]),
    "L-5.2 agenda-arms": position("final", people={"blue": {"arms": 3}}, agenda=[to_do("arms", left=[])]),
    "L-4.7 used-more-than-laid": position(people={"blue": {"used": ["dark-four"]}}),
    "L-5.2 shown-disagree": position("final", people={"blue": {"arms": 2, "shown": {"arms1": 1}}}),
    "L-5.2 shown-kind": position("final", people={"blue": {"arms": 11, "shown": {"arms1": 11}}}),
}


@pytest.mark.parametrize("code", POSITIONS)
def test_the_position_is_told_to_be_wrong(code: str) -> None:
    players = len(POSITIONS[code]["players"]) if code != "L-S1 seats" else 3
    faults = read(POSITIONS[code], players).faults()
    assert code in {f"{fault.clause.id} {fault.clause.code}" for fault in faults}
