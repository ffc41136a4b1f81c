"""The notation page agrees with positions, events, pieces and printed values."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import resources
from typing import Any

import pytest

from companion.export.referee import to_json_line
from companion.games import game_rules
from companion.games.florence.rules import auction_events, edition, events, pieces
from companion.games.florence.rules.grid_geometry import ROTATIONS
from companion.games.florence.rules.phases import final_scoring
from companion.rules.game import EditionLine
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from companion.rules.transaction import Event
from tests.games.florence.tables import People, paper, setup

PAGE = resources.files("companion.games.florence").joinpath("NOTATION.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)


def part(heading: str) -> str:
    """The text under a heading."""
    return PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def shown(heading: str) -> list[Any]:
    """The JSON under a heading."""
    return [json.loads(block) for block in BLOCK.findall(part(heading))]


def opened(position: Any) -> GameHistory:
    return GameHistory.from_header(
        RecordHeader("florence", setup(len(position["players"])), position, 1), game_rules("florence")
    )


def said(account: GameHistory, text: str) -> list[Any]:
    """The events of that line as the referee prints them."""
    made: list[Any] = json.loads(to_json_line({"events": account.apply_line(text).events}))["events"]
    return made


def test_the_whole_position_is_read_and_written_as_it_stands_there() -> None:
    whole, *_ = shown("The position")
    account = opened(whole)
    assert account.position.to_json() == whole
    account.apply_line("blue work poet take 1800")


@pytest.mark.parametrize("position", shown("The position"))
def test_every_position_says_the_same_when_it_is_written(position: Any) -> None:
    written = opened(position).position.to_json()
    assert holds(written, position)
    assert opened(written).position.to_json() == written


def holds(written: Any, told: Any) -> bool:
    """Whether the page has all that is printed; keys left out mean nothing there."""
    if isinstance(told, Mapping):
        return all(key in written and holds(written[key], value) for key, value in told.items())
    return bool(written == told)


def test_the_work_is_what_the_referee_makes_of_such_a_principality() -> None:
    work, _ = shown("Events")
    court = {"grid": ["theatre e2 r0", "lake d6 r0"], "freedoms": ["travel"], "jesters": 2, "bonus": {"?": 1}}
    made = said(opened(paper("actions", people={"blue": court})), "blue work poet bonus each-lake take 1500")
    assert work in made


def test_the_prestige_card_is_counted_so_by_the_referee() -> None:
    _, card = shown("Events")
    people = {
        "blue": {"prestige": {"?": 1}, "hand": {"?": 1}, "table": ["poet", "recruiting"]},
        "green": {"hand": {"?": 1}, "table": ["painter", "lawyer"]},
    }
    assert card in said(opened(paper("final", people=people)), "table prestige blue most-works")


def test_who_is_recruited_came_from_somebody() -> None:
    people: People = {"blue": {"recruiting": 1}, "red": {"hand": {"?": 2}, "table": ["painter"]}}
    made = said(opened(paper("actions", 4, people)), "blue recruit painter from red")
    assert made[0] == {"event": "recruited", "who": "blue", "profession": "painter", "from": "red"}


def test_every_event_is_on_the_page() -> None:
    told = part("Events")
    for kind in (*vars(auction_events).values(), *vars(events).values(), *vars(final_scoring).values()):
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event:
            assert f"`{kind.__struct_config__.tag}`" in told


@pytest.mark.parametrize(
    "words",
    [
        pieces.COLOURS,
        edition.OBJECT_KINDS,
        edition.BUILDINGS,
        edition.FREEDOMS,
        tuple(edition.WANTS_BY_PROFESSION),
        edition.BONUS_CARD_NAMES,
        edition.PRESTIGE_CARD_NAMES,
    ],
)
def test_every_word_stands_at_the_head_of_the_page_in_its_order(words: tuple[str, ...]) -> None:
    named = re.findall(r"`([\w?-]+)`", PAGE.partition("\n## ")[0])
    assert any(tuple(named[at : at + len(words)]) == words for at in range(len(named)))


def test_the_turns_are_all_there() -> None:
    assert re.findall(r"`(r\dm?)`", part("Where a tile lies")) == list(ROTATIONS)


def test_what_is_printed_may_be_said_so() -> None:
    lines = re.findall(r"`print (.+?)`", part("This copy"))
    copy = edition.load_edition([EditionLine(tuple(line.split())) for line in lines])
    assert copy.outlines["library"].rows == ("xxx", "x.x")
    assert copy.least_by_round == edition.DEFAULT_LEAST_BY_ROUND


def test_every_option_is_there_with_its_other_value() -> None:
    told = re.findall(r"`option (.+?) (.+?)`", part("This copy"))
    assert told == [(option.name, value) for option in edition.OPTIONS for value in option.values[1:]]
