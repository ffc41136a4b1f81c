"""Kabale und Hiebe in hand movements: where everything lies, and what nobody can unsee.

    place           is
    hand/black      a player's hand; of cards that lie face down its owner knows which are meant
    deck/black      his deck
    discard/black   his discard pile, face up
    column/2        a column: what is put there comes last in it
    card/2.1        the first card of the second column, where "column/2" could mean another one: taken there, or put
                    there before those that lie from there on
    player/black    the objectives he won
    deck/objectives, box

A card is `card/black/mage` when it lies face up before the movements or after them, else `card/black/?`. Into a
discard pile it goes face up, out of a hand or deck face down, otherwise as it lies; `turn` is from `up` or `down`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from companion.games.kabale.rules.events import CardDrawn, CardShown, CardTurned, DeckRefilled
from companion.games.kabale.rules.following import Lie, Piece, Row, follow, pile_of
from companion.games.kabale.rules.pieces import card_piece, column_zone
from companion.games.kabale.rules.printed import OBJECTIVES
from companion.games.kabale.rules.rounds import place_word
from companion.games.kabale.rules.state import Table
from companion.rules.movements import Movement, moved
from companion.rules.moves import UNKNOWN
from companion.rules.tale import Event

UNSEEN = (CardDrawn, CardShown, CardTurned, DeckRefilled)


def unseen(events: Sequence[Event]) -> tuple[Event, ...]:
    """Those that showed something hidden or drew by chance: taking them back cannot make it unknown."""
    return tuple(event for event in events if isinstance(event, UNSEEN))


def hands(*path: Table) -> tuple[Movement, ...]:
    """The movements from the first position to the last, take back before put down.

    Each position is the one before a move of the one in front of it: whose card lies where is followed back.
    """
    way = _straight(path)
    objectives = [hand for name in dict.fromkeys(OBJECTIVES) for hand in _objective(name, way[0], way[-1])]
    cards = _Cards(way)
    return (
        *cards.off(),
        *cards.pools(),
        *cards.turned(),
        *sorted(
            objectives, key=lambda hand: (hand.to.startswith("column/"), not hand.from_.startswith("column/"))
        ),
        *cards.put(),
    )


def _straight(path: Sequence[Table]) -> Sequence[Table]:
    """The path without what it comes back from: nothing has changed there."""
    straight: list[Table] = []
    for position in path:
        if position in straight:
            del straight[straight.index(position) :]
        straight.append(position)
    return straight


def _objective(name: str, before: Table, after: Table) -> Iterator[Movement]:
    yield from moved(f"objective/{name}", _heads(before, name), _heads(after, name), "deck/objectives")


def _heads(position: Table, name: str) -> Mapping[str, int]:
    columns = {column_zone(at): int(col.objective == name) for at, col in enumerate(position.columns, 1)}
    won = {f"player/{who}": player.won.count(name) for who, player in position.players.items()}
    return {**columns, **won, "box": position.lost.count(name)}


class _Cards:
    """The influence cards on their way: `rows` are the columns as they lie now."""

    def __init__(self, path: Sequence[Table]) -> None:
        self.before, self.after = path[0], path[-1]
        self.lies, self.shall = follow(path)
        self.seats = self.before.house.seats
        self.rows = [list(_row(self.lies, number)) for number in range(1, len(self.seats) + 1)]
        self.looks = _looks(self.lies, self.before)
        self.to_look = _looks(self.shall, self.after)
        self.hand = {who: player.held for who, player in self.before.players.items()}
        self.deck = {who: player.deck for who, player in self.before.players.items()}

    def _name(self, piece: Piece) -> str:
        """The piece as everybody knows it: face up now, or then."""
        card = self.looks.get(piece) or self.to_look.get(piece) or UNKNOWN
        return card_piece(piece.by, card)

    # -- off the columns and between piles

    def off(self) -> Iterator[Movement]:
        """What leaves the columns, from the end up."""
        stays = {piece for row in self.shall.columns for piece in row}
        for number, row in enumerate(self.rows, 1):
            for piece in [piece for piece in reversed(row) if piece not in stays]:
                source = self._taken(piece, number)
                yield self._goes(piece, source)

    def pools(self) -> Iterator[Movement]:
        """Between hands, decks and discard piles; in hands and decks cards are only counted."""
        stays = set(self.shall.on_table)
        for who in self.seats:
            yield from self._piled(who)
            mine = (*self.lies.discard[who], *(piece for piece in self.shall.piled if piece.by == who))
            for piece in mine:
                if piece not in stays:
                    yield self._goes(piece, f"discard/{who}")
            yield from self._drawn(who)

    def _goes(self, piece: Piece, source: str) -> Movement:
        """To its owner's discard pile, or into his hand."""
        who = piece.by
        if piece in self.shall.discard[who]:
            return Movement("move", self._name(piece), 1, source, f"discard/{who}")
        self.hand[who] += 1
        return Movement("move", self._name(piece), 1, source, f"hand/{who}")

    def _piled(self, who: str) -> Iterator[Movement]:
        """A deck that was a discard pile becomes one again, with what was drawn from it."""
        piled = [piece for piece in self.shall.piled if piece.by == who]
        self.looks |= {piece: piece.card for piece in piled}
        deck = min(len(piled), self.deck[who])
        self.deck[who] -= deck
        self.hand[who] -= len(piled) - deck
        yield from self._counted(who, deck, "deck", "discard")
        yield from self._counted(who, len(piled) - deck, "hand", "discard")

    def _drawn(self, who: str) -> Iterator[Movement]:
        """What was drawn goes back on the deck."""
        seen = {*self.lies.on_table, *self.shall.piled}
        laid = sum(piece not in seen and piece.by == who for row in self.shall.columns for piece in row)
        over = self.hand[who] - laid - self.after.players[who].held
        yield from self._counted(who, over, "hand", "deck")
        yield from self._counted(who, -over, "deck", "hand")

    def _counted(self, who: str, number: int, source: str, target: str) -> Iterator[Movement]:
        if number > 0:
            yield Movement("move", card_piece(who, UNKNOWN), number, f"{source}/{who}", f"{target}/{who}")

    # -- in the columns

    def turned(self) -> Iterator[Movement]:
        """What lies in a column and shall lie in one, turned over."""
        for row in self.rows:
            for piece in row:
                yield from self._turned(piece)

    def _turned(self, piece: Piece) -> Iterator[Movement]:
        up, shall = bool(self.looks.get(piece)), bool(self.to_look.get(piece))
        if up != shall:
            name = self._name(piece)
            self.looks[piece] = self.to_look[piece]
            yield Movement("turn", name, 1, *(("down", "up") if shall else ("up", "down")))

    def put(self) -> Iterator[Movement]:
        """What goes from column to column, then what comes onto them, from the objective down."""
        stays = {piece for number in range(1, len(self.rows) + 1) for piece in self._kept(number)}
        on = {piece for row in self.rows for piece in row}
        for of_columns in (True, False):
            for number, row in enumerate(self.shall.columns, 1):
                for piece in row:
                    if piece not in stays and (piece in on) is of_columns:
                        yield from self._put(piece, number)

    def _kept(self, number: int) -> Iterator[Piece]:
        """Those of a column that need not be moved."""
        row, shall = self.rows[number - 1], _row(self.shall, number)
        for block in SequenceMatcher(None, row, shall, autojunk=False).get_matching_blocks():
            yield from row[block.a : block.a + block.size]

    def _put(self, piece: Piece, number: int) -> Iterator[Movement]:
        name = self._name(piece)
        source = self._source(piece, number)
        row, shall = self.rows[number - 1], _row(self.shall, number)
        above = [row.index(other) for other in shall[: shall.index(piece)] if other in row]
        at = max(above) + 1 if above else 0
        target = column_zone(number) if at == len(row) else f"card/{place_word((number, at + 1))}"
        row.insert(at, piece)
        yield Movement("move", name, 1, source, target)
        yield from self._turned(piece)

    def _source(self, piece: Piece, to: int) -> str:
        """The place it is taken from: a column, a discard pile, or the hand."""
        for number, row in enumerate(self.rows, 1):
            if piece in row:
                return self._taken(piece, number, precisely=number == to)
        piled = piece in self.lies.discard[piece.by] or piece in self.shall.piled
        return f"discard/{piece.by}" if piled else f"hand/{piece.by}"

    def _taken(self, piece: Piece, number: int, *, precisely: bool = False) -> str:
        """Take it out of its column; said precisely where its name would mean another card too."""
        row = self.rows[number - 1]
        alike = [other for other in row if self._name(other) == self._name(piece)]
        at = row.index(piece) + 1
        row.remove(piece)
        return (
            f"card/{place_word((number, at))}" if precisely or alike[-1] is not piece else column_zone(number)
        )


def _row(lie: Lie, number: int) -> Row:
    """A column; none is laid out between two rounds."""
    return lie.columns[number - 1] if lie.columns else ()


def _looks(lie: Lie, position: Table) -> dict[Piece, str]:
    """Each piece on the table and what its face shows; "" where it lies face down."""
    looks: dict[Piece, str] = {}
    for who, pile in lie.discard.items():
        looks |= zip(pile, pile_of(position, who), strict=True)
    for row, column in zip(lie.columns, position.columns, strict=True):
        looks |= {piece: card.card if card.up else "" for piece, card in zip(row, column.cards, strict=True)}
    return looks
