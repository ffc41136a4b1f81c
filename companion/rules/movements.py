"""The movements that people must make so that the table has another layout, one after another.

They follow from layouts alone (companion.rules.layout), one for each event on the way. Movements are values; other
modules speak them.

    place                   meaning
    column/2, hand/blue     a place by its id; what is put into a row comes last in it
    card/2.1                the first of the row `column/2`, where `column/2` could mean another card: taken there, or
                            put there before those that lie from there on
    grid/blue/d4/r1m        where a tile lies on a grid, and how it is turned
    track/12                a step of a track
    bank, deck/objectives   the rest of a stock, into which nobody looks

What can be read before the movements or after them is named, `card/black/mage`; so is what goes from hand to hand if
it could be read on the way; else it is `card/black/?`. In hands and decks cards are only counted. Out of them, what
has a name is put down face up and what has none face down; anything else lies as it lay, and is turned where it must
not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from companion.rules.layout import Face, Layout, Stock
from companion.rules.tracking.layout_changes import (
    changed_places,
    families_to_track,
    make_stock_finder,
    path_without_detours,
)
from companion.rules.tracking.piece_tracker import PieceTracker
from companion.rules.tracking.tracked_pieces import (
    PieceTransfer,
    PlaceLookup,
    TrackedPiece,
    is_in_row,
    is_unknown_piece,
    spot_of,
    unknown_piece_of,
)


class Movement(Struct, frozen=True):
    """One movement: `count` of `piece` (`stone/yellow`, `money`, `chip/ring`, `king`) from one place to another.

    Places are as in `tile/6`, `own/yellow`, `bank`, `deck/influence`. `turn`: at the place `at`, `piece` shows
    `from_` (`up`, `down`) and must show `to`.
    """

    kind: Literal["move", "turn"]
    piece: str
    count: int
    from_: str
    to: str
    at: str = ""


OFF, PILED, STORED, TURNED, ACROSS, ON, LAID = range(7)
"""The order of movements: off the table, whole decks onto piles, between hands, decks and supplies, what is turned
where it lies, from place to place on the table, onto it, and at last into rows."""
RankedMovement = tuple[int, Movement]
"""A movement and its rank, one of these."""
TransferCounts = Counter[tuple[str, str, str]]
"""(what, from, to) -> how many."""


def movements_between(inventory: Sequence[Stock], path: Sequence[Layout]) -> tuple[Movement, ...]:
    """The movements from the first layout to the last, in an order in which people can make them.

    Each layout differs from the one before it by one event, which shows which piece is which. The layouts are public
    ones (`Game.layout` of public positions); what is hidden in all of them is not named.
    """
    straight = path_without_detours(path)
    places = PlaceLookup(straight)
    steps = [list(changed_places(before, after)) for before, after in pairwise(straight)]
    find = make_stock_finder(inventory)
    tracked = families_to_track(find, straight[0], steps)

    def tracked_stock(word: str) -> Stock | None:
        stock = find(word)
        return stock if stock and stock.family in tracked else None

    tracker = PieceTracker(tracked_stock, places, straight[0])
    rows = {id: list(row) for id, row in tracker.row_pieces.items()}
    for step in steps:
        tracker.advance_to_next_layout(step)
    made = [
        *_movements_by_count(inventory, tracked, places, straight),
        *_movements_of_tracked(tracker, rows, straight[-1]),
    ]
    taken = {(each.piece, each.from_) for _, each in made if each.kind == "move"}

    def order(of: RankedMovement) -> int:
        """A piece that stays is turned last where one like it is taken beside it, lest the wrong one is taken."""
        beside = (
            of[1].kind == "turn" and of[1].at not in tracker.row_pieces and (of[1].piece, of[1].at) in taken
        )
        return LAID + 1 if beside else of[0]

    return tuple(movement for _, movement in sorted(made, key=order))


# -- pieces that need only be counted


def _movements_by_count(
    box: Sequence[Stock], tracked: Collection[str], places: PlaceLookup, path: Sequence[Layout]
) -> Iterator[RankedMovement]:
    """Movements of pieces that are all alike, from the first and the last layout, in the inventory's order."""
    find = make_stock_finder(box)
    changes: dict[str, Counter[str]] = {}
    for before, after in changed_places(path[0], path[-1]):
        for place, sign in ((before, -1), (after, 1)):
            for placed in place.pieces:
                changes.setdefault(placed.piece, Counter())[spot_of(place, placed)] += sign * placed.count
    stocks = [stock for stock in box if stock.family not in tracked]
    for stock in stocks:
        for word in [each for each in changes if find(each) is stock]:
            change = changes[word]
            for count, came, went in _pairs(stock, places, change):
                yield _rank(places, came, went), Movement("move", word, count, came, went)


