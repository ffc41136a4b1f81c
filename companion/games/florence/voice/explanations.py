"""What things are about where that depends on the table: who would want them, what they are worth, what is left.

All of it is made of the public position. What holds always is in [about] of `data/names.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.games.florence.rules.edition import (
    BUILDINGS_BY_SIZE,
    OBJECT_KINDS,
    SQUARES_BY_BUILDING,
    WANTS_BY_PROFESSION,
)
from companion.games.florence.rules.layout import (
    PIECE_BY_NAME,
    STACK_PLACES,
    SUPPLY,
    make_inventory,
    make_layout,
)
from companion.games.florence.rules.phases.turn_options import ActionDecision, building_price
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD, PROFESSION, RECRUITING_CARD
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS, prestige_card_score
from companion.games.florence.rules.principality_counts import count_principality
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.tile_placement import BUILDERS_TO_TOUCH
from companion.games.florence.rules.work_value import (
    BONUS_CARDS,
    bonus_card_value,
    with_worker_on_table,
    work_value_by_profession,
)
from companion.games.florence.voice import names
from companion.rules.layout import InventoryIndex
from companion.voice.language import mark_message
from companion.voice.translator import Translator

ROUND_PHASES: Final = ("auction", "actions")
"""The phases in which works are still to be done."""
Sentences = Iterator[tuple[str, str]]
"""Sentences, each with its clause."""
SAME_MEANING: Final[Mapping[str, str]] = {
    "florin": "money",
    "gavel": "bid",
    "work": "action/work",
    "action/profession": "stack/profession",
    "action/bonus": "stack/bonus",
    "action/recruit": RECRUITING_CARD,
    "flip": "turn",
    "clockwise": "turn",
    "anticlockwise": "turn",
}
"""Answer or picture -> the word among [about] whose sentence says it, too."""
SIZE_TEXTS: Final[Mapping[str, str]] = {
    "large": mark_message("large, {n} squares"),
    "medium": mark_message("medium, {n} squares"),
    "small": mark_message("small, {n} squares"),
}


def explain(word: str, position: TableState, translator: Translator) -> Sentences:
    """What a place, a piece, an answer or a picture is about at that table."""
    if word in SAME_MEANING:
        yield from _meaning(SAME_MEANING[word], translator)
    for key in (word, word.partition("/")[0]):
        if key in _SENTENCES:
            yield from _SENTENCES[key](word, position, translator)
            return


def _meaning(word: str, translator: Translator) -> Sentences:
    """What [does] and [about] say of another word, or of its kind."""
    if effect := names.card_effect(word, translator):
        yield effect, ""
    meaning = translator.meaning_of(word)
    if meaning[0]:
        yield meaning


# -- the auction


def _lot(word: str, position: TableState, translator: Translator) -> Sentences:
    """An object of the auction: what it does, who bids for it, how many are left, and who wants it."""
    kind = word.partition("/")[2]
    if kind not in OBJECT_KINDS:
        return
    piece = PIECE_BY_NAME.get(kind, kind)
    yield from _meaning(piece, translator)
    if position.auction is not None and position.auction.kind == kind:
        yield names.auction_text(position.auction, translator), "P-A1"
    yield _left_text(piece, position, translator), "P-A1"
    yield from _wanting(piece, translator)


def _left_text(piece: str, position: TableState, translator: Translator) -> str:
    """How many of it nobody has yet."""
    index = InventoryIndex(make_inventory(position.config.seats))
    places = (SUPPLY, *STACK_PLACES.values())
    left = sum(
        lying.count
        for place in index.layout_with_unlisted(make_layout(position))
        for lying in place.pieces
        if place.id in places and lying.piece == piece
    )
    return translator.gettext("Left: {things}", things=left)


def _bidding(word: str, position: TableState, translator: Translator) -> Sentences:
    auction = position.auction
    if word == "pass":
        yield (
            (translator.gettext("no object in this round, and no more bids"), "P-A3")
            if auction is None
            else (translator.gettext("no more bids for this object; you may bid for the next one"), "P-A1")
        )
    if auction is not None:
        yield names.auction_text(auction, translator), "P-A1"


# -- what works want


def _building(word: str, position: TableState, translator: Translator) -> Sentences:
    """A building, or all of a size: the size, what it costs whoever acts, and who wants it."""
    name = word.partition("/")[2]
    for size, buildings in BUILDINGS_BY_SIZE.items():
        if name in (size, *buildings):
            squares = SQUARES_BY_BUILDING[buildings[0]]
            yield translator.gettext(SIZE_TEXTS[size], n=squares), "P-M2"
        if name == size:
            yield ", ".join(translator.name_of("building", each) for each in buildings), "P-M2"
    if name in SQUARES_BY_BUILDING:
        item = position.agenda[0] if position.agenda else None
        if isinstance(item, ActionDecision) and not position.players[item.who].count_tiles(name):
            price = names.florins_text(translator, building_price(position, item.who))
            who = translator.player_name(item.who)
            yield translator.gettext("price ({who}): {florins}", who=who, florins=price), "P-B4"
        yield from _wanted(word, position, translator)


def _wanted(word: str, position: TableState, translator: Translator) -> Sentences:
    """P-B2: which works want a building, a landscape or a freedom, and how many are left."""
    if "/" in word:
        yield from _wanting(word, translator)
        yield _left_text(word, position, translator), ""


def _wanting(piece: str, translator: Translator) -> Sentences:
    kind, _, name = piece.partition("/")
    wanting = [who for who, wants in WANTS_BY_PROFESSION.items() if getattr(wants, kind, None) == name]
    if wanting:
        people = ", ".join(translator.name_of(PROFESSION, who) for who in wanting)
        yield translator.gettext("wanted by: {professions}", professions=people), "P-B2"


def _profession(word: str, position: TableState, translator: Translator) -> Sentences:
    """A profession: with whom it lies open, else what its work would be worth to anybody who holds it."""
    name = word.partition("/")[2]
    if name not in WANTS_BY_PROFESSION:
        return
    owner = position.owner_of_profession(name)
    if owner is not None:
        who = translator.player_name(owner)
        yield translator.gettext("its work is done, and others may recruit it: {who}", who=who), "P-B6"
    elif position.phase in ROUND_PHASES:
        people = position.players.items()
        values = {who: work_value_by_profession(player)[name] for who, player in people if player.hand}
        text = translator.gettext(
            "its work now, without bonus cards: {values}; needed: {least}",
            values=_by_player(values, translator),
            least=position.least_work_value,
        )
        yield text, "P-B2"
    yield (
        translator.gettext("the building it wants adds 4 to its work, landscape and freedom 3 each"),
        "P-B2",
    )


# -- cards that count


def _bonus_card(word: str, position: TableState, translator: Translator) -> Sentences:
    name = word.partition("/")[2]
    if name in BONUS_CARDS and position.phase in ROUND_PHASES:
        values = {
            who: bonus_card_value(with_worker_on_table(count_principality(player)), name)
            for who, player in position.players.items()
        }
        text = translator.gettext("it would add now: {values}", values=_by_player(values, translator))
        yield text, "P-B2"


def _prestige_card(word: str, position: TableState, translator: Translator) -> Sentences:
    name = word.partition("/")[2]
    if name in PRESTIGE_CARDS:
        everybody = {who: count_principality(player) for who, player in position.players.items()}
        values = {who: prestige_card_score(name, who, everybody).points for who in everybody}
        text = translator.gettext("it would give now: {values}", values=_by_player(values, translator))
        yield text, "P-E1"


def _by_player(values: Mapping[str, int], translator: Translator) -> str:
    """A number for each player."""
    return ", ".join(f"{translator.player_name(who)} {number}" for who, number in values.items())


# -- principalities and works


def _principality(word: str, position: TableState, translator: Translator) -> Sentences:
    player = position.players.get(word.partition("/")[2])
    if player is None:
        return
    empty = count_principality(player).empty_squares
    yield translator.gettext("empty squares: {n}", n=empty), "P-M2"
    if player.builders < BUILDERS_TO_TOUCH:
        yield (
            translator.gettext(
                "before the second builder a building may touch no other and no palazzo edge to edge"
            ),
            "P-B4",
        )


def _builder(word: str, position: TableState, translator: Translator) -> Sentences:
    yield (
        translator.gettext(
            "the second and the third bring 3 prestige points each, and nobody has more than three"
        ),
        "P-A5",
    )


def _least_value(word: str, position: TableState, translator: Translator) -> Sentences:
    if position.phase in ROUND_PHASES:
        least = position.least_work_value
        yield translator.gettext("in this round a work must be worth at least {least}", least=least), "P-M4"


def _best_works(word: str, position: TableState, translator: Translator) -> Sentences:
    values = {who: player.best for who, player in position.players.items() if player.best}
    if position.phase == "actions" and values:
        text = translator.gettext("best works so far: {values}", values=_by_player(values, translator))
        yield text, "P-B7"


_SENTENCES: Mapping[str, Callable[[str, TableState, Translator], Sentences]] = {
    "pile": _lot,
    "bid": _bidding,
    "gavel": _bidding,
    "pass": _bidding,
    "building": _building,
    "landscape": _wanted,
    "freedom": _wanted,
    PROFESSION: _profession,
    BONUS_CARD: _bonus_card,
    PRESTIGE_CARD: _prestige_card,
    "grid": _principality,
    "builder": _builder,
    "round": _least_value,
    "work": _least_value,
    "action/work": _least_value,
    "track": _best_works,
    "best-work": _best_works,
}
"""Word, or what it begins with -> what makes its sentences."""
