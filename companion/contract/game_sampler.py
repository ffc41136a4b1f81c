"""One game at one number of players, with whole games played there by chance: what the promises look at.

A game is played by a seed, so that a failure can be played again. The games of a table are played once.
"""

from __future__ import annotations

import json
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
"""Moves of a game; one that goes on longer has no end."""
MAX_LISTED_MOVES = 3_000
"""Legal moves looked at in one position; where there are more, paths are walked."""


class EndlessGame(Exception):
    """A game goes on and on."""


class PlayedMove(Struct, frozen=True):
    """One move of a game: the position before it, the move, what it made."""

    before: Position
    move: Move
    events: tuple[Event, ...]
    after: Position


class GameStart(Struct, frozen=True):
    """How a game begins: the set-up, its position, the first settled one and the events on the way to it."""

    setup: GameSetup
    initial_position: Position
    opening_position: Position
    opening_events: tuple[Event, ...]


class SampleGame(Struct, frozen=True):
    """A whole game; up to where something was raised, if that was so. positions: every settled one, the last too."""

    seed: int
    start: GameStart
    played_moves: tuple[PlayedMove, ...]
    positions: tuple[Position, ...]

    @property
    def setup(self) -> GameSetup:
        """The table it was played at."""
        return self.start.setup

    @property
    def opening_position(self) -> Position:
        """The first settled position."""
        return self.start.opening_position


def random_setup(game: Game, players: int, rng: Random) -> GameSetup:
    """Any seats, start player and options."""
    seats = tuple(Seat(colour, colour.title()) for colour in rng.sample(game.colours, players))
    options = {option.name: rng.choice(option.values) for option in game.options}
    return GameSetup(seats, rng.choice(seats).colour, options)


class GameSampler:
    """One game at one number of players. It keeps where somebody looks at the moment, for whatever is found there.

    wanted: how many games are played. looked: at how many positions and moves somebody looked since `begin`.
    wrong: what was raised while games were played; no more of them are played then.
    """

    def __init__(self, game: Game, players: int, game_count: int = DEFAULT_GAME_COUNT) -> None:
        self.game = game
        self.players = players
        self.game_count = game_count
        self.play_failure: BaseException | None = None
        self._games: list[SampleGame] = []
        self.reset_focus()

    # -- where somebody looks

    def reset_focus(self) -> None:
        """Somebody begins to look."""
        self.inspected_count = 0
        self._seed: int | None = None
        self._after = 0
        self._position: Position | None = None
        self._move: Move | None = None

    def focus_on(self, seed: int, after: int, position: Position | None, move: Move | None = None) -> None:
        """At the game of that seed after so many moves, perhaps at a move there."""
        self.inspected_count += 1
        self._seed, self._after, self._position, self._move = seed, after, position, move

    def focus_on_failure(self) -> None:
        """Where `play_failure` was raised."""
        self.inspected_count += 1
        self._seed, self._after, self._position, self._move = self._wrong_at

    def focus_on_move(self, move: Move) -> None:
        """At a move of the same position."""
        self.inspected_count += 1
        self._move = move

    @property
    def focus_text(self) -> str:
        """Where somebody looks, in words."""
        if self._seed is None:
            return f"{self.players} players"
        at = f", at `{self._move}`" if self._move is not None else ""
        return f"{self.players} players, game {self._seed}, after {self._after} moves{at}"

    @property
    def focus_position_json(self) -> str:
        """The table where somebody looks, as a record has it; "" where there is none to be had."""
        try:
            return "" if self._position is None else json.dumps(self._position.to_json())
        except (Exception, SystemExit):  # a game that cannot write its positions has that among its findings
            return ""

    # -- what there is to look at

    @property
    def sample_games(self) -> tuple[SampleGame, ...]:
        """The games of the first seeds; raises nothing that the game raises: see `play_failure`."""
        while len(self._games) < self.game_count and self.play_failure is None:
            self._play(len(self._games))
        return tuple(self._games)

    def _play(self, seed: int) -> None:
        """One more game: as much of it as can be played."""
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
        """The games that were played must do."""
        self.game_count = len(self._games)

    def start_game(self, seed: int) -> GameStart:
        """The beginning of the game of that seed."""
        self.focus_on(seed, 0, None)
        setup = random_setup(self.game, self.players, self.random_for(seed))
        begun = self.game.initial_position(setup)
        opening, opened = begun.settled()
        return GameStart(setup, begun, opening, opened)

    def play_moves(self, seed: int, position: Position) -> Iterator[PlayedMove]:
        """The moves of the game of that seed, every one a random path; raises Endless."""
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
        raise EndlessGame(f"no end after {MAX_MOVES_PER_GAME} moves")

    def random_for(self, purpose: object) -> Random:
        """The dice of this table for that."""
        return Random(f"{self.game.name} {self.players} {purpose}")

    def focused_games(self, limit: int | None = None) -> Iterator[SampleGame]:
        """The first games, one after another."""
        for whole in self.sample_games[:limit]:
            self.focus_on(whole.seed, 0, whole.opening_position)
            yield whole

    def sample_positions(self, limit: int | None = None) -> Iterator[tuple[SampleGame, Position]]:
        """So many of all positions, everywhere in the games; all of them where no number is said."""
        everywhere = [(whole, after) for whole in self.sample_games for after in range(len(whole.positions))]
        if limit is not None and limit < len(everywhere):
            everywhere = self.random_for(f"{limit} positions").sample(everywhere, limit)
        for whole, after in everywhere:
            self.focus_on(whole.seed, after, whole.positions[after])
            yield whole, whole.positions[after]

    def sample_moves(
        self, game_limit: int | None = None, every: int = 1
    ) -> Iterator[tuple[SampleGame, PlayedMove]]:
        """Every so-many-th move of the first games."""
        for whole in self.sample_games[:game_limit]:
            for after in range(0, len(whole.played_moves), every):
                each = whole.played_moves[after]
                self.focus_on(whole.seed, after, each.before, each.move)
                yield whole, each

    @property
    def words_for_mistakes(self) -> tuple[str, ...]:
        """Every word said in the games, sorted: what a slip of the tongue may say."""
        said = {
            word for whole in self.sample_games for each in whole.played_moves for word in each.move.words
        }
        return tuple(sorted(said | {"nonsense", "0", "-1", "99999999999999999999", "ring ring", "", "?"}))

    def new_history(self, game: SampleGame) -> GameHistory:
        """An account of the same table at its beginning."""
        return GameHistory(self.game, game.setup, game.start.initial_position)


def differing_fields(one: Position, other: Position) -> str:
    """The fields in which they differ, `turn, scores`; where there is none, that they are of two kinds."""
    fields = one.__struct_fields__
    differ = [name for name in fields if getattr(one, name, None) != getattr(other, name, None)]
    return ", ".join(differ) or f"a {type(other).__name__} and no {type(one).__name__}"


def sample_legal_moves(position: Position, chance: Random, limit: int) -> Sequence[Move]:
    """Legal moves of a position: so many of those listed, and where there are more, walked paths."""
    listed = list(islice(position.legal_moves(), MAX_LISTED_MOVES))
    if len(listed) < MAX_LISTED_MOVES:
        return listed if len(listed) <= limit else chance.sample(listed, limit)
    return [pick_legal_move(position.choice_tree, chance.choice)[0] for _ in range(limit)]