def _pairs(stock: Stock, places: PlaceLookup, change: Counter[str]) -> Iterator[tuple[int, str, str]]:
    """How many go from where to where: within what is one player's, then anywhere; coins by way of the bank.

    Tiles that only change their place on a grid also go by way of the rest: they are taken off and laid anew.
    """
    if stock.rest_place:
        change[stock.rest_place] -= change.total()
    lost, gained = -change, +change
    if stock.total is None and stock.rest_place:
        yield from (
            (number, came, stock.rest_place) for came, number in lost.items() if came != stock.rest_place
        )
        yield from (
            (number, stock.rest_place, went) for went, number in gained.items() if went != stock.rest_place
        )
        return
    for own in (True, False):
        for came in lost:
            for went in gained:
                count = min(lost[came], gained[went])
                if count <= 0 or (own and places.owner_of(came) != places.owner_of(went)):
                    continue
                lost[came] -= count
                gained[went] -= count
                if stock.rest_place and places.kind_of(came) == places.kind_of(went) == "grid":
                    yield count, came, stock.rest_place
                    yield count, stock.rest_place, went
                else:
                    yield count, came, went


def _rank(places: PlaceLookup, came: str, went: str) -> int:
    match places.is_visible_to_all(came), places.is_visible_to_all(went):
        case True, False:
            return OFF
        case False, False:
            return STORED
        case True, True:
            return ACROSS
    return ON


# -- pieces that were followed


def _movements_of_tracked(
    tracker: PieceTracker, rows: Mapping[str, Sequence[TrackedPiece]], last: Layout
) -> Iterator[RankedMovement]:
    places, faces = tracker.places, _faces_of(last)
    for piled in (False, True):
        ended = TransferCounts(
            (each.first_word, each.origin, each.merged_at)
            for each in tracker.merged_pieces
            if each.from_laid_out_deck is piled and not each.from_row
        )
        yield from _counted_movements(ended, places, STORED if piled else None)
    yield from _loose_piece_movements(tracker, faces)
    yield from _counted_movements(_transfer_counts(tracker.laid_out_decks), places, PILED)
    yield from _counted_movements(_unknown_transfers(tracker), places)
    yield from RowMovementPlanner(tracker, rows, last).ranked_movements()


def _transfer_counts(transfers: Iterable[PieceTransfer]) -> TransferCounts:
    found = TransferCounts()
    for transfer in transfers:
        found[transfer.word, transfer.origin, transfer.destination] += transfer.count
    return found


def _unknown_transfers(tracker: PieceTracker) -> TransferCounts:
    return _transfer_counts(
        PieceTransfer(tracker.stocks[name], unknown_piece_of(tracker.stocks[name]), number, came, went)
        for (name, went), origins in tracker.unknown_origins.items()
        for came, number in origins.items()
    )


def _counted_movements(
    counts: Mapping[tuple[str, str, str], int], places: PlaceLookup, rank: int | None = None
) -> Iterator[RankedMovement]:
    for (what, came, went), number in counts.items():
        if number > 0 and came and came != went:
            yield (
                _rank(places, came, went) if rank is None else rank,
                Movement("move", what, number, came, went),
            )


FaceByPlaceAndPiece = Mapping[tuple[str, str], Face]
"""(place, word) -> how it lies there."""


