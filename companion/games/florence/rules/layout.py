"""Which piece of the Princes of Florence lies where, and how many of each the box holds.

    place               is
    bank                where florins come from and go to
    supply              beside the board: landscapes, jesters, builders, recruiting cards, buildings, freedoms
    stack/bonus         a stack face down: stack/profession, stack/bonus, stack/prestige
    box                 what has left the game
    player/blue         what lies in front of a player: florins, builders, jesters, recruiting cards, freedoms, prestige
                        cards kept, a landscape still to be placed, a stone, the start figure
    hand/blue           a hand: professions and bonus cards
    table/blue          professions whose work is completed, face up, and recruiting cards left in the place of one
    used/blue           bonus cards played, face up
    aside/blue          with two players: objects won, of which one will be kept
    grid/blue           a grid: the squares of a tile, and how it is turned (`d4/r1m`)
    pile/forest         an object's pile, where the stone of its winner lies
    track               the prestige track: figures, and the stones that tell a work's value
    round               the line of rounds

Pieces that are counted but have no place are in the supply, a stack or the bank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from msgspec.structs import replace

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
from companion.games.florence.rules.grid_geometry import (
    ROTATIONS,
    SQUARE_NAMES,
    find_spot,
    iter_bits,
    square_name,
)
from companion.games.florence.rules.phases import won_objects
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    PRESTIGE_CARD,
    PROFESSION,
    RECRUITING_CARD,
    grid_place,
    pile_place,
)
from companion.games.florence.rules.state import (
    PlacedTile,
    PlayerState,
    TableState,
    WonObject,
    replace_player,
)
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import Face, Inventory, Layout, Place, PlacedPieces, Stock
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset

TOO_MANY_PIECES = declare_clause("P-M1", "too-many", "what", "number", "whole")
PIECE_TWICE = declare_clause("P-M1", "twice", "what")
SUPPLY, BANK, OUT_OF_GAME = "supply", "bank", "box"
STACK_PLACES = {kind: f"stack/{kind}" for kind in (PROFESSION, BONUS_CARD, PRESTIGE_CARD)}
FACE_DOWN_PRESTIGE_CARD = f"{PRESTIGE_CARD}/{UNKNOWN}"
PIECE_BY_NAME: Mapping[str, str] = {
    **{kind: f"landscape/{kind}" for kind in LANDSCAPES},
    **{kind: f"building/{kind}" for kind in BUILDINGS},
    "prestige": FACE_DOWN_PRESTIGE_CARD,
}
"""Object or tile -> its piece, for those whose word is not the piece's name."""
_SHARED = (
    Place(SUPPLY, "supply"),
    Place(BANK, "supply"),
    *(Place(stack, "deck") for stack in STACK_PLACES.values()),
)


# -- how many there are


