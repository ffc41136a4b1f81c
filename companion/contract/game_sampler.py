"""One game at one number of players, with whole games played there at random: the samples that promises inspect.

A game is played by a seed, so that a failure can be repeated. The games of a table are played once.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from msgspec import Struct

from companion.rules.game import Game, GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.rules.tree_walk import pick_legal_move

DEFAULT_GAME_COUNT = 12
"""Whole games at a table."""
MAX_MOVES_PER_GAME = 2_000
"""Moves of a game; a longer one counts as endless."""
MAX_LISTED_MOVES = 3_000
"""Legal moves inspected in one position; where there are more, random paths are walked."""


class EndlessGameError(Exception):
    """A game does not come to an end."""


class InspectionTimeUp(BaseException):
    """The `deadline` of a sampler is over: no fault of the game, and nothing that it could catch."""


class PlayedMove(Struct, frozen=True):
    """One move of a game: the position before it, the move, its events and the position after it."""

    before: Position
    move: Move
    events: tuple[Event, ...]
    after: Position


class GameStart(Struct, frozen=True):
    """The start of a game: set-up, initial position, the first settled position and the events on the way to it."""

    setup: GameSetup
    initial_position: Position
    opening_position: Position
    opening_events: tuple[Event, ...]


class SampleGame(Struct, frozen=True):
    """A whole game, or its part before an exception. positions: every settled one, including the last."""

    seed: int
    start: GameStart
    played_moves: tuple[PlayedMove, ...]
    positions: tuple[Position, ...]

    @property
    def setup(self) -> GameSetup:
        """The set-up of the game."""
        return self.start.setup

    @property
    def opening_position(self) -> Position:
        """The first settled position."""
        return self.start.opening_position


def random_setup(game: Game, players: int, rng: Random) -> GameSetup:
    """A set-up with random seats, start player and options."""
    seats = tuple(Seat(colour, colour.title()) for colour in rng.sample(game.colours, players))
    options = {option.name: rng.choice(option.values) for option in game.options}
    return GameSetup(seats, rng.choice(seats).colour, options)


class GameSampler:
    """One game at one number of players. It keeps the present focus, which is the place of any finding.

    game_count: how many games are played.
    inspected_count: how many positions and moves have been inspected since `reset_focus`.
    deadline: the time (`time.monotonic`) after which `InspectionTimeUp` is raised instead of another focus.
    play_failure: the exception raised while games were played; no more of them are played then.
    """

    def __init__(self, game: Game, players: int, game_count: int = DEFAULT_GAME_COUNT) -> None:
        self.game = game
        self.players = players
        self.game_count = game_count
        self.play_failure: BaseException | None = None
        self.deadline = math.inf
        self._games: list[SampleGame] = []
        self.reset_focus()

    # -- the focus

    def reset_focus(self) -> None:
        """Start an inspection without a focus."""
        self.inspected_count = 0
        self._seed: int | None = None
        self._after = 0
        self._position: Position | None = None
        self._move: Move | None = None

    def focus_on(self, seed: int, after: int, position: Position | None, move: Move | None = None) -> None:
        """Focus on the game of that seed after so many moves, perhaps on a move there."""
        self._count()
        self._seed, self._after, self._position, self._move = seed, after, position, move

    def _count(self) -> None:
        if time.monotonic() > self.deadline:
            raise InspectionTimeUp
        self.inspected_count += 1

    def focus_on_failure(self) -> None:
        """Focus on the place where `play_failure` was raised."""
        self._count()
        self._seed, self._after, self._position, self._move = self._wrong_at

    def focus_on_move(self, move: Move) -> None:
        """Focus on a move of the same position."""
        self._count()
        self._move = move

    def focus_on_position(self, position: Position) -> None:
        """Focus on another position at the same place of the game."""
        self._count()
        self._position, self._move = position, None

    @property
    def focus_text(self) -> str:
        """The focus in words."""
        if self._seed is None:
            return f"{self.players} players"
        at = f", at `{self._move}`" if self._move is not None else ""
        return f"{self.players} players, game {self._seed}, after {self._after} moves{at}"

    @property
    def focus_position_json(self) -> str:
        """The position in focus, as a record has it; "" where there is none."""
        try:
            return "" if self._position is None else json.dumps(self._position.to_json())
        except (Exception, SystemExit):  # a game that cannot write its positions has another finding for that
            return ""

    # -- the samples

    @property
    def sample_games(self) -> tuple[SampleGame, ...]:
        """The games of the first seeds. Exceptions of the game are not raised but kept in `play_failure`."""
        while len(self._games) < self.game_count and self.play_failure is None:
            self._play(len(self._games))
        return tuple(self._games)

    def _play(self, seed: int) -> None:
        """Play one more game, as much of it as possible."""
        positions: list[Position] = []
        played: list[PlayedMove] = []
        try:
            begin = self.start_game(seed)
            positions.append(begin.opening_position)
            for each in self.play_moves(seed, begin.opening_position):
                played.append(each)
                positions.append(each.after)
        except Exception as wrong:
            self.play_failure = wrong
            self._wrong_at = self._seed, self._after, self._position, self._move
        finally:
            if positions:
                self._games.append(SampleGame(seed, begin, tuple(played), tuple(positions)))

    def stop_playing(self) -> None:
        """Play no more games."""
        self.game_count = len(self._games)

    def start_game(self, seed: int) -> GameStart:
        """The start of the game of that seed."""
        self.focus_on(seed, 0, None)
        setup = random_setup(self.game, self.players, self.random_for(seed))
        initial = self.game.initial_position(setup)
        opening, events = initial.settled_with_events()
        return GameStart(setup, initial, opening, events)

    def play_moves(self, seed: int, position: Position) -> Iterator[PlayedMove]:
        """The moves of the game of that seed, each a random path; raises EndlessGameError."""
        chance = self.random_for(f"{seed} moves")
        for after in range(MAX_MOVES_PER_GAME):
            self.focus_on(seed, after, position)
            if position.outcome() is not None:
                return
            move, _ = pick_legal_move(position.choice_tree, chance.choice)
            self.focus_on(seed, after, position, move)
            settled, events = position.play(move)
            yield PlayedMove(position, move, events, settled)
            position = settled
        raise EndlessGameError(f"no end after {MAX_MOVES_PER_GAME} moves")

    def random_for(self, purpose: object) -> Random:
        """The random numbers of this table for that purpose."""
        return Random(f"{self.game.name} {self.players} {purpose}")

    def focused_games(self, limit: int | None = None) -> Iterator[SampleGame]:
        """The first games, one after another, each in focus."""
        for game in self.sample_games[:limit]:
            self.focus_on(game.seed, 0, game.opening_position)
            yield game

    def sample_positions(self, limit: int | None = None) -> Iterator[tuple[SampleGame, Position]]:
        """A sample of `limit` positions from all games; all positions where there is no limit."""
        everywhere = [(game, after) for game in self.sample_games for after in range(len(game.positions))]
        if limit is not None and limit < len(everywhere):
            everywhere = self.random_for(f"{limit} positions").sample(everywhere, limit)
        for game, after in everywhere:
            self.focus_on(game.seed, after, game.positions[after])
            yield game, game.positions[after]

    def sample_moves(
        self, game_limit: int | None = None, every: int = 1
    ) -> Iterator[tuple[SampleGame, PlayedMove]]:
        """Moves of the first games, at intervals of `every`."""
        for game in self.sample_games[:game_limit]:
            for after in range(0, len(game.played_moves), every):
                each = game.played_moves[after]
                self.focus_on(game.seed, after, each.before, each.move)
                yield game, each

    @property
    def words_for_mistakes(self) -> tuple[str, ...]:
        """Every word of the games, sorted, and some nonsense: the words for mistaken moves."""
        words = {word for game in self.sample_games for each in game.played_moves for word in each.move.words}
        return tuple(sorted(words | {"nonsense", "0", "-1", "99999999999999999999", "ring ring", "", "?"}))

    def new_history(self, game: SampleGame) -> GameHistory:
        """A new history of the same table at its beginning."""
        return GameHistory(self.game, game.setup, game.start.initial_position)


def differing_fields(one: Position, other: Position) -> str:
    """The fields in which two positions differ, `turn, scores`; where there are none, their differing types."""
    fields = one.__struct_fields__
    differ = [name for name in fields if getattr(one, name, None) != getattr(other, name, None)]
    return ", ".join(differ) or f"a {type(other).__name__} and no {type(one).__name__}"


def sample_legal_moves(position: Position, chance: Random, limit: int) -> Sequence[Move]:
    """Legal moves of a position: up to `limit` of those listed, and where there are more, walked paths."""
    listed = list(islice(position.legal_moves(), MAX_LISTED_MOVES))
    if len(listed) < MAX_LISTED_MOVES:
        return listed if len(listed) <= limit else chance.sample(listed, limit)
    return [pick_legal_move(position.choice_tree, chance.choice)[0] for _ in range(limit)]
