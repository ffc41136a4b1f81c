"""The languages Herald speaks, and their message catalogues as gettext keeps them.

A language is one file, `companion/locale/LANG/LC_MESSAGES/herald.po`, which deploy/setup compiles; nothing else lists
the languages. English needs none: it is the language of the code and the data. A catalogue comes from outside, so a
text that is missing in it, or cannot be filled in, is given in English; `herald languages` names it.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path
from string import Formatter
from typing import IO, TYPE_CHECKING

from companion.rules.errors import HeraldError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

GETTEXT_DOMAIN = "herald"
LOCALE_FOLDER = Path(__file__).parents[1] / "locale"
SOURCE_LANGUAGE = "en"
"""The language of the code and of the data."""

LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
"""The name of a language's folder, in gettext's form: `cs`, `pt_BR`."""
ESPEAK_VOICE = re.compile(r"[a-z][a-z0-9+-]*")
LANGUAGE_TEAM_HEADER = re.compile(rb'^"Language-Team: ([^\\"]+)\\n"', re.MULTILINE)
"""The header that gives a catalogue's language in English."""
CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters that break a line, or control a terminal."""
PLURAL_SAMPLE_SIZE = 200
"""The number of numbers that are tried to find the forms of a plural rule."""
MAX_HEADER_BYTES = 4096
"""Bytes within which a catalogue's headers lie."""

Placeholders = frozenset[tuple[str, str | None, str | None]]
NUMBER_PLACEHOLDER = ("n", "", None)


class CatalogueNotCompiled(HeraldError, FileNotFoundError):
    """The message catalogue of a language has not been compiled."""


def languages() -> tuple[str, ...]:
    """The available languages, by their English names; English, which always is available, comes last."""
    return _languages(LOCALE_FOLDER)


@cache
def _languages(locale: Path) -> tuple[str, ...]:
    found = {file.parts[-3]: file for file in locale.glob(f"*/LC_MESSAGES/{GETTEXT_DOMAIN}.mo")}
    found = {
        lang: file
        for lang, file in found.items()
        if lang != SOURCE_LANGUAGE and LANGUAGE_CODE.fullmatch(lang)
    }
    return (
        *sorted(found, key=lambda lang: (_in_english(found[lang].with_suffix(".po")), lang)),
        SOURCE_LANGUAGE,
    )


def _in_english(catalogue: Path) -> bytes:
    try:
        with catalogue.open("rb") as file:
            team = LANGUAGE_TEAM_HEADER.search(file.read(MAX_HEADER_BYTES))
    except OSError:
        return b""
    return team[1] if team else b""


def load_translation(lang: str) -> gettext.NullTranslations:
    """Herald's messages in one of `languages`, read once.

    Raises LookupError for another one, CatalogueNotCompiled where set-up has not compiled it yet.
    """
    return _translation(LOCALE_FOLDER, lang)


@cache
def _translation(locale: Path, lang: str) -> gettext.NullTranslations:
    if lang == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    compiled = locale / lang / "LC_MESSAGES" / f"{GETTEXT_DOMAIN}.mo"
    if lang in _languages(locale):
        return CompiledCatalogue(compiled.open("rb"))
    if LANGUAGE_CODE.fullmatch(lang) and compiled.with_suffix(".po").exists():
        raise CatalogueNotCompiled(
            f"the messages of {lang!r} are not compiled below {locale}: run deploy/setup"
        )
    raise LookupError(f"language {lang!r}; Herald speaks {', '.join(_languages(locale))}")


def native_name(lang: str) -> str:
    """The name of a language in that language (`Čeština`); its code where its catalogue has none."""
    # Translators: what those who speak your language call it.
    name = load_translation(lang).pgettext("language", "English")
    return name if name.isprintable() and (name != "English" or lang == SOURCE_LANGUAGE) else lang


def espeak_voice(lang: str) -> str:
    """The voice of espeak-ng for a language; its code where its catalogue has none."""
    # Translators: the voice for your language, of those that `espeak-ng --voices` lists.
    voice = load_translation(lang).pgettext("espeak-ng", "en")
    return (
        voice
        if voice != SOURCE_LANGUAGE and ESPEAK_VOICE.fullmatch(voice)
        else lang.lower().replace("_", "-")
    )


