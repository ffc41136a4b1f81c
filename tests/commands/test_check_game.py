"""`herald check-game`: what is missing in a game is told in plain words, whatever the game does."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.contract.promises import TABLE_PROMISES
from companion.contract.runner import TimeLimits, check_table_promises
from companion.contract.template.mygame.rules.position import HeapPosition
from companion.games.installed import InstalledGame, installed_games
from companion.games.plugin import Plugin
from companion.rules.game import GameSetup
from companion.rules.transaction import Transaction
from tests.contract.odd import odd


def told(plugin: Plugin, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit status and what was printed, with one blank between words."""
    status = main(["check-game", plugin.name, "--players", "2", "--games", "2", *words])
    return status, " ".join(capsys.readouterr().out.split())


def raises(*_: Any) -> NoReturn:
    raise KeyError("stones")


def hangs(*_: Any) -> NoReturn:
    while True:
        try:
            sum(range(1000))
        except Exception:
            continue


def test_a_game_that_keeps_all_is_told_promise_by_promise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = odd(monkeypatch)
    status, said = told(plugin, capsys)
    assert status == 0
    assert "kept: Games played by chance come to an end" in said
    assert "BROKEN" not in said
    assert said.endswith(f"{plugin.name}: all promises are kept.")


def test_what_is_not_translated_is_told_and_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = told(odd(monkeypatch), capsys)
    assert status == 0
    assert "Translated: Čeština 0 %," in said


def test_what_does_not_explain_itself_is_told_and_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = told(odd(monkeypatch), capsys)
    assert status == 0
    assert (
        "Held, these say nothing but their name: aside, stone. [about] of data/names.toml explains them."
        in said
    )
    monkeypatch.setattr("companion.contract.presentation_promises.explain", raises)
    status, said = told(odd(monkeypatch), capsys)
    assert status == 0
    assert "Not everything can be explained: KeyError: 'stones' (test_check_game.py, line" in said


