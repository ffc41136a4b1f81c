"""Positions of Louis XIV in which the moves on its notation page are legal."""

from __future__ import annotations

from typing import Any

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from tests.tables import paper, setup


def kind(text: str) -> str:
    """The word of a move that says what is done; any influence card is one."""
    word = (*text.split(), "")[1]
    return "card" if word.startswith(("inf", "joker")) else word


def at(phase: str, players: int = 3, blue: Any = None, **facts: Any) -> GameHistory:
    people = {"blue": blue or {}} | facts.pop("people", {})
    position = paper(phase, players, people=people, **facts)
    return GameHistory.from_header(
        RecordHeader("louis-xiv", setup(players), position, 1), game_rules("louis-xiv")
    )


def tables(section: str) -> list[GameHistory]:
    """Tables at which the moves in that section of the notation page are legal."""
    playing = ["dark-four:ring", "light-pay-two:ring", "mid-exchange:helmet+ring"]
    stones = ["light-stone-3:ring", "mid-stone-5:helmet+ring"]
    chips = {"ring": 1, "helmet": 1, "crown": 1, "sceptre": 1}
    match section:
        case "Supply":
            before_dealing = [{"do": "supply", "who": "blue"}, {"do": "deal"}]
            return [
                at("supply"),
                at("supply", agenda=before_dealing, blue={"missions": ["mid-plus-two:helmet+ring"]}),
                at("supply", agenda=before_dealing, blue={"missions": ["dark-stone-for-card:ring"]}),
            ]
        case "Influence":
            first = [
                {"do": "mission-stones", "who": "blue"},
                {"do": "play", "who": "blue"},
                {"do": "shuffle"},
            ]
            last = [{"do": "last-stone", "who": "blue"}, {"do": "shuffle"}]
            return [
                at("influence", 2, king=3, agenda=[{"do": "neutral"}, *first[1:]]),
                at("influence", king=3, agenda=first, blue={"missions": stones}),
                at("influence", king=3, turn="blue", blue={"missions": playing}),
                at(
                    "influence",
                    king=3,
                    agenda=last,
                    blue={"missions": ["dark-place-stone:ring"], "influence": {}},
                ),
            ]
        case "Evaluation":
            once = {"missions": ["dark-once-first:ring"]}
            return [
                at("evaluation", tile=4, blue={"intrigue": {"?": 1}}),
                at("evaluation", tile=4, stones={4: {"blue": 2, "red": 2}}, blue=once),
                at("evaluation", tile=4, stones={4: {"blue": 1, "red": 2}}),
                at("evaluation", tile=6, stones={6: {"blue": 3}}),
                at("evaluation", tile=8, stones={8: {"blue": 3}}),
            ]
        case "Missions":
            renewing = [{"do": "renew", "who": "blue"}, {"do": "round-ends"}]
            return [
                at("missions", turn="blue", blue={"chips": chips, "missions": ["light-swap-chip:ring"]}),
                at("missions", agenda=[{"do": "draw", "who": "blue"}, {"do": "round-ends"}]),
                at(
                    "missions",
                    agenda=[{"do": "keep", "who": "blue"}, {"do": "round-ends"}],
                    blue={"chips": chips},
                ),
                at("missions", agenda=renewing, blue={"missions": ["light-renew:ring"]}),
            ]
        case "The end":
            return [at("final", round=4, blue={"arms": 3})]
        case _:
            any_time = at("influence", king=3, turn="blue", blue={"own": 11})
            for text in ("blue inf7 take", "yellow inf7 take"):
                any_time.apply_line(text)
            return [any_time]
