"""Every refusal Kabale und Hiebe can give, provoked once: a move at a table, or a position that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.kabale.tables import At, begun, kabale, paper, read

Table = Callable[[], At]


def playing(*columns: str, **facts: Any) -> Table:
    return lambda: kabale(*(columns or ("alchemy:5", "music:5")), **facts)


def asked(what: str, column: str, card: int = 0, who: str = "black") -> Table:
    question = {"who": who, "what": what, "column": 0, "card": card}
    return playing(f"alchemy:5 {column}", "music:5", asked=question)


TURNED = asked("turned", "-white/? -black/?", who="table")
REMOVED = asked("removed", "+white/assassin -black/?", card=1, who="table")
SLIDE = asked("slide", "+black/cloak -black/?")
SWAP = asked("swap", "+black/traitor -black/?")
SHOWN = playing("alchemy:1 -white/?", "music:1 -black/king", phase="shown")

MOVES: dict[str, tuple[Table, str]] = {
    "K-M1 known-elsewhere": (playing(people={"black": {"discard": {"king": 1}}}), "black 1 king"),
    "K-1.2 objectives-awaited": (begun, "black 1 ?"),
    "K-1.2 objective-out": (begun, "table objectives alchemy:1 alchemy:1"),
    "K-1.3 not-your-turn": (playing(), "white 1 ?"),
    "K-1.3 not-in-hand": (playing(people={"black": {"hand": {"king": 1, "mage": 1}}}), "black 1 queen"),
    "K-1.3 all-known": (playing(people={"black": {"hand": {"king": 1, "mage": 1}}}), "black 1 ?"),
    "K-1.3 naming-awaited": (TURNED, "black 1 ?"),
    "K-1.5 showing-awaited": (SHOWN, "black 1 ?"),
    "K-1.5 open-already": (SHOWN, "table shown 2.1 king"),
    "K-2.2 removed-awaited": (REMOVED, "black 1 ?"),
    "K-2.3 column-closed": (playing("alchemy:5 +white/storm -black/?", "music:5"), "black 1 ?"),
    "K-2.4 no-cloak": (playing(), "black slide witch"),
    "K-2.4 not-your-cloak": (SLIDE, "white 1 ?"),
    "K-2.5 no-traitor": (playing(), "black swap 2"),
    "K-2.5 not-your-traitor": (SWAP, "white 1 ?"),
    "K-2.5 own-column": (SWAP, "black swap 1"),
    "K-4.2 game-over": (lambda: kabale(round=6, phase="over"), "black 1 ?"),
}


@pytest.mark.parametrize("code", MOVES)
def test_the_move_is_refused_with_the_clause(code: str) -> None:
    table, move = MOVES[code]
    assert table().no(move) == code


def position(*columns: str, **facts: Any) -> dict[str, Any]:
    return paper(*(columns or ("alchemy:5", "music:5")), **facts)


POSITIONS: dict[str, dict[str, Any]] = {
    "K-M1 seats": position(players=["black"]),
    "K-M1 unknown-name": position(people={"black": {"hand": {"joker": 1, "?": 2}}}),
    "K-M1 negative": position(people={"black": {"deck": -1}}),
    "K-M1 cards-add-up": position(people={"black": {"deck": 21}}),
    "K-M1 twice": position("alchemy:5 -black/king", "music:5", people={"black": {"discard": {"king": 1}}}),
    "K-M3 no-objective": position("alchemy:6", "music:5"),
    "K-M3 objective-copies": position("alchemy:5", "alchemy:5"),
    "K-1.1 no-such-round": position(round=7),
    "K-1.1 hand": position(people={"white": {"hand": {"?": 4}, "deck": 21}}),
    "K-1.2 columns": position("alchemy:5"),
    "K-1.2 objectives-won": position(people={"white": {"won": ["music:1"]}}),
    "K-1.3 turn": position(turn="red"),
    "K-1.3 face-down": position("alchemy:5 -white/king +black/queen", "music:5"),
    "K-1.3 face-up-unknown": position("alchemy:5 +white/?", "music:5"),
    "K-1.3 asked": position(asked={"who": "black", "what": "swap", "column": 0, "card": 0}),
    "K-1.6 start": position(start="red", turn="black"),
    "K-2.1 travelled": position(travelled=["red"]),
    "K-2.4 others-card": position("alchemy:5 +black/cloak -white/king +black/queen", "music:5"),
    "K-2.3 storm": position("alchemy:5 +white/storm +black/queen -black/?", "music:5"),
}


def faults(code: str) -> list[str]:
    return [f"{fault.clause.id} {fault.clause.code}" for fault in read(POSITIONS[code]).faults()]


@pytest.mark.parametrize("code", POSITIONS)
def test_the_position_is_told_to_be_wrong(code: str) -> None:
    assert code in faults(code)


@pytest.mark.parametrize("code", [code for code in POSITIONS if code != "K-M1 negative"])
def test_nothing_else_is_told_to_be_wrong(code: str) -> None:
    assert faults(code) == [code]
