"""What hands must do so that the table looks otherwise: one movement after another.

It follows from layouts alone (companion.rules.layout), one for each thing that happened on the way. Movements are
values, spoken elsewhere.

    place                   is
    column/2, hand/blue     a place by its id; what is put into a row comes last in it
    card/2.1                the first of the row `column/2`, where `column/2` could mean another card: taken there, or
                            put there before those that lie from there on
    grid/blue/d4/r1m        where a tile lies on a grid, and how it is turned
    track/12                a step of a track
    bank, deck/objectives   the rest of a stock, into which nobody looks

What can be read before the movements or after them is named, `card/black/mage`; what goes from hand to hand, too, if it
could be read on the way; else it is `card/black/?`. In hands and decks cards are only counted. Out of them what has a
name is put down face up, what has none face down; anything else lies as it lay, and is turned where it shall not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from companion.rules.following import Changed, Find, Follower
from companion.rules.layout import Face, Layout, Place, Stock
from companion.rules.whereabouts import Piece, Places, Way, back, in_row, is_back, spot


class Movement(Struct, frozen=True):
    """One movement: `count` of `what` (`stone/yellow`, `money`, `chip/ring`, `king`) from one place to another
    (`tile/6`, `own/yellow`, `bank`, `deck/influence`). `turn`: at the place `at`, `what` shows `from_` (`up`, `down`)
    and shall show `to`.
    """

    kind: Literal["move", "turn"]
    what: str
    count: int
    from_: str
    to: str
    at: str = ""


OFF, PILED, STORED, TURNED, ACROSS, ON, LAID = range(7)
"""The order of hands: off the table, whole decks onto piles, between hands, decks and supplies, what is turned where it
lies, from place to place on the table, onto it, and at last into rows."""
Made = tuple[int, Movement]
"""A movement and which of these it is."""
Ways = Counter[tuple[str, str, str]]
"""(what, from, to) -> how many."""


def movements(box: Sequence[Stock], path: Sequence[Layout]) -> tuple[Movement, ...]:
    """The movements from the first layout to the last, in an order that hands can follow.

    Each layout differs from the one before it by one thing that happened: it tells which piece is which. As everybody
    may see them (`Game.layout` of public positions); what is hidden in all of them is not named.
    """
    straight = _straight(path)
    places = Places(straight)
    steps = [list(_changed(before, after)) for before, after in pairwise(straight)]
    find = _finder(box)
    followed = _not_alike(find, straight[0], steps)

    def known(word: str) -> Stock | None:
        stock = find(word)
        return stock if stock and stock.piece in followed else None

    follower = Follower(known, places, straight[0])
    rows = {id: list(row) for id, row in follower.rows.items()}
    for step in steps:
        follower.step(step)
    made = [*_counted(box, followed, places, straight), *_followed(follower, rows, straight[-1])]
    taken = {(each.what, each.from_) for _, each in made if each.kind == "move"}

    def when(of: Made) -> int:
        """What stays is turned last where one alike is taken from beside it: hands could take the turned one."""
        beside = of[1].kind == "turn" and of[1].at not in follower.rows and (of[1].what, of[1].at) in taken
        return LAID + 1 if beside else of[0]

    return tuple(movement for _, movement in sorted(made, key=when))


def _not_alike(find: Find, first: Layout, steps: Sequence[Changed]) -> Collection[str]:
    """The stocks whose pieces must be told from each other: they have two sides or lie in rows, and something happens
    to them. One in a row is counted with all others there.
    """
    changed = {
        stock.piece
        for step in steps
        for pair in step
        for place in pair
        for each in place.pieces
        if (each.face or in_row(place, each) or is_back(each.piece)) and (stock := find(each.piece))
    }
    in_rows = {
        stock.piece
        for place in (*first, *(after for step in steps for _, after in step))
        if place.kind == "row"
        for each in place.pieces
        if in_row(place, each) and (stock := find(each.piece))
    }
    return changed if changed.isdisjoint(in_rows) else changed | in_rows


def _straight(path: Sequence[Layout]) -> Sequence[Layout]:
    """The path without what it comes back from: nothing has changed there."""
    straight: list[Layout] = []
    keys: dict[object, int] = {}
    for layout in path:
        key = tuple((place.id, place.pieces) for place in layout)
        if key in keys:
            del straight[keys[key] :]
            keys = {each: at for each, at in keys.items() if at < len(straight)}
        keys[key] = len(straight)
        straight.append(layout)
    return straight


def _changed(before: Layout, after: Layout) -> Iterator[tuple[Place, Place]]:
    """The places where something else lies; one that is not there has nothing."""
    was, shall = ({place.id: place for place in layout} for layout in (before, after))
    for id in {**was, **shall}:
        some = was.get(id) or shall[id]
        old, new = (lies.get(id) or Place(id, some.kind, some.owner) for lies in (was, shall))
        if old.pieces != new.pieces:
            yield old, new


def _finder(box: Sequence[Stock]) -> Find:
    """The stock of a piece: of those it may belong to, the one with the longest name."""
    found: dict[str, Stock | None] = {}

    def find(word: str) -> Stock | None:
        if word not in found:
            fitting = [stock for stock in box if stock.name(word) is not None]
            found[word] = max(fitting, key=lambda stock: len(stock.piece), default=None)
        return found[word]

    return find


# -- pieces that need only be counted


def _counted(
    box: Sequence[Stock], followed: Collection[str], places: Places, path: Sequence[Layout]
) -> Iterator[Made]:
    """Of pieces that are all alike the first layout and the last say enough. They come in the order of the box."""
    find = _finder(box)
    changes: dict[str, Counter[str]] = {}
    for before, after in _changed(path[0], path[-1]):
        for place, sign in ((before, -1), (after, 1)):
            for lying in place.pieces:
                changes.setdefault(lying.piece, Counter())[spot(place, lying)] += sign * lying.count
    stocks = [stock for stock in box if stock.piece not in followed]
    for stock in stocks:
        for word in [each for each in changes if find(each) is stock]:
            change = changes[word]
            for count, came, went in _pairs(stock, places, change):
                yield _rank(places, came, went), Movement("move", word, count, came, went)


def _pairs(stock: Stock, places: Places, change: Counter[str]) -> Iterator[tuple[int, str, str]]:
    """How many go from where to where: within what is one player's, then anywhere; coins by way of the bank.

    So do tiles that only change their place on a grid: they are taken off, and laid anew.
    """
    if stock.rest:
        change[stock.rest] -= change.total()
    lost, gained = -change, +change
    if stock.whole is None and stock.rest:
        yield from ((number, came, stock.rest) for came, number in lost.items() if came != stock.rest)
        yield from ((number, stock.rest, went) for went, number in gained.items() if went != stock.rest)
        return
    for own in (True, False):
        for came in lost:
            for went in gained:
                count = min(lost[came], gained[went])
                if count <= 0 or (own and places.owner(came) != places.owner(went)):
                    continue
                lost[came] -= count
                gained[went] -= count
                if stock.rest and places.kind(came) == places.kind(went) == "grid":
                    yield count, came, stock.rest
                    yield count, stock.rest, went
                else:
                    yield count, came, went


def _rank(places: Places, came: str, went: str) -> int:
    match places.is_open(came), places.is_open(went):
        case True, False:
            return OFF
        case False, False:
            return STORED
        case True, True:
            return ACROSS
    return ON


# -- pieces that were followed


def _followed(follower: Follower, rows: Mapping[str, Sequence[Piece]], last: Layout) -> Iterator[Made]:
    places, faces = follower.places, _faces(last)
    for piled in (False, True):
        ended = Ways(
            (each.word, each.came, each.went)
            for each in follower.ended
            if each.piled is piled and not each.row
        )
        yield from _alike(ended, places, STORED if piled else None)
    yield from _elsewhere(follower, faces)
    yield from _alike(_ways(follower.piled), places, PILED)
    yield from _alike(_nameless(follower), places)
    yield from Rows(follower, rows, last).movements()


def _ways(ways: Iterable[Way]) -> Ways:
    found = Ways()
    for way in ways:
        found[way.word, way.came, way.went] += way.count
    return found


def _nameless(follower: Follower) -> Ways:
    return _ways(
        Way(follower.stocks[name], back(follower.stocks[name]), number, came, went)
        for (name, went), origins in follower.nameless.items()
        for came, number in origins.items()
    )


def _alike(
    ways: Mapping[tuple[str, str, str], int], places: Places, rank: int | None = None
) -> Iterator[Made]:
    for (what, came, went), number in ways.items():
        if number > 0 and came and came != went:
            yield (
                _rank(places, came, went) if rank is None else rank,
                Movement("move", what, number, came, went),
            )


Faces = Mapping[tuple[str, str], Face]
"""(place, word) -> how it lies there."""


def _faces(layout: Layout) -> Faces:
    return {(spot(place, each), each.piece): each.face for place in layout for each in place.pieces}


def _elsewhere(follower: Follower, faces: Faces) -> Iterator[Made]:
    """Pieces that came from no row and go to none, those alike together: moved and turned over."""
    ways: Counter[tuple[int, str, str, str, Face, Face]] = Counter()
    places = follower.places
    order = {where: at for at, (where, _) in enumerate(faces)}
    for went in sorted(follower.loose, key=lambda where: order.get(where, len(order))):
        for piece in follower.loose[went]:
            if not piece.row and piece.came:
                shall = faces.get((went, back(piece.stock) if piece.hidden else piece.called), "")
                rank = TURNED if piece.came == went else _rank(places, piece.came, went)
                rank = STORED if piece.piled and rank == OFF else rank
                ways[rank, piece.word, piece.came, went, piece.face, shall] += 1
    for (rank, what, came, went, face, shall), number in ways.items():
        if came != went:
            yield rank, Movement("move", what, number, came, went)
        if places.is_open(came) and places.is_open(went) and face and shall and face != shall:
            yield rank, Movement("turn", what, number, face, shall, went)


# -- rows


class Rows:
    """The pieces of rows on their way. `rows`: as they lie now."""

    def __init__(self, follower: Follower, rows: Mapping[str, Sequence[Piece]], last: Layout) -> None:
        self.places = follower.places
        self.shall = {place.id: follower.rows[place.id] for place in last if place.id in follower.rows}
        self.rows = {id: list(rows.get(id, ())) for id in {**rows, **self.shall}}
        self.went = {piece: where for where, pieces in follower.loose.items() for piece in pieces}
        self.went |= {piece: piece.went for piece in follower.ended}
        self.lies = {
            piece: (piece.word if piece.named else back(piece.stock), piece.face)
            for row in self.rows.values()
            for piece in row
        }
        self.looks: dict[Piece, tuple[str, Face]] = {}
        self._look_at(last)

    def _look_at(self, last: Layout) -> None:
        faces = _faces(last)
        for place in last:
            faces_in_row = [each.face for each in place.pieces if in_row(place, each)]
            for piece, face in zip(self.shall.get(place.id, ()), faces_in_row, strict=False):
                self.looks[piece] = (back(piece.stock) if piece.hidden else piece.word), face
        for piece, went in self.went.items():
            word = back(piece.stock) if piece.hidden else piece.called
            self.looks[piece] = back(piece.stock) if piece.hidden else piece.word, faces.get((went, word), "")

    def _called(self, piece: Piece) -> str:
        """As it can be read now, or then."""
        now, then = self.lies.get(piece, (back(piece.stock), ""))[0], self.looks.get(piece, ("", ""))[0]
        if not is_back(now):
            return now
        if not is_back(then):
            return then or now
        return now if piece.named is False else piece.word

    def movements(self) -> Iterator[Made]:
        """Off the rows from their ends; turned; from row to row; and into them, in their order."""
        yield from ((OFF, each) for each in self._off())
        for piece in [piece for row in self.rows.values() for piece in row]:
            yield from ((TURNED, each) for each in self._turned(piece))
        yield from ((LAID, each) for each in self._put())

    def _off(self) -> Iterator[Movement]:
        stays = {piece for row in self.shall.values() for piece in row}
        for id, row in self.rows.items():
            for piece in [piece for piece in reversed(row) if piece not in stays]:
                came, went = self._taken(piece, id), self.went.get(piece, "")
                if went:
                    yield Movement("move", self._called(piece), 1, came, went)
                    if self.places.is_open(went):
                        yield from self._turned(piece, went)

    def _turned(self, piece: Piece, where: str = "") -> Iterator[Movement]:
        """Turned over where it lies: in a row, or there."""
        face, (word, shall) = self.lies[piece][1], self.looks[piece]
        if face and shall and face != shall:
            yield Movement("turn", self._called(piece), 1, face, shall, where or self._where(piece))
            self.lies[piece] = word, shall

    def _put(self) -> Iterator[Movement]:
        stays = {piece for id in self.rows for piece in self._kept(id)}
        on = {piece for row in self.rows.values() for piece in row}
        for of_rows in (True, False):
            for id, shall in self.shall.items():
                for piece in shall:
                    if piece not in stays and (piece in on) is of_rows:
                        yield from self._laid(piece, id)

    def _kept(self, id: str) -> Iterator[Piece]:
        """Those of a row that need not be moved."""
        row, shall = self.rows[id], self.shall.get(id, [])
        for block in SequenceMatcher(None, row, shall, autojunk=False).get_matching_blocks():
            yield from row[block.a : block.a + block.size]

    def _laid(self, piece: Piece, id: str) -> Iterator[Movement]:
        came = self._source(piece, id)
        row, shall = self.rows[id], self.shall[id]
        above = [row.index(other) for other in shall[: shall.index(piece)] if other in row]
        at = max(above) + 1 if above else 0
        went = id if at == len(row) else _number(piece, id, at)
        row.insert(at, piece)
        if came:
            yield Movement("move", self._called(piece), 1, came, went)
            yield from self._turned(piece)

    def _source(self, piece: Piece, to: str) -> str:
        """Where it is taken from. Out of hands and decks what has a name comes face up."""
        for id, row in self.rows.items():
            if piece in row:
                return self._taken(piece, id, precisely=id == to)
        if self.places.is_open(piece.came):
            self.lies[piece] = piece.word if piece.named else back(piece.stock), piece.face
        else:
            word, _ = self.looks[piece]
            self.lies[piece] = word, "down" if is_back(word) else "up"
        return piece.came

    def _taken(self, piece: Piece, id: str, *, precisely: bool = False) -> str:
        """Take it out of its row; said precisely where its name would mean another one, too."""
        where = id if not precisely else ""
        where = where and self._where(piece)
        where = where or _number(piece, id, self.rows[id].index(piece))
        self.rows[id].remove(piece)
        return where

    def _where(self, piece: Piece) -> str:
        """Where it lies: the row alone, if nobody would take another one for it."""
        id, row = next((id, row) for id, row in self.rows.items() if piece in row)
        what = self._called(piece)
        alike = [each for each in row if self.lies[each][0] == what]
        backs = [each for each in row if each.stock is piece.stock and is_back(self.lies[each][0])]
        return id if (alike or backs)[-1] is piece else _number(piece, id, row.index(piece))


def _number(piece: Piece, row: str, at: int) -> str:
    """A piece of a row by its number, counted from 0 here and from 1 when it is said."""
    return f"{piece.stock.piece.partition('/')[0]}/{row.rpartition('/')[2]}.{at + 1}"
