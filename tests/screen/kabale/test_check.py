"""The table check of Kabale und Hiebe: what differs is touched, and written down as a correction."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.kabale.rules.state import Card
from companion.rules.moves import UNKNOWN
from companion.screen.overlays.layers import Layers
from companion.voice.language import translation
from tests.screen import SIZES
from tests.screen.conftest import Sit
from tests.screen.driver import Driver
from tests.screen.evening import Guest, evening
from tests.screen.kabale.evenings import FOUR, SIX, evening_at
from tests.screen.kabale.over import COLUMN
from tests.screen.kabale.playing import begin
from tests.screen.stage import Alone


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def before(sit: Sit, size: tuple[int, int] = SIZES[0]) -> tuple[Driver, list[str]]:
    """A person before the check of one column, and what it hears."""
    heard: list[str] = []
    shown = Layers(heard.append, lambda: translation("cs"))
    return sit(Alone(lambda: shown.of(COLUMN)), size), heard


@pytest.mark.parametrize("size", SIZES)
def test_a_card_is_touched_and_then_what_it_is(sit: Sit, size: tuple[int, int]) -> None:
    person, heard = before(sit, size)
    for row, code in (("row/0", "3"), ("row/11", "25"), ("row/4", "26"), ("head", "7")):
        person.tap(row)
        assert person.faults() == []
        person.tap(code)
    person.tap("row/2")
    person.tap("keep")
    assert "row/2" in person.things()
    assert heard == ["count/card/1=3", "count/more/0=525", "count/card/5=26", "count/objective=7"]


def opened(guest: Guest, column: int) -> None:
    """The check of a column."""
    for thing in ("menu", "check", f"of/column/{column}"):
        guest.tap(thing)


def test_a_card_that_lies_in_another_column_is_written_down_there(home: Path) -> None:
    with evening_at(home, FOUR, 80) as (_, guest):
        opened(guest, 1)
        one = guest.live.now.position.columns[0].cards
        assert one[-1] == Card("black", UNKNOWN)
        for thing in ("row/4", "26", "of/column/4", "count/more/0=25"):
            guest.tap(thing)
        assert guest.driver.faults() == []
        guest.tap("write-down")
        position = guest.live.now.position
        assert guest.model.refusal is not None  # a card that lies face down there must be turned up before
        guest.tap("go-on")
        assert position.columns[0].cards == one
        for thing in ("row/2", "0", "write-down"):
            guest.tap(thing)
        position = guest.live.now.position
        assert position.columns[0].cards == one[:-1]
        assert position.columns[3].cards[-2:] == (Card("red", "king", up=True), Card("black", UNKNOWN))
        guest.tap("back")  # to the table: the check is closed
        guest.tap("undo")
        guest.tap("take-back")
        assert guest.live.now.position.columns[0].cards == one


def test_counts_and_columns_must_add_up(home: Path) -> None:
    with evening_at(home, SIX, 60) as (_, guest):
        opened(guest, 2)
        assert not guest.model.aside.changed
        guest.tap("count/more/0=25")
        assert guest.model.aside.wrong
        guest.tap("of/black")
        assert guest.model.aside.wrong
        guest.tap("less/deck")
        assert not guest.model.aside.wrong
        assert guest.driver.faults() == []


def test_a_column_corrected_keeps_the_names_only_the_referee_knows() -> None:
    with evening("cs") as guest:
        begin(guest, 2, persons=2)
        first, _ = guest.live.look.persons
        guest.tap(f"look/{first}")
        laid = guest.model.table.cards[0].thing
        guest.tap(laid)
        guest.tap("column/1")
        opened(guest, 1)
        assert guest.model.aside.column.cards[0].name == ""
        guest.tap("head")
        guest.tap("3")
        guest.tap("write-down")
        referee = guest.live.session.account.position
        assert referee.columns[0].cards == (Card(first, laid.split("/")[2]),)
        assert referee.columns[0].objective == "alchemy:4"
