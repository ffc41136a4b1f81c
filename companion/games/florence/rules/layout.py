"""Which piece of the Princes of Florence lies where, and what the box holds.

    place               is
    bank                where florins come from and go to
    supply              beside the board: landscapes, jesters, builders, recruiting cards, buildings, freedoms
    stack/bonus         a stack face down: stack/profession, stack/bonus, stack/prestige
    box                 what has left the game
    player/blue         what lies before a player: florins, builders, jesters, recruiting cards, freedoms, prestige
                        cards kept, a landscape still to be placed, a stone, the start figure
    hand/blue           a hand: professions and bonus cards
    table/blue          professions whose work is done, face up, and recruiting cards left in the place of one
    used/blue           bonus cards played, face up
    aside/blue          with two players: objects won, of which one will be kept
    grid/blue           a grid: the squares of a tile, and how it is turned (`d4/r1m`)
    pile/forest         an object's pile, where the stone of who won it lies
    track               the prestige track: figures, and the stones that tell a work's value
    round               the line of rounds

What is counted and lies nowhere is in the supply, a stack or the bank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from msgspec.structs import replace

from companion.games.florence.rules import objects
from companion.games.florence.rules.grid import SQUARES, TURNS, bits, spot, square_name
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    PRESTIGE_CARD,
    PROFESSION,
    RECRUITING,
    grid_of,
    pile,
)
from companion.games.florence.rules.printed import (
    BONUS,
    BUILDINGS,
    FREEDOMS,
    KINDS,
    LANDSCAPES,
    MATERIAL,
    POINTS,
    PRESTIGE,
    PROFESSIONS,
)
from companion.games.florence.rules.state import Player, Table, Tile, Won, with_player
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import Face, Inventory, Layout, Place, PlacedPieces, Stock
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset

TOO_MANY = declare_clause("P-M1", "too-many", "what", "number", "whole")
TWICE = declare_clause("P-M1", "twice", "what")
SUPPLY, BANK, BOX = "supply", "bank", "box"
STACKS = {kind: f"stack/{kind}" for kind in (PROFESSION, BONUS_CARD, PRESTIGE_CARD)}
PRESTIGE_BACK = f"{PRESTIGE_CARD}/{UNKNOWN}"
PIECES: Mapping[str, str] = {
    **{kind: f"landscape/{kind}" for kind in LANDSCAPES},
    **{kind: f"building/{kind}" for kind in BUILDINGS},
    "prestige": PRESTIGE_BACK,
}
"""The pieces of objects and tiles whose word is not their name."""
_SHARED = (
    Place(SUPPLY, "supply"),
    Place(BANK, "supply"),
    *(Place(stack, "deck") for stack in STACKS.values()),
)


# -- what there is


@lru_cache(maxsize=64)
def box(seats: tuple[str, ...]) -> Inventory:
    """How many there are of every piece at a table of these players; freedoms: those they play with (P-M1, P-2.2)."""
    freedoms = MATERIAL["freedom-two"] if len(seats) == 2 else len(seats) - MATERIAL["freedom"]
    cards = {kind: dict.fromkeys(names, 1) for kind, names in _NAMES.items()}
    return (
        *(_object(kind, cards) for kind in KINDS),
        *(_counted(name, PIECES[name], MATERIAL["building"], SUPPLY) for name in BUILDINGS),
        *(_counted(name, f"freedom/{name}", freedoms, SUPPLY) for name in FREEDOMS),
        _cards("professions", PROFESSION, cards[PROFESSION]),
        _cards("bonus", BONUS_CARD, cards[BONUS_CARD]),
        Stock("money", None, None, BANK, unit_size=POINTS["florins"]),
        *(_counted(f"stone/{who}", f"stone/{who}", _stones(len(seats) == 2), "") for who in seats),
        *(
            _counted(figure, figure, 1, "")
            for figure in (*(f"points/{who}" for who in seats), "start", "round")
        ),
    )


_NAMES = {PROFESSION: tuple(PROFESSIONS), BONUS_CARD: BONUS, PRESTIGE_CARD: PRESTIGE}


def _object(kind: str, cards: Mapping[str, Multiset]) -> Stock:
    if kind == "prestige":
        return _cards(kind, PRESTIGE_CARD, cards[PRESTIGE_CARD])
    return _counted(kind, PIECES.get(kind, kind), MATERIAL[kind], SUPPLY)


def _counted(what: str, piece: str, whole: int, rest: str) -> Stock:
    return Stock(piece, whole, partial(TOO_MANY, what), rest)


def _cards(what: str, kind: str, copies: Multiset) -> Stock:
    return Stock(kind, MATERIAL[what], partial(TOO_MANY, what), STACKS[kind], copies, _twice)


def _twice(name: str, number: int, copies: int) -> Refusal:
    return TWICE(name)


def _stones(two: bool) -> int:
    """Stones of a player: one for each object that they may win in a round."""
    return 2 if two else 1


# -- what lies where


def layout(position: Table) -> Layout:
    """All places at the table, those of a player together."""
    piles: dict[str, list[PlacedPieces]] = {kind: [] for kind in KINDS}
    track: list[PlacedPieces] = []
    own: list[Place] = []
    for who, player in position.players.items():
        before = list(_before(position, who, player))
        before += _lay_stones(position, who, player, piles, track)
        track.append(PlacedPieces(f"points/{who}", at=_step(player.points)))
        own.append(Place(f"player/{who}", "spot", who, tuple(before)))
        own += _places(position.house.two, who, player)
    return (
        *own,
        *(Place(pile(kind), "spot", pieces=tuple(stones)) for kind, stones in piles.items()),
        Place("track", "track", pieces=tuple(track)),
        Place("round", "track", pieces=(PlacedPieces("round", at=str(position.round)),)),
        *_SHARED,
        Place(BOX, "supply", pieces=tuple(_gone(position))),
    )


def _before(position: Table, who: str, player: Player) -> Iterator[PlacedPieces]:
    """What lies before a player but their stones."""
    figures = ("money", player.money), ("builder", player.builders), ("jester", player.jesters)
    for piece, number in (*figures, (RECRUITING, player.recruiting)):
        if number:
            yield PlacedPieces(piece, number)
    yield from (PlacedPieces(f"freedom/{name}") for name in player.freedoms)
    shown = position.phase in ("final", "over")
    for name, number in player.prestige.items():
        yield PlacedPieces(f"{PRESTIGE_CARD}/{name}", number, "up" if shown and name != UNKNOWN else "down")
    if who == position.start:
        yield PlacedPieces("start")
    for item in position.agenda:
        if isinstance(item, objects.Place) and item.who == who and _owed(position, player, item):
            yield PlacedPieces(PIECES[item.kind])


def _owed(position: Table, player: Player, item: objects.Place) -> bool:
    """Whether it lies there: not yet placed, though the agenda is as old as the last decision; and not none of all."""
    aside = sum(won.kind == item.kind for each in position.players.values() for won in each.won)
    left = position.supply(item.kind) - (aside if position.house.two else 0)
    return player.has(item.kind) == item.lay and left > 0


def _lay_stones(
    position: Table,
    who: str,
    player: Player,
    piles: Mapping[str, list[PlacedPieces]],
    track: list[PlacedPieces],
) -> Iterator[PlacedPieces]:
    """On a pile while objects are auctioned, on the track at the value of their best work; the rest before them."""
    left = _stones(position.house.two)
    if position.phase == "auction":
        for won in player.won[:left]:
            if won.kind in piles:
                piles[won.kind].append(PlacedPieces(f"stone/{who}"))
                left -= 1
    elif position.phase == "actions" and player.best:
        track.append(PlacedPieces(f"stone/{who}", at=_step(player.best)))
        left -= 1
    if left:
        yield PlacedPieces(f"stone/{who}", left)


def _step(points: int) -> str:
    """P-B7: the track starts again at 0."""
    return str(points % POINTS["track"])


def _places(two: bool, who: str, player: Player) -> Iterator[Place]:
    """Those of a player's cards, tiles and, with two players, of what they have won and not yet chosen (P-2.1)."""
    cards = (*_held(PROFESSION, player.hand), *_held(BONUS_CARD, player.bonus))
    yield Place(f"hand/{who}", "hand", who, cards)
    yield Place(f"table/{who}", "spot", who, tuple(map(_works, player.table)))
    yield Place(
        f"used/{who}",
        "spot",
        who,
        tuple(PlacedPieces(f"{BONUS_CARD}/{name}", face="up") for name in player.used),
    )
    yield Place(grid_of(who), "grid", who, tuple(map(_lying, player.grid)), {}, SQUARES, TURNS)
    if two:
        yield Place(f"aside/{who}", "spot", who, tuple(_object_lies(won.kind) for won in player.won))


