"""The engine and the plain scorer agree on thousands of random positions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.louis_xiv.rules.edition import OPTIONS
from companion.games.louis_xiv.rules.position import LouisXIVPosition
from companion.rules.moves import Move
from tests.games.louis_xiv.plain_scorer import PlainTable, evaluate_all, exchange, final
from tests.tables import At, read

EVALUATIONS, ENDS, RUNS = 250, 100, 8
COLOURS = ["blue", "yellow", "red", "green"]


def random_table(rng: Random) -> PlainTable:
    """Any table before its evaluation: all conditions, options, the king or not, ties likely."""
    seats = rng.sample(COLOURS, rng.randint(2, 4))
    tiles: dict[int, Any] = {
        number: {"side": rng.choice(["front", "back"]), "stones": {}} for number in range(1, 13)
    }
    players = {who: random_player(rng, who, tiles) for who in seats}
    for mission in ("dark-once-first", "dark-minus-louis"):
        players[rng.choice(seats)]["missions"].append(mission)
    if len(seats) == 2:
        for number in rng.choices(range(1, 13), k=4):
            stones = tiles[number]["stones"]
            stones["neutral"] = stones.get("neutral", 0) + 2
    return {
        "seats": seats,
        "start": rng.choice(seats),
        "round": rng.randint(1, 4),
        "king": rng.choice([None, 1, 2, 3, 4]),
        "options": {option.name: rng.choice(option.values) for option in OPTIONS},
        "conditions": {number: random_sides(rng, number) for number in range(1, 13)},
        "tiles": tiles,
        "players": players,
    }


def random_player(rng: Random, who: str, tiles: dict[int, Any]) -> dict[str, Any]:
    left = 16
    for number in rng.sample(range(1, 13), rng.randint(0, 12)):
        stones = min(left, rng.randint(1, 4))
        if stones:
            tiles[number]["stones"][who] = stones
            left -= stones
    general = rng.choice([0, left, rng.randint(0, left)])
    return {
        "own": left - general,
        "general": general,
        "money": rng.randint(0, 9),
        "chips": {},
        "arms": rng.randint(0, 3),
        "influence": rng.randint(0, 1),
        "intrigue": rng.choice([0, 0, 1, 3]),
        "missions": [],
    }


def random_sides(rng: Random, number: int) -> dict[str, tuple[str, int]]:
    kinds = {
        "money": ("money", rng.randint(1, 5)),
        "first": ("first", 0),
        "stones": ("stones", rng.randint(1, 4)),
    }
    may = ["money", "first"] if number <= 4 else list(kinds)
    front, back = rng.sample(may, 2)
    return {"front": kinds[front], "back": kinds[back]}


def random_choices(rng: Random, table: PlainTable) -> dict[str, Any]:
    """What everybody will want."""
    seats, tiles = table["seats"], range(1, 13)
    ways = [("general", 1), ("own", 1), ("own", 2)]
    return {
        "intrigue": {
            number: (rng.choice(seats), *rng.choice(ways)) for number in tiles if rng.random() < 0.4
        },
        "once_first": {number for number in tiles if rng.random() < 0.6},
        "buys": {(who, number) for who in seats for number in tiles if rng.random() < 0.6},
        "conde": {who: rng.choice([None, *tiles]) for who in seats},
        "maintenon": {who: rng.randint(0, 2) for who in seats},
    }


def at_the_engine(table: PlainTable, **more: Any) -> LouisXIVPosition:
    """The same table for the engine."""
    players = {
        who: {
            **{name: player[name] for name in ("own", "general", "money", "chips", "arms")},
            "influence": {"?": player["influence"]},
            "intrigue": {"?": player["intrigue"]},
            "missions": [f"{mission}:ring" for mission in player["missions"]],
        }
        for who, player in table["players"].items()
    }
    data = {
        "round": table["round"],
        "start": table["start"],
        "king": table["king"],
        "players": players,
        "tiles": {str(number): tile for number, tile in table["tiles"].items()},
        **more,
    }
    prints = [
        f"tile {number} {words(sides['front'])} {words(sides['back'])}"
        for number, sides in table["conditions"].items()
    ]
    return read(data, table["seats"], options=table["options"], prints=prints)


def words(condition: tuple[str, int]) -> str:
    kind, number = condition
    return f"{kind}:{number}" if number else kind


def answer(position: LouisXIVPosition, choices: dict[str, Any]) -> str:
    """The answer to the decision that the engine asks now."""
    number, who = position.tile, position.awaited_player
    if who is None:
        if number in choices["intrigue"]:
            wisher, supply, stones = choices["intrigue"][number]
            if position.players[wisher].intrigue and getattr(position.players[wisher], supply) >= stones:
                return f"{wisher} intrigue {number} {supply}" + (f" {stones}" if supply == "own" else "")
        return "table evaluate"
    player = position.players[who]
    match next(iter(position.legal_moves())).words[1]:
        case "buy":
            return f"{who} buy {'yes' if (who, number) in choices['buys'] else 'no'}"
        case "once-first":
            return f"{who} once-first {'yes' if number in choices['once_first'] else 'no'}"
        case "stones":
            return f"{who} stones {min(choices['maintenon'][who], player.own + player.general)}"
        case _:
            wish = choices["conde"][who]
            return f"{who} skip" if wish is None else f"{who} stone {wish}"


def same(table: PlainTable, position: LouisXIVPosition) -> None:
    """Check that both have the same on the table."""
    for who, player in table["players"].items():
        theirs = position.players[who]
        found: dict[str, Any] = {
            name: getattr(theirs, name) for name in ("own", "general", "money", "chips", "arms")
        }
        found |= {name: sum(getattr(theirs, name).values()) for name in ("influence", "intrigue")}
        assert {name: player[name] for name in found} == found, who
    for number, tile in table["tiles"].items():
        assert (tile["side"], tile["stones"]) == (position.tiles[number].side, position.tiles[number].stones)


@pytest.mark.long(usual=("0", "1"))
@pytest.mark.parametrize("run", range(RUNS))
def test_evaluations_agree(run: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(run * EVALUATIONS, (run + 1) * EVALUATIONS):
        rng = Random(seed)
        table = random_table(rng)
        choices = random_choices(rng, table)
        position, told = at_the_engine(table, phase="evaluation", tile=1).settled_with_events()
        events = list(told)
        while position.phase == "evaluation":
            move = Move.parse(answer(position, choices))
            seen[" ".join(move.words[1:]) if "buy" in move.words else move.words[1]] += 1
            position, told = position.play(move)
            events += told
        evaluate_all(table, choices)
        assert position.faults() == ()
        try:
            same(table, position)
        except AssertionError as different:
            raise AssertionError(f"seed {seed}") from different
        seen.update(getattr(event, "how", "") for event in events)
        seen.update(f"favoured {bool(getattr(event, 'favoured', False))}" for event in events)
        assert position.king is table["king"] is None
    # nothing worth comparing was missed by chance
    for what in ("buy yes", "buy no", "intrigue", "once-first", "stone", "skip", "stones", "favoured True"):
        assert seen[what] > 5, what
    for how in ("alone", "second", "tied", "bought", "stones"):
        assert seen[how] > 5, how


@pytest.mark.long(usual=("0", "1"))
@pytest.mark.parametrize("run", range(RUNS))
def test_ends_agree(run: int) -> None:
    decided: Counter[str] = Counter()
    for seed in range(run * ENDS, (run + 1) * ENDS):
        rng = Random(seed)
        table = random_table(rng)
        table |= {"round": 4, "king": None}
        for tile in table["tiles"].values():
            tile["stones"].pop("neutral", None)
        for player in table["players"].values():
            player["chips"] = rng.choice([{}, {"ring": 1}, {"crown": 1}])
            player["missions"] += ["light-plus-louis"] * rng.randint(0, 1)
        at = At(at_the_engine(table, phase="missions", agenda=[{"do": "round-ends"}]))
        exchange(table)
        same(table, at.position)
        shown = random_arms(rng, table)
        order = rng.sample(table["seats"], len(table["seats"]))
        at.say(*(f"table arms {who} " + " ".join(f"{k}:{n}" for k, n in shown[who].items()) for who in order))
        result = at.position.outcome()
        assert result is not None
        points, winners = final(table, shown)
        assert (result.scores, set(result.winners)) == (points, set(winners)), f"seed {seed}"
        decided[result.decided_by] += 1
    assert decided["points"] > 5


def random_arms(rng: Random, table: PlainTable) -> dict[str, dict[str, int]]:
    """The kinds of all the arms, ten of each at most, then substitutes."""
    bag = [f"arms{kind}" for kind in range(1, 7) for _ in range(10)]
    rng.shuffle(bag)
    shown = {}
    for who, player in table["players"].items():
        drawn = [bag.pop() if bag else "arms0" for _ in range(player["arms"])]
        shown[who] = dict(Counter(drawn))
    return shown
