"""Positions of the Princes of Florence in which the moves on its notation page are legal."""

from __future__ import annotations

from typing import Any

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from tests.games.florence.tables import paper, setup

PAINTER_OF_RED = {"red": {"hand": {"?": 2}, "table": ["painter"]}}


def kind(text: str) -> str:
    """The word of a move that says what is done."""
    return (*text.split(), "")[1]


def at(phase: str, players: int = 4, **facts: Any) -> GameHistory:
    """Blue, green, orange and red; blue is asked, and `blue` is what they have."""
    people = {"blue": facts.pop("blue", {})} | facts.pop("people", {})
    position = paper(phase, players, people, **facts)
    return GameHistory.from_header(
        RecordHeader("florence", setup(players), position, 1), game_rules("florence")
    )


def tables(section: str) -> list[GameHistory]:
    """Tables at which the moves in that section of the notation page are legal."""
    match section:
        case "The auction":
            opened = {"kind": "forest", "opener": "blue", "bid": 400, "by": "orange", "passed": ["green"]}
            return [at("auction"), at("auction", turn="red", auction=opened)]
        case "What was won":
            recruiting = {"recruiting": 1}
            return [
                at("auction", owed="place forest"),
                at("auction", owed="keep"),
                at("auction", owed="recruit", blue=recruiting, people=PAINTER_OF_RED),
            ]
        case "Two players, after their auctions":
            return [at("auction", 2, owed="choose", blue={"won": ["forest 300", "jester 400"]})]
        case "A turn":
            court = {"grid": ["theatre e2 r0", "lake d6 r0"], "freedoms": ["travel"], "jesters": 2}
            return [
                at("actions"),
                at("actions", blue={**court, "bonus": {"?": 2}}),
                at("actions", blue={"recruiting": 1}, people=PAINTER_OF_RED),
            ]
        case "The end":
            return [at("final", blue={"prestige": {"?": 2}})]
        case _:
            table = at("auction", blue={"points": 5})
            table.apply_line("blue open forest")
            table.apply_line("green bid")
            return [table]
