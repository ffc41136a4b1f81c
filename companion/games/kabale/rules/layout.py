"""Which piece of Kabale und Hiebe lies where, and how many of each the box holds.

place             is
hand/black        a player's hand
deck/black        their deck
discard/black     their discard pile, face up
column/2          a column: an objective, and under it the cards by number
player/black      the objectives they won
deck/objectives   the objectives still to come
box               objectives that nobody could win
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, partial

from msgspec.structs import replace

from companion.games.kabale.rules.card_effects import SlideDecision
from companion.games.kabale.rules.constants import CHARACTERS, MATERIAL, OBJECTIVES
from companion.games.kabale.rules.events import replace_column, replace_player
from companion.games.kabale.rules.objectives import OBJECTIVE_COPY_COUNTS
from companion.games.kabale.rules.pieces import card_piece, column_zone
from companion.games.kabale.rules.state import (
    CardState,
    ColumnState,
    TableState,
)
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import Face, Inventory, Layout, Place, PlacedPieces, Stock
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset
from companion.rules.tracking.tracked_pieces import NEXT_NUMBER_FACT

CARDS_ADD_UP = declare_clause("K-M1", "cards-add-up", "who", "cards", "wanted")
CARD_TWICE = declare_clause("K-M1", "twice", "who", "card")
OBJECTIVE_COPIES = declare_clause("K-M3", "objective-copies", "objective", "seen", "copies")
CLOSED_FACT: Mapping[str, str] = {"closed": "yes"}
"""The public facts of a column that a Storm closed (K-2.3)."""
FULL_FACT: Mapping[str, str] = {"full": "yes"}
"""The public facts of a column with as many cards as its objective asks for (K-1.4)."""


_OBJECTIVES = Place("deck/objectives", "deck")


def make_layout(position: TableState) -> Layout:
    """Every place with its pieces.

    The columns come first, then each player's places, then the objectives still to come and those out of the
    game.
    """
    slides = _slide_decision(position)
    places = [_column(number, column, slides) for number, column in enumerate(position.columns, 1)]
    won: Face = "up" if position.phase == "over" else "down"  # K-3.8
    for who, player in position.players.items():
        places += (
            Place(f"hand/{who}", "hand", who, _cards(who, player.hand, "down")),
            Place(f"deck/{who}", "deck", who, _deck(who, player.deck)),
            Place(f"discard/{who}", "pile", who, _cards(who, player.discard, "up")),
            Place(f"player/{who}", "spot", who, _objectives(player.won, won)),
        )
    return (*places, _OBJECTIVES, Place("box", "supply", pieces=_objectives(position.lost, "up")))


def _slide_decision(position: TableState) -> SlideDecision | None:
    """The decision whether a card is slid under a Cloak (K-2.4); None where it is not asked."""
    asked = position.agenda[0] if position.agenda else None
    return asked if isinstance(asked, SlideDecision) else None


def _column(number: int, column: ColumnState, slides: SlideDecision | None) -> Place:
    """A column: its objective, and under it the numbered cards."""
    head = _objectives((column.objective,) if column.objective else (), "up")
    cards = [
        PlacedPieces(card_piece(card.by, card.card), 1, "up" if card.up else "down", str(at))
        for at, card in enumerate(column.cards, 1)
    ]
    # an unknown objective asks for nobody knows how many
    full = column.objective in OBJECTIVE_COPY_COUNTS and column.is_full
    facts: Mapping[str, str | int] = CLOSED_FACT if column.closed else FULL_FACT if full else {}
    if slides is not None and slides.column == number:
        facts = {**facts, NEXT_NUMBER_FACT: slides.at + 1}
    return Place(column_zone(number), "row", "", (*head, *cards), facts)


def _cards(who: str, counts: Multiset, face: Face) -> tuple[PlacedPieces, ...]:
    return tuple(
        [PlacedPieces(card_piece(who, card), number, face) for card, number in counts.items() if number > 0]
    )


def _deck(who: str, number: int) -> tuple[PlacedPieces, ...]:
    """A deck as a number of cards, which may be negative where too many are counted elsewhere."""
    return (PlacedPieces(card_piece(who, UNKNOWN), number, "down"),) if number else ()


def _objectives(names: Iterable[str], face: Face) -> tuple[PlacedPieces, ...]:
    """The objectives in the order given, those of one name together."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return tuple([PlacedPieces(f"objective/{name}", number, face) for name, number in counts.items()])


# -- and back: a position from what a person says lies somewhere


def corrected_position(position: TableState, place: Place) -> TableState | None:
    """The table with exactly these pieces at that place; None where no table can have them."""
    kind, _, which = place.id.partition("/")
    won = _names_of_family(place, "objective")
    match kind:
        case "column" if not won:
            return None  # an objective is replaced, not removed
        case "column":
            return replace_column(position, int(which), _corrected_column(position, place, won))
        case "box":
            return replace(position, lost=won)
    if which not in position.players:
        return None
    player = position.players[which]
    cards = dict(Counter(_names_of_family(place, f"card/{which}")))
    match kind:
        case "hand":
            player = replace(player, hand=cards)
        case "discard":
            player = replace(player, discard=cards)
        case "player" if UNKNOWN in player.won or UNKNOWN in won:
            return None  # only the players can know who won it (K-3.8) or which one left
        case "player":
            player = replace(player, won=won)
    return replace_player(position, which, player)


def _names_of_family(place: Place, family: str) -> tuple[str, ...]:
    """The names of the pieces of that family at the place, one for each piece."""
    inside = family + "/"
    return tuple(
        placed.piece.removeprefix(inside)
        for placed in place.pieces
        if placed.piece.startswith(inside)
        for _ in range(placed.count)
    )


def _corrected_column(position: TableState, place: Place, objectives: tuple[str, ...]) -> ColumnState:
    """The column with those pieces; in a round, a Storm face up closes it (K-2.3)."""
    there = [placed for placed in place.pieces if placed.at and placed.piece.startswith("card/")]
    words = [
        (placed.piece.split("/"), placed.face == "up")
        for placed in sorted(there, key=lambda each: int(each.at))
    ]
    cards = tuple(CardState(by, card, up) for (_, by, card), up in words)
    before = position.column(int(place.id.partition("/")[2]))
    storm = len(cards) > 1 and cards[-2].up and cards[-2].card == "storm"
    closed = storm if position.phase == "play" and cards != before.cards else before.closed
    return ColumnState("".join(objectives[:1]), closed, cards)


@cache
def make_inventory(colours: tuple[str, ...]) -> Inventory:
    """How many of each piece the box holds for those players (K-M1, K-M3)."""
    return (
        *(
            Stock(
                f"card/{who}",
                MATERIAL["copies"],
                partial(CARDS_ADD_UP, who),
                copies_by_name=dict.fromkeys(CHARACTERS, 1),
                copies_refusal=partial(_twice, who),
            )
            for who in colours
        ),
        Stock("objective", len(OBJECTIVES), None, _OBJECTIVES.id, OBJECTIVE_COPY_COUNTS, OBJECTIVE_COPIES),
    )


def _twice(who: str, card: str, _found: int, _copies: int) -> Refusal:
    return CARD_TWICE(who, card)
