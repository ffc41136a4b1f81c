"""Why not, in words: every clause, every language, and what would be allowed instead."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.rules.clauses import Clause, Refusal, Refused, declared, not_offered, unfinished
from companion.rules.moves import Move
from companion.voice.catalogue import clause_title
from companion.voice.language import LANGUAGES
from companion.voice.say import Voice
from tests.tables import NAMES, louis
from tests.voice.evenings import evening

VALUES: dict[str, Any] = {
    "who": "blue",
    "awaited": "yellow red",
    "players": "blue",
    "seats": "blue yellow",
    "start": "green",
    "tile": 6,
    "here": 6,
    "first": 1,
    "second": 5,
    "king": "?",
    "card": "inf6",
    "stack": "light",
    "mission": "light-plus-stone:helmet",
    "kind": "arms3",
    "phase": "influence",
    "chip": "ring",
}
RUBBISH = ("inf6", "joker", "place", "take", "6", "12", "done", "yes", "fulfil", "arms1:99", "?", "{}", "ž")


def voice(lang: str = "en") -> Voice:
    return Voice("louis-xiv", NAMES, lang)


def whole(text: str) -> None:
    assert text
    assert text == " ".join(text.split())
    assert "{" not in text.replace("{}", "")
    assert text.endswith((".", "!", "?", "“", "’"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("clause", declared(), ids=lambda clause: f"{clause.id}-{clause.code}")
def test_every_clause_can_be_said(clause: Clause, lang: str) -> None:
    refusal = clause(*(VALUES.get(fact, 3) for fact in clause.facts))
    text = voice(lang).refusal(refusal)
    whole(text)
    assert not set("{}[]") & set(text)
    assert "arms3" not in text
    assert "inf6" not in text
    assert "light-plus" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_is_tried_is_answered_in_whole_sentences(lang: str) -> None:
    chance = random.Random(3)
    speaking = voice(lang)
    refused_moves = 0
    for played in evening(3, 2)[::3]:
        words = list(played.move.words)
        words[chance.randrange(len(words))] = chance.choice(RUBBISH)
        try:
            played.before.read(Move(tuple(words)))
        except Refused as refused:
            refused_moves += 1
            whole(speaking.refused(refused))
    assert refused_moves > 20


def test_facts_are_said_as_people_say_them() -> None:
    at = louis("influence", turn="blue")
    refusal = at.refusal("blue inf6 place 6 1 5")
    assert voice().refusal(refusal) == "From Condé stones may jump to Anne or to Montespan, not to both."
    assert "Bert" in voice().refusal(at.refusal("yellow inf6 place 6"))


def test_what_would_be_allowed_instead_follows() -> None:
    at = louis("influence", turn="blue")
    with pytest.raises(Refused) as caught:
        at.position.play(Move.of("blue inf6 place 6 1 5"))
    said = voice().refused(caught.value)
    assert "Allowed: Condé card: " in said
    assert "1 stone on Condé, 1 stone on Anne" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_house_says_its_own_clauses_under_any_decision(lang: str) -> None:
    for refusal in (not_offered("L-2.3", "banana"), unfinished("L-2.4")):
        text = voice(lang).refusal(refusal)
        whole(text)
        assert text != voice(lang).refusal(Refusal(Clause("L-2.3", "no-such-code")))
    assert "banana" in voice(lang).refusal(not_offered("L-2.3", "banana"))


def test_a_code_without_a_text_falls_back_to_its_clause() -> None:
    said = voice().refusal(Refusal(Clause("L-2.4", "no-such-code")))
    whole(said)
    assert voice().refusal(Refusal(Clause("Z-9", "no-such-code"))) == "Z-9"
    assert clause_title("louis-xiv", "L-2.4", "en") != "L-2.4"


def test_facts_that_are_no_names_stay_as_they_are() -> None:
    refusal = Refusal(Clause("L-2.3", "not-your-turn", ("who", "awaited")), ("{x}", ""))
    whole(voice().refusal(refusal).replace("{x}", "x"))
