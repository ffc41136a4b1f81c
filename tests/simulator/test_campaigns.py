"""Campaigns: the same games whoever plays them, also where workers are killed, and how they are summed up."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import termios
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.rules.errors import UsageError
from companion.rules.moves import Move
from companion.simulator import campaign as campaign_module
from companion.simulator import simulate_command
from companion.simulator.campaign import (
    Campaign,
    SimulatedTableParts,
    code_digest,
    local_processes,
    play_campaign,
    play_on_worker,
    scheduler_address,
)
from companion.simulator.progress import ProgressLine
from companion.simulator.simulated_game import SimulatedGameConfig, governing_clauses, simulate_game
from companion.simulator.simulation_report import SimulatedGameResult, format_summary, summarise_results
from companion.start.virtual_table.simulated_tables import make_simulated_table
from tests.simulator.deadly_tables import deadly_table
from tests.tables import louis

ROOT = Path(__file__).parents[2]
THREE_GAMES = ("--game=kabale", "--players=2", "--games=3", "--json", "--faults=illegal-move=0.1")
"""Only the second one is begun by blue."""


def simulate(parts: SimulatedTableParts, *words: str) -> int:
    parser = ArgumentParser()
    parser.set_defaults(game="")
    simulate_command.add_arguments(parser, {})
    return simulate_command.run_simulate(parser.parse_args(words), parts)


def told(text: str) -> list[Any]:
    """The lines of JSON, without what differs from run to run: time, and where the records were put."""
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        line.pop("record", None)
        for word in ("seconds", "games_per_second"):
            line.get("summary", {}).pop(word, None)
    return lines


def records(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def in_this_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[Any]:
    assert simulate(deadly_table(tmp_path, {}), *THREE_GAMES, f"--record={tmp_path / 'one'}") == 0
    return told(capsys.readouterr().out)


def test_several_processes_play_the_same_games_even_when_one_of_them_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = in_this_process(tmp_path, capsys)
    deadly = deadly_table(tmp_path, {"blue": 1})
    assert simulate(deadly, *THREE_GAMES, "--jobs=2", f"--record={tmp_path / 'two'}") == 0
    assert (tmp_path / "blue-0").exists()
    assert told(capsys.readouterr().out) == alone
    assert records(tmp_path / "two") == records(tmp_path / "one")


def test_more_processes_than_the_cores_can_use_are_refused_with_the_number_that_they_can(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        simulate(deadly_table(tmp_path, {}), *THREE_GAMES, "--jobs=100000")
    most = simulate_command.MAX_JOBS_PER_CORE * len(os.sched_getaffinity(0))
    assert f"write at most {most}, or 0" in capsys.readouterr().err


def test_a_game_that_kills_whoever_plays_it_is_given_up_and_told_with_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(deadly_table(tmp_path, {"blue": 9}), *THREE_GAMES, "--seed=x", "--jobs=2") == 1
    out, err = capsys.readouterr()
    assert err == "game 2: its worker died, and so did the one that played it again; the seed is x/2\n"
    *games, last = told(out)
    assert [game["game"] for game in games] == [1, 3]
    assert (last["summary"]["games"], last["summary"]["wrong"]) == (2, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["blue-0", "blue-1"]


def test_where_no_process_lives_the_campaign_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deadly = deadly_table(tmp_path, {"blue": 99, "black": 99})
    assert simulate(deadly, *THREE_GAMES, "--games=999", "--jobs=2") == 2
    out, err = capsys.readouterr()
    assert err.splitlines()[-1] == (
        "herald simulate: 2 games killed every process that played them, and none was played;"
        " is there memory enough?"
    )
    assert told(out)[-1]["summary"]["games"] == 0


def children(session: int) -> Iterator[str]:
    """The processes of a session that still run, but for multiprocessing's own, which ends itself a moment later."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, *_, of = path.read_text().rpartition(")")[2].split()[:4]
            command = path.with_name("cmdline").read_text()
        except OSError:  # it has just ended
            continue
        has_ended = state == "Z" or not command  # without memory, so without a command line
        if int(of) == session and not has_ended and "resource_tracker" not in command:
            yield path.parent.name


