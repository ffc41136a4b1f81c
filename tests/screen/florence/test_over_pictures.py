"""What lies over the table of the Princes of Florence in a real evening, and a picture of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.screen.report_models import PointsChartModel, ReportModel, ScoredCardsModel
from companion.table.messages import EnterLine
from companion.table.storage.journal import read_record
from tests.screen.florence.evenings import FIVE, evening_at
from tests.screen.harness.evening import PATIENT, Guest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


ROUND_SIX, LAST = 243, 270
"""Lines up to the end of the sixth round, and up to the last work of the game."""


def said(guest: Guest, line: str) -> None:
    """What somebody types, taken."""
    before = len(guest.live.snapshot.accepted_texts)
    guest.live.session.post(EnterLine(line))
    guest.driver.until(lambda: len(guest.live.snapshot.accepted_texts) > before, PATIENT)
    guest.driver.rest()


def test_the_end_of_a_round_and_how_it_stands(home: Path) -> None:
    with evening_at(home, ROUND_SIX) as (pictures, guest):
        assert isinstance(guest.model.overlay.model, ReportModel)
        pictures.take("florence-round")
        guest.tap("next")
        guest.tap("menu")
        guest.tap("standing")
        assert isinstance(guest.model.overlay.model.right_blocks[0], PointsChartModel)
        pictures.take("florence-standing")


def test_the_end_from_the_first_prestige_card_to_the_winner(home: Path) -> None:
    with evening_at(home, LAST) as (pictures, guest):
        said(guest, read_record(FIVE)[1][LAST])
        guest.tap("next")
        counted: list[ReportModel] = []
        while isinstance(guest.model.overlay.model.left_blocks[0], ScoredCardsModel):
            counted.append(guest.model.overlay.model)
            if guest.model.overlay.model.page_number in (3, 4):
                pictures.take(f"florence-card-{guest.model.overlay.model.page_number}")
            guest.tap("next")
        assert [card.page_number for card in counted] == list(range(1, 8))
        course = guest.model.overlay.model
        assert course.is_final
        pictures.take("florence-winner")
        guest.tap(course.left_blocks[0].ranks[0].touch_target)
        numbers = [line.number for line in guest.model.overlay.model.left_blocks[0].items]
        assert (
            sum(int(number.replace("\N{MINUS SIGN}", "-")) for number in numbers)
            == course.left_blocks[0].ranks[0].points
        )
        pictures.take("florence-ledger")
        guest.tap("back")
        guest.tap("ending")
        guest.tap("next")
        guest.tap("skip-all")
        assert guest.model.overlay.model == course


def test_the_table_check(home: Path) -> None:
    with evening_at(home, ROUND_SIX + 3) as (pictures, guest):
        for thing in ("menu", "check", "of/red", "more/money>"):
            guest.tap(thing)
        pictures.take("florence-check")
        guest.tap_place("grid/red")
        pictures.take("florence-check-grid")
