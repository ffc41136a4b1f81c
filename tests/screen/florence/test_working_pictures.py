"""Works and purses on the whole screen by real touches, and a picture of each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.rules.game import GameSetup, Seat
from companion.rules.record import RecordHeader
from tests.screen import SIZES
from tests.screen.florence.desk import NAMES, position
from tests.screen.harness.album import Album, gone_on_with, interrupted
from tests.screen.harness.evening import Guest

HAND = {"?": 3}
PLAYERS = {
    "blue": {
        "grid": ["theatre d4 r0", "forest a4 r0", "lake e1 r0"],
        "freedoms": ["travel"],
        "jesters": 2,
        "builders": 1,
        "hand": {"?": 4},
        "bonus": {"?": 2},
        "table": ["recruiting", "lawyer"],
        "used": ["each-park"],
        "prestige": {"?": 1},
        "money": 1400,
        "points": 13,
    },
    "green": {"hand": HAND, "money": 900, "points": 9, "grid": ["park a4 r0"]},
    "orange": {"hand": HAND, "money": 2300, "points": 4, "table": ["poet"]},
    "red": {"hand": HAND, "money": 0, "points": 21, "table": ["goldsmith"], "jesters": 1},
    "yellow": {"hand": HAND, "money": 1100, "points": 6, "freedoms": ["religion"]},
}
FOREST = {"kind": "forest", "opener": "blue", "bid": 1200, "by": "orange", "passed": ["red"]}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


@contextmanager
def table(
    home: Path, lang: str = "cs", size: tuple[int, int] = SIZES[0], **at: Any
) -> Iterator[tuple[Album, Guest]]:
    """Five people in the third round, red having sold a point."""
    seats = tuple(Seat(who, NAMES[who]) for who in PLAYERS)
    interrupted(
        home, RecordHeader("florence", GameSetup(seats, "blue"), position(PLAYERS, **at)), ("red sell 1",)
    )
    with gone_on_with(lang, size) as gone_on:
        yield gone_on


def test_a_work_from_the_profession_to_the_income(home: Path) -> None:
    with table(home) as (pictures, guest):
        guest.tap("action/work")
        pictures.take("florence-work-who")
        guest.tap("profession/dramatist")
        guest.tap("open/bonus")
        guest.tap("bonus/each-category")
        guest.tap("open/")
        for _ in range(3):
            guest.tap("more/income")
        pictures.take("florence-work")
        guest.tap("complete")
        player = guest.live.snapshot.position.players["blue"]
        assert (player.money, player.points, player.best) == (1400 + 1400, 13 + 3, 20)


def test_the_bonus_cards_of_a_work(home: Path) -> None:
    with table(home) as (pictures, guest):
        guest.tap("action/work")
        guest.tap("profession/organ-builder")
        guest.tap("open/bonus")
        guest.tap("bonus/each-small-building-and-landscape")
        pictures.take("florence-work-cards")


def test_what_a_bidder_could_pay_if_he_sold_prestige(home: Path) -> None:
    with table(home, phase="auction", turn="green", auction=FOREST) as (pictures, guest):
        guest.tap("open/purse/green")
        guest.tap("price/0")
        pictures.take("florence-purse")
        guest.tap("sell")
        player = guest.live.snapshot.position.players["green"]
        assert (player.money, player.points) == (1300, 5)
