"""What any catalogue of texts must hold: every language, clean, drawable, and for refusals the declared facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from string import Formatter
from typing import Any

from companion.contract import plugin_promises
from companion.games import find_plugin
from companion.rules.clauses import Clause, declared_clauses, load_clause_texts
from companion.voice.game_texts import PROMPT_FACT, TextTable, load_clauses, load_names
from companion.voice.language import SOURCE_LANGUAGE, languages, load_translation

QUOTED = "“{card}”"
QUOTES = {
    lang: (text[0], text[-1]) for lang in languages() if (text := load_translation(lang).gettext(QUOTED))
}

# All of them are in the Roboto that Kivy brings; capital sharp s is not.
LETTERS = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    + "".join(filter(str.isalpha, map(chr, range(0xC0, 0x180))))  # Latin, with whatever is over and under it
    + " .,:;!?'()+-=/½¿¡–‘’‚“”„«»‹›…"
)
ENGLISH = frozenset({"the", "and", "from", "their", "with", "stone", "stones", "card", "cards", "player"})

Texts = Mapping[str, str]


def in_all(of: Callable[[str], TextTable]) -> dict[str, Any]:
    """A table of texts with the languages as its innermost keys: title -> language -> text."""
    return _merged({lang: of(lang) for lang in languages()})


def names_in_all(game: str) -> dict[str, Any]:
    """The names of a game: group -> word -> language -> name."""
    return in_all(partial(load_names, game))


def clauses_in_all(game: str) -> dict[str, Any]:
    """The clauses of a game: id -> title, text, refusal -> language -> text."""
    return in_all(partial(load_clauses, game))


def _merged(tables: Mapping[str, TextTable]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for key, english in tables[SOURCE_LANGUAGE].items():
        texts = {lang: table[key] for lang, table in tables.items()}
        merged[key] = (
            _merged(texts) if isinstance(english, Mapping) else english if key == "source" else texts
        )
    return merged


def declared_in(package: str, prefix: str) -> tuple[Clause, ...]:
    """Every clause with such an id, once all modules of the package have declared theirs."""
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)
    return tuple(each for each in declared_clauses() if each.id.startswith(prefix))


def declared_by(game: str) -> tuple[Clause, ...]:
    """Every refusal that the rules of a game declare."""
    return plugin_promises.clauses_declared_by(find_plugin(game))


def is_of_records(clause: Clause) -> bool:
    """Whether a clause says what is wrong with a record: its sentence goes on behind a place, `line 3: seat ...`."""
    sentence = str(load_clause_texts(clause.package)[clause.id]["refusal"][clause.code])
    return sentence[0].islower() or sentence.startswith(("/", "{path}"))


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
    """What is wrong with one thing said in every language."""
    return [f"{language}: {fault}" for language, text in texts.items() for fault in _faults(language, text)]


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
    declared = {(each.id, each.code): set(each.fact_names) for each in clauses}
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
        unknown = (
            set().union(*(facts_in(text) for text in texts[key].values())) - declared[key] - {PROMPT_FACT}
        )
        faults += [f"{name}: facts not declared: {', '.join(sorted(unknown))}"] if unknown else []
    return faults
