"""A table of sentences: for events, and decisions, that one message tells, whatever they hold.

    RoundBegan: says(message("Round {round} begins")),
    IntriguePlayed: does(message("plays the intrigue card {tile}"), tile=names.tile),
    NeutralHome: says(messages("{n} stone leaves {tile}", "{n} stones leave {tile}"), n=of("stones"), tile=names.tile),

In braces stand fields of the event: as they are, or in the words that a function of `Translator` and the field finds.
What has another name than its field, or is made of several fields, is said `from_fields` them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from companion.rules.transaction import Event
from companion.voice.language import placeholders
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator

FieldFormatter = Callable[..., object]
"""Fields of an event in words: it gets the `Words`, then the fields."""


class TemplateValue(Struct, frozen=True):
    """What stands in a sentence: these fields, by that function."""

    fields: tuple[str, ...]
    formatter: FieldFormatter


def from_fields(*fields: str, formatter: FieldFormatter = lambda _words, value: value) -> TemplateValue:
    """What is made of those fields of the event."""
    return TemplateValue(fields, formatter)


class SentenceTemplate(Struct, frozen=True):
    """A message and what stands in its braces. `plural`: its form for several of {n}, "" where nothing is counted.

    `does`: a predicate of the event's `who`. `at_short_level`, `starts_sentence`: as in Told.
    """

    singular: str
    plural: str
    values: Mapping[str, TemplateValue]
    is_predicate: bool
    at_short_level: bool
    starts_sentence: bool

    def fill(self, event: Any, translator: Translator) -> str:
        """The message, its facts taken from that event or decision."""
        facts = {
            name: fact.formatter(translator, *(getattr(event, field) for field in fact.fields))
            for name, fact in self.values.items()
        }
        if not self.plural:
            return translator.gettext(self.singular, **facts)
        number: Any = facts.pop("n")
        return translator.ngettext(self.singular, self.plural, number, **facts)

    def narrate(self, event: Any, translator: Translator) -> EventNarration:
        """The event in words."""
        who = event.who if self.is_predicate else ""
        return EventNarration(
            self.fill(event, translator),
            who,
            at_short_level=self.at_short_level,
            starts_sentence=self.starts_sentence,
        )


def full_sentence(
    text: str | tuple[str, str], *, at_short_level: bool = True, **facts: TemplateValue | FieldFormatter
) -> SentenceTemplate:
    """A whole sentence. `text`: marked by `message`, or by `messages` where something is counted."""
    return _sentence(text, facts, False, at_short_level, False)


def predicate(
    text: str | tuple[str, str],
    *,
    at_short_level: bool = True,
    starts_sentence: bool = False,
    **facts: TemplateValue | FieldFormatter,
) -> SentenceTemplate:
    """What the player `who` of the event does. `text`: as in `full_sentence`."""
    return _sentence(text, facts, True, at_short_level, starts_sentence)


def _sentence(
    text: str | tuple[str, str],
    facts: Mapping[str, TemplateValue | FieldFormatter],
    does: bool,
    short: bool,
    opens: bool,
) -> SentenceTemplate:
    one, many = (text, "") if isinstance(text, str) else text
    made = {name: from_fields(name) for name, *_ in placeholders(one) or ()}
    made |= {
        name: fact if isinstance(fact, TemplateValue) else from_fields(name, formatter=fact)
        for name, fact in facts.items()
    }
    return SentenceTemplate(one, many, made, does, short, opens)


def register_templates(narrate_event: Any, templates: Mapping[type[Event], SentenceTemplate]) -> None:
    """Have the function of a game that tells events, a `functools.singledispatch`, tell these by the table."""
    for kind, sentence in templates.items():
        narrate_event.register(kind, sentence.narrate)
