"""What any catalogue of texts must hold: four languages, clean, drawable, and for refusals the declared facts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib import import_module, resources
from pkgutil import iter_modules
from string import Formatter
from typing import Any

from companion.rules.clauses import Clause, declared
from companion.voice.catalogue import clauses
from tests.ours import GAMES

LANGUAGES = ("en", "cs", "nl", "de")
QUOTES = {"en": ("“", "”"), "cs": ("„", "“"), "nl": ("‘", "’"), "de": ("„", "“")}

# All of them are in the Roboto that Kivy brings; capital sharp s is not.
LETTERS = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    "ÁÉÍÓÚÝáéíóúýČĎĚŇŘŠŤŮŽčďěňřšťůž"  # Czech
    "ÄÖÜäöüß"  # German
    "ËÏëï"  # Dutch
    "ÀÂÇÈÊÎÔÛàâçèêîôû"  # French names
    " .,:;!?'()+-=/½–‘’“”„…"
)
ENGLISH = frozenset({"the", "and", "from", "their", "with", "stone", "stones", "card", "cards", "player"})

Texts = Mapping[str, str]


def read(package: str, name: str) -> dict[str, Any]:
    """A data file of a package."""
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def declared_in(package: str, prefix: str) -> tuple[Clause, ...]:
    """Every clause with such an id, once all modules of the package have declared theirs."""
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)
    return tuple(each for each in declared() if each.id.startswith(prefix))


def declared_by(game: str) -> tuple[Clause, ...]:
    """Every refusal that the rules of a game declare: their clauses begin with the letter of its catalogue."""
    prefix = next(iter(clauses(game))).partition("-")[0]
    return declared_in(f"companion.games.{GAMES[game]}.rules", f"{prefix}-")


def clause_faults(clause: Mapping[str, Any]) -> list[str]:
    """What is wrong with one table of a clause catalogue, its refusals aside."""
    if set(clause) - {"refusal"} != {"source", "title", "text"}:
        return [f"keys are {sorted(clause)}"]
    title, text = clause["title"], clause["text"]
    faults = [*faults_of(title), *faults_of(text)]
    if not clause["source"] or clause["source"] != clause["source"].strip():
        faults.append("no source")
    if not faults and same_in_two_languages(text):
        faults.append("two languages have the same text")
    faults += [f"a title of more than five words: {each}" for each in title.values() if len(each.split()) > 5]
    return faults + [f"no full stop: {each}" for each in text.values() if not each.endswith(".")]


def faults_of(texts: Texts) -> list[str]:
    """What is wrong with one thing said in four languages."""
    if tuple(sorted(texts)) != tuple(sorted(LANGUAGES)):
        return [f"languages are {sorted(texts)}"]
    return [f"{language}: {fault}" for language in LANGUAGES for fault in _faults(language, texts[language])]


def _faults(language: str, text: str) -> Iterator[str]:
    if not text or text != " ".join(text.split()):
        yield f"empty, or blanks to spare: {text!r}"
    if strange := set(drawn(text)) - LETTERS:
        yield f"letters that may not be drawn: {''.join(sorted(strange))} in {text!r}"
    first, last = QUOTES[language]
    if any(quote in text for quote in "“”„‘’" if quote not in (first, last)):
        yield f"quotes of another language: {text!r}"
    if text.count(first) != text.count(last):
        yield f"a quote is left open: {text!r}"
    words = {word.strip(".,:;!?()" + first + last) for word in drawn(text).lower().split()}
    if language != "en" and words & ENGLISH:
        yield f"English in it ({', '.join(sorted(words & ENGLISH))}): {text!r}"


def drawn(text: str) -> str:
    """The text without its facts in braces."""
    return "".join(literal for literal, *_ in Formatter().parse(text))


def facts_in(text: str) -> set[str]:
    """The facts a text names in braces."""
    return {name for _, name, *_ in Formatter().parse(text) if name is not None}


def same_in_two_languages(texts: Texts) -> bool:
    """Whether a language was left as another has it."""
    return len({text.casefold() for text in texts.values()}) < len(texts)


def refusal_faults(catalogue: Mapping[str, Any], clauses: tuple[Clause, ...]) -> list[str]:
    """Declared codes without a text, texts that use other facts, texts of no code."""
    declared = {(each.id, each.code): set(each.facts) for each in clauses}
    texts = {
        (id, code): text for id, table in catalogue.items() for code, text in table.get("refusal", {}).items()
    }
    faults = [f"{id} {code}: no text" for id, code in sorted(declared.keys() - texts.keys())]
    faults += [
        f"{id} {code}: a text, but no such code" for id, code in sorted(texts.keys() - declared.keys())
    ]
    for key in sorted(declared.keys() & texts.keys()):
        name = " ".join(key)
        faults += [f"{name}: {fault}" for fault in faults_of(texts[key])]
        faults += [f"{name}: nothing but facts" for text in texts[key].values() if not drawn(text).strip()]
        unknown = set().union(*(facts_in(text) for text in texts[key].values())) - declared[key]
        faults += [f"{name}: facts not declared: {', '.join(sorted(unknown))}"] if unknown else []
    return faults
