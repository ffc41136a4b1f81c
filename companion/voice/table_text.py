"""The table of any game as text: what lies where, for a person who does not see it.

First comes each player with what is theirs, then the places of all, last what is left in supplies and stacks. Of a
game's `data/names.toml` it takes

    place   the name of a place (`"deck/money"`), or what stands before the number or name of each place that begins
            so (`column`); else that of [thing]. What lies before a player (`player/blue`) needs no name
    fact    what is known of a place besides its pieces (`closed`). The value `yes` is left out

and it asks the game's voice for the names of pieces with a count, and for values in words. Two tables compared say
what a correction changed (`describe_changes`).
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
"""Kinds of places whose pieces are counted; in all others each piece is named."""
STACKED_KINDS = ("deck", "pile")
"""Kinds of places where pieces lie over each other, so that their names are not seen."""
POSITIONED_KINDS = ("grid", "track")
"""Kinds of places where the cell or step of a piece matters."""
PLACE_NAME_GROUPS = ("place", "thing")
"""Groups that have names of places."""
PLAYER_AREA = "player"
FLAG_VALUE = "yes"
STATUS_PLACES = ("round", "phase")
"""What Herald announces for every game: a marker in a place of that name says the same."""
MAX_SENTENCE_LENGTH = 100
"""Up to so many letters about one player are one sentence; more are two."""

PlacesByPiece = Mapping[str, Sequence[str]]
"""Piece -> the names of the places where one of them lies."""


TableFacts = tuple[Layout, Sequence[tuple[str, str]]]
"""A layout, and (colour, text) for what lies nowhere, known of a player or, with "", of the game."""


class PieceNaming(Protocol):
    """The functions of a game's voice that are needed here."""

    def format_piece_count(self, piece: str, number: int, translator: Translator) -> str:
        """A number of pieces in words."""
        ...

    def format_fact(self, name: str, value: Any, translator: Translator) -> str:
        """A value in words."""
        ...


def describe_table(
    layout: Layout,
    box: Inventory,
    facts_by_player: Sequence[tuple[str, str]],
    naming: PieceNaming,
    translator: Translator,
) -> Iterator[str]:
    """A sentence for each player and for each place where something lies; two where there is much to say.

    `facts_by_player`: (colour, text) for what is known of a player and lies nowhere.
    """
    table = _TableDescriber(layout, naming, translator)
    owners = (place.owner for place in layout if place.owner)
    for player in dict.fromkeys(
        (*owners, *table.players_on_spread_places(), *(player for player, _ in facts_by_player))
    ):
        yield from table.describe_player(player, [text for whose, text in facts_by_player if whose == player])
    yield from table.describe_shared_places()
    yield from table.describe_stock(box)


def describe_changes(
    before: TableFacts, after: TableFacts, naming: PieceNaming, translator: Translator
) -> Iterator[str]:
    """What is different on a table: `Anna: 10 louis, now 11 louis`, `Column 2: Explorer (Bert)`.

    What a marker on a track says is left out where it is told otherwise.
    """
    words = _TableDescriber(after[0], naming, translator)
    was, now = ({place.id: words.parts_of(place) for place in layout} for layout, _ in (before, after))
    known = list[str]()
    for player in dict.fromkeys(who for _, facts in (before, after) for who, _ in facts):
        old, new = ({text: text for who, text in facts if who == player} for _, facts in (before, after))
        known += _changes(translator.player_name(player) if player else "", old, new, translator)
    for key, place in {place.id: place for place in (*before[0], *after[0])}.items():
        if key not in STATUS_PLACES and not (known and place.kind == "track"):
            yield from _changes(words.full_place_name(place), was.get(key, {}), now.get(key, {}), translator)
    yield from known


def _changes(
    name: str, old: Mapping[str, str], new: Mapping[str, str], translator: Translator
) -> Iterator[str]:
    """The parts of one thing that differ, each by its key; what went and what came are one change."""
    pairs = [(old[key], text) for key, text in new.items() if key in old and old[key] != text]
    gone = ", ".join(text for key, text in old.items() if key not in new)
    come = ", ".join(text for key, text in new.items() if key not in old)
    changed = [
        translator.gettext("{before}, now {after}", before=before, after=after)
        if before and after
        else after or translator.gettext("{before} no longer", before=before)
        for before, after in (*pairs, (gone, come))
        if before or after
    ]
    if changed:
        yield _join_non_empty(": ", name, ", ".join(changed))


def fallback_name(word: str, naming: PieceNaming, translator: Translator) -> str:
    """The name of a place or a piece, else the name of its kind and whose or which one it is: `hand (Anna)`."""
    kind, _, which = word.partition("/")
    if name := translator.first_name_of(PLACE_NAME_GROUPS, word):
        return name
    parts = [part for part in which.split("/") if part not in ("", UNKNOWN)]
    text = [
        translator.player_name(part)
        if translator.is_player_colour(part)
        else naming.format_fact("at", part, translator)
        for part in parts
    ]
    return f"{_family_name(kind, translator)} ({', '.join(text)})" if text else _family_name(kind, translator)


