"""How complete each language is, for Herald and for each game: the report of `herald languages`."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import IO

from msgspec import Struct

from companion.games import query_each_game
from companion.rules.errors import InvalidFile
from companion.voice import language
from companion.voice.fonts import missing_letters
from companion.voice.game_texts import game_data_folder, game_translation, translatable_texts
from companion.voice.language import (
    GETTEXT_DOMAIN,
    SOURCE_LANGUAGE,
    CompiledCatalogue,
    catalogue_files,
    catalogue_key,
    languages,
    load_translation,
    native_name,
    placeholders,
)

HERALD_OWNER = "Herald"


class TranslationCoverage(Struct, frozen=True):
    """How many of the texts are translated into a language.

    `missing`: texts that are given in English because nobody translated them, or not for every plural form.
    `invalid`: texts whose translation has other placeholders, or breaks a line.
    `catalogue_error`: why a catalogue cannot be read, "" where it can.
    `boxes`: letters of the texts that no font of this computer has, so that boxes are drawn for them.
    """

    lang: str
    owner: str
    text_count: int
    missing: tuple[str, ...]
    invalid: tuple[str, ...]
    catalogue_error: str
    boxes: str = ""

    @property
    def percent(self) -> int:
        """The percentage of usable translations, rounded down: 100 means all."""
        return 100 * (self.text_count - len(self.missing) - len(self.invalid)) // max(self.text_count, 1)


class TranslatableText(Struct, frozen=True):
    """One text to be translated; `has_plural` where it has a form for one and one for many."""

    text: str
    context: str | None
    has_plural: bool = False


def coverage_report(lang: str = "") -> Iterator[str]:
    """Line by line: a table of all languages, then what is wrong with them; for one language all that it lacks."""
    found = [each for each in coverage_of_everything() if lang in ("", each.lang)]
    yield f"{'language':24} {'of':16} {'done':>5} {'missing':>8} {'wrong':>6}"
    for each in found:
        named = f"{native_name(each.lang)} ({each.lang})"
        yield f"{named:24} {each.owner:16} {each.percent:>3} % {len(each.missing):>8} {len(each.invalid):>6}"
    for each in found:
        here = f"{each.lang}, {each.owner}"
        if each.catalogue_error:
            yield f"{here}: cannot be read, English is said instead: {each.catalogue_error}"
        if each.boxes:
            yield f"{here}: no font of this computer has {each.boxes}: install one that has these letters"
        yield from (f"{here}: wrong placeholders, or a line break: {text}" for text in each.invalid)
        yield from (f"{here}: missing: {text}" for text in each.missing if lang)
    yield from (f"{each}: changed since it was compiled: run deploy/setup" for each in outdated_languages())
    yield from (f"{each}: not compiled yet: run deploy/setup" for each in uncompiled_languages())


def coverage_of_everything() -> Iterator[TranslationCoverage]:
    """Every language but English, for Herald and for each game."""
    herald = tuple(
        _texts_of_catalogue(
            (language.LOCALE_FOLDER / SOURCE_LANGUAGE / "LC_MESSAGES" / f"{GETTEXT_DOMAIN}.po").open("rb")
        )
    )
    games = dict(query_each_game(lambda game: tuple(_texts_of_game(game))))
    for lang in languages()[:-1]:
        yield _measure_coverage(lang, HERALD_OWNER, herald, load_translation(lang))
        for game, wanted in games.items():
            yield _measure_coverage(lang, game, wanted, game_translation(game, lang))


def coverage_of_game(game: str) -> Iterator[TranslationCoverage]:
    """Every language but English, for one game."""
    wanted = tuple(_texts_of_game(game))
    return (_measure_coverage(lang, game, wanted, game_translation(game, lang)) for lang in languages()[:-1])


def _texts_of_game(game: str) -> Iterator[TranslatableText]:
    """The texts of a game's data; also those of its code, where it brings a catalogue of its own."""
    yield from (TranslatableText(text, context) for context, text in translatable_texts(game))
    for file in catalogue_files(game_data_folder(game), SOURCE_LANGUAGE, ".po"):
        yield from _texts_of_catalogue(file.open("rb"))


def _texts_of_catalogue(file: IO[bytes]) -> Iterator[TranslatableText]:
    """The texts of a catalogue of the source language; raises InvalidFile."""
    from babel.messages.pofile import read_po

    with file:
        try:
            catalogue = read_po(BytesIO(file.read().removeprefix(BOM_UTF8)))
        except ValueError as wrong:
            raise InvalidFile(f"no catalogue: {wrong}; fetch it anew", Path(file.name).name) from wrong
        for each in catalogue:
            if each.id:
                text = each.id if isinstance(each.id, str) else each.id[0]
                yield TranslatableText(text, each.context, has_plural=each.pluralizable)


def _measure_coverage(
    lang: str, owner: str, wanted: Iterable[TranslatableText], spoken: NullTranslations
) -> TranslationCoverage:
    wanted = tuple(dict.fromkeys(wanted))
    layers = tuple(spoken.fallback_chain()) if isinstance(spoken, CompiledCatalogue) else ()
    missing, wrong = [], []
    for each in wanted:
        key = catalogue_key(each.text, each.context)
        layer_with_it = next((layer for layer in layers if layer.has_translation(key)), None)
        if any(key in layer.wrong for layer in layers) or (
            layer_with_it and _leaves_out(layer_with_it, each)
        ):
            wrong.append(_shown(each))
        elif layer_with_it is None:
            missing.append(_shown(each))
    own = layers if owner == HERALD_OWNER else layers[:-1]
    error = "; ".join(layer.trouble for layer in own if layer.trouble)
    letters = frozenset("".join(each.text for each in wanted)).union(*(layer.letters for layer in own))
    boxes = missing_letters("".join(letters))
    return TranslationCoverage(lang, owner, len(wanted), tuple(missing), tuple(wrong), error, boxes)


def _leaves_out(catalogue: CompiledCatalogue, wanted: TranslatableText) -> bool:
    """Whether a translation leaves a placeholder of the English out, as only a plural form may."""
    if wanted.has_plural:
        return False
    text = catalogue.gettext(catalogue_key(wanted.text, wanted.context))
    return placeholders(text) != placeholders(wanted.text)


def _shown(wanted: TranslatableText) -> str:
    return repr(wanted.text) if wanted.context is None else f"[{wanted.context}] {wanted.text!r}"


def uncompiled_languages() -> Iterator[str]:
    """Languages whose catalogue exists and was not compiled."""
    for catalogue in _written():
        if not catalogue.with_suffix(".mo").exists():
            yield catalogue.parts[-3]


def outdated_languages() -> Iterator[str]:
    """Languages whose compiled catalogue is older than its source, as deploy/setup sees it."""
    for catalogue in _written():
        compiled = catalogue.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns < catalogue.stat().st_mtime_ns:
            yield catalogue.parts[-3]


def _written() -> list[Path]:
    return sorted(language.LOCALE_FOLDER.glob(f"*/LC_MESSAGES/{GETTEXT_DOMAIN}.po"))