def _held(kind: str, cards: Multiset) -> Iterator[PlacedPieces]:
    return (PlacedPieces(f"{kind}/{name}", number, "down") for name, number in cards.items())


def _works(name: str) -> PlacedPieces:
    """A profession whose work is done; a recruiting card where one was taken away (P-B6)."""
    return PlacedPieces(RECRUITING) if name == RECRUITING else PlacedPieces(f"{PROFESSION}/{name}", face="up")


@lru_cache(maxsize=4096)
def _lying(tile: Tile) -> PlacedPieces:
    cells = tuple(map(square_name, bits(tile.squares)))
    return PlacedPieces(PIECES[tile.name], at=f"{tile.square}/{tile.turn}", covered_cells=cells)


def _object_lies(kind: str, number: int = 1) -> PlacedPieces:
    face: Face = "down" if kind == "prestige" else ""
    return PlacedPieces(PIECES.get(kind, kind), number, face)


def _gone(position: Table) -> Iterator[PlacedPieces]:
    yield from (_object_lies(kind, number) for kind, number in position.gone.items())
    people = position.players.values()
    if position.house.two and all(player.freedoms for player in people):  # P-2.2
        taken = {name for player in people for name in player.freedoms}
        yield from (PlacedPieces(f"freedom/{name}") for name in FREEDOMS if name not in taken)