@lru_cache(maxsize=64)
def make_inventory(seats: tuple[str, ...]) -> Inventory:
    """How many of each piece there are with these players; only the freedoms in play (P-M1, P-2.2)."""
    freedoms = PIECE_COUNTS["freedom-two"] if len(seats) == 2 else len(seats) - PIECE_COUNTS["freedom"]
    cards = {kind: dict.fromkeys(names, 1) for kind, names in _NAMES.items()}
    return (
        *(_object(kind, cards) for kind in OBJECT_KINDS),
        *(_counted(name, PIECE_BY_NAME[name], PIECE_COUNTS["building"], SUPPLY) for name in BUILDINGS),
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


_NAMES = {
    PROFESSION: tuple(WANTS_BY_PROFESSION),
    BONUS_CARD: BONUS_CARD_NAMES,
    PRESTIGE_CARD: PRESTIGE_CARD_NAMES,
}


def _object(kind: str, cards: Mapping[str, Multiset]) -> Stock:
    if kind == "prestige":
        return _cards(kind, PRESTIGE_CARD, cards[PRESTIGE_CARD])
    return _counted(kind, PIECE_BY_NAME.get(kind, kind), PIECE_COUNTS[kind], SUPPLY)


def _counted(what: str, piece: str, whole: int, rest: str) -> Stock:
    return Stock(piece, whole, partial(TOO_MANY_PIECES, what), rest)


def _cards(what: str, kind: str, copies: Multiset) -> Stock:
    return Stock(kind, PIECE_COUNTS[what], partial(TOO_MANY_PIECES, what), STACK_PLACES[kind], copies, _twice)


def _twice(name: str, number: int, copies: int) -> Refusal:
    return PIECE_TWICE(name)


def _stones(two: bool) -> int:
    """How many stones a player has: one for each object that they may win in a round."""
    return 2 if two else 1


# -- what lies where


def make_layout(position: TableState) -> Layout:
    """Every place with its pieces, those of a player together."""
    piles: dict[str, list[PlacedPieces]] = {kind: [] for kind in OBJECT_KINDS}
    track: list[PlacedPieces] = []
    own: list[Place] = []
    for who, player in position.players.items():
        before = list(_pieces_before_player(position, who, player))
        before += _place_stones(position, who, player, piles, track)
        track.append(PlacedPieces(f"points/{who}", at=_track_square(player.points)))
        own.append(Place(f"player/{who}", "spot", who, tuple(before)))
        own += _places(position.config.is_two_player, who, player)
    return (
        *own,
        *(Place(pile_place(kind), "spot", pieces=tuple(stones)) for kind, stones in piles.items()),
        Place("track", "track", pieces=tuple(track)),
        Place("round", "track", pieces=(PlacedPieces("round", at=str(position.round)),)),
        *_SHARED,
        Place(OUT_OF_GAME, "supply", pieces=tuple(_pieces_out_of_game(position))),
    )


def _pieces_before_player(position: TableState, who: str, player: PlayerState) -> Iterator[PlacedPieces]:
    """The pieces in front of a player, except their stones."""
    figures = ("money", player.money), ("builder", player.builders), ("jester", player.jesters)
    for piece, number in (*figures, (RECRUITING_CARD, player.recruiting)):
        if number:
            yield PlacedPieces(piece, number)
    yield from (PlacedPieces(f"freedom/{name}") for name in player.freedoms)
    shown = position.phase in ("final", "over")
    for name, number in player.prestige.items():
        yield PlacedPieces(f"{PRESTIGE_CARD}/{name}", number, "up" if shown and name != UNKNOWN else "down")
    if who == position.start:
        yield PlacedPieces("start")
    for item in position.agenda:
        if (
            isinstance(item, won_objects.PlacementDecision)
            and item.who == who
            and _is_landscape_owed(position, player, item)
        ):
            yield PlacedPieces(PIECE_BY_NAME[item.kind])


def _is_landscape_owed(
    position: TableState, player: PlayerState, item: won_objects.PlacementDecision
) -> bool:
    """Whether the landscape still lies there, not placed and not the last of none.

    The agenda may be as old as the last decision, so that the tile may have been placed since.
    """
    aside = sum(won.kind == item.kind for each in position.players.values() for won in each.won)
    left = position.supply_of(item.kind) - (aside if position.config.is_two_player else 0)
    return player.count_tiles(item.kind) == item.lay and left > 0


def _place_stones(
    position: TableState,
    who: str,
    player: PlayerState,
    piles: Mapping[str, list[PlacedPieces]],
    track: list[PlacedPieces],
) -> Iterator[PlacedPieces]:
    """The stones left in front of a player, after adding the others to `piles` or `track`.

    A stone lies on a pile while objects are auctioned, and on the track at the value of the player's best
    work.
    """
    left = _stones(position.config.is_two_player)
    if position.phase == "auction":
        for won in player.won[:left]:
            if won.kind in piles:
                piles[won.kind].append(PlacedPieces(f"stone/{who}"))
                left -= 1
    elif position.phase == "actions" and player.best:
        track.append(PlacedPieces(f"stone/{who}", at=_track_square(player.best)))
        left -= 1
    if left:
        yield PlacedPieces(f"stone/{who}", left)


def _track_square(points: int) -> str:
    """P-B7: the square of the track for those points, which starts again at 0."""
    return str(points % POINTS["track"])


def _places(two: bool, who: str, player: PlayerState) -> Iterator[Place]:
    """The places of a player's cards and tiles and, with two players, of the objects they won (P-2.1)."""
    cards = (*_cards_in_hand(PROFESSION, player.hand), *_cards_in_hand(BONUS_CARD, player.bonus))
    yield Place(f"hand/{who}", "hand", who, cards)
    yield Place(f"table/{who}", "spot", who, tuple(map(_completed_work_piece, player.table)))
    yield Place(
        f"used/{who}",
        "spot",
        who,
        tuple(PlacedPieces(f"{BONUS_CARD}/{name}", face="up") for name in player.used),
    )
    yield Place(
        grid_place(who), "grid", who, tuple(map(_placed_tile, player.grid)), {}, SQUARE_NAMES, ROTATIONS
    )
    if two:
        yield Place(f"aside/{who}", "spot", who, tuple(_placed_object(won.kind) for won in player.won))


def _cards_in_hand(kind: str, cards: Multiset) -> Iterator[PlacedPieces]:
    return (PlacedPieces(f"{kind}/{name}", number, "down") for name, number in cards.items())


def _completed_work_piece(name: str) -> PlacedPieces:
    """A profession whose work is completed, or the recruiting card left for one that was recruited (P-B6)."""
    return (
        PlacedPieces(RECRUITING_CARD)
        if name == RECRUITING_CARD
        else PlacedPieces(f"{PROFESSION}/{name}", face="up")
    )


@lru_cache(maxsize=4096)
def _placed_tile(tile: PlacedTile) -> PlacedPieces:
    cells = tuple(map(square_name, iter_bits(tile.squares)))
    return PlacedPieces(PIECE_BY_NAME[tile.name], at=f"{tile.square}/{tile.turn}", covered_cells=cells)


def _placed_object(kind: str, number: int = 1) -> PlacedPieces:
    face: Face = "down" if kind == "prestige" else ""
    return PlacedPieces(PIECE_BY_NAME.get(kind, kind), number, face)


def _pieces_out_of_game(position: TableState) -> Iterator[PlacedPieces]:
    yield from (_placed_object(kind, number) for kind, number in position.gone.items())
    people = position.players.values()
    if position.config.is_two_player and all(player.freedoms for player in people):  # P-2.2
        taken = {name for player in people for name in player.freedoms}
        yield from (PlacedPieces(f"freedom/{name}") for name in FREEDOMS if name not in taken)


# -- and back: a position from what a person says lies somewhere


def corrected_position(position: TableState, place: Place) -> TableState | None:
    """The table with exactly these pieces at that place; None where no table can have them.

    A start figure that lies there lies nowhere else.
    """
    kind, _, which = place.id.partition("/")
    match kind:
        case "round":
            return replace(position, round=int(place.pieces[0].at)) if place.pieces else None
        case "track":
            return _on_the_track(position, place)
        case "pile":
            return _on_the_pile(position, place)
        case "box":
            return replace(position, gone=dict(_object_counts(place)))
    if which not in position.players:
        return None
    if any(placed.piece == "start" for placed in place.pieces):
        position = replace(position, start=which)
    player = _corrected_player(position, position.players[which], kind, place)
    return None if player is None else replace_player(position, which, player)


def _on_the_track(position: TableState, place: Place) -> TableState:
    """P-B7: the table with those figures and stones on the track; a player's full laps are kept."""
    for placed in place.pieces:
        figure, _, who = placed.piece.partition("/")
        if who in position.players:
            player, lap, at = position.players[who], POINTS["track"], int(placed.at)
            points = player.points // lap * lap + at if figure == "points" else player.points
            best = at if figure == "stone" else player.best
            position = replace_player(position, who, replace(player, points=points, best=best))
    return position


def _on_the_pile(position: TableState, place: Place) -> TableState | None:
    """P-A1: the table where the owners of these stones have won such an object, at an unknown price.

    None outside the auction, as stones lie there only then.
    """
    if position.phase != "auction":
        return None
    kind = place.id.partition("/")[2]
    stones = Counter(_piece_names(place, "stone"))
    for who, player in position.players.items():
        mine = [won for won in player.won if won.kind == kind]
        wanted = (mine + [WonObject(kind, 0)] * stones[who])[: stones[who]]
        if mine != wanted:
            others = tuple(won for won in player.won if won.kind != kind)
            position = replace_player(position, who, replace(player, won=(*others, *wanted)))
    return position


def _object_counts(place: Place) -> Counter[str]:
    """Kind of object -> how many lie there."""
    kinds, found = {PIECE_BY_NAME.get(kind, kind): kind for kind in OBJECT_KINDS}, Counter[str]()
    for placed in place.pieces:
        if placed.piece in kinds:
            found[kinds[placed.piece]] += placed.count
    return found


def _objects_set_aside(player: PlayerState, place: Place) -> tuple[WonObject, ...]:
    """P-2.1: the objects won that lie there, those not known before at an unknown price."""
    left = _object_counts(place)
    stays = []
    for won in player.won:
        if left[won.kind]:
            left[won.kind] -= 1
            stays.append(won)
    return (*stays, *(WonObject(kind, 0) for kind in left.elements()))


def _corrected_player(
    position: TableState, player: PlayerState, kind: str, place: Place
) -> PlayerState | None:
    """The player with those pieces, where these are more than a number; None for a tile beside its grid."""
    match kind:
        case "player":
            freedoms = tuple(_piece_names(place, "freedom"))
            return replace(
                player, freedoms=freedoms, prestige=dict(Counter(_piece_names(place, PRESTIGE_CARD)))
            )
        case "hand":
            hand, bonus = (dict(Counter(_piece_names(place, cards))) for cards in (PROFESSION, BONUS_CARD))
            return replace(player, hand=hand, bonus=bonus)
        case "table":
            works = (
                placed.piece.removeprefix(f"{PROFESSION}/")
                for placed in place.pieces
                for _ in range(placed.count)
            )
            return replace(player, table=tuple(works))
        case "aside":
            return replace(player, won=_objects_set_aside(player, place))
        case "used":
            return replace(player, used=tuple(_piece_names(place, BONUS_CARD)))
        case "grid":
            tiles = tuple(_parse_tile(position, placed) for placed in place.pieces)
            return None if None in tiles else replace(player, grid=tiles)
    return player


def _piece_names(place: Place, family: str) -> Iterator[str]:
    """The names of the pieces of a family, one for each piece."""
    for placed in place.pieces:
        kind, _, name = placed.piece.partition("/")
        if kind == family:
            yield from (name,) * placed.count


def _parse_tile(position: TableState, placed: PlacedPieces) -> PlacedTile | None:
    name, (square, _, turn) = placed.piece.partition("/")[2], placed.at.partition("/")
    outline = position.config.outlines.get(name)
    where = (
        find_spot(outline, square, turn)
        if outline is not None and turn in ROTATIONS and square in SQUARE_NAMES
        else None
    )
    return None if where is None else PlacedTile(name, square, turn, where.covered_squares)