def test_texts_that_cannot_be_read_are_a_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/names.toml").write_text("[game")
    monkeypatch.setattr("companion.voice.game_texts.resources.files", lambda package: tmp_path)
    status, said = told(odd(monkeypatch), capsys)
    assert status == 1
    assert "- TOMLDecodeError:" in said


def test_what_is_broken_is_told_with_its_place_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin = odd(monkeypatch, {"zones": lambda self, setup: ("tile", "play")})
    status, said = told(plugin, capsys)
    assert status == 1
    assert "BROKEN: Pieces and places are words" in said
    assert "- the first place is ('tile',), not play 2 players, game 0, after 0 moves position {" in said
    assert "To do: `Game.taggable_pieces` and `Game.zones` give single words" in said
    assert said.endswith(f"{plugin.name}: one promise is broken.")


@pytest.mark.parametrize(
    "broken",
    [
        "initial_position",
        "position_from_json",
        "zones",
        "taggable_pieces",
        "layout",
        "public_words",
        "colours",
    ],
)
def test_whatever_the_rules_raise_is_a_finding(
    broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong: Mapping[str, Any] = {broken: property(raises) if broken == "colours" else raises}
    status, said = told(odd(monkeypatch, wrong), capsys)
    assert status == 1
    assert "- KeyError: 'stones' (test_check_game.py, line" in said


@pytest.mark.parametrize(
    "broken", ["build_choice_tree", "settle", "faults", "outcome", "points_by_player", "to_json", "to_public"]
)
def test_whatever_a_position_raises_is_a_finding(
    broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = told(odd(monkeypatch, position={broken: raises}), capsys)
    assert status == 1
    assert "- KeyError: 'stones' (test_check_game.py, line" in said


def test_where_no_game_can_be_played_nothing_else_is_said_to_be_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, said = told(odd(monkeypatch, {"initial_position": raises}), capsys)
    _, _, at_the_table = said.partition("games by chance")
    assert " kept:" not in at_the_table
    first, *others = TABLE_PROMISES
    assert f"BROKEN: {first.text}" in at_the_table
    assert f"not looked at, for nothing more could be played: {len(others)} more" in at_the_table
    assert "Any position" not in at_the_table


def test_a_game_without_an_end_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def going_on(self: HeapPosition) -> None:
        return None

    monkeypatch.setattr("companion.contract.game_sampler.MAX_MOVES_PER_GAME", 50)
    plugin = odd(
        monkeypatch,
        position={"outcome": going_on, "build_choice_tree": HeapPosition.build_choice_tree, "settle": refill},
    )
    _, said = told(plugin, capsys)
    assert "- no end after 50 moves 2 players, game 0, after 49 moves, at `" in said


def refill(self: HeapPosition, tale: Transaction) -> None:
    tale.position = replace(tale.position, stones=12)


@pytest.mark.parametrize("broken", ["settle", "build_choice_tree", "faults", "to_json"])
def test_a_game_that_hangs_is_ended_and_told_with_its_place(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = odd(monkeypatch, position={broken: hangs})
    found = list(check_table_promises(plugin, 2, 2, TimeLimits(step_seconds=0.02)))
    first = next(each for each in found if each.status == "broken")
    assert first is found[0] or broken == "to_json"
    (finding,) = first.findings
    assert finding.text.startswith("it takes longer than 0 seconds (")
    assert finding.where.startswith("2 players")
    assert {each.status for each in found[found.index(first) + 1 :]} <= {"not looked at"}


def test_a_game_that_hangs_where_no_other_thread_can_run_is_ended_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compares(*_: Any) -> NoReturn:
        re.match("(a+)+$", "a" * 64 + "b")
        raise AssertionError("it takes years")

    plugin = odd(monkeypatch, position={"build_choice_tree": compares})
    limits = TimeLimits(promise_seconds=0.05, step_seconds=0.05)
    first, *others = check_table_promises(plugin, 2, 2, limits)
    assert [each.text for each in first.findings] == ["it takes too long, and cannot be asked where"]
    assert {each.status for each in others} == {"not looked at"}


@pytest.mark.parametrize(
    ("end", "told_as"),
    [
        (lambda: os._exit(3), "it ends the program (exit status 3)"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "it ends the program (SIGKILL)"),
    ],
)
def test_a_game_that_takes_the_process_with_it_is_a_finding(
    end: Callable[[], None], told_as: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = told(odd(monkeypatch, position={"settle": lambda *_: end()}), capsys)
    assert status == 1
    assert f"- {told_as}" in said


@pytest.mark.parametrize("broken", ["build_choice_tree", "settle", "to_json"])
def test_a_game_that_ends_the_program_is_a_finding(
    broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ends(*_: Any) -> NoReturn:
        sys.exit(0)

    status, said = told(odd(monkeypatch, position={broken: ends}), capsys)
    assert status == 1
    assert "- SystemExit: 0 (test_check_game.py, line" in said


def test_what_takes_long_is_stopped_and_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(check_table_promises(odd(monkeypatch), 2, 100_000, TimeLimits(promise_seconds=0.05)))
    assert found[0].status == "kept so far"
    assert {each.status for each in found} <= {"kept", "kept so far", "not looked at"}


def test_a_game_that_cannot_be_played_is_told_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = InstalledGame("chess", "herald-chess", "2.0", None, None, "its rules have no zones")
    monkeypatch.setattr(
        "companion.start.commands.check_game.installed_games", lambda: (*installed_games(), lost)
    )
    assert main(["check-game", "chess"]) == 1
    assert (
        "chess (package herald-chess 2.0) cannot be played: its rules have no zones."
        in capsys.readouterr().out
    )


def test_a_game_that_is_not_there_and_a_number_it_is_not_for_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-game", "chess"]) == 2
    assert "game chess: unknown" in capsys.readouterr().err
    plugin = odd(monkeypatch)
    assert main(["check-game", plugin.name, "--players", "5"]) == 2
    assert f"{plugin.name} is played by 2 to 4, not by 5" in capsys.readouterr().err


def test_ctrl_c_ends_with_what_was_found_until_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(self: object, setup: GameSetup) -> NoReturn:
        os.kill(os.getppid(), signal.SIGINT)
        while True:
            signal.pause()

    plugin = odd(monkeypatch, {"zones": interrupted})
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it may be ignored
    try:
        assert main(["check-game", plugin.name]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().out.endswith("Stopped. Until here all promises are kept.\n")
