"""Tables started, corrected and undone in the middle of a game of Kabale und Hiebe."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.history import GameHistory
from tests.games.kabale.tables import account, kabale, paper, read

LAST_CARD = {"hand": {"mage": 1}, "discard": {}}


def an_explorer_moved() -> GameHistory:
    """White's Explorer, turned by black, turned an unknown card of red's: black's turn is not over."""
    columns = ("alchemy:5 +black/king", "music:5 -white/explorer", "trade:5 -red/?")
    at = account(paper(*columns, players=3), players=3)
    at.apply_line("black 2 ?")
    assert at.position.to_json()["travelled"] == ["white"]
    return at


# -- K-1.3


@pytest.mark.parametrize("people", [{"black": LAST_CARD}, {"black": LAST_CARD, "white": LAST_CARD}])
def test_K_1_3__the_last_known_card_for_the_only_open_column_is_laid_by_its_player(
    people: dict[str, Any],
) -> None:
    at = kabale("trade:5 +white/storm -white/king", "music:5", people=people)
    assert at.position.turn_player == "black"
    assert at.legal == {"black 2 mage"}
    assert at.say("black 2 mage").column(2) == "music:5 -black/mage"


# -- K-2.1


@pytest.mark.parametrize(
    "line",
    [
        'table correct /turn "red" /columns/2/cards/0/card "king" /columns/2/cards/0/up true',
        'table correct /asked null /columns/2/cards/0/card "king" /columns/2/cards/0/up true',
        'table correct /phase "shown"',
    ],
)
def test_K_2_1__no_explorer_has_moved_in_a_turn_that_a_correction_begins(line: str) -> None:
    at = an_explorer_moved()
    at.apply_line(line)
    position = at.position.to_json()
    assert "asked" not in position
    assert position["travelled"] == []


def test_K_2_1__explorers_that_moved_stay_known_while_another_question_is_asked() -> None:
    at = an_explorer_moved()
    named = '/columns/2/cards/0/card "traitor" /columns/2/cards/0/up true'
    at.apply_line(f'table correct {named} /asked/what "swap" /asked/who "red"')
    assert at.position.to_json()["travelled"] == ["white"]


def test_K_2_1__a_position_may_say_that_an_explorer_has_moved_in_the_turn_that_goes_on() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5", travelled=["white"])
    at = at.say("black 1 king")
    assert at.column(1) == "alchemy:5 +white/explorer -black/king"
    assert at.position.to_json()["travelled"] == []


def test_K_2_1__no_explorer_has_moved_while_nobody_lays_cards() -> None:
    told = read(paper(phase="objectives", travelled=["black"])).faults()
    assert [(fault.clause.id, fault.clause.code) for fault in told] == [("K-2.1", "travelled")]


# -- all that is wrong at once


def test_K_1_3__a_wrong_turn_is_told_beside_a_wrong_start_player() -> None:
    told = read(paper("alchemy:5", "music:5", start="red", turn="green")).faults()
    assert [fault.clause.code for fault in told] == ["start", "turn"]


def test_K_1_3__a_turn_that_follows_from_a_wrong_start_player_is_not_told() -> None:
    told = read(paper("alchemy:5", "music:5", start="red")).faults()
    assert [fault.clause.code for fault in told] == ["start"]
