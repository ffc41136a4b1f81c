"""A second scorer, kept plain: dicts and loops straight from the rules page, nothing of the engine.

A table is a dict: `seats` (clockwise), `start`, `round`, `king` (tile or None), `options`, `conditions` (tile
-> {"front": (kind, number), "back": ...}), `tiles` (tile -> {"side", "stones"}), and for each player in
`players`: money, own, general, chips, arms, influence, intrigue (numbers of cards), missions (types).
`choices` has what everybody wants, asked or not: intrigue (tile -> (who, "general" or "own", stones)),
once_first (tiles where its owner would use it), buys ((who, tile)), conde (who -> tile or None), and
maintenon (who -> stones).
"""

from __future__ import annotations

from typing import Any

PlainTable = dict[str, Any]
NEUTRAL = "neutral"
CHIP = {1: "sceptre", 2: "letter", 3: "ring", 4: "helmet", 5: "crown", 9: "crown"}
ARMS = {6: 1, 10: 2, 12: 1}
INTRIGUE_CARDS = 12


def evaluate_all(table: PlainTable, choices: dict[str, Any]) -> None:
    """Phase 3: tiles 1 to 12 in order (L-3.1)."""
    once_first_used = False
    for number in range(1, 13):
        play_intrigue(table, number, choices["intrigue"].get(number))
        favoured = None
        if not once_first_used and number in choices["once_first"]:
            favoured = who_decides_a_tie(table, number)
            once_first_used = favoured is not None
        evaluate(table, number, choices, favoured)


def from_start(table: PlainTable) -> list[str]:
    """The players from the start player on."""
    seats = list(table["seats"])
    while seats[0] != table["start"]:
        seats.append(seats.pop(0))
    return seats


def condition(table: PlainTable, number: int) -> tuple[str, int]:
    """Kind and number of the side that lies up."""
    found: tuple[str, int] = table["conditions"][number][table["tiles"][number]["side"]]
    return found


def play_intrigue(table: PlainTable, number: int, wish: tuple[str, str, int] | None) -> None:
    """L-3.2: one stone from the general, or one or two from the own supply; otherwise nothing is played."""
    if wish is None:
        return
    who, supply, stones = wish
    player = table["players"][who]
    if player["intrigue"] < 1 or player[supply] < stones:
        return
    player["intrigue"] -= 1
    player[supply] -= stones
    lay(table, number, who, stones)


def lay(table: PlainTable, number: int, who: str, stones: int) -> None:
    """Place stones on a tile."""
    there = table["tiles"][number]["stones"]
    there[who] = there.get(who, 0) + stones


def who_decides_a_tie(table: PlainTable, number: int) -> str | None:
    """L-3.3: the owner of "once first" who is tied for most on a money or first-place tile."""
    stones = table["tiles"][number]["stones"]
    if condition(table, number)[0] == "stones" or not stones:
        return None
    top = max(stones.values())
    tied = [who for who in stones if stones[who] == top]
    for who in tied:
        if who != NEUTRAL and len(tied) > 1 and "dark-once-first" in table["players"][who]["missions"]:
            return str(who)
    return None


def evaluate(table: PlainTable, number: int, choices: dict[str, Any], favoured: str | None) -> None:
    """One tile, L-3.4 to L-3.11."""
    tile = table["tiles"][number]
    counted = dict(tile["stones"])
    kind, least = condition(table, number)
    if kind == "stones":
        turns = stones_tile(table, number, counted, least, choices)
    elif table["king"] == number:
        turns = kings_tile(table, number, counted, favoured, choices)
    else:
        turns = majority_tile(table, number, counted, favoured, choices)
    tile["stones"].pop(NEUTRAL, None)
    if turns and table["round"] < 4:
        tile["side"] = "back" if tile["side"] == "front" else "front"
    if table["king"] == number:
        table["king"] = None


def leaders(counted: dict[str, int]) -> list[str]:
    """All who have most."""
    return [who for who in counted if counted[who] == max(counted.values())]


def stones_tile(
    table: PlainTable, number: int, counted: dict[str, int], least: int, choices: dict[str, Any]
) -> bool:
    """L-3.6: each with at least the number; turned when somebody got it."""
    order = from_start(table)
    first = leaders(counted)
    if table["options"]["stones-tile-majority-first"] == "yes" and len(first) == 1 and first[0] != NEUTRAL:
        order.remove(first[0])
        order.insert(0, first[0])
    given = False
    for who in order:
        if who in counted:
            if counted[who] >= least:
                given = True
                reward(table, number, who, choices)
            go_home(table, number, who, counted[who], "own")
    return given


def majority_tile(
    table: PlainTable, number: int, counted: dict[str, int], favoured: str | None, choices: dict[str, Any]
) -> bool:
    """L-3.4 and L-3.5: one alone with most gets it; on a money tile the others may buy."""
    first = [favoured] if favoured else leaders(counted)
    winner = first[0] if len(first) == 1 else None
    if winner is not None and winner != NEUTRAL:
        reward(table, number, winner, choices)
        go_home(table, number, winner, counted[winner], "general")
    the_others(table, number, counted, [winner] if winner else [], choices)
    if winner == NEUTRAL:
        return bool(table["options"]["neutral-turns-tile"] == "yes")
    return winner is not None


