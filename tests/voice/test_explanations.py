"""The sentences of [about] in `data/names.toml`: each rests on a clause, and is translated as any other text."""

from __future__ import annotations

import pytest

from companion.contract.game_sampler import GameSampler
from companion.contract.presentation_promises import unexplained_kinds
from companion.games import game_rules
from companion.voice.explanations import explain, find_named, index_of_words
from companion.voice.game_texts import load_clauses, load_names, translatable_texts
from companion.voice.translator import ABOUT
from tests.ours import GAMES
from tests.screen.harness.plain import moments, voice


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_about_rests_on_a_clause_that_exists(game: str) -> None:
    for word, about in load_names(game, "en").get(ABOUT, {}).items():
        assert about["text"], word
        assert about.keys() <= {"text", "source"}, word
        assert about.get("source") in (None, *load_clauses(game, "en")), word


@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_of_about_are_texts_to_be_translated_and_their_clauses_are_not(game: str) -> None:
    texts = [context for context, _ in translatable_texts(game) if f" {ABOUT} " in context]
    assert len(texts) == len(load_names(game, "en").get(ABOUT, {}))
    assert all(context.endswith(" text") for context in texts)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_called_by_its_own_name_is_found_and_nothing_else_is(game: str) -> None:
    for now in moments(game, 3, 3):
        speaker = voice(now, "en")
        assert find_named("no such thing", now, speaker) is find_named("", now, speaker) is None
        for target in (*now.step_by_touch_target, *(place.id for place in now.layout)):
            assert find_named(target, now, speaker) == target
            named = find_named(speaker.touch_target_name(target), now, speaker)
            assert named is not None
            assert explain(named, now, speaker, now.position).title


@pytest.mark.parametrize("game", GAMES)
def test_every_word_that_can_be_looked_up_on_the_screen_is_found_by_typing_it(game: str) -> None:
    now = next(iter(moments(game, 3, 1)))
    speaker = voice(now, "cs")
    for word, target in index_of_words(now, speaker).items():
        found = find_named(word.upper(), now, speaker)
        assert found is not None
        if not target.startswith("clause/"):
            assert explain(found, now, speaker, now.position).title


@pytest.mark.parametrize("players", [2, 3])
def test_everything_in_the_princes_of_florence_says_more_than_its_name(players: int) -> None:
    assert unexplained_kinds(GameSampler(game_rules("florence"), players, 2)) == []
