"""What the things of the Princes of Florence are called, counted and one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD, PROFESSION
from companion.games.florence.rules.printed import LANDSCAPES, PROFESSIONS
from companion.rules.moves import UNKNOWN
from companion.voice import default_voice
from companion.voice.language import message
from companion.voice.narration import PieceName
from companion.voice.translator import Translator

PALAZZO = "palazzo"
WHO, WHOM = "who", "whom"
"""Forms of a thing with its article: as what is sold, and as what is opened, built or laid."""


def the(words: Translator, thing: str, form: str = WHOM) -> str:
    """An object of the auction or a building in a sentence: `the forest`, in German `der` or `den Wald`."""
    return words.name_of("the", thing, form)


def tile(words: Translator, name: str) -> str:
    """A landscape, a building or the palazzo by its name alone."""
    if name == PALAZZO:
        return words.name_of("thing", name)
    return words.name_of("landscape" if name in LANDSCAPES else "building", name)


ANYTHING = ("kind", "building", "freedom", "profession", "bonus", "prestige", "line", "thing")


def anything(words: Translator, word: str) -> str:
    """A kind, tile, card or freedom by its name alone; what is none of them stays as it is."""
    names = (words.name_of(group, word) for group in ANYTHING)
    return next((name for name in names if name != word), word)


def owned(words: Translator, what: str, who: str) -> str:
    """A thing and whose it is: `poet (Anna)`."""
    return f"{what} ({words.player_name(who)})"


def card(words: Translator, kind: str, name: str) -> str:
    """A thing by the kind and the name of its piece; bonus and prestige cards, called by what they count, in quotes."""
    called = words.name_of(kind, name)
    # Translators: a name in the quotes of your language; no other text has any but these.
    return words.gettext("“{card}”", card=called) if kind in (BONUS_CARD, PRESTIGE_CARD) else called


def cards(words: Translator, kind: str, names: Iterable[str]) -> str:
    """Several cards of a kind, one after another."""
    return ", ".join(card(words, kind, name) for name in names)


def florins(words: Translator, number: int) -> str:
    """So many florins."""
    return words.ngettext("{n} florin", "{n} florins", number)


QUARTERS = {
    "r1": message("a quarter turn"),
    "r2": message("half a turn"),
    "r3": message("three quarters of a turn"),
}


def place(words: Translator, square: str, turn: str) -> str:
    """Where a tile lies: `d4, flipped, a quarter turn`."""
    return ", ".join((square, *_turned(words, turn)))


def turned(words: Translator, turn: str) -> str:
    """How a tile is turned; "" as it is printed."""
    return ", ".join(_turned(words, turn))


def _turned(words: Translator, turn: str) -> Iterator[str]:
    if turn.endswith("m"):
        yield words.gettext("flipped")
    if turn[:2] in QUARTERS:
        yield words.gettext(QUARTERS[turn[:2]])


def does(word: str, words: Translator) -> str:
    """What a profession wants, what a bonus, prestige or recruiting card does; "" of whatever is none of them."""
    if word in PROFESSIONS:
        wants = PROFESSIONS[word]
        things = (
            words.name_of("building", wants.building),
            words.name_of("landscape", wants.landscape),
            words.name_of("freedom", wants.freedom),
        )
        return words.to_sentence(words.gettext("Wants: {things}", things=", ".join(things)))
    said = words.name_of("does", word)
    return "" if said == word else said


def piece(word: str, words: Translator) -> PieceName:
    """A piece of the box: what kind of thing it is, and which of them. `?`: one that lies face down."""
    kind, _, name = word.partition("/")
    if not name:
        return PieceName(words.gettext("auction object"), _large(words.name_of("kind", kind)))
    if kind in (PROFESSION, BONUS_CARD, PRESTIGE_CARD) and name == "?":
        return PieceName(words.name_of("thing", kind), _large(words.gettext("face down")))
    return PieceName(words.name_of("thing", kind), _large(words.name_of(kind, name)))


def counted(piece: str, number: int, words: Translator) -> str:
    """So many of a piece that lies somewhere."""
    kind, _, name = piece.partition("/")
    if kind == "money":
        return florins(words, number)
    if kind == PRESTIGE_CARD and name == UNKNOWN and number != 1:
        return f"{words.name_of('many', 'prestige-card')} {number}"
    if kind not in NAMED or name == UNKNOWN:
        return default_voice.format_piece_count(piece, number, words)
    said = card(words, kind, name)
    return said if number == 1 else f"{said} {number}"


NAMED = (PROFESSION, BONUS_CARD, PRESTIGE_CARD, "landscape", "building", "freedom")
"""Kinds of pieces each of which has a name, in the group that is called so."""


def _large(name: str) -> str:
    """A name that stands by itself."""
    return f"{name[:1].upper()}{name[1:]}"
