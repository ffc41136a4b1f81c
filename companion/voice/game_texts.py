"""A game's own texts: its names (names.toml) and the texts of its clauses (clauses.toml), in any language.

The files are in the game's data, in English; clauses that hold for the notation of any game are with the rules. The
other languages are in the message catalogues, each text under a context that shows where it stands: `louis-xiv tile 1
short`, `L-2.4 refusal two-directions`. A missing text falls back to English, so that there is always one.
"""

from __future__ import annotations

import gettext
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from companion.games import find_plugin
from companion.rules.clauses import HOUSE_PACKAGE, Refusal, catalogue_package, load_clause_texts
from companion.voice.language import load_package_translation, load_translation

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

TextTable = Mapping[str, Any]
NAMES_FILE = "names.toml"
PROMPT_FACT = "prompt"
"""What every sentence of a refusal may name beside its own facts: who is to do what now."""
UNTRANSLATED_KEY = "source"
"""The key of a clause's table whose text is for readers of the file only."""


@cache
def game_translation(game: str, lang: str) -> gettext.NullTranslations:
    """The messages of a language for a table of that game: the game's own, if it brings a catalogue, then Herald's."""
    return load_package_translation(game_data_folder(game), lang)


def game_data_folder(game: str) -> Traversable:
    """The folder with the files of a game."""
    return resources.files(find_plugin(game).package)


@cache
def load_names(game: str, lang: str) -> TextTable:
    """names.toml of a game in a language: group -> word of the notation -> name, or its forms by name.

    Every game has `colour` with its colours, `phase` with its phases, and `game` with its `title` and `starts`, the
    rule for who begins (`the oldest`); `edition`, where others play otherwise what is printed on the box; and
    `minutes`, how long it lasts.
    """
    package = find_plugin(game).package
    return _translated(
        _read_toml(package, f"data/{NAMES_FILE}"),
        translation_context_prefix(package),
        game_translation(game, lang),
    )


def load_clauses(game: str, lang: str) -> TextTable:
    """clauses.toml of a game in a language: clause id -> source, title, text, refusal -> code -> text."""
    return _load_clauses(find_plugin(game).package, lang)


def load_common_clauses(lang: str) -> TextTable:
    """Herald's own clauses.toml in a language: the clauses that hold for the notation of any game."""
    return _load_clauses(HOUSE_PACKAGE, lang)


@cache
def _load_clauses(package: str, lang: str) -> TextTable:
    messages = (
        load_translation(lang)
        if package == HOUSE_PACKAGE
        else load_package_translation(resources.files(package), lang)
    )
    return _translated(load_clause_texts(package), (), messages)


def translatable_texts(game: str) -> Iterator[tuple[str, str]]:
    """All texts in the data of a game, in English, each with its context."""
    package = find_plugin(game).package
    yield from texts_with_context(
        _read_toml(package, f"data/{NAMES_FILE}"), translation_context_prefix(package)
    )
    yield from texts_with_context(load_clause_texts(package))


def _read_toml(package: str, name: str) -> TextTable:
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8-sig"))


def _translated(table: TextTable, path: tuple[str, ...], messages: gettext.NullTranslations) -> TextTable:
    return {
        key: value
        if key == UNTRANSLATED_KEY
        else _translated(value, (*path, key), messages)
        if isinstance(value, Mapping)
        else messages.pgettext(" ".join((*path, key)), value)
        for key, value in table.items()
    }


def translation_context_prefix(package: str) -> tuple[str, ...]:
    """The beginning of the contexts of a game's names: its folder's name, as in `louis-xiv tile 1 short`."""
    return (package.rpartition(".")[2].replace("_", "-"),)


def texts_with_context(table: TextTable, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Every text of a data file with its context, in English."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from texts_with_context(value, (*path, key))
        elif key != UNTRANSLATED_KEY:
            yield " ".join((*path, key)), str(value)


def refusal_template(game: str, refusal: Refusal, lang: str) -> str:
    """The sentence of the refusal's code, with facts in braces; "" where there is none."""
    clause, common = refusal.clause, load_common_clauses(lang)
    tables = [load_clauses(game, lang).get(clause.id, {}), common.get(clause.id, {})]
    tables += common.values()  # cited under the id of any open decision
    for table in tables:
        if text := table.get("refusal", {}).get(clause.code):
            return str(text)
    return ""


def clause_text(game: str, clause_id: str, lang: str) -> str:
    """The full text of the clause; its id where there is none."""
    return _clause_part(game, clause_id, "text", lang)


def clause_title(game: str, clause_id: str, lang: str) -> str:
    """The clause's heading; its id where there is none."""
    return _clause_part(game, clause_id, "title", lang)


def clause_group(clause_id: str) -> str:
    """What the ids of clauses that belong together begin with: `L-2` of `L-2.4`."""
    return clause_id.rstrip("0123456789").rstrip(".")


def clauses_around(game: str, id: str, lang: str) -> tuple[str, ...]:
    """The ids of the clauses of the same group as a clause, or of a group, in their order."""
    known = (*load_clauses(game, lang), *load_common_clauses(lang))
    group = clause_group(id) if id in known else id
    return tuple(each for each in known if clause_group(each) == group)


def _clause_part(game: str, id: str, part: str, lang: str) -> str:
    texts = (table.get(id, {}).get(part) for table in (load_clauses(game, lang), load_common_clauses(lang)))
    return str(next(filter(None, texts), id))


def refusal_text(
    game: str,
    refusal: Refusal,
    lang: str,
    format_fact: Callable[[str, Any], str],
    prompt: Callable[[], str],
) -> str:
    """The reason of a refusal, in a sentence; `format_fact` makes the value of a fact readable.

    `prompt`: who is to do what now, asked only for a sentence that says it; "" where nobody is to do anything.
    Falls back to the text of the clause when the code has none, or one that cannot be filled.
    """
    pattern = refusal_template(game, refusal, lang)
    request = prompt() if f"{{{PROMPT_FACT}}}" in pattern else ""
    beside = {PROMPT_FACT: request} if request else {}
    filled = refusal.in_words(pattern, lambda within: record_fault_text(within, lang), format_fact, beside)
    return filled or clause_text(game, refusal.clause.id, lang)


def record_fault_text(fault: Refusal, lang: str) -> str:
    """What is wrong with a record, in a sentence, with its words as they stand there; of whatever game it is."""
    package = catalogue_package(fault.clause.package)
    table = _load_clauses(package, lang).get(fault.clause.id, {}) if package else {}
    pattern = table.get("refusal", {}).get(fault.clause.code, "")
    filled = fault.in_words(
        pattern, lambda within: record_fault_text(within, lang), lambda _name, value: str(value)
    )
    return filled or fault.english