def two_processes_play(home: Path) -> subprocess.Popen[bytes]:
    command = (sys.executable, "-m", "companion", "simulate", "--games=9999", "--jobs=2", "--json")
    return subprocess.Popen(
        (*command, "--game=kabale", "--players=2", "--from=sightings"),
        cwd=ROOT,
        env=os.environ | {"HERALD_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
    )


def test_ctrl_c_ends_a_campaign_with_the_summary_so_far_and_leaves_no_process(tmp_path: Path) -> None:
    with two_processes_play(tmp_path) as herald:
        assert herald.stdout is not None
        first = herald.stdout.readline()
        os.killpg(herald.pid, signal.SIGINT)  # as a terminal does: the workers get it, too
        out, err = herald.communicate(timeout=60)
    assert (herald.returncode, err) == (130, b"")
    *games, last = map(json.loads, (first + out).splitlines())
    assert [game["game"] for game in games] == [*range(1, len(games) + 1)]
    assert last["summary"]["games"] == len(games) < 9999
    assert list(children(herald.pid)) == []


def test_the_processes_of_a_campaign_end_with_it_even_where_it_is_killed(tmp_path: Path) -> None:
    with two_processes_play(tmp_path) as herald:
        assert herald.stdout is not None
        herald.stdout.readline()
        herald.kill()
        herald.communicate(timeout=60)  # to the end of what the last of them holds open
    assert list(children(herald.pid)) == []


def test_a_campaign_that_is_left_early_ends_its_processes_though_they_still_play(tmp_path: Path) -> None:
    campaign = Campaign("kabale", {"blue": "random", "black": "random"}, "1", {}, deadly_table(tmp_path, {}))
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(1, 1_000_000):
            taken.append(number)
            yield number

    games = play_campaign(campaign, numbers(), partial(local_processes, 2))
    assert next(games).result is not None
    games.close()
    assert len(taken) in (3, 4)  # one each, and the next one for each that is over
    assert multiprocessing.active_children() == []


def test_a_fault_of_heralds_is_told_with_its_place_and_seed_and_the_others_are_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def stumbles(config: SimulatedGameConfig, number: int) -> tuple[SimulatedGameResult, bytes]:
        if number == 2:
            raise KeyError("tile/13")
        return simulate_game(config, number)

    monkeypatch.setattr(campaign_module, "simulate_game", stumbles)
    assert simulate(deadly_table(tmp_path, {}), "--players=2", "--games=3", "--json") == 1
    out, err = capsys.readouterr()
    assert re.fullmatch(r"game 2: KeyError in test_campaigns\.py:\d+: 'tile/13'; the seed is 1/2\n", err)
    assert told(out)[-1]["summary"]["games"] == 2


@pytest.mark.parametrize("kit", [None, "one", "two", "five", "hub", "columns"])
def test_every_table_can_be_sent_to_another_process(kit: str | None) -> None:
    parts = make_simulated_table(kit)
    assert len(pickle.dumps(pickle.loads(pickle.dumps(parts)))) == len(pickle.dumps(parts)) < 10_000


# -- the scheduler


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", "tcp://127.0.0.1:8786"),
        (":9000", "tcp://127.0.0.1:9000"),
        ("attic", "tcp://attic:8786"),
        ("192.168.1.20:9000", "tcp://192.168.1.20:9000"),
        ("tls://attic.example:1", "tls://attic.example:1"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
    ],
)
def test_a_scheduler_is_on_this_computer_unless_another_one_is_named(text: str, address: str) -> None:
    assert scheduler_address(text) == address


