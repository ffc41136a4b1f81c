"""The movements of an undo, carried out at a real table, which then looks as it did."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.games.florence.rules.position import FlorencePosition
from companion.rules.history import GameHistory
from companion.rules.movements import Movement
from companion.rules.record import RecordHeader
from companion.table.undo import make_undo_plan
from tests.games.florence.real import Evening, carry_out, evening, looks
from tests.games.florence.tables import GAME, florence, paper, setup
from tests.long import LONG

EVENINGS = [(players, seed, knows) for players, seed in ((2, 0), (3, 4), (5, 4)) for knows in (0.0, 0.5, 1.0)]
every_evening = pytest.mark.parametrize(("players", "seed", "knows"), EVENINGS)
UNDONE = 16 * LONG
"""How many undos one game has: of one to ten moves, and some of many."""


def taken_back(evening: Evening, seed: int) -> list[tuple[int, int]]:
    """From which move to which."""
    rng = Random(seed)
    last = len(evening.said)
    spans = [(rng.randint(1, last), rng.choice([*range(1, 11), rng.randint(1, last)])) for _ in range(UNDONE)]
    return [(last, 0), *((upto, max(0, upto - back)) for upto, back in spans)]


@pytest.mark.long(usual="2-0-0.5")
@every_evening
def test_carried_out_the_movements_make_the_table_that_was(players: int, seed: int, knows: float) -> None:
    played = evening(players, seed, knows)
    for upto, to in taken_back(played, seed):
        table = deepcopy(played.tables[upto])
        carry_out(played.back(upto, to), table, played.tables[to])
        assert looks(table) == looks(played.tables[to]), played.said[to:upto]


@pytest.mark.long(usual="2-0-0.5")
@every_evening
def test_no_card_is_named_that_nobody_saw_lie_open(players: int, seed: int, knows: float) -> None:
    played = evening(players, seed, knows)
    for upto, to in taken_back(played, seed):
        seen = {card for position in played.positions[to : upto + 1] for card in lying_open(position)}
        for hand in played.back(upto, to):
            kind, _, card = hand.piece.partition("/")
            assert kind not in ("profession", "bonus", "prestige") or card == "?" or hand.piece in seen, hand


def lying_open(position: FlorencePosition) -> set[str]:
    """The cards that everybody can read."""
    people = position.players.values()
    names = {f"profession/{card}" for player in people for card in player.table}
    names |= {f"bonus/{card}" for player in people for card in player.used}
    if position.phase in ("final", "over"):
        names |= {f"prestige/{card}" for player in people for card in player.prestige}
    return names


@pytest.mark.long(instead="test_carried_out_the_movements_make_the_table_that_was")
def test_evenings_have_all_that_can_be_taken_back() -> None:
    said = {line.split()[1] for each in EVENINGS for line in evening(*each).said}
    assert said >= {
        "place",
        "keep",
        "choose",
        "work",
        "build",
        "profession",
        "bonus",
        "freedom",
        "recruit",
        "sell",
    }


# -- one by one


def undone(*said: str, count: int = 1, players: int = 3, **facts: Any) -> tuple[Movement, ...]:
    """The movements that undo the last moves."""
    table = setup(players)
    account = GameHistory.from_header(
        RecordHeader("florence", table, paper(players=players, **facts), 7), GAME
    )
    for text in said:
        account.apply_line(text)
    return make_undo_plan(account, count).movements


def move(what: str, source: str, target: str, count: int = 1) -> Movement:
    return Movement("move", what, count, source, target)


FOREST = "landscape/forest"
OPENED = ("blue open forest", "green pass", "orange pass")
HAND = "hand/blue"


def test_a_landscape_won_goes_back_with_its_price_and_the_stone() -> None:
    assert undone(*OPENED) == (
        move(FOREST, "player/blue", "supply"),
        move("stone/blue", "pile/forest", "player/blue"),
        move("money", "bank", "player/blue", 200),
    )


def test_a_landscape_laid_is_taken_off_and_is_to_be_placed_again() -> None:
    assert undone(*OPENED, "blue place forest d4 r1") == (move(FOREST, "grid/blue/d4/r1", "player/blue"),)
    both = undone(*OPENED, "blue place forest d4 r1", count=2)
    assert move(FOREST, "grid/blue/d4/r1", "supply") in both


def test_of_two_forests_the_right_one_is_taken_off() -> None:
    blue = {"grid": ["forest d4 r1"]}
    made = undone(*OPENED, "blue place forest f4 r1", people={"blue": blue})
    assert made[0] == move(FOREST, "grid/blue/f4/r1", "player/blue")
    assert move("points/blue", "track/3", "track/0") in made


def test_a_building_goes_back_to_the_supply_and_its_points_and_price_too() -> None:
    assert undone("blue build tower d4 r0", phase="actions") == (
        move("building/tower", "grid/blue/d4/r0", "supply"),
        move("points/blue", "track/3", "track/0"),
        move("money", "bank", "player/blue", 700),
    )


def test_the_figure_goes_back_past_the_start_of_the_track() -> None:
    made = undone("blue build tower d4 r0", phase="actions", people={"blue": {"points": 48}})
    assert move("points/blue", "track/1", "track/48") in made


def test_a_work_goes_back_into_the_hand_with_its_bonus_cards_and_the_stone() -> None:
    blue = {"grid": ["theatre d4 r0"], "bonus": {"?": 1}}
    said = "blue work poet bonus each-building take 800"
    assert undone(said, phase="actions", people={"blue": blue}) == (
        move("money", "player/blue", "bank", 800),
        move("profession/poet", "table/blue", HAND),
        move("bonus/each-building", "used/blue", HAND),
        move("stone/blue", "track/8", "player/blue"),
    )


def test_cards_taken_go_back_unnamed_even_if_a_reader_saw_them() -> None:
    for card in ("poet", "?"):
        assert undone(f"blue profession {card}", phase="actions") == (
            move("profession/?", HAND, "stack/profession"),
            move("money", "bank", "player/blue", 300),
        )
    assert undone("blue bonus each-lake", phase="actions")[0] == move("bonus/?", HAND, "stack/bonus")


def test_a_recruited_profession_goes_back_to_the_table_it_came_from() -> None:
    people = {"blue": {"recruiting": 1}, "green": {"table": ["poet"]}}
    assert undone("blue recruit poet from green", phase="actions", people=people) == (
        move("recruiting", "table/green", "player/blue"),
        move("profession/poet", HAND, "table/green"),
    )


def test_a_work_done_twice_goes_back_to_the_hand_that_had_it_first() -> None:
    blue, green = {"hand": {"?": 3}, "jesters": 4}, {"recruiting": 1, "jesters": 3}
    said = (
        "blue work poet take 1100",
        "blue done",
        "green recruit poet from blue",
        "green work poet take 1000",
    )
    made = undone(*said, count=4, phase="actions", people={"blue": blue, "green": green})
    assert move("profession/poet", "table/green", HAND) in made
    assert move("recruiting", "table/blue", "player/green") in made


def test_a_recruited_profession_goes_from_hand_to_hand_by_its_name() -> None:
    blue, green = {"hand": {"?": 3}, "jesters": 4}, {"recruiting": 1}
    said = ("blue work poet take 1100", "blue done", "green recruit poet from blue")
    made = undone(*said, count=3, phase="actions", people={"blue": blue, "green": green})
    assert move("profession/poet", "hand/green", HAND) in made


def test_a_freedom_and_the_third_one_that_was_gone_come_back() -> None:
    people = {"green": {"freedoms": ["opinion"]}}
    assert undone("blue freedom travel", phase="actions", players=2, people=people) == (
        move("freedom/travel", "player/blue", "supply"),
        move("freedom/religion", "box", "supply"),
        move("money", "bank", "player/blue", 300),
    )


def test_people_and_recruiting_cards_go_back_to_the_supply() -> None:
    passed = ("green pass", "orange pass")
    for kind in ("jester", "builder", "recruiting"):
        assert move(kind, "player/blue", "supply") in undone(f"blue open {kind}", *passed)
    kept = undone("blue open prestige", *passed, "blue keep most-lakes")
    assert kept == (move("prestige/?", "player/blue", "stack/prestige"),)


def test_with_two_players_what_was_given_up_lies_aside_again() -> None:
    won = {"blue": {"won": ["forest 300", "jester 500"]}, "green": {"won": ["lake 200", "prestige 200"]}}
    made = undone(
        "blue choose forest", "blue place forest d4 r1", count=2, players=2, people=won, owed="choose"
    )
    assert made == (
        move(FOREST, "grid/blue/d4/r1", "aside/blue"),
        move("stone/blue", "player/blue", "pile/forest"),
        move("stone/blue", "player/blue", "pile/jester"),
        move("jester", "box", "aside/blue"),
        move("money", "bank", "player/blue", 500),
    )
    chosen = {"blue": {"won": ["jester 300", "prestige 500"]}, "green": {"won": ["lake 200", "forest 200"]}}
    choosing: dict[str, Any] = {"players": 2, "people": chosen, "owed": "choose"}
    assert move("prestige/?", "box", "aside/blue") in undone("blue choose jester", **choosing)


def test_a_round_begun_goes_back_with_figure_and_stone() -> None:
    said = ("blue done", "green done", "orange done")
    assert undone(*said, phase="actions", people={"green": {"best": 12}}) == (
        move("stone/green", "player/green", "track/12"),
        move("points/green", "track/3", "track/0"),
        move("start", "player/green", "player/blue"),
        move("round", "round/2", "round/1"),
    )


def test_prestige_cards_shown_are_turned_down_again() -> None:
    people = {"blue": {"prestige": {"?": 1}}, "green": {"prestige": {"?": 1}}}
    assert undone("table prestige blue most-lakes", phase="final", people=people) == (
        Movement("turn", "prestige/most-lakes", 1, "up", "down", "player/blue"),
    )


def test_florins_go_between_a_player_and_the_bank() -> None:
    people = {"blue": {"points": 5, "money": 500}}
    assert undone("blue sell 2", "blue profession ?", count=2, phase="actions", people=people) == (
        move("profession/?", HAND, "stack/profession"),
        move("points/blue", "track/3", "track/5"),
        move("money", "bank", "player/blue", 100),
    )


def test_what_cannot_be_unseen_is_what_was_looked_at_and_taken() -> None:
    at = florence("actions").say("blue profession ?", "blue bonus ?")
    assert [event.__struct_config__.tag for event in GAME.irreversible_events(at.events)] == [
        "profession",
        "bonus-card",
    ]


# -- corrections


def test_a_card_misread_is_the_same_card_when_its_correction_is_taken_back() -> None:
    people = {"blue": {"table": ["poet"]}}
    said = 'table correct /players/blue/table/0 "painter"'
    assert undone(said, phase="actions", people=people) == ()
    final = {"blue": {"prestige": {"most-lakes": 1}}, "green": {"prestige": {"?": 1}}}
    said = 'table correct /players/blue/prestige {"most-parks":1}'
    assert undone(said, phase="final", people=final) == ()


def test_a_work_misread_goes_back_by_the_name_it_really_has() -> None:
    blue = {"hand": {"?": 3}, "jesters": 4}
    said = ("blue work poet take 1100", 'table correct /players/blue/table/0 "painter"')
    made = undone(*said, count=2, phase="actions", people={"blue": blue})
    assert move("profession/painter", "table/blue", HAND) in made


def test_a_tile_that_only_moved_is_taken_off_and_laid_anew() -> None:
    people = {"blue": {"grid": ["forest d4 r1", "tower a7 r0"]}}
    said = 'table correct /players/blue/grid/0 "forest\\u0020e4\\u0020r1"'
    assert undone(said, phase="actions", people=people) == (
        move(FOREST, "grid/blue/e4/r1", "supply"),
        move(FOREST, "supply", "grid/blue/d4/r1"),
    )


def test_another_spelling_of_the_same_squares_moves_nothing() -> None:
    people = {"blue": {"grid": ["forest d4 r0"]}}
    assert (
        undone(
            'table correct /players/blue/grid/0 "forest\\u0020d4\\u0020r2m"', phase="actions", people=people
        )
        == ()
    )


def test_a_card_that_a_correction_put_into_another_hand_goes_back() -> None:
    said = 'table correct /players/blue/hand {"?":2} /players/green/hand {"?":4}'
    assert undone(said, phase="actions") == (move("profession/?", "hand/green", HAND),)
    people = {"blue": {"table": ["poet"]}}
    said = 'table correct /players/blue/table [] /players/green/table ["poet"]'
    assert undone(said, phase="actions", people=people) == (
        move("profession/poet", "table/green", "table/blue"),
    )


def test_no_plan_says_what_only_the_referee_knows_of_a_hand() -> None:
    people = {"green": {"hand": {"poet": 1, "?": 2}}}
    said = 'table correct /players/green/hand {"?":3} /players/blue/table ["poet"]'
    assert undone(said, phase="actions", people=people) == (
        move("profession/poet", "table/blue", "stack/profession"),
    )
