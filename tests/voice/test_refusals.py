"""Why not, in words, in any game: every clause, every language."""

from __future__ import annotations

import random

import pytest

from companion.rules.clauses import Clause, MoveRefused, Refusal, not_offered_refusal, unfinished_refusal
from companion.rules.moves import Move
from companion.voice.game_texts import load_clauses
from companion.voice.language import SOURCE_LANGUAGE, languages
from tests.catalogues import declared_in
from tests.ours import GAMES
from tests.voice.evenings import evening, samples, voice

every_game = pytest.mark.parametrize("name", GAMES)


def declared_by(name: str) -> tuple[Clause, ...]:
    """The clauses of the game, and those of the house."""
    prefix = next(iter(load_clauses(name, SOURCE_LANGUAGE))).partition("-")[0]
    package = f"companion.games.{GAMES[name]}.rules"
    return (*declared_in(package, f"{prefix}-"), *declared_in("companion.rules", "H-"))


def whole(text: str) -> None:
    assert text
    assert text == " ".join(text.split())
    assert "{" not in text.replace("{}", "")
    assert text.endswith((".", "!", "?", "“", "’"))


@pytest.mark.parametrize("lang", languages())
@every_game
def test_every_clause_can_be_said(name: str, lang: str) -> None:
    facts, speaking = samples(name).FACTS, voice(name, lang)
    for clause in declared_by(name):
        text = speaking.refusal_text(clause(*(facts.get(fact, 3) for fact in clause.fact_names)))
        whole(text)
        assert text != clause.id
        assert not set("{}[]") & set(text), clause
        assert not [raw for raw in samples(name).RAW if raw in text], clause


@pytest.mark.long(usual="*-cs")
@pytest.mark.parametrize("lang", languages())
@every_game
def test_whatever_is_tried_is_answered_in_whole_sentences(name: str, lang: str) -> None:
    chance = random.Random(3)
    speaking = voice(name, lang)
    refused_moves = 0
    for played in evening(name, 3, 2)[::3]:
        words = list(played.move.words)
        words[chance.randrange(len(words))] = chance.choice(samples(name).RUBBISH)
        try:
            played.before.action_for(Move(tuple(words)))
        except MoveRefused as refused:
            refused_moves += 1
            whole(speaking.refusal_error_text(refused))
    assert refused_moves > 20


@pytest.mark.parametrize("lang", languages())
@every_game
def test_the_house_says_its_own_clauses_under_any_decision(name: str, lang: str) -> None:
    id = next(iter(load_clauses(name, SOURCE_LANGUAGE)))
    for refusal in (not_offered_refusal(id, "banana"), unfinished_refusal(id)):
        text = voice(name, lang).refusal_text(refusal)
        whole(text)
        assert text != voice(name, lang).refusal_text(Refusal(Clause(id, "no-such-code")))
    assert "banana" in voice(name, lang).refusal_text(not_offered_refusal(id, "banana"))
