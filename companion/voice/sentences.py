"""A table of sentences: for events, and decisions, that one message tells, whatever they hold.

    RoundBegan: says(message("Round {round} begins")),
    IntriguePlayed: does(message("plays the intrigue card {tile}"), tile=names.tile),
    NeutralHome: says(messages("{n} stone leaves {tile}", "{n} stones leave {tile}"), n=of("stones"), tile=names.tile),

In braces stand fields of the event: as they are, or in the words that a function of `Words` and the field finds. What
has another name than its field, or is made of several fields, is said `of` them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.rules.transaction import Event
from companion.voice.language import placeholders
from companion.voice.told import Told
from companion.voice.words import Words

Said = Callable[..., object]
"""Fields of an event in words: it gets the `Words`, then the fields."""


class Fact(Struct, frozen=True):
    """What stands in a sentence: these fields, by that function."""

    fields: tuple[str, ...]
    by: Said


def of(*fields: str, by: Said = lambda _words, value: value) -> Fact:
    """What is made of those fields of the event."""
    return Fact(fields, by)


class Sentence(Struct, frozen=True):
    """A message and what stands in its braces. `many`: its form for several of {n}, "" where nothing is counted.

    `does`: a predicate of the event's `who`. `short`, `opens`: as in Told.
    """

    one: str
    many: str
    facts: Mapping[str, Fact]
    does: bool
    short: bool
    opens: bool

    def said(self, about: Any, words: Words) -> str:
        """The message, its facts taken from that event or decision."""
        facts = {
            name: fact.by(words, *(getattr(about, field) for field in fact.fields))
            for name, fact in self.facts.items()
        }
        if not self.many:
            return words.gettext(self.one, **facts)
        number: Any = facts.pop("n")
        return words.ngettext(self.one, self.many, number, **facts)

    def told(self, event: Any, words: Words) -> Told:
        """The event in words."""
        who = event.who if self.does else ""
        return Told(self.said(event, words), who, short=self.short, opens=self.opens)


def says(text: str | tuple[str, str], *, short: bool = True, **facts: Fact | Said) -> Sentence:
    """A whole sentence. `text`: marked by `message`, or by `messages` where something is counted."""
    return _sentence(text, facts, False, short, False)


def does(
    text: str | tuple[str, str], *, short: bool = True, opens: bool = False, **facts: Fact | Said
) -> Sentence:
    """What the player `who` of the event does. `text`: as in `says`."""
    return _sentence(text, facts, True, short, opens)


def _sentence(
    text: str | tuple[str, str], facts: Mapping[str, Fact | Said], does: bool, short: bool, opens: bool
) -> Sentence:
    one, many = (text, "") if isinstance(text, str) else text
    made = {name: of(name) for name, *_ in placeholders(one) or ()}
    made |= {name: fact if isinstance(fact, Fact) else of(name, by=fact) for name, fact in facts.items()}
    return Sentence(one, many, made, does, short, opens)


def tell_by(tell: Any, table: Mapping[type[Event], Sentence]) -> None:
    """Have the function of a game that tells events, a `functools.singledispatch`, tell these by the table."""
    for kind, sentence in table.items():
        tell.register(kind, sentence.told)
