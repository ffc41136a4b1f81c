"""A campaign: many simulated games of one kind, each played for itself, here, in other processes or on other computers.

The seed of a game is made of the campaign's seed and the number of the game and of nothing else, so that it is the same
game whoever plays it, and whenever.

Games are spread over other computers by Dask's distributed scheduler. A scheduler runs whatever code reaches it, on all
its workers, and so do workers for whoever reaches them. Nothing here listens: this is a client of a scheduler that
somebody has started. Encryption is configured as Dask's own.

Dask is an extra (`campaigns` in pyproject.toml; BSD licence; its wheels are pure Python, or made for x86-64 and aarch64
and each Python that Herald runs on). It was taken because it is a `concurrent.futures.Executor` like the processes of
this computer, finds workers that come and go, starts the task of a dead worker elsewhere and needs no broker beside it,
as Celery and RQ do; Ray has no wheel for each Python here, and brings a store of objects that thousands of small
results do not need. Without it games are simulated on one computer.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import os
import re
import signal
import traceback
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from functools import cache, partial
from importlib.util import find_spec
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

from msgspec import Struct

from companion.games import game_rules
from companion.rules.errors import HeraldError, InvalidInput, UsageError
from companion.rules.game import GameSetup, Seat
from companion.simulator.faults import FaultRates
from companion.simulator.ground_truth import MoveChooser
from companion.simulator.plugin_parts import virtual_move_chooser
from companion.simulator.simulated_game import SimulatedGameConfig, simulate_game
from companion.simulator.simulation_report import SimulatedGameResult
from companion.simulator.virtual_sensors import VirtualSensorsFactory
from companion.table.zones import ZonePlan

PLAYER_NAMES = ("Anna", "Bert", "Carla", "Dirk", "Elsa", "Franz")
GREEDY, RANDOM = "greedy", "random"
"""How a virtual player chooses: what is worth most, or anything."""
GAMES_LOST_AT_MOST = 2
"""So many games that killed whoever played them end a campaign of which none has been played."""
SPAWN = get_context("spawn")
"""How processes are started: anew. A fork would take over locks of other threads, and open journals."""
LOOPBACK, SCHEDULER_PORT = "127.0.0.1", 8786
CONNECT_SECONDS = 10
WORKER_SECONDS = 30
"""So long a campaign waits for a game, then for a worker: one that has died is started again in a few seconds."""


class SimulatedTableParts(NamedTuple):
    """The sensors of a simulated table with all their readers.

    reader_faults: faults of such readers: name -> what happens.
    impossible_faults: faults that cannot happen here: name -> why not.
    make_zone_plan: the plan of the readers for a game; None: a random one.
    """

    make_sensors: VirtualSensorsFactory
    reader_faults: Mapping[str, str]
    impossible_faults: Mapping[str, str] = {}
    make_zone_plan: Callable[[str, GameSetup], ZonePlan] | None = None


class Campaign(Struct, frozen=True):
    """What all games of a campaign have in common: values, and functions that other processes find by their names.

    players: colour -> GREEDY or RANDOM, clockwise; who begins moves on with each game.
    seed: the same seed gives the same games.
    """

    game: str
    players: Mapping[str, str]
    seed: str
    fault_rates: FaultRates
    table_parts: SimulatedTableParts

    def seed_of(self, number: int) -> str:
        """The seed of the game of that number, counted from 1."""
        return f"{self.seed}/{number}"


class CampaignGame(Struct, frozen=True):
    """What became of one game: its result and record, or why there is none.

    problem: app and table did not agree, Herald failed, or its workers died; "" for a game that was played.
    invalid_input: why no game of the campaign can be played; "" usually.
    """

    number: int
    result: SimulatedGameResult | None = None
    record: bytes = b""
    problem: str = ""
    invalid_input: str = ""


class CampaignStopped(HeraldError, ConnectionError):
    """Nobody is left who could play the rest of a campaign."""


class CampaignWorkers(NamedTuple):
    """Who plays the games of a campaign.

    worker_count: how many there are at the moment; each is given one game at a time. May raise CampaignStopped.
    play: what they do with a game.
    death: what the executor raises for a game whose worker died, besides the BrokenExecutor of one that can do no more.
    """

    executor: Executor
    worker_count: Callable[[], int]
    play: Callable[[Campaign, int], CampaignGame]
    death: type[Exception] = BrokenExecutor


OpenWorkers = Callable[[], AbstractContextManager[CampaignWorkers]]
"""Finds or starts workers; what they still play at the end of the context is lost."""


def play_campaign(
    campaign: Campaign, numbers: Iterator[int], open_workers: OpenWorkers | None = None
) -> Generator[CampaignGame, None, None]:
    """Play the games of these numbers, and yield each when it is over, in any order.

    A number is taken only when somebody is free to play it; where there are no more, what was begun is played to its
    end. Closing the iterator ends all at once. A game whose worker died is played once more, in a process of its own.
    `open_workers`: `local_processes`, `scheduler_workers`; None: one game after another in this process. Raises
    CampaignStopped, and what they raise.
    """
    if open_workers is None:
        for number in numbers:
            yield play_campaign_game(campaign, number)
        return
    lost, has_played = 0, False
    while first := next(numbers, 0):
        with open_workers() as workers:
            for number, game in _played_until_broken(campaign, chain((first,), numbers), workers):
                yield game or _lost_game(campaign, number)
                lost, has_played = lost + (game is None), has_played or game is not None
                if lost == GAMES_LOST_AT_MOST and not has_played:
                    raise CampaignStopped(
                        f"{lost} games killed every process that played them, and none was played;"
                        " is there memory enough?"
                    )


def _played_until_broken(
    campaign: Campaign, numbers: Iterator[int], workers: CampaignWorkers
) -> Iterator[tuple[int, CampaignGame | None]]:
    """Play games while there are any and the executor works; None for one that killed whoever played it."""
    playing: dict[Future[CampaignGame], int] = {}
    over: list[tuple[int, Future[CampaignGame]]] = []
    is_broken = False
    while True:
        is_broken = is_broken or any(isinstance(each.exception(), BrokenExecutor) for _, each in over)
        if not is_broken:  # whoever is free begins the next game before the last one is told
            for number in islice(numbers, max(0, workers.worker_count() - len(playing))):
                playing[_begin(workers.executor, workers.play, campaign, number)] = number
        for number, future in over:
            try:
                game: CampaignGame | None = future.result()
            except (BrokenExecutor, workers.death):
                game = _played_alone(campaign, number)
            yield number, game
        if not playing:
            return
        done = wait(playing, WORKER_SECONDS, FIRST_COMPLETED).done
        over = [(playing.pop(future), future) for future in done]


def _played_alone(campaign: Campaign, number: int) -> CampaignGame | None:
    """Play a game in a process of its own, one at a time, which leaves all the memory to it; None where that died."""
    with local_processes(1) as (executor, _worker_count, play, death):
        try:
            return _begin(executor, play, campaign, number).result()
        except death:
            return None


def _begin(
    executor: Executor, play: Callable[[Campaign, int], CampaignGame], campaign: Campaign, number: int
) -> Future[CampaignGame]:
    """Let the executor play a game; where it is broken already, it fails as one that was on its way.

    A process that is started meanwhile never hears of Ctrl-C, which goes to all processes of a terminal: the first one
    lets the games that have begun be played to their end.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return executor.submit(play, campaign, number)
    except BrokenExecutor as broken:
        failed = Future[CampaignGame]()
        failed.set_exception(broken)
        return failed
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _lost_game(campaign: Campaign, number: int) -> CampaignGame:
    seed = campaign.seed_of(number)
    return CampaignGame(
        number, problem=f"its worker died, and so did the one that played it again; the seed is {seed}"
    )