def place_name(place: Place, naming: PieceNaming, translator: Translator) -> str:
    """The name of a place without its owner; for a place that is a piece itself (`tile/2`), that piece."""
    if any(placed.piece == place.id for placed in place.pieces):
        return naming.format_piece_count(place.id, 1, translator)
    if (name := translator.name_of("place", place.id)) != place.id:
        return name
    kind, _, which = place.id.partition("/")
    name = _family_name(kind, translator)
    return name if which in ("", place.owner) else f"{name} {naming.format_fact('at', which, translator)}"


def format_place_fact(key: str, value: str | int, naming: PieceNaming, translator: Translator) -> str:
    """A fact of a place in words."""
    name = translator.name_of("fact", key)
    if value == FLAG_VALUE:
        return name
    text = naming.format_fact(key, value, translator)
    return text if name == key else f"{name} {text}"


def _family_name(kind: str, translator: Translator) -> str:
    """The name of all places that begin so."""
    return translator.first_name_of(PLACE_NAME_GROUPS, kind) or kind


class _TableDescriber:
    """Describes a layout. spread: families of places with one piece each, as the points of a board."""

    __slots__ = ("layout", "names", "spread", "words")

    def __init__(self, layout: Layout, names: PieceNaming, translator: Translator) -> None:
        self.layout, self.names, self.words = layout, names, translator
        self.spread = _spread_families(layout)

    # -- players, shared places and stock

    def describe_player(self, who: str, known: Sequence[str]) -> Iterator[str]:
        """What lies before a player, what is counted, what lies open; the last by itself where there is much."""
        before, counts, open_ = list[str](), [*known], [*self._positions_of_player(who)]
        for place in self.layout:
            if place.owner != who:
                continue
            if place.id == f"{PLAYER_AREA}/{who}":
                before.insert(0, _join_non_empty(", ", self._pieces(place, place.pieces), self._facts(place)))
            elif _is_all_owned(place):
                number = sum(placed.count for placed in place.pieces)
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
        """The places of no single player in which anything lies, or of which anything is known."""
        for place in self.layout:
            if place.owner or place.id in STATUS_PLACES or _kind(place.id) in self.spread:
                continue
            if place.facts or any(placed.count for placed in place.pieces):
                yield self.words.to_sentence(self._describe_place(place))
        for family, pieces in self.spread.items():
            unowned = {piece: at for piece, at in pieces.items() if not self._owner(piece)}
            if unowned:
                yield self.words.to_sentence(
                    f"{_family_name(family, self.words)}: {self._positions_text(unowned)}"
                )

    def describe_stock(self, box: Inventory) -> Iterator[str]:
        """What is left in the supplies and stacks of the layout, and what lies in places that it has not."""
        kinds = {place.id: place.kind for place in self.layout}
        left, elsewhere = Counter[str](), dict[str, Counter[str]]()
        for stock, piece, number in InventoryIndex(box).unlisted_pieces(self.layout):
            if stock.rest_place in kinds:  # a supply shows names, a stack only kinds
                left[piece if kinds[stock.rest_place] == "supply" else _covered(piece)] += number
            elif number and stock.rest_place != PLAY_ZONE:  # what is only shown does not lie there
                elsewhere.setdefault(stock.rest_place, Counter())[piece] += number
        if left:
            yield self.words.to_sentence(self.words.gettext("Left: {things}", things=self._counts_text(left)))
        for place, sums in elsewhere.items():
            yield self.words.to_sentence(
                f"{self._place_name(Place(place, 'supply'))}: {self._counts_text(sums)}"
            )

    # -- places

    def full_place_name(self, place: Place) -> str:
        """A place with its owner; what lies before a player by the player's name alone."""
        owner = self.words.player_name(place.owner) if place.owner else ""
        if place.owner and place.id == f"{PLAYER_AREA}/{place.owner}":
            return owner
        return _join_non_empty(", ", owner, self._place_name(place))

    def parts_of(self, place: Place) -> dict[str, str]:
        """What lies there and what is known of it, each by a key that stays when only its number changes."""
        parts = {
            f"fact {key}": format_place_fact(key, value, self.names, self.words)
            for key, value in place.facts.items()
        }
        counted = place.kind in COUNTED_KINDS or place.id.startswith(PLAYER_AREA)
        for each in place.pieces:
            if each.count:
                key = (
                    f"{each.piece} {each.face}"
                    if counted
                    else f"at {each.at}"
                    if each.at
                    else f"{each.piece} {each.face}"
                )
                parts[key] = self._count_text(each.piece, each.count) if counted else self._piece(each, place)
        return parts

    def _describe_place(self, place: Place) -> str:
        """A place with its facts and all that lies there; pieces without a number in a row stand with its name."""
        heads = [each for each in place.pieces if place.kind == "row" and not each.at]
        head = self._with_facts(
            _join_non_empty(", ", self._place_name(place), self._pieces(place, heads)), place
        )
        return _join_non_empty(
            ": ", head, self._pieces(place, [each for each in place.pieces if each not in heads])
        )

    def _place_name(self, place: Place) -> str:
        return place_name(place, self.names, self.words)

    def _with_facts(self, text: str, place: Place) -> str:
        facts = self._facts(place)
        return f"{text} ({facts})" if facts else text

    def _facts(self, place: Place) -> str:
        text = (format_place_fact(key, value, self.names, self.words) for key, value in place.facts.items())
        return ", ".join(text)

    def _position_text(self, where: str) -> str:
        return self.names.format_fact("at", where, self.words)

    # -- pieces

    def _pieces(self, place: Place, pieces: Sequence[PlacedPieces]) -> str:
        """What lies there, one after another; what is counted, added up."""
        placed = [each for each in pieces if each.count and (each.piece != place.id or each.count > 1)]
        if place.kind in COUNTED_KINDS:
            sums = Counter[str]()
            for each in placed:
                sums[
                    self._piece_without_owner(
                        _covered(each.piece) if place.kind in STACKED_KINDS else each.piece, place
                    )
                ] += each.count
            return self._counts_text(sums)
        placed.sort(key=lambda each: -each.count if self._owner(each.piece) not in ("", place.owner) else 0)
        groups: dict[str, list[str]] = {}
        for each in placed:
            groups.setdefault(self._owner(each.piece) and _kind(each.piece), []).append(
                self._piece(each, place)
            )
        if len(groups.keys() - {""}) < 2:  # one player's kind needs no name
            return ", ".join(chain.from_iterable(groups.values()))
        texts = {
            kind and self.names.format_piece_count(kind, 1, self.words): ", ".join(group)
            for kind, group in groups.items()
        }
        return "; ".join(_join_non_empty(": ", *each) for each in texts.items())

    def _piece(self, placed: PlacedPieces, place: Place) -> str:
        """A piece that is only a player's (`stone/red`) by the player's name, with the count; any other by its own."""
        player, number, stepped = self._owner(placed.piece), placed.count, place.kind in POSITIONED_KINDS
        if place.kind == "spot" and UNKNOWN in placed.piece:
            text = self._count_text(placed.piece, number)
        elif player in ("", place.owner):
            text = self.names.format_piece_count(
                self._piece_without_owner(placed.piece, place), number, self.words
            )
        else:
            text = self.words.player_name(player)
            text = text if stepped and number == 1 else f"{text} {number}"
        if placed.face == "down" and UNKNOWN not in placed.piece:
            text = f"{text} ({self.words.gettext('face down')})"
        return f"{text} {self._position_text(placed.at)}" if stepped and placed.at else text

    def _piece_without_owner(self, piece: str, place: Place) -> str:
        """A piece without its owner's name where all is theirs."""
        return _kind(piece) if place.owner and self._owner(piece) == place.owner else piece

    def _counts_text(self, sums: Mapping[str, int]) -> str:
        return ", ".join(self._count_text(piece, number) for piece, number in sums.items())

    def _count_text(self, piece: str, number: int) -> str:
        """A number of pieces in words, with the number also where it is one."""
        text = self.names.format_piece_count(piece, number, self.words)
        return text if str(number) in text else f"{text} {number}"

    def _owner(self, piece: str) -> str:
        """The owner of a piece that is nothing but a player's (`stone/red`), "" for any other."""
        _, _, player = piece.partition("/")
        return player if self.words.is_player_colour(player) else ""

    # -- places with one piece each

    def players_on_spread_places(self) -> Iterator[str]:
        """The players who have pieces there."""
        return filter(None, map(self._owner, chain.from_iterable(self.spread.values())))

    def _positions_of_player(self, player: str) -> Iterator[str]:
        """The places of a player's pieces, family by family."""
        for family, pieces in self.spread.items():
            own = {piece: at for piece, at in pieces.items() if self._owner(piece) == player}
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
    """The word of a piece of which only the back is seen."""
    kind, slash, _ = piece.rpartition("/")
    return f"{kind}/{UNKNOWN}" if slash else piece


def _join_non_empty(between: str, *texts: str) -> str:
    """The texts that are not empty, joined."""
    return between.join(filter(None, texts))


def _is_all_owned(place: Place) -> bool:
    """Whether all that is counted there has its owner in its word: the place's name is enough."""
    its = (place.owner in placed.piece.split("/") for placed in place.pieces)
    return place.kind in COUNTED_KINDS and all(its)


def _spread_families(layout: Layout) -> dict[str, dict[str, list[str]]]:
    """Family of places -> what lies on them, for families whose places have one piece each and no facts."""
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
        for placed in place.pieces:
            where.setdefault(placed.piece, []).append(place.id.partition("/")[2])
    return where
