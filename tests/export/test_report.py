"""A recorded game told for people."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.export.game_report import report_lines
from companion.export.public_record import public_record_lines
from companion.export.referee import answer_record
from companion.games import game_rules
from companion.rules.errors import InvalidRecord
from companion.rules.game import EditionLine
from companion.rules.history import replay_record
from companion.rules.record import JOURNAL_VERSION, RecordHeader, chained_lines, line_with_checksum
from companion.table.storage.journal import read_record
from companion.voice.language import languages
from tests.tables import People, paper, setup

FLORENCE = Path(__file__).parents[1] / "screen/florence/five-players.herald"
RECORDS = Path(__file__).parents[1] / "games/louis_xiv/records"


def written(folder: Path, head: RecordHeader, *moves: str) -> Path:
    record = folder / "evening.herald"
    record.write_text("".join(map(line_with_checksum, (*head.to_lines(), *moves))), encoding="utf-8")
    return record


def ended(folder: Path) -> Path:
    people: People = {
        "blue": {"arms": 2, "missions": ["light-renew:ring"]},
        "red": {"arms": 1},
        "yellow": {"own": 16},
    }
    position = paper("final", round=4, people=people)
    return written(
        folder,
        RecordHeader("louis-xiv", setup(3), position),
        "table arms blue arms1:3",  # refused: blue has two
        "table arms blue arms1:1 arms2:1",
        "table arms yellow",
        "table arms red arms1:1",
    )


def test_it_tells_the_rounds_the_winner_and_where_every_point_came_from(tmp_path: Path) -> None:
    told = list(report_lines(ended(tmp_path), "en"))
    assert told[0] == "Louis XIV: Anna, Bert, Carla"
    assert "Round 4: Anna 9, Bert 0, Carla 2" in told
    assert any("Anna wins" in line for line in told)
    anna = told[told.index("Anna, 9 points:") :]
    assert anna[1] == "  +7  Lay there at the start."
    assert sum(int(line.split()[0]) for line in anna[1 : anna.index("Bert, 0 points:")]) == 9


def test_points_of_the_move_that_ends_a_round_stand_in_that_round() -> None:
    told = list(report_lines(RECORDS / "signed.herald", "en"))
    head, texts = read_record(RECORDS / "signed.herald")
    account = replay_record(head, game_rules(head.game), texts)
    (last,) = (
        accepted
        for before, accepted in pairwise(account.accepted_lines)
        if before.position.to_json()["round"] == 2 and accepted.position.to_json()["round"] == 3
    )
    # a mission was fulfilled, and the round was over
    assert last.position.points_by_player() == {"blue": 3, "red": 8}
    assert "Round 2: Anna 3, Carla 8" in told


def test_a_correction_and_what_follows_from_it_are_told(tmp_path: Path) -> None:
    record = written(
        tmp_path,
        RecordHeader("louis-xiv", setup(3)),
        "table money 4 2",
        "table correct /players/blue/arms 3 /round 2",
    )
    told = list(report_lines(record, "en"))
    assert "Round 1: Anna 0, Bert 0, Carla 0" in told
    assert "Round 2: Anna 3, Bert 0, Carla 0" in told


@pytest.mark.parametrize("lang", languages()[:-1])
def test_it_is_told_in_every_language(tmp_path: Path, lang: str) -> None:
    english, told = list(report_lines(ended(tmp_path), "en")), list(report_lines(ended(tmp_path), lang))
    assert len(told) == len(english)
    for number, (line, other) in enumerate(zip(told, english, strict=True)):
        assert line != other or not number or not line or line.startswith("Bert"), line


def test_it_says_which_printed_values_are_assumed(tmp_path: Path) -> None:
    told = list(report_lines(ended(tmp_path), "en"))
    assert told[1].startswith(
        "Assumed until somebody reads it off the cardboard: print tile 2 money:3 first, "
    )
    assert ", print money 3:1 " in told[1]
    read_off = tuple(EditionLine(tuple(line.split()[1:])) for line in told[1].partition(": ")[2].split(", "))
    known = RecordHeader("louis-xiv", replace(setup(3), edition_lines=read_off))
    assert list(report_lines(written(tmp_path, known), "en"))[1] == ""


def test_a_game_that_is_not_over_says_so(tmp_path: Path) -> None:
    record = written(tmp_path, RecordHeader("louis-xiv", setup(3)), "table money 4 2")
    assert "The game is not over." in list(report_lines(record, "en"))


def test_what_is_no_record_is_told(tmp_path: Path) -> None:
    empty = tmp_path / "empty.herald"
    empty.write_bytes(b"")
    with pytest.raises(InvalidRecord, match="line 1: nothing to read"):
        list(report_lines(empty, "en"))
    with pytest.raises(InvalidRecord, match="No such file"):
        list(report_lines(tmp_path / "none.herald", "en"))


def test_prestige_that_was_sold_and_cards_that_were_counted_are_told() -> None:
    told = list(report_lines(FLORENCE, "en"))
    assert "Round 6: Anna 27, Bert 18, Carla 36, Dirk 45, Elsa 34" in told
    anna = told[told.index("Anna, 44 points:") + 1 : told.index("Bert, 35 points:")]
    assert "  -1  Anna sells 1 point for 100 florins." in anna
    assert sum(int(line.split()[0]) for line in anna) == 44
    assert any("two large buildings" in line for line in anna)


def test_an_evening_is_told_and_judged_alike_in_both_formats(tmp_path: Path) -> None:
    head, texts = read_record(FLORENCE)
    journal = tmp_path / "journal.herald"
    journal.write_text(chained_lines((*head.to_lines(JOURNAL_VERSION), *texts)))
    assert list(report_lines(journal, "en")) == list(report_lines(FLORENCE, "en"))
    with FLORENCE.open("rb") as one, journal.open("rb") as other:
        assert list(public_record_lines(other)) == list(public_record_lines(one))
    with FLORENCE.open("rb") as one, journal.open("rb") as other:
        in_record, in_journal = ([*answer_record(each, "en", position=True)] for each in (one, other))
    moved = [{**each, "line": each["line"] + 2} if "line" in each else each for each in in_record]
    assert in_journal == moved, (
        "a journal has two lines more: by which rules it is played, and where its header ends"
    )
