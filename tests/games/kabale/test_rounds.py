"""Evaluation at the table, the way of cards and objectives, and the end: clauses K-3 and K-4.

The results of columns are in test_scoring_table.py.
"""

from __future__ import annotations

import pytest

from companion.games.kabale.rules.events import ColumnEvaluated, GameEnded, ObjectivesCounted, RoundBegan
from tests.games.kabale.tables import COLOURS, SYMBOLS, At, kabale


def evaluated(column: str) -> ColumnEvaluated:
    """The result of a full column when the round ends."""
    at = kabale(column, "music:1").say("black 2 mage")
    return at.happened(ColumnEvaluated)[0]


# -- K-3


def test_K_3_1__columns_are_evaluated_from_left_to_right() -> None:
    at = kabale("alchemy:1 +white/king", "music:1 +red/queen", "trade:1", players=3).say("black 3 mage")
    assert [event.column for event in at.happened(ColumnEvaluated)] == [1, 2, 3]
    assert [event.winner for event in at.happened(ColumnEvaluated)] == ["white", "red", "black"]


def test_K_3_1__musketeers_come_before_the_mage_and_the_mage_before_the_witch() -> None:
    found = evaluated("alchemy:3 +white/musketeers +black/queen +white/witch")
    assert (found.musketeers, [card.removed for card in found.cards]) == (True, ["", "", ""])
    found = evaluated("alchemy:3 +white/queen +white/cloak +black/witch")
    assert [card.removed for card in found.cards] == ["", "witch", ""]


def test_K_3_1__the_mage_comes_before_prince_and_squire() -> None:
    at = kabale("alchemy:3 +white/prince +white/squire +black/king", "music:1").say("black 2 queen")
    assert at.happened(ColumnEvaluated)[0].rule == "prince-and-squire"
    at = kabale("alchemy:3 +white/prince +white/squire +black/mage", "music:1").say("black 2 queen")
    assert at.happened(ColumnEvaluated)[0].winner == "black"


def test_K_3_4__prince_and_squire_of_one_colour_take_the_objective() -> None:
    found = evaluated("alchemy:3 +white/prince +white/squire +black/king")
    assert (found.rule, found.winner, found.tied) == ("prince-and-squire", "white", ())
    assert evaluated("alchemy:3 +white/prince +black/squire +black/king").rule == "highest"


def test_K_3_4__of_several_the_nearest_prince_or_squire() -> None:
    found = evaluated("alchemy:5 +white/mage +black/squire +white/squire +white/prince +black/prince")
    assert found.winner == "white"  # the Mage has removed both Princes
    found = evaluated("alchemy:5 +white/queen +black/squire +white/squire +white/prince +black/prince")
    assert (found.winner, set(found.tied)) == ("black", {"black", "white"})


def test_K_3_7__the_highest_sum_and_of_tied_ones_the_nearest_card() -> None:
    found = evaluated("alchemy:4 +black/romeo +white/prince +white/squire +black/musketeers")
    assert found.winner == "black"
    assert found.sums == {"black": 32, "white": 32}
    assert found.tied == ("black", "white")


def test_K_3_7__with_a_beggar_the_lowest_sum() -> None:
    found = evaluated("alchemy:2 +white/king +black/beggar")
    assert (found.rule, found.winner) == ("lowest", "black")


# -- K-3.8


def test_K_3_8__cards_return_to_their_owners_discard_piles() -> None:
    at = kabale("alchemy:2 +white/king +black/mage", "music:1").say("black 2 romeo")
    assert at.player("black").discard == {"mage": 1, "romeo": 1}
    assert at.player("white").discard == {"king": 1}  # though the Mage removed it
    assert at.position.columns == ()


def test_K_3_8__won_objectives_are_kept() -> None:
    at = kabale("alchemy:1 +white/king", "music:1").say("black 2 romeo")
    assert (at.player("white").won, at.player("black").won) == (("alchemy:1",), ("music:1",))


def test_K_3_8__they_are_shown_to_nobody_before_the_end() -> None:
    at = kabale("alchemy:1 +white/king", "music:1").say("black 2 romeo")
    public = at.position.to_public()
    assert (public.players["white"].won, public.players["black"].won) == (("?",), ("?",))
    assert at.position.points_by_player() == {"black": 0, "white": 0}
    over = kabale(round=6, phase="over")
    assert over.position.to_public().players["white"].won == over.player("white").won


def test_K_3_8__the_next_round_begins_with_new_objectives() -> None:
    at = kabale("alchemy:1 +white/king", "music:1").say("black 2 romeo")
    assert at.happened(RoundBegan) == [RoundBegan(2, "white")]
    assert (at.position.round, at.position.phase, at.position.turn_player) == (2, "objectives", None)
    assert at.no("table objectives alchemy:1 trade:2") == "K-1.2 objective-out"


# -- K-4


def last_round(black: list[str], white: list[str]) -> At:
    """The last card of the game is laid: then black wins music:1 and white alchemy:1."""
    people = {"black": {"won": black}, "white": {"won": white}}
    at = kabale("alchemy:1 +white/king", "music:1", people=people, round=6)
    return at.say("black 2 romeo")


BLACK = ["alchemy:2", "fencing:2", "farming:2", "trade:2", "religion:2"]
WHITE = ["alchemy:5", "alchemy:4", "alchemy:3", "alchemy:3", "fencing:1"]


def test_K_4_1__the_game_ends_after_six_rounds_and_both_ways_are_told() -> None:
    at = last_round(BLACK, WHITE)
    black, white = at.happened(ObjectivesCounted)
    assert (black.who, black.count.plain, black.count.doubled) == ("black", 11, 22)
    assert black.objectives == tuple(sorted([*BLACK, "music:1"]))
    assert (white.who, white.count.plain, white.count.doubled) == ("white", 17, None)
    assert at.position.phase == "over"
    assert at.position.points_by_player() == {"black": 22, "white": 17}


def test_K_4_2__most_points_win() -> None:
    at = last_round(BLACK, WHITE)
    assert at.happened(GameEnded) == [GameEnded({"black": 22, "white": 17}, ("black",), "points")]
    result = at.position.outcome()
    assert result is not None
    assert (dict(result.scores), result.winners, result.decided_by) == (
        {"black": 22, "white": 17},
        ("black",),
        "points",
    )


def test_K_4_2__ruling_tied_players_share_the_win() -> None:
    at = last_round(BLACK, ["alchemy:5", "fencing:5", "farming:5", "trade:3", "trade:3"])
    assert at.happened(GameEnded) == [GameEnded({"black": 22, "white": 22}, ("black", "white"), "shared")]


def test_K_4_2__then_nothing_more_may_be_said() -> None:
    at = last_round(BLACK, WHITE)
    assert at.legal == set()
    for text in ("black 1 ?", "table objectives alchemy:5 music:5", "table turned king"):
        assert at.no(text) == "K-4.2 game-over"


@pytest.mark.parametrize("players", range(2, 7))
def test_K_1_1__after_the_sixth_round_every_objective_drawn_is_won(players: int) -> None:
    columns = [f"{symbol}:1 +{who}/king" for symbol, who in zip(SYMBOLS, COLOURS[1:players], strict=False)]
    at = kabale(*columns, f"{SYMBOLS[players - 1]}:1", players=players, round=6)
    at.say(f"black {players} king")
    assert at.position.phase == "over"
    assert sum(len(player.won) for player in at.position.players.values()) == 6 * players
