"""Games played at random, and evenings read again."""

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
from companion.rules.tree_walk import pick_legal_move
from companion.table.storage.journal import replay_history
from measuring.lines import Line, Lines, Span, busy, child, clock


class Measured(NamedTuple):
    """A game that is measured, at the table of most people unless another is named; and what it must reach.

    listed, walked: decisions for each of python-chess that only lists and pushes, all moves listed or one path walked.
    games: whole games a second, walked. replay: under so many milliseconds for an evening, the program just started.
    readers: where there are readers when tags are laid.
    """

    title: str
    game: Game
    listed: float
    walked: float
    games: int
    replay: int
    readers: tuple[str, ...]

    @property
    def lists(self) -> str:
        """The table of most people with all moves listed, as the lines name it."""
        return f"{self.title}: {self.game.max_players} players, all moves listed"

    @property
    def walks(self) -> str:
        """The same with one path walked."""
        return f"{self.title}: {self.game.max_players} players, walked"


MEASURED = (
    Measured(
        "Louis XIV",
        game_rules("louis-xiv"),
        listed=1.0,
        walked=1.3,
        games=200,
        replay=50,
        readers=("play", *(f"tile/{tile}" for tile in range(1, 13))),
    ),
    Measured(  # behind a hand nobody knows there are five times as many moves to list as in chess
        "Kabale und Hiebe",
        game_rules("kabale"),
        listed=0.3,
        walked=0.5,
        games=80,
        replay=50,
        readers=("play", *(f"column/{column}" for column in range(1, 7))),
    ),
    # an action may be any of several hundred places of tiles, and any of twenty works split in ten ways
    Measured(
        "The Princes of Florence",
        game_rules("florence"),
        listed=0.1,
        walked=0.3,
        games=50,
        replay=50,
        readers=("play",),
    ),
)
MOST_PLIES = 300  # of a chess game whose draws are never asked for


# -- games: each plays one to its end and says how many decisions it took


def head(of: Measured, players: int = 0) -> RecordHeader:
    """A table of so many."""
    seats = tuple(
        Seat(colour, colour.capitalize()) for colour in of.game.colours[: players or of.game.max_players]
    )
    return RecordHeader(of.game.name, GameSetup(seats, seats[0].colour))


def by_walking(position: Position, rng: random.Random) -> Move:
    """A legal move, found along one path."""
    return pick_legal_move(position.choice_tree, rng.choice)[0]


def by_listing(position: Position, rng: random.Random) -> Move:
    """One of all legal moves; a card or count that only the table knows may be any of a million: walked."""
    if "table" in position.choice_tree.awaited_actors and len(position.choice_tree.choice_by_actor) == 1:
        return by_walking(position, rng)
    return rng.choice(list(position.legal_moves()))


Find = Callable[[Position, random.Random], Move]


def whole(of: Measured, find: Find, players: int, rng: random.Random) -> int:
    """A game with events made and the ledger kept."""
    return len(played(of, find, players, rng).accepted_lines)


def played(of: Measured, find: Find, players: int, rng: random.Random) -> GameHistory:
    """A whole game and its ledger."""
    account = GameHistory.from_header(head(of, players), of.game)
    while (position := account.position).outcome() is None:
        account.play(find(position, rng))
    sums = build_ledger(account).totals()  # who never made a point is not in them
    if {
        who: sums.get(who, 0) for who in account.position.points_by_player()
    } != account.position.points_by_player():
        raise AssertionError("the ledger's sums are not the points on the table")
    return account


def chess_asked(rng: random.Random) -> int:
    """Chess: is it over? List, pick, push."""
    import chess  # here, so that the memory measured elsewhere is Herald's alone

    board = chess.Board()
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(rng.choice(moves))
    return len(board.move_stack)


def chess_bare(rng: random.Random) -> int:
    """Chess: list, pick, push while there are moves; whether it is a draw is never asked."""
    import chess

    board = chess.Board()
    while len(board.move_stack) < MOST_PLIES and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    return len(board.move_stack)


class Rate(NamedTuple):
    """In a second of a core: decisions, games."""

    decisions: float
    games: float


def rate(play: Callable[[random.Random], int], seconds: float, rng: random.Random) -> Rate:
    """Play for so long, one game at least."""
    games = decisions = 0
    taken, begun = 0.0, busy()
    while taken < seconds or not games:
        decisions += play(rng)
        games += 1
        taken = busy() - begun
    return Rate(decisions / taken, games / taken)


# -- the parts of the table


Plays = dict[str, Callable[[random.Random], int]]
CHESS: Plays = {"asked": chess_asked, "bare": chess_bare}


def plays(of: Measured) -> Plays:
    """Whole games of one: at the table of most people with all moves listed, at every table walked."""
    most, walked = of.game.max_players, range(of.game.min_players, of.game.max_players + 1)
    return {
        of.lists: partial(whole, of, by_listing, most),
        **{
            f"{of.title}: {players} players, walked": partial(whole, of, by_walking, players)
            for players in walked
        },
    }


