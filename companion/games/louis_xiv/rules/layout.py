"""Which piece of Louis XIV lies where, and how many of each the box holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from companion.games.louis_xiv.rules.pieces import (
    ARMS,
    COPIES,
    MISSION_STACK,
    MISSION_TYPE,
    NEUTRAL,
    STACKS,
    TILES,
)
from companion.games.louis_xiv.rules.printed import MATERIAL, MISSIONS, SIDES, Printed
from companion.games.louis_xiv.rules.state import STACK_SIZE, Player, Table, Tile
from companion.games.louis_xiv.rules.supply import NO_SUCH_MONEY_CARD
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import Face, Inventory, Layout, Place, PlacedPieces, Stock
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset

STONES = declare_clause("L-S4", "stones-add-up", "who", "stones", "wanted")
NEUTRAL_STONES = declare_clause("L-M1", "neutral-stones", "stones", "most")
NO_SUCH_TILE = declare_clause("L-M1", "no-such-tile", "tile")
INFLUENCE_COPIES = declare_clause("L-M4", "influence-copies", "card", "seen", "copies")
INFLUENCE_ALL = declare_clause("L-M4", "influence-all", "seen", "copies")
INTRIGUE_COPIES = declare_clause("L-M4", "intrigue-copies", "card")
INTRIGUE_ALL = declare_clause("L-M4", "intrigue-all", "seen", "copies")
MISSION_COPIES = declare_clause("L-M5", "mission-copies", "mission", "laid", "copies")
MISSIONS_LEFT = declare_clause("L-M5", "mission-stack", "stack", "missing")
KING = declare_clause("L-1.1", "king-tile", "tile")
START = declare_clause("L-S1", "start", "start")
SHOWN_KIND = declare_clause("L-5.2", "shown-kind", "kind", "shown", "copies")


# -- what lies where


def layout(position: Table) -> Layout:
    """The tiles, the middle, what is each player's, and the decks; what lies in a deck is not listed."""
    return (
        *_tiles(position),
        _used_up("played", "card", position.played),
        *_players(position),
        *_decks(position),
    )


def _tiles(position: Table) -> Iterator[Place]:
    king, conditions = position.king, position.house.printed.conditions
    for number, tile in position.tiles.items():
        pieces = [PlacedPieces(f"tile/{number}", face="up" if tile.side == "front" else "down")]
        pieces += _lying("stone", tile.stones)
        if number == king:
            pieces.append(_KING)
        sides = conditions.get(number)
        facts = {"condition": str(sides[SIDES.index(tile.side)])} if sides else {}
        yield Place(f"tile/{number}", "spot", pieces=tuple(pieces), facts=facts)
    if king is not None and king not in position.tiles:
        yield Place(f"tile/{king}", "spot", pieces=(_KING,))


def _players(position: Table) -> Iterator[Place]:
    for who, player in position.players.items():
        stone = f"stone/{who}"
        yield Place(f"own/{who}", "supply", who, _some(stone, player.own))
        yield Place(f"general/{who}", "supply", who, _some(stone, player.general))
        yield Place(f"player/{who}", "spot", who, _open(player, who == position.start))
        yield Place(f"laid/{who}", "spot", who, _lying("mission", Counter(player.missions), "up"))
        yield Place(f"hand/{who}", "hand", who, _hand(player))
    if position.start not in position.players:
        yield Place(f"player/{position.start}", "spot", position.start, (_START,))


def _open(player: Player, starts: bool) -> tuple[PlacedPieces, ...]:
    """What lies before a player for all to see; of coats of arms only those shown have a kind."""
    return (
        *_some("money", player.money),
        *_lying("chip", player.chips),
        *_some(f"arms/{UNKNOWN}", player.arms - sum(player.shown.values()), "down"),
        *_lying("arms", player.shown, "up"),
        *((_START,) if starts else ()),
    )


def _hand(player: Player) -> tuple[PlacedPieces, ...]:
    return (
        *_lying("card", player.influence, "down"),
        *_lying("intrigue", player.intrigue, "down"),
        *(
            PlacedPieces(f"mission/{stack}/{UNKNOWN}", cards, "down")
            for stack, cards in sorted(player.hand.items())
        ),
    )


def _decks(position: Table) -> Iterator[Place]:
    """The king stands beside the money cards while no tile is visited."""
    yield Place("deck/money", "spot", pieces=() if position.king is not None else (_KING,))
    yield _used_up("turned", "money", Counter(position.turned))
    yield from _UNLISTED


_KING, _START, _NEUTRAL = PlacedPieces("king"), PlacedPieces("start"), PlacedPieces(f"stone/{NEUTRAL}")
_UNLISTED = (
    *(Place(f"deck/{cards}", "deck") for cards in ("influence", "intrigue", "arms")),
    *(Place(f"stack/{stack}", "deck") for stack in STACKS),
    *(Place(supply, "supply") for supply in ("middle", "bank", "box")),
)


def _used_up(place: str, family: str, counts: Multiset) -> Place:
    """Which one lies on top nobody knows any more."""
    return Place(place, "spot", pieces=_lying(family, counts, "up"))


def _lying(family: str, counts: Multiset, face: Face = "") -> tuple[PlacedPieces, ...]:
    """Sorted: the same table has the same layout, whatever was counted first."""
    return tuple([PlacedPieces(f"{family}/{name}", number, face) for name, number in sorted(counts.items())])


