"""`herald simulate`: whole games at a virtual table."""

from __future__ import annotations

import os
import sys
import time
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec

from companion.games import default_game_name, game_rules
from companion.rules.errors import InvalidInput, UsageError
from companion.simulator.campaign import (
    GREEDY,
    RANDOM,
    Campaign,
    CampaignGame,
    CampaignStopped,
    OpenWorkers,
    SimulatedTableParts,
    local_processes,
    play_campaign,
    scheduler_address,
    scheduler_workers,
)
from companion.simulator.faults import FAULT_DESCRIPTIONS, FaultRates, parse_fault_rates
from companion.simulator.progress import ProgressLine, finish_game_on_interrupt
from companion.simulator.simulation_report import (
    SimulatedGameResult,
    format_summary,
    result_to_json,
    summarise_results,
)
from companion.simulator.virtual_sensors import DirectEventSensors
from companion.table.storage.disk import write_atomically
from companion.table.storage.evenings import JOURNAL_SUFFIX

DEFAULT_PLAYER_COUNT = 4
"""Players by default."""
MAX_JOBS_PER_CORE = 8
"""Processes for each core at most; each takes some 100 MB, and more of them play no faster."""


def add_arguments(parser: ArgumentParser, reader_faults: Mapping[str, str]) -> None:
    """What may stand after `herald simulate`."""
    parser.description = (
        "Plays whole games at a virtual table, and compares the app's record with what really happened."
    )
    parser.add_argument("--game", default=SUPPRESS, metavar="G", help="one of `herald games`")
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=f"number of players (default: {DEFAULT_PLAYER_COUNT}, or as near to it as the game allows)",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="the same seed gives the same games (default: 1)"
    )
    parser.add_argument(
        "--games", type=_game_count, default=1, metavar="K", help="number of games (default: 1)"
    )
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help="write a record of each game into this folder"
    )
    parser.add_argument(
        "--faults",
        default="",
        metavar="NAME=RATE,...",
        help=f"faults with their rates from 0 to 1: {', '.join((*FAULT_DESCRIPTIONS, *reader_faults))}",
    )
    parser.add_argument(
        "--from",
        dest="upward",
        choices=("registers", "sightings"),
        default="registers",
        help="where simulation begins: at the registers of virtual readers (default), or at the readers' events, "
        "which is quicker",
    )
    parser.add_argument(
        "--kit",
        metavar="KIT",
        help="a table that is wired like one, two, five, hub, columns or usb, or as in the file of a wiring plan; with "
        "the buttons yes and no, players use readers and buttons only, and never touch the screen",
    )
    parser.add_argument(
        "--json", action="store_true", help="print JSON lines: one for each game, then the summary"
    )
    parser.add_argument(
        "--greedy", nargs="+", default=[], metavar="COLOUR", help="players who choose what is worth most"
    )
    _add_where_to_play(parser)


def _add_where_to_play(parser: ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        type=_job_count,
        default=1,
        metavar="N",
        help="play in so many processes at once, 0: in one for each core (default: 1); the results are the same",
    )
    where.add_argument(
        "--scheduler",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on the workers of a scheduler of Dask (deploy/setup --campaigns installs it): HOST:PORT, "
        "tcp://HOST:PORT or tls://HOST:PORT (default: this computer, port 8786). A scheduler and its workers run the "
        "code of everybody who reaches them: only in networks in which you trust everybody",
    )


def _game_count(text: str) -> int:
    if not (number := _whole_number(text)):
        raise ArgumentTypeError(f"{text!r} is no number of games; write 1 or more")
    return number


def _job_count(text: str) -> int:
    if (number := _whole_number(text)) is None:
        raise ArgumentTypeError(
            f"{text!r} is no number of processes; write 1 or more, or 0 for one for each core"
        )
    cores = len(os.sched_getaffinity(0))
    if number > MAX_JOBS_PER_CORE * cores:
        raise ArgumentTypeError(
            f"{number} processes only wait for each other on {cores} cores;"
            f" write at most {MAX_JOBS_PER_CORE * cores}, or 0 for one for each core"
        )
    return number or cores


def _whole_number(text: str) -> int | None:
    return int(text[:9]) if text.isascii() and text.isdigit() else None


def run_simulate(args: Namespace, virtual: SimulatedTableParts) -> int:
    """Play the games, with these sensors unless sightings are wanted; return the exit status.

    0: the app always agreed with the table; 1: it did not, something illegal was not refused, or a game could not be
        played to its end; 2: a wrong argument or file (one line says why: an InvalidInput or OSError), or nobody is
        left to play; 130: stopped by Ctrl-C. Raises BrokenPipeError.
    """
    args.game = args.game or default_game_name()
    try:
        players = _players(args)
        faults = _faults(args.faults, virtual) if args.faults else {}
        if args.upward == "sightings":
            if args.kit is not None:
                raise UsageError("its readers begin at their registers: leave --from sightings out", "--kit")
            virtual = SimulatedTableParts(DirectEventSensors, {})
            if electric := faults.keys() - FAULT_DESCRIPTIONS.keys():
                raise UsageError(f"{min(electric)} is a fault of readers: take --from registers", "--faults")
        open_workers = _workers(args)
        if args.record is not None:
            args.record.mkdir(parents=True, exist_ok=True)
        campaign = Campaign(args.game, players, args.seed, faults, virtual)
        return _SimulationRun(campaign, args.games, args.record, as_json=args.json).play(open_workers)
    except BrokenPipeError:  # the reader of the output has gone
        raise
    except (InvalidInput, OSError) as wrong:
        print(f"herald simulate: {wrong}", file=sys.stderr)
        return 2


