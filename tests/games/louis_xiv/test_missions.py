"""Phase 4, missions: clauses L-4.1 to L-4.7 of the rules page, and the missions of that phase."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from companion.games.louis_xiv.rules.edition import MISSION_TYPES
from companion.games.louis_xiv.rules.events import ArmsGained, StartPlayerPassed
from companion.games.louis_xiv.rules.mission_events import MissionDrawn, MissionReturned
from tests.tables import At, People, louis

SWAP = "light-swap-chip:ring"
RENEW = "light-renew:ring"
CHIPS = ("crown", "sceptre", "letter", "ring", "helmet")


def fulfilling(chips: dict[str, int], players: int = 3, **facts: Any) -> At:
    """The table when blue, who has these chips and a card of every back, may fulfil missions."""
    people: People = {
        "blue": {"chips": chips, "hand": {"light": 1, "mid": 1, "dark": 1}, **facts.pop("blue", {})}
    }
    people |= facts.pop("people", {})
    return louis("missions", players, people=people, **facts)


# -- L-4.1


def test_L_4_1__from_the_start_player_on() -> None:
    at = louis("missions", start="red")
    assert at.position.awaited_player == "red"
    assert at.no("blue done") == "L-4.1 not-your-missions"
    at.say("red done", "blue done")
    assert at.position.awaited_player == "yellow"


def fits_so(mission: str, chips: tuple[str, str]) -> bool:
    """Whether the first chip pays what is printed first and the second the other; `?` takes any."""
    kind, _, names = mission.partition(":")
    stack = MISSION_TYPES[kind].stack
    printed = names.split("+") if stack == "mid" else [names, names if stack == "dark" else "?"]
    return all(want in ("?", have) or have == "crown" for want, have in zip(printed, chips, strict=True))


def fits(mission: str, chips: tuple[str, str]) -> bool:
    """Whether two chips pay for a mission, in either order."""
    return fits_so(mission, chips) or fits_so(mission, chips[::-1])


@pytest.mark.parametrize(
    "mission",
    [
        "light-renew:helmet",
        "light-renew:crown",
        "mid-plus-two:helmet+ring",
        "mid-exchange:crown+ring",
        "dark-four:sceptre",
    ],
)
def test_L_4_1__two_chips_pay_a_crown_stands_for_any_and_a_question_mark_takes_any(mission: str) -> None:
    for first, second in product(CHIPS, repeat=2):
        purse = {first: 2} if first == second else {first: 1, second: 1}
        at = fulfilling(purse)
        move = f"blue fulfil {mission} {first} {second}"
        if fits(mission, (first, second)):
            at.say(move)
            assert at.player("blue").chips == {}  # they go back
            assert at.player("blue").missions == (mission,)
        else:
            assert at.no(move) in ("L-4.1 chips-do-not-fit", "L-4.1 chip-does-not-fit")


@pytest.mark.parametrize("chips", list(combinations_with_replacement(CHIPS, 3)))
def test_L_4_1__no_payment_is_forgotten_and_none_invented(chips: tuple[str, str, str]) -> None:
    purse = {chip: chips.count(chip) for chip in chips}
    at = fulfilling(purse)
    listed = {tuple(move.split()[2:]) for move in at.legal if move.startswith("blue fulfil ")}
    pairs = {
        (first, second)
        for first, second in product(CHIPS, repeat=2)
        if purse.get(first, 0) >= 1 + (first == second) and purse.get(second, 0)
    }
    names = {f"{kind}:{chip}" for kind in MISSION_TYPES if not kind.startswith("mid") for chip in CHIPS}
    names |= {
        f"{kind}:{one}+{other}"
        for kind in MISSION_TYPES
        if kind.startswith("mid")
        for one, other in product(CHIPS, repeat=2)
        if one < other
    }
    assert listed == {(name, *pair) for name in names for pair in pairs if fits_so(name, pair)}


def test_L_4_1__the_chips_of_a_mid_card_are_read_in_either_order() -> None:
    one = fulfilling({"helmet": 1, "ring": 1}).say("blue fulfil mid-plus-two:ring+helmet ring helmet")
    other = fulfilling({"helmet": 1, "ring": 1}).say("blue fulfil mid-plus-two:helmet+ring helmet ring")
    assert one.position == other.position
    assert one.player("blue").missions == ("mid-plus-two:helmet+ring",)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("light-none:ring", "L-4.1 not-offered"),
        ("light-renew", "L-4.1 not-offered"),
        ("light-renew:gold", "L-4.1 not-offered"),
        ("light-renew:ring+helmet", "L-M5 not-printed"),
        ("mid-plus-two:ring", "L-M5 not-printed"),
        ("mid-plus-two:ring+ring", "L-M5 not-printed"),
    ],
)
def test_L_4_1__only_cards_that_could_be_printed(name: str, reason: str) -> None:
    assert fulfilling({"crown": 2}).no(f"blue fulfil {name} crown crown") == reason


def test_L_4_1__only_chips_and_cards_he_has() -> None:
    at = fulfilling({"ring": 2})
    assert at.no("blue fulfil light-renew:ring ring helmet") in (
        "L-4.1 no-such-chip",
        "L-4.1 chip-does-not-fit",
    )
    assert at.no("blue fulfil dark-four:helmet ring ring") == "L-4.1 chips-do-not-fit"
    assert fulfilling({"ring": 1}).no("blue fulfil light-renew:ring ring ring") == "L-4.1 too-few-chips"
    without = louis("missions", people={"blue": {"chips": {"ring": 2}}})
    assert without.no("blue fulfil dark-four:ring ring ring") == "L-4.1 no-card-of-stack"


def test_L_4_1__not_more_of_a_type_than_there_are() -> None:
    at = fulfilling({"ring": 2}, people={"red": {"missions": ["light-renew:ring", "light-renew:helmet"]}})
    assert at.no("blue fulfil light-renew:ring ring ring") == "L-4.1 all-laid-out"
    at.say("blue fulfil light-pay-two:ring ring ring")


# -- L-4.2


def test_L_4_2__right_after_it_he_draws_one_from_a_stack_of_his_choice() -> None:
    at = fulfilling({"ring": 2}).say("blue fulfil light-renew:ring ring ring")
    assert at.legal == {"blue draw light", "blue draw mid", "blue draw dark"}
    assert at.no("blue done") == "L-4.2 not-offered"
    assert at.no("yellow draw mid") == "L-4.2 not-your-draw"
    at.say("blue draw mid")
    assert at.player("blue").hand == {"mid": 2, "dark": 1}
    assert at.position.awaited_player == "blue"


def test_L_4_2__and_may_go_on_at_once_with_the_card_just_drawn() -> None:
    people: People = {"blue": {"chips": {"ring": 4}, "hand": {"light": 1}}}
    at = louis("missions", people=people).say("blue fulfil light-renew:ring ring ring", "blue draw dark")
    at.say("blue fulfil dark-four:ring ring ring", "blue draw light", "blue done")
    assert at.player("blue").missions == ("dark-four:ring", "light-renew:ring")


def test_L_4_2__two_after_one_more_mission_card_the_second_after_seeing_the_first() -> None:
    at = fulfilling({"ring": 2}).say("blue fulfil light-plus-mission:ring ring ring", "blue draw dark")
    assert at.legal == {"blue draw light", "blue draw mid", "blue draw dark"}
    at.say("blue draw light")
    assert sum(at.player("blue").hand.values()) == 4
    assert "blue done" in at.legal


def test_L_4_2__with_every_stack_empty_nothing_is_drawn() -> None:
    people: People = {
        "blue": {"chips": {"ring": 2}, "hand": {"light": 1}},
        "yellow": {"hand": {}},
        "red": {"hand": {"light": 19, "mid": 12, "dark": 8}},
    }
    at = louis("missions", people=people).say("blue fulfil light-renew:ring ring ring")
    assert at.happened(MissionDrawn) == []
    assert at.legal >= {"blue done"}
    people["red"] = {"hand": {"light": 19, "mid": 12, "dark": 7}}
    at = louis("missions", people=people).say("blue fulfil light-renew:ring ring ring")
    assert [event.stack for event in at.happened(MissionDrawn)] == ["dark"]  # there is no choice


# -- L-4.3


def test_L_4_3__two_louis_turn_a_chip_into_a_crown_once_in_the_phase() -> None:
    at = fulfilling({"ring": 1, "letter": 1}, blue={"missions": [SWAP], "money": 5}).say("blue swap ring")
    assert at.player("blue").chips == {"letter": 1, "crown": 1}
    assert at.player("blue").money == 3
    assert at.no("blue swap letter") == "L-4.3 no-swap-card"
    assert fulfilling({"ring": 1}).no("blue swap ring") == "L-4.3 no-swap-card"


def test_L_4_3__twice_with_two_cards_and_minus_one_louis_never_applies() -> None:
    missions = [SWAP, "light-swap-chip:letter", "dark-minus-louis:ring"]
    at = fulfilling({"ring": 2}, blue={"missions": missions, "money": 4}).say(
        "blue swap ring", "blue swap ring"
    )
    assert (at.player("blue").chips, at.player("blue").money) == ({"crown": 2}, 0)
    assert (
        fulfilling({"ring": 2}, blue={"missions": missions, "money": 1}).no("blue swap ring")
        == "L-4.3 swap-money"
    )


def test_L_4_3__only_a_chip_he_has_and_no_crown() -> None:
    at = fulfilling({"ring": 1, "crown": 1}, blue={"missions": [SWAP]})
    assert at.no("blue swap crown") == "L-4.3 swap-crown"
    assert at.no("blue swap letter") == "L-4.3 swap-no-chip"
    assert fulfilling({"crown": 1}, blue={"missions": [SWAP]}).no("blue swap crown") == "L-4.3 swap-nothing"
    assert fulfilling({"crown": 1}, blue={"missions": [SWAP]}).legal == {"blue done"}


def test_L_4_3__also_in_the_phase_it_was_laid_out_in_and_between_laying_out_and_drawing() -> None:
    at = fulfilling({"ring": 3}).say(f"blue fulfil {SWAP} ring ring")
    assert at.legal == {"blue draw light", "blue draw mid", "blue draw dark", "blue swap ring"}
    at.say("blue swap ring")
    assert at.position.awaited_player == "blue"
    assert at.say("blue draw mid").player("blue").chips == {"crown": 1}


def test_L_4_3__in_the_turns_of_others_and_nobody_is_asked() -> None:
    people: People = {"yellow": {"chips": {"letter": 1}, "missions": [SWAP]}}
    at = fulfilling({"ring": 2, "letter": 1}, people=people).say("yellow swap letter")
    assert (at.player("yellow").chips, at.player("yellow").money) == ({"crown": 1}, 3)
    assert at.position.awaited_player == "blue"
    at = fulfilling({"ring": 2, "letter": 1}, people=people)
    assert at.position.choice_tree.awaited_actors == ("blue",)
    at.say("blue done", "yellow swap letter", "blue keep ring")
    assert at.player("yellow").chips == {"crown": 1}


def test_L_4_3__after_the_own_turn_and_after_keeping_a_chip() -> None:
    at = fulfilling({"ring": 2, "letter": 1}, blue={"missions": [SWAP]}).say("blue done")
    assert at.legal == {"blue keep ring", "blue keep letter", "blue swap ring", "blue swap letter"}
    at.say("blue keep ring", "blue swap ring")
    assert at.position.awaited_player == "yellow"
    assert at.player("blue").chips == {"crown": 1}


def test_L_4_3__a_chip_exchanged_where_one_is_to_be_kept_leaves_nothing_to_choose() -> None:
    at = fulfilling({"ring": 1, "crown": 1}, blue={"missions": [SWAP]}).say("blue done", "blue swap ring")
    assert (at.player("blue").chips, at.player("blue").arms) == ({"crown": 1}, 1)
    assert at.position.awaited_player == "yellow"


def test_L_4_3__after_the_own_exchange_of_cards_as_long_as_anybody_has_something_to_decide() -> None:
    renewing: People = {"yellow": {"missions": [RENEW]}}
    at = fulfilling({"ring": 1}, blue={"missions": [RENEW, SWAP]}, people=renewing)
    at.say("blue done", "yellow done", "red done", "blue swap ring")
    at = fulfilling({"ring": 1}, blue={"missions": [RENEW, SWAP]}, people=renewing)
    at.say("blue done", "yellow done", "red done", "blue skip")
    assert at.position.awaited_player == "yellow"
    assert at.say("blue swap ring").player("blue").chips == {"crown": 1}
    assert at.say("yellow skip").position.phase == "supply"
    assert at.no("blue swap ring") == "L-1.1 money-card-awaited"


def test_L_4_3__others_are_told_the_rule_in_the_way_and_else_that_it_is_not_their_turn() -> None:
    people: People = {
        "yellow": {"chips": {"letter": 1}, "missions": [SWAP], "money": 1},
        "red": {"chips": {"crown": 1}, "missions": ["light-swap-chip:letter"]},
    }
    at = fulfilling({"ring": 2}, people=people)
    assert at.no("yellow swap letter") == "L-4.3 swap-money"
    assert at.no("red swap crown") == "L-4.3 swap-nothing"
    assert at.no("red done") == "L-4.1 not-your-missions"
    at = fulfilling({"ring": 2, "letter": 1}, people={"red": {"chips": {"ring": 1, "crown": 1}}})
    assert at.no("red swap ring") == "L-4.3 no-swap-card"
    at = fulfilling({"ring": 2}, people={"red": {"chips": {"ring": 1, "crown": 1}, "missions": [SWAP]}})
    assert at.no("red swap crown") == "L-4.3 swap-crown"
    assert at.no("red swap letter") == "L-4.3 swap-no-chip"
    assert at.no("red fulfil dark-four:ring ring crown") == "L-4.1 not-your-missions"


def test_L_4_3__the_only_stack_left_is_drawn_from_without_being_asked() -> None:
    others = {"light": 18, "mid": 5}
    people: People = {"red": {"hand": others}, "yellow": {"hand": {"mid": 6, "dark": 7}}}
    at = fulfilling({"ring": 3}, people=people).say(f"blue fulfil {SWAP} ring ring")
    assert [event.stack for event in at.happened(MissionDrawn)] == ["light"]
    assert "blue swap ring" in at.legal


def test_L_4_3__in_the_first_evenings_in_the_own_turn_only_and_not_between_laying_out_and_drawing() -> None:
    people: People = {"yellow": {"chips": {"letter": 1}, "missions": ["light-swap-chip:letter"]}}
    at = fulfilling({"ring": 4, "letter": 1}, people=people, rules=1)
    assert at.no("yellow swap letter") == "L-4.1 not-your-missions"
    at.say(f"blue fulfil {SWAP} ring ring")
    assert at.no("blue swap ring") == "L-4.2 not-offered"
    at.say("blue draw mid", "blue done")
    assert at.no("blue swap ring") == "L-4.4 not-offered"


# -- L-4.4


def test_L_4_4__one_chip_of_his_choice_stays_the_rest_is_a_coat_of_arms_each() -> None:
    at = fulfilling({"ring": 2, "letter": 1, "crown": 1}).say("blue done")
    assert at.legal == {"blue keep ring", "blue keep letter", "blue keep crown"}
    assert at.no("blue keep helmet") == "L-4.4 keep-no-chip"
    assert at.no("yellow keep ring") == "L-4.4 not-your-chips"
    assert at.no("blue skip") == "L-4.4 not-offered"  # keeping none is not allowed
    at.say("blue keep crown")
    assert (at.player("blue").chips, at.player("blue").arms) == ({"crown": 1}, 3)
    assert at.position.awaited_player == "yellow"


def test_L_4_4__asked_only_of_one_with_chips_of_two_kinds() -> None:
    at = fulfilling({"ring": 3}).say("blue done")
    assert (at.player("blue").chips, at.player("blue").arms) == ({"ring": 1}, 2)
    for chips in ({"ring": 1}, {}):
        at = fulfilling(dict(chips)).say("blue done")
        assert (at.player("blue").chips, at.player("blue").arms) == (chips, 0)
        assert at.happened(ArmsGained) == []


# -- L-4.5


def renewing(blue: list[str], yellow: list[str], **facts: Any) -> At:
    """The table at the end of the phase."""
    people: People = {"blue": {"missions": blue}, "yellow": {"missions": yellow}}
    at = louis("missions", people=people, **facts)
    order = at.position.players_from_start
    return at.say(*(f"{who} done" for who in order))


def test_L_4_5__one_or_two_cards_under_their_stacks_and_as_many_from_any() -> None:
    at = renewing([RENEW], [])
    stacks = ("light", "mid", "dark")
    one = {f"blue renew return {back} draw {new}" for back in ("light", "mid") for new in stacks}
    two = {
        f"blue renew return {' return '.join(back)} draw {' draw '.join(new)}"
        for back in (("light", "mid"), ("mid", "light"))
        for new in product(stacks, repeat=2)
    }
    assert at.legal == {"blue skip", *one, *two}
    at.say("blue renew return light return mid draw dark draw dark")
    assert at.player("blue").hand == {"dark": 2}
    assert [event.stack for event in at.happened(MissionReturned)] == ["light", "mid"]
    assert [event.stack for event in at.happened(MissionDrawn)] == ["dark", "dark"]
    assert at.position.phase == "supply"


def test_L_4_5__first_return_all_then_draw_as_many() -> None:
    at = renewing([RENEW], [])
    assert at.no("blue renew draw dark") == "L-4.5 return-first"
    assert at.no("blue renew return light draw dark draw dark") == "L-4.5 not-offered"
    assert at.no("blue renew return light return mid draw dark") == "L-4.5 unfinished"
    assert at.no("blue renew return light draw dark return mid draw dark") == "L-4.5 not-offered"
    assert at.no("blue renew return dark draw mid") == "L-4.5 not-in-hand"
    assert at.no("blue renew return light return light draw mid draw mid") == "L-4.5 not-in-hand"
    many: People = {"blue": {"missions": [RENEW], "hand": {"light": 3}}}
    full = louis("missions", people=many, agenda=[{"do": "renew", "who": "blue"}, {"do": "round-ends"}])
    assert (
        full.no("blue renew return light return light return light draw mid draw mid draw mid")
        == "L-4.5 two-at-most"
    )


def test_L_4_5__a_returned_card_may_be_the_only_one_of_its_stack() -> None:
    people: People = {"blue": {"missions": [RENEW], "hand": {"dark": 1}}, "red": {"hand": {"dark": 7}}}
    at = louis("missions", people=people, agenda=[{"do": "renew", "who": "blue"}, {"do": "round-ends"}])
    at.say("blue renew return dark draw dark")
    assert at.player("blue").hand == {"dark": 1}


def test_L_4_5__once_for_each_card_all_of_a_players_one_after_another_skip_ends_them() -> None:
    at = renewing([RENEW, RENEW], [])
    assert at.no("yellow renew return light draw mid") == "L-4.5 not-your-renewal"
    at.say("blue renew return light draw mid")
    assert at.position.awaited_player == "blue"
    at.say("blue renew return mid return mid draw dark draw light")
    assert at.position.phase == "supply"
    assert renewing([RENEW, RENEW], []).say("blue skip").position.phase == "supply"


def test_L_4_5__from_the_start_player_on_at_the_end_of_the_phase() -> None:
    at = renewing([RENEW], [RENEW], start="yellow")
    assert at.position.awaited_player == "yellow"
    at.say("yellow skip")
    assert at.position.awaited_player == "blue"


def test_L_4_5__also_in_the_phase_it_was_laid_out_in() -> None:
    at = fulfilling({"ring": 2}).say(f"blue fulfil {RENEW} ring ring", "blue draw light", "blue done")
    at.say("yellow done", "red done")
    assert "blue renew return dark draw mid" in at.legal


def test_L_4_5__not_asked_in_round_4() -> None:
    assert renewing([RENEW], [], round=4).position.phase == "final"
    assert renewing([RENEW], [], round=3).position.awaited_player == "blue"


# -- L-4.6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_L_4_6__the_start_player_card_moves_one_seat_clockwise(players: int) -> None:
    at = louis("missions", players, start="yellow", round=1)
    at.say(*(f"{who} done" for who in at.position.players_from_start))
    assert [event.who for event in at.happened(StartPlayerPassed)] == ["blue" if players == 2 else "red"]
    assert (at.position.round, at.position.phase, at.position.awaited_player) == (2, "supply", None)


def test_L_4_6__after_round_4_the_game_ends() -> None:
    at = louis("missions", round=4).say("blue done", "yellow done", "red done")
    assert at.position.phase == "final"
    assert at.happened(StartPlayerPassed) == []
    at.say("table arms blue arms1:1", "table arms yellow arms1:1", "table arms red arms1:1")
    assert at.position.outcome()
    assert at.refusal("blue done").facts == {"who": "blue", "awaited": ""}
    assert at.no("blue done") == "L-4.6 game-over"
    assert at.legal == set()


# -- L-4.7


def test_L_4_7__laid_out_missions_stay_and_work_once_in_each_of_their_phases() -> None:
    people: People = {
        "blue": {"missions": [SWAP, "light-pay-two:ring", "light-plus-louis:ring"], "chips": {"ring": 1}}
    }
    at = louis("missions", people=people, round=2).say("blue swap ring")
    assert at.player("blue").used == ("light-swap-chip",)
    at.say("blue done", "yellow done", "red done", "table money 4 2")
    assert at.player("blue").used == ()
    assert len(at.player("blue").missions) == 3
    assert at.player("blue").money == 5 - 2 + 4 + 1
    at.say("yellow joker take", "red joker take", "blue pay-two")
    assert at.player("blue").used == ("light-pay-two",)


def test_L_4_7__one_more_mission_card_works_only_when_laid_out() -> None:
    at = louis("missions", people={"blue": {"missions": ["light-plus-mission:ring"]}})
    assert at.legal == {"blue done"}
    at.say("blue done", "yellow done", "red done", "table money 4 2")
    assert sum(at.player("blue").hand.values()) == 2