@pytest.mark.parametrize(
    "text", ["attic:0", "attic:65536", "http://attic", "a b", "attic:", "inproc://x", "::1"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is no address; write HOST:PORT"):
        scheduler_address(text)


def test_without_the_extra_it_is_told_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert simulate(deadly_table(tmp_path, {}), "--scheduler") == 2
    assert "install it with deploy/setup --campaigns" in capsys.readouterr().err


def test_a_worker_with_other_code_plays_nothing(tmp_path: Path) -> None:
    campaign = Campaign("kabale", {"blue": "random", "black": "random"}, "1", {}, deadly_table(tmp_path, {}))
    here = code_digest("kabale")
    assert play_on_worker(campaign, 1, here).result is not None
    assert "another Herald" in play_on_worker(campaign, 1, here[::-1]).invalid_input


# -- the table


def result(
    start: str, scores: dict[str, int], decisions: int, **counts: dict[str, int]
) -> SimulatedGameResult:
    best = max(scores.values())
    winners = tuple(who for who, points in scores.items() if points == best)
    maps = (counts.get(name, {}) for name in ("clauses", "refused", "faults"))
    return SimulatedGameResult(1, start, scores, winners, "points", decisions, 0, 0, 0, 0, 0, 0, 0, *maps)


def test_points_are_told_by_player_and_by_seat_and_strength() -> None:
    results = [
        result("red", {"red": 10, "blue": 20}, 30, clauses={"L-1": 2}),
        result("blue", {"red": 30, "blue": 30}, 36, clauses={"L-1": 1, "L-2": 5}),
        result("red", {"red": 20, "blue": 10}, 33),
    ]
    total = summarise_results(results, {"red": "greedy", "blue": "random"}, 1.5)
    assert total["players"] == {
        "red": {"plays": "greedy", "games": 3, "won": 1.5, "points": 20.0, "deviation": 10.0},
        "blue": {"plays": "random", "games": 3, "won": 1.5, "points": 20.0, "deviation": 10.0},
    }
    assert total["seats"] == [
        {"seat": 1, "plays": "greedy", "games": 2, "won": 1.0, "points": 15.0, "deviation": 7.1},
        {"seat": 1, "plays": "random", "games": 1, "won": 0.5, "points": 30.0, "deviation": 0.0},
        {"seat": 2, "plays": "greedy", "games": 1, "won": 0.5, "points": 30.0, "deviation": 0.0},
        {"seat": 2, "plays": "random", "games": 2, "won": 1.0, "points": 15.0, "deviation": 7.1},
    ]
    assert total["length"] == {"mean": 33.0, "deviation": 3.0, "least": 30, "most": 36}
    assert total["clauses"] == {"L-1": 3, "L-2": 5}
    assert total["games_per_second"] == 2.0
    lines = format_summary(total).splitlines()
    assert "seat 1   greedy        2     1.0    50%    15.0        7.1" in lines
    assert "decisions in a game: 33.0, deviation 3.0, from 30 to 36" in lines


@pytest.mark.parametrize(
    ("move", "clauses"),
    [
        ("blue inf1 take", {"L-2.3"}),
        ("blue inf1 place 1", {"L-2.3", "L-2.4"}),
        ("blue joker place 1", {"L-2.3", "L-2.5"}),
    ],
)
def test_a_decision_counts_once_for_each_clause_that_governs_its_words(move: str, clauses: set[str]) -> None:
    assert governing_clauses(louis("influence", 2).position.choice_tree, Move.parse(move)) == clauses


# -- progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_fits_a_narrow_terminal() -> None:
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (24, 40))
    now = [0.0]
    with os.fdopen(theirs, "w") as screen:
        line = ProgressLine(screen, 10_000, lambda: now[0])
        now[0] = 8.1
        line.show(8)
        assert os.read(ours, 200) == b"\r8 of 10000 games, 0.99 a second, 2.8 h \x1b[K"
    os.close(ours)


def test_progress_tells_rate_and_time_left_on_a_terminal() -> None:
    now = [10.0]
    screen = Terminal()
    line = ProgressLine(screen, 100, lambda: now[0])
    line.show(0)
    now[0] = 10.1
    line.show(1)  # too soon after the last
    now[0] = 14.0
    line.show(10)
    now[0] = 1010.0
    line.show(20)
    now[0] = 10_010.0
    line.show(50)
    line.clear()
    assert [text.removesuffix("\x1b[K") for text in screen.getvalue().split("\r")[1:]] == [
        "0 of 100 games",
        "10 of 100 games, 2.5 a second, 36 s left",
        "20 of 100 games, 0.02 a second, 67 min left",
        "50 of 100 games, 0.005 a second, 2.8 h left",
        "",
    ]
