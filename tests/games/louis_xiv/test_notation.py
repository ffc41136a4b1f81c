"""The notation page holds: every example is a move in its phase, and every kind of move is there."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest

from companion.games import game
from companion.rules.account import Account
from companion.rules.clauses import Refused, declared
from companion.rules.record import Head
from tests.games.louis_xiv.test_golden import RECORDS, accepted
from tests.tables import paper, setup

PAGE = resources.files("companion.games.louis_xiv").joinpath("NOTATION.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(.+)` \| .+ \| ([LH]-[\d.]+) \|$", re.MULTILINE)


def examples() -> list[tuple[str, str, str]]:
    """Section, example, clause."""
    found = []
    for section in PAGE.split("\n## ")[1:]:
        title = section.splitlines()[0]
        found += [(title, example, clause) for example, clause in ROW.findall(section)]
    return found


def at(phase: str, players: int = 3, blue: Any = None, **facts: Any) -> Account:
    people = {"blue": blue or {}} | facts.pop("people", {})
    position = paper(phase, players, people=people, **facts)
    return Account.of(Head("louis-xiv", setup(players), position, 1), game("louis-xiv"))


def tables(section: str) -> list[Account]:
    """Tables at which what stands in that section may be said."""
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
                any_time.say(text)
            return [any_time]


def accepts(account: Account, text: str) -> bool:
    try:
        account.say(text)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(("section", "example", "clause"), examples())
def test_every_example_is_accepted_in_its_phase(section: str, example: str, clause: str) -> None:
    assert any(accepts(account, example) for account in tables(section))
    assert clause.partition(".")[0] in {each.id.partition(".")[0] for each in declared()}


def test_every_row_of_the_page_is_an_example() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("|")]
    heads = [line for line in rows if line in ("| example | meaning | clause |", "|---|---|---|")]
    assert len(rows) == len(examples()) + len(heads)
    assert len(heads) == 2 * len({section for section, _, _ in examples()})


def test_every_kind_of_move_of_the_golden_evenings_is_on_the_page() -> None:
    def kind(text: str) -> str:
        """The word that says what is done; any influence card is one."""
        word = (*text.split(), "")[1]
        return "card" if word.startswith(("inf", "joker")) else word

    on_page = {kind(example) for _, example, _ in examples()}
    said = {kind(text) for record in RECORDS for text in accepted(record)[1] if not text.startswith("undo")}
    assert said <= on_page