def engine(span: Span) -> Lines:
    """Random games beside python-chess, in turns; the figure is the middle one of the rounds."""
    rng = random.Random(1)
    cold = [rate(plays(of)[of.walks], 0, rng) for of in MEASURED]
    for of in MEASURED:
        for _ in range(span.warm):
            whole(of, by_listing, of.game.max_players, rng)
    everything = CHESS | {name: play for of in MEASURED for name, play in plays(of).items()}
    rounds = [
        {name: rate(play, span.seconds, rng) for name, play in everything.items()} for _ in range(span.rounds)
    ]
    for name, what in (
        ("asked", "python-chess, is_game_over asked, moves listed, one pushed"),
        ("bare", "python-chess, moves listed, one pushed, nothing else"),
    ):
        yield Line(f"{what}, decisions/s", f"{median(each[name].decisions for each in rounds):,.0f}")
    for of, first in zip(MEASURED, cold, strict=True):
        yield from beside_chess(of, rounds)
        yield Line(f"{of.walks}, the very first game, whole games/s", f"{first.games:.0f}")


def beside_chess(of: Measured, rounds: Sequence[Mapping[str, Rate]]) -> Lines:
    """What one game reached in these rounds."""

    def ratio(one: str, other: str) -> float:
        return median(each[one].decisions / each[other].decisions for each in rounds)

    for name, what, least in ((of.lists, "listed", of.listed), (of.walks, "walked", of.walked)):
        found = median(each[name].decisions for each in rounds)
        yield Line(f"{name}, one played, decisions/s", f"{found:,.0f}")
        found = ratio(name, "bare")  # the yardstick: moves listed and pushed, and nothing else
        reached = found >= least
        yield Line(f"{of.title}: {what} / python-chess bare", f"{found:.2f}", f"at least {least}", reached)
        yield Line(f"{of.title}: {what} / python-chess asked", f"{ratio(name, 'asked'):.2f}")
    for name in plays(of):
        found = median(each[name].games for each in rounds)
        line = Line(f"{name}, whole games/s", f"{found:.0f}")
        if name == of.walks:
            line = line._replace(wanted=f"at least {of.games}", reached=found >= of.games)
        yield line


def shares(span: Span) -> Lines:
    """Where the time of a game goes: finding a move and playing it, by the clause that is decided."""
    for of in MEASURED:
        for name, find in (("listed", by_listing), ("walked", by_walking)):
            spent = _spent(of, find, span.warm // 4 + 1)
            seconds = sum(finding + playing for _, finding, playing in spent.values())
            decisions = sum(count for count, _, _ in spent.values())
            for what, (count, finding, playing) in sorted(spent.items(), key=lambda each: -sum(each[1][1:])):
                share = (finding + playing) / seconds
                if share >= 0.02:
                    each = f"{finding / count * 1e6:.0f} + {playing / count * 1e6:.0f} us"
                    line = f"{name}: {share:.0%} of the time in {count / decisions:.0%} of all: {what}"
                    yield Line(f"{of.title}, {line}", each)


def _spent(of: Measured, find: Find, games: int) -> dict[str, list[float]]:
    """Clause -> decisions, seconds of finding a move, seconds of playing it."""
    rng = random.Random(2)
    spent: dict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
    for _ in range(games):
        account = GameHistory.from_header(head(of), of.game)
        while (position := account.position).outcome() is None:
            begun = busy()
            move = find(position, rng)
            found = busy()
            row = spent[position.choice_tree.out_of_turn_clause.id]
            account.play(move)
            row[:] = row[0] + 1, row[1] + found - begun, row[2] + busy() - found
    return spent


def replay(span: Span) -> Lines:
    """Evenings read again, in a program just started and in one that has seen some."""
    for of in MEASURED:
        texts = evening(of)
        cold = median(child("replay", "\n".join((of.title, *texts))) for _ in range(span.starts))
        what = f"{of.title}: replay of an evening of {len(texts)} moves, program just started"
        yield Line(what, f"{cold:.1f} ms", f"under {of.replay} ms", cold < of.replay)
        for evenings in (1, 10, 100):
            begun = clock()
            for _ in range(evenings):
                replay_history(head(of), texts)
            yield Line(
                f"{of.title}: replay of {evenings} in one program", f"{(clock() - begun) * 1e3:.1f} ms"
            )


def evening(of: Measured) -> tuple[str, ...]:
    """The moves of one, as a record has them."""
    account = played(of, by_walking, of.game.max_players, random.Random(3))
    return tuple(accepted.text for accepted in account.accepted_lines)


def _told() -> tuple[Measured, list[str]]:
    """What a child is told on standard input: the game, then the rest."""
    title, *rest = sys.stdin.read().splitlines()
    return next(of for of in MEASURED if of.title == title), rest


def replay_child() -> float:
    """Milliseconds to replay the moves of a game."""
    of, texts = _told()
    begun = clock()
    replay_history(head(of), tuple(texts))
    return (clock() - begun) * 1e3


def memory(span: Span) -> Lines:
    """What a program holds that plays games."""
    for of in MEASURED:
        for games in (0, 1, span.warm // 4 + 1):
            held = child("memory", f"{of.title}\n{games}")
            yield Line(f"{of.title}: memory after {games} games listed", f"{held:.0f} MB")


def memory_child() -> float:
    """Megabytes held after so many games."""
    of, (games,) = _told()
    rng = random.Random(4)
    for _ in range(int(games)):
        whole(of, by_listing, of.game.max_players, rng)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
