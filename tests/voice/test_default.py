"""The voice of a game that brings none, told a game from outside."""

from __future__ import annotations

import pytest

from companion.rules.game import GameSetup, Seat
from companion.rules.moves import Move
from companion.voice import default_voice
from companion.voice.language import SOURCE_LANGUAGE
from companion.voice.translator import Translator
from nine_mens_morris.rules.events import Drawn, Moved, TurnBegan
from nine_mens_morris.rules.game import GAME
from tests.ours import FIRST


@pytest.mark.parametrize(("quiet", "told"), [(48, [Moved, TurnBegan]), (49, [Moved, Drawn])])
def test_once_the_game_is_over_nobody_is_to_move(quiet: int, told: list[type]) -> None:
    setup = GameSetup((Seat("white", "Anna"), Seat("black", "Bert")), "white")
    men = {"white": {"board": ["a1", "d3", "g7"]}, "black": {"board": ["b6", "f2", "c4"]}}
    before = GAME.position_from_json({"turn": "white", "quiet": quiet, "players": men}, setup)
    _, events = before.play(Move.parse("white d2 from d3"))
    said = default_voice.narrate_events(before, events, Translator(FIRST, {}, SOURCE_LANGUAGE))
    assert [type(event) for event, each in zip(events, said, strict=True) if each is not None] == told


def test_a_piece_that_nobody_knows_is_called_by_its_kind() -> None:
    words = Translator(FIRST, {}, SOURCE_LANGUAGE)
    assert (
        str(default_voice.piece_name("king/?", words))
        == str(default_voice.piece_name("king", words))
        == words.name_of("thing", "king")
    )
