"""Positions from whole random games, for the tests that hold for every game.

A game is played by a seed, so that a failure can be played again; a corpus is made once in a run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, takewhile
from random import Random

from msgspec import Struct

from companion.games import game
from companion.rules.account import Account
from companion.rules.choice import Turn
from companion.rules.game import Seat, Setup
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.tale import Event
from companion.rules.walking import walk
from tests.ours import GAMES

LONGEST = 2_000
"""Moves of a game; one that goes on longer has no end."""
LISTED = 3_000
"""Legal moves looked at in one position; where there are more, paths are walked."""

TABLES = [(name, players) for name in GAMES for players in range(game(name).fewest, game(name).most + 1)]
"""Every game at every number of players."""


class Played(Struct, frozen=True):
    """One move of a game: the position before it, the move, what it made."""

    before: Position
    move: Move
    events: tuple[Event, ...]
    after: Position


class Whole(Struct, frozen=True):
    """A whole game."""

    seed: int
    setup: Setup
    begun: Position
    opening: Position
    opened: tuple[Event, ...]
    played: tuple[Played, ...]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every settled position, the last one included."""
        return (self.opening, *(each.after for each in self.played))


def random_setup(name: str, players: int, rng: Random) -> Setup:
    """Any seats, start player and options."""
    played = game(name)
    seats = tuple(Seat(colour, colour.title()) for colour in rng.sample(played.colours, players))
    options = {option.name: rng.choice(option.values) for option in played.options}
    return Setup(seats, rng.choice(seats).colour, options)


@cache
def whole_game(name: str, players: int, seed: int) -> Whole:
    """The game of that seed, every move a random path."""
    rng = Random(f"{name} {players} {seed}")
    setup = random_setup(name, players, rng)
    begun = game(name).begin(setup)
    position, opened = begun.settled()
    opening = position
    played: list[Played] = []
    while position.outcome() is None:
        assert len(played) < LONGEST, f"{name}, {players} players, seed {seed}: no end in sight"
        move, _ = walk(position.offered, rng.choice)
        after, events = position.play(move)
        played.append(Played(position, move, events, after))
        position = after
    return Whole(seed, setup, begun, opening, opened, tuple(played))


@cache
def games(name: str, players: int, how_many: int = 12) -> tuple[Whole, ...]:
    """Whole games at that table."""
    return tuple(whole_game(name, players, seed) for seed in range(how_many))


def sampled(name: str, players: int, every: int) -> Iterator[tuple[Whole, Position]]:
    """Every so-many-th position of those games."""
    everywhere = ((whole, position) for whole in games(name, players) for position in whole.positions)
    return islice(everywhere, 0, None, every)


def some_moves(position: Position, rng: Random, most: int) -> Sequence[Move]:
    """Legal moves of a position: so many of those listed, and where there are more, walked paths."""
    listed = list(islice(position.legal(), LISTED))
    if len(listed) < LISTED:
        return listed if len(listed) <= most else rng.sample(listed, most)
    return [walk(position.offered, rng.choice)[0] for _ in range(most)]


def is_pattern(text: str) -> bool:
    """Whether it stands for many moves: its words in capitals, which no move has, may be anything."""
    return any(word.isupper() for word in text.split())


def plain_part(pattern: str) -> str:
    """What every move begins with that a pattern stands for, with a blank behind it."""
    return "".join(f"{word} " for word in takewhile(lambda word: not word.isupper(), pattern.split()))


def hidden(turn: Turn) -> bool:
    """Whether some of what may be said is not listed but stands behind a pattern."""
    return any(map(is_pattern, islice(turn.texts(), LISTED)))


def words_of(name: str, players: int) -> tuple[str, ...]:
    """Every word said in those games, sorted: what a slip of the tongue may say."""
    said = {word for whole in games(name, players) for each in whole.played for word in each.move.words}
    return tuple(sorted(said | {"nonsense", "0", "-1", "99999999999999999999", "ring ring", "", "?"}))


def account(whole: Whole, name: str) -> Account:
    """An account of the same table at its beginning."""
    return Account(game(name), whole.setup, whole.begun)
