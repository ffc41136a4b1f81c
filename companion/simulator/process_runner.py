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
    CampaignStopped,
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
        """Play the games; see `CampaignRunner.play`. Raises CampaignStopped where all workers die at once."""
        crew = _Crew(campaign, numbers)
        try:
            while crew.fill_up(self._process_count):
                yield from crew.finished_games()
        finally:
            crew.stop()


class _Crew:
    """The workers that have a game, and the games that are to be begun again."""

    def __init__(self, campaign: Campaign, numbers: Iterator[int]) -> None:
        self._campaign = campaign
        self._numbers = numbers
        self._busy: dict[object, _Worker] = {}  # by connection
        self._again = deque[int]()
        self._deaths = Counter[int]()
        self._has_played = False

    def fill_up(self, process_count: int) -> bool:
        """Start workers while games are left, up to so many; return whether there are any. Raises CampaignStopped."""
        if not self._has_played and self._deaths.total() >= MOST_ATTEMPTS * process_count:
            raise CampaignStopped(
                f"{self._deaths.total()} processes died and none played a game; is there memory enough?"
            )
        while len(self._busy) < process_count and (number := self._next_number()):
            worker = _Worker(self._campaign)
            self._busy[worker.connection] = worker
            worker.begin(number)
        return bool(self._busy)

    def finished_games(self) -> Iterator[CampaignGame]:
        """Wait for workers, and yield the games that are over; a worker that lives begins the next one."""
        for connection in wait([worker.connection for worker in self._busy.values()]):
            worker = self._busy[connection]
            game = worker.finished_game()
            if game is None:
                yield from self._game_after_death(worker)
                continue
            self._has_played = True
            if number := self._next_number():
                worker.begin(number)
            else:
                self._dismiss(worker)
            yield game

    def _game_after_death(self, worker: _Worker) -> Iterator[CampaignGame]:
        """The game of a worker that has died, if it is given up."""
        self._dismiss(worker)
        self._deaths[worker.number] += 1
        if self._deaths[worker.number] < MOST_ATTEMPTS:
            self._again.append(worker.number)
        else:
            yield abandoned_game(self._campaign, worker.number)

    def _next_number(self) -> int:
        """The next game: first those whose workers died; 0 when there are no more."""
        return self._again.popleft() if self._again else next(self._numbers, 0)

    def _dismiss(self, worker: _Worker) -> None:
        del self._busy[worker.connection]
        worker.stop()

    def stop(self) -> None:
        """End all workers, whatever they do."""
        for worker in list(self._busy.values()):
            self._dismiss(worker)


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
