"""The names of the pieces of the Princes of Florence, counted and one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.florence.rules.edition import LANDSCAPES, WANTS_BY_PROFESSION
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD, PROFESSION
from companion.rules.moves import UNKNOWN
from companion.voice import default_voice
from companion.voice.language import mark_message
from companion.voice.narration import PieceName
from companion.voice.translator import Translator

PALAZZO_NAME = "palazzo"
SUBJECT_FORM, OBJECT_FORM = "who", "whom"
"""The forms of a name with its article: as what is sold, and as what is opened, built or placed."""


def object_with_article(translator: Translator, name: str, form: str = OBJECT_FORM) -> str:
    """An object or a building with its article: `the forest`, in German `der Wald` or `den Wald`."""
    return translator.name_of("the", name, form)


def tile_name(translator: Translator, name: str) -> str:
    """The name of a landscape, a building or the palazzo alone."""
    if name == PALAZZO_NAME:
        return translator.name_of("thing", name)
    return translator.name_of("landscape" if name in LANDSCAPES else "building", name)


NAME_GROUPS = ("kind", "building", "freedom", "profession", "bonus", "prestige", "line", "thing")


def name_without_kind(translator: Translator, word: str) -> str:
    """The name of a kind, tile, card or freedom alone; other words stay as they are."""
    names = (translator.name_of(group, word) for group in NAME_GROUPS)
    return next((name for name in names if name != word), word)


def name_with_owner(translator: Translator, what: str, who: str) -> str:
    """A card or tile with its owner: `poet (Anna)`."""
    return f"{what} ({translator.player_name(who)})"


def card_name(translator: Translator, kind: str, name: str) -> str:
    """The name of a piece; bonus and prestige cards, named after what they count, are in quotes."""
    text = translator.name_of(kind, name)
    # Translators: a name in the quotes of your language; no other text has any but these.
    return translator.gettext("“{card}”", card=text) if kind in (BONUS_CARD, PRESTIGE_CARD) else text


def card_names_text(translator: Translator, kind: str, names: Iterable[str]) -> str:
    """A list of cards of a kind."""
    return ", ".join(card_name(translator, kind, name) for name in names)


def florins_text(translator: Translator, number: int) -> str:
    """That many florins."""
    return translator.ngettext("{n} florin", "{n} florins", number)


QUARTER_TURNS = {
    "r1": mark_message("a quarter turn"),
    "r2": mark_message("half a turn"),
    "r3": mark_message("three quarters of a turn"),
}


def square_and_rotation_text(translator: Translator, square: str, rotation: str) -> str:
    """The spot of a tile: `d4, flipped, a quarter turn`."""
    return ", ".join((square, *_turned(translator, rotation)))


def rotation_text(translator: Translator, rotation: str) -> str:
    """The rotation of a tile; "" as it is printed."""
    return ", ".join(_turned(translator, rotation))


def _turned(translator: Translator, turn: str) -> Iterator[str]:
    if turn.endswith("m"):
        yield translator.gettext("flipped")
    if turn[:2] in QUARTER_TURNS:
        yield translator.gettext(QUARTER_TURNS[turn[:2]])


def card_effect(word: str, translator: Translator) -> str:
    """What a profession wants, or what a bonus, prestige or recruiting card does; "" for other words."""
    if word in WANTS_BY_PROFESSION:
        wants = WANTS_BY_PROFESSION[word]
        things = (
            translator.name_of("building", wants.building),
            translator.name_of("landscape", wants.landscape),
            translator.name_of("freedom", wants.freedom),
        )
        return translator.to_sentence(translator.gettext("Wants: {things}", things=", ".join(things)))
    effect = translator.name_of("does", word)
    return "" if effect == word else effect


def piece_name(word: str, translator: Translator) -> PieceName:
    """The kind of a piece, and which one it is; `?` for one that lies face down."""
    kind, _, name = word.partition("/")
    if not name:
        return PieceName(translator.gettext("auction object"), _capitalised(translator.name_of("kind", kind)))
    if kind in (PROFESSION, BONUS_CARD, PRESTIGE_CARD) and name == "?":
        return PieceName(translator.name_of("thing", kind), _capitalised(translator.gettext("face down")))
    return PieceName(translator.name_of("thing", kind), _capitalised(translator.name_of(kind, name)))


def format_piece_count(piece: str, number: int, translator: Translator) -> str:
    """That many of a piece that lies somewhere."""
    kind, _, name = piece.partition("/")
    if kind == "money":
        return florins_text(translator, number)
    if kind == PRESTIGE_CARD and name == UNKNOWN and number != 1:
        return f"{translator.name_of('many', 'prestige-card')} {number}"
    if kind not in NAMED_PIECE_KINDS or name == UNKNOWN:
        return default_voice.format_piece_count(piece, number, translator)
    text = card_name(translator, kind, name)
    return text if number == 1 else f"{text} {number}"


NAMED_PIECE_KINDS = (PROFESSION, BONUS_CARD, PRESTIGE_CARD, "landscape", "building", "freedom")
"""The kinds of pieces that have names of their own, in the group of the same name."""


def _capitalised(name: str) -> str:
    """The name as it stands by itself, with a capital."""
    return f"{name[:1].upper()}{name[1:]}"
