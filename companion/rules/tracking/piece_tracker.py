"""Which piece is which along a path of layouts: what movements need to know beside where everything lies.

A layout says that a card lies face down in a column, never which one. The tracker finds it out layout by layout and
by the surest signs first: a name; that one like it lay there; that a hand has one less. Hands keep the names of what
came into them, decks do not tell their cards apart. A card slid under another unknown one of its owner is marked by a
fact of the row, `NEXT_NUMBER_FACT`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.rules.layout import Face, Layout, Place, PlacedPieces, Stock
from companion.rules.tracking.tracked_pieces import (
    NEXT_NUMBER_FACT,
    PieceSlot,
    PieceTransfer,
    PlaceLookup,
    TrackedPiece,
    is_in_row,
    is_unknown_piece,
    match_row,
    spot_of,
    unknown_piece_of,
)

FindStock = Callable[[str], Stock | None]
"""The stock that a piece belongs to."""
ChangedPlaces = Sequence[tuple[Place, Place]]
"""Pairs of a place before and after, of those that changed."""


class PieceTracker:
    """Pieces where they lie now. `find` gives the stocks whose pieces are tracked.

    row_pieces: those in rows, in their order.
    loose_pieces: those elsewhere that can be told apart.
    unknown_origins: by stock and place the others, by where they came from.
    merged_pieces: pieces that have become one among others.
    laid_out_decks: whole decks that were laid out face up.
    """

    def __init__(self, find: FindStock, places: PlaceLookup, first: Layout) -> None:
        self._find = find
        self.places = places
        self.row_pieces: dict[str, list[TrackedPiece]] = {}
        self.loose_pieces: dict[str, list[TrackedPiece]] = {}
        self.unknown_origins: dict[tuple[str, str], Counter[str]] = {}
        self.stocks: dict[str, Stock] = {}
        self._faces: dict[tuple[str, str], Face] = {}
        self.merged_pieces: list[TrackedPiece] = []
        self.laid_out_decks: list[PieceTransfer] = []
        for place in first:
            for placed in place.pieces:
                stock = find(placed.piece)
                if stock is not None:
                    self._add_placed(stock, place, placed)

    def _add_placed(self, stock: Stock, place: Place, placed: PlacedPieces) -> None:
        where, word, row = spot_of(place, placed), placed.piece, is_in_row(place, placed)
        if is_unknown_piece(word) and not row:
            self.unknown_piece_origins(stock, where)[where] += placed.count
            self._faces[stock.family, where] = placed.face
            return
        named = not is_unknown_piece(word)
        (self.row_pieces if row else self.loose_pieces).setdefault(where, []).extend(
            TrackedPiece(stock, where, row, placed.face, word, word, named, is_unknown=not named)
            for _ in range(placed.count)
        )

    # -- from layout to layout

    def advance_to_next_layout(self, changed: ChangedPlaces) -> None:
        """Go to the next layout, given the places that changed in it."""
        sums = Counter[str]()
        for before, after in changed:
            for place, sign in ((before, -1), (after, 1)):
                for placed in place.pieces:
                    sums[placed.piece] += sign * placed.count
        families: dict[str, _Change] = {}

        def change_of(stock: Stock) -> _Change:
            return families.setdefault(stock.family, _Change(self, stock))

        for before, after in changed:
            if "row" in (before.kind, after.kind):
                self._advance_row(after, sums, change_of)
            self._advance_place(before, after, sums, change_of)
        for change in families.values():
            change.resolve()

    def _advance_row(
        self, after: Place, sums: Mapping[str, int], change_of: Callable[[Stock], _Change]
    ) -> None:
        """Track what stays in a row, what leaves it and what comes."""
        row = self.row_pieces.get(after.id, [])
        found = ((self._find(each.piece), each.piece) for each in after.pieces if is_in_row(after, each))
        slots = [(stock, word) for stock, word in found if stock is not None]
        stays = match_row(row, slots, sums, str(after.facts.get(NEXT_NUMBER_FACT, "")))
        for old, piece in enumerate(row):
            if old not in stays:
                change_of(piece.stock).lost.append((after.id, piece))
        there = {new: row[old] for old, new in stays.items()}
        for at, (stock, word) in enumerate(slots):
            if at in there:
                there[at].reveal(word)
            else:
                there[at] = TrackedPiece(stock, "", False, "", word, word)  # until it is found
                change_of(stock).gained.append(PieceSlot(after.id, word, at))
        self.row_pieces[after.id] = [there[at] for at in range(len(slots))]

    def _advance_place(
        self, before: Place, after: Place, sums: Mapping[str, int], change_of: Callable[[Stock], _Change]
    ) -> None:
        """Track what else changes its number at a place."""
        changes: dict[tuple[str, str], Counter[str]] = {}
        for place, sign in ((before, -1), (after, 1)):
            for placed in place.pieces:
                stock = None if is_in_row(place, placed) else self._find(placed.piece)
                if stock is not None:
                    here = changes.setdefault((spot_of(place, placed), stock.family), Counter())
                    here[placed.piece] += sign * placed.count
        for (where, _), change in changes.items():
            stock = self._find(next(iter(change)))
            if stock is not None and any(change.values()):
                self._reveal_turned(stock, where, change, sums)
                change_of(stock).count(where, change)

    def _reveal_turned(self, stock: Stock, where: str, change: Counter[str], sums: Mapping[str, int]) -> None:
        """Take out of the changes what still lies there: turned over, or under another name."""
        gone = [word for word in change if change[word] < 0 and sums[word] < 0]
        come = [word for word in change if change[word] > 0 and sums[word] > 0]
        for old in gone:
            for new in come:
                for _ in range(min(-change[old], change[new])):
                    self._piece_there(stock, where, old, new).reveal(new)
                    change[old] += 1
                    change[new] -= 1

    def _piece_there(self, stock: Stock, where: str, old: str, new: str) -> TrackedPiece:
        """The piece that lies there under one word and from now on under another."""
        here = self.loose_pieces.setdefault(where, [])
        known = (each for each in here if each.current_word == (new if is_unknown_piece(old) else old))
        piece = next((each for each in known if each.is_unknown == is_unknown_piece(old)), None)
        if piece is None:
            piece = self.identify_piece(stock, self.take_unknown_piece(stock, where, where), new, old)
            here.append(piece)
        return piece

    # -- pieces of unknown name

    def unknown_piece_origins(self, stock: Stock, where: str) -> Counter[str]:
        """The pieces of that stock that lie there, by where they came from."""
        self.stocks[stock.family] = stock
        return self.unknown_origins.setdefault((stock.family, where), Counter())

    def take_unknown_piece(self, stock: Stock, where: str, to: str, leaving: int = 1) -> str:
        """Take one of the pieces that leave for another place; return where it came from, `to` itself where possible.

        `leaving`: how many leave.
        """
        here = self.unknown_piece_origins(stock, where)
        origin = next((each for each in (to, where) if here[each] > 0), None)
        if origin is None and where != stock.rest_place:
            origin = next((each for each, number in here.items() if number > 0), None)
        if origin is not None:
            here[origin] -= 1
            return origin
        known = [each for each in self.loose_pieces.get(where, ()) if each.is_unknown and each.stock is stock]
        if not known:
            return where
        all_of_them = len(known) <= leaving or self.places.is_visible_to_all(where)
        went = to if all_of_them and not self.places.is_visible_to_all(to) else where
        self.loose_pieces[where].remove(known[-1])
        self._merge(known[-1], went)
        return went

    def identify_piece(self, stock: Stock, came: str, word: str, called: str) -> TrackedPiece:
        """One of the pieces that came from there, of which more is known now."""
        return TrackedPiece(stock, came, False, self._faces.get((stock.family, came), "down"), word, called)

    def put_piece(self, piece: TrackedPiece, where: str, word: str) -> None:
        """Put a piece down at a place that is no row. Where it cannot be told from others, its tracking ends."""
        piece.reveal(word)
        piece.is_unknown = piece.is_unknown or where == piece.stock.rest_place
        if piece.is_unknown and is_unknown_piece(piece.first_word):
            self._merge(piece, where)
            self.unknown_piece_origins(piece.stock, where)[where] += 1
        else:
            self.loose_pieces.setdefault(where, []).append(piece)

    def _merge(self, piece: TrackedPiece, where: str) -> None:
        piece.merged_at = where
        self.merged_pieces.append(piece)


class _Change:
    """What the pieces of one stock did between two layouts: what left its place, and where some came.

    fewer, more: place -> how many pieces without a name left it or came, in no row.
    """

    def __init__(self, tracker: PieceTracker, stock: Stock) -> None:
        self.tracker = tracker
        self.stock = stock
        self.lost: list[tuple[str, TrackedPiece]] = []
        self.gained: list[PieceSlot] = []
        self.fewer = Counter[str]()
        self.more = Counter[str]()

    def count(self, where: str, change: Mapping[str, int]) -> None:
        """Count the changes at a place that is no row: word -> how many more or fewer."""
        for word, number in change.items():
            if is_unknown_piece(word):
                (self.fewer if number < 0 else self.more)[where] += abs(number)
                continue
            self.gained += [PieceSlot(where, word)] * number
            here = self.tracker.loose_pieces.get(where, [])
            for piece in [each for each in here if each.current_word == word and not each.is_unknown][
                : max(0, -number)
            ]:
                here.remove(piece)
                self.lost.append((where, piece))

    def resolve(self) -> None:
        """Find out which piece came from where, by the surest signs first."""
        self._rest()
        for sure in (self._by_name, self._known, self._piled, self._unnamed, self._out_of, self._any):
            for slot in [each for each in self.gained if not is_unknown_piece(each.word)]:
                self._fill(slot, sure(slot))
        for sure in (self._any, self._out_of):
            for slot in list(self.gained):
                self._fill(slot, sure(slot))
        for where in list(self.more.elements()):
            self._nameless(where)

    def _rest(self) -> None:
        over = len(self.lost) + self.fewer.total() - len(self.gained) - self.more.total()
        if self.stock.rest_place and over:
            (self.more if over > 0 else self.fewer)[self.stock.rest_place] += abs(over)

    def _fill(self, slot: PieceSlot, piece: TrackedPiece | None) -> None:
        if piece is None:
            return
        self.gained.remove(slot)
        if slot.row_index < 0:
            self.tracker.put_piece(piece, slot.spot, slot.word)
        else:
            piece.reveal(slot.word)
            self.tracker.row_pieces[slot.spot][slot.row_index] = piece

    def _take(self, which: Callable[[str, TrackedPiece], bool]) -> TrackedPiece | None:
        for each in self.lost:
            if which(*each):
                self.lost.remove(each)
                return each[1]
        return None

    # -- signs

    def _by_name(self, slot: PieceSlot) -> TrackedPiece | None:
        """A piece of that name that has left its place."""
        return self._take(lambda where, piece: piece.current_word == slot.word)

    def _known(self, slot: PieceSlot) -> TrackedPiece | None:
        """A piece known to be where it cannot be read: one has left there, or it is the only one of that name."""
        known = [
            (where, pieces, piece)
            for where, pieces in self.tracker.loose_pieces.items()
            for piece in pieces
            if piece.is_unknown and piece.current_word == slot.word
        ]
        for where, pieces, piece in sorted(known, key=lambda each: not self.fewer[each[0]]):
            only = self.stock.copies_by_name.get(self.stock.name_in_family(slot.word) or "") == 1
            left = self._leaves(where) if only or self.fewer[where] > 0 else None
            if left is not None:
                pieces.remove(piece)
                if left != where:  # another one left instead
                    self.tracker.unknown_piece_origins(self.stock, where)[
                        self.tracker.take_unknown_piece(self.stock, left, where)
                    ] += 1
                return piece
        return self._one_among_others(slot.word)

    def _one_among_others(self, word: str) -> TrackedPiece | None:
        """A piece that became one among others that are here now, and shows itself again."""
        for piece in self.tracker.merged_pieces:
            for where in +self.fewer if piece.current_word == word else ():
                here = self.tracker.unknown_piece_origins(self.stock, where)
                if here[piece.merged_at] > 0:
                    here[piece.merged_at] -= 1
                    self.fewer[where] -= 1
                    self.tracker.merged_pieces.remove(piece)
                    return piece
        return None

    def _piled(self, slot: PieceSlot) -> TrackedPiece | None:
        """A card of a deck that became a pile, face up: it is laid out whole, and only then is every card named."""
        places = self.tracker.places
        if slot.row_index >= 0 or not places.is_visible_to_all(slot.spot):
            return None
        for where in +self.fewer:
            here = self.tracker.unknown_piece_origins(self.stock, where)
            if (
                places.kind_of(where) == "deck"
                and where != self.stock.rest_place
                and here.total() == self.fewer[where]
            ):
                self.fewer[where] -= 1
                origin = self.tracker.take_unknown_piece(self.stock, where, slot.spot)
                self.tracker.laid_out_decks.append(
                    PieceTransfer(self.stock, unknown_piece_of(self.stock), 1, origin, slot.spot)
                )
                word = slot.word
                return TrackedPiece(
                    self.stock, slot.spot, False, "up", word, word, True, False, from_laid_out_deck=True
                )
        return None

    def _unnamed(self, slot: PieceSlot) -> TrackedPiece | None:
        """A piece without a name that has left a row."""
        return self._take(lambda where, piece: is_unknown_piece(piece.current_word))

    def _out_of(self, slot: PieceSlot) -> TrackedPiece | None:
        """A piece from a hand, a deck or the rest of the box, which has one less."""
        where = self._leaves("", slot.spot)
        if where is None:
            return None
        return self.tracker.identify_piece(
            self.stock, self.tracker.take_unknown_piece(self.stock, where, slot.spot), slot.word, slot.word
        )

    def _any(self, slot: PieceSlot) -> TrackedPiece | None:
        """Any piece that has left: it may have been misread."""
        return self._take(lambda where, piece: True)

    def _leaves(self, best: str, to: str = "") -> str | None:
        """A place that a piece without a name has left: `best`, else one of the same owner, else a hand."""
        places, owner = self.tracker.places, self.tracker.places.owner_of(to)

        def unlikely(where: str) -> tuple[bool, bool, bool]:
            return where != best, places.owner_of(where) != owner, places.kind_of(where) != "hand"

        where = min(+self.fewer, key=unlikely, default=None)
        if where is not None:
            self.fewer[where] -= 1
        return where

    def _nameless(self, where: str) -> None:
        """Put one piece that nobody can read any more there."""
        owner = self.tracker.places.owner_of(where)
        piece = self._take(lambda source, piece: self.tracker.places.owner_of(source) == owner) or self._take(
            lambda source, piece: True
        )
        if piece is not None:
            self.tracker.put_piece(piece, where, unknown_piece_of(self.stock))
        elif (left := self._leaves("", where)) is not None:
            origin = self.tracker.take_unknown_piece(self.stock, left, where, self.fewer[left] + 1)
            self.tracker.unknown_piece_origins(self.stock, where)[origin] += 1
