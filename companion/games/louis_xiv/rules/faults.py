"""Everything wrong with a position at once, as for one entered by hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.louis_xiv.rules.agenda import OF_PHASE
from companion.games.louis_xiv.rules.evaluation import OpenTile
from companion.games.louis_xiv.rules.final import KINDS
from companion.games.louis_xiv.rules.pieces import (
    CHIPS,
    COPIES,
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
from companion.rules.agenda import Item
from companion.rules.clauses import Refusal, clause
from companion.rules.counts import Counts
from companion.rules.moves import UNKNOWN

SEATS = clause("L-S1", "seats", "players", "seats")
START = clause("L-S1", "start", "start")
STONES = clause("L-S4", "stones-add-up", "who", "stones", "wanted")
NEUTRAL_STONES = clause("L-M1", "neutral-stones", "stones", "most")
NO_SUCH_TILE = clause("L-M1", "no-such-tile", "tile")
NEGATIVE = clause("L-M1", "negative", "path", "number")
TOO_MANY = clause("L-M6", "too-many", "path", "number", "most")
UNKNOWN_NAME = clause("L-M1", "unknown-name", "path", "name")
ROUND = clause("L-4.6", "no-such-round", "round")
KING = clause("L-1.1", "king-tile", "tile")
TILE_PHASE = clause("L-3.1", "tile-phase", "phase")
INFLUENCE_COPIES = clause("L-M4", "influence-copies", "card", "seen", "copies")
INFLUENCE_ALL = clause("L-M4", "influence-all", "seen", "copies")
INTRIGUE_COPIES = clause("L-M4", "intrigue-copies", "card")
INTRIGUE_ALL = clause("L-M4", "intrigue-all", "seen", "copies")
MISSION_COPIES = clause("L-M5", "mission-copies", "mission", "laid", "copies")
MISSION_STACK = clause("L-M5", "mission-stack", "stack", "missing")
USED = clause("L-4.7", "used-more-than-laid", "who", "mission")
SHOWN = clause("L-5.2", "shown-disagree", "who", "arms", "shown")
SHOWN_KIND = clause("L-5.2", "shown-kind", "kind", "shown", "copies")
AGENDA_PHASE = clause("L-4.6", "agenda-phase", "item", "phase")
AGENDA_END = clause("L-4.6", "agenda-end", "phase")
AGENDA_TILE = clause("L-3.1", "agenda-tile", "item", "tile")

MOST = 9_999  # of anything: the box's limits do not bind (L-M6), but no table holds this many


def faults(position: Table) -> tuple[Refusal, ...]:
    """All of them; none: the position may stand on a table."""
    counted, seats = _understood(position), tuple(_seats(position))
    return (
        *seats,
        *_names(position),
        *_numbers(position),
        *_stones(counted),
        *_cards(counted),
        *_missions(counted),
        *_money(counted),
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


def _counts_of(position: Table) -> Iterator[tuple[str, Counts, tuple[str, ...]]]:
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


def _stones(position: Table) -> Iterator[Refusal]:
    for who, player in position.players.items():
        stones = player.stones + sum(tile.stones.get(who, 0) for tile in position.tiles.values())
        if stones != MATERIAL["stones"]:
            yield STONES(who, stones, MATERIAL["stones"])
    neutral = sum(tile.stones.get(NEUTRAL, 0) for tile in position.tiles.values())
    if neutral > MATERIAL["neutral-stones"]:
        yield NEUTRAL_STONES(neutral, MATERIAL["neutral-stones"])


def _cards(position: Table) -> Iterator[Refusal]:
    players = position.players.values()
    for card in INFLUENCE:
        seen = position.played.get(card, 0) + sum(player.influence.get(card, 0) for player in players)
        if seen > COPIES[card]:
            yield INFLUENCE_COPIES(card, seen, COPIES[card])
    all_influence = sum(COPIES[card] for card in INFLUENCE)
    if position.influence_deck() < 0:
        yield INFLUENCE_ALL(all_influence - position.influence_deck(), all_influence)
    for tile in TILES:
        if sum(player.intrigue.get(str(tile), 0) for player in players) > 1:
            yield INTRIGUE_COPIES(str(tile))
    if position.intrigue_deck() < 0:
        yield INTRIGUE_ALL(MATERIAL["intrigue"] - position.intrigue_deck(), MATERIAL["intrigue"])


def _missions(position: Table) -> Iterator[Refusal]:
    laid = [MISSION_TYPE[name] for player in position.players.values() for name in player.missions]
    for name, kind in MISSIONS.items():
        if laid.count(name) > kind.copies:
            yield MISSION_COPIES(name, laid.count(name), kind.copies)
    for stack in STACKS:
        if position.stacks[stack] < 0:
            yield MISSION_STACK(stack, -position.stacks[stack])
    for who, player in position.players.items():
        own = [MISSION_TYPE[name] for name in player.missions]
        for mission in sorted(set(player.used)):
            if player.used.count(mission) > own.count(mission):
                yield USED(who, mission)


def _money(position: Table) -> Iterator[Refusal]:
    known = [f"{louis}:{king}" for louis, king in position.house.printed.money or ()]
    for card in sorted(set(position.turned)):
        if position.turned.count(card) > known.count(card):
            louis, _, king = card.partition(":")
            yield NO_SUCH_MONEY_CARD(louis, king)


def _places(position: Table) -> Iterator[Refusal]:
    if not 1 <= position.round <= MATERIAL["rounds"]:
        yield ROUND(position.round)
    if position.king is not None and position.king not in KINGS:
        yield KING(position.king)
    if (position.tile is not None) != (position.phase == "evaluation"):
        yield TILE_PHASE(position.phase)
    elif position.tile is not None and position.tile not in TILES:
        yield NO_SUCH_TILE(position.tile)


def _shown(position: Table) -> Iterator[Refusal]:
    players = position.players
    if position.phase == "final":
        for who, player in players.items():
            if player.shown and sum(player.shown.values()) != player.arms:
                yield SHOWN(who, player.arms, sum(player.shown.values()))
    for kind in KINDS[:-1]:
        shown = sum(player.shown.get(kind, 0) for player in players.values())
        if shown > MATERIAL["arms-kind"]:
            yield SHOWN_KIND(kind, shown, MATERIAL["arms-kind"])


def _agenda(position: Table) -> Iterator[Refusal]:
    if position.phase == "evaluation" and position.tile not in TILES:
        return  # said already; what is to be done there cannot be judged
    ends = [item.terminal for item in position.agenda]
    if position.phase != "over" and ends != [False] * (len(ends) - 1) + [True]:
        yield AGENDA_END(position.phase)
    for item in position.agenda:
        wrong = _misplaced(item, position) or item.wrong(position)
        if wrong is not None:
            yield wrong


def _misplaced(item: Item, position: Table) -> Refusal | None:
    """Why the item has no place in the phase, or at the tile, of that position; None: it has."""
    if not isinstance(item, OF_PHASE[position.phase]):
        return AGENDA_PHASE(_name(item), position.phase)
    if _at_its_tile(item, position):
        return None
    return AGENDA_TILE(_name(item), getattr(item, "tile", None))


def _at_its_tile(item: Item, position: Table) -> bool:
    """What is done at a tile is done at the one being evaluated; only later ones are still to be opened."""
    tile = getattr(item, "tile", position.tile)
    if isinstance(item, OpenTile):
        return tile in TILES and tile >= (position.tile or 0)
    return tile == position.tile


def _name(item: Item) -> str:
    return str(item.__struct_config__.tag)
