"""Evenings of Kabale und Hiebe told twice, with other cards face down: in a terminal, in reports, by the doctor, on the
first page. Every line is the same (issue 4).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.export.game_report import report_lines
from companion.rules.record import RecordHeader
from companion.table.session import Session
from companion.table.storage.saved_games import last_interrupted_game
from companion.voice.language import languages
from hardware.virtual.faults import UNPLUGGED
from tests.commands.test_cli import herald
from tests.start.tables import Hands
from tests.start.test_secrets import A_WHILE_US, LAID, ONE, RECOVERY_US, Cards, begun
from tests.start.test_wired_terminal import Sitting
from tests.table.twins import Script, script


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def sat(home: Path, laid: Cards, lang: str) -> list[list[str]]:
    """What people read who slide a card, lay one, err, look around, lose a reader and take back."""
    begun(home, laid)
    hands = Hands(home, wiring=ONE, game="kabale")

    def shown(who: str, card: str) -> Callable[[], None]:
        return lambda: hands.show(f"card/{who}/{laid[card]}", "play")

    def broken() -> None:
        hands.show(f"card/black/{laid['broken']}", "play")
        hands.rig.virtual_readers["play"].inject_fault(UNPLUGGED)
        hands.wait(A_WHILE_US)

    def mended() -> None:
        hands.rig.virtual_readers["play"].clear_fault(UNPLUGGED)
        hands.wait(RECOVERY_US)

    return Sitting(
        hands,
        *(shown("black", "slid"), "done", "table", "help"),
        *(shown("green", "shown"), "help", lambda: hands.press("column/2"), "table"),
        *(shown("black", "slid"), "clear", shown("blue", "broken"), "clear"),
        *(f"black 9 {laid['broken']}", f"{laid['broken']}"),
        f'table correct /columns/1/cards/0/card "{laid["broken"]}" /round 99',
        *(broken, "clear", mended, lambda: hands.press("undo"), "no", "undo", "undo 9", "table"),
        lang=lang,
        name="kabale",
    ).pages


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_no_line_in_a_terminal_depends_on_a_card_that_lies_face_down(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for number, laid in enumerate(LAID):
        monkeypatch.setenv("HERALD_HOME", str(tmp_path / str(number)))
        told.append(sat(tmp_path / str(number), laid, lang))
    one, other = told
    assert one == other
    assert len(one) > 20
    assert len({"".join(page) for page in one}) > 12  # something was told


def kept(folder: Path, told: Script, first: bool, lines: int) -> Path:
    """That part of the evening as a record."""
    folder.mkdir(parents=True, exist_ok=True)
    record = folder / "evening.herald"
    said = (*told.before, *(told.as_laid(line, first) for line in told.lines[:lines]))
    text = "".join(f"{line}\n" for line in (*RecordHeader("kabale", told.setup).to_lines(), *said))
    record.write_text(text, encoding="utf-8")
    return record


@pytest.mark.long(usual="1")
@pytest.mark.parametrize("round_", [1, 6])
def test_no_report_and_no_first_page_depends_on_a_card_that_lies_face_down(
    tmp_path: Path, round_: int
) -> None:
    """A report of an evening that is not over tells no moves, but points, and where they came from."""
    told = script(3, Random(round_), round_)
    assert told.others
    for lines in range(1, len(told.lines) + 1):
        one, other = (
            kept(tmp_path / name, told, first, lines) for name, first in (("one", True), ("other", False))
        )
        for lang in languages():
            assert [*report_lines(one, lang)] == [*report_lines(other, lang)]
        waits, waits_too = last_interrupted_game(one.parent), last_interrupted_game(other.parent)
        assert waits is not None
        assert waits_too is not None
        assert replace(waits, path=other, modified_at=0) == replace(waits_too, modified_at=0)


def test_the_doctor_says_nothing_of_the_evening_that_goes_on_meanwhile(home: Path) -> None:
    said = []
    for number, laid in enumerate(LAID):
        house = home / str(number)
        session = Session.resume(begun(house, laid))
        done = herald("doctor", HERALD_HOME=str(house))
        session.close()
        said.append(re.sub(r"[0-9]+", "#", done.stdout.decode()))
        assert done.stderr == b""
    assert said[0] == said[1]
    assert "evenings" in said[0]
