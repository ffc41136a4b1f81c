"""Measures games played at random, and the replay of saved games."""

from __future__ import annotations

import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from companion.games import game_rules
from companion.rules.game import Game, GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.ledger import build_ledger
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.record import RecordHeader
from companion.rules.tree_walk import pick_legal_move, play_out
from companion.table.storage.journal import replay_history
from measuring.bench_lines import (
    BenchLine,
    BenchLines,
    MeasuringEffort,
    cpu_clock,
    measure_in_child,
    wall_clock,
)


class GameBenchmark(NamedTuple):
    """A measured game, with the most players unless others are named, and its targets.

    `listed` and `walked`: decisions for each of python-chess that only lists and pushes, with all moves
    listed or one path walked. `replay`: milliseconds for a saved game, the program just started. `readers`: the
    zones with readers when tags are laid.
    """

    title: str
    game: Game
    min_listed_ratio: float
    min_walked_ratio: float
    max_replay_ms: int
    reader_zones: tuple[str, ...]

    @property
    def listed_title(self) -> str:
        """The title of the lines with all moves listed, with the most players."""
        return f"{self.title}: {self.game.max_players} players, all moves listed"

    @property
    def walked_title(self) -> str:
        """The title of the lines with one path walked."""
        return f"{self.title}: {self.game.max_players} players, walked"

    @property
    def played_out_title(self) -> str:
        """The title of the lines of positions that are played out."""
        return f"{self.title}: {PLAYED_OUT_PLAYERS} players, played out"


GAME_BENCHMARKS = (
    GameBenchmark(
        "Louis XIV",
        game_rules("louis-xiv"),
        min_listed_ratio=1.0,
        min_walked_ratio=1.5,
        max_replay_ms=50,
        reader_zones=("play", *(f"tile/{tile}" for tile in range(1, 13))),
    ),
    GameBenchmark(  # behind a hand nobody knows there are five times as many moves to list as in chess
        "Kabale und Hiebe",
        game_rules("kabale"),
        min_listed_ratio=0.6,
        min_walked_ratio=1.2,
        max_replay_ms=50,
        reader_zones=("play", *(f"column/{column}" for column in range(1, 7))),
    ),
    # an action may be any of several hundred places of tiles, and any of twenty works split in ten ways
    GameBenchmark(
        "The Princes of Florence",
        game_rules("florence"),
        min_listed_ratio=0.3,
        min_walked_ratio=0.8,
        max_replay_ms=50,
        reader_zones=("play",),
    ),
)
PLAYED_OUT_PLAYERS = 4
MIN_PLAYED_OUT = 400
"""Whole games a second of a player that thinks by playing them."""
MOST_PLIES = 300  # of a chess game in which draws are never claimed


# -- games: each plays one to its end and says how many decisions it took


def make_record_head(of: GameBenchmark, players: int = 0) -> RecordHeader:
    """The header of a record with so many players."""
    seats = tuple(
        Seat(colour, colour.capitalize()) for colour in of.game.colours[: players or of.game.max_players]
    )
    return RecordHeader(of.game.name, GameSetup(seats, seats[0].colour))


def find_move_by_walking(position: Position, rng: random.Random) -> Move:
    """A legal move, found along one path."""
    return pick_legal_move(position.choice_tree, rng.choice)[0]


def find_move_by_listing(position: Position, rng: random.Random) -> Move:
    """One of all legal moves.

    Cards or counts that only the table knows may be any of a million; such a move is walked.
    """
    if "table" in position.choice_tree.awaited_actors and len(position.choice_tree.choice_by_actor) == 1:
        return find_move_by_walking(position, rng)
    return rng.choice(list(position.legal_moves()))


FindMove = Callable[[Position, random.Random], Move]


def play_game_with_events(of: GameBenchmark, find: FindMove, players: int, rng: random.Random) -> int:
    """Play a game with events and the ledger; the number of decisions."""
    return len(play_game_with_ledger(of, find, players, rng).accepted_lines)


def play_game_with_ledger(of: GameBenchmark, find: FindMove, players: int, rng: random.Random) -> GameHistory:
    """A whole game with its ledger. Raises AssertionError where the ledger's totals are not the points."""
    account = GameHistory.from_header(make_record_head(of, players), of.game)
    while (position := account.position).outcome() is None:
        account.play(find(position, rng))
    sums = build_ledger(account).totals()  # players without a point are missing in them
    if {
        who: sums.get(who, 0) for who in account.position.points_by_player()
    } != account.position.points_by_player():
        raise AssertionError("the ledger's sums are not the points on the table")
    return account