def _workers(args: Namespace) -> OpenWorkers | None:
    if args.scheduler is not None:
        return partial(scheduler_workers, scheduler_address(args.scheduler), args.game)
    processes = min(args.jobs, args.games)
    return partial(local_processes, processes) if processes > 1 else None


def _faults(text: str, virtual: SimulatedTableParts) -> FaultRates:
    for each in text.split(","):
        if (name := each.partition("=")[0].strip()) in virtual.impossible_faults:
            raise UsageError(f"{name}: {virtual.impossible_faults[name]}", "--faults")
    return parse_fault_rates(text, virtual.reader_faults)


def _players(args: Namespace) -> Mapping[str, str]:
    """The colours at the table, and how each plays."""
    known = game_rules(args.game)
    if args.players is None:
        args.players = min(max(DEFAULT_PLAYER_COUNT, known.min_players), known.max_players)
    if not known.min_players <= args.players <= known.max_players:
        raise UsageError(
            f"{args.players}; {args.game} is played by {known.min_players} to {known.max_players}",
            "--players",
        )
    colours = known.colours[: args.players]
    for colour in args.greedy:
        if colour not in colours:
            raise UsageError(f"no player {colour}; there are {' '.join(colours)}", "--greedy")
    return {who: GREEDY if who in args.greedy else RANDOM for who in colours}


class _SimulationRun:
    """One run of the command. Games may come in any order; they are told in that of their numbers."""

    def __init__(self, campaign: Campaign, games: int, record_folder: Path | None, *, as_json: bool) -> None:
        self._campaign = campaign
        self._games = games
        self._record_folder = record_folder
        self._as_json = as_json
        self._results: list[SimulatedGameResult] = []
        self._wrong = 0
        self._waiting: dict[int, CampaignGame] = {}
        self._told = 0
        self._began = time.monotonic()
        self._line = ProgressLine(sys.stderr, games)

    def play(self, open_workers: OpenWorkers | None) -> int:
        """Play all games and print the summary, also of those before a Ctrl-C; return the exit status."""
        stopped_because = ""
        with finish_game_on_interrupt() as stopped:
            numbers = self._numbers(stopped)
            self._line.show(0)
            try:
                with closing(play_campaign(self._campaign, numbers, open_workers)) as games:
                    for done, game in enumerate(games, 1):
                        self._take(game)
                        self._line.show(done)
            except CampaignStopped as stop:
                stopped_because = str(stop)
            finally:
                self._line.clear()
        for number in sorted(self._waiting):
            self._tell(self._waiting[number])
        self._summary()
        if stopped_because:
            raise CampaignStopped(stopped_because)
        if stopped:
            return 130
        caught = all(result.cheats == result.caught for result in self._results)
        return 0 if caught and not self._wrong else 1

    def _numbers(self, stopped: list[int]) -> Iterator[int]:
        """The numbers of the games, until Ctrl-C."""
        for number in range(1, self._games + 1):
            if stopped:
                return
            yield number

    def _take(self, game: CampaignGame) -> None:
        """Tell of a game, and of those that have waited for it; raises InvalidInput where no game can be played."""
        if game.invalid_input:
            raise InvalidInput(game.invalid_input)
        self._waiting[game.number] = game
        while (following := self._waiting.pop(self._told + 1, None)) is not None:
            self._tell(following)
            self._told += 1

    def _tell(self, game: CampaignGame) -> None:
        """Keep a game and its record, and print its line; a difference is printed, and other games go on."""
        if game.result is None:
            self._wrong += 1
            self._line.clear()
            print(f"game {game.number}: {game.problem}", file=sys.stderr)
            return
        path = self._write(game)
        self._results.append(game.result)
        if self._as_json:
            print(result_to_json(game.result, path).decode(), flush=True)

    def _write(self, game: CampaignGame) -> str | None:
        if self._record_folder is None:
            return None
        campaign = self._campaign
        name = f"{campaign.game}-{len(campaign.players)}-{campaign.seed}-{game.number:04}{JOURNAL_SUFFIX}"
        path = self._record_folder / name.replace("/", "_")
        write_atomically(path, game.record)
        return str(path)

    def _summary(self) -> None:
        total = summarise_results(self._results, self._campaign.players, time.monotonic() - self._began)
        total["wrong"] = self._wrong
        print(msgspec.json.encode({"summary": total}).decode() if self._as_json else format_summary(total))
