"""`herald games`: games from outside come, are named with what is wrong with them, and go."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from pathlib import Path
from threading import Barrier, Event
from typing import Any, TextIO

import pytest

from companion.cli import main
from companion.games import game_names, game_rules, installed
from companion.games.installed import installed_games
from companion.rules.errors import InvalidFile, UsageError
from companion.screen.default.set_up import setup_presenter_of
from companion.screen.draw.symbol_images import save_cached
from companion.screen.draw.symbols import load_symbol, symbol_file_by_name
from companion.screen.draw.theme import parse_colour
from companion.simulator.plugin_parts import make_ground_truth
from companion.start import game_installer
from companion.start.symbol_cache import sizes_in_pixels
from companion.voice.translator import Translator
from tests.ours import GAMES
from tests.wheels import NAMES, plugin, started_anew, unpacked, wheel


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HERALD_LANG", "en")
    with started_anew():
        yield tmp_path / "home"


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_the_games_are_listed_with_version_and_origin(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    told = lines(capsys)
    assert [line.split()[0] for line in told] == list(GAMES)
    assert all(line.endswith("comes with Herald") for line in told)
    assert "Louis XIV" in told[0]


def test_a_game_is_added_played_exchanged_and_removed(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "add", str(wheel(tmp_path))]) == 0
    assert "Encore 1.0 1.0 was added. Play it: herald --game encore" in lines(capsys)
    assert game_rules("encore").max_players == game_rules("kabale").max_players
    with started_anew():
        assert game_names() == (*GAMES, "encore")
        assert main(["games", "add", str(wheel(tmp_path, version="2.0"))]) == 0
    with started_anew():
        assert main(["games"]) == 0
        assert [line for line in lines(capsys) if line.startswith("encore") and "2.0" in line]
        assert [each.name for each in (home / "games").iterdir()] == ["encore"]
        assert main(["games", "remove", "encore"]) == 0
    with started_anew():
        assert game_names() == tuple(GAMES)
        assert list((home / "games").iterdir()) == []
        with pytest.raises(
            UsageError, match="game encore: unknown; Herald knows florence, kabale, louis-xiv"
        ):
            game_rules("encore")


WRONG = {
    "cannot be imported: ZeroDivisionError: division by zero": {"plugin.py": "1 / 0"},
    "cannot be imported: SystemExit: 3": {"plugin.py": "raise SystemExit(3)"},
    "cannot be imported: ValueError: two [2Jlines": {"plugin.py": "raise ValueError('two\\x1b[2Jlines')"},
    "has no attribute 'PLUGIN'": {"plugin.py": ""},
    "is no companion.games.plugin.Plugin": {"plugin.py": "PLUGIN = 'encore'"},
    "made for interface 1, this Herald has 5: update the older of them": {"plugin.py": plugin(interface=1)},
    "made for interface 2, this Herald has 5: update the older of them": {
        "plugin.py": plugin(interface=2, more="printed='screen.copy'")
    },
    "made for interface 6, this Herald has 5: update the older of them": {
        "plugin.py": plugin(interface=6, more="sounds='art'")
    },
    "cannot be imported: TypeError: Plugin.__new__() got an unexpected keyword argument 'sounds'": {
        "plugin.py": plugin(more="sounds='art'")
    },
    "registers as 'encore' and calls itself 'chess'": {"plugin.py": plugin("chess")},
    "rules:GAME cannot be imported: ModuleNotFoundError: No module named 'nowhere'": {
        "rules.py": "import nowhere"
    },
    "its rules call it 'kabale'": {"rules.py": "from companion.games.kabale.rules.game import GAME"},
    "its rules have no min_players, max_players, options": {
        "rules.py": "class GAME:\n    name = 'encore'\n    colours = ()"
    },
    "cannot be imported: Ended: 3": {"plugin.py": "class Ended(BaseException): ...\nraise Ended(3)"},
    "plugin:PLUGIN says of aliases, list_order what cannot be": {
        "plugin.py": plugin(more="aliases=None, list_order='first'")
    },
    "plugin:PLUGIN says of name what cannot be": {"plugin.py": plugin().replace("'{name}'", "None")},
    "plugin:PLUGIN says of aliases what": {"plugin.py": plugin(more="aliases=(3,)")},
    "rules:GAME cannot be imported: ValueError: colours": {
        "rules.py": "class GAME:\n    name = 'encore'\n    @property\n"
        "    def colours(self): raise ValueError('colours')\n\nGAME = GAME()"
    },
    "its rules say that '2' to 6 people play it": {
        "rules.py": "from companion.games.kabale.rules.game import KabaleGame\n\n\n"
        "class Encore(KabaleGame):\n    name = 'encore'\n    min_players = '2'\n\n\nGAME = Encore()"
    },
    "its data/names.toml cannot be read: TOMLDecodeError": {"data/names.toml": "[game"},
    "in its data/clauses.toml stands no table under K-1": {"data/clauses.toml": "K-1 = 'x'"},
    "is somebody else's": {"plugin.py": plugin(package="json", rules="decoder:JSONDecoder")},
}


def test_an_added_game_and_its_pictures_are_for_their_owner_only(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    before = os.umask(0)
    try:
        assert main(["games", "add", str(wheel(tmp_path))]) == 0
        save_cached("0123.png", b"a picture")
    finally:
        os.umask(before)
    made = [home, *home.rglob("*"), *(tmp_path / "cache").rglob("*")]
    assert len(made) > 10
    assert [path for path in made if path.stat().st_mode & 0o077] == []


@pytest.mark.parametrize("reason", WRONG)
def test_a_game_that_cannot_be_played_is_named_with_its_reason_and_herald_goes_on(
    reason: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"plugin.py": WRONG[reason]["plugin.py"]} if "plugin.py" in WRONG[reason] else WRONG[reason]
    unpacked(wheel(tmp_path, files=files), home)
    assert main(["games"]) == 1
    told = lines(capsys)
    assert told[-2].split()[0] == "encore"
    assert told[-1].startswith("    cannot be played: ")
    assert reason in told[-1]
    assert game_names() == tuple(GAMES)
    with pytest.raises(InvalidFile) as refused:
        game_rules("encore")
    assert reason in str(refused.value).replace("\x1b", " ")
    assert "(package encore 1.0)" in str(refused.value)


def test_a_game_whose_texts_were_saved_with_a_mark_in_front_is_played(home: Path, tmp_path: Path) -> None:
    marked = {"data/names.toml": f"\ufeff{NAMES}", "data/clauses.toml": "\ufeff"}
    unpacked(wheel(tmp_path, files=marked), home)
    assert "encore" in game_names()
    assert Translator("encore", {}, "en").name_of("game", "title") == "Encore 1.0"


def test_what_a_game_prints_while_it_is_looked_at_is_no_part_of_an_answer(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unpacked(wheel(tmp_path, files={"plugin.py": f"print('Hello')\n{plugin()}"}), home)
    assert game_names() == (*GAMES, "encore")
    assert capsys.readouterr() == ("", "Hello\n")


def test_two_threads_that_look_at_games_at_once_leave_standard_output_where_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, together, met = sys.stdout, Barrier(2), Event()
    inside: list[object] = []

    class Patient(redirect_stdout[TextIO]):
        """It stays until the other thread comes, if that can come."""

        def __enter__(self) -> TextIO:
            inside.append(self)
            if len(inside) == 2:
                met.set()
            entered = super().__enter__()
            met.wait(0.01)
            return entered

        def __exit__(self, *why: Any) -> None:
            super().__exit__(*why)
            inside.remove(self)

    def look() -> None:
        together.wait()
        installed_games()

    with started_anew(), monkeypatch.context() as patched, ThreadPoolExecutor(2) as threads:
        patched.setattr(installed, "redirect_stdout", Patient)
        for each in [threads.submit(look), threads.submit(look)]:
            each.result()
    found, sys.stdout = sys.stdout, before
    assert found is before
    assert not met.is_set()


def test_a_game_that_cannot_be_played_is_not_added_and_the_one_before_stays(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "add", str(wheel(tmp_path))]) == 0
    with started_anew():
        assert main(["games", "add", str(wheel(tmp_path, version="2.0", files={"rules.py": "1 / 0"}))]) == 2
        assert "herald: encore: rules:GAME cannot be imported: ZeroDivisionError" in capsys.readouterr().err
    with started_anew():
        assert [each.version for each in installed_games() if each.name == "encore"] == ["1.0"]
        assert game_names() == (*GAMES, "encore")


ENDS_HERALD = {
    "Herald would hang as soon as it looks at the game": "while True: ...",
    "Herald ended as soon as it looked at the game (status 7)": "import os\n\nos._exit(7)",
}


@pytest.mark.parametrize("why", ENDS_HERALD)
def test_a_game_over_which_herald_would_hang_or_end_is_not_added_and_the_one_before_stays(
    why: str,
    home: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unpacked(wheel(tmp_path), home)
    monkeypatch.setattr(game_installer, "TRIAL_START_TIMEOUT_S", 0.8 if "hang" in why else 60.0)
    monkeypatch.setattr(game_installer, "_unpack", lambda made, into: unpacked(made, into.parents[1]))
    bad = wheel(tmp_path, version="2.0", files={"plugin.py": ENDS_HERALD[why]})
    assert main(["games", "add", str(bad)]) == 2
    assert why in capsys.readouterr().err
    assert [each.name for each in (home / "games").iterdir()] == ["encore"]
    assert [each.version for each in installed_games() if each.name == "encore"] == ["1.0"]


def test_a_game_that_herald_cannot_outlive_can_be_removed_all_the_same(home: Path, tmp_path: Path) -> None:
    unpacked(wheel(tmp_path, files={"plugin.py": "raise KeyboardInterrupt"}), home)
    assert main(["games"]) == 130
    assert main(["games", "remove", "encore"]) == 0
    assert main(["games"]) == 0


def test_whoever_stops_it_while_a_game_is_looked_at_has_the_one_before(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked(wheel(tmp_path), home)
    monkeypatch.setattr(game_installer, "_try", lambda wheel, home: None)
    stops = wheel(tmp_path, version="2.0", files={"plugin.py": "raise KeyboardInterrupt"})
    assert main(["games", "add", str(stops)]) == 130
    with started_anew():
        assert [each.version for each in installed_games() if each.name == "encore"] == ["1.0"]


def test_two_do_not_add_at_once(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unpacked(wheel(tmp_path), home)
    with game_installer._alone(home / "games"):
        assert main(["games", "add", str(wheel(tmp_path))]) == 2
        assert "another Herald adds or removes a game just now" in capsys.readouterr().err
        assert main(["games", "remove", "encore"]) == 2
    assert main(["games", "remove", "encore"]) == 0


def test_a_package_that_would_be_hidden_by_another_is_not_added(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "add", str(wheel(tmp_path, "herald", "99.0"))]) == 2
    assert "a package called herald is installed beside Herald already" in capsys.readouterr().err
    assert list((home / "games").iterdir()) == []


def test_a_game_lies_where_herald_home_is_said_from_the_working_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HERALD_HOME", "home")
    unpacked(wheel(tmp_path), tmp_path / "home")
    assert game_names() == (*GAMES, "encore")


RULES = """
from companion.games.kabale.rules.game import KabaleGame


