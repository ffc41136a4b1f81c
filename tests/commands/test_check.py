"""`herald check`: what is wrong with anything that is kept, file by file, and nothing is changed."""

from __future__ import annotations

import json
import os
from codecs import BOM_UTF8
from importlib.resources import files
from pathlib import Path

import pytest

from companion.cli import main
from companion.rules.record import line_with_checksum
from companion.screen.settings import load_player_names, load_settings
from companion.start.kept_files_check import BACKUP_ADVICE
from companion.voice.language import load_translation
from tests.table.storage.homes import everything

RECORD = (
    "herald 1",
    "game louis-xiv",
    "seat blue Anna",
    "seat yellow Bert",
    "seat red Carla",
    "start blue",
    "table money 4 2",
    "blue inf6 place 6 6 1",
)
GOOD = {
    "evenings/a.herald": "".join(map(line_with_checksum, RECORD)).encode(),
    "evenings/a.virtual": b'{"virtual":true,"absent":["red"]}',
    "louis-xiv.deck": b'{"deck":1,"game":"louis-xiv","tags":{"card/inf1":"04a1a1a1a1a1a1"}}',
    "settings.toml": b'voice = "full"\n',
    "people.json": b'["Anna"]',
    "wiring.toml": files("hardware").joinpath("kits", "one.toml").read_bytes(),
    "louis-xiv.print": b"# nothing\n",
}
BAD = {
    "evenings/flipped.herald": GOOD["evenings/a.herald"].replace(b"Bert", b"Cert"),
    "evenings/refused.herald": GOOD["evenings/a.herald"] + line_with_checksum("blue inf6 take").encode(),
    "evenings/empty.herald": b"",
    "evenings/stranger.herald": b"herald 1\ngame chess\n",
    "evenings/a.virtual": b"\xff",
    "louis-xiv.deck": b'{"deck":1,"game":"kabale","tags":{}}',
    "kabale.deck": b"{",
    "settings.toml": b'voice = "loud"\n',
    "people.json": b"\xff",
    "wiring.toml": b"[[reader",
    "louis-xiv.print": b"print nonsense\n",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    (tmp_path / "evenings").mkdir()
    return tmp_path


def put(home: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_bytes(data)


def findings(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, dict[str, object]]]:
    status = main(["check", "--json"])
    return status, {each["what"]: each for each in json.loads(capsys.readouterr().out)}


@pytest.mark.parametrize("mark", [b"", BOM_UTF8], ids=["plain", "mark in front"])
def test_all_is_well(home: Path, capsys: pytest.CaptureFixture[str], mark: bytes) -> None:
    put(home, {name: mark + data for name, data in GOOD.items()})
    assert main(["check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "ok  evenings/a.herald: louis-xiv, lines: 2, it can go on" in lines
    assert lines[-1] == "Files: 7, with something wrong: 0."
    assert load_settings(home / "settings.toml").voice == "full"
    assert load_player_names() == ("Anna",)


def test_a_deleted_evening_and_a_last_good_version_are_nothing_wrong(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(
        home,
        GOOD
        | {"evenings/deleted/b.herald": b"\xff", "evenings/a.virtual.last-good": GOOD["evenings/a.virtual"]},
    )
    status, found = findings(capsys)
    assert status == 0
    assert "deleted" in str(found["evenings/deleted/b.herald"]["found"])
    assert found["evenings/a.virtual.last-good"]["found"] == "a virtual table"


def test_each_file_with_something_wrong_is_named_with_what_to_do(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(home, GOOD | BAD)
    status, found = findings(capsys)
    assert status == 1
    assert {what for what, each in found.items() if each["wrong"]} == BAD.keys()
    assert "line 4" in str(found["evenings/flipped.herald"]["found"])
    assert "take the evening from a backup" in str(found["evenings/flipped.herald"]["found"])
    assert "herald recover" not in str(found["evenings/flipped.herald"]["found"])
    assert "move 3" in str(found["evenings/refused.herald"]["found"])
    assert all(each["advice"] for each in found.values() if each["wrong"])


def test_nothing_is_changed_and_nothing_hangs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(home, GOOD | BAD)
    os.mkfifo(home / "evenings" / "pipe.herald")
    (home / "evenings" / "link.herald").symlink_to("nowhere")
    (home / "florence.deck").mkdir()
    (home / "evenings" / "torn.herald").write_bytes(GOOD["evenings/a.herald"] + b"yellow in")
    before, times = everything(home), {path: path.lstat().st_mtime_ns for path in home.rglob("*")}
    status, found = findings(capsys)
    assert status == 1
    assert all(
        found[what]["wrong"] for what in ("evenings/pipe.herald", "evenings/link.herald", "florence.deck")
    )
    assert "its end is damaged, from line" in str(found["evenings/torn.herald"]["found"])
    assert not found["evenings/torn.herald"]["wrong"]
    assert everything(home) == before
    assert {path: path.lstat().st_mtime_ns for path in home.rglob("*")} == times


def test_a_home_that_is_not_there_stays_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "none"))
    assert main(["check"]) == 0
    assert "nothing is kept" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("cs", "ok  evenings/a.herald: louis-xiv, řádků: 2, dá se pokračovat"),
        ("de", "ok  evenings/a.herald: louis-xiv, Zeilen: 2, kann weitergehen"),
        ("nl", "ok  evenings/a.herald: louis-xiv, regels: 2, kan verder"),
    ],
)
def test_it_speaks_the_language_that_was_chosen_and_leaves_the_settings_where_they_are(
    home: Path, capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    put(home, GOOD | BAD | {"settings.toml": f'lang = "{lang}"\n'.encode()})
    before = everything(home)
    assert main(["check"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert said in lines
    assert load_translation(lang).gettext(BACKUP_ADVICE) in next(line for line in lines if "refused" in line)
    assert everything(home) == before
    put(home, {"settings.toml": b"lang = 7\n"})
    before = everything(home)
    assert main(["check", "--lang", lang]) == 1
    assert said in capsys.readouterr().out.splitlines()
    assert everything(home) == before
