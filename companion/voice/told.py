"""An event, or what it means for the table, in words."""

from __future__ import annotations

from msgspec import Struct

THINGS = "{things}"
"""Where a predicate takes what it is about, so that several may be listed."""


class Told(Struct, frozen=True):
    """One event in words.

    `text`: a predicate without its subject when there is `who`, else a whole sentence. Where it
    names {things}, neighbours of the same subject and text are told as one, their things listed.
    `short`: said at level short too. `opens`: begins a sentence, whoever the last one was about.
    """

    text: str
    who: str = ""
    thing: str = ""
    short: bool = True
    opens: bool = False


class Line(Struct, frozen=True):
    """A sentence to show and to say. `who`: the colour it is about, "" for the table.
    `short`: said at level short too."""

    text: str
    who: str = ""
    short: bool = True


class Asked(Struct, frozen=True):
    """What is to be done now, and by whom ("" for the table as a whole). `what` begins small: it may follow
    a name and a colon."""

    what: str
    who: str = ""


class Called(Struct, frozen=True):
    """A piece in words: what kind of thing it is (`influence card`), and which of them, "" where there is only one."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}" if self.name else self.kind
