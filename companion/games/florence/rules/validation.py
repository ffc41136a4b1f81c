"""All faults of a position at once, as for one entered by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from companion.games.florence.rules.agenda_validation import agenda_faults
from companion.games.florence.rules.edition import (
    BONUS_CARD_NAMES,
    BUILDINGS,
    FREEDOMS,
    LANDSCAPES,
    OBJECT_KINDS,
    PIECE_COUNTS,
    POINTS,
    PRESTIGE_CARD_NAMES,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.grid_geometry import PALAZZO_SQUARES, neighbouring_squares
from companion.games.florence.rules.layout import PIECE_TWICE, TOO_MANY_PIECES, make_inventory, make_layout
from companion.games.florence.rules.pieces import RECRUITING_CARD
from companion.games.florence.rules.state import PlayerState, TableState
from companion.games.florence.rules.tile_placement import BUILDERS_TO_TOUCH
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.game import seat_faults
from companion.rules.layout import inventory_faults
from companion.rules.moves import UNKNOWN

WRONG_SEATS = declare_clause("P-M1", "seats", "players", "seats")
UNKNOWN_START_PLAYER = declare_clause("P-B9", "start", "start")
NO_SUCH_ROUND = declare_clause("P-B9", "no-such-round", "round")
UNKNOWN_PIECE_NAME = declare_clause("P-M1", "unknown-name", "path", "name")
NEGATIVE_COUNT = declare_clause("P-M1", "negative", "path", "number")
NOT_WHOLE_NOTES = declare_clause("P-M1", "whole-notes", "path", "number")
TOO_MANY_BUILDERS = declare_clause("P-A3", "builders", "who", "number")
BUILDING_TWICE = declare_clause("P-B4", "same-building", "who", "building")
TILES_OVERLAP = declare_clause("P-B4", "lie-over", "who", "one", "other")
TILES_TOUCH = declare_clause("P-B4", "lie-touching", "who", "one", "other")
REMOVED_WITH_MANY_PLAYERS = declare_clause("P-2.1", "gone", "what", "number")
PRESTIGE_NOT_SHOWN = declare_clause("P-E1", "unshown", "who")


def position_faults(position: TableState) -> tuple[Refusal, ...]:
    """All faults of a position; none where it can occur at a table."""
    found = (
        *seat_faults(position, WRONG_SEATS, UNKNOWN_START_PLAYER),
        *_round_faults(position),
        *_name_faults(position),
        *_number_faults(position),
    )
    if found:
        return found  # the other checks count names and look for the player who has the turn
    return (
        *_inventory_faults(position),
        *_grid_faults(position),
        *_phase_faults(position),
        *agenda_faults(position),
    )


# -- who and when


def _round_faults(position: TableState) -> Iterator[Refusal]:
    last = PIECE_COUNTS["rounds"]
    if not 1 <= position.round <= last or (position.phase in ("final", "over") and position.round != last):
        yield NO_SUCH_ROUND(position.round)


# -- names and numbers


def _name_faults(position: TableState) -> Iterator[Refusal]:
    for who, player in position.players.items():
        for part, names, known in _name_fields(player):
            for name in names:
                if name not in known:
                    yield UNKNOWN_PIECE_NAME(f"/players/{who}/{part}", name)
    for kind in position.gone:
        if kind not in OBJECT_KINDS:
            yield UNKNOWN_PIECE_NAME("/gone", kind)


def _name_fields(player: PlayerState) -> Iterator[tuple[str, Iterable[str], Iterable[str]]]:
    """Path, names and allowed names of every field of a player with names."""
    yield "hand", player.hand, (*WANTS_BY_PROFESSION, UNKNOWN)
    yield "table", player.table, (*WANTS_BY_PROFESSION, RECRUITING_CARD)
    yield "bonus", player.bonus, (*BONUS_CARD_NAMES, UNKNOWN)
    yield "used", player.used, BONUS_CARD_NAMES
    yield "prestige", player.prestige, (*PRESTIGE_CARD_NAMES, UNKNOWN)
    yield "freedoms", player.freedoms, FREEDOMS
    yield "won", (won.kind for won in player.won), OBJECT_KINDS


def _number_faults(position: TableState) -> Iterator[Refusal]:
    for path, number in _each_number(position):
        if number < 0:
            yield NEGATIVE_COUNT(path, number)
    for who, player in position.players.items():
        prices = [won.price for won in player.won]
        for part, florins in (("money", (player.money,)), ("won", prices)):
            for each in florins:
                if each % POINTS["florins"]:
                    yield NOT_WHOLE_NOTES(f"/players/{who}/{part}", each)
        # the player may choose to keep it
        aside = position.config.is_two_player and any(won.kind == "builder" for won in player.won)
        if player.points > POINTS["most"]:
            yield TOO_MANY_PIECES("points", player.points, POINTS["most"])
        if player.builders + aside > PIECE_COUNTS["builders-most"]:
            yield TOO_MANY_BUILDERS(who, player.builders + aside)


def _each_number(position: TableState) -> Iterator[tuple[str, int]]:
    for who, player in position.players.items():
        path = f"/players/{who}"
        for part in ("money", "points", "builders", "jesters", "recruiting", "best"):
            yield f"{path}/{part}", getattr(player, part)
        for part in ("hand", "bonus", "prestige"):
            yield from ((f"{path}/{part}/{name}", n) for name, n in getattr(player, part).items())
    yield from ((f"/gone/{kind}", number) for kind, number in position.gone.items())


# -- P-M1


def _inventory_faults(position: TableState) -> Iterator[Refusal]:
    """Faults of pieces: more of one than there are, a card twice, or a second freedom of one player."""
    found = tuple(inventory_faults(make_inventory(position.config.seats), make_layout(position)))
    yield from sorted(found, key=lambda refusal: refusal.clause is PIECE_TWICE)
    for player in position.players.values():
        yield from (PIECE_TWICE(name) for name, number in Counter(player.freedoms).items() if number > 1)


# -- P-A4, P-B4


def _grid_faults(position: TableState) -> Iterator[Refusal]:
    for who, player in position.players.items():
        tiles = (("palazzo", PALAZZO_SQUARES), *((tile.name, tile.squares) for tile in player.grid))
        built = Counter(tile.name for tile in player.grid if tile.name in BUILDINGS)
        yield from (BUILDING_TWICE(who, name) for name, number in built.items() if number > 1)
        for (one, squares), (other, others) in combinations(tiles, 2):
            if squares & others:
                yield TILES_OVERLAP(who, one, other)
            elif (
                player.builders < BUILDERS_TO_TOUCH
                and neighbouring_squares(squares) & others
                and not {one, other}.intersection(LANDSCAPES)
            ):
                yield TILES_TOUCH(who, one, other)


# -- P-2.1, P-E1


def _phase_faults(position: TableState) -> Iterator[Refusal]:
    if not position.config.is_two_player:
        yield from (REMOVED_WITH_MANY_PLAYERS(kind, number) for kind, number in position.gone.items())
    if position.phase == "over":
        yield from (
            PRESTIGE_NOT_SHOWN(who) for who, player in position.players.items() if UNKNOWN in player.prestige
        )
