"""A table of the Princes of Florence as it was set by touch in the table check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from companion.games.florence.rules.grid import SQUARES, TURNS, Spot, spot
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION, RECRUITING
from companion.games.florence.rules.printed import FREEDOMS, POINTS, TILES
from companion.games.florence.rules.state import Player, Table, Tile
from companion.rules.counts import plus
from companion.rules.moves import UNKNOWN

Set = Mapping[tuple[str, str], int]
"""What was set by touch: (whose, thing) -> number. A player has his counters, each `freedom/travel` and `tile/2` (1: it
is there, 0: it is not), each `more/0` that was put on his grid (where, see `place_code`), and `adding`: the tile that
is to be put there next, from 1. `profession` and `bonus` have each of their cards: at whom it lies face up, from 1, 0
at nobody."""

ADDING: Final = "adding"
GONE: Final = -1
"""Where a tile is that was put there and taken away again."""
HUNDREDS: Final = POINTS["florins"]
"""Florins are counted by hundreds."""


def counted(player: Player) -> dict[str, int]:
    """What is counted of a player. `left`: recruiting cards that lie in the place of a profession."""
    return {
        "money": player.money // HUNDREDS,
        "points": player.points,
        "builders": player.builders,
        "jesters": player.jesters,
        "recruiting": player.recruiting,
        "left": player.table.count(RECRUITING),
        "hand": sum(player.hand.values()),
        "bonus": sum(player.bonus.values()),
        "prestige": sum(player.prestige.values()),
    }


def as_set(position: Table, touched: Set) -> Table:
    """The position with all that was touched put in its place."""
    players = {who: _player(position, who, touched) for who in position.players}
    return replace(position, players=players)


def _player(position: Table, who: str, touched: Set) -> Player:
    """More or fewer cards in a hand are such as nobody knows."""
    player = position.players[who]
    before = counted(player)
    now = {thing: touched.get((who, thing), number) for thing, number in before.items()}
    more = {thing: now[thing] - number for thing, number in before.items()}
    freedoms = [
        freedom
        for freedom in dict.fromkeys((*player.freedoms, *FREEDOMS))
        if touched.get((who, f"freedom/{freedom}"), freedom in player.freedoms)
    ]
    return replace(
        player,
        money=now["money"] * HUNDREDS,
        points=now["points"],
        builders=now["builders"],
        jesters=now["jesters"],
        recruiting=now["recruiting"],
        hand=plus(player.hand, UNKNOWN, more["hand"]),
        bonus=plus(player.bonus, UNKNOWN, more["bonus"]),
        prestige=plus(player.prestige, UNKNOWN, more["prestige"]),
        freedoms=tuple(freedoms),
        table=tuple(_works(position, who, now["left"], touched)),
        used=tuple(_lying(position, BONUS_CARD, who, player.used, touched)),
        grid=tuple(tile for _, tile in tiles(position, who, touched) if tile is not None),
    )


# -- cards that lie face up


def _works(position: Table, who: str, left: int, touched: Set) -> Iterator[str]:
    """Professions that lie at him, and so many recruiting cards."""
    table = position.players[who].table
    yield from _lying(position, PROFESSION, who, table, touched, left)
    yield from (RECRUITING,) * (left - table.count(RECRUITING))


def _lying(
    position: Table, kind: str, who: str, before: tuple[str, ...], touched: Set, left: int = 0
) -> Iterator[str]:
    """Those of his that still lie there, `left` recruiting cards among them; then those that have come to him."""
    for card in before:
        if card == RECRUITING:
            left -= 1
            if left >= 0:
                yield card
        elif owner(position, kind, card, touched) == who:
            yield card
    for of, card in touched:
        if of == kind and card not in before and owner(position, kind, card, touched) == who:
            yield card


def owner(position: Table, kind: str, card: str, touched: Set) -> str:
    """At whom that card lies face up, "" at nobody."""
    number = touched.get((kind, card))
    if number is not None:
        return position.house.seats[number - 1] if number else ""
    for who, player in position.players.items():
        if card in (player.table if kind == PROFESSION else player.used):
            return who
    return ""


# -- tiles


def tiles(position: Table, who: str, touched: Set) -> Iterator[tuple[str, Tile | None]]:
    """What each tile is called when it is touched, and what it is; None: it was put there and taken away again."""
    for at, tile in enumerate(position.players[who].grid):
        yield f"tile/{at}", tile if touched.get((who, f"tile/{at}"), 1) else None
    for (of, thing), code in touched.items():
        if of == who and thing.startswith("more/"):
            yield thing, None if code == GONE else _tile(position, code)


def place_code(tile: str, place: Spot) -> int:
    """A tile at a place as one number."""
    at = TILES.index(tile) * len(SQUARES) + SQUARES.index(place.square)
    return at * len(TURNS) + TURNS.index(place.turn)


def _tile(position: Table, code: int) -> Tile:
    """The tile at the place that this number tells."""
    at, turn = divmod(code, len(TURNS))
    number, square = divmod(at, len(SQUARES))
    name = TILES[number]
    place = spot(position.house.outlines[name], SQUARES[square], TURNS[turn])
    assert place is not None  # only places wholly on the grid are numbered
    return Tile(name, place.square, place.turn, place.squares)
