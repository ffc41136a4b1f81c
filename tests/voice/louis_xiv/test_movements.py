"""Movements of hands of Louis XIV in words."""

from __future__ import annotations

import pytest

from companion.rules.movements import Movement
from companion.voice.voice import Voice
from tests.tables import NAMES

SAID = {
    Movement(
        "move", "stone/yellow", 1, "tile/7", "own/yellow"
    ): "Bert: 1 stone from Colbert to the own supply.",
    Movement("move", "money", 5, "player/blue", "bank"): "Anna: 5 louis to the bank.",
    Movement("move", "money", 2, "player/blue", "player/red"): "2 louis: Anna gives, Carla takes.",
    Movement("move", "chip/ring", 2, "middle", "player/blue"): "Anna: 2 ring chips from the middle.",
    Movement("move", "king", 1, "tile/3", "deck/money"): "King from Marie-Thérèse to the money cards.",
    Movement("turn", "tile/7", 1, "down", "up", "tile/7"): "Turn Colbert over.",
    Movement("turn", "arms/arms5", 3, "up", "down", "player/blue"): "Turn face down: star 3 (Anna).",
    Movement("move", "arms/arms5", 2, "player/blue", "deck/arms"): "Anna: star 2 to the stack.",
    Movement("move", "arms/?", 2, "player/blue", "deck/arms"): "Anna: 2 coats of arms to the stack.",
    Movement("move", "card/?", 2, "hand/blue", "deck/influence"): (
        "Anna: 2 influence cards from the hand to the stack."
    ),
    Movement("move", "intrigue/?", 1, "hand/blue", "deck/intrigue"): (
        "Anna: 1 intrigue card from the hand to the stack."
    ),
    Movement("move", "mission/light/?", 1, "hand/blue", "stack/light"): (
        "Anna: 1 mission card (light blue) from the hand to the stack."
    ),
    Movement("move", "mission/light-plus-stone:helmet", 1, "laid/blue", "hand/blue"): (
        "Anna: “+1 stone each supply phase” (helmet) from the missions laid out to the hand."
    ),
    Movement("move", "money/4:2", 1, "turned", "deck/money"): (
        "Money card (4 louis, king: Philippe) to the money cards."
    ),
    Movement("move", "card/inf6", 1, "played", "hand/blue"): "Anna: Condé card from the middle to the hand.",
    Movement("move", "stone/neutral", 2, "tile/1", "box"): "2 neutral stones from Anne to the box.",
    Movement("move", "start", 1, "player/red", "player/blue"): "Start player card: Carla gives, Anna takes.",
}


@pytest.mark.parametrize("hand", SAID, ids=str)
def test_a_movement_is_an_instruction(hand: Movement) -> None:
    assert Voice("louis-xiv", NAMES, "en").describe_movement(hand) == SAID[hand]
