"""Simulated games on several machines, spread by Dask's distributed scheduler.

A scheduler runs whatever code reaches it, on all its workers, and so do workers for whoever reaches them. Nothing here
listens: this is a client of a scheduler that somebody has started. Encryption is configured as Dask's own.

Dask is an extra (`campaigns` in pyproject.toml; BSD licence; its wheels are pure Python, or made for x86-64 and aarch64
and each Python that Herald runs on). It was taken because it finds workers that come and go, starts the task of a dead
worker elsewhere and needs no broker beside it, as Celery and RQ do; Ray has no wheel for each Python here, and brings a
store of objects that thousands of small results do not need. Without it games are simulated on one machine.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from companion.games import game_rules
from companion.rules.errors import UsageError
from companion.simulator.campaign import (
    MOST_ATTEMPTS,
    Campaign,
    CampaignGame,
    CampaignRunner,
    CampaignStopped,
    abandoned_game,
    play_campaign_game,
)

if TYPE_CHECKING:
    from distributed import Client, Future

LOOPBACK, SCHEDULER_PORT = "127.0.0.1", 8786
CONNECT_SECONDS = 10
WORKER_SECONDS = 30
"""So long a campaign goes on without any worker: a nanny starts a dead one again in a few seconds."""
LOOK_SECONDS = 1.0
"""So often it is asked which workers there are, when nothing else happens."""
EVENT_TOPIC = "all"
"""Where the scheduler tells which worker has gone, and with which tasks."""


def scheduler_address(text: str) -> str:
    """The address of a scheduler as Dask writes it: without a host this computer, without a port Dask's.

    Raises UsageError for text that is no address.
    """
    found = re.fullmatch(r"(?:(tcp|tls)://)?([\w.-]*|\[[0-9a-fA-F:.%\w]+\])(?::([0-9]{1,5}))?/?", text)
    if found is None or not 0 < int(found[3] or SCHEDULER_PORT) < 65536:
        raise UsageError(
            f"{text!r} is no address; write HOST:PORT, tcp://HOST:PORT or tls://HOST:PORT", "--scheduler"
        )
    return f"{found[1] or 'tcp'}://{found[2] or LOOPBACK}:{found[3] or SCHEDULER_PORT}"


class DaskRunner(CampaignRunner):
    """Plays games on the workers of the scheduler at that address, on each one at a time.

    Raises UsageError where Dask's distributed scheduler is not installed.
    """

    def __init__(self, address: str) -> None:
        if find_spec("distributed") is None:
            raise UsageError(
                "needs Dask's distributed scheduler; install it with deploy/setup --campaigns", "--scheduler"
            )
        self._address = address

    def play(self, campaign: Campaign, numbers: Iterator[int]) -> Generator[CampaignGame, None, None]:
        """Play the games; see `CampaignRunner.play`. Raises OSError where there is no scheduler."""
        from distributed import Client

        try:
            asyncio.run(_greet(self._address))
            client = Client(self._address, timeout=CONNECT_SECONDS, set_as_default=False)
        except OSError as wrong:
            started = (
                f"start one there: dask scheduler --host {self._address.split('/')[2].rpartition(':')[0]}"
            )
            raise ConnectionError(f"--scheduler: no scheduler answers ({wrong}); {started}") from wrong
        except (
            Exception
        ) as wrong:  # whatever Dask makes of another server's answer, or of a missing certificate
            reason = f"{type(wrong).__name__}: {wrong}".splitlines()[0]
            raise ConnectionError(
                f"--scheduler: {self._address} is no scheduler, or TLS is not configured ({reason})"
            ) from wrong
        with client:
            yield from _SpreadCampaign(client, self._address, campaign).play(numbers)


async def _greet(address: str) -> None:
    """Connect and go; raises what Dask raises. A client that fails at more than an OSError could not be closed."""
    from distributed.comm.core import connect
    from distributed.security import Security

    comm = await connect(address, timeout=CONNECT_SECONDS, **Security().get_connection_args("client"))
    await comm.close()


class _SpreadCampaign:
    """A campaign on its way: which games are with the scheduler, and how often their workers died.

    Whatever Dask reports comes from threads of its own, and is put into one queue.
    """

    def __init__(self, client: Client, address: str, campaign: Campaign) -> None:
        self._client = client
        self._address = address
        self._campaign = campaign
        self._code = code_digest(campaign.game)
        self._name = f"herald-{uuid4().hex}"
        self._news: SimpleQueue[Future[CampaignGame] | Mapping[str, Any]] = SimpleQueue()
        self._futures: dict[str, Future[CampaignGame]] = {}  # by key
        self._numbers: dict[str, int] = {}  # by key
        self._deaths = Counter[int]()
        self._workers = 0
        self._seen_worker = time.monotonic()

    def play(self, numbers: Iterator[int]) -> Generator[CampaignGame, None, None]:
        """Play the games, on all workers that there are from time to time."""
        self._client.subscribe_topic(EVENT_TOPIC, lambda event: self._news.put(event[1]))
        try:
            while True:
                self._look_for_workers()
                while len(self._futures) < self._workers and (number := next(numbers, 0)):
                    self._submit(number)
                if self._workers and not self._futures:
                    return
                yield from self._finished_games(numbers)
        finally:
            if self._futures:
                self._client.cancel(list(self._futures.values()), force=True)
            self._client.unsubscribe_topic(EVENT_TOPIC)

    def _look_for_workers(self) -> None:
        """Count them; raises CampaignStopped where there has been none for long."""
        try:
            self._workers = len(self._client.nthreads())
        except OSError as wrong:
            raise self._scheduler_gone() from wrong
        now = time.monotonic()
        if self._workers:
            self._seen_worker = now
        elif now - self._seen_worker > WORKER_SECONDS:
            raise CampaignStopped(
                f"{self._address}: no worker for {WORKER_SECONDS} s; start some: dask worker {self._address}"
            )

    def _finished_games(self, numbers: Iterator[int]) -> Generator[CampaignGame, None, None]:
        """The games that are over since, until it is time to look for workers; each makes room for the next one."""
        until = time.monotonic() + LOOK_SECONDS
        while (left := until - time.monotonic()) > 0:
            try:
                news = self._news.get(timeout=left)
            except Empty:
                return
            games = list(self._deaths_in(news) if isinstance(news, Mapping) else self._result_of(news))
            for _ in games:
                if number := next(numbers, 0):
                    self._submit(number)
            yield from games
            if not self._futures:
                return

    def _submit(self, number: int) -> None:
        key = f"{self._name}-{number}-{self._deaths[number]}"
        future = self._client.submit(play_on_worker, self._campaign, number, self._code, key=key, pure=False)
        self._futures[key], self._numbers[key] = future, number
        future.add_done_callback(self._news.put)

    def _forget(self, key: str) -> int:
        """The number of the game with that key, which is over."""
        del self._futures[key]
        return self._numbers.pop(key)

    def _deaths_in(self, event: Mapping[str, Any]) -> Iterator[CampaignGame]:
        """The games that are given up with a worker that has died; the scheduler begins the others again."""
        if event.get("action") != "remove-worker" or event.get("expected"):
            return
        for key in sorted(self._futures.keys() & set(event["processing-tasks"])):
            self._deaths[self._numbers[key]] += 1
            if self._deaths[self._numbers[key]] >= MOST_ATTEMPTS:
                self._client.cancel([self._futures[key]], force=True)
                yield abandoned_game(self._campaign, self._forget(key))

    def _result_of(self, future: Future[CampaignGame]) -> Iterator[CampaignGame]:
        """The game of a future that is done; nothing where it begins again.

        Raises CampaignStopped where the scheduler has gone, or a worker cannot play.
        """
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError
        from distributed.comm.core import CommClosedError

        key = str(future.key)
        if self._futures.get(key) is not future:  # given up already
            return
        number = self._forget(key)
        try:
            yield future.result()
        except (
            KilledWorker
        ) as killed:  # this scheduler allows fewer deaths than we do, or told nothing of them
            self._deaths[number] = max(self._deaths[number], killed.allowed_failures + 1)
            if self._deaths[number] >= MOST_ATTEMPTS:
                yield abandoned_game(self._campaign, number)
            else:
                self._submit(number)
        except (FutureCancelledError, CommClosedError) as wrong:
            raise self._scheduler_gone() from wrong
        except Exception as wrong:
            reason = f"{type(wrong).__name__}: {wrong}".splitlines()[0]
            raise CampaignStopped(f"{self._address}: the games cannot be played there: {reason}") from wrong

    def _scheduler_gone(self) -> CampaignStopped:
        return CampaignStopped(
            f"{self._address}: the scheduler has gone; the same command plays the same games"
        )


_PLAYING = Lock()


def play_on_worker(campaign: Campaign, number: int, code: str) -> CampaignGame:
    """Play a game on one of Dask's workers, whatever other threads it has: the pins of a virtual Pi are a process's.

    `code`: the `code_digest` of who asks, which must be that of the worker.
    """
    if code != code_digest(campaign.game):
        told = "a worker has another Herald, or another version of the game; install the same everywhere"
        return CampaignGame(number, invalid_input=f"--scheduler: {told}")
    with _PLAYING:
        return play_campaign_game(campaign, number)


@cache
def code_digest(game: str) -> str:
    """What stands for the code of Herald and of that game: with the same, the same seed gives the same game."""
    digest = hashlib.sha256()
    for package in sorted(
        {"companion", "hardware", "firmware", type(game_rules(game)).__module__.partition(".")[0]}
    ):
        spec = find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            for path in sorted(Path(folder).rglob("*.py")):
                digest.update(
                    f"{package}/{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes()
                )
    return digest.hexdigest()
