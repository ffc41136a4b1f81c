"""Moves, hand movements and facts of Kabale und Hiebe in words."""

from __future__ import annotations

import pytest

from companion.games.kabale.rules.card_choices import NOT_IN_HAND
from companion.rules.clauses import BAD_UNDO_NUMBER, MoveRefused
from companion.rules.movements import Movement
from companion.rules.moves import Move
from companion.voice.voice import Voice
from tests.games.kabale.tables import kabale

PEOPLE = {"black": "Anna", "white": "Bert", "red": "Carla"}
TABLE = Voice("kabale", PEOPLE, "en")

MOVES = {
    "table objectives alchemy:3 trade:5": "Objectives: alchemy 3, trade 5",
    "black 2 mage": "Anna: Card to column 2",
    "black 2 ?": "Anna: Card to column 2",
    "table turned explorer": "Turned up: explorer",
    "table removed queen": "Removed: queen",
    "table removed ?": "Removed: unseen card",
    "black slide queen": "Anna: Slide a card under it",
    "black skip": "Anna: Skip",
    "black swap 3": "Anna: Exchange objectives: column 3",
    "table shown 1.3 king": "Shown: king (column 1, card 3)",
    "table correct /columns/0/closed true": "Correction",
    "black rubbish of all kinds": "Anna: rubbish of all kinds",
    "table objectives rubbish:": "objectives rubbish:",
    "table objectives": "Objectives",
    "table objectives OBJECTIVE ...": "Objectives: …",
    "table turned CARD": "Turned up: …",
    "table removed CARD": "Removed: …",
    "table shown 1.3 CARD": "Shown: … (column 1, card 3)",
}


@pytest.mark.parametrize("move", MOVES)
def test_a_move_is_a_phrase(move: str) -> None:
    assert TABLE.describe_move_with_player(Move.parse(move)) == MOVES[move]


HANDS = {
    Movement("move", "card/black/?", 1, "column/2", "hand/black"): "Anna: 1 card from column 2 to the hand.",
    Movement("move", "card/black/?", 14, "deck/black", "discard/black"): (
        "Anna: 14 cards from the deck to the discard pile."
    ),
    Movement("move", "card/white/mage", 1, "discard/white", "card/2.1"): (
        "Bert: mage from the discard pile to column 2 (as card 1)."
    ),
    Movement("move", "card/white/mage", 1, "card/2.1", "column/1"): (
        "Bert: mage from column 2 (card 1) to column 1."
    ),
    Movement("turn", "card/white/mage", 1, "up", "down"): "Turn face down: mage (Bert).",
    Movement("turn", "card/white/mage", 1, "down", "up"): "Turn face up: mage (Bert).",
    Movement("turn", "objective/alchemy:3", 1, "down", "up", "column/2"): "Turn face up: alchemy 3.",
    Movement("turn", "objective/alchemy:3", 1, "up", "down", "player/black"): (
        "Turn face down: alchemy 3 (Anna)."
    ),
    Movement("move", "objective/?", 1, "player/black", "deck/objectives"): (
        "Anna: objective from the objectives won to the deck of objectives."
    ),
    Movement("move", "objective/alchemy:3", 1, "player/black", "column/2"): (
        "Anna: alchemy 3 from the objectives won to column 2."
    ),
    Movement("move", "objective/alchemy:3", 1, "column/2", "deck/objectives"): (
        "Alchemy 3 from column 2 to the deck of objectives."
    ),
    Movement("move", "objective/alchemy:3", 1, "box", "column/2"): "Alchemy 3 from the box to column 2.",
}


@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_a_movement_is_an_instruction(hand: Movement) -> None:
    assert TABLE.describe_movement(hand) == HANDS[hand]


def test_facts_are_said_as_people_say_them() -> None:
    at = kabale("alchemy:5 +white/storm -black/?", "trade:5", turn="white")
    assert "Bert" in TABLE.refusal_text(at.refusal("black 1 ?"))
    assert "column 1" in TABLE.refusal_text(at.refusal("white 1 ?"))
    assert "queen" in TABLE.refusal_text(NOT_IN_HAND("queen"))


WORDS = {
    "card/white/mage": "mage (Bert)",
    "column/1/3": "column 1, card 3",
    "objective/2/trade:5": "trade 5",
    "objective/trade": "trade",
    "column/2": "column 2",
    "player/red": "Carla",
    "slide": "Slide a card under it",
    "unseen": "Nobody noted it",
    "banana": "banana",
}


@pytest.mark.parametrize("word", WORDS)
def test_what_was_touched_or_shown_is_called_as_people_do(word: str) -> None:
    assert f"“{WORDS[word]}”" in TABLE.refusal_text(BAD_UNDO_NUMBER(word))


def test_what_would_be_allowed_instead_follows_without_names() -> None:
    at = kabale("alchemy:5 +white/storm -black/?", "trade:5", turn="white")
    with pytest.raises(MoveRefused) as caught:
        at.position.play(Move.parse("white 1 king"))
    assert TABLE.refusal_error_text(caught.value, at.position).endswith("Allowed: Card to column 2.")


def test_a_card_says_what_it_does() -> None:
    assert TABLE.card_effect("king") == "Counts 20 and does nothing else."
    assert [TABLE.card_effect(word) for word in ("alchemy:3", "?", "banana")] == [""] * 3
