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
from companion.voice.language import translation, with_own

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Table = Mapping[str, Any]
HOUSE = "companion.rules"
NAMES, CLAUSES = "names.toml", "clauses.toml"
NOT_SAID = "source"
"""What a table of a clause says for its readers only."""


@cache
def messages(game: str, lang: str) -> gettext.NullTranslations:
    """The messages of a language for a table of that game: the game's own, if it brings a catalogue, then Herald's."""
    return with_own(files(game), lang)


def files(game: str) -> Traversable:
    """Where the files of a game lie."""
    return resources.files(find_plugin(game).package)


@cache
def names(game: str, lang: str) -> Table:
    """names.toml of a game in a language: group -> word of the notation -> name, or its forms by name.

    Every game's has `colour` with its colours, `phase` with its phases, and `game` with `title`, what the game is
    called, and `starts`, who of the people begins (`the oldest`).
    """
    package = find_plugin(game).package
    return _translated(_read(package, f"data/{NAMES}"), context_of(package), messages(game, lang))


@cache
def clauses(game: str, lang: str) -> Table:
    """clauses.toml of a game in a language: clause id -> source, title, text, refusal -> code -> text."""
    return _translated(_read(find_plugin(game).package, f"data/{CLAUSES}"), (), messages(game, lang))


@cache
def house_clauses(lang: str) -> Table:
    """clauses.toml of the house: the same for what any game's notation asks of a line."""
    return _translated(_read(HOUSE, CLAUSES), (), translation(lang))


def texts(game: str) -> Iterator[tuple[str, str]]:
    """Everything that the data of a game say, in English, each with its context."""
    package = find_plugin(game).package
    yield from said(_read(package, f"data/{NAMES}"), context_of(package))
    yield from said(_read(package, f"data/{CLAUSES}"))


def _read(package: str, name: str) -> Table:
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def _translated(table: Table, path: tuple[str, ...], messages: gettext.NullTranslations) -> Table:
    return {
        key: value
        if key == NOT_SAID
        else _translated(value, (*path, key), messages)
        if isinstance(value, Mapping)
        else messages.pgettext(" ".join((*path, key)), value)
        for key, value in table.items()
    }


def context_of(package: str) -> tuple[str, ...]:
    """What the contexts of a game's names begin with: its folder's name, as in `louis-xiv tile 1 short`."""
    return (package.rpartition(".")[2].replace("_", "-"),)


def said(table: Table, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Every text of a data file with its context, in English."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from said(value, (*path, key))
        elif key != NOT_SAID:
            yield " ".join((*path, key)), str(value)


def refusal_pattern(game: str, refusal: Refusal, lang: str) -> str:
    """The sentence of the refusal's code, facts in braces; "" where none is written."""
    why, house = refusal.clause, house_clauses(lang)
    tables = [clauses(game, lang).get(why.id, {}), house.get(why.id, {})]
    tables += house.values()  # said under the id of whatever decision was open
    for table in tables:
        if text := table.get("refusal", {}).get(why.code):
            return str(text)
    return ""


def clause_text(game: str, id: str, lang: str) -> str:
    """What the clause says as a whole; its id where nothing is written."""
    return _of_clause(game, id, "text", lang)


def clause_title(game: str, id: str, lang: str) -> str:
    """The clause's heading; its id where nothing is written."""
    return _of_clause(game, id, "title", lang)


def _of_clause(game: str, id: str, part: str, lang: str) -> str:
    texts = (table.get(id, {}).get(part) for table in (clauses(game, lang), house_clauses(lang)))
    return str(next(filter(None, texts), id))


def refusal_text(game: str, refusal: Refusal, lang: str, fact: Callable[[str, Any], str]) -> str:
    """Why not, in a sentence; `fact` makes the value of a fact readable.

    Falls back to the text of the clause when the code has none, or one that cannot be filled.
    """
    pattern = refusal_pattern(game, refusal, lang)
    try:
        filled = pattern.format_map({name: fact(name, value) for name, value in refusal.facts.items()})
    except (LookupError, ValueError, AttributeError):
        filled = ""
    return filled or clause_text(game, refusal.clause.id, lang)
