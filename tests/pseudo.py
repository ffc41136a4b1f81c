"""A language made from English, in which every letter that can have an accent has one: a plain one was not translated.

Vowels are doubled, which makes a text some 40 % longer, and its ends are marked: what is cut off is seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion.games import playable_plugin_by_name
from companion.voice import language
from companion.voice.compile_catalogue import write_mo_file
from companion.voice.game_texts import translatable_texts as catalogue_texts
from nine_mens_morris.plugin import PLUGIN as MORRIS

LANG = "qps"
FIRST, LAST = "«»"
ACCENTS = dict(zip("aeiouycdghjklnrstwz", "áéíóúýčďğĥĵķĺňřšťŵž", strict=True))
"""All of them are in the Roboto that Kivy brings."""
LETTERS = ACCENTS | {plain.upper(): accent.upper() for plain, accent in ACCENTS.items()}
VOWELS = "aeiouAEIOU"
KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`)")
"""Placeholders, and what is to be typed."""
OF_ITSELF = {"language": "Q«Áčččéňťš»", "espeak-ng": "en", "keyboard": "áéíóúýčďňřšť žĺğĥķŵĵ áéíóúýčďň qwx-'"}
"""What it says about itself, by context."""

PEOPLE = (
    "Anna",
    "Bert",
    "Carla",
    "Dirk",
    "Dora",
    "Emil",
    "Eva",
    "Fay",
    "Filip",
    "Kateřina",
    "Dominik",
    "Eliška",
    "Jiří",
)
ALLOWED = re.compile(
    "|".join(
        (
            rf"\b({'|'.join(PEOPLE)})\b",
            r"`[^`]*`|“[^”]*”",  # what is to be typed, and what was
            r"\{[^}]*\}",  # what is filled in later
            r"\b[A-Z]-[A-Z]?\d[\w.]*",  # a clause
            r"\b[a-g]\d\b",  # a square
            r"/\w+/[\w/]+( True)?",  # a place of a position, and what it became
            r"\bprint [\w .:/+-]+",  # what is printed on a piece, as a record says it
            r"\bHerald\b",
            r"\b[0-9a-f]{14}\b",  # a tag
        )
    )
)
WORD = re.compile(rf"[\w'’-]*[{''.join(LETTERS)}][\w'’-]*")


def pseudo(text: str) -> str:
    """An English text in that language."""
    parts = KEPT.split(text)
    parts[::2] = ("".join(_letters(part)) for part in parts[::2])
    return FIRST + "".join(parts) + LAST


def _letters(text: str) -> Iterator[str]:
    for letter in text:
        accented = LETTERS.get(letter, letter)
        yield accented + accented.lower() if letter in VOWELS else accented


def untranslated(text: str) -> list[str]:
    """The words of a text that are not in that language, but for people's names and what is ALLOWED."""
    return WORD.findall(ALLOWED.sub("", text))


def english() -> Catalog:
    """Everything that is to be translated."""
    with (language.LOCALE_FOLDER / language.SOURCE_LANGUAGE / "LC_MESSAGES" / "herald.po").open("rb") as file:
        return read_po(file)


def write_language(folder: Path, lang: str, catalogue: Catalog) -> None:
    """A locale folder with the languages there are and one more."""
    for each in language.LOCALE_FOLDER.iterdir():
        (folder / each.name).symlink_to(each)
    home = folder / lang / "LC_MESSAGES"
    home.mkdir(parents=True)
    with (home / "herald.po").open("wb") as text:
        write_po(text, catalogue)
    write_mo_file(home / "herald.po", home / "herald.mo")


def pseudo_catalogue() -> Catalog:
    """Every text in that language; those of Nine Men's Morris (tests/plugins), too."""
    catalogue = english()
    catalogue.language_team = "Pseudo"
    with patch.dict(playable_plugin_by_name(), {MORRIS.name: MORRIS}):
        for context, text in catalogue_texts(MORRIS.name):
            catalogue.add(text, context=context)
    for each in catalogue:
        if each.id:
            texts = [each.id] if isinstance(each.id, str) else each.id
            said = [OF_ITSELF.get(each.context or "", pseudo(text)) for text in texts]
            each.string = said[0] if isinstance(each.id, str) else tuple(said)
    return catalogue
