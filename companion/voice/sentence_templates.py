"""A table of sentences, for events and decisions that one message describes, whatever they hold.

    RoundBegan: full_sentence_template(mark_message("Round {round} begins")),
    IntriguePlayed: predicate_template(mark_message("plays the intrigue card {tile}"), tile=tile_name),
    NeutralHome: full_sentence_template(mark_plural_message("{n} stone leaves {tile}", "{n} stones leave {tile}"),
        n=value_from_fields("stones")),

The braces hold fields of the event: as they are, or in the words that a function makes of `Translator` and the field.
    A value with another name than its field, or made of several fields, is given by `value_from_fields`.
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
"""Fields of an event in words: it gets the `Translator`, then the fields."""


class TemplateValue(Struct, frozen=True):
    """A value in a sentence: the fields, and the function for them."""

    fields: tuple[str, ...]
    formatter: FieldFormatter


def value_from_fields(*fields: str, formatter: FieldFormatter = lambda _words, value: value) -> TemplateValue:
    """The value that the formatter makes of those fields of the event."""
    return TemplateValue(fields, formatter)


class SentenceTemplate(Struct, frozen=True):
    """A message and the values of its placeholders.

    `plural`: its form for several of {n}, "" where nothing is counted. `is_predicate`: it is a predicate of the
        event's `who`.
    `at_short_level`, `starts_sentence`: as in EventNarration.
    """

    singular: str
    plural: str
    values: Mapping[str, TemplateValue]
    is_predicate: bool
    at_short_level: bool
    starts_sentence: bool

    def fill(self, event: Any, translator: Translator) -> str:
        """The message, with its values taken from that event or decision."""
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


def full_sentence_template(
    text: str | tuple[str, str], *, at_short_level: bool = True, **facts: TemplateValue | FieldFormatter
) -> SentenceTemplate:
    """A whole sentence. `text`: marked by `mark_message`, or by `mark_plural_message` where something is counted."""
    return _sentence(text, facts, False, at_short_level, False)


def predicate_template(
    text: str | tuple[str, str],
    *,
    at_short_level: bool = True,
    starts_sentence: bool = False,
    **facts: TemplateValue | FieldFormatter,
) -> SentenceTemplate:
    """A predicate for the player `who` of the event. `text`: as in `full_sentence_template`."""
    return _sentence(text, facts, True, at_short_level, starts_sentence)


def _sentence(
    text: str | tuple[str, str],
    facts: Mapping[str, TemplateValue | FieldFormatter],
    is_predicate: bool,
    at_short_level: bool,
    starts_sentence: bool,
) -> SentenceTemplate:
    singular, plural = (text, "") if isinstance(text, str) else text
    values = {name: value_from_fields(name) for name, *_ in placeholders(singular) or ()}
    values |= {
        name: fact if isinstance(fact, TemplateValue) else value_from_fields(name, formatter=fact)
        for name, fact in facts.items()
    }
    return SentenceTemplate(singular, plural, values, is_predicate, at_short_level, starts_sentence)


def no_sentence(event: Event, translator: Translator) -> EventNarration:
    """What a game's `narrate_event`, a `functools.singledispatch`, begins with: raises LookupError for every event."""
    raise LookupError(f"{translator.game} has no sentence for {type(event).__name__}")


def register_templates(narrate_event: Any, templates: Mapping[type[Event], SentenceTemplate]) -> None:
    """Register the templates with the function of a game that narrates events, a `functools.singledispatch`."""
    for kind, sentence in templates.items():
        narrate_event.register(kind, sentence.narrate)
