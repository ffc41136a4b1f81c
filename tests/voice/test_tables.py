"""The tables of sentences: what stands in their braces is there, and is the event's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

import pytest
from msgspec.structs import fields

from companion.rules.transaction import Event
from companion.voice.language import mark_message, mark_plural_message, placeholders
from companion.voice.narration import EventNarration
from companion.voice.sentence_templates import (
    SentenceTemplate,
    full_sentence_template,
    predicate_template,
    value_from_fields,
)
from companion.voice.translator import Translator
from tests.ours import FIRST
from tests.test_house import SOURCES

VOICES = [module for module in SOURCES if module.startswith("companion.games.") and ".voice." in module]


class Moved(Event, frozen=True, tag="moved"):
    who: str
    stones: int
    tile: str

    def apply_to(self, position: object) -> object:
        return position


def tables() -> Iterator[tuple[type, SentenceTemplate]]:
    for module in VOICES:
        for table in vars(import_module(module)).values():
            if isinstance(table, Mapping):
                yield from (row for row in table.items() if isinstance(row[1], SentenceTemplate))


@pytest.mark.parametrize(("kind", "sentence"), [*tables()], ids=lambda each: getattr(each, "__name__", ""))
def test_every_brace_is_filled_from_fields_that_the_event_has(kind: type, sentence: SentenceTemplate) -> None:
    named = {name for text in (sentence.singular, sentence.plural) for name, *_ in placeholders(text) or ()}
    assert set(sentence.values) == named
    known = {field.name for field in fields(kind)}
    assert {field for fact in sentence.values.values() for field in fact.fields} <= known
    assert not sentence.is_predicate or "who" in known


def test_a_sentence_is_filled_from_the_event() -> None:
    event, words = Moved("blue", 2, "6"), Translator(FIRST, {"blue": "Anna"}, "en")
    carries = predicate_template(
        mark_plural_message("carries {n} stone to {tile}", "carries {n} stones to {tile}"),
        n=value_from_fields("stones"),
        starts_sentence=True,
    )
    assert carries.narrate(event, words) == EventNarration(
        "carries 2 stones to 6", "blue", starts_sentence=True
    )
    both = value_from_fields(
        "who", "tile", formatter=lambda words, who, tile: f"{words.player_name(who)} at {tile}"
    )
    told = full_sentence_template(
        mark_message("Now: {what}, {stones}"), what=both, at_short_level=False
    ).narrate(event, words)
    assert told == EventNarration("Now: Anna at 6, 2", at_short_level=False)
