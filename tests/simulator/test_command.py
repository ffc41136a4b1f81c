from __future__ import annotations

import json
import signal
from argparse import ArgumentParser
from pathlib import Path

import pytest

from companion.games import game_rules
from companion.simulator import campaign, simulate_command
from companion.simulator.campaign import SimulatedTableParts
from companion.simulator.simulated_game import SimulatedGameConfig, simulate_game
from companion.simulator.simulation_report import SimulatedGameResult
from companion.simulator.virtual_journal import InconsistencyError
from companion.start.virtual_table.register_sensors import RegisterSensors
from hardware.virtual.faults import RUNTIME_FAULTS
from tests.simulator.parties import answers, colours, every_game


def simulate(*words: str) -> int:
    parser = ArgumentParser()
    parser.set_defaults(game="")  # given before the command, or not at all
    simulate_command.add_arguments(parser, RUNTIME_FAULTS)
    return simulate_command.run_simulate(
        parser.parse_args(words), SimulatedTableParts(RegisterSensors, RUNTIME_FAULTS)
    )


@pytest.mark.long(usual=("registers-kabale", "sightings-louis-xiv"))
@every_game
@pytest.mark.parametrize("upward", ["registers", "sightings"])
def test_every_game_is_simulated(name: str, upward: str, capsys: pytest.CaptureFixture[str]) -> None:
    who = colours(name, 1)[0]
    faults = "--faults=illegal-move=0.2,missed-read=0.1,two-cards=0.05"
    words = (f"--game={name}", "--players=2", f"--from={upward}", "--json", faults, "--greedy", who)
    assert simulate(*words) == 0
    first, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert set(first["scores"]) == set(colours(name, 2))
    assert last["summary"]["cheats"] == last["summary"]["caught"] > 0
    assert last["summary"]["wrong"] == 0


def test_the_summary_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    faults = "--faults=illegal-move=0.2,missed-read=0.1"
    assert simulate("--players=2", "--games=2", "--greedy", "yellow", faults) == 0
    out, err = capsys.readouterr()
    assert out.startswith("2 games, ")
    assert "yellow   greedy" in out
    assert "illegal things were refused" in out
    assert "refused, by clause:" in out
    assert "missed-read" in out
    assert err == ""  # nobody looks at a progress line here


@pytest.mark.long(usual="2-3-3")
@pytest.mark.parametrize(("fewest", "most", "play"), [(2, 2, 2), (2, 3, 3), (2, 4, 4)])
def test_where_nobody_says_how_many_play_it_is_four_or_as_near_as_the_game_allows(
    fewest: int, most: int, play: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(game_rules("louis-xiv"), "min_players", fewest)
    monkeypatch.setattr(game_rules("louis-xiv"), "max_players", most)
    assert simulate("--game=louis-xiv", "--from=sightings", "--json") == 0
    first, *_ = map(json.loads, capsys.readouterr().out.splitlines())
    assert len(first["scores"]) == play


def test_json_is_one_line_a_game_and_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--players=2", "--games=2", "--json") == 0
    *games, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [game["game"] for game in games] == [1, 2]
    assert [game["start"] for game in games] == ["blue", "yellow"]
    assert last["summary"]["games"] == 2
    assert last["summary"]["decisions"] == sum(game["decisions"] for game in games)
    assert sum(each["won"] for each in last["summary"]["players"].values()) == 2


def test_records_are_written_and_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "records"
    assert simulate("--players=3", "--seed=7", "--games=1", f"--record={folder}", "--json") == 0
    (path,) = folder.iterdir()
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert first["record"] == str(path)
    *said, last = answers(path.read_bytes())
    assert not any("refused" in answer for answer in said)
    assert last["position"]["scores"] == first["scores"]
    again = tmp_path / "again"
    simulate("--players=3", "--seed=7", "--games=1", f"--record={again}")
    assert next(again.iterdir()).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--game=chess",), "chess"),
        (("--players=7",), "--players: 7; louis-xiv is played by 2 to 4"),
        (("--players=2", "--greedy", "red"), "--greedy: no player red; there are blue yellow"),
        (("--faults=fire=1",), "--faults: no fault 'fire'; there are illegal-move"),
        (("--faults=garbled=often",), "--faults: the rate of garbled is a number from 0 to 1, not 'often'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(*words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert simulate(f"--record={tmp_path / 'file' / 'records'}") == 2
    assert "file" in capsys.readouterr().err


@pytest.mark.parametrize("games", ["0", "-1", "many"])
def test_no_number_of_games(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        simulate(f"--games={games}")
    assert "--games" in capsys.readouterr().err


def test_ctrl_c_ends_with_the_summary_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(party: SimulatedGameConfig, number: int) -> tuple[SimulatedGameResult, bytes]:
        signal.raise_signal(signal.SIGINT)
        return simulate_game(party, number)

    monkeypatch.setattr(campaign, "simulate_game", interrupted)
    before = signal.getsignal(signal.SIGINT)
    assert simulate("--players=2", "--games=100") == 130
    assert capsys.readouterr().out.startswith("1 game, ")
    assert signal.getsignal(signal.SIGINT) is before


def test_an_account_that_differs_is_told_and_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(party: SimulatedGameConfig, number: int) -> tuple[SimulatedGameResult, bytes]:
        raise InconsistencyError("after move 3: /king: app 1, table 2")

    monkeypatch.setattr(campaign, "simulate_game", wrong)
    assert simulate("--games=2", "--json") == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["summary"]["wrong"] == 2
    assert "game 1: after move 3: /king: app 1, table 2" in err


def test_a_fault_of_readers_needs_readers(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--from=sightings", "--faults=unplugged=0.1") == 2
    assert "unplugged is a fault of readers: take --from registers" in capsys.readouterr().err
