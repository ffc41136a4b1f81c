"""What is said of a reader, by what it has been through."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.screen import pages as herald_pages
from companion.screen.default import piece_faces
from companion.screen.pages.readers import ReaderHealth, make_reader_model
from companion.table.table_hardware import ReaderStatistics, ZoneReaderStatus
from tests.screen import in_every_language

PLAY = ZoneReaderStatus("play")
FRESH = ReaderStatistics()
GOOD = ReaderStatistics(0x92, "genuine", clean_scans=1000)


def said(
    tally: ReaderStatistics,
    since: ReaderStatistics = FRESH,
    reader: ZoneReaderStatus = PLAY,
    known: bool = True,
) -> tuple[ReaderHealth, str]:
    shown = make_reader_model(reader, tally, since, "en", known=known)
    return shown.health, shown.message


@pytest.mark.parametrize(
    ("tally", "sentence"),
    [
        (ReaderStatistics(clean_scans=900, garbled_scans=100), "Much is garbled. Move it."),
        (ReaderStatistics(clean_scans=97, unanswered_scans=3), "Often silent. Check its plug."),
        (ReaderStatistics(clean_scans=1000, tag_flaps=3), "Tags come and go. Bring them nearer."),
        (ReaderStatistics(clean_scans=1000, chip_resets=3), "Starts anew often. Check its 3.3 V."),
    ],
)
def test_each_trouble_has_its_advice(tally: ReaderStatistics, sentence: str) -> None:
    assert said(tally) == ("doubtful", sentence)


@pytest.mark.parametrize(
    "tally",
    [
        GOOD,
        ReaderStatistics(clean_scans=910, garbled_scans=90),
        ReaderStatistics(clean_scans=99, unanswered_scans=1),
        ReaderStatistics(clean_scans=9, tag_flaps=2, chip_resets=2),
    ],
)
def test_a_little_trouble_is_none(tally: ReaderStatistics) -> None:
    assert said(tally) == ("well", "Answers.")


def test_a_few_scans_say_nothing() -> None:
    assert said(ReaderStatistics(garbled_scans=5)) == ("well", "Answers.")


def test_a_reader_that_does_not_answer_says_nothing_else() -> None:
    assert said(GOOD, reader=ZoneReaderStatus("play", "no chip")) == (
        "ill",
        "Does not answer. Check its plug and its wires.",
    )
    assert said(ReaderStatistics(), reader=ZoneReaderStatus("play", "no SPI")) == (
        "ill",
        "Cannot be opened. Check its wires.",
    )
    assert said(ReaderStatistics(), known=False) == ("doubtful", "Is being started.")


@pytest.mark.parametrize(
    ("tally", "reason", "message", "advice"),
    [
        (FRESH, "no port", "Cannot be opened. Check its cable.", "Herald may stay on."),
        (GOOD, "no chip", "Does not answer. Check its cable.", "Unplug it and plug it in again"),
        (
            ReaderStatistics(0x16, clean_scans=97, unanswered_scans=3),
            "",
            "Often silent. Change its cable.",
            "Take another cable or another socket.",
        ),
        (
            ReaderStatistics(0x16, clean_scans=1000, chip_resets=3),
            "",
            "Resets often. Change its cable.",
            "Take another cable or another socket.",
        ),
    ],
)
def test_a_reader_on_a_cable_is_told_with_its_cable_and_never_with_wires(
    tally: ReaderStatistics, reason: str, message: str, advice: str
) -> None:
    on_cable = ZoneReaderStatus("play", reason, is_on_cable=True)
    shown = make_reader_model(on_cable, tally, FRESH, "en", known=True)
    assert shown.message == message
    assert advice in shown.advice
    assert shown.advice.endswith(reason)
    assert not re.search(r"wire|3\.3 V|supply|off", f"{shown.message} {shown.advice}")


def test_shares_add_up_and_nothing_that_happened_is_nothing() -> None:
    shown = make_reader_model(
        PLAY,
        ReaderStatistics(clean_scans=99_998, garbled_scans=1, unanswered_scans=1),
        FRESH,
        "en",
        known=True,
    )
    assert shown.scan_numbers == ("98 %", "1 %", "1 %", "0", "0")
    assert make_reader_model(PLAY, ReaderStatistics(), FRESH, "en", known=True).scan_numbers == ("–",) * 5


def test_it_is_counted_from_when_one_likes_and_anew_for_a_reader_that_was_opened_anew() -> None:
    before = ReaderStatistics(clean_scans=1000, garbled_scans=1000, tag_flaps=9, chip_resets=9)
    assert said(before)[0] == "doubtful"
    assert said(
        ReaderStatistics(clean_scans=1100, garbled_scans=1000, tag_flaps=9, chip_resets=9), before
    ) == ("well", "Answers.")
    assert (
        make_reader_model(
            PLAY, ReaderStatistics(clean_scans=50, tag_flaps=1), before, "en", known=True
        ).scan_numbers[3]
        == "1"
    )


@in_every_language
@pytest.mark.parametrize(
    "zone", ["play", "seat/blue", "tile/12", "tile/13", "tile/x", "attic", "seat/pink", "play/2"]
)
def test_every_place_is_called_something(zone: str, lang: str) -> None:
    called = make_reader_model(ZoneReaderStatus(zone), GOOD, FRESH, lang, known=True).zone_name
    assert (called == zone) == (zone in ("tile/13", "tile/x", "attic", "seat/pink", "play/2"))


def test_a_place_is_called_as_in_the_game_at_hand_and_else_as_in_one_that_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Faces(NamedTuple):
        """A game's names of places."""

        game: str

        def zone_name(self, zone: str, _translator: object) -> str:
            return f"{self.game}'s {zone}" if self.game in zone else ""

    monkeypatch.setattr(piece_faces, "load_piece_faces_module", Faces)

    def called(zone: str, game: str = "") -> str:
        status = ZoneReaderStatus(zone)
        return make_reader_model(status, GOOD, FRESH, "en", known=True, game=game).zone_name

    both = "kabale-florence"
    assert (called(both, "kabale"), called(both, "florence")) == (f"kabale's {both}", f"florence's {both}")
    assert called("kabale", "florence") == called("kabale") == "kabale's kabale"
    assert called("attic", "kabale") == "attic"


def test_what_pages_say_names_no_file_and_no_command() -> None:
    pages = Path(herald_pages.__path__[0])
    said = [
        (path.name, each.value)
        for path in pages.glob("*.py")
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]
    assert len(said) > 500
    named = re.compile(r"\.(toml|md|herald|deck)\b.* |herald (doctor|enrol|recover)")
    assert [each for each in said if named.search(each[1])] == []
