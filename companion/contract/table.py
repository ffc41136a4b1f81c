"""One game at one number of players, with whole games played there by chance: what the promises look at.

A game is played by a seed, so that a failure can be played again. The games of a table are played once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from msgspec import Struct

from companion.rules.account import Account
from companion.rules.game import Game, Seat, Setup
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.tale import Event
from companion.rules.walking import walk

GAMES = 12
"""Whole games at a table."""
LONGEST = 2_000
"""Moves of a game; one that goes on longer has no end."""
LISTED = 3_000
"""Legal moves looked at in one position; where there are more, paths are walked."""


class Endless(Exception):
    """A game goes on and on."""


class Played(Struct, frozen=True):
    """One move of a game: the position before it, the move, what it made."""

    before: Position
    move: Move
    events: tuple[Event, ...]
    after: Position


class Begin(Struct, frozen=True):
    """How a game begins: the set-up, its position, the first settled one and the events on the way to it."""

    setup: Setup
    begun: Position
    opening: Position
    opened: tuple[Event, ...]


class Whole(Struct, frozen=True):
    """A whole game; up to where something was raised, if that was so. positions: every settled one, the last too."""

    seed: int
    begin: Begin
    played: tuple[Played, ...]
    positions: tuple[Position, ...]

    @property
    def setup(self) -> Setup:
        """The table it was played at."""
        return self.begin.setup

    @property
    def opening(self) -> Position:
        """The first settled position."""
        return self.begin.opening


def random_setup(game: Game, players: int, chance: Random) -> Setup:
    """Any seats, start player and options."""
    seats = tuple(Seat(colour, colour.title()) for colour in chance.sample(game.colours, players))
    options = {option.name: chance.choice(option.values) for option in game.options}
    return Setup(seats, chance.choice(seats).colour, options)


class Table:
    """One game at one number of players. It keeps where somebody looks at the moment, for whatever is found there.

    wanted: how many games are played. looked: at how many positions and moves somebody looked since `begin`.
    wrong: what was raised while games were played; no more of them are played then.
    """

    def __init__(self, game: Game, players: int, wanted: int = GAMES) -> None:
        self.game = game
        self.players = players
        self.wanted = wanted
        self.wrong: BaseException | None = None
        self._games: list[Whole] = []
        self.begin()

    # -- where somebody looks

    def begin(self) -> None:
        """Somebody begins to look."""
        self.looked = 0
        self._seed: int | None = None
        self._after = 0
        self._position: Position | None = None
        self._move: Move | None = None

    def look(self, seed: int, after: int, position: Position | None, move: Move | None = None) -> None:
        """At the game of that seed after so many moves, perhaps at a move there."""
        self.looked += 1
        self._seed, self._after, self._position, self._move = seed, after, position, move

    def look_at_wrong(self) -> None:
        """Where `wrong` was raised."""
        self.looked += 1
        self._seed, self._after, self._position, self._move = self._wrong_at

    def at_move(self, move: Move) -> None:
        """At a move of the same position."""
        self.looked += 1
        self._move = move

    @property
    def where(self) -> str:
        """Where somebody looks, in words."""
        if self._seed is None:
            return f"{self.players} players"
        at = f", at `{self._move}`" if self._move is not None else ""
        return f"{self.players} players, game {self._seed}, after {self._after} moves{at}"

    @property
    def position(self) -> str:
        """The table where somebody looks, as a record has it; "" where there is none to be had."""
        try:
            return "" if self._position is None else json.dumps(self._position.to_json())
        except (Exception, SystemExit):  # a game that cannot write its positions has that among its findings
            return ""

    # -- what there is to look at

    @property
    def games(self) -> tuple[Whole, ...]:
        """The games of the first seeds; raises nothing that the game raises: see `wrong`."""
        while len(self._games) < self.wanted and self.wrong is None:
            self._play(len(self._games))
        return tuple(self._games)

    def _play(self, seed: int) -> None:
        """One more game: as much of it as can be played."""
        positions: list[Position] = []
        played: list[Played] = []
        try:
            begin = self.opened(seed)
            positions.append(begin.opening)
            for each in self.going_on(seed, begin.opening):
                played.append(each)
                positions.append(each.after)
        except Exception as wrong:
            self.wrong = wrong
            self._wrong_at = self._seed, self._after, self._position, self._move
        finally:
            if positions:
                self._games.append(Whole(seed, begin, tuple(played), tuple(positions)))

    def no_more(self) -> None:
        """The games that were played must do."""
        self.wanted = len(self._games)

    def opened(self, seed: int) -> Begin:
        """The beginning of the game of that seed."""
        self.look(seed, 0, None)
        setup = random_setup(self.game, self.players, self.chance(seed))
        begun = self.game.begin(setup)
        opening, opened = begun.settled()
        return Begin(setup, begun, opening, opened)

    def going_on(self, seed: int, position: Position) -> Iterator[Played]:
        """The moves of the game of that seed, every one a random path; raises Endless."""
        chance = self.chance(f"{seed} moves")
        for after in range(LONGEST):
            self.look(seed, after, position)
            if position.outcome() is not None:
                return
            move, _ = walk(position.offered, chance.choice)
            self.look(seed, after, position, move)
            settled, events = position.play(move)
            yield Played(position, move, events, settled)
            position = settled
        raise Endless(f"no end after {LONGEST} moves")

    def chance(self, what: object) -> Random:
        """The dice of this table for that."""
        return Random(f"{self.game.name} {self.players} {what}")

    def whole_games(self, most: int | None = None) -> Iterator[Whole]:
        """The first games, one after another."""
        for whole in self.games[:most]:
            self.look(whole.seed, 0, whole.opening)
            yield whole

    def sampled(self, most: int | None = None) -> Iterator[tuple[Whole, Position]]:
        """So many of all positions, everywhere in the games; all of them where no number is said."""
        everywhere = [(whole, after) for whole in self.games for after in range(len(whole.positions))]
        if most is not None and most < len(everywhere):
            everywhere = self.chance(f"{most} positions").sample(everywhere, most)
        for whole, after in everywhere:
            self.look(whole.seed, after, whole.positions[after])
            yield whole, whole.positions[after]

    def moves(self, most: int | None = None, every: int = 1) -> Iterator[tuple[Whole, Played]]:
        """Every so-many-th move of the first games."""
        for whole in self.games[:most]:
            for after in range(0, len(whole.played), every):
                each = whole.played[after]
                self.look(whole.seed, after, each.before, each.move)
                yield whole, each

    @property
    def words(self) -> tuple[str, ...]:
        """Every word said in the games, sorted: what a slip of the tongue may say."""
        said = {word for whole in self.games for each in whole.played for word in each.move.words}
        return tuple(sorted(said | {"nonsense", "0", "-1", "99999999999999999999", "ring ring", "", "?"}))

    def account(self, whole: Whole) -> Account:
        """An account of the same table at its beginning."""
        return Account(self.game, whole.setup, whole.begin.begun)


def otherwise(one: Position, other: Position) -> str:
    """The fields in which they differ, `turn, scores`; where there is none, that they are of two kinds."""
    fields = one.__struct_fields__
    differ = [name for name in fields if getattr(one, name, None) != getattr(other, name, None)]
    return ", ".join(differ) or f"a {type(other).__name__} and no {type(one).__name__}"


def some_moves(position: Position, chance: Random, most: int) -> Sequence[Move]:
    """Legal moves of a position: so many of those listed, and where there are more, walked paths."""
    listed = list(islice(position.legal(), LISTED))
    if len(listed) < LISTED:
        return listed if len(listed) <= most else chance.sample(listed, most)
    return [walk(position.offered, chance.choice)[0] for _ in range(most)]
