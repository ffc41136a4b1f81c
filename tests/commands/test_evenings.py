"""`herald evenings`: what people read, type and get in the terminal."""

from __future__ import annotations

import fcntl
import json
import sys
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.games import game_rules, playable_plugin_by_name
from companion.rules.game import Seat
from companion.rules.record import RecordHeader
from companion.start.terminal_session import play_in_terminal
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.storage.journal import read_record
from companion.voice.language import languages
from tests.table.evenings import evening, setup
from tests.table.storage.earlier import virtual_file

ODD_NAME = "Bert\u202e\u200bgnp"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with an evening that is over, one that is not, and a damaged one; opened in this order."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    (tmp_path / "evenings").mkdir()
    play(tmp_path / "evenings" / "over.herald", "louis-xiv")
    play(tmp_path / "evenings" / "going.herald", "kabale", 9)
    (tmp_path / "evenings" / "damaged.herald").write_text("herald 1\nrubbish\n")
    return tmp_path


def play(path: Path, game: str, moves: int | None = None) -> None:
    """An evening of three, over or after so many moves; one of the three has an odd name."""
    table = setup(game, 3)
    first, second, third = table.seats
    header = RecordHeader(game, replace(table, seats=(first, Seat(second.colour, ODD_NAME), third)))
    session = Session.create(path, header)
    for _, move in islice(evening(game, 3, Random(8)), moves):
        session.handle_message(EnterLine(str(move)))
    session.close()


def say(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    """What `herald evenings` answers to these words."""
    assert main(["evenings", *words]) == status
    out, err = capsys.readouterr()
    assert all(letter.isprintable() or letter == "\n" for letter in out + err)
    return out + err


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in lines)))


def numbers(capsys: pytest.CaptureFixture[str]) -> list[int]:
    return [json.loads(line)["number"] for line in say(capsys, "--json").splitlines()]


