"""The pieces at a plain table of the Princes of Florence: dicts as the notation writes positions.

It follows the rules page and uses nothing of the engine; where tiles may lie comes from grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tests.games.florence.plain import grid, values
from tests.games.florence.plain.grid import Lying, Place

UNSEEN = "?"
RECRUITING = "recruiting"
LANDSCAPES = ("forest", "lake", "park")
KINDS = (*LANDSCAPES, "jester", "builder", "prestige", RECRUITING)
BUILDINGS = tuple(values.SIZE)
FREEDOMS = ("travel", "opinion", "religion")
PROFESSIONS = tuple(line.split()[0] for line in values.WANTED.strip().splitlines())
BONUS = (*values.EACH, *values.EACH_KIND)
PRESTIGE = (*values.MOST, "fewest-empty-squares", *values.AT_LEAST)
NAMES = {"profession": PROFESSIONS, "bonus": BONUS, "prestige": PRESTIGE}
Drawing = tuple[str, ...]


@cache
def every_spelling(drawing: Drawing) -> Mapping[tuple[str, str], Place]:
    """Square and rotation -> the place, in its one spelling."""
    every = grid.places(list(drawing))
    once = {place.covers: place for place in grid.said_once(every)}
    return {(place.square, place.turn): once[place.covers] for place in every}


@cache
def every_place(drawing: Drawing) -> Sequence[Place]:
    """Each place once."""
    return list(dict.fromkeys(every_spelling(drawing).values()))


class PlainSupply:
    """A position as the notation writes it, with every key.

    `choosing`: two players have done all their auctions.
    """

    def __init__(
        self,
        seats: list[str],
        start: str,
        drawings: Mapping[str, Drawing],
        least: Sequence[int],
        must_fit: bool,
    ) -> None:
        self.seats, self.drawings, self.least = seats, drawings, least
        self.must_fit = must_fit  # OPTION of P-A4
        self.two = len(seats) == 2
        self.choosing = False
        self.at: dict[str, Any] = {
            "round": 1,
            "phase": "auction",
            "start": start,
            "turn": None,
            "gone": {},
            "auction": None,
            "owed": None,
            "actions": [],
            "players": {who: new_player() for who in seats},
        }

    @property
    def players(self) -> dict[str, dict[str, Any]]:
        """All players."""
        players: dict[str, dict[str, Any]] = self.at["players"]
        return players

    def clockwise(self, who: str) -> list[str]:
        """Everybody clockwise, beginning with that player."""
        first = self.seats.index(who)
        return self.seats[first:] + self.seats[:first]

    # -- the pieces

    def supply(self, kind: str) -> int:
        """P-M1: the objects and buildings that nobody has and that did not leave the game."""
        if kind in BUILDINGS:
            return 3 - sum(self.has(who, kind) for who in self.seats)
        whole = {"jester": 7, "builder": 6, RECRUITING: 5, "prestige": 14}.get(kind, 6)
        for who, player in self.players.items():
            if kind in LANDSCAPES:
                whole -= self.has(who, kind)
            elif kind == "prestige":
                whole -= sum(player["prestige"].values())
            elif kind == RECRUITING:
                whole -= player["recruiting"] + player["table"].count(RECRUITING)
            else:
                whole -= player[f"{kind}s"]
        left: int = whole - self.at["gone"].get(kind, 0)
        return left

    def has(self, who: str, tile: str) -> int:
        """How many tiles of that name lie on the player's grid."""
        return sum(written.split()[0] == tile for written in self.players[who]["grid"])

    def freedoms_left(self, freedom: str) -> int:
        """P-M1, P-2.2: how many of that freedom are left."""
        taken = sum(freedom in player["freedoms"] for player in self.players.values())
        if not self.two:
            return len(self.seats) - 1 - taken
        return 0 if all(player["freedoms"] for player in self.players.values()) else 1 - taken

    def stack(self, kind: str) -> int:
        """How many cards are in the stack of professions or bonus cards."""
        left = len(NAMES[kind])
        for player in self.players.values():
            if kind == "profession":
                left -= (
                    sum(player["hand"].values()) + len(player["table"]) - player["table"].count(RECRUITING)
                )
            else:
                left -= sum(player["bonus"].values()) + len(player["used"])
        return left

    def known(self, kind: str) -> set[str]:
        """The cards whose place is known to everybody."""
        names: set[str] = set()
        for player in self.players.values():
            if kind == "profession":
                names |= {*player["hand"], *player["table"]}
            elif kind == "bonus":
                names |= {*player["bonus"], *player["used"]}
            else:
                names |= set(player["prestige"])
        return names - {UNSEEN, RECRUITING}

    def could_be_taken(self, kind: str, name: str) -> bool:
        """Whether a card from a stack may have that name."""
        return name == UNSEEN or (name in NAMES[kind] and name not in self.known(kind))

    def could_be_held(self, kind: str, held: Mapping[str, int], names: Sequence[str]) -> bool:
        """Whether all of these are in that hand, or may be its unknown cards."""
        unseen = [name for name in names if not held.get(name)]
        fresh = all(name in NAMES[kind] and name not in self.known(kind) for name in unseen)
        named_once = len(set(names)) == len(names) and UNSEEN not in names
        return named_once and fresh and len(unseen) <= held.get(UNSEEN, 0)

    # -- tiles

    def tiles(self, who: str) -> list[Lying]:
        """The tiles on the player's grid."""
        found = []
        for written in self.players[who]["grid"]:
            name, square, turn = written.split()
            place = every_spelling(self.drawings[name])[square, turn]
            found.append(Lying(name, name in BUILDINGS, place.covers))
        return found

    def place(self, who: str, name: str, square: str, turn: str) -> Place | None:
        """P-A4, P-B4: the place of the tile if it is put there; None where it may not lie there."""
        place = every_spelling(self.drawings[name]).get((square, turn))
        if place is None:
            return None
        building, builders = name in BUILDINGS, self.players[who]["builders"]
        return next(iter(grid.may_lie([place], building, self.tiles(who), builders)), None)

    def fits(self, who: str, landscape: str) -> bool:
        """Whether there is room for it anywhere."""
        covered = grid.PALAZZO.union(*(tile.covers for tile in self.tiles(who)))
        return any(place.covers.isdisjoint(covered) for place in every_place(self.drawings[landscape]))

    def own(self, who: str) -> dict[str, Any]:
        """The player's principality as values reads it."""
        player = self.players[who]
        return {
            **player,
            "tiles": [(tile.name, [grid.name(square) for square in tile.covers]) for tile in self.tiles(who)],
            "hand": [*each_of(player["hand"]), *[RECRUITING] * player["recruiting"]],
            "prestige": list(each_of(player["prestige"])),
        }


def new_player() -> dict[str, Any]:
    """P-M1: 3500 florins and three unknown professions."""
    return {
        **dict.fromkeys(("points", "builders", "jesters", "recruiting", "best"), 0),
        **{each: [] for each in ("grid", "freedoms", "table", "used", "won")},
        **{each: {} for each in ("bonus", "prestige")},
        "money": 3500,
        "hand": {UNSEEN: 3},
        "out": False,
    }


def each_of(held: Mapping[str, int]) -> Iterator[str]:
    """The cards one by one."""
    for name, many in held.items():
        yield from [name] * many
