"""The table as text, of any game: what lies where, for whoever does not see it before them.

First each player is told with what is theirs, then the places of all, last what is left in supplies and stacks. Of a
game's `data/names.toml` it takes

    place   what a place is called (`"deck/money"`), or what stands before the number or name of each place that begins
            so (`column`); else [thing] says it. What lies before a player (`player/blue`) needs no name
    fact    what is known of a place besides its pieces (`closed`). The value `yes` is not said

and asks its voice how so many of a piece are called, and how a value is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol

from companion.rules.layout import Inventory, InventoryIndex, Layout, Place, PlacedPieces
from companion.rules.moves import PLAY_ZONE, UNKNOWN
from companion.voice.translator import Translator

COUNTED_KINDS = ("hand", "deck", "pile", "supply")
"""Kinds of places whose pieces are counted; in all others each is looked at."""
STACKED_KINDS = ("deck", "pile")
"""Kinds of places where pieces lie over each other: which they are is not seen."""
POSITIONED_KINDS = ("grid", "track")
"""Kinds of places where it matters at which square or step a piece lies."""
PLACE_NAME_GROUPS = ("place", "thing")
"""Groups that say what a place is called."""
PLAYER_AREA = "player"
FLAG_VALUE = "yes"
STATUS_PLACES = ("round", "phase")
"""What the house tells of every game: a marker in a place of that name says the same."""
MAX_SENTENCE_LENGTH = 100
"""So many letters about one player are one sentence; more are two."""

PlacesByPiece = Mapping[str, Sequence[str]]
"""Piece -> the names of the places where one of it lies."""


class PieceNaming(Protocol):
    """What is asked of a game's voice."""

    def format_piece_count(self, piece: str, number: int, translator: Translator) -> str:
        """So many of a piece."""
        ...

    def format_fact(self, name: str, value: Any, translator: Translator) -> str:
        """A value, readable."""
        ...


def describe_table(
    layout: Layout,
    box: Inventory,
    facts_by_player: Sequence[tuple[str, str]],
    naming: PieceNaming,
    translator: Translator,
) -> Iterator[str]:
    """A sentence for each player and for each place where something lies, two of whom there is much to tell.

    known: what is known of a player, whose colour stands before it, and lies nowhere.
    """
    table = _TableDescriber(layout, naming, translator)
    owners = (place.owner for place in layout if place.owner)
    for who in dict.fromkeys(
        (*owners, *table.players_on_spread_places(), *(who for who, _ in facts_by_player))
    ):
        yield from table.describe_player(who, [text for whose, text in facts_by_player if whose == who])
    yield from table.describe_shared_places()
    yield from table.describe_stock(box)


def fallback_name(thing: str, naming: PieceNaming, translator: Translator) -> str:
    """A place or a piece by what it is called, else by what its kind is called, and whose or which: `hand (Anna)`."""
    kind, _, which = thing.partition("/")
    for group in PLACE_NAME_GROUPS:
        if (name := translator.name_of(group, thing)) != thing:
            return name
    parts = [part for part in which.split("/") if part not in ("", UNKNOWN)]
    said = [
        translator.player_name(part)
        if translator.is_player_colour(part)
        else naming.format_fact("at", part, translator)
        for part in parts
    ]
    return f"{_family_name(kind, translator)} ({', '.join(said)})" if said else _family_name(kind, translator)


def place_name(place: Place, naming: PieceNaming, translator: Translator) -> str:
    """What a place is called, beside whose it is; one that is a piece itself (`tile/2`) as that piece."""
    if any(lying.piece == place.id for lying in place.pieces):
        return naming.format_piece_count(place.id, 1, translator)
    if (name := translator.name_of("place", place.id)) != place.id:
        return name
    kind, _, which = place.id.partition("/")
    name = _family_name(kind, translator)
    return name if which in ("", place.owner) else f"{name} {naming.format_fact('at', which, translator)}"


def format_place_fact(key: str, value: str | int, naming: PieceNaming, translator: Translator) -> str:
    """What is known of a place besides its pieces."""
    name = translator.name_of("fact", key)
    if value == FLAG_VALUE:
        return name
    said = naming.format_fact(key, value, translator)
    return said if name == key else f"{name} {said}"


def _family_name(kind: str, translator: Translator) -> str:
    """What all places are called that begin so."""
    return next(
        (name for group in PLACE_NAME_GROUPS if (name := translator.name_of(group, kind)) != kind), kind
    )


