"""Tables of the Princes of Florence for tests: a position from a few facts, and moves played in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import game_rules
from companion.games.florence.rules.position import FlorencePosition
from companion.games.florence.rules.state import PlayerState
from companion.rules.game import EditionLine, GameSetup, Seat
from tests.tables import AtTable

COLOURS = ("blue", "green", "orange", "red", "yellow")
"""Clockwise; as many of them as there are players."""
GAME = game_rules("florence")
People = Mapping[str, Mapping[str, Any]]


class At(AtTable[FlorencePosition]):
    """A table of the Princes of Florence."""

    def player(self, who: str) -> PlayerState:
        """One player."""
        return self.position.players[who]

    def opens(self, kind: str, *bids: str) -> At:
        """The player on turn opens; bids and passes follow (`green bid`)."""
        return self.say(f"{self.position.awaited_player} open {kind}", *bids)

    def all_pass(self) -> At:
        """Everybody passes instead of opening."""
        while self.position.phase == "auction":
            self.say(f"{self.position.awaited_player} pass")
        return self


def setup(
    players: int = 3, options: Mapping[str, str] | None = None, prints: Sequence[str] = ()
) -> GameSetup:
    """So many players; blue begins."""
    seats = tuple(Seat(colour, colour.title()) for colour in COLOURS[:players])
    return GameSetup(seats, "blue", options or {}, tuple(EditionLine(tuple(line.split())) for line in prints))


def begun(players: int = 3, **options: str) -> At:
    """A table before its first auction."""
    position = GAME.initial_position(
        setup(players, {name.replace("_", "-"): value for name, value in options.items()})
    )
    assert isinstance(position, FlorencePosition)
    return At(position)


def paper(
    phase: str = "auction", players: int | Sequence[str] = 3, people: People | None = None, **facts: Any
) -> dict[str, Any]:
    """A serialised position: everybody has 3,500 florins and three cards but for `people`; blue is asked.

    What blue owes at a table of more than two, they have won.
    """
    colours = COLOURS[:players] if isinstance(players, int) else players
    plain: dict[str, Any] = {"money": 3500, "hand": {"?": 3}}
    each = {who: plain | dict((people or {}).get(who, {})) for who in colours}
    *_, owed = str(facts.get("owed") or "choose").split()
    if owed != "choose" and len(colours) > 2:
        kind = {"keep": "prestige", "recruit": "recruiting"}.get(owed, owed)
        each["blue"] = {"won": [f"{kind} 200"], **each["blue"]}
    turn = {"turn": "blue"} if phase in ("auction", "actions") else {}
    last = {"round": 7} if phase in ("final", "over") else {}
    return {"phase": phase, "start": "blue", "players": each, **turn, **last, **facts}


def read(position: Mapping[str, Any], at: GameSetup | None = None) -> FlorencePosition:
    """The position read from JSON."""
    found = GAME.position_from_json(position, at or setup(len(position["players"])))
    assert isinstance(found, FlorencePosition)
    return found


def florence(
    phase: str = "auction",
    players: int = 3,
    people: People | None = None,
    options: Mapping[str, str] | None = None,
    prints: Sequence[str] = (),
    **facts: Any,
) -> At:
    """A table in the middle of a game."""
    return At(read(paper(phase, players, people, **facts), setup(players, options, prints)))


def acting(players: int = 3, people: People | None = None, **blue: Any) -> At:
    """Blue's turn in the second round; `blue` is what they have."""
    return florence("actions", players, {"blue": blue, **(people or {})}, round=2)
