"""All faults of a position at once, as for one entered by hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.louis_xiv.rules.agenda_items import ITEMS_OF_PHASE
from companion.games.louis_xiv.rules.edition import MATERIAL, MISSION_TYPES
from companion.games.louis_xiv.rules.layout import (
    NO_SUCH_KING_TILE,
    NO_SUCH_TILE,
    UNKNOWN_START_PLAYER,
    make_inventory,
    make_layout,
)
from companion.games.louis_xiv.rules.phases.evaluation import BeginTileEvaluation
from companion.games.louis_xiv.rules.phases.final_scoring import ALL_ARMS_KINDS
from companion.games.louis_xiv.rules.phases.supply import NO_SUCH_MONEY_CARD
from companion.games.louis_xiv.rules.pieces import (
    CHIPS,
    INFLUENCE_CARDS,
    KING_TILES,
    MISSION_STEPS,
    NEUTRAL,
    STACKS,
    TILES,
    TYPE_OF_MISSION,
)
from companion.games.louis_xiv.rules.state import TableState
from companion.rules.agenda import AgendaItem
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.game import seat_faults
from companion.rules.layout import inventory_faults
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset

WRONG_SEATS = declare_clause("L-S1", "seats", "players", "seats")
NEGATIVE_COUNT = declare_clause("L-M1", "negative", "path", "number")
TOO_MANY_PIECES = declare_clause("L-M6", "too-many", "path", "number", "most")
UNKNOWN_PIECE_NAME = declare_clause("L-M1", "unknown-name", "path", "name")
NO_SUCH_ROUND = declare_clause("L-4.6", "no-such-round", "round")
END_BEFORE_LAST_ROUND = declare_clause("L-4.6", "end-too-early", "round")
TILE_OUTSIDE_EVALUATION = declare_clause("L-3.1", "tile-phase", "phase")
USED_MORE_THAN_LAID_OUT = declare_clause("L-4.7", "used-more-than-laid", "who", "mission")
SHOWN_ARMS_DISAGREE = declare_clause("L-5.2", "shown-disagree", "who", "arms", "shown")
ITEM_OF_OTHER_PHASE = declare_clause("L-4.6", "agenda-phase", "item", "phase")
AGENDA_WITHOUT_END = declare_clause("L-4.6", "agenda-end", "phase")
ITEM_OF_OTHER_TILE = declare_clause("L-3.1", "agenda-tile", "item", "tile")

MAX_COUNT = 9_999  # of anything: the limits of the box do not bind (L-M6), but no table holds this many


def position_faults(position: TableState) -> tuple[Refusal, ...]:
    """All faults of a position; none where it can occur at a table."""
    counted = _without_unknown_missions(position)
    seats = tuple(seat_faults(position, WRONG_SEATS, UNKNOWN_START_PLAYER))
    return (
        *seats,
        *_names(position),
        *_numbers(position),
        *inventory_faults(
            make_inventory(tuple(position.players), position.config.edition), make_layout(position)
        ),
        *_used_missions(counted),
        *_places(position),
        *_shown_arms(counted),
        *(() if seats else _agenda(counted)),
    )


def _without_unknown_missions(position: TableState) -> TableState:
    """The position without unknown missions, which cannot be counted."""
    players = {
        who: replace(
            player,
            missions=tuple(name for name in player.missions if name in MISSION_STEPS),
            used=tuple(name for name in player.used if name in MISSION_TYPES),
        )
        for who, player in position.players.items()
    }
    return replace(position, players=players)


def _counts_of(position: TableState) -> Iterator[tuple[str, Multiset, tuple[str, ...]]]:
    """Every mapping of counts: its path, the counts, and the names it may have."""
    yield "/played", position.played, INFLUENCE_CARDS
    intrigue = (UNKNOWN, *(str(tile) for tile in TILES))
    for who, player in position.players.items():
        yield f"/players/{who}/chips", player.chips, CHIPS
        yield f"/players/{who}/influence", player.influence, (*INFLUENCE_CARDS, UNKNOWN)
        yield f"/players/{who}/intrigue", player.intrigue, intrigue
        yield f"/players/{who}/hand", player.hand, STACKS
        yield f"/players/{who}/shown", player.shown, ALL_ARMS_KINDS
    colours = (*position.config.seats, NEUTRAL) if len(position.config.seats) == 2 else position.config.seats
    for number, tile in position.tiles.items():
        yield f"/tiles/{number}/stones", tile.stones, colours


def _names(position: TableState) -> Iterator[Refusal]:
    for path, counts, names in _counts_of(position):
        for name in counts:
            if name not in names:
                yield UNKNOWN_PIECE_NAME(path, name)
    for who, player in position.players.items():
        for key, listed, known in (
            ("missions", player.missions, MISSION_STEPS),
            ("used", player.used, MISSION_TYPES),
        ):
            for name in (name for name in listed if name not in known):
                yield UNKNOWN_PIECE_NAME(f"/players/{who}/{key}", name)
    for number in position.tiles:
        if number not in TILES:
            yield NO_SUCH_TILE(number)
    this_copy = [f"{louis}:{king}" for louis, king in position.config.edition.money_cards or ()]
    for card in sorted(set(position.turned).difference(this_copy)):
        louis, _, king = card.partition(":")
        yield NO_SUCH_MONEY_CARD(louis, king)


def _numbers(position: TableState) -> Iterator[Refusal]:
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
            yield NEGATIVE_COUNT(path, number)
        elif number > MAX_COUNT:
            yield TOO_MANY_PIECES(path, number, MAX_COUNT)


def _used_missions(position: TableState) -> Iterator[Refusal]:
    for who, player in position.players.items():
        own = [TYPE_OF_MISSION[name] for name in player.missions]
        for mission in sorted(set(player.used)):
            if player.used.count(mission) > own.count(mission):
                yield USED_MORE_THAN_LAID_OUT(who, mission)


def _places(position: TableState) -> Iterator[Refusal]:
    """Faults of the round and of the end (L-4.6), the king's place (L-1.1), and the tile evaluated (L-3.1, L-M1)."""
    if not 1 <= position.round <= MATERIAL["rounds"]:
        yield NO_SUCH_ROUND(position.round)
    elif position.phase in ("final", "over") and not position.is_last_round:
        yield END_BEFORE_LAST_ROUND(position.round)
    if position.king is not None and position.king not in KING_TILES:
        yield NO_SUCH_KING_TILE(position.king)
    if (position.tile is not None) != (position.phase == "evaluation"):
        yield TILE_OUTSIDE_EVALUATION(position.phase)
    elif position.tile is not None and position.tile not in TILES:
        yield NO_SUCH_TILE(position.tile)