def _faces_of(layout: Layout) -> FaceByPlaceAndPiece:
    return {(spot_of(place, each), each.piece): each.face for place in layout for each in place.pieces}


def _loose_piece_movements(tracker: PieceTracker, faces: FaceByPlaceAndPiece) -> Iterator[RankedMovement]:
    """Pieces that came from no row and go to none, those alike together: moved and turned over."""
    counts: Counter[tuple[int, str, str, str, Face, Face]] = Counter()
    places = tracker.places
    order = {where: at for at, (where, _) in enumerate(faces)}
    for went in sorted(tracker.loose_pieces, key=lambda where: order.get(where, len(order))):
        for piece in tracker.loose_pieces[went]:
            if not piece.from_row and piece.origin:
                new_face = faces.get(
                    (went, unknown_piece_of(piece.stock) if piece.is_unknown else piece.current_word), ""
                )
                rank = TURNED if piece.origin == went else _rank(places, piece.origin, went)
                rank = STORED if piece.from_laid_out_deck and rank == OFF else rank
                counts[rank, piece.first_word, piece.origin, went, piece.face, new_face] += 1
    for (rank, what, came, went, face, new_face), number in counts.items():
        if came != went:
            yield rank, Movement("move", what, number, came, went)
        if (
            places.is_visible_to_all(came)
            and places.is_visible_to_all(went)
            and face
            and new_face
            and face != new_face
        ):
            yield rank, Movement("turn", what, number, face, new_face, went)


# -- rows


