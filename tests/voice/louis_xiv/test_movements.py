"""Hand movements of Louis XIV in words."""

from __future__ import annotations

import pytest

from companion.rules.movements import Movement
from companion.voice.say import Voice
from tests.tables import NAMES

SAID = {
    Movement(
        "move", "stone/yellow", 1, "tile/7", "own/yellow"
    ): "Bert: 1 stone from Colbert to the own supply.",
    Movement("move", "money", 5, "player/blue", "bank"): "Anna: 5 louis to the bank.",
    Movement("move", "money", 2, "player/blue", "player/red"): "2 louis: Anna gives, Carla takes.",
    Movement("move", "chip/ring", 2, "middle", "player/blue"): "Anna: 2 ring chips from the middle.",
    Movement("move", "king", 1, "tile/3", "deck/money"): "King from Marie-Thérèse to the money cards.",
    Movement("turn", "tile/7", 1, "back", "front"): "Turn Colbert over.",
    Movement("move", "card/inf6", 1, "played", "hand/blue"): "Anna: Condé card from the middle to the hand.",
    Movement("move", "stone/neutral", 2, "tile/1", "box"): "2 neutral stones from Anne to the box.",
    Movement("move", "start", 1, "player/red", "player/blue"): "Start player card: Carla gives, Anna takes.",
}


@pytest.mark.parametrize("hand", SAID, ids=str)
def test_a_movement_is_an_instruction(hand: Movement) -> None:
    assert Voice("louis-xiv", NAMES, "en").movement(hand) == SAID[hand]
