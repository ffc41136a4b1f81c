"""An event, or what it means for the table, in words."""

from __future__ import annotations

from msgspec import Struct

ITEMS_PLACEHOLDER = "{things}"
"""Where a predicate takes what it is about, so that several may be listed."""


class EventNarration(Struct, frozen=True):
    """One event in words.

    `text`: a predicate without its subject when there is `who`, else a whole sentence. Where it
    names {things}, neighbours of the same subject and text are told as one, their things listed.
    `at_short_level`: said at level short too. `starts_sentence`: begins a sentence, whoever the last one was about.
    """

    text: str
    who: str = ""
    item: str = ""
    at_short_level: bool = True
    starts_sentence: bool = False


class NarrationLine(Struct, frozen=True):
    """A sentence to show and to say. `who`: the colour it is about, "" for the table.
    `at_short_level`: said at level short too."""

    text: str
    who: str = ""
    at_short_level: bool = True


class TurnPrompt(Struct, frozen=True):
    """What is to be done now, and by whom ("" for the table as a whole). `request` begins small: it may follow
    a name and a colon."""

    request: str
    who: str = ""


class PieceName(Struct, frozen=True):
    """A piece in words: what kind of thing it is (`influence card`), and which of them, "" where there is only one."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}" if self.name else self.kind
