"""The message catalogues: complete, with the same facts in every language, and in step with the code."""

from __future__ import annotations

import ast
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from companion.voice import language
from companion.voice.extraction import extract
from companion.voice.language import (
    LOCALE_FOLDER,
    CatalogueNotCompiled,
    languages,
    load_translation,
    mark_message,
)
from tests.catalogues import ENGLISH, LETTERS, QUOTES, facts_in

PLACES = frozenset("{}_")  # round and in the names of facts
TYPED = frozenset("`")  # round what is typed at the terminal; Roboto has it too
ROOT = Path(__file__).parents[2]
DATA = [ROOT / "companion/rules/clauses.toml", *sorted(ROOT.glob("companion/games/*/data/[cn]*s.toml"))]
TRANSLATED = tuple(lang for lang in languages() if lang != "en")
CALLS = {
    "gettext": 1,
    "ngettext": 2,
    "pgettext": 2,
    "npgettext": 3,
    "_": 1,
    mark_message.__name__: 1,
    language.mark_plural_message.__name__: 2,
}
"""Functions that are given messages, and how many of their first arguments are text."""


def catalogue(lang: str) -> Catalog:
    with (LOCALE_FOLDER / lang / "LC_MESSAGES" / "herald.po").open("rb") as file:
        return read_po(file)


def forms_of(lang: str) -> int:
    """How many forms a language has for numbers."""
    return int(get_plural(lang).num_plurals)


def texts(one: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (one,) if isinstance(one, str) else tuple(one)


def messages(lang: str) -> list[Message]:
    return [each for each in catalogue(lang) if each.id]


def said_in(path: Path) -> Iterator[str]:
    """The first message of every call that is given one."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = 1 if called in ("pgettext", "npgettext") else 0
            if called in CALLS and len(node.args) > place:
                text = node.args[place]
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield text.value


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_everything_the_code_says_is_in_the_catalogue(lang: str) -> None:
    known = {texts(each.id)[0] for each in messages(lang)}
    said = {text for path in sorted((ROOT / "companion").rglob("*.py")) for text in said_in(path)}
    assert said
    assert said <= known, "run deploy/messages"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("path", DATA, ids=lambda path: str(path.relative_to(ROOT)))
def test_everything_the_data_say_is_in_the_catalogue(path: Path, lang: str) -> None:
    known = {(each.context, each.id) for each in messages(lang)}
    with path.open("rb") as file:
        said = {text for _line, _function, text, _remarks in extract(file, (), (), {})}
    assert said
    assert said <= known, "run deploy/messages"


def test_data_that_were_saved_with_a_mark_in_front_say_the_same(tmp_path: Path) -> None:
    marked = tmp_path / DATA[0].relative_to(ROOT)
    marked.parent.mkdir(parents=True)
    marked.write_bytes(BOM_UTF8 + DATA[0].read_bytes())
    with marked.open("rb") as other, DATA[0].open("rb") as file:
        assert [*extract(other, (), (), {})] == [*extract(file, (), (), {})]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_everything_is_translated_with_the_same_facts(lang: str) -> None:
    first, last = QUOTES[lang]
    for each in messages(lang):
        assert each.string is not None
        english, forms = texts(each.id), texts(each.string)
        assert len(forms) == (1 if len(english) == 1 else forms_of(lang)), english
        wanted = facts_in(english[-1])
        for form in forms:
            assert form, f"{english[0]!r} is not translated"
            assert facts_in(form) == wanted, f"{english[0]!r}: {form!r}"
            assert not {word.strip(".,:;!?()") for word in form.lower().split()} & ENGLISH, form
            assert not any(quote in form for quote in "“”„‘’" if quote not in (first, last)), form
            assert form.count(first) == form.count(last), form
            assert set(form) - PLACES <= LETTERS | TYPED, form


@pytest.mark.parametrize("lang", languages())
def test_catalogues_know_how_their_language_counts(lang: str) -> None:
    assert catalogue(lang).num_plurals == forms_of(lang)


def test_a_language_nobody_speaks_here_is_named() -> None:
    with pytest.raises(LookupError, match=", ".join(languages())):
        load_translation("tlh")


def test_catalogues_that_are_not_compiled_say_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.voice.language.LOCALE_FOLDER", tmp_path)
    folder = tmp_path / "cs" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "herald.po").touch()
    with pytest.raises(CatalogueNotCompiled, match="run deploy/setup"):
        load_translation("cs")
