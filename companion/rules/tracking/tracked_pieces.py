"""Pieces and places as movements name them, for tracking pieces from one layout to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from companion.rules.layout import Face, Layout, Place, PlacedPieces, Stock
from companion.rules.moves import UNKNOWN

NEXT_NUMBER_FACT = "next"
"""The fact of a row with the number that the next piece will have in it, where it does not come last."""


class TrackedPiece(Struct, eq=False):
    """One tracked piece.

    origin: where it lay at first, "" where that cannot be found out.
    from_row: it lay in the order of a row.
    face: the side that was up there.
    first_word: its name, the first that was read.
    current_word: its name now, another one where somebody corrected a misreading.
    was_known: whether its name could be read at first.
    is_unknown: whether its name cannot be read now.
    merged_at: where it has become one among others.
    from_laid_out_deck: it came there out of a deck that was laid out whole.
    """

    stock: Stock
    origin: str
    from_row: bool
    face: Face
    first_word: str
    current_word: str
    was_known: bool = False
    is_unknown: bool = True
    merged_at: str = ""
    from_laid_out_deck: bool = False

    def reveal(self, word: str) -> None:
        """Note that this word can be read on it now."""
        self.is_unknown = is_unknown_piece(word)
        if not self.is_unknown:
            self.current_word = word
            self.first_word = word if is_unknown_piece(self.first_word) else self.first_word


class PieceTransfer(Struct, frozen=True):
    """A number of pieces, all alike, that went from one place to another."""

    stock: Stock
    word: str
    count: int
    origin: str
    destination: str


class PieceSlot(Struct, frozen=True):
    """Where a piece has come: a place, its number in a row (`row_index`, from 0), and what can be read on it."""

    spot: str
    word: str
    row_index: int = -1


def is_unknown_piece(word: str) -> bool:
    """Whether a piece with that word has no name that anybody knows."""
    return word.endswith(f"/{UNKNOWN}")


def unknown_piece_of(stock: Stock) -> str:
    """The word of a piece of that stock without a name."""
    return f"{stock.family}/{UNKNOWN}"


def spot_of(place: Place, pieces: PlacedPieces) -> str:
    """The spot where the pieces lie: a cell of a grid, a step of a track, else the place."""
    return f"{place.id}/{pieces.at}" if place.kind in ("grid", "track") and pieces.at else place.id


def is_in_row(place: Place, pieces: PlacedPieces) -> bool:
    """Whether they are among those that lie one after another."""
    return place.kind == "row" and pieces.at != ""


class PlaceLookup:
    """All places of a path, by the spots that movements name."""

    def __init__(self, path: Iterable[Layout]) -> None:
        self._all = {place.id: place for layout in path for place in layout}
        self._of: dict[str, Place | None] = {}

    def place_of(self, spot: str) -> Place | None:
        """The place of that spot; None for the rest of the box, into which nobody looks."""
        if spot not in self._of:
            inside = (place for id, place in self._all.items() if spot.startswith(f"{id}/"))
            self._of[spot] = self._all.get(spot) or next(inside, None)
        return self._of[spot]

    def kind_of(self, spot: str) -> str:
        """The kind of the place; the rest of the box is a supply."""
        place = self.place_of(spot)
        return place.kind if place else "supply"

    def owner_of(self, spot: str) -> str:
        """The owner of the place, "" for nobody."""
        place = self.place_of(spot)
        return place.owner if place else ""

    def is_visible_to_all(self, spot: str) -> bool:
        """Whether everybody sees what lies there, which is not in a hand, a deck or a supply."""
        return self.kind_of(spot) not in ("hand", "deck", "supply")


# -- a row before and after


def match_row(
    row: Sequence[TrackedPiece],
    slots: Sequence[tuple[Stock, str]],
    count_changes: Mapping[str, int],
    next_number: str,
) -> Mapping[int, int]:
    """Which pieces of a row stay in it: old index -> new index, from 0; of those alike the last leave or come.

    count_changes: word -> how many more can be read on the table.
    next_number: the number (from 1) of a piece that leaves rather than those after it, "" for none.
    """
    fits = [[_fits(piece, stock, word, count_changes) for stock, word in slots] for piece in row]
    best = [[0] * (len(slots) + 1) for _ in range(len(row) + 1)]
    for i in range(len(row) - 1, -1, -1):
        for j in range(len(slots) - 1, -1, -1):
            both = fits[i][j] + best[i + 1][j + 1] if fits[i][j] else 0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], both)
    stays: dict[int, int] = {}
    i = j = 0
    while i < len(row) and j < len(slots):
        leaves = next_number == str(i + 1) and best[i + 1][j] == best[i][j]
        if fits[i][j] and not leaves and best[i][j] == fits[i][j] + best[i + 1][j + 1]:
            stays[i] = j
            i, j = i + 1, j + 1
        elif best[i + 1][j] == best[i][j]:
            i += 1
        else:
            j += 1
    return stays


def _fits(piece: TrackedPiece, stock: Stock, word: str, sums: Mapping[str, int]) -> int:
    """How well a piece of a row may be the one that can be read so afterwards; 0: it is not."""
    if piece.stock is not stock:
        return 0
    if piece.is_unknown:
        if is_unknown_piece(word) or piece.current_word == word:
            return 8
        if sums[word] <= 0:  # it lay elsewhere
            return 0
        return 6 if is_unknown_piece(piece.current_word) else 1
    if piece.current_word == word:
        return 8
    if sums[piece.current_word] >= 0:  # it lies elsewhere
        return 0
    return 6 if is_unknown_piece(word) else 1 if sums[word] > 0 else 0
