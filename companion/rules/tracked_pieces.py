"""Pieces and places as hands know them, for whoever follows pieces from one layout to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from companion.rules.layout import Face, Layout, Place, PlacedPieces, Stock
from companion.rules.moves import UNKNOWN

NEXT_NUMBER_FACT = "next"
"""The fact of a row that says which number the next piece will have in it, where it does not come last."""


class TrackedPiece(Struct, eq=False):
    """One piece on its way.

    came: where it lay at first, as hands say it, "" where that is not to be found out; row: in the order of a row.
    face: how it lay there. word: its name, the first that was seen. called: its name now: another one where somebody
    put right what had been misread. named: whether it could be read at first; hidden: whether it cannot be now.
    went: where it has become one among others. piled: it came there out of a deck that was laid out whole.
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
        """It lies so that this can be read of it."""
        self.is_unknown = is_unknown_piece(word)
        if not self.is_unknown:
            self.current_word = word
            self.first_word = word if is_unknown_piece(self.first_word) else self.first_word


class PieceTransfer(Struct, frozen=True):
    """So many pieces, each as good as the other, went from one place to another."""

    stock: Stock
    word: str
    count: int
    origin: str
    destination: str


class PieceSlot(Struct, frozen=True):
    """Where a piece has come: a place, and in a row (`row_index`, from 0) which one of it; what can be read of it."""

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
    """Where it lies as hands say it: a square of a grid, a step of a track, else the place."""
    return f"{place.id}/{pieces.at}" if place.kind in ("grid", "track") and pieces.at else place.id


def is_in_row(place: Place, pieces: PlacedPieces) -> bool:
    """Whether it is one of those that lie one after another."""
    return place.kind == "row" and pieces.at != ""


class PlaceLookup:
    """All places of a path, by what hands say."""

    def __init__(self, path: Iterable[Layout]) -> None:
        self._all = {place.id: place for layout in path for place in layout}
        self._of: dict[str, Place | None] = {}

    def place_of(self, spot: str) -> Place | None:
        """The place of that spot; None: the rest of the box, into which nobody looks."""
        if spot not in self._of:
            inside = (place for id, place in self._all.items() if spot.startswith(f"{id}/"))
            self._of[spot] = self._all.get(spot) or next(inside, None)
        return self._of[spot]

    def kind_of(self, spot: str) -> str:
        """What kind of place it is; that of the rest of the box is a supply."""
        place = self.place_of(spot)
        return place.kind if place else "supply"

    def owner_of(self, spot: str) -> str:
        """Whose it is, "" nobody's alone."""
        place = self.place_of(spot)
        return place.owner if place else ""

    def is_open(self, spot: str) -> bool:
        """Whether what lies there lies before everybody, and not in a hand, a deck or a supply."""
        return self.kind_of(spot) not in ("hand", "deck", "supply")


# -- a row before and after


def match_row(
    row: Sequence[TrackedPiece],
    slots: Sequence[tuple[Stock, str]],
    count_changes: Mapping[str, int],
    next_number: str,
) -> Mapping[int, int]:
    """Which pieces of a row stay in it, each with its new number (from 0); of those alike the last leave or come.

    sums: word -> how many more can be read on the table. following: the number (from 1) of a piece that leaves
    rather than those after it, "" for none.
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
