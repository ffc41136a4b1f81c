"""The movements of an undo, carried out at a real table, which then looks as it did."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.rules.movements import Movement
from companion.table.undo import make_undo_plan
from tests.games.kabale.real import Evening
from tests.games.kabale.tables import CARDS, GAME, account, kabale, paper
from tests.long import LONG

EVENINGS = [(players, seed, knows) for players, seed in ((2, 0), (3, 0), (6, 4)) for knows in (0.0, 0.5, 1.0)]
every_evening = pytest.mark.parametrize(("players", "seed", "knows"), EVENINGS)
UNDONE = 24 * LONG
"""How many undos one game has: of one to ten moves, and some of many."""


@cache
def evening(players: int, seed: int, knows: float) -> Evening:
    return Evening(players, seed, knows, own_column=seed == 0)


def taken_back(evening: Evening, seed: int, knows: float) -> list[tuple[int, int]]:
    """From which move to which: one to ten moves; any number of them where every card is known."""
    rng = Random(seed)
    last = len(evening.said)
    most = last if knows == 1.0 else 10
    spans = [(rng.randint(1, last), rng.choice([*range(1, 11), rng.randint(1, most)])) for _ in range(UNDONE)]
    return [(upto, max(0, upto - back)) for upto, back in spans]


@pytest.mark.long(usual="3-0-0.5")
@every_evening
def test_carried_out_the_movements_make_the_table_that_was(players: int, seed: int, knows: float) -> None:
    played = evening(players, seed, knows)
    for upto, to in taken_back(played, seed, knows):
        table = deepcopy(played.tables[upto])
        table.carry_out(played.back(upto, to), played.tables[to])
        assert table.looks() == played.tables[to].looks(), played.said[to:upto]


@pytest.mark.long(usual="3-0-0.5")
@every_evening
def test_no_card_is_named_that_nobody_saw_lie_open(players: int, seed: int, knows: float) -> None:
    played = evening(players, seed, knows)
    for upto, to in taken_back(played, seed, knows):
        seen = {
            each.piece for layout in played.way_back(upto, to) for place in layout for each in place.pieces
        }
        for hand in played.back(upto, to):
            assert hand.piece in seen or hand.piece.endswith("/?"), hand


# -- one by one


def undone(*said: str, count: int = 1, **facts: Any) -> tuple[Movement, ...]:
    """The movements that undo the last moves, at a table of two columns."""
    columns = facts.pop("columns", ("alchemy:5", "music:5"))
    assert isinstance(columns, tuple)
    kept = account(paper(*columns, **facts))
    for text in said:
        kept.apply_line(text)
    return make_undo_plan(kept, count).movements


def move(what: str, source: str, target: str, count: int = 1) -> Movement:
    return Movement("move", what, count, source, target)


BLACK, WHITE = "card/black/?", "card/white/?"
DRAWN = move(BLACK, "hand/black", "deck/black")


def test_a_card_goes_back_to_the_hand_and_the_one_drawn_to_the_deck() -> None:
    assert undone("black 2 ?") == (move(BLACK, "column/2", "hand/black"), DRAWN)
    assert undone("black 2 mage") == (move(BLACK, "column/2", "hand/black"), DRAWN)


def test_a_card_turned_up_is_turned_down_again() -> None:
    before = ("alchemy:5 -white/?", "music:5")
    assert undone("black 1 ?", "table turned king", columns=before) == (
        DRAWN,
        Movement("turn", "card/white/king", 1, "up", "down", "column/1"),
    )


def test_an_explorer_goes_back_above_the_card_that_turned_him() -> None:
    before = ("alchemy:5 -white/?", "music:5")
    said = ("black 1 ?", "table turned explorer")
    assert undone(*said, columns=before) == (DRAWN, move(WHITE, "column/2", "card/1.1"))
    assert undone(*said, columns=before, count=2) == (
        move(BLACK, "column/1", "hand/black"),
        DRAWN,
        move(WHITE, "column/2", "column/1"),
    )


def test_an_explorer_that_only_a_reader_saw_goes_back_unnamed() -> None:
    before = ("alchemy:5 -black/explorer", "music:5")
    assert undone("black 1 ?", columns=before) == (
        move(BLACK, "column/1", "hand/black"),
        DRAWN,
        move(BLACK, "column/2", "column/1"),
    )


def test_a_removed_card_comes_back_from_the_discard_pile_face_down() -> None:
    before = ("alchemy:5 +white/assassin -black/?", "music:5")
    asked = {"who": "table", "what": "removed", "column": 0, "card": 1}
    assert undone("table removed queen", columns=before, asked=asked) == (
        DRAWN,
        move("card/black/queen", "discard/black", "column/1"),
        Movement("turn", "card/black/queen", 1, "up", "down", "column/1"),
    )
    assert undone("table removed ?", columns=before, asked=asked) == (
        DRAWN,
        move(BLACK, "discard/black", "column/1"),
        Movement("turn", BLACK, 1, "up", "down", "column/1"),
    )


def test_a_card_slid_under_a_cloak_is_taken_from_under_it() -> None:
    before = ("alchemy:5 +black/cloak -black/?", "music:5")
    asked = {"who": "black", "what": "slide", "column": 0, "card": 0}
    assert undone("black slide ?", columns=before, asked=asked) == (
        move(BLACK, "card/1.2", "hand/black"),
        move(BLACK, "hand/black", "deck/black", 2),
    )


def test_swapped_objectives_are_swapped_back() -> None:
    before = ("alchemy:5 +black/traitor -black/?", "music:5")
    asked = {"who": "black", "what": "swap", "column": 0, "card": 0}
    assert undone("black swap 2", columns=before, asked=asked) == (
        DRAWN,
        move("objective/alchemy:5", "column/2", "column/1"),
        move("objective/music:5", "column/1", "column/2"),
    )


def test_a_deck_that_was_refilled_becomes_the_discard_pile_again() -> None:
    people = {"black": {"deck": 0, "discard": dict.fromkeys(CARDS[:22], 1)}}
    assert undone("black 2 ?", people=people) == (
        move(BLACK, "column/2", "hand/black"),
        move(BLACK, "deck/black", "discard/black", 21),
        move(BLACK, "hand/black", "discard/black"),
    )


def test_K_3_8__an_evaluated_round_is_laid_out_again_with_its_objectives_turned_up_in_front() -> None:
    before = ("alchemy:1 -white/?", "music:1")
    assert undone("black 2 ?", "table shown 2.1 king", "table shown 1.1 queen", columns=before, count=2) == (
        move("objective/alchemy:1", "player/white", "column/1"),
        Movement("turn", "objective/alchemy:1", 1, "down", "up", "column/1"),  # K-3.8
        move("objective/music:1", "player/black", "column/2"),
        Movement("turn", "objective/music:1", 1, "down", "up", "column/2"),
        move("card/white/queen", "discard/white", "column/1"),
        Movement("turn", "card/white/queen", 1, "up", "down", "column/1"),
        move("card/black/king", "discard/black", "column/2"),
        Movement("turn", "card/black/king", 1, "up", "down", "column/2"),
    )


def test_an_objective_that_nobody_could_win_comes_back_from_the_box() -> None:
    laid = [f"+{who}/{card}" for who in ("black", "white") for card in CARDS if card != "storm"]
    before = (" ".join(("alchemy:5", *laid, "-white/storm")), "music:5")
    people = {"black": {"hand": {"storm": 1}}, "white": {"hand": {}}}
    made = undone("black 1 storm", columns=before, people=people)
    assert move("objective/music:5", "box", "column/2") in made
    assert move("objective/alchemy:5", "player/black", "column/1") in made


def test_what_cannot_be_unseen_is_what_was_turned_shown_drawn_or_shuffled() -> None:
    at = kabale("alchemy:5 -white/king", "music:5").say("black 1 ?")
    assert [event.__struct_config__.tag for event in GAME.irreversible_events(at.events)] == [
        "turned",
        "drawn",
    ]


# -- corrections


def test_a_card_misread_is_the_same_card_when_its_correction_is_taken_back() -> None:
    before = ("alchemy:5 +white/king", "music:5")
    assert undone('table correct /columns/0/cards/0/card "queen"', columns=before) == ()


def test_what_a_correction_moved_goes_back() -> None:
    before = ("alchemy:5 +white/king", "music:5")
    removed = 'table correct /columns/0/cards/0 null /players/white/discard {"king":1}'
    assert undone(removed, columns=before) == (move("card/white/king", "discard/white", "column/1"),)
    added = 'table correct /columns/1/cards/- {"by":"white","card":"?"} /players/white/hand/? 2'
    assert undone(added, columns=before) == (move(WHITE, "column/2", "hand/white"),)
    counted = "table correct /players/white/hand/? 2 /players/white/deck 22"
    assert undone(counted, columns=before) == (move(WHITE, "deck/white", "hand/white"),)


def test_a_card_that_a_correction_turned_is_turned_again() -> None:
    before = ("alchemy:5 +white/king", "music:5")
    assert undone("table correct /columns/0/cards/0/up false", columns=before) == (
        Movement("turn", "card/white/king", 1, "down", "up", "column/1"),
    )