def _shown_arms(position: TableState) -> Iterator[Refusal]:
    if position.phase == "final":
        for who, player in position.players.items():
            if player.shown and sum(player.shown.values()) != player.arms:
                yield SHOWN_ARMS_DISAGREE(who, player.arms, sum(player.shown.values()))


def _agenda(position: TableState) -> Iterator[Refusal]:
    if position.phase == "evaluation" and position.tile not in TILES:
        return  # already reported; the agenda of that tile cannot be judged
    ends = [item.ends_phase for item in position.agenda]
    if position.phase != "over" and ends != [False] * (len(ends) - 1) + [True]:
        yield AGENDA_WITHOUT_END(position.phase)
    for item in position.agenda:
        wrong = _misplaced(item, position) or item.fault_in(position)
        if wrong is not None:
            yield wrong


def _misplaced(item: AgendaItem, position: TableState) -> Refusal | None:
    """Why the item has no place in the phase, or at the tile, of that position; None where it has."""
    if not isinstance(item, ITEMS_OF_PHASE[position.phase]):
        return ITEM_OF_OTHER_PHASE(_item_tag(item), position.phase)
    if _at_its_tile(item, position):
        return None
    return ITEM_OF_OTHER_TILE(_item_tag(item), getattr(item, "tile", None))


def _at_its_tile(item: AgendaItem, position: TableState) -> bool:
    """Whether the item concerns the tile being evaluated, or begins a later one."""
    tile = getattr(item, "tile", position.tile)
    if isinstance(item, BeginTileEvaluation):
        return tile in TILES and tile >= (position.tile or 0)
    return tile == position.tile


def _item_tag(item: AgendaItem) -> str:
    return str(item.__struct_config__.tag)