def _some(piece: str, number: int, face: Face = "") -> tuple[PlacedPieces, ...]:
    return (PlacedPieces(piece, number, face),) if number else ()


# -- and back: what a person says lies somewhere


def corrected(position: Table, place: Place) -> Table | None:
    """The table if just these pieces lay there; a king or a start marker that lies there lies nowhere else."""
    kind, _, which = place.id.partition("/")
    if kind == "tile" and _has(place, _NEUTRAL) and len(position.players) > 2:
        return None  # L-2.1: only of two players is there a neutral one
    if kind == "tile":
        return _with_tile(position, int(which), place)
    if place.id == "deck/money":
        return replace(position, king=None if _has(place, _KING) else position.king)
    if kind == "played":
        return replace(position, played=_named(place, "card"))
    if kind == "turned":
        return replace(position, turned=tuple(sorted(Counter(_named(place, "money")).elements())))
    if which not in position.players:
        return None
    position = replace(position, start=which if _has(place, _START) else position.start)
    player = _with(position.players[which], kind, place)
    return replace(position, players={**position.players, which: player})


def _with_tile(position: Table, number: int, place: Place) -> Table:
    up = any(each.piece == place.id and each.face == "up" for each in place.pieces)
    tile = Tile("front" if up else "back", _named(place, "stone"))
    left = None if position.king == number else position.king
    king = number if _has(place, _KING) else left
    return replace(position, tiles={**position.tiles, number: tile}, king=king)


def _with(player: Player, kind: str, place: Place) -> Player:
    """What is not a mere number of a player."""
    match kind:
        case "player":
            arms = _named(place, "arms")
            shown = {name: number for name, number in arms.items() if name != UNKNOWN}
            chips = _named(place, "chip")
            return replace(player, chips=chips, arms=sum(arms.values()), shown=shown)
        case "laid":
            laid = Counter(_named(place, "mission"))
            return (
                player
                if laid == Counter(player.missions)
                else replace(player, missions=tuple(laid.elements()))
            )
        case "hand":
            stacks = _named(place, "mission")
            hand = {stack.partition("/")[0]: number for stack, number in stacks.items()}
            cards, intrigue = _named(place, "card"), _named(place, "intrigue")
            return replace(player, influence=cards, intrigue=intrigue, hand=hand)
    return player


def _named(place: Place, family: str) -> Multiset:
    """How many there are of each name of a family."""
    names = Counter[str]()
    for lying in place.pieces:
        kind, _, name = lying.piece.partition("/")
        if kind == family:
            names[name] += lying.count
    return dict(names)


def _has(place: Place, marker: PlacedPieces) -> bool:
    return any(each.piece == marker.piece for each in place.pieces)


# -- what there is


def box(players: Sequence[str], printed: Printed) -> Inventory:
    """All there is for these players, with this copy's money cards; what has substitutes never ends (L-M6)."""
    read_off = [f"{louis}:{king}" for louis, king in printed.money or ()]
    money = Counter(read_off) or {UNKNOWN: MATERIAL["money-cards"]}
    return (
        *(Stock(f"stone/{who}", MATERIAL["stones"], partial(_stones, who)) for who in players),
        *_SHARED,
        *(_money_card(card, copies) for card, copies in money.items()),
        *(Stock(f"seal/{who}", None, None, f"player/{who}") for who in players),
    )


def _stones(who: str, found: int, whole: int) -> Refusal:
    return STONES(who, found, whole)


def _intrigue_copies(card: str, found: int, copies: int) -> Refusal:
    return INTRIGUE_COPIES(card)


def _stack(stack: str) -> Stock:
    """A stack of missions: counted by type, whatever chips a card shows."""

    def wrong(found: int, whole: int) -> Refusal:
        return MISSIONS_LEFT(stack, found - whole)

    return Stock(
        f"mission/{stack}",
        STACK_SIZE[stack],
        wrong,
        f"stack/{stack}",
        {name: kind.copies for name, kind in MISSIONS.items() if kind.stack == stack},
        MISSION_COPIES,
        {f"mission/{name}": kind for name, kind in MISSION_TYPE.items() if MISSION_STACK[name] == stack},
    )


def _money_card(card: str, copies: int) -> Stock:
    louis, _, king = card.partition(":")
    return Stock(f"money/{card}", copies, lambda found, whole: NO_SUCH_MONEY_CARD(louis, king), "deck/money")


def _neutral() -> Stock:
    return Stock(f"stone/{NEUTRAL}", MATERIAL["neutral-stones"], NEUTRAL_STONES, "box")


def _cards() -> Iterator[Stock]:
    influence, intrigue = sum(COPIES.values()), MATERIAL["intrigue"]
    one_of_each = {str(tile): 1 for tile in TILES}
    yield Stock("card", influence, INFLUENCE_ALL, "deck/influence", COPIES, INFLUENCE_COPIES)
    yield Stock("intrigue", intrigue, INTRIGUE_ALL, "deck/intrigue", one_of_each, _intrigue_copies)


def _arms() -> Stock:
    return Stock("arms", None, None, "deck/arms", dict.fromkeys(ARMS, MATERIAL["arms-kind"]), SHOWN_KIND)


def _tile(tile: int) -> Stock:
    return Stock(f"tile/{tile}", 1, lambda found, whole: NO_SUCH_TILE(tile))


def _markers() -> Iterator[Stock]:
    yield Stock("king", 1, lambda found, whole: KING(UNKNOWN))
    yield Stock("start", 1, lambda found, whole: START(UNKNOWN))


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
