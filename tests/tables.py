"""Tables for tests: a valid position from a few facts, and moves said at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

import pytest

from companion.games import game_rules
from companion.games.louis_xiv.rules.position import LouisXIVPosition
from companion.games.louis_xiv.rules.state import PlayerState, TileState
from companion.rules.clauses import MoveRefused, Refusal
from companion.rules.game import CURRENT_RULES, EditionLine, GameSetup, Seat
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.transaction import Event

COLOURS = ("blue", "yellow", "red", "green")
NAMES = {"blue": "Anna", "yellow": "Bert", "red": "Carla", "green": "Dirk"}
People = dict[str, dict[str, Any]]
Happened = TypeVar("Happened", bound=Event)
P = TypeVar("P", bound=Position)


class AtTable(Generic[P]):
    """A table at which moves are said. `events` are those of the last saying, at first of the settling."""

    def __init__(self, position: P) -> None:
        self.position, self.events = position.settled_with_events()
        assert self.position.faults() == ()

    def say(self, *texts: str) -> Self:
        """Every one of these moves is accepted."""
        events: list[Event] = []
        for text in texts:
            self.position, made = self.position.play(Move.parse(text))
            events += made
            assert self.position.faults() == ()
        self.events = tuple(events)
        return self

    def refusal(self, text: str) -> Refusal:
        """Why that move is refused; it changes nothing."""
        before = self.position.to_json()
        with pytest.raises(MoveRefused) as caught:
            self.position.play(Move.parse(text))
        assert self.position.to_json() == before
        assert all(move in self.position.legal_moves() for move in caught.value.nearest_moves)
        return caught.value.refusal

    def no(self, text: str) -> str:
        """Clause and code of the refusal of that move (`L-2.4 two-directions`)."""
        why = self.refusal(text).clause
        return f"{why.id} {why.code}"

    def nearest(self, text: str) -> list[str]:
        """The legal moves that are shown with the refusal of that move."""
        with pytest.raises(MoveRefused) as caught:
            self.position.play(Move.parse(text))
        return [str(move) for move in caught.value.nearest_moves]

    @property
    def legal(self) -> set[str]:
        """Every legal move."""
        return {str(move) for move in self.position.legal_moves()}

    def happened(self, kind: type[Happened]) -> list[Happened]:
        """The events of that kind, in their order."""
        return [event for event in self.events if isinstance(event, kind)]


class At(AtTable[LouisXIVPosition]):
    """A table of Louis XIV."""

    def player(self, who: str) -> PlayerState:
        """One player."""
        return self.position.players[who]

    def tile(self, number: int) -> TileState:
        """One tile."""
        return self.position.tiles[number]


def seats(players: int | Sequence[str]) -> tuple[Seat, ...]:
    """So many players, or those colours."""
    colours = COLOURS[:players] if isinstance(players, int) else players
    return tuple(Seat(colour, NAMES[colour]) for colour in colours)


def setup(
    players: int | Sequence[str] = 3,
    start: str = "",
    options: Mapping[str, str] | None = None,
    prints: Sequence[str] = (),
    rules: int = CURRENT_RULES,
) -> GameSetup:
    """A table before its first move."""
    chairs = seats(players)
    return GameSetup(
        chairs,
        start or chairs[0].colour,
        options or {},
        tuple(EditionLine(tuple(line.split())) for line in prints),
        rules,
    )


def begun(players: int | Sequence[str] = 3, start: str = "", **more: Any) -> At:
    """Louis XIV, set up."""
    table = setup(players, start, **more)
    position = game_rules("louis-xiv").initial_position(table)
    assert isinstance(position, LouisXIVPosition)
    return At(position)


def paper(
    phase: str,
    players: int | Sequence[str] = 3,
    *,
    stones: Mapping[int, Mapping[str, int]] | None = None,
    back: Sequence[int] = (),
    people: People | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A position as JSON from the facts that matter.

    `stones`: tile -> colour -> stones; `back`: tiles turned over; `people`: what is known of each player, whose
    missing stones lie in their own supply.
    """
    stones = stones or {}
    known = people or {}
    written = {
        chair.colour: _player(phase, chair.colour, known.get(chair.colour, {}), stones)
        for chair in seats(players)
    }
    tiles = {
        str(number): {"side": "back" if number in back else "front", "stones": dict(stones.get(number, {}))}
        for number in range(1, 13)
    }
    last = 4 if phase in ("final", "over") else 2
    return {"round": last, "phase": phase, "players": written, "tiles": tiles, **more}


def _player(
    phase: str, who: str, known: Mapping[str, Any], stones: Mapping[int, Mapping[str, int]]
) -> dict[str, Any]:
    left = 16 - sum(tile.get(who, 0) for tile in stones.values())
    rest = left - known["own"] if "own" in known else min(5, left)
    general = known.get("general", rest)
    usual = {"money": 5, "own": left - general, "hand": {"light": 1, "mid": 1}}
    cards = {"influence": {"?": 5}} if phase == "influence" else {}
    return usual | cards | dict(known) | {"general": general}


def louis(
    phase: str,
    players: int | Sequence[str] = 3,
    *,
    start: str = "",
    options: Mapping[str, str] | None = None,
    prints: Sequence[str] = (),
    rules: int = CURRENT_RULES,
    **facts: Any,
) -> At:
    """A settled table of Louis XIV in the middle of a game; `facts` as in `paper`."""
    table = setup(players, start, options, prints, rules)
    position = game_rules("louis-xiv").position_from_json(paper(phase, players, **facts), table)
    assert isinstance(position, LouisXIVPosition)
    return At(position)


def read(data: Mapping[str, Any], players: int | Sequence[str] = 3, **table: Any) -> LouisXIVPosition:
    """The position that data describes, as it stands, faults and all."""
    position = game_rules("louis-xiv").position_from_json(data, setup(players, **table))
    assert isinstance(position, LouisXIVPosition)
    return position
