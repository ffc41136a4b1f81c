"""Everything wrong with a position at once, as for one entered by hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.louis_xiv.rules.agenda import OF_PHASE
from companion.games.louis_xiv.rules.evaluation import OpenTile
from companion.games.louis_xiv.rules.final import KINDS
from companion.games.louis_xiv.rules.layout import KING, NO_SUCH_TILE, START, box, layout
from companion.games.louis_xiv.rules.pieces import (
    CHIPS,
    INFLUENCE,
    KINGS,
    MISSION,
    MISSION_TYPE,
    NEUTRAL,
    STACKS,
    TILES,
)
from companion.games.louis_xiv.rules.printed import MATERIAL, MISSIONS
from companion.games.louis_xiv.rules.state import Table
from companion.games.louis_xiv.rules.supply import NO_SUCH_MONEY_CARD
from companion.rules.agenda import AgendaItem
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import inventory_faults
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset

SEATS = declare_clause("L-S1", "seats", "players", "seats")
NEGATIVE = declare_clause("L-M1", "negative", "path", "number")
TOO_MANY = declare_clause("L-M6", "too-many", "path", "number", "most")
UNKNOWN_NAME = declare_clause("L-M1", "unknown-name", "path", "name")
ROUND = declare_clause("L-4.6", "no-such-round", "round")
TILE_PHASE = declare_clause("L-3.1", "tile-phase", "phase")
USED = declare_clause("L-4.7", "used-more-than-laid", "who", "mission")
SHOWN = declare_clause("L-5.2", "shown-disagree", "who", "arms", "shown")
AGENDA_PHASE = declare_clause("L-4.6", "agenda-phase", "item", "phase")
AGENDA_END = declare_clause("L-4.6", "agenda-end", "phase")
AGENDA_TILE = declare_clause("L-3.1", "agenda-tile", "item", "tile")

MOST = 9_999  # of anything: the box's limits do not bind (L-M6), but no table holds this many


def faults(position: Table) -> tuple[Refusal, ...]:
    """All of them; none: the position may stand on a table."""
    counted, seats = _understood(position), tuple(_seats(position))
    return (
        *seats,
        *_names(position),
        *_numbers(position),
        *inventory_faults(box(tuple(position.players), position.house.printed), layout(position)),
        *_used(counted),
        *_places(position),
        *_shown(counted),
        *(() if seats else _agenda(counted)),
    )


def _understood(position: Table) -> Table:
    """The position without the missions nobody knows: what is not understood cannot be counted."""
    players = {
        who: replace(
            player,
            missions=tuple(name for name in player.missions if name in MISSION),
            used=tuple(name for name in player.used if name in MISSIONS),
        )
        for who, player in position.players.items()
    }
    return replace(position, players=players)


def _seats(position: Table) -> Iterator[Refusal]:
    if set(position.players) != set(position.house.seats):
        yield SEATS(" ".join(sorted(position.players)), " ".join(sorted(position.house.seats)))
    elif position.start not in position.players:
        yield START(position.start)


def _counts_of(position: Table) -> Iterator[tuple[str, Multiset, tuple[str, ...]]]:
    """Every mapping of counts: its path, itself, the names it may have."""
    yield "/played", position.played, INFLUENCE
    intrigue = (UNKNOWN, *(str(tile) for tile in TILES))
    for who, player in position.players.items():
        yield f"/players/{who}/chips", player.chips, CHIPS
        yield f"/players/{who}/influence", player.influence, (*INFLUENCE, UNKNOWN)
        yield f"/players/{who}/intrigue", player.intrigue, intrigue
        yield f"/players/{who}/hand", player.hand, STACKS
        yield f"/players/{who}/shown", player.shown, KINDS
    colours = (*position.house.seats, NEUTRAL) if len(position.house.seats) == 2 else position.house.seats
    for number, tile in position.tiles.items():
        yield f"/tiles/{number}/stones", tile.stones, colours


def _names(position: Table) -> Iterator[Refusal]:
    for path, counts, names in _counts_of(position):
        for name in counts:
            if name not in names:
                yield UNKNOWN_NAME(path, name)
    for who, player in position.players.items():
        for key, listed, known in (("missions", player.missions, MISSION), ("used", player.used, MISSIONS)):
            for name in (name for name in listed if name not in known):
                yield UNKNOWN_NAME(f"/players/{who}/{key}", name)
    for number in position.tiles:
        if number not in TILES:
            yield NO_SUCH_TILE(number)
    this_copy = [f"{louis}:{king}" for louis, king in position.house.printed.money or ()]
    for card in sorted(set(position.turned).difference(this_copy)):
        louis, _, king = card.partition(":")
        yield NO_SUCH_MONEY_CARD(louis, king)


def _numbers(position: Table) -> Iterator[Refusal]:
    numbers = [
        (f"{path}/{name}", number)
        for path, counts, _ in _counts_of(position)
        for name, number in counts.items()
    ]
    numbers += [
        (f"/players/{who}/{name}", getattr(player, name))
        for who, player in position.players.items()
        for name in ("money", "own", "general", "arms")
    ]
    for path, number in numbers:
        if number < 0:
            yield NEGATIVE(path, number)
        elif number > MOST:
            yield TOO_MANY(path, number, MOST)


def _used(position: Table) -> Iterator[Refusal]:
    for who, player in position.players.items():
        own = [MISSION_TYPE[name] for name in player.missions]
        for mission in sorted(set(player.used)):
            if player.used.count(mission) > own.count(mission):
                yield USED(who, mission)


def _places(position: Table) -> Iterator[Refusal]:
    """The round (L-4.6), where the king stands (L-1.1), and what is evaluated (L-3.1, L-M1)."""
    if not 1 <= position.round <= MATERIAL["rounds"]:
        yield ROUND(position.round)
    if position.king is not None and position.king not in KINGS:
        yield KING(position.king)
    if (position.tile is not None) != (position.phase == "evaluation"):
        yield TILE_PHASE(position.phase)
    elif position.tile is not None and position.tile not in TILES:
        yield NO_SUCH_TILE(position.tile)


def _shown(position: Table) -> Iterator[Refusal]:
    if position.phase == "final":
        for who, player in position.players.items():
            if player.shown and sum(player.shown.values()) != player.arms:
                yield SHOWN(who, player.arms, sum(player.shown.values()))


def _agenda(position: Table) -> Iterator[Refusal]:
    if position.phase == "evaluation" and position.tile not in TILES:
        return  # said already; what is to be done there cannot be judged
    ends = [item.ends_phase for item in position.agenda]
    if position.phase != "over" and ends != [False] * (len(ends) - 1) + [True]:
        yield AGENDA_END(position.phase)
    for item in position.agenda:
        wrong = _misplaced(item, position) or item.fault_in(position)
        if wrong is not None:
            yield wrong


def _misplaced(item: AgendaItem, position: Table) -> Refusal | None:
    """Why the item has no place in the phase, or at the tile, of that position; None: it has."""
    if not isinstance(item, OF_PHASE[position.phase]):
        return AGENDA_PHASE(_name(item), position.phase)
    if _at_its_tile(item, position):
        return None
    return AGENDA_TILE(_name(item), getattr(item, "tile", None))


def _at_its_tile(item: AgendaItem, position: Table) -> bool:
    """What is done at a tile is done at the one being evaluated; only later ones are still to be opened."""
    tile = getattr(item, "tile", position.tile)
    if isinstance(item, OpenTile):
        return tile in TILES and tile >= (position.tile or 0)
    return tile == position.tile


def _name(item: AgendaItem) -> str:
    return str(item.__struct_config__.tag)
