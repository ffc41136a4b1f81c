"""An event, or its consequences for the table, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from companion.voice.translator import Translator

SpeechLevel = Literal["off", "short", "full"]

ITEMS_PLACEHOLDER = "{things}"
"""The placeholder in a predicate for its items, so that several may be listed."""


class EventNarration(Struct, frozen=True):
    """One event in words.

    `text`: a predicate without its subject when there is `who`, else a whole sentence. Where it contains {things},
        neighbours of the same subject and text become one, with their items listed.
    `at_short_level`: also spoken at level short.
    `starts_sentence`: begins a sentence, even where the last one was about the same player.
    """

    text: str
    who: str = ""
    item: str = ""
    at_short_level: bool = True
    starts_sentence: bool = False


class NarrationLine(Struct, frozen=True):
    """A sentence to show and to speak.

    `who`: the colour it is about, "" for the table. `at_short_level`: also spoken at level short.
    """

    text: str
    who: str = ""
    at_short_level: bool = True


def full_level_line(text: str, translator: Translator, who: str = "") -> NarrationLine:
    """That text as a sentence which is spoken at level full alone."""
    return NarrationLine(translator.to_sentence(text), who, at_short_level=False)


class TurnPrompt(Struct, frozen=True):
    """What is to be done now, and by whom ("" for the table as a whole).

    `request` begins with a small letter: it may follow a name and a colon.
    """

    request: str
    who: str = ""


class Majority(Struct, frozen=True):
    """What was decided by who had most of something there, or least.

    what: what it was about. counts: of each who had a part in it, by colour. winners: who it went to, () for nobody.
    """

    what: str
    counts: Mapping[str, float]
    winners: tuple[str, ...]

    @property
    def lead(self) -> float:
        """How far the only winner was from the next; 0 where counts did not decide."""
        if len(self.winners) != 1 or self.winners[0] not in self.counts:
            return 0
        count = self.counts[self.winners[0]]
        others = [each for who, each in self.counts.items() if who != self.winners[0]] or [0]
        if count > max(others):
            return count - max(others)
        return max(0, min(others) - count)


class PieceName(Struct, frozen=True):
    """A piece in words: its kind (`influence card`), and its name within the kind, "" where there is only one."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}" if self.name else self.kind


def texts_to_speak(lines: Iterable[NarrationLine], level: SpeechLevel) -> Iterator[str]:
    """The texts of those lines that are spoken at that level."""
    return (line.text for line in lines if level == "full" or (level == "short" and line.at_short_level))
