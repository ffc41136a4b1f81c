"""The evenings page with many evenings, long names and a damaged one; the guide shows some."""

from __future__ import annotations

import os
from datetime import datetime
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.rules.record import RecordHeader
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.storage.evenings import give_up_evening, name_evening
from tests.ours import GAMES
from tests.screen import everywhere
from tests.screen.harness.album import album
from tests.screen.harness.evening import PATIENT
from tests.screen.pages.test_evenings_page import tap
from tests.table.evenings import evening, setup

LONG_NAMES = (
    "Bohumila Nepomucká",
    "Maxmilián Wolfgang",
    "Kateřina Vysočanská",
    "Žofie",
    "Přemysl",
    "Oldřich",
)
"""Names as long as any that people type, and short ones."""
MOVES = {"louis-xiv": (6, 70, 1000), "kabale": (5, 31, 1000), "florence": (12, 60)}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with a year of evenings."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    folder = tmp_path / "evenings"
    folder.mkdir()
    number = 0
    for game in GAMES:
        for moves in MOVES[game]:
            number += 1
            play(folder / f"{number:02}.herald", game, 3 if moves == 1000 else 4, moves)
    (folder / "99-damaged.herald").write_text("herald 1\nrubbish\n")
    names = sorted(folder.glob("*.herald"))
    name_evening(names[0], "U babičky na chalupě o Velikonocích 2026!")
    name_evening(names[-2], "Silvestr")
    give_up_evening(names[3])
    for at, path in enumerate(names):
        written = datetime(2026, 1 + at, 20, 21, 14).timestamp()
        os.utime(path, (written, written))
    return tmp_path


def play(path: Path, game: str, players: int, moves: int) -> None:
    """An evening of people with long names, after so many moves or over."""
    table = setup(game, players)
    seats = tuple(Seat(seat.colour, name) for seat, name in zip(table.seats, LONG_NAMES, strict=False))
    session = Session.create(path, RecordHeader(game, replace(table, seats=seats)))
    for _, move in islice(evening(game, players, Random(8)), moves):
        session.handle_message(EnterLine(str(move)))
    session.close()


@everywhere
def test_a_year_of_evenings(lang: str, size: tuple[int, int]) -> None:
    with album(lang, size) as pictures:
        guest, driver = pictures.guest, pictures.guest.driver
        driver.until(lambda: guest.model.saved_game is not None, PATIENT)
        driver.tap("evenings")
        driver.until(lambda: guest.page.model is not None, PATIENT)
        pictures.take("evenings")
        driver.tap("later")
        driver.tap("later")
        pictures.take("evenings-last")
        tap(guest, "evening/1")
        pictures.take("evening-opened")
        tap(guest, "look")
        pictures.take("evening-account")
        tap(guest, "back", "delete")
        pictures.take("evening-delete")
        tap(guest, "yes")
        pictures.take("evening-delete-again")
        tap(guest, "keep")
        driver.tap("name")
        pictures.take("evening-name")
