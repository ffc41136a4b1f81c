"""Which piece of Louis XIV lies where, and how many of each the box holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from companion.games.louis_xiv.rules.edition import MATERIAL, MISSION_TYPES, TILE_SIDES, Edition
from companion.games.louis_xiv.rules.phases.supply import NO_SUCH_MONEY_CARD
from companion.games.louis_xiv.rules.pieces import (
    ARMS_KINDS,
    CARD_COPIES,
    NEUTRAL,
    STACK_OF_MISSION,
    STACKS,
    TILES,
    TYPE_OF_MISSION,
)
from companion.games.louis_xiv.rules.state import STACK_SIZES, PlayerState, TableState, TileState
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import Face, Inventory, Layout, Place, PlacedPieces, Stock
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset

STONES_ADD_UP = declare_clause("L-S4", "stones-add-up", "who", "stones", "wanted")
NEUTRAL_STONES = declare_clause("L-M1", "neutral-stones", "stones", "most")
NO_SUCH_TILE = declare_clause("L-M1", "no-such-tile", "tile")
INFLUENCE_COPIES = declare_clause("L-M4", "influence-copies", "card", "seen", "copies")
INFLUENCE_CARDS_ADD_UP = declare_clause("L-M4", "influence-all", "seen", "copies")
INTRIGUE_COPIES = declare_clause("L-M4", "intrigue-copies", "card")
INTRIGUE_CARDS_ADD_UP = declare_clause("L-M4", "intrigue-all", "seen", "copies")
MISSION_COPIES = declare_clause("L-M5", "mission-copies", "mission", "laid", "copies")
MISSION_STACK_DISAGREES = declare_clause("L-M5", "mission-stack", "stack", "missing")
NO_SUCH_KING_TILE = declare_clause("L-1.1", "king-tile", "tile")
UNKNOWN_START_PLAYER = declare_clause("L-S1", "start", "start")
TOO_MANY_SHOWN_OF_KIND = declare_clause("L-5.2", "shown-kind", "kind", "shown", "copies")

BOARD_LAYOUT: Final = (
    ("crown", 6, "sceptre", 7, "free"),
    (5, "general", 1, "general", 8),
    ("helmet", 4, "played", 2, "letter"),
    (12, "general", 3, "general", 9),
    ("intrigue", 11, "ring", 10, "crown"),
)
"""Rows from the top as printed in L-M7: tiles by number, and what lies in the gaps."""
_SQUARE_BY_TILE = {
    what: f"{column}{row}"
    for row, line in zip("54321", BOARD_LAYOUT, strict=True)
    for column, what in zip("abcde", line, strict=True)
    if isinstance(what, int)
}


# -- what lies where


def make_layout(position: TableState) -> Layout:
    """Every place with its pieces: tiles, middle, players and decks.

    The cards within a deck are not listed.
    """
    return (
        *_tiles(position),
        _face_up_pile("played", "card", position.played),
        *_players(position),
        *_decks(position),
    )


def _tiles(position: TableState) -> Iterator[Place]:
    king, conditions = position.king, position.config.edition.conditions
    for number, tile in position.tiles.items():
        pieces = [PlacedPieces(f"tile/{number}", face="up" if tile.side == "front" else "down")]
        pieces += _pieces_of_family("stone", tile.stones)
        if number == king:
            pieces.append(_KING)
        sides = conditions.get(number)
        facts = {"condition": str(sides[TILE_SIDES.index(tile.side)])} if sides else {}
        square = _SQUARE_BY_TILE.get(number, "")  # "": of a position that cannot be
        yield Place(f"tile/{number}", "spot", pieces=tuple(pieces), facts=facts, board_square=square)
    if king is not None and king not in position.tiles:
        yield Place(f"tile/{king}", "spot", pieces=(_KING,))


def _players(position: TableState) -> Iterator[Place]:
    for who, player in position.players.items():
        stone = f"stone/{who}"
        yield Place(f"own/{who}", "supply", who, _pieces_if_any(stone, player.own))
        yield Place(f"general/{who}", "supply", who, _pieces_if_any(stone, player.general))
        yield Place(f"player/{who}", "spot", who, _open_pieces(player, who == position.start))
        yield Place(f"laid/{who}", "spot", who, _pieces_of_family("mission", Counter(player.missions), "up"))
        yield Place(f"hand/{who}", "hand", who, _hand(player))
    if position.start not in position.players:
        yield Place(f"player/{position.start}", "spot", position.start, (_START,))


def _open_pieces(player: PlayerState, starts: bool) -> tuple[PlacedPieces, ...]:
    """What lies openly in front of a player; of the coats of arms only those shown have a kind."""
    return (
        *_pieces_if_any("money", player.money),
        *_pieces_of_family("chip", player.chips),
        *_pieces_if_any(f"arms/{UNKNOWN}", player.arms - sum(player.shown.values()), "down"),
        *_pieces_of_family("arms", player.shown, "up"),
        *((_START,) if starts else ()),
    )


def _hand(player: PlayerState) -> tuple[PlacedPieces, ...]:
    return (
        *_pieces_of_family("card", player.influence, "down"),
        *_pieces_of_family("intrigue", player.intrigue, "down"),
        *(
            PlacedPieces(f"mission/{stack}/{UNKNOWN}", cards, "down")
            for stack, cards in sorted(player.hand.items())
        ),
    )


def _decks(position: TableState) -> Iterator[Place]:
    """The decks and the money cards, beside which the king stands while on no tile."""
    yield Place("deck/money", "spot", pieces=() if position.king is not None else (_KING,))
    yield _face_up_pile("turned", "money", Counter(position.turned))
    yield from _UNLISTED


_KING, _START, _NEUTRAL = PlacedPieces("king"), PlacedPieces("start"), PlacedPieces(f"stone/{NEUTRAL}")
_UNLISTED = (
    *(Place(f"deck/{cards}", "deck") for cards in ("influence", "intrigue", "arms")),
    *(Place(f"stack/{stack}", "deck") for stack in STACKS),
    *(Place(supply, "supply") for supply in ("middle", "bank", "box")),
)


def _face_up_pile(place: str, family: str, counts: Multiset) -> Place:
    """A face-up pile, whose order is not known."""
    return Place(place, "spot", pieces=_pieces_of_family(family, counts, "up"))


def _pieces_of_family(family: str, counts: Multiset, face: Face = "") -> tuple[PlacedPieces, ...]:
    """The pieces of one family, sorted, so that equal tables have equal layouts."""
    return tuple([PlacedPieces(f"{family}/{name}", number, face) for name, number in sorted(counts.items())])


def _pieces_if_any(piece: str, number: int, face: Face = "") -> tuple[PlacedPieces, ...]:
    return (PlacedPieces(piece, number, face),) if number else ()


# -- and back: a position from what a person says lies somewhere


def corrected_position(position: TableState, place: Place) -> TableState | None:
    """The table with exactly these pieces at that place; None where no table can have them.

    A king or a start player card that lies there lies nowhere else.
    """
    kind, _, which = place.id.partition("/")
    if kind == "tile" and _has_marker(place, _NEUTRAL) and len(position.players) > 2:
        return None  # L-2.1: only a game of two has a neutral player
    if kind == "tile":
        return _corrected_tile(position, int(which), place)
    if place.id == "deck/money":
        return replace(position, king=None if _has_marker(place, _KING) else position.king)
    if kind == "played":
        return replace(position, played=_counts_of_family(place, "card"))
    if kind == "turned":
        return replace(position, turned=tuple(sorted(Counter(_counts_of_family(place, "money")).elements())))
    if which not in position.players:
        return None
    position = replace(position, start=which if _has_marker(place, _START) else position.start)
    player = _corrected_player(position.players[which], kind, place)
    return replace(position, players={**position.players, which: player})


def _corrected_tile(position: TableState, number: int, place: Place) -> TableState:
    up = any(each.piece == place.id and each.face == "up" for each in place.pieces)
    tile = TileState("front" if up else "back", _counts_of_family(place, "stone"))
    left = None if position.king == number else position.king
    king = number if _has_marker(place, _KING) else left
    return replace(position, tiles={**position.tiles, number: tile}, king=king)


def _corrected_player(player: PlayerState, kind: str, place: Place) -> PlayerState:
    """The player with those pieces, where these are more than a number."""
    match kind:
        case "player":
            arms = _counts_of_family(place, "arms")
            shown = {name: number for name, number in arms.items() if name != UNKNOWN}
            chips = _counts_of_family(place, "chip")
            return replace(player, chips=chips, arms=sum(arms.values()), shown=shown)
        case "laid":
            laid = Counter(_counts_of_family(place, "mission"))
            return (
                player
                if laid == Counter(player.missions)
                else replace(player, missions=tuple(laid.elements()))
            )
        case "hand":
            stacks = _counts_of_family(place, "mission")
            hand = {stack.partition("/")[0]: number for stack, number in stacks.items()}
            cards, intrigue = _counts_of_family(place, "card"), _counts_of_family(place, "intrigue")
            return replace(player, influence=cards, intrigue=intrigue, hand=hand)
    return player


def _counts_of_family(place: Place, family: str) -> Multiset:
    """Name -> how many pieces of that family lie at the place."""
    names = Counter[str]()
    for placed in place.pieces:
        kind, _, name = placed.piece.partition("/")
        if kind == family:
            names[name] += placed.count
    return dict(names)


def _has_marker(place: Place, marker: PlacedPieces) -> bool:
    return any(each.piece == marker.piece for each in place.pieces)


# -- how many there are


def make_inventory(players: Sequence[str], edition: Edition) -> Inventory:
    """All pieces for these players and money cards; those with substitutes never run out (L-M6)."""
    read_off = [f"{louis}:{king}" for louis, king in edition.money_cards or ()]
    money = Counter(read_off) or {UNKNOWN: MATERIAL["money-cards"]}
    return (
        *(Stock(f"stone/{who}", MATERIAL["stones"], partial(_stones, who)) for who in players),
        *_SHARED,
        *(_money_card(card, copies) for card, copies in money.items()),
        *(Stock(f"seal/{who}", None, None, f"player/{who}") for who in players),
    )


def _stones(who: str, found: int, bounds: int) -> Refusal:
    return STONES_ADD_UP(who, found, bounds)


def _intrigue_copies(card: str, found: int, copies: int) -> Refusal:
    return INTRIGUE_COPIES(card)


def _stack(stack: str) -> Stock:
    """A stack of missions, counted by type, whatever chips a card shows."""

    def wrong(found: int, whole: int) -> Refusal:
        return MISSION_STACK_DISAGREES(stack, found - whole)

    return Stock(
        f"mission/{stack}",
        STACK_SIZES[stack],
        wrong,
        f"stack/{stack}",
        {name: kind.copies for name, kind in MISSION_TYPES.items() if kind.stack == stack},
        MISSION_COPIES,
        {
            f"mission/{name}": kind
            for name, kind in TYPE_OF_MISSION.items()
            if STACK_OF_MISSION[name] == stack
        },
    )


def _money_card(card: str, copies: int) -> Stock:
    louis, _, king = card.partition(":")
    return Stock(f"money/{card}", copies, lambda found, whole: NO_SUCH_MONEY_CARD(louis, king), "deck/money")


def _neutral() -> Stock:
    return Stock(f"stone/{NEUTRAL}", MATERIAL["neutral-stones"], NEUTRAL_STONES, "box")


def _cards() -> Iterator[Stock]:
    influence, intrigue = sum(CARD_COPIES.values()), MATERIAL["intrigue"]
    one_of_each = {str(tile): 1 for tile in TILES}
    yield Stock("card", influence, INFLUENCE_CARDS_ADD_UP, "deck/influence", CARD_COPIES, INFLUENCE_COPIES)
    yield Stock("intrigue", intrigue, INTRIGUE_CARDS_ADD_UP, "deck/intrigue", one_of_each, _intrigue_copies)


def _arms() -> Stock:
    return Stock(
        "arms",
        None,
        None,
        "deck/arms",
        dict.fromkeys(ARMS_KINDS, MATERIAL["arms-kind"]),
        TOO_MANY_SHOWN_OF_KIND,
    )


def _tile(tile: int) -> Stock:
    return Stock(f"tile/{tile}", 1, lambda found, whole: NO_SUCH_TILE(tile))


def _markers() -> Iterator[Stock]:
    yield Stock("king", 1, lambda found, whole: NO_SUCH_KING_TILE(UNKNOWN))
    yield Stock("start", 1, lambda found, whole: UNKNOWN_START_PLAYER(UNKNOWN))


_SHARED: Inventory = (
    _neutral(),
    *_cards(),
    *(_stack(stack) for stack in STACKS),
    Stock("money", None, None, "bank"),
    Stock("chip", None, None, "middle"),
    _arms(),
    *(_tile(tile) for tile in TILES),
    *_markers(),
)
