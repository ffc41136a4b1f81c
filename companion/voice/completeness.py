"""How complete each language is, for Herald and for each game: what `herald languages` says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import IO

from msgspec import Struct

from companion.games import query_each_game
from companion.rules.errors import Unreadable
from companion.voice import language
from companion.voice.catalogue import files, messages, texts
from companion.voice.language import (
    DOMAIN,
    SOURCE,
    Messages,
    catalogues,
    key_of,
    languages,
    own_name,
    placeholders,
    translation,
)

HERALD = "Herald"


class Completeness(Struct, frozen=True):
    """How much of what is to be said somebody can say in a language.

    `missing` are the texts that are said in English because nobody translated them, or not for every number; `wrong`
    those whose translation has other placeholders, or breaks a line; `trouble` says why a catalogue cannot be read, ""
    where it can.
    """

    lang: str
    whose: str
    count: int
    missing: tuple[str, ...]
    wrong: tuple[str, ...]
    trouble: str

    @property
    def percent(self) -> int:
        """Of the texts, rounded down: 100 are all."""
        return 100 * (self.count - len(self.missing) - len(self.wrong)) // max(self.count, 1)


class Wanted(Struct, frozen=True):
    """One text to be translated; `counted` where it has a form for one and one for many."""

    text: str
    context: str | None
    counted: bool = False


def report(lang: str = "") -> Iterator[str]:
    """Line by line: a table of all languages, then what is wrong with them; for one language all that it lacks."""
    found = [each for each in complete() if lang in ("", each.lang)]
    yield f"{'language':24} {'of':16} {'done':>5} {'missing':>8} {'wrong':>6}"
    for each in found:
        named = f"{own_name(each.lang)} ({each.lang})"
        yield f"{named:24} {each.whose:16} {each.percent:>3} % {len(each.missing):>8} {len(each.wrong):>6}"
    for each in found:
        here = f"{each.lang}, {each.whose}"
        if each.trouble:
            yield f"{here}: cannot be read, English is said instead: {each.trouble}"
        yield from (f"{here}: wrong placeholders, or a line break: {text}" for text in each.wrong)
        yield from (f"{here}: missing: {text}" for text in each.missing if lang)
    yield from (f"{each}: changed since it was compiled: run deploy/setup" for each in changed())
    yield from (f"{each}: not compiled yet: run deploy/setup" for each in uncompiled())


def complete() -> Iterator[Completeness]:
    """Every language but English, for Herald and for each game."""
    herald = tuple(_template((language.LOCALE / SOURCE / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb")))
    games = dict(query_each_game(lambda game: tuple(_of_game(game))))
    for lang in languages()[:-1]:
        yield _completeness(lang, HERALD, herald, translation(lang))
        for game, wanted in games.items():
            yield _completeness(lang, game, wanted, messages(game, lang))


def complete_of(game: str) -> Iterator[Completeness]:
    """Every language but English, for one game."""
    wanted = tuple(_of_game(game))
    return (_completeness(lang, game, wanted, messages(game, lang)) for lang in languages()[:-1])


def _of_game(game: str) -> Iterator[Wanted]:
    """What a game says from its data; and from its code, where it brings a catalogue of its own."""
    yield from (Wanted(text, context) for context, text in texts(game))
    for file in catalogues(files(game), SOURCE, ".po"):
        yield from _template(file.open("rb"))


def _template(file: IO[bytes]) -> Iterator[Wanted]:
    """What a catalogue of the source language asks for; raises Unreadable."""
    from babel.messages.pofile import read_po

    with file:
        try:
            asked = read_po(file)
        except ValueError as wrong:
            raise Unreadable(f"no catalogue: {wrong}; fetch it anew", Path(file.name).name) from wrong
        for each in asked:
            if each.id:
                text = each.id if isinstance(each.id, str) else each.id[0]
                yield Wanted(text, each.context, counted=each.pluralizable)


def _completeness(lang: str, whose: str, wanted: Iterable[Wanted], spoken: NullTranslations) -> Completeness:
    wanted = tuple(dict.fromkeys(wanted))
    layers = tuple(spoken.layers()) if isinstance(spoken, Messages) else ()
    missing, wrong = [], []
    for each in wanted:
        key = key_of(each.text, each.context)
        said = next((layer for layer in layers if layer.has(key)), None)
        if any(key in layer.wrong for layer in layers) or (said and _leaves_out(said, each)):
            wrong.append(_shown(each))
        elif said is None:
            missing.append(_shown(each))
    own = layers if whose == HERALD else layers[:-1]
    trouble = "; ".join(layer.trouble for layer in own if layer.trouble)
    return Completeness(lang, whose, len(wanted), tuple(missing), tuple(wrong), trouble)


def _leaves_out(said: Messages, wanted: Wanted) -> bool:
    """Whether a translation leaves a placeholder of the English out, as only a form for a number may."""
    if wanted.counted:
        return False
    text = said.gettext(key_of(wanted.text, wanted.context))
    return placeholders(text) != placeholders(wanted.text)


def _shown(wanted: Wanted) -> str:
    return repr(wanted.text) if wanted.context is None else f"[{wanted.context}] {wanted.text!r}"


def uncompiled() -> Iterator[str]:
    """Languages whose catalogue lies there and was not compiled."""
    for catalogue in _written():
        if not catalogue.with_suffix(".mo").exists():
            yield catalogue.parts[-3]


def changed() -> Iterator[str]:
    """Languages of which something older is spoken than what their catalogue says, as deploy/setup sees it."""
    for catalogue in _written():
        compiled = catalogue.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns < catalogue.stat().st_mtime_ns:
            yield catalogue.parts[-3]


def _written() -> list[Path]:
    return sorted(language.LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