def play_out_game(opening: Position, rng: random.Random) -> int:
    """Play a game without a history from its settled first position; 0, as decisions are not counted."""
    if play_out(opening, rng.choice).outcome() is None:
        raise AssertionError("a game that was played out is not over")
    return 0


def play_chess_with_draw_checks(rng: random.Random) -> int:
    """Play chess: ask whether it is over, list, pick, push; the number of moves."""
    import chess  # imported here, so that the memory measured elsewhere is Herald's alone

    board = chess.Board()
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(rng.choice(moves))
    return len(board.move_stack)


def play_chess_bare(rng: random.Random) -> int:
    """Play chess: list, pick, push while there are moves, without asking for draws; the number of moves."""
    import chess

    board = chess.Board()
    while len(board.move_stack) < MOST_PLIES and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    return len(board.move_stack)


class PlayRate(NamedTuple):
    """Decisions and games in a second of a core."""

    decisions_per_second: float
    games_per_second: float


def measure_rate(play: Callable[[random.Random], int], seconds: float, rng: random.Random) -> PlayRate:
    """Play for so many seconds, one game at least."""
    games = decisions = 0
    taken, begun = 0.0, cpu_clock()
    while taken < seconds or not games:
        decisions += play(rng)
        games += 1
        taken = cpu_clock() - begun
    return PlayRate(decisions / taken, games / taken)


# -- the parts of the table


PlayByName = dict[str, Callable[[random.Random], int]]
CHESS_PLAYS: PlayByName = {"asked": play_chess_with_draw_checks, "bare": play_chess_bare}


def play_by_title(of: GameBenchmark) -> PlayByName:
    """Title -> a function that plays a whole game.

    With the most players listed, with every number of them walked, with four played out.
    """
    opening = GameHistory.from_header(make_record_head(of, PLAYED_OUT_PLAYERS), of.game).position
    most, walked = of.game.max_players, range(of.game.min_players, of.game.max_players + 1)
    return {
        of.listed_title: partial(play_game_with_events, of, find_move_by_listing, most),
        **{
            f"{of.title}: {players} players, walked": partial(
                play_game_with_events, of, find_move_by_walking, players
            )
            for players in walked
        },
        of.played_out_title: partial(play_out_game, opening),
    }


def measure_engine(span: MeasuringEffort) -> BenchLines:
    """Compare random games with python-chess in turns; the figure is the median of the rounds."""
    rng = random.Random(1)
    cold = [measure_rate(play_by_title(of)[of.walked_title], 0, rng) for of in GAME_BENCHMARKS]
    for of in GAME_BENCHMARKS:
        for _ in range(span.warm_up_games):
            play_game_with_events(of, find_move_by_listing, of.game.max_players, rng)
    everything = CHESS_PLAYS | {
        name: play for of in GAME_BENCHMARKS for name, play in play_by_title(of).items()
    }
    rounds = [
        {name: measure_rate(play, span.seconds_per_round, rng) for name, play in everything.items()}
        for _ in range(span.rounds)
    ]
    for name, what in (
        ("asked", "python-chess, is_game_over asked, moves listed, one pushed"),
        ("bare", "python-chess, moves listed, one pushed, nothing else"),
    ):
        yield BenchLine(
            f"{what}, decisions/s", f"{median(each[name].decisions_per_second for each in rounds):,.0f}"
        )
    for of, first in zip(GAME_BENCHMARKS, cold, strict=True):
        yield from chess_comparison_lines(of, rounds)
        yield BenchLine(
            f"{of.walked_title}, the very first game, whole games/s", f"{first.games_per_second:.0f}"
        )


def chess_comparison_lines(of: GameBenchmark, rounds: Sequence[Mapping[str, PlayRate]]) -> BenchLines:
    """The results of one game in these rounds."""

    def ratio(one: str, other: str) -> float:
        return median(each[one].decisions_per_second / each[other].decisions_per_second for each in rounds)

    for name, what, least in (
        (of.listed_title, "listed", of.min_listed_ratio),
        (of.walked_title, "walked", of.min_walked_ratio),
    ):
        found = median(each[name].decisions_per_second for each in rounds)
        yield BenchLine(f"{name}, one played, decisions/s", f"{found:,.0f}")
        found = ratio(name, "bare")  # the yardstick: moves listed and pushed, and nothing else
        reached = found >= least
        yield BenchLine(
            f"{of.title}: {what} / python-chess bare", f"{found:.2f}", f"at least {least}", reached
        )
        yield BenchLine(f"{of.title}: {what} / python-chess asked", f"{ratio(name, 'asked'):.2f}")
    for name in play_by_title(of):
        found = median(each[name].games_per_second for each in rounds)
        line = BenchLine(f"{name}, whole games/s", f"{found:.0f}")
        if name == of.played_out_title:
            target = f"at least {MIN_PLAYED_OUT}"
            line = line._replace(target=target, is_target_reached=found >= MIN_PLAYED_OUT)
        yield line


