"""Hand movements in words, as an undo of any game asks for them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.games import game
from companion.voice.language import languages
from tests.ours import GAMES
from tests.voice.evenings import evening, voice


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", GAMES)
def test_every_undo_of_an_evening_can_be_said(name: str, lang: str) -> None:
    speaking = voice(name, lang)
    rules = game(name)
    for players in (2, 4):
        said = [
            speaking.movement(hand)
            for one, other in pairwise(evening(name, players, 1))
            for hand in rules.hands(other.before, one.before)
        ]
        assert said
        for text in said:
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith(".")
            assert not set("{}/_") & set(text), text
