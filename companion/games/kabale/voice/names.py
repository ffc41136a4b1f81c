"""What the things of Kabale und Hiebe are called, counted and one by one."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.kabale.rules.printed import Halves, symbol_of, value_of
from companion.rules.moves import UNKNOWN
from companion.voice import default_voice
from companion.voice.narration import PieceName
from companion.voice.translator import Translator


def number(halves: Halves) -> str:
    """A value in half points as people write it: `9½`."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def card(words: Translator, name: str) -> str:
    """A character (`mage`); a card nobody saw."""
    return words.name_of("card", name)


def owned(words: Translator, what: str, who: str) -> str:
    """A card and whose it is: `mage (Anna)`."""
    return f"{what} ({words.player_name(who)})"


def objective(words: Translator, name: str) -> str:
    """An objective: `alchemy 3`."""
    return f"{words.name_of('symbol', symbol_of(name))} {value_of(name)}"


def objectives(words: Translator, names: Iterable[str]) -> str:
    """Several objectives, one after another."""
    return ", ".join(objective(words, name) for name in names)


def column(words: Translator, number: object) -> str:
    """A column by its number, from 1."""
    return words.gettext("column {column}", column=number)


def place(words: Translator, word: str) -> str:
    """A card's place in a column: `1.3` is `column 1, card 3`."""
    column, _, card = word.partition(".")
    return card_in_column(words, column, card)


def card_in_column(words: Translator, column: str, card: str) -> str:
    """A card by its place, both counted from 1."""
    return words.gettext("column {column}, card {card}", column=column, card=card)


def cards(words: Translator, number: int) -> str:
    """So many cards, as they are counted."""
    return words.npgettext("counted", "{n} card", "{n} cards", number)


def does(word: str, words: Translator) -> str:
    """What a character does; "" of whatever is none."""
    said = words.name_of("does", word)
    return "" if said == word else said


def piece(word: str, words: Translator) -> PieceName:
    """A piece of the box: what kind of thing it is, and which of them. `?`: one that lies face down."""
    kind, _, name = word.partition("/")
    if kind == "card" or ":" in name:
        name = _large(counted(word, 1, words))
    elif name == UNKNOWN:
        name = ""
    return PieceName(words.name_of("thing", kind), name)


def counted(piece: str, number: int, words: Translator) -> str:
    """A card and whose it is; an objective, or some of them."""
    match piece.split("/"):
        case ["card", who, which]:
            name = owned(words, words.gettext("face down") if which == UNKNOWN else card(words, which), who)
        case ["objective", which] if which != UNKNOWN:
            name = objective(words, which)
        case _:
            return default_voice.format_piece_count(piece, number, words)
    return name if number == 1 else f"{number} × {name}"  # the name of an objective ends in a number


def _large(name: str) -> str:
    """A name that stands by itself."""
    return f"{name[:1].upper()}{name[1:]}"
