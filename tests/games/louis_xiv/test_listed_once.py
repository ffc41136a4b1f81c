"""What is listed once for all players and cards is what each of them may do."""

from __future__ import annotations

import pytest

from companion.games.louis_xiv.rules.phases.stone_placement import choice_by_influence_card
from companion.games.louis_xiv.rules.pieces import COLOURS
from tests.tables import louis


@pytest.mark.parametrize("who", COLOURS)
@pytest.mark.parametrize("own", range(5))
def test_every_card_lists_the_paths_that_its_player_may_follow(who: str, own: int) -> None:
    for card, choice in choice_by_influence_card(who, own, 2).items():
        listed = [str(move) for move in choice.cached_moves((who, card))]
        assert listed == list(choice.move_texts((who, card)))


@pytest.mark.parametrize("who", COLOURS)
def test_every_player_is_listed_the_missions_that_they_can_pay(who: str) -> None:
    rich = {"chips": {"crown": 1, "ring": 3, "letter": 1}, "hand": {"light": 1, "mid": 1, "dark": 1}}
    position = louis("missions", 4, people={who: rich}, start=who).position
    listed = [str(move) for move in position.legal_moves()]
    assert len(listed) > 20
    assert sorted(listed) == sorted(position.choice_tree.move_texts())
