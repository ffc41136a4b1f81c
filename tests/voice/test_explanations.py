"""The sentences of [about] in `data/names.toml`: each rests on a clause, and is translated as any other text."""

from __future__ import annotations

import pytest

from companion.voice.explanations import ABOUT
from companion.voice.game_texts import load_clauses, load_names, translatable_texts
from tests.ours import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_about_rests_on_a_clause_that_exists(game: str) -> None:
    for word, about in load_names(game, "en").get(ABOUT, {}).items():
        assert set(about) == {"text", "source"}, word
        assert about["source"] in load_clauses(game, "en"), word


@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_of_about_are_texts_to_be_translated_and_their_clauses_are_not(game: str) -> None:
    texts = [context for context, _ in translatable_texts(game) if f" {ABOUT} " in context]
    assert len(texts) == len(load_names(game, "en").get(ABOUT, {}))
    assert all(context.endswith(" text") for context in texts)