class _TableDescriber:
    """A layout that is told. spread: families of places with one piece each, as the points of a board."""

    __slots__ = ("layout", "names", "spread", "words")

    def __init__(self, layout: Layout, names: PieceNaming, translator: Translator) -> None:
        self.layout, self.names, self.words = layout, names, translator
        self.spread = _spread_families(layout)

    # -- who and what is told

    def describe_player(self, who: str, known: Sequence[str]) -> Iterator[str]:
        """What lies before them, what is counted, what lies open; the last by itself where there is much."""
        before, counts, open_ = list[str](), [*known], [*self._positions_of_player(who)]
        for place in self.layout:
            if place.owner != who:
                continue
            if place.id == f"{PLAYER_AREA}/{who}":
                before.insert(0, _join_non_empty(", ", self._pieces(place, place.pieces), self._facts(place)))
            elif _is_all_owned(place):
                number = sum(lying.count for lying in place.pieces)
                before.append(self._with_facts(f"{self._place_name(place)} {number}", place))
            elif place.pieces or place.facts:
                (counts if place.kind in COUNTED_KINDS else open_).append(self._describe_place(place))
        first = _join_non_empty("; ", _join_non_empty(", ", *before), *counts)
        yield from self._about(self.words.player_name(who), first, "; ".join(open_))

    def _about(self, name: str, first: str, then: str) -> Iterator[str]:
        sentence = self.words.to_sentence
        if first and then and len(first) + len(then) > MAX_SENTENCE_LENGTH:
            yield sentence(f"{name}: {first}")
            yield sentence(f"{name}, {then}")
        elif first or then:
            yield sentence(f"{name}: {_join_non_empty('; ', first, then)}")

    def describe_shared_places(self) -> Iterator[str]:
        """The places of nobody alone in which anything lies, and of which anything is known."""
        for place in self.layout:
            if place.owner or place.id in STATUS_PLACES or _kind(place.id) in self.spread:
                continue
            if place.facts or any(lying.count for lying in place.pieces):
                yield self.words.to_sentence(self._describe_place(place))
        for family, pieces in self.spread.items():
            nobodys = {piece: at for piece, at in pieces.items() if not self._owner(piece)}
            if nobodys:
                yield self.words.to_sentence(
                    f"{_family_name(family, self.words)}: {self._positions_text(nobodys)}"
                )

    def describe_stock(self, box: Inventory) -> Iterator[str]:
        """What is left in the supplies and stacks of the layout, and what lies in places that it has not."""
        kinds = {place.id: place.kind for place in self.layout}
        left, elsewhere = Counter[str](), dict[str, Counter[str]]()
        for stock, piece, number in InventoryIndex(box).unlisted_pieces(self.layout):
            if stock.rest_place in kinds:  # in a supply lies each by its name, in a stack only what it is
                left[piece if kinds[stock.rest_place] == "supply" else _covered(piece)] += number
            elif number and stock.rest_place != PLAY_ZONE:  # what is only shown lies nowhere
                elsewhere.setdefault(stock.rest_place, Counter())[piece] += number
        if left:
            yield self.words.to_sentence(self.words.gettext("Left: {things}", things=self._counts_text(left)))
        for place, sums in elsewhere.items():
            yield self.words.to_sentence(
                f"{self._place_name(Place(place, 'supply'))}: {self._counts_text(sums)}"
            )

    # -- places

    def _describe_place(self, place: Place) -> str:
        """A place with what is known of it and all that lies there; at its head what has no number in a row."""
        heads = [each for each in place.pieces if place.kind == "row" and not each.at]
        head = self._with_facts(
            _join_non_empty(", ", self._place_name(place), self._pieces(place, heads)), place
        )
        return _join_non_empty(
            ": ", head, self._pieces(place, [each for each in place.pieces if each not in heads])
        )

    def _place_name(self, place: Place) -> str:
        return place_name(place, self.names, self.words)

    def _with_facts(self, said: str, place: Place) -> str:
        facts = self._facts(place)
        return f"{said} ({facts})" if facts else said

    def _facts(self, place: Place) -> str:
        said = (format_place_fact(key, value, self.names, self.words) for key, value in place.facts.items())
        return ", ".join(said)

    def _position_text(self, where: str) -> str:
        return self.names.format_fact("at", where, self.words)

    # -- pieces

    def _pieces(self, place: Place, pieces: Sequence[PlacedPieces]) -> str:
        """What lies there, one after another; what is counted, summed up."""
        lying = [each for each in pieces if each.count and (each.piece != place.id or each.count > 1)]
        if place.kind in COUNTED_KINDS:
            sums = Counter[str]()
            for each in lying:
                sums[
                    self._piece_without_owner(
                        _covered(each.piece) if place.kind in STACKED_KINDS else each.piece, place
                    )
                ] += each.count
            return self._counts_text(sums)
        lying.sort(key=lambda each: -each.count if self._owner(each.piece) not in ("", place.owner) else 0)
        groups: dict[str, list[str]] = {}
        for each in lying:
            groups.setdefault(self._owner(each.piece) and _kind(each.piece), []).append(
                self._piece(each, place)
            )
        if len(groups.keys() - {""}) < 2:  # of a player's pieces it is clear what they are
            return ", ".join(chain.from_iterable(groups.values()))
        texts = {
            kind and self.names.format_piece_count(kind, 1, self.words): ", ".join(group)
            for kind, group in groups.items()
        }
        return "; ".join(_join_non_empty(": ", *each) for each in texts.items())

    def _piece(self, lying: PlacedPieces, place: Place) -> str:
        """A piece that is only a player's (`stone/red`) by the player's name, and how many; any other by its own."""
        who, number, stepped = self._owner(lying.piece), lying.count, place.kind in POSITIONED_KINDS
        if place.kind == "spot" and UNKNOWN in lying.piece:
            said = self._count_text(lying.piece, number)
        elif who in ("", place.owner):
            said = self.names.format_piece_count(
                self._piece_without_owner(lying.piece, place), number, self.words
            )
        else:
            said = self.words.player_name(who)
            said = said if stepped and number == 1 else f"{said} {number}"
        if lying.face == "down" and UNKNOWN not in lying.piece:
            said = f"{said} ({self.words.gettext('face down')})"
        return f"{said} {self._position_text(lying.at)}" if stepped and lying.at else said

    def _piece_without_owner(self, piece: str, place: Place) -> str:
        """A piece without its owner's name where all is theirs."""
        return _kind(piece) if place.owner and self._owner(piece) == place.owner else piece

    def _counts_text(self, sums: Mapping[str, int]) -> str:
        return ", ".join(self._count_text(piece, number) for piece, number in sums.items())

    def _count_text(self, piece: str, number: int) -> str:
        """So many of a piece, where one of them is said to be one, too."""
        said = self.names.format_piece_count(piece, number, self.words)
        return said if str(number) in said else f"{said} {number}"

    def _owner(self, piece: str) -> str:
        """Whose a piece is that is nothing but a player's (`stone/red`), "" of any other."""
        _, _, who = piece.partition("/")
        return who if self.words.is_player_colour(who) else ""

    # -- places with one piece each

    def players_on_spread_places(self) -> Iterator[str]:
        """Who has pieces there."""
        return filter(None, map(self._owner, chain.from_iterable(self.spread.values())))

    def _positions_of_player(self, who: str) -> Iterator[str]:
        """Where a player's pieces are, family by family of places."""
        for family, pieces in self.spread.items():
            own = {piece: at for piece, at in pieces.items() if self._owner(piece) == who}
            kinds = {_kind(piece) for piece in pieces if self._owner(piece)}
            if own and len(kinds) == 1:
                yield f"{_family_name(family, self.words)}: {', '.join(map(self._position_text, *own.values()))}"
            elif own:
                bare = {_kind(piece): at for piece, at in own.items()}
                yield f"{_family_name(family, self.words)}: {self._positions_text(bare)}"

    def _positions_text(self, pieces: PlacesByPiece) -> str:
        return "; ".join(
            f"{self.names.format_piece_count(piece, 1, self.words)} {', '.join(map(self._position_text, at))}"
            for piece, at in pieces.items()
        )


