"""Which piece is which along a path of layouts: what hands need to know beside where everything lies.

A layout says that a card lies face down in a column, never which one. It is found out here, layout by layout and by the
surest signs first: a name; that one like it lay there; that a hand has one less. Hands keep the names of what came into
them, decks do not tell them from others. A card slid under another unknown one of its owner is told by a fact of the
row, `NEXT`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.rules.layout import Face, Layout, Lying, Place, Stock
from companion.rules.whereabouts import (
    NEXT,
    Piece,
    Places,
    Slot,
    Way,
    aligned,
    back,
    in_row,
    is_back,
    spot,
)

Find = Callable[[str], Stock | None]
"""The stock that a piece belongs to."""
Changed = Sequence[tuple[Place, Place]]
"""Places as they were and as they are, of those that are not the same."""


class Follower:
    """Pieces where they lie now. `find` knows the stocks whose pieces are followed.

    rows: those in rows, in their order. loose: those elsewhere that are known from each other. nameless: by stock and
    place the others, by where they came from. ended: pieces that have become one among others. piled: whole decks
    that were laid out face up.
    """

    def __init__(self, find: Find, places: Places, first: Layout) -> None:
        self._find = find
        self.places = places
        self.rows: dict[str, list[Piece]] = {}
        self.loose: dict[str, list[Piece]] = {}
        self.nameless: dict[tuple[str, str], Counter[str]] = {}
        self.stocks: dict[str, Stock] = {}
        self._faces: dict[tuple[str, str], Face] = {}
        self.ended: list[Piece] = []
        self.piled: list[Way] = []
        for place in first:
            for lying in place.pieces:
                stock = find(lying.piece)
                if stock is not None:
                    self._lies(stock, place, lying)

    def _lies(self, stock: Stock, place: Place, lying: Lying) -> None:
        where, word, row = spot(place, lying), lying.piece, in_row(place, lying)
        if is_back(word) and not row:
            self.backs(stock, where)[where] += lying.count
            self._faces[stock.piece, where] = lying.face
            return
        named = not is_back(word)
        (self.rows if row else self.loose).setdefault(where, []).extend(
            Piece(stock, where, row, lying.face, word, word, named, hidden=not named)
            for _ in range(lying.count)
        )

    # -- from layout to layout

    def step(self, changed: Changed) -> None:
        """The next layout: what has changed in it."""
        sums = Counter[str]()
        for before, after in changed:
            for place, sign in ((before, -1), (after, 1)):
                for lying in place.pieces:
                    sums[lying.piece] += sign * lying.count
        families: dict[str, _Change] = {}

        def of(stock: Stock) -> _Change:
            return families.setdefault(stock.piece, _Change(self, stock))

        for before, after in changed:
            if "row" in (before.kind, after.kind):
                self._in_row(after, sums, of)
            self._elsewhere(before, after, sums, of)
        for change in families.values():
            change.resolve()

    def _in_row(self, after: Place, sums: Mapping[str, int], of: Callable[[Stock], _Change]) -> None:
        """What stays in a row, what leaves it, what comes."""
        row = self.rows.get(after.id, [])
        found = ((self._find(each.piece), each.piece) for each in after.pieces if in_row(after, each))
        slots = [(stock, word) for stock, word in found if stock is not None]
        stays = aligned(row, slots, sums, str(after.facts.get(NEXT, "")))
        for old, piece in enumerate(row):
            if old not in stays:
                of(piece.stock).lost.append((after.id, piece))
        there = {new: row[old] for old, new in stays.items()}
        for at, (stock, word) in enumerate(slots):
            if at in there:
                there[at].show(word)
            else:
                there[at] = Piece(stock, "", False, "", word, word)  # until it is found
                of(stock).gained.append(Slot(after.id, word, at))
        self.rows[after.id] = [there[at] for at in range(len(slots))]

    def _elsewhere(
        self, before: Place, after: Place, sums: Mapping[str, int], of: Callable[[Stock], _Change]
    ) -> None:
        """What else lies at a place in another number."""
        changes: dict[tuple[str, str], Counter[str]] = {}
        for place, sign in ((before, -1), (after, 1)):
            for lying in place.pieces:
                stock = None if in_row(place, lying) else self._find(lying.piece)
                if stock is not None:
                    here = changes.setdefault((spot(place, lying), stock.piece), Counter())
                    here[lying.piece] += sign * lying.count
        for (where, _), change in changes.items():
            stock = self._find(next(iter(change)))
            if stock is not None and any(change.values()):
                self._turned(stock, where, change, sums)
                of(stock).count(where, change)

    def _turned(self, stock: Stock, where: str, change: Counter[str], sums: Mapping[str, int]) -> None:
        """Take out of the changes what lies there still: turned over, or called otherwise."""
        gone = [word for word in change if change[word] < 0 and sums[word] < 0]
        come = [word for word in change if change[word] > 0 and sums[word] > 0]
        for old in gone:
            for new in come:
                for _ in range(min(-change[old], change[new])):
                    self._lying(stock, where, old, new).show(new)
                    change[old] += 1
                    change[new] -= 1

    def _lying(self, stock: Stock, where: str, old: str, new: str) -> Piece:
        """The piece that lies there by one word and from now on by another."""
        here = self.loose.setdefault(where, [])
        known = (each for each in here if each.called == (new if is_back(old) else old))
        piece = next((each for each in known if each.hidden == is_back(old)), None)
        if piece is None:
            piece = self.one(stock, self.out(stock, where, where), new, old)
            here.append(piece)
        return piece

    # -- pieces that nobody can tell from each other

    def backs(self, stock: Stock, where: str) -> Counter[str]:
        """Those of that stock that lie there, by where they came from."""
        self.stocks[stock.piece] = stock
        return self.nameless.setdefault((stock.piece, where), Counter())

    def out(self, stock: Stock, where: str, to: str, leaving: int = 1) -> str:
        """One of so many leaves for another place: where it came from. It is one that came from there, if it can be."""
        here = self.backs(stock, where)
        origin = next((each for each in (to, where) if here[each] > 0), None)
        if origin is None and where != stock.rest:
            origin = next((each for each, number in here.items() if number > 0), None)
        if origin is not None:
            here[origin] -= 1
            return origin
        known = [each for each in self.loose.get(where, ()) if each.hidden and each.stock is stock]
        if not known:
            return where
        all_of_them = len(known) <= leaving or self.places.is_open(where)
        went = to if all_of_them and not self.places.is_open(to) else where
        self.loose[where].remove(known[-1])
        self._ends(known[-1], went)
        return went

    def one(self, stock: Stock, came: str, word: str, called: str) -> Piece:
        """One of those that came from there, of which more is known now."""
        return Piece(stock, came, False, self._faces.get((stock.piece, came), "down"), word, called)

    def into(self, piece: Piece, where: str, word: str) -> None:
        """A piece comes to a place that is no row. Where it cannot be told from others, its way ends."""
        piece.show(word)
        piece.hidden = piece.hidden or where == piece.stock.rest
        if piece.hidden and is_back(piece.word):
            self._ends(piece, where)
            self.backs(piece.stock, where)[where] += 1
        else:
            self.loose.setdefault(where, []).append(piece)

    def _ends(self, piece: Piece, where: str) -> None:
        piece.went = where
        self.ended.append(piece)


class _Change:
    """What the pieces of one stock did between two layouts: which have left where they lay, and where some came.

    fewer, more: place -> how many pieces without a name left it or came, in no row.
    """

    def __init__(self, follower: Follower, stock: Stock) -> None:
        self.all = follower
        self.stock = stock
        self.lost: list[tuple[str, Piece]] = []
        self.gained: list[Slot] = []
        self.fewer = Counter[str]()
        self.more = Counter[str]()

    def count(self, where: str, change: Mapping[str, int]) -> None:
        """At a place that is no row: word -> so many more, or fewer."""
        for word, number in change.items():
            if is_back(word):
                (self.fewer if number < 0 else self.more)[where] += abs(number)
                continue
            self.gained += [Slot(where, word)] * number
            here = self.all.loose.get(where, [])
            for piece in [each for each in here if each.called == word and not each.hidden][
                : max(0, -number)
            ]:
                here.remove(piece)
                self.lost.append((where, piece))

    def resolve(self) -> None:
        """Find out who came from where, by the surest signs first."""
        self._rest()
        for sure in (self._by_name, self._known, self._piled, self._unnamed, self._out_of, self._any):
            for slot in [each for each in self.gained if not is_back(each.word)]:
                self._fill(slot, sure(slot))
        for sure in (self._any, self._out_of):
            for slot in list(self.gained):
                self._fill(slot, sure(slot))
        for where in list(self.more.elements()):
            self._nameless(where)

    def _rest(self) -> None:
        over = len(self.lost) + self.fewer.total() - len(self.gained) - self.more.total()
        if self.stock.rest and over:
            (self.more if over > 0 else self.fewer)[self.stock.rest] += abs(over)

    def _fill(self, slot: Slot, piece: Piece | None) -> None:
        if piece is None:
            return
        self.gained.remove(slot)
        if slot.at < 0:
            self.all.into(piece, slot.where, slot.word)
        else:
            piece.show(slot.word)
            self.all.rows[slot.where][slot.at] = piece

    def _take(self, which: Callable[[str, Piece], bool]) -> Piece | None:
        for each in self.lost:
            if which(*each):
                self.lost.remove(each)
                return each[1]
        return None

    # -- signs

    def _by_name(self, slot: Slot) -> Piece | None:
        """One of that name has left its place."""
        return self._take(lambda where, piece: piece.called == slot.word)

    def _known(self, slot: Slot) -> Piece | None:
        """One of that name is known to be where it cannot be read: one has left there, or there is but this one."""
        known = [
            (where, pieces, piece)
            for where, pieces in self.all.loose.items()
            for piece in pieces
            if piece.hidden and piece.called == slot.word
        ]
        for where, pieces, piece in sorted(known, key=lambda each: not self.fewer[each[0]]):
            only = self.stock.copies.get(self.stock.name(slot.word) or "") == 1
            left = self._leaves(where) if only or self.fewer[where] > 0 else None
            if left is not None:
                pieces.remove(piece)
                if left != where:  # another one left in its stead
                    self.all.backs(self.stock, where)[self.all.out(self.stock, left, where)] += 1
                return piece
        return self._one_among_others(slot.word)

    def _one_among_others(self, word: str) -> Piece | None:
        """It became one among others that are here now, and shows itself again."""
        for piece in self.all.ended:
            for where in +self.fewer if piece.called == word else ():
                here = self.all.backs(self.stock, where)
                if here[piece.went] > 0:
                    here[piece.went] -= 1
                    self.fewer[where] -= 1
                    self.all.ended.remove(piece)
                    return piece
        return None

    def _piled(self, slot: Slot) -> Piece | None:
        """A deck has become a pile, face up: it is laid out whole, and only then has every one its name."""
        places = self.all.places
        if slot.at >= 0 or not places.is_open(slot.where):
            return None
        for where in +self.fewer:
            here = self.all.backs(self.stock, where)
            if (
                places.kind(where) == "deck"
                and where != self.stock.rest
                and here.total() == self.fewer[where]
            ):
                self.fewer[where] -= 1
                origin = self.all.out(self.stock, where, slot.where)
                self.all.piled.append(Way(self.stock, back(self.stock), 1, origin, slot.where))
                word = slot.word
                return Piece(self.stock, slot.where, False, "up", word, word, True, False, piled=True)
        return None

    def _unnamed(self, slot: Slot) -> Piece | None:
        """One without a name has left a row."""
        return self._take(lambda where, piece: is_back(piece.called))

    def _out_of(self, slot: Slot) -> Piece | None:
        """A hand, a deck, the rest of the box has one less."""
        where = self._leaves("", slot.where)
        if where is None:
            return None
        return self.all.one(self.stock, self.all.out(self.stock, where, slot.where), slot.word, slot.word)

    def _any(self, slot: Slot) -> Piece | None:
        """Whatever has left: it may have been misread."""
        return self._take(lambda where, piece: True)

    def _leaves(self, best: str, to: str = "") -> str | None:
        """Where one without a name has left: there at best, else from whom it goes to, else from a hand."""
        places, owner = self.all.places, self.all.places.owner(to)

        def unlikely(where: str) -> tuple[bool, bool, bool]:
            return where != best, places.owner(where) != owner, places.kind(where) != "hand"

        where = min(+self.fewer, key=unlikely, default=None)
        if where is not None:
            self.fewer[where] -= 1
        return where

    def _nameless(self, where: str) -> None:
        """One that nobody can read any more has come there."""
        owner = self.all.places.owner(where)
        piece = self._take(lambda source, piece: self.all.places.owner(source) == owner) or self._take(
            lambda source, piece: True
        )
        if piece is not None:
            self.all.into(piece, where, back(self.stock))
        elif (left := self._leaves("", where)) is not None:
            origin = self.all.out(self.stock, left, where, self.fewer[left] + 1)
            self.all.backs(self.stock, where)[origin] += 1