class RowMovementPlanner:
    """Plans the movements of the pieces of rows. `rows`: the rows as they lie now."""

    def __init__(
        self, tracker: PieceTracker, rows: Mapping[str, Sequence[TrackedPiece]], last: Layout
    ) -> None:
        self.places = tracker.places
        self.target_rows = {
            place.id: tracker.row_pieces[place.id] for place in last if place.id in tracker.row_pieces
        }
        self.rows = {id: list(rows.get(id, ())) for id in {**rows, **self.target_rows}}
        self.destinations = {
            piece: where for where, pieces in tracker.loose_pieces.items() for piece in pieces
        }
        self.destinations |= {piece: piece.merged_at for piece in tracker.merged_pieces}
        self.current_looks = {
            piece: (piece.first_word if piece.was_known else unknown_piece_of(piece.stock), piece.face)
            for row in self.rows.values()
            for piece in row
        }
        self.target_looks: dict[TrackedPiece, tuple[str, Face]] = {}
        self._set_target_looks(last)

    def _set_target_looks(self, last: Layout) -> None:
        faces = _faces_of(last)
        for place in last:
            faces_in_row = [each.face for each in place.pieces if is_in_row(place, each)]
            for piece, face in zip(self.target_rows.get(place.id, ()), faces_in_row, strict=False):
                self.target_looks[piece] = (
                    (unknown_piece_of(piece.stock) if piece.is_unknown else piece.first_word),
                    face,
                )
        for piece, went in self.destinations.items():
            word = unknown_piece_of(piece.stock) if piece.is_unknown else piece.current_word
            self.target_looks[piece] = (
                unknown_piece_of(piece.stock) if piece.is_unknown else piece.first_word,
                faces.get((went, word), ""),
            )

    def _called(self, piece: TrackedPiece) -> str:
        """The name that can be read on it now, or afterwards."""
        word_now, word_then = (
            self.current_looks.get(piece, (unknown_piece_of(piece.stock), ""))[0],
            self.target_looks.get(piece, ("", ""))[0],
        )
        if not is_unknown_piece(word_now):
            return word_now
        if not is_unknown_piece(word_then):
            return word_then or word_now
        return word_now if piece.was_known is False else piece.first_word

    def ranked_movements(self) -> Iterator[RankedMovement]:
        """Take pieces off the rows from their ends, turn them, move them between rows, put them in, in their order."""
        yield from ((OFF, each) for each in self._off())
        for piece in [piece for row in self.rows.values() for piece in row]:
            yield from ((TURNED, each) for each in self._turned(piece))
        yield from ((LAID, each) for each in self._put())

    def _off(self) -> Iterator[Movement]:
        stays = {piece for row in self.target_rows.values() for piece in row}
        for id, row in self.rows.items():
            for piece in [piece for piece in reversed(row) if piece not in stays]:
                came, went = self._taken(piece, id), self.destinations.get(piece, "")
                if went:
                    yield Movement("move", self._called(piece), 1, came, went)
                    if self.places.is_visible_to_all(went):
                        yield from self._turned(piece, went)

    def _turned(self, piece: TrackedPiece, where: str = "") -> Iterator[Movement]:
        """Turned over where it lies: in a row, or at `where`."""
        face, (word, new_face) = self.current_looks[piece][1], self.target_looks[piece]
        if face and new_face and face != new_face:
            yield Movement("turn", self._called(piece), 1, face, new_face, where or self._where(piece))
            self.current_looks[piece] = word, new_face

    def _put(self) -> Iterator[Movement]:
        stays = {piece for id in self.rows for piece in self._kept(id)}
        on = {piece for row in self.rows.values() for piece in row}
        for of_rows in (True, False):
            for id, wanted in self.target_rows.items():
                for piece in wanted:
                    if piece not in stays and (piece in on) is of_rows:
                        yield from self._laid(piece, id)

    def _kept(self, id: str) -> Iterator[TrackedPiece]:
        """The pieces of a row that need not be moved."""
        row, wanted = self.rows[id], self.target_rows.get(id, [])
        for block in SequenceMatcher(None, row, wanted, autojunk=False).get_matching_blocks():
            yield from row[block.a : block.a + block.size]

    def _laid(self, piece: TrackedPiece, id: str) -> Iterator[Movement]:
        came = self._source(piece, id)
        row, wanted = self.rows[id], self.target_rows[id]
        above = [row.index(other) for other in wanted[: wanted.index(piece)] if other in row]
        at = max(above) + 1 if above else 0
        went = id if at == len(row) else _number(piece, id, at)
        row.insert(at, piece)
        if came:
            yield Movement("move", self._called(piece), 1, came, went)
            yield from self._turned(piece)

    def _source(self, piece: TrackedPiece, to: str) -> str:
        """Where it is taken from. Out of hands and decks, a piece with a name comes face up."""
        for id, row in self.rows.items():
            if piece in row:
                return self._taken(piece, id, precisely=id == to)
        if self.places.is_visible_to_all(piece.origin):
            self.current_looks[piece] = (
                piece.first_word if piece.was_known else unknown_piece_of(piece.stock),
                piece.face,
            )
        else:
            word, _ = self.target_looks[piece]
            self.current_looks[piece] = word, "down" if is_unknown_piece(word) else "up"
        return piece.origin

    def _taken(self, piece: TrackedPiece, id: str, *, precisely: bool = False) -> str:
        """Take it out of its row; precise where its name would mean another one, too."""
        where = id if not precisely else ""
        where = where and self._where(piece)
        where = where or _number(piece, id, self.rows[id].index(piece))
        self.rows[id].remove(piece)
        return where

    def _where(self, piece: TrackedPiece) -> str:
        """The spot of the piece: the row alone, if nobody would mistake another one for it."""
        id, row = next((id, row) for id, row in self.rows.items() if piece in row)
        what = self._called(piece)
        alike = [each for each in row if self.current_looks[each][0] == what]
        backs = [
            each
            for each in row
            if each.stock is piece.stock and is_unknown_piece(self.current_looks[each][0])
        ]
        return id if (alike or backs)[-1] is piece else _number(piece, id, row.index(piece))


def _number(piece: TrackedPiece, row: str, at: int) -> str:
    """A piece of a row by its number, counted from 0 here and from 1 in the text."""
    return f"{piece.stock.family.partition('/')[0]}/{row.rpartition('/')[2]}.{at + 1}"
