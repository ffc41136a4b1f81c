"""`herald simulate`: whole games at a virtual table."""

from __future__ import annotations

import sys
import time
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.games import default_game_name, game_rules
from companion.rules.errors import HeraldError, InvalidInput, UsageError
from companion.rules.game import GameSetup, Seat
from companion.simulator.campaign import SimulatedTableParts
from companion.simulator.faults import FAULT_DESCRIPTIONS, FaultRates, parse_fault_rates
from companion.simulator.ground_truth import MoveChooser
from companion.simulator.plugin_parts import heuristic_move_chooser
from companion.simulator.progress import ProgressLine, finish_game_on_interrupt
from companion.simulator.random_players import choose_random_move
from companion.simulator.simulated_game import SimulatedGameConfig, simulate_game
from companion.simulator.simulation_report import (
    SimulatedGameResult,
    format_summary,
    result_to_json,
    summarise_results,
)
from companion.simulator.virtual_sensors import DirectEventSensors
from companion.table.storage.atomic_write import write_atomically
from companion.table.storage.journal import JOURNAL_SUFFIX

PLAYER_NAMES = ("Anna", "Bert", "Carla", "Dirk", "Elsa", "Franz")
DEFAULT_PLAYER_COUNT = 4
"""Players by default."""


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
        "--games", type=_positive, default=1, metavar="K", help="number of games (default: 1)"
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
        help="a table that is wired like one, two, five, hub or columns, or as in the file of a wiring plan; with "
        "the buttons yes and no, players use readers and buttons only, and never touch the screen",
    )
    parser.add_argument(
        "--json", action="store_true", help="print JSON lines: one for each game, then the summary"
    )
    parser.add_argument(
        "--greedy", nargs="+", default=[], metavar="COLOUR", help="players who choose what is worth most"
    )


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0):
        raise ArgumentTypeError(f"{text!r} is no number of games; write 1 or more")
    return int(text[:9])


def run_simulate(args: Namespace, virtual: SimulatedTableParts) -> int:
    """Play the games, with these sensors unless sightings are wanted; return the exit status.

    0: the app always agreed with the table; 1: it did not, or something illegal was not refused; 2: a wrong argument
        or file (one line says why: an InvalidInput or OSError); 130: stopped by Ctrl-C. Raises BrokenPipeError.
    """
    args.game = args.game or default_game_name()
    try:
        colours, ways = _players(args)
        faults = _faults(args.faults, virtual) if args.faults else {}
        if args.upward == "sightings":
            if args.kit is not None:
                raise UsageError("its readers begin at their registers: leave --from sightings out", "--kit")
            virtual = SimulatedTableParts(DirectEventSensors, {})
            if electric := faults.keys() - FAULT_DESCRIPTIONS.keys():
                raise UsageError(f"{min(electric)} is a fault of readers: take --from registers", "--faults")
        if args.record is not None:
            args.record.mkdir(parents=True, exist_ok=True)
        return _SimulationRun(args, colours, ways, faults, virtual).play()
    except BrokenPipeError:  # the reader of the output has gone
        raise
    except (InvalidInput, OSError) as wrong:
        print(f"herald simulate: {wrong}", file=sys.stderr)
        return 2


def _faults(text: str, virtual: SimulatedTableParts) -> FaultRates:
    for each in text.split(","):
        if (name := each.partition("=")[0].strip()) in virtual.impossible_faults:
            raise UsageError(f"{name}: {virtual.impossible_faults[name]}", "--faults")
    return parse_fault_rates(text, virtual.reader_faults)


def _players(args: Namespace) -> tuple[tuple[str, ...], Mapping[str, str]]:
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
    return colours, {who: "greedy" if who in args.greedy else "random" for who in colours}


class _SimulationRun:
    """One run of the command."""

    def __init__(
        self,
        args: Namespace,
        colours: tuple[str, ...],
        ways: Mapping[str, str],
        faults: FaultRates,
        virtual: SimulatedTableParts,
    ) -> None:
        self.args = args
        self.colours = colours
        self.ways = ways
        self.faults = faults
        self.virtual = virtual
        self.evenings: list[SimulatedGameResult] = []
        self.wrong = 0
        self._began = time.monotonic()
        self._line = ProgressLine(sys.stderr, args.games)

    def play(self) -> int:
        """Play all games and print the summary, also of those before a Ctrl-C; return the exit status."""
        players: dict[str, MoveChooser] = {
            who: heuristic_move_chooser(self.args.game) if way == "greedy" else choose_random_move
            for who, way in self.ways.items()
        }
        with finish_game_on_interrupt() as stopped:
            for number in range(1, self.args.games + 1):
                if stopped:
                    break
                self._line.show(number - 1)
                self._game(number, players)
        self._line.clear()
        self._summary()
        if stopped:
            return 130
        caught = all(evening.cheats == evening.caught for evening in self.evenings)
        return 0 if caught and not self.wrong else 1

    def _game(self, number: int, players: Mapping[str, MoveChooser]) -> None:
        """Play one game; a difference is printed, and the next game begins."""
        start = self.colours[(number - 1) % len(self.colours)]
        seats = tuple(Seat(who, name) for who, name in zip(self.colours, PLAYER_NAMES, strict=False))
        seed = f"{self.args.seed}/{number}"
        setup = GameSetup(seats, start)
        config = SimulatedGameConfig(
            self.args.game,
            setup,
            players,
            seed,
            self.faults,
            make_sensors=self.virtual.make_sensors,
            zone_plan=self.virtual.make_zone_plan(self.args.game, setup)
            if self.virtual.make_zone_plan is not None
            else None,
        )
        try:
            result, record = simulate_game(config, number)
        except InvalidInput:
            raise
        except HeraldError as wrong:
            self.wrong += 1
            self._line.clear()
            print(f"game {number}: {wrong}", file=sys.stderr)
            return
        path = self._write(number, record)
        self.evenings.append(result)
        if self.args.json:
            print(result_to_json(result, path).decode(), flush=True)

    def _write(self, number: int, record: bytes) -> str | None:
        if self.args.record is None:
            return None
        name = f"{self.args.game}-{self.args.players}-{self.args.seed}-{number:04}{JOURNAL_SUFFIX}"
        path: Path = self.args.record / name.replace("/", "_")
        write_atomically(path, record)
        return str(path)

    def _summary(self) -> None:
        total = summarise_results(self.evenings, self.colours, time.monotonic() - self._began)
        total["wrong"] = self.wrong
        print(
            msgspec.json.encode({"summary": total}).decode()
            if self.args.json
            else format_summary(total, self.ways)
        )
