"""The extractor for Babel that is named in deploy/messages.cfg: it finds the texts in a game's data files.

A plug-in game uses it in the same way, for a catalogue of its own:

    [extractors]
    herald = companion.voice.extraction:extract
    [herald: **/data/names.toml]
    [herald: **/data/clauses.toml]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from companion.voice.game_texts import (
    NAMES_FILE,
    UNTRANSLATED_KEY,
    texts_with_context,
    translation_context_prefix,
)

ExtractedMessage = tuple[int, str, tuple[str, str], list[str]]
"""Line, the gettext function that would be called, its context and text, and comments for translators."""

SECTION_HEADING = re.compile(r"\[([^]]+)\]$")
COMMENT_RULE = re.compile(r"# -{8,} ")


def extract(file: IO[bytes], keywords: object, tags: object, options: object) -> Iterator[ExtractedMessage]:
    """Every text of a data file, with the comments above its section or with the source of its clause."""
    path, text = Path(file.name), file.read().decode("utf-8-sig")
    table = tomllib.loads(text)
    begin = translation_context_prefix(path.parents[1].name) if path.name == NAMES_FILE else ()
    remarks = dict(_remarks(text))
    for section, value in table.items():
        for context, english in texts_with_context({section: value}, begin):
            about = [value[UNTRANSLATED_KEY]] if UNTRANSLATED_KEY in value else remarks.get(section, [])
            yield 0, "pgettext", (context, english), about


def _remarks(text: str) -> Iterator[tuple[str, list[str]]]:
    """Section -> the comments above it; comments above the first of several sections under one rule are for all."""
    remark: list[str] = []
    fresh = True
    for line in text.splitlines():
        if COMMENT_RULE.match(line):
            remark = []
        elif line.startswith("# "):
            remark = [*([] if fresh else remark), line.removeprefix("# ")]
        elif heading := SECTION_HEADING.match(line):
            yield heading[1].partition(".")[0], remark
        fresh = not line.startswith("# ")
