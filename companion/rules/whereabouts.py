"""Pieces and places as hands know them, for whoever follows pieces from one layout to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from companion.rules.layout import Face, Layout, Lying, Place, Stock
from companion.rules.moves import UNKNOWN

NEXT = "next"
"""The fact of a row that says which number the next piece will have in it, where it does not come last."""


class Piece(Struct, eq=False):
    """One piece on its way.

    came: where it lay at first, as hands say it, "" where that is not to be found out; row: in the order of a row.
    face: how it lay there. word: its name, the first that was seen. called: its name now: another one where somebody
    put right what had been misread. named: whether it could be read at first; hidden: whether it cannot be now.
    went: where it has become one among others. piled: it came there out of a deck that was laid out whole.
    """

    stock: Stock
    came: str
    row: bool
    face: Face
    word: str
    called: str
    named: bool = False
    hidden: bool = True
    went: str = ""
    piled: bool = False

    def show(self, word: str) -> None:
        """It lies so that this can be read of it."""
        self.hidden = is_back(word)
        if not self.hidden:
            self.called = word
            self.word = word if is_back(self.word) else self.word


class Way(Struct, frozen=True):
    """So many pieces, each as good as the other, went from one place to another."""

    stock: Stock
    word: str
    count: int
    came: str
    went: str


class Slot(Struct, frozen=True):
    """Where a piece has come: a place, and in a row (`at`, from 0) which one of it; what can be read of it."""

    where: str
    word: str
    at: int = -1


def is_back(word: str) -> bool:
    """Whether a piece with that word has no name that anybody knows."""
    return word.endswith(f"/{UNKNOWN}")


def back(stock: Stock) -> str:
    """The word of a piece of that stock without a name."""
    return f"{stock.piece}/{UNKNOWN}"


def spot(place: Place, lying: Lying) -> str:
    """Where it lies as hands say it: a square of a grid, a step of a track, else the place."""
    return f"{place.id}/{lying.at}" if place.kind in ("grid", "track") and lying.at else place.id


def in_row(place: Place, lying: Lying) -> bool:
    """Whether it is one of those that lie one after another."""
    return place.kind == "row" and lying.at != ""


class Places:
    """All places of a path, by what hands say."""

    def __init__(self, path: Iterable[Layout]) -> None:
        self._all = {place.id: place for layout in path for place in layout}
        self._of: dict[str, Place | None] = {}

    def of(self, spot: str) -> Place | None:
        """The place of that spot; None: the rest of the box, into which nobody looks."""
        if spot not in self._of:
            inside = (place for id, place in self._all.items() if spot.startswith(f"{id}/"))
            self._of[spot] = self._all.get(spot) or next(inside, None)
        return self._of[spot]

    def kind(self, spot: str) -> str:
        """What kind of place it is; that of the rest of the box is a supply."""
        place = self.of(spot)
        return place.kind if place else "supply"

    def owner(self, spot: str) -> str:
        """Whose it is, "" nobody's alone."""
        place = self.of(spot)
        return place.owner if place else ""

    def is_open(self, spot: str) -> bool:
        """Whether what lies there lies before everybody, and not in a hand, a deck or a supply."""
        return self.kind(spot) not in ("hand", "deck", "supply")


# -- a row before and after


def aligned(
    row: Sequence[Piece], slots: Sequence[tuple[Stock, str]], sums: Mapping[str, int], following: str
) -> Mapping[int, int]:
    """Which pieces of a row stay in it, each with its new number (from 0); of those alike the last leave or come.

    sums: word -> how many more can be read on the table. following: the number (from 1) of a piece that leaves
    rather than those after it, "" for none.
    """
    fits = [[_fits(piece, stock, word, sums) for stock, word in slots] for piece in row]
    best = [[0] * (len(slots) + 1) for _ in range(len(row) + 1)]
    for i in range(len(row) - 1, -1, -1):
        for j in range(len(slots) - 1, -1, -1):
            both = fits[i][j] + best[i + 1][j + 1] if fits[i][j] else 0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], both)
    stays: dict[int, int] = {}
    i = j = 0
    while i < len(row) and j < len(slots):
        leaves = following == str(i + 1) and best[i + 1][j] == best[i][j]
        if fits[i][j] and not leaves and best[i][j] == fits[i][j] + best[i + 1][j + 1]:
            stays[i] = j
            i, j = i + 1, j + 1
        elif best[i + 1][j] == best[i][j]:
            i += 1
        else:
            j += 1
    return stays


def _fits(piece: Piece, stock: Stock, word: str, sums: Mapping[str, int]) -> int:
    """How well a piece of a row may be the one that can be read so afterwards; 0: it is not."""
    if piece.stock is not stock:
        return 0
    if piece.hidden:
        if is_back(word) or piece.called == word:
            return 8
        if sums[word] <= 0:  # it lay elsewhere
            return 0
        return 6 if is_back(piece.called) else 1
    if piece.called == word:
        return 8
    if sums[piece.called] >= 0:  # it lies elsewhere
        return 0
    return 6 if is_back(word) else 1 if sums[word] > 0 else 0
