"""Hand movements in words, as an undo of any game asks for them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.voice.language import languages
from tests.ours import GAMES
from tests.voice.evenings import evening, taken_back, voice


@pytest.mark.long(usual="*-cs")
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", GAMES)
def test_every_undo_of_an_evening_can_be_said(name: str, lang: str) -> None:
    speaking = voice(name, lang)
    for players in (2, 4):
        said = [
            speaking.describe_movement(each)
            for one, other in pairwise(evening(name, players, 1))
            for each in taken_back(name, players, one.before, one.events, other.before)
        ]
        assert said
        for text in said:
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith(".")
            assert not set("{}/_") & set(text), text