# -- and back: what a person says lies somewhere


def corrected(position: Table, place: Place) -> Table | None:
    """The table if just these pieces lay there; the start figure lies nowhere else then."""
    kind, _, which = place.id.partition("/")
    match kind:
        case "round":
            return replace(position, round=int(place.pieces[0].at)) if place.pieces else None
        case "track":
            return _on_the_track(position, place)
        case "pile":
            return _on_the_pile(position, place)
        case "box":
            return replace(position, gone=dict(_kinds(place)))
    if which not in position.players:
        return None
    if any(lying.piece == "start" for lying in place.pieces):
        position = replace(position, start=which)
    player = _with(position, position.players[which], kind, place)
    return None if player is None else with_player(position, which, player)


def _on_the_track(position: Table, place: Place) -> Table:
    """P-B7: who has gone round the track has still gone round it."""
    for lying in place.pieces:
        figure, _, who = lying.piece.partition("/")
        if figure == "points" and who in position.players:
            player = position.players[who]
            points = player.points // POINTS["track"] * POINTS["track"] + int(lying.at)
            position = with_player(position, who, replace(player, points=points))
    return position


def _on_the_pile(position: Table, place: Place) -> Table | None:
    """P-A1: whose stone lies there has won such an object; for how much is not to be seen. Only while objects are
    auctioned stones lie there.
    """
    if position.phase != "auction":
        return None
    kind = place.id.partition("/")[2]
    stones = Counter(_names(place, "stone"))
    for who, player in position.players.items():
        mine = [won for won in player.won if won.kind == kind]
        wanted = (mine + [Won(kind, 0)] * stones[who])[: stones[who]]
        if mine != wanted:
            others = tuple(won for won in player.won if won.kind != kind)
            position = with_player(position, who, replace(player, won=(*others, *wanted)))
    return position


def _kinds(place: Place) -> Counter[str]:
    """How many of each kind of object lie there."""
    kinds, found = {PIECES.get(kind, kind): kind for kind in KINDS}, Counter[str]()
    for lying in place.pieces:
        if lying.piece in kinds:
            found[kinds[lying.piece]] += lying.count
    return found


def _set_aside(player: Player, place: Place) -> tuple[Won, ...]:
    """P-2.1: what was won; for how much is not to be seen of what comes there."""
    left = _kinds(place)
    stays = []
    for won in player.won:
        if left[won.kind]:
            left[won.kind] -= 1
            stays.append(won)
    return (*stays, *(Won(kind, 0) for kind in left.elements()))


def _with(position: Table, player: Player, kind: str, place: Place) -> Player | None:
    """What is not a mere number of a player; None: a tile that lies beside its grid."""
    match kind:
        case "player":
            freedoms = tuple(_names(place, "freedom"))
            return replace(player, freedoms=freedoms, prestige=dict(Counter(_names(place, PRESTIGE_CARD))))
        case "hand":
            hand, bonus = (dict(Counter(_names(place, cards))) for cards in (PROFESSION, BONUS_CARD))
            return replace(player, hand=hand, bonus=bonus)
        case "table":
            works = (
                lying.piece.removeprefix(f"{PROFESSION}/")
                for lying in place.pieces
                for _ in range(lying.count)
            )
            return replace(player, table=tuple(works))
        case "aside":
            return replace(player, won=_set_aside(player, place))
        case "used":
            return replace(player, used=tuple(_names(place, BONUS_CARD)))
        case "grid":
            tiles = tuple(_tile(position, lying) for lying in place.pieces)
            return None if None in tiles else replace(player, grid=tiles)
    return player


def _names(place: Place, family: str) -> Iterator[str]:
    """The names of the pieces of a family, one by one."""
    for lying in place.pieces:
        kind, _, name = lying.piece.partition("/")
        if kind == family:
            yield from (name,) * lying.count


def _tile(position: Table, lying: PlacedPieces) -> Tile | None:
    name, (square, _, turn) = lying.piece.partition("/")[2], lying.at.partition("/")
    outline = position.house.outlines.get(name)
    where = (
        spot(outline, square, turn) if outline is not None and turn in TURNS and square in SQUARES else None
    )
    return None if where is None else Tile(name, square, turn, where.squares)