def test_the_list_says_which_who_when_how_far_and_how_it_ended(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged, going, over = say(capsys, "--lang", "en").splitlines()
    assert damaged.startswith("3  ")
    assert "damaged.herald" in damaged
    assert "Cannot be read: " in damaged
    assert going.startswith("2  ")
    assert "Anna, Bertgnp, Carla; Round 1" in going
    assert over.startswith("1  ")
    assert "Louis XIV" in over
    assert "wins (" in over


@pytest.mark.parametrize("lang", languages())
def test_every_language_lists_and_tells_them(
    lang: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(say(capsys, "--lang", lang).splitlines()) == 3
    for number in "123":
        assert say(capsys, number, "--lang", lang).startswith(f"{number}: ")


def test_other_programs_get_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged, going, over = (json.loads(line) for line in say(capsys, "--json").splitlines())
    assert (damaged["state"], going["state"], over["state"]) == ("damaged", "interrupted", "over")
    assert damaged["error"]
    assert list(going["players"].values()) == ["Anna", "Bertgnp", "Carla"]
    assert going["round"] == 1
    assert max(over["scores"], key=over["scores"].get) in over["winners"]
    assert json.loads(say(capsys, "2", "--json")) == going


def test_one_evening_is_told_and_reported_by_its_number(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heading, lines = say(capsys, "2", "--lang", "en").split("\n\n")
    assert "Kabale" in heading
    assert [int(line.split()[0]) for line in lines.splitlines()] == [*range(10)]
    assert main(["report", "2", "--lang", "en"]) == 0
    assert "The game is not over." in capsys.readouterr().out


def test_a_number_is_an_evening_and_with_a_path_a_file(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    (home / "2").write_bytes((home / "evenings" / "over.herald").read_bytes())
    assert main(["report", "2"]) == 0
    of_number = capsys.readouterr().out
    assert main(["report", "./2"]) == 0
    assert capsys.readouterr().out != of_number
    assert main(["report", "77"]) == 2
    assert "`./77` is a file" in capsys.readouterr().err


def test_a_name_is_given_and_taken_away(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    say(capsys, "2", "--name", "Grandmother's\x07 birthday")
    assert '"Grandmother\'s birthday"' in say(capsys)
    assert json.loads(say(capsys, "2", "--json"))["name"] == "Grandmother's birthday"
    say(capsys, "2", "--name", "")
    assert '"' not in say(capsys)


def test_giving_up_is_asked_and_going_on_takes_it_back(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "no")
    assert "Nothing was done." in say(capsys, "2", "--give-up", "--lang", "en", status=1)
    type_in(monkeypatch, "yes")
    assert "Given up in round 1" in say(capsys, "2", "--give-up", "--lang", "en")
    assert "cannot be given up" in say(capsys, "2", "--give-up", status=2)
    type_in(monkeypatch)
    going = home / "evenings" / "going.herald"
    virtual_file(going, read_record(going)[0])
    assert main(["evenings", "2", "--go-on", "--lang", "en"]) == 0
    capsys.readouterr()
    assert json.loads(say(capsys, "2", "--json"))["state"] == "interrupted"
    assert numbers(capsys) == [2, 3, 1]
    assert "it is over" in say(capsys, "1", "--go-on", status=2)
    assert "cannot be read" in say(capsys, "3", "--go-on", status=2)


@pytest.mark.parametrize("answers", [(), ("",), ("no", "yes"), ("yes",), ("yes", "no"), ("1", "1")])
def test_what_is_not_answered_twice_is_not_deleted(
    answers: tuple[str, ...],
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    type_in(monkeypatch, *answers)
    assert "Nothing was done." in say(capsys, "1", "--delete", "--lang", "en", status=1)
    assert numbers(capsys) == [3, 2, 1]


def test_an_evening_that_another_herald_plays_says_so_in_ones_language(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (home / "evenings" / "going.herald").open("rb") as played:
        fcntl.flock(played, fcntl.LOCK_EX | fcntl.LOCK_NB)
        assert "právě vede jiný Herald" in say(capsys, "2", "--go-on", "--lang", "cs", status=2)


def test_an_evening_is_deleted_and_its_record_stays(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "yes", "yes")
    said = say(capsys, "1", "--delete", "--lang", "en")
    kept = home / "evenings" / "deleted" / "over.herald"
    assert str(kept) in said
    assert kept.exists()
    say(capsys, "3", "--delete", "--yes")
    assert numbers(capsys) == [2]


def test_what_makes_no_sense_is_explained(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "which evening?" in say(capsys, "--delete", status=2)
    assert "there is none" in say(capsys, "99", status=2)
    assert "there is none" in say(capsys, str(10**30), status=2)
    assert "is a file" not in say(capsys, "99", status=2)


@pytest.mark.parametrize("typed", ["1e3", "./7", "", "x" * 5000, "9" * 5000])
def test_what_is_no_number_says_where_the_numbers_are(
    home: Path, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    with pytest.raises(SystemExit):
        main(["evenings", typed])
    assert "is no number; `herald evenings` lists them" in capsys.readouterr().err


def test_a_report_takes_seven_for_an_evening_and_anything_else_for_a_file(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {}
    for typed in ("07", "9" * 5000, "1e3", "-1", "./7"):
        assert main(["report", typed]) == 2
        told[typed[:4]] = capsys.readouterr().err
    assert "evening 7: there is none" in told["07"]
    assert "`./07` is a file" in told["07"]
    assert "File name too long" in told["9999"]
    assert all("No such file" in told[typed] for typed in ("1e3", "-1", "./7"))


NONSENSE = {
    "number": lambda note: note.update(number=0),
    "opened": lambda note: note.update(opened=1 << 62),
}


@pytest.mark.parametrize("field", NONSENSE)
def test_an_index_that_cannot_be_is_set_aside_and_its_last_good_version_holds(
    home: Path, capsys: pytest.CaptureFixture[str], field: str
) -> None:
    before = say(capsys)
    index = home / "evenings" / ".index"
    content = json.loads(index.read_bytes())
    NONSENSE[field](content["notes"]["over.herald"])
    del content["sum"]
    index.write_text(json.dumps(content))
    assert main(["evenings"]) == 0
    said = capsys.readouterr()
    assert said.out == before
    assert "Its last good version holds." in said.err
    assert index.with_name(".index.damaged").exists()


def test_an_evening_that_nobody_has_won_is_listed_with_its_points(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = say(capsys, "--lang", "en")
    index = home / "evenings" / ".index"
    content = json.loads(index.read_bytes())
    content["notes"]["over.herald"]["summary"]["winners"] = []
    del content["sum"]
    index.write_text(json.dumps(content))
    over = say(capsys, "--lang", "en").splitlines()[-1]
    assert before.splitlines()[-1].partition("(")[2].rstrip(")") in over
    assert "Nobody wins (" in over
    for lang in languages():
        assert ("Nobody wins" in say(capsys, "--lang", lang)) == (lang == "en")


def removed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """As if that game had been removed since."""
    games = playable_plugin_by_name()
    others = {each: games[each] for each in games if each != name}
    for each in reversed([*games]):  # undone in the order of lists: the game would come back as the last
        monkeypatch.delitem(games, each)
    for each, plugin in others.items():
        monkeypatch.setitem(games, each, plugin)
    game_rules.cache_clear()


@pytest.mark.parametrize("is_noted", [True, False])
def test_an_evening_whose_game_was_removed_names_it_and_does_not_go_on(
    is_noted: bool, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_noted:
        say(capsys)
    removed(monkeypatch, "kabale")
    (going,) = [line for line in say(capsys, "--lang", "en").splitlines() if "kabale" in line]
    assert "Its game is not here, or cannot be played: kabale. To find out more: herald games" in going
    told = say(capsys, "2", "--go-on", status=2)
    assert "evening 2 cannot go on: its game kabale is not installed, or cannot be played" in told
    assert json.loads(say(capsys, "2", "--json"))["state"] == "unplayable"
    for lang in languages():
        assert ("Its game is not here" in say(capsys, "--lang", lang)) == (lang == "en")
        assert ("Its game is not here" in say(capsys, "2", "--lang", lang)) == (lang == "en")


@pytest.mark.parametrize("content", ["Dear diary,\n", ""])
def test_a_file_that_never_was_an_evening_says_so_in_every_language(
    content: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "evenings" / "damaged.herald").write_text(content)
    for lang in languages():
        told = say(capsys, "3", "--lang", lang)
        assert ("This file is no evening: it does not begin like one." in told) == (lang == "en")
        assert "a record begins with" not in told


def test_words_of_an_index_are_shown_without_what_turns_them(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say(capsys)
    index = home / "evenings" / ".index"
    content = json.loads(index.read_bytes())
    for note in content["notes"].values():
        summary = note.get("summary", {})
        summary["phase"] = "\u202e\x1b[31mphase"
        summary["seats"] = [{"colour": "\u202ered", "name": "\u200bAnna"}]
    index.write_text(json.dumps(content))
    assert not set("\u202e\x1b\u200b") & set(say(capsys) + say(capsys, "--json"))


def test_a_house_without_evenings_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    assert say(capsys, "--lang", "en") == "No evening is kept yet.\n"
    assert say(capsys, "--json") == ""
    assert not list(tmp_path.iterdir()), "nothing is written"


def test_a_game_begun_over_another_one_says_that_that_is_kept(home: Path) -> None:
    told: list[str] = []

    def nobody(_prompt: str) -> str:
        raise EOFError

    play_in_terminal(None, "en", nobody, told.append, lambda _lines: None, "florence")
    (hint,) = [line for line in told if "herald evenings 2 --go-on" in line]
    assert hint.startswith("Not finished yet, and kept: ")