def load_package_translation(package: Traversable, lang: str) -> gettext.NullTranslations:
    """Messages for a package: from its own catalogues (`locale/LANG/LC_MESSAGES/*.mo`), then Herald's.

    Raises LookupError and CatalogueNotCompiled as `load_translation` does.
    """
    messages = load_translation(lang)
    for file in catalogue_files(package, lang, ".mo"):
        own = CompiledCatalogue(file.open("rb"))
        own.add_fallback(messages)
        messages = own
    return messages


def catalogue_files(package: Traversable, lang: str, ending: str) -> list[Traversable]:
    """The files that a package brings for a language: `.mo`, or `.po`."""
    folder = package.joinpath("locale", lang, "LC_MESSAGES")
    if not folder.is_dir():
        return []
    found = (file for file in folder.iterdir() if file.name.endswith(ending))
    return sorted(found, key=lambda file: file.name)


class CompiledCatalogue(gettext.GNUTranslations):
    """A compiled catalogue without the translations that cannot be used.

    `trouble`: why nothing of it can be read, "" where it can. `wrong`: the texts, as `catalogue_key` gives them,
        whose translation has placeholders or line breaks that the English has not.
    """

    _catalog: dict[str | tuple[str, int], str]
    _fallback: gettext.NullTranslations | None
    plural: Callable[[int], int]

    def __init__(self, file: IO[bytes]) -> None:
        self.trouble = ""
        self.wrong: set[str] = set()
        try:
            with file:
                super().__init__(file)
        except Exception as wrong:  # whatever a file from outside does to its reader, there is English
            self.trouble = f"{type(wrong).__name__}: {wrong}"
            self._catalog, self.plural = {}, int
        for key, text in tuple(self._catalog.items()):
            english = key if isinstance(key, str) else key[0]
            if not text or not is_usable_translation(text, english, plural=english is not key):
                del self._catalog[key]
                if text:
                    self.wrong.add(english)
        self.plural = _careful(self.plural)

    def fallback_chain(self) -> Iterator[CompiledCatalogue]:
        """The catalogue itself, and those that are used after it."""
        yield self
        if isinstance(self._fallback, CompiledCatalogue):
            yield from self._fallback.fallback_chain()

    @property
    def letters(self) -> frozenset[str]:
        """Every letter of its translations."""
        return frozenset("".join(self._catalog.values()))

    def has_translation(self, key: str) -> bool:
        """Whether it has a translation of its own for a text (a `catalogue_key`), or one for every plural form."""
        return key in self._catalog or all((key, form) in self._catalog for form in self.plural_forms)

    @cached_property
    def plural_forms(self) -> frozenset[int]:
        """The forms that its plural rule chooses."""
        return frozenset(map(self.plural, range(PLURAL_SAMPLE_SIZE)))


def catalogue_key(text: str, context: str | None) -> str:
    """The key of a text in a catalogue."""
    return text if context is None else gettext.GNUTranslations.CONTEXT % (context, text)


def is_usable_translation(text: str, english: str, plural: bool = False) -> bool:
    """Whether a translation can be filled in, and breaks no line that the English does not."""
    breaks = CONTROL_CHARACTERS.findall(text)
    if breaks and not set(breaks) <= set(CONTROL_CHARACTERS.findall(english)):
        return False
    return has_known_placeholders(text, english, plural)


def has_known_placeholders(text: str, english: str, plural: bool = False) -> bool:
    """Whether a translation has only placeholders of the English; where it counts `plural`, also {n}."""
    if "{" not in text and "}" not in text:
        return True
    there = placeholders(text)
    return there is not None and there <= (placeholders(english) or frozenset()) | (
        {NUMBER_PLACEHOLDER} if plural else set()
    )


def placeholders(text: str) -> Placeholders | None:
    """The placeholders of a text, each with its format: {n}, {n:>3}; None when its braces are no pairs."""
    try:
        return frozenset(
            (name, format_ or "", conversion)
            for _, name, format_, conversion in Formatter().parse(text)
            if name is not None
        )
    except ValueError:
        return None


def _careful(plural: Callable[[int], int]) -> Callable[[int], int]:
    """The plural rule of a catalogue, protected against division by zero."""

    def careful(number: int) -> int:
        try:
            return plural(number)
        except ArithmeticError:
            return 0

    return careful


def mark_message(text: str) -> str:
    """The `text` itself, to be translated later: it marks a text in a table for the catalogues."""
    return text


def mark_plural_message(one: str, many: str) -> tuple[str, str]:
    """The two texts themselves, marked for the catalogues: one form for one and one for many."""
    return one, many