def kings_tile(
    table: PlainTable, number: int, counted: dict[str, int], favoured: str | None, choices: dict[str, Any]
) -> bool:
    """L-3.7: first reward and crown, second the reward, several first the reward only."""
    first = [favoured] if favoured else leaders(counted)
    second: list[str] = []
    if favoured:
        if table["options"]["once-first-second"] == "yes":
            second = [who for who in leaders(counted) if who != favoured]
    elif len(first) == 1:
        second = leaders({who: count for who, count in counted.items() if who not in first})
    served = []
    for who in from_start(table):
        if who in first:
            reward(table, number, who, choices)
            if len(first) == 1:
                gain_chip(table, who, "crown")
            go_home(table, number, who, counted[who], "general")
            served.append(who)
    if len(second) == 1 and second[0] != NEUTRAL:
        reward(table, number, second[0], choices)
        go_home(table, number, second[0], counted[second[0]], "own")
        served.append(second[0])
    the_others(table, number, counted, served, choices)
    return bool(counted) or table["options"]["king-empty-turns"] == "yes"


def the_others(
    table: PlainTable, number: int, counted: dict[str, int], served: list[str], choices: dict[str, Any]
) -> None:
    """From the start player on: may buy on a money tile; their stones go to their own supplies."""
    kind, price = condition(table, number)
    for who in from_start(table):
        if who not in counted or who in served:
            continue
        player = table["players"][who]
        mine = price - ("dark-minus-louis" in player["missions"])
        if kind == "money" and player["money"] >= mine and (who, number) in choices["buys"]:
            player["money"] -= mine
            reward(table, number, who, choices)
        go_home(table, number, who, counted[who], "own")


def go_home(table: PlainTable, number: int, who: str, stones: int, supply: str) -> None:
    """The stones that were counted leave."""
    there = table["tiles"][number]["stones"]
    there[who] -= stones
    if there[who] == 0:
        del there[who]
    table["players"][who][supply] += stones


def gain_chip(table: PlainTable, who: str, chip: str) -> None:
    """A chip from the middle."""
    chips = table["players"][who]["chips"]
    chips[chip] = chips.get(chip, 0) + 1


def reward(table: PlainTable, number: int, who: str, choices: dict[str, Any]) -> None:
    """L-M8, L-3.10."""
    player = table["players"][who]
    player["arms"] += ARMS.get(number, 0)
    if number in CHIP:
        gain_chip(table, who, CHIP[number])
    if number == 6 and choices["conde"].get(who) is not None:
        from_general(table, choices["conde"][who], who)
    if number == 7:
        player["money"] += 5
    if number == 8:
        for _ in range(choices["maintenon"].get(who, 0)):
            from_general(table, 5, who)
        one_back = min(1, player["general"])
        player["general"] -= one_back
        player["own"] += one_back
    if number == 11:
        player["influence"] += 1
    if number == 12 and sum(each["intrigue"] for each in table["players"].values()) < INTRIGUE_CARDS:
        player["intrigue"] += 1


def from_general(table: PlainTable, number: int, who: str) -> None:
    """L-X1: from the own supply if, and only if, the general supply has none; with none in either, nothing."""
    player = table["players"][who]
    if player["general"] > 0:
        player["general"] -= 1
    elif player["own"] > 0:
        player["own"] -= 1
    else:
        return
    lay(table, number, who, 1)


# -- the end


def exchange(table: PlainTable) -> None:
    """L-5.1: one coat of arms for each thing left, and every full three louis."""
    for who, player in table["players"].items():
        player["arms"] += player["influence"] + player["intrigue"] + sum(player["chips"].values())
        player["influence"], player["intrigue"], player["chips"] = 0, 0, {}
        while player["money"] >= 3:
            player["money"] -= 3
            player["arms"] += 1
        for tile in table["tiles"].values():
            stones = tile["stones"].pop(who, 0)
            player["general"] += stones
            player["arms"] += stones


def final(table: PlainTable, shown: dict[str, dict[str, int]]) -> tuple[dict[str, int], list[str]]:
    """L-5.2, L-5.3: the points of all, and the winners. `shown`: player -> kind (1 to 6, 0 substitute) -> number."""
    points = {}
    for who, player in table["players"].items():
        points[who] = player["arms"] + 5 * len(player["missions"])
    for kind in range(1, 7):
        held = {who: shown[who].get(f"arms{kind}", 0) for who in points}
        for who, number in held.items():
            if number > 0 and number == max(held.values()):
                points[who] += 1
    best = [who for who in points if points[who] == max(points.values())]
    most_own = max(table["players"][who]["own"] for who in best)
    return points, [who for who in best if table["players"][who]["own"] == most_own]
