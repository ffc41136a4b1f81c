"""Games played at random, and evenings read again."""

from __future__ import annotations

import os
import random
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple, cast

from companion.games import game
from companion.games.louis_xiv.state import Table
from companion.rules.account import Account
from companion.rules.game import Seat, Setup
from companion.rules.ledger import ledger
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.record import Head
from companion.rules.walking import walk
from companion.table.journal import replayed
from measuring.lines import Line, Lines, Span, busy, child, clock

LOUIS = game("louis-xiv")
MOST_PLIES = 300  # of a chess game whose draws are never asked for


# -- games: each plays one to its end and says how many decisions it took


def head(players: int) -> Head:
    """A table of so many."""
    seats = tuple(Seat(colour, colour.capitalize()) for colour in LOUIS.colours[:players])
    return Head(LOUIS.name, Setup(seats, seats[0].colour))


def by_walking(position: Position, rng: random.Random) -> Move:
    """A legal move, found along one path."""
    return walk(position.offered, rng.choice)[0]


def by_listing(position: Position, rng: random.Random) -> Move:
    """One of all legal moves; a card or count that only the table knows may be any of a million: walked."""
    if "table" in position.offered.awaited and len(position.offered.after) == 1:
        return by_walking(position, rng)
    return rng.choice(list(position.legal()))


def louis(find: Callable[[Position, random.Random], Move], players: int, rng: random.Random) -> int:
    """Louis XIV with events made and the ledger kept."""
    return len(played(find, players, rng).standing)


def played(find: Callable[[Position, random.Random], Move], players: int, rng: random.Random) -> Account:
    """A whole game and its ledger."""
    account = Account.of(head(players), LOUIS)
    while (position := account.position).outcome() is None:
        account.play(find(position, rng))
    if ledger(account).sums() != account.position.points():
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


def engine(span: Span) -> Lines:
    """Random games beside python-chess, in turns; the figure is the middle one of the rounds."""
    rng = random.Random(1)
    tables = {f"{players} players": partial(louis, by_walking, players) for players in (2, 3, 4)}
    plays: dict[str, Callable[[random.Random], int]]
    plays = {"listed": partial(louis, by_listing, 4), **tables, "asked": chess_asked, "bare": chess_bare}
    cold = rate(plays["4 players"], 0, rng)
    for _ in range(span.warm):
        louis(by_listing, 4, rng)
    rounds = [
        {name: rate(play, span.seconds, rng) for name, play in plays.items()} for _ in range(span.rounds)
    ]

    def ratio(one: str, other: str) -> float:
        return median(each[one].decisions / each[other].decisions for each in rounds)

    def games(name: str) -> float:
        return median(each[name].games for each in rounds)

    for name, what in (
        ("asked", "python-chess, is_game_over asked, moves listed, one pushed"),
        ("bare", "python-chess, moves listed, one pushed, nothing else"),
        ("listed", "Louis XIV, moves listed, one played"),
        ("4 players", "Louis XIV, one path walked and played"),
    ):
        yield Line(f"{what}, decisions/s", f"{median(each[name].decisions for each in rounds):,.0f}")
    for one, what, least in (("listed", "listed", 1.0), ("4 players", "walked", 1.3)):
        found = ratio(one, "bare")  # the yardstick: moves listed and pushed, and nothing else
        yield Line(f"{what} / python-chess bare", f"{found:.2f}", f"at least {least}", found >= least)
        yield Line(f"{what} / python-chess asked", f"{ratio(one, 'asked'):.2f}")
    for name in ("2 players", "3 players"):
        yield Line(f"whole games/s, {name}, walked", f"{games(name):.0f}")
    found = games("4 players")
    yield Line("whole games/s, 4 players, walked", f"{found:.0f}", "at least 200", found >= 200)
    yield Line("whole games/s, 4 players, all moves listed", f"{games('listed'):.0f}")
    yield Line("whole games/s, 4 players, walked, the very first game", f"{cold.games:.0f}")


def shares(span: Span) -> Lines:
    """Where the time of a game goes: finding a move and playing it, by what is decided."""
    rng = random.Random(2)
    for name, find in (("listed", by_listing), ("walked", by_walking)):
        spent: dict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
        for _ in range(span.warm // 4 + 1):
            account = Account.of(head(4), LOUIS)
            while (position := cast(Table, account.position)).outcome() is None:
                begun = busy()
                move = find(position, rng)
                found = busy()
                account.play(move)
                row = spent[type(position.agenda[0]).__name__]
                row[:] = row[0] + 1, row[1] + found - begun, row[2] + busy() - found
        seconds = sum(finding + playing for _, finding, playing in spent.values())
        decisions = sum(count for count, _, _ in spent.values())
        for what, (count, finding, playing) in sorted(spent.items(), key=lambda each: -sum(each[1][1:])):
            share = (finding + playing) / seconds
            if share >= 0.02:
                each = f"{finding / count * 1e6:.0f} + {playing / count * 1e6:.0f} us"
                yield Line(f"{name}: {share:.0%} of the time in {count / decisions:.0%} of all: {what}", each)


def replay(span: Span) -> Lines:
    """Evenings read again, in a program just started and in one that has seen some."""
    texts = evening()
    cold = median(child("replay", "\n".join(texts)) for _ in range(span.starts))
    what = f"replay of an evening of {len(texts)} moves, program just started"
    yield Line(what, f"{cold:.1f} ms", "under 50 ms", cold < 50)
    for evenings in (1, 10, 100):
        begun = clock()
        for _ in range(evenings):
            replayed(head(4), texts)
        yield Line(f"replay of {evenings} in one program", f"{(clock() - begun) * 1e3:.1f} ms")


def evening() -> tuple[str, ...]:
    """The moves of one, as a record has them."""
    return tuple(accepted.text for accepted in played(by_walking, 4, random.Random(3)).standing)


def replay_child() -> float:
    """Milliseconds to replay the moves on standard input."""
    texts = tuple(sys.stdin.read().splitlines())
    begun = clock()
    replayed(head(4), texts)
    return (clock() - begun) * 1e3


def memory(span: Span) -> Lines:
    """What a program holds that plays games."""
    for games in (0, 1, span.warm // 4 + 1):
        yield Line(f"memory after {games} games listed", f"{child('memory', str(games)):.0f} MB")


def memory_child() -> float:
    """Megabytes held after so many games, the number on standard input."""
    rng = random.Random(4)
    for _ in range(int(sys.stdin.read())):
        louis(by_listing, 4, rng)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