def play_campaign_game(campaign: Campaign, number: int) -> CampaignGame:
    """Play the game of that number; whatever goes wrong is told in the answer, so that other games are not lost."""
    try:
        with without_warnings():
            result, record = simulate_game(_game_config(campaign, number), number)
    except InvalidInput as wrong:
        return CampaignGame(number, invalid_input=str(wrong))
    except HeraldError as wrong:
        return CampaignGame(number, problem=str(wrong))
    except Exception as fault:  # a fault of Herald's or of a game's, which is what simulations are to find
        place = traceback.extract_tb(fault.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        told = f"{type(fault).__name__} in {where}: {fault}; the seed is {campaign.seed_of(number)}"
        return CampaignGame(number, problem=told)
    return CampaignGame(number, result, record)


def _game_config(campaign: Campaign, number: int) -> SimulatedGameConfig:
    colours = tuple(campaign.players)
    seats = tuple(Seat(who, name) for who, name in zip(colours, PLAYER_NAMES, strict=False))
    setup = GameSetup(seats, colours[(number - 1) % len(colours)])
    parts = campaign.table_parts
    return SimulatedGameConfig(
        campaign.game,
        setup,
        {who: _move_chooser(campaign.game, way) for who, way in campaign.players.items()},
        campaign.seed_of(number),
        campaign.fault_rates,
        make_sensors=parts.make_sensors,
        zone_plan=parts.make_zone_plan(campaign.game, setup) if parts.make_zone_plan is not None else None,
    )


def _move_chooser(game: str, way: str) -> MoveChooser:
    return virtual_move_chooser(game, is_beginner=way != GREEDY)


@contextmanager
def without_warnings() -> Iterator[None]:
    """Suppress warnings: the simulated faults are intended and counted, and so are the games that begin again."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)


# -- the processes of this computer


@contextmanager
def local_processes(count: int) -> Iterator[CampaignWorkers]:
    """So many processes; they are started when they are needed, and end at once with the context or with this one."""
    alive, held = SPAWN.Pipe(duplex=False)
    executor = ProcessPoolExecutor(count, SPAWN, _begin_work, (alive, gc.get_threshold()))
    with executor, alive, held:
        yield CampaignWorkers(executor, lambda: count, play_campaign_game)


def _begin_work(alive: Connection, gc_threshold: tuple[int, int, int]) -> None:
    """What a process does first: collect garbage as seldom as the one that started it, and end with it."""
    gc.set_threshold(*gc_threshold)
    Thread(target=_end_with, args=(alive,), daemon=True).start()


def _end_with(alive: Connection) -> None:
    alive.poll(None)  # nothing ever comes but the end, even where the other process is killed
    os._exit(1)


# -- the workers of a scheduler


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


@contextmanager
def scheduler_workers(address: str, game: str) -> Iterator[CampaignWorkers]:
    """The workers of the scheduler at that address, as many as there are from time to time.

    Raises UsageError where Dask's distributed scheduler is not installed, ConnectionError where there is no scheduler,
    and CampaignStopped where it has gone, has no worker for long, or its workers cannot play that game.
    """
    if find_spec("distributed") is None:
        raise UsageError(
            "needs Dask's distributed scheduler; install it with deploy/setup --campaigns", "--scheduler"
        )
    from distributed import Client, KilledWorker

    try:
        asyncio.run(_greet(address))
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except OSError as wrong:
        started = f"start one there: dask scheduler --host {address.split('/')[2].rpartition(':')[0]}"
        raise ConnectionError(f"--scheduler: no scheduler answers ({wrong}); {started}") from wrong
    except Exception as wrong:  # whatever Dask makes of another server's answer, or of a missing certificate
        raise ConnectionError(
            f"--scheduler: {address} is no scheduler, or TLS is not configured ({_first_line(wrong)})"
        ) from wrong

    def worker_count() -> int:
        if not client.nthreads():
            try:
                client.wait_for_workers(1, timeout=WORKER_SECONDS)
            except TimeoutError as wrong:
                raise CampaignStopped(
                    f"{address}: no worker for {WORKER_SECONDS} s; start some: dask worker {address}"
                ) from wrong
        return max(1, len(client.nthreads()))

    with without_warnings(), client:  # of Dask, that a worker has died and its game begins again
        play = partial(play_on_worker, code=code_digest(game))
        try:
            yield CampaignWorkers(client.get_executor(pure=False), worker_count, play, KilledWorker)
        except CampaignStopped:
            raise
        except (CancelledError, OSError) as wrong:
            raise CampaignStopped(
                f"{address}: the scheduler has gone; the same command plays the same games"
            ) from wrong
        except Exception as wrong:
            raise CampaignStopped(
                f"{address}: the games cannot be played there: {_first_line(wrong)}"
            ) from wrong


async def _greet(address: str) -> None:
    """Connect and go; raises what Dask raises. A client that fails at more than an OSError could not be closed."""
    from distributed.comm.core import connect
    from distributed.security import Security

    comm = await connect(address, timeout=CONNECT_SECONDS, **Security().get_connection_args("client"))
    await comm.close()


def _first_line(wrong: Exception) -> str:
    return f"{type(wrong).__name__}: {wrong}".splitlines()[0]


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