def _kind(word: str) -> str:
    return word.partition("/")[0]


def _covered(piece: str) -> str:
    """A piece of which only the back is seen."""
    kind, slash, _ = piece.rpartition("/")
    return f"{kind}/{UNKNOWN}" if slash else piece


def _join_non_empty(between: str, *texts: str) -> str:
    """Those of the texts that say anything, as one."""
    return between.join(filter(None, texts))


def _is_all_owned(place: Place) -> bool:
    """Whether it is counted there what has its owner's name in its own: the place's name says it all."""
    its = (place.owner in lying.piece.split("/") for lying in place.pieces)
    return place.kind in COUNTED_KINDS and all(its)


def _spread_families(layout: Layout) -> dict[str, dict[str, list[str]]]:
    """Family of places -> what lies on them, of families of which each place has one piece and nothing to tell."""
    families: dict[str, list[Place]] = {}
    for place in layout:
        families.setdefault(_kind(place.id), []).append(place)
    return {
        kind: _places_by_piece(places)
        for kind, places in families.items()
        if len(places) > 1 and all(map(_has_single_piece, places))
    }


def _has_single_piece(place: Place) -> bool:
    single = not place.pieces or (len(place.pieces) == 1 and place.pieces[0].count == 1)
    return place.kind == "spot" and not (place.owner or place.facts) and single and "/" in place.id


def _places_by_piece(places: Sequence[Place]) -> dict[str, list[str]]:
    where: dict[str, list[str]] = {}
    for place in places:
        for lying in place.pieces:
            where.setdefault(lying.piece, []).append(place.id.partition("/")[2])
    return where