class Encore(KabaleGame):
    name = "{taken}"


GAME = Encore()
"""


@pytest.mark.parametrize("taken", ["kabale", "kabale-und-hiebe"])
def test_no_game_takes_the_name_of_another(taken: str, home: Path, tmp_path: Path) -> None:
    files = {"plugin.py": plugin(taken), "rules.py": RULES.replace("{taken}", taken)}
    entry = f"[herald.games]\n{taken} = {{package}}.plugin:PLUGIN\n"
    unpacked(wheel(tmp_path, files=files, entry=entry), home)
    (wrong,) = [each for each in installed_games() if each.plugin is None]
    assert wrong.unplayable_reason == f"the name {taken} is taken by herald"
    assert game_names() == tuple(GAMES)
    assert game_rules(taken).name == "kabale"


def test_two_games_may_call_their_clauses_alike(home: Path, tmp_path: Path) -> None:
    ours = (
        RULES.replace("{taken}", "{name}")
        + """
from companion.rules.clauses import declare_clause

NO = declare_clause("R-1", "no", {facts})
"""
    )
    for name, facts in (("encore", '"who"'), ("once-more", "")):
        unpacked(wheel(tmp_path, name, files={"rules.py": ours.replace("{facts}", facts)}), home)
    with started_anew():
        assert {"encore", "once-more"} <= set(game_names())


def test_what_is_no_wheel_of_a_game_is_refused_before_anything_is_unpacked(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torn = tmp_path / "torn-1.0-py3-none-any.whl"
    torn.write_bytes(wheel(tmp_path).read_bytes()[:200])
    text = tmp_path / "encore.txt"
    headless = tmp_path / "headless-1.0-py3-none-any.whl"
    whole = wheel(tmp_path).read_bytes()
    headless.write_bytes(whole[whole.index(b"PK\1\2") - 10 :])  # only its list is left

    def made(other: dict[str, Any]) -> Path:
        folder = tmp_path / "-".join(other)
        folder.mkdir()
        return wheel(folder, **other)

    text.write_text("a game")
    for file, why in (
        (tmp_path / "none.whl", "no such file"),
        (text, "is not called like a wheel"),
        (torn, "damaged, or no wheel"),
        (headless, "damaged, or no wheel"),
        (made({"tag": "cp311-cp311-linux_x86_64"}), "is made for one kind of computer"),
        (made({"entry": "[herald.games]\nencore\n", "name": "encore"}), "damaged, or no wheel"),
        (made({"entry": "[console_scripts]\nx = y:z\n"}), "brings no game: it registers nothing"),
        (made({"needs": ("msgspec>=0.1", "numpy", "babel>99; python_version>'3'")}), "not: numpy, babel>99"),
    ):
        assert main(["games", "add", str(file)]) == 2
        assert why in capsys.readouterr().err
        assert not (home / "games").exists() or list((home / "games").iterdir()) == []


def test_a_game_that_was_put_aside_when_the_power_went_away_is_still_there(
    home: Path, tmp_path: Path
) -> None:
    place = unpacked(wheel(tmp_path), home)
    place.rename(place.with_name(".encore.before"))
    unpacked(wheel(tmp_path, version="2.0"), home / "half").rename(place.with_name(".encore.new"))
    with started_anew():
        assert [each.version for each in installed_games() if each.name == "encore"] == ["1.0"]
    with started_anew():
        assert main(["games", "add", str(wheel(tmp_path, version="3.0"))]) == 0
    with started_anew():
        assert [each.version for each in installed_games() if each.name == "encore"] == ["3.0"]
        assert [each.name for each in place.parent.iterdir()] == ["encore"]


def test_what_came_with_herald_cannot_be_removed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "remove", "kabale"]) == 2
    assert "kabale was not added: it came with herald" in capsys.readouterr().err
    assert main(["games", "remove", "chess"]) == 2
    assert "no game is called chess" in capsys.readouterr().err


@pytest.mark.parametrize("fails", ["1 / 0", "raise SystemExit(0)"])
def test_the_part_that_a_game_brings_and_that_fails_is_replaced_and_logged(
    fails: str, home: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    brings = plugin(more="players='players'")
    unpacked(
        wheel(
            tmp_path, files={"plugin.py": brings, "players/__init__.py": "", "players/ground_truth.py": fails}
        ),
        home,
    )
    with started_anew():
        from random import Random

        from companion.rules.game import GameSetup, Seat

        seats = tuple(Seat(colour, colour) for colour in game_rules("encore").colours[:3])
        assert (
            type(make_ground_truth("encore", GameSetup(seats, seats[0].colour), Random(1))).__name__
            == "OpenGroundTruth"
        )
    assert (
        "encore.players.ground_truth of the game encore cannot be imported: a default stands in"
        in caplog.text
    )


def test_a_game_brings_its_symbols_and_what_cannot_be_drawn_is_named(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="{c}" d="M0 0h9v9h-9z"/></svg>'
    files = {
        "plugin.py": plugin(more="art='art'"),
        "art/encore.svg": drawing.replace("{c}", "#123456"),
        "art/coin/flat.svg": drawing.replace("{c}", "currentColor"),
        "art/torn.svg": "<svg",
    }
    symbol_file_by_name.cache_clear()
    try:
        assert main(["games", "add", str(wheel(tmp_path, files=files))]) == 0
        told = lines(capsys)
        assert sum("cannot be drawn" in line and "torn.svg: unclosed token" in line for line in told) == 1
        assert "A Herald that runs now" in told[-1]
        assert len([*(tmp_path / "cache/herald/symbols").iterdir()]) == 2 * len(sizes_in_pixels())
        assert setup_presenter_of("encore").SYMBOL == "encore"
        assert load_symbol("coin/flat").svg_and_colour(parse_colour("#abcdef"))[1] == parse_colour("#abcdef")
    finally:
        symbol_file_by_name.cache_clear()
        load_symbol.cache_clear()
