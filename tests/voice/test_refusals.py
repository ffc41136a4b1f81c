"""Why not, in words, in any game: every clause, every language."""

from __future__ import annotations

import random

import pytest

from companion.rules.clauses import (
    Clause,
    MoveRefused,
    Refusal,
    not_offered_refusal,
    nothing_allowed_refusal,
    unfinished_refusal,
)
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
            whole(speaking.refusal_error_text(refused, played.before))
    assert refused_moves > 20


@pytest.mark.parametrize("lang", languages())
@every_game
def test_where_no_rule_is_in_the_way_it_is_said_who_is_to_do_what(name: str, lang: str) -> None:
    id, position = next(iter(load_clauses(name, SOURCE_LANGUAGE))), evening(name, 3, 2)[0].before
    speaking, texts = voice(name, lang), set[str]()
    for refusal in (not_offered_refusal(id, "banana"), unfinished_refusal(id), nothing_allowed_refusal(id)):
        text = speaking.refusal_text(refusal, position)
        whole(text)
        assert text.endswith(speaking.prompt_sentence(position))
        texts.add(text.removesuffix(speaking.prompt_sentence(position)))
    assert "" not in texts
    assert len(texts) == 3


@every_game
def test_a_fault_of_a_position_that_cannot_be_asks_nobody_for_anything(name: str) -> None:
    id = next(iter(load_clauses(name, SOURCE_LANGUAGE)))
    said = voice(name).refusal_text(not_offered_refusal(id, "banana"))
    assert said == voice(name).refusal_text(Refusal(Clause(id, "no-such-code")))
