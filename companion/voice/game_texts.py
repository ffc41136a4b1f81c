"""A game's own texts: its names (names.toml) and what its clauses say (clauses.toml), in any language.

The files lie among the game's data, in English; what any game's notation asks of a line lies with the rules. The other
languages are in the message catalogues, each text under a context that says where it stands: `louis-xiv tile 1 short`,
`L-2.4 refusal two-directions`. A text that is missing falls back to English: nobody is left without an answer.
"""

from __future__ import annotations

import gettext
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from companion.games import find_plugin
from companion.rules.clauses import Refusal
from companion.voice.language import load_package_translation, load_translation

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TextTable = Mapping[str, Any]
RULES_PACKAGE = "companion.rules"
NAMES_FILE, CLAUSES_FILE = "names.toml", "clauses.toml"
UNTRANSLATED_KEY = "source"
"""What a table of a clause says for its readers only."""


@cache
def game_translation(game: str, lang: str) -> gettext.NullTranslations:
    """The messages of a language for a table of that game: the game's own, if it brings a catalogue, then Herald's."""
    return load_package_translation(game_files(game), lang)


def game_files(game: str) -> Traversable:
    """Where the files of a game lie."""
    return resources.files(find_plugin(game).package)


@cache
def load_names(game: str, lang: str) -> TextTable:
    """names.toml of a game in a language: group -> word of the notation -> name, or its forms by name.

    Every game's has `colour` with its colours, `phase` with its phases, and `game` with `title`, what the game is
    called, and `starts`, who of the people begins (`the oldest`).
    """
    package = find_plugin(game).package
    return _translated(
        _read_toml(package, f"data/{NAMES_FILE}"), translation_context(package), game_translation(game, lang)
    )


@cache
def load_clauses(game: str, lang: str) -> TextTable:
    """clauses.toml of a game in a language: clause id -> source, title, text, refusal -> code -> text."""
    return _translated(
        _read_toml(find_plugin(game).package, f"data/{CLAUSES_FILE}"), (), game_translation(game, lang)
    )


@cache
def load_common_clauses(lang: str) -> TextTable:
    """clauses.toml of the house: the same for what any game's notation asks of a line."""
    return _translated(_read_toml(RULES_PACKAGE, CLAUSES_FILE), (), load_translation(lang))


def translatable_texts(game: str) -> Iterator[tuple[str, str]]:
    """Everything that the data of a game say, in English, each with its context."""
    package = find_plugin(game).package
    yield from texts_with_context(_read_toml(package, f"data/{NAMES_FILE}"), translation_context(package))
    yield from texts_with_context(_read_toml(package, f"data/{CLAUSES_FILE}"))


def _read_toml(package: str, name: str) -> TextTable:
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def _translated(table: TextTable, path: tuple[str, ...], messages: gettext.NullTranslations) -> TextTable:
    return {
        key: value
        if key == UNTRANSLATED_KEY
        else _translated(value, (*path, key), messages)
        if isinstance(value, Mapping)
        else messages.pgettext(" ".join((*path, key)), value)
        for key, value in table.items()
    }


def translation_context(package: str) -> tuple[str, ...]:
    """What the contexts of a game's names begin with: its folder's name, as in `louis-xiv tile 1 short`."""
    return (package.rpartition(".")[2].replace("_", "-"),)


def texts_with_context(table: TextTable, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Every text of a data file with its context, in English."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from texts_with_context(value, (*path, key))
        elif key != UNTRANSLATED_KEY:
            yield " ".join((*path, key)), str(value)


def refusal_template(game: str, refusal: Refusal, lang: str) -> str:
    """The sentence of the refusal's code, facts in braces; "" where none is written."""
    why, house = refusal.clause, load_common_clauses(lang)
    tables = [load_clauses(game, lang).get(why.id, {}), house.get(why.id, {})]
    tables += house.values()  # said under the id of whatever decision was open
    for table in tables:
        if text := table.get("refusal", {}).get(why.code):
            return str(text)
    return ""


def clause_text(game: str, clause_id: str, lang: str) -> str:
    """What the clause says as a whole; its id where nothing is written."""
    return _clause_part(game, clause_id, "text", lang)


def clause_title(game: str, clause_id: str, lang: str) -> str:
    """The clause's heading; its id where nothing is written."""
    return _clause_part(game, clause_id, "title", lang)


def _clause_part(game: str, id: str, part: str, lang: str) -> str:
    texts = (table.get(id, {}).get(part) for table in (load_clauses(game, lang), load_common_clauses(lang)))
    return str(next(filter(None, texts), id))


def refusal_text(game: str, refusal: Refusal, lang: str, format_fact: Callable[[str, Any], str]) -> str:
    """Why not, in a sentence; `format_fact` makes the value of a fact readable.

    Falls back to the text of the clause when the code has none, or one that cannot be filled.
    """
    pattern = refusal_template(game, refusal, lang)
    try:
        filled = pattern.format_map({name: format_fact(name, value) for name, value in refusal.facts.items()})
    except (LookupError, ValueError, AttributeError):
        filled = ""
    return filled or clause_text(game, refusal.clause.id, lang)
