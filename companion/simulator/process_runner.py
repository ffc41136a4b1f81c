"""Simulated games on several cores: each worker is a process of its own that plays one game after another."""

from __future__ import annotations

import gc
import signal
from collections import Counter, deque
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait

from companion.simulator.campaign import (
    MOST_ATTEMPTS,
    Campaign,
    CampaignGame,
    CampaignRunner,
    abandoned_game,
    play_campaign_game,
)

CONTEXT = get_context("spawn")
"""How processes are started: anew. A fork would take over locks of other threads, and open journals."""


class ProcessRunner(CampaignRunner):
    """Plays games in so many processes.

    A pool (`concurrent.futures`) breaks as a whole when one of its processes dies, and does not tell which game killed
    it. Here each worker has a pipe of its own and one game at a time: the pipe of a dead worker ends, so that its game
    is known, and another worker begins it again.
    """

    def __init__(self, process_count: int) -> None:
        self._process_count = process_count

    def play(self, campaign: Campaign, numbers: Iterator[int]) -> Generator[CampaignGame, None, None]:
        """Play the games; see `CampaignRunner.play`."""
        deaths = Counter[int]()
        again = deque[int]()
        busy: dict[Connection, _Worker] = {}
        try:
            while True:
                while len(busy) < self._process_count and (number := _next_number(again, numbers)):
                    worker = _Worker(campaign)
                    busy[worker.connection] = worker
                    worker.begin(number)
                if not busy:
                    return
                for connection in wait(list(busy)):
                    worker = busy[connection]  # type: ignore[index]  # what was waited for
                    game, number = worker.finished_game(), worker.number
                    if game is None:
                        worker.stop()
                        del busy[worker.connection]
                        deaths[number] += 1
                        if deaths[number] < MOST_ATTEMPTS:
                            again.append(number)
                            continue
                        game = abandoned_game(campaign, number)
                    elif following := _next_number(again, numbers):
                        worker.begin(following)
                    else:
                        worker.stop()
                        del busy[worker.connection]
                    yield game
        finally:
            for worker in busy.values():
                worker.stop()


def _next_number(again: deque[int], numbers: Iterator[int]) -> int:
    """The next game: first those whose workers died; 0 when there are no more."""
    return again.popleft() if again else next(numbers, 0)


class _Worker:
    """A process that plays one game at a time."""

    def __init__(self, campaign: Campaign) -> None:
        self.number = 0
        self.connection, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(
            target=_play_games, args=(theirs, campaign, gc.get_threshold()), daemon=True
        )
        with _interrupts_blocked():
            self._process.start()
        theirs.close()

    def begin(self, number: int) -> None:
        """Let it play the game of that number."""
        self.number = number
        with suppress(OSError):  # it has died; then its answer is missing
            self.connection.send(number)

    def finished_game(self) -> CampaignGame | None:
        """What it says of its game; None where it has died."""
        try:
            game: CampaignGame = self.connection.recv()
        except (EOFError, OSError):
            return None
        return game

    def stop(self) -> None:
        """End it, whatever it does."""
        self.connection.close()
        self._process.kill()
        self._process.join()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """A process that is started within the context never hears of Ctrl-C, which goes to all processes of a terminal.

    The first one lets the games that have begun be played to their end; the runner ends its workers itself.
    """
    resource_tracker.ensure_running()  # else the first start would start it, which lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _play_games(connection: Connection, campaign: Campaign, gc_threshold: tuple[int, int, int]) -> None:
    """What a worker does: play each game it is told, until nobody is at the other end."""
    gc.set_threshold(*gc_threshold)
    with suppress(EOFError, OSError):
        while True:
            connection.send(play_campaign_game(campaign, connection.recv()))