def measure_shares(span: MeasuringEffort) -> BenchLines:
    """The shares of a game's time: finding a move and playing it, by the clause that is decided."""
    for of in GAME_BENCHMARKS:
        for name, find in (("listed", find_move_by_listing), ("walked", find_move_by_walking)):
            spent = _spent(of, find, span.warm_up_games // 4 + 1)
            seconds = sum(finding + playing for _, finding, playing in spent.values())
            decisions = sum(count for count, _, _ in spent.values())
            for what, (count, finding, playing) in sorted(spent.items(), key=lambda each: -sum(each[1][1:])):
                share = (finding + playing) / seconds
                if share >= 0.02:
                    each = f"{finding / count * 1e6:.0f} + {playing / count * 1e6:.0f} us"
                    line = f"{name}: {share:.0%} of the time in {count / decisions:.0%} of all: {what}"
                    yield BenchLine(f"{of.title}, {line}", each)


def _spent(of: GameBenchmark, find: FindMove, games: int) -> dict[str, list[float]]:
    """Clause -> decisions, seconds of finding a move, seconds of playing it."""
    rng = random.Random(2)
    spent: dict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
    for _ in range(games):
        account = GameHistory.from_header(make_record_head(of), of.game)
        while (position := account.position).outcome() is None:
            begun = cpu_clock()
            move = find(position, rng)
            found = cpu_clock()
            row = spent[position.choice_tree.out_of_turn_clause.id]
            account.play(move)
            row[:] = row[0] + 1, row[1] + found - begun, row[2] + cpu_clock() - found
    return spent


def measure_replay(span: MeasuringEffort) -> BenchLines:
    """Time the replay of games, in a program just started and in one that has replayed some."""
    for of in GAME_BENCHMARKS:
        texts = random_game_moves(of)
        cold = median(
            measure_in_child("replay", "\n".join((of.title, *texts))) for _ in range(span.program_starts)
        )
        what = f"{of.title}: replay of an evening of {len(texts)} moves, program just started"
        yield BenchLine(what, f"{cold:.1f} ms", f"under {of.max_replay_ms} ms", cold < of.max_replay_ms)
        for evenings in (1, 10, 100):
            begun = wall_clock()
            for _ in range(evenings):
                replay_history(make_record_head(of), texts)
            yield BenchLine(
                f"{of.title}: replay of {evenings} in one program", f"{(wall_clock() - begun) * 1e3:.1f} ms"
            )


def random_game_moves(of: GameBenchmark) -> tuple[str, ...]:
    """The moves of a random game, as a record has them."""
    account = play_game_with_ledger(of, find_move_by_walking, of.game.max_players, random.Random(3))
    return tuple(accepted.text for accepted in account.accepted_lines)


def _told() -> tuple[GameBenchmark, list[str]]:
    """The standard input of a child process: the game, then the rest."""
    title, *rest = sys.stdin.read().splitlines()
    return next(of for of in GAME_BENCHMARKS if of.title == title), rest


def measure_replay_in_child() -> float:
    """Milliseconds to replay the moves of a game."""
    of, texts = _told()
    begun = wall_clock()
    replay_history(make_record_head(of), tuple(texts))
    return (wall_clock() - begun) * 1e3


def measure_memory(span: MeasuringEffort) -> BenchLines:
    """The memory of a program that plays games."""
    for of in GAME_BENCHMARKS:
        for games in (0, 1, span.warm_up_games // 4 + 1):
            held = measure_in_child("memory", f"{of.title}\n{games}")
            yield BenchLine(f"{of.title}: memory after {games} games listed", f"{held:.0f} MB")


def measure_memory_in_child() -> float:
    """Megabytes of memory after so many games."""
    of, (games,) = _told()
    rng = random.Random(4)
    for _ in range(int(games)):
        play_game_with_events(of, find_move_by_listing, of.game.max_players, rng)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
