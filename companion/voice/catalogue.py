"""A game's own texts: its names (names.toml) and what its clauses say (clauses.toml), by language.

The files lie among the game's data; what any game's notation asks of a line lies with the rules. A
text that is missing falls back to the nearest there is: nobody is left without an answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from types import ModuleType
from typing import Any

from companion.games import plugin
from companion.rules.clauses import Refusal

Table = Mapping[str, Any]
HOUSE = "companion.rules"
FALLBACK = "en"


@cache
def names(game: str) -> Table:
    """names.toml of a game: group -> word of the notation -> language -> name.

    Every game's has `colour` with its colours, `phase` with its phases, and `game` with `title`, what the game is
    called, and `starts`, who of the people begins (`the oldest`).
    """
    return _read(plugin(game).package, "data/names.toml")


@cache
def clauses(game: str) -> Table:
    """clauses.toml of a game: clause id -> title, text, refusal, each by language."""
    return _read(plugin(game).package, "data/clauses.toml")


@cache
def house_clauses() -> Table:
    """clauses.toml of the house: the same for what any game's notation asks of a line."""
    return _read(HOUSE, "clauses.toml")


def _read(package: str | ModuleType, name: str) -> Table:
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def refusal_pattern(game: str, refusal: Refusal, lang: str) -> str:
    """The sentence of the refusal's code, facts in braces; "" where none is written."""
    why = refusal.why
    tables = [clauses(game).get(why.id, {}), house_clauses().get(why.id, {})]
    tables += house_clauses().values()  # said under the id of whatever decision was open
    for table in tables:
        texts = table.get("refusal", {}).get(why.code)
        if texts:
            return str(texts.get(lang) or texts.get(FALLBACK, ""))
    return ""


def clause_text(game: str, id: str, lang: str) -> str:
    """What the clause says as a whole; its id where nothing is written."""
    for catalogue in (clauses(game), house_clauses()):
        texts = catalogue.get(id, {}).get("text", {})
        if texts:
            return str(texts.get(lang) or texts.get(FALLBACK, id))
    return id


def clause_title(game: str, id: str, lang: str) -> str:
    """The clause's heading; its id where nothing is written."""
    for catalogue in (clauses(game), house_clauses()):
        texts = catalogue.get(id, {}).get("title", {})
        if texts:
            return str(texts.get(lang) or texts.get(FALLBACK, id))
    return id


def refusal_text(game: str, refusal: Refusal, lang: str, fact: Callable[[str, Any], str]) -> str:
    """Why not, in a sentence; `fact` makes the value of a fact readable.

    Falls back to the text of the clause when the code has none, or one that cannot be filled.
    """
    pattern = refusal_pattern(game, refusal, lang)
    try:
        filled = pattern.format_map({name: fact(name, value) for name, value in refusal.params.items()})
    except (LookupError, ValueError, AttributeError):
        filled = ""
    return filled or clause_text(game, refusal.why.id, lang)
