"""The tables of sentences: what stands in their braces is there, and is the event's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

import pytest
from msgspec.structs import fields

from companion.rules.transaction import Event
from companion.voice.language import message, messages, placeholders
from companion.voice.sentences import Sentence, does, of, says
from companion.voice.told import Told
from companion.voice.words import Words
from tests.ours import FIRST
from tests.test_house import SOURCES

VOICES = [module for module in SOURCES if module.startswith("companion.games.") and ".voice." in module]


class Moved(Event, frozen=True, tag="moved"):
    who: str
    stones: int
    tile: str

    def apply_to(self, position: object) -> object:
        return position


def tables() -> Iterator[tuple[type, Sentence]]:
    for module in VOICES:
        for table in vars(import_module(module)).values():
            if isinstance(table, Mapping):
                yield from (row for row in table.items() if isinstance(row[1], Sentence))


@pytest.mark.parametrize(("kind", "sentence"), [*tables()], ids=lambda each: getattr(each, "__name__", ""))
def test_every_brace_is_filled_from_fields_that_the_event_has(kind: type, sentence: Sentence) -> None:
    named = {name for text in (sentence.one, sentence.many) for name, *_ in placeholders(text) or ()}
    assert set(sentence.facts) == named
    known = {field.name for field in fields(kind)}
    assert {field for fact in sentence.facts.values() for field in fact.fields} <= known
    assert not sentence.does or "who" in known


def test_a_sentence_is_filled_from_the_event() -> None:
    event, words = Moved("blue", 2, "6"), Words(FIRST, {"blue": "Anna"}, "en")
    carries = does(
        messages("carries {n} stone to {tile}", "carries {n} stones to {tile}"), n=of("stones"), opens=True
    )
    assert carries.told(event, words) == Told("carries 2 stones to 6", "blue", opens=True)
    both = of("who", "tile", by=lambda words, who, tile: f"{words.player(who)} at {tile}")
    told = says(message("Now: {what}, {stones}"), what=both, short=False).told(event, words)
    assert told == Told("Now: Anna at 6, 2", short=False)
