"""Campaigns on a real scheduler of Dask with several workers, all on this computer; some of them are killed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from companion.simulator.campaign import (
    RANDOM,
    Campaign,
    CampaignStopped,
    play_campaign,
    scheduler_workers,
)
from tests.simulator.deadly_tables import deadly_table
from tests.simulator.test_campaigns import THREE_GAMES, in_this_process, records, simulate, told

ROOT = Path(__file__).parents[2]
HERE = ("--host=127.0.0.1", "--dashboard-address=127.0.0.1:0")
"""As the guide has it: nothing listens to other computers."""
WORKERS = 3

pytestmark = pytest.mark.long(
    instead="tests/simulator/test_campaigns.py::"
    "test_several_processes_play_the_same_games_even_when_one_of_them_is_killed"
)


class Cluster:
    """A scheduler, and workers under a nanny, which starts a dead one again."""

    def __init__(self, folder: Path, allowed_failures: int) -> None:
        self._environment = os.environ | {
            "PYTHONPATH": str(ROOT),  # workers find the tests' tables
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures),
            # for a game that was over, but whose worker died before anybody had fetched it
            "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "10s",
        }
        self.scheduler = self._started("scheduler", "--port=0")
        self.address = self._said(self.scheduler, r"Scheduler at: +(\S+)")
        spread = (f"--nworkers={WORKERS}", "--nthreads=1", f"--local-directory={folder}")
        self.workers = self._started("worker", self.address, *spread)
        for _ in range(WORKERS):
            self._said(self.scheduler, "Register worker addr: (.+) name")

    def _started(self, *words: str) -> subprocess.Popen[str]:
        dask = str(Path(sys.executable).with_name("dask"))
        return subprocess.Popen(
            (dask, *words, *HERE), env=self._environment, stderr=subprocess.PIPE, text=True
        )

    @staticmethod
    def _said(process: subprocess.Popen[str], wanted: str) -> str:
        assert process.stderr is not None
        for line in process.stderr:
            if found := re.search(wanted, line):
                return found[1]
        pytest.fail(f"it has ended without {wanted}")

    def stop(self) -> None:
        for process in (self.workers, self.scheduler):
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)


@pytest.fixture(params=[3, 0], ids=["dask's default of 3 deaths", "no death allowed"])
def cluster(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path / "dask", request.param)
    yield started
    started.stop()


def listening(pid: int | str) -> set[str]:
    """The addresses (hexadecimal, as Linux tells them) at which a process listens for TCP."""
    folder = Path(f"/proc/{pid}")
    links = set[str]()
    for each in (folder / "fd").iterdir():
        try:
            links.add(str(each.readlink()))
        except FileNotFoundError:  # the one that lists them
            continue
    lines = [
        line.split()
        for name in ("tcp", "tcp6")
        for line in (folder / "net" / name).read_text().splitlines()[1:]
    ]
    return {line[1].partition(":")[0] for line in lines if line[3] == "0A" and f"socket:[{line[9]}]" in links}


def test_workers_of_a_scheduler_play_the_same_games_even_when_some_are_killed(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = in_this_process(tmp_path, capsys)
    words = (*THREE_GAMES, f"--scheduler={cluster.address}")

    once = tmp_path / "once"
    once.mkdir()
    assert simulate(deadly_table(once, {"blue": 1}), *words, f"--record={tmp_path / 'spread'}") == 0
    assert [path.name for path in once.iterdir()] == ["blue-0"]
    assert told(capsys.readouterr().out) == alone
    assert records(tmp_path / "spread") == records(tmp_path / "one")

    always = tmp_path / "always"
    always.mkdir()
    assert simulate(deadly_table(always, {"blue": 9}), *words) == 1
    out, err = capsys.readouterr()
    assert err == "game 2: its worker died, and so did the one that played it again; the seed is 1/2\n"
    assert [line["game"] for line in told(out)[:-1]] == [1, 3]


def test_a_campaign_ends_when_its_scheduler_goes_and_listens_to_nobody(
    cluster: Cluster, tmp_path: Path
) -> None:
    before = listening("self")
    players = dict.fromkeys(("blue", "black"), RANDOM)
    campaign = Campaign("kabale", players, "1", {}, deadly_table(tmp_path, {}))
    workers = partial(scheduler_workers, cluster.address, "kabale")
    games = play_campaign(campaign, iter(range(1, 1000)), workers)
    assert next(games).problem == ""
    assert listening("self") == before
    assert listening(cluster.scheduler.pid) == {"0100007F"}
    cluster.scheduler.kill()
    with pytest.raises(CampaignStopped, match="the scheduler has gone"):
        list(games)


def test_without_a_scheduler_it_is_told_how_to_start_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(deadly_table(tmp_path, {}), "--scheduler=:1") == 2
    assert "start one there: dask scheduler --host 127.0.0.1" in capsys.readouterr().err


def test_what_is_no_scheduler_is_told_apart_from_one_that_does_not_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=answer_as_a_web_server, args=(server,), daemon=True).start()
        port = server.getsockname()[1]
        for address in (f"tcp://127.0.0.1:{port}", f"tls://127.0.0.1:{port}"):
            assert simulate(deadly_table(tmp_path, {}), f"--scheduler={address}") == 2
            assert f"{address} is no scheduler, or TLS is not configured" in capsys.readouterr().err


def answer_as_a_web_server(server: socket.socket) -> None:
    with server.accept()[0] as connection:
        connection.recv(100)
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
