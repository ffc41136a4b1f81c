"""The secrets: cards in hands that a position or a correction named (notation.md)."""

from __future__ import annotations

import pytest

from companion.games import game_rules
from companion.rules.history import MovesUndone, PositionCorrected
from companion.rules.public_view import public_events, public_text
from tests.rules.accounts import HEAD, begun
from tests.tables import louis

GAME = game_rules("louis-xiv")
SEEN = {"blue": {"influence": {"inf6": 1, "joker": 1, "?": 1}, "intrigue": {"4": 1, "?": 1}}}


def test_in_public_a_hand_is_so_many_backs() -> None:
    at = louis("influence", people=SEEN)
    blue = at.position.to_public().players["blue"]
    assert (blue.influence, blue.intrigue) == ({"?": 3}, {"?": 2})
    assert at.position.to_public().faults() == ()


def test_a_position_that_hides_nothing_is_public_itself() -> None:
    at = louis("influence")
    assert at.position.to_public() is at.position
    hidden = louis("influence", people=SEEN).position.to_public()
    assert hidden.to_public() is hidden


def test_what_is_legal_in_public_tells_no_card_of_a_hand() -> None:
    other = {"blue": {"influence": {"inf7": 1, "?": 2}, "intrigue": {"5": 1, "9": 1}}}
    assert (
        louis("influence", people=SEEN).position.to_public()
        == louis("influence", people=other).position.to_public()
    )


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("blue inf6 place 6 6 1", "blue inf6 place 6 6 1"),
        ("undo 2", "undo 2"),
        ("table correct", "table correct"),
        ("table correct /players/blue/money 7", "table correct /players/blue/money 7"),
        ("table correct /players/blue/influence/inf6 2", "table correct /players/blue/influence/? 2"),
        (
            'table correct /players/blue/influence {"inf6":1,"?":4} /players/blue/own 3',
            'table correct /players/blue/influence {"?":5} /players/blue/own 3',
        ),
        ('table correct /players/blue/intrigue {"4":1}', 'table correct /players/blue/intrigue {"?":1}'),
        (
            'table correct /players/blue {"intrigue":{"4":1}}',
            'table correct /players/blue {"intrigue":{"?":1}}',
        ),
        (
            'table correct /players {"red":{"influence":{"joker":1}}}',
            'table correct /players {"red":{"influence":{"?":1}}}',
        ),
        ("table correct /players/blue/influence/inf6", "table correct /players/blue/influence/?"),
        ("table correct inf6 joker", "table correct ? ?"),
        ("table correct /king inf6", "table correct ? ?"),
    ],
)
def test_a_line_is_heard_without_the_names_of_cards_in_hands(said: str, heard: str) -> None:
    assert public_text(GAME, said) == heard
    assert public_text(GAME, heard) == heard


def test_a_correction_and_its_taking_back_are_told_without_the_names() -> None:
    account = begun(HEAD, "table money 4 2")
    accepted = account.apply_line('table correct /players/blue/influence {"inf6":1,"?":4}')
    assert public_events(GAME, accepted.events) == (
        PositionCorrected((("/players/blue/influence", {"?": 5}),)),
    )
    undone = public_events(GAME, account.apply_line("undo").events)
    assert undone == (MovesUndone(('table correct /players/blue/influence {"?":5}',)),)
