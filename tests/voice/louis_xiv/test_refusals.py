"""Why not, in words, at a table of Louis XIV: facts as people say them, and what would be allowed instead."""

from __future__ import annotations

import pytest

from companion.rules.clauses import Clause, MoveRefused, Refusal, instead_refusal
from companion.rules.moves import Move
from companion.voice.game_texts import clause_title
from companion.voice.language import languages
from companion.voice.voice import Voice
from tests.tables import NAMES, begun, louis
from tests.voice.test_refusals import whole


def voice(lang: str = "en") -> Voice:
    return Voice("louis-xiv", NAMES, lang)


def test_facts_are_said_as_people_say_them() -> None:
    at = louis("influence", turn="blue")
    refusal = at.refusal("blue inf6 place 6 1 5")
    assert voice().refusal_text(refusal) == "From Condé stones may jump to Anne or to Montespan, not to both."
    assert "Bert" in voice().refusal_text(at.refusal("yellow inf6 place 6"))


def test_what_would_be_allowed_instead_follows() -> None:
    at = louis("influence", turn="blue")
    with pytest.raises(MoveRefused) as caught:
        at.position.play(Move.parse("blue inf6 place 6 1 5"))
    said = voice().refusal_error_text(caught.value, at.position)
    assert "Allowed: Condé card: " in said
    assert "1 stone on Condé, 1 stone on Anne" in said


def test_a_code_without_a_text_falls_back_to_its_clause() -> None:
    said = voice().refusal_text(Refusal(Clause("L-2.4", "no-such-code")))
    whole(said)
    assert voice().refusal_text(Refusal(Clause("Z-9", "no-such-code"))) == "Z-9"
    assert clause_title("louis-xiv", "L-2.4", "en") != "L-2.4"


def test_facts_that_are_no_names_stay_as_they_are() -> None:
    refusal = Refusal(Clause("L-2.3", "not-your-turn", ("who", "awaited")), ("{x}", ""))
    whole(voice().refusal_text(refusal).replace("{x}", "x"))


NAMES_OF_ANSWERS = {
    "fulfil": "Fulfil a mission",
    "money": "2 louis",
    "take": "Take stones back",
    "0": "None",
    "banana": "banana",
}


@pytest.mark.parametrize("answer", NAMES_OF_ANSWERS)
def test_an_answer_that_was_entered_before_is_called_as_people_do(answer: str) -> None:
    assert f": {NAMES_OF_ANSWERS[answer]}." in voice().refusal_text(instead_refusal("L-1.2", "done", answer))


@pytest.mark.parametrize("lang", languages())
def test_a_money_card_that_does_not_exist_is_refused_without_a_question_mark(lang: str) -> None:
    at = begun(prints=["money 3:1 4:1 3:2 4:2 4:3 5:3 5:4 6:4"])
    said = voice(lang).refusal_text(at.refusal("table money 9 1"))
    whole(said)
    assert "9" in said
    assert "?" not in said
