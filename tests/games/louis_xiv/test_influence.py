"""Phase 2, influence: clauses L-2.1 to L-2.10 and L-X1 of the rules page, and the missions of that phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from companion.games.louis_xiv.rules.edition import TILE_NEIGHBOURS
from companion.games.louis_xiv.rules.events import (
    InfluenceCardPlayed,
    InfluenceDeckShuffled,
    InfluenceDrawn,
    LastCardReturned,
    MoneyPaid,
    NeutralCardTurned,
    NeutralStonesPlaced,
    StonesPlaced,
    StonesTakenBack,
)
from tests.tables import At, People, begun, louis

PAY_TWO = "light-pay-two:ring"
EXCHANGE = "mid-exchange:helmet+ring"
FOUR = "dark-four:ring"
PLACE = "dark-place-stone:ring"


def playing(blue: dict[str, object] | None = None, **options: str) -> At:
    """Three players in the middle of the influence phase; blue plays, with these facts."""
    options = {name.replace("_", "-"): value for name, value in options.items()}
    return louis("influence", people={"blue": blue or {}}, king=2, turn="blue", options=options)


def placed(at: At) -> dict[int, int]:
    """Tile -> stones that blue placed with the last move."""
    return {event.tile: event.stones for event in at.happened(StonesPlaced) if event.who == "blue"}


# -- L-2.1


def test_L_2_1__two_neutral_stones_on_the_kings_tile_and_on_each_of_three_persons() -> None:
    at = begun(2).say("table money 4 1", "table neutral 5 joker 9 2")
    lying = {number: tile.stones for number, tile in at.position.tiles.items() if tile.stones}
    assert lying == {1: {"neutral": 2}, 5: {"neutral": 2}, 9: {"neutral": 2}, 2: {"neutral": 2}}
    assert at.position.played == {
        "inf5": 1,
        "joker": 1,
        "inf9": 1,
        "inf2": 1,
    }  # they lie there until the shuffle
    assert [event.card for event in at.happened(NeutralCardTurned)] == ["inf5", "joker", "inf9", "inf2"]
    assert at.position.awaited_player == "blue"


def test_L_2_1__the_same_person_twice_or_the_kings_tile_adds_up() -> None:
    at = begun(2).say("table money 4 1", "table neutral 5 1 5")
    assert at.tile(5).stones == {"neutral": 4}
    assert at.tile(1).stones == {"neutral": 4}
    assert [event.tile for event in at.happened(NeutralStonesPlaced)] == [1, 5, 1, 5]


def test_L_2_1__the_cards_must_be_there() -> None:
    at = begun(2).say("table money 4 1")
    assert at.no("table neutral 5 5 5") == "L-2.1 neutral-copies"
    assert at.no("table neutral 5 joker 9") == "L-2.1 unfinished"
    assert at.no("table neutral 5 9 2 joker") == "L-2.1 not-offered"  # the third person ends it
    assert at.no("table neutral " + "joker " * 7) == "L-2.1 neutral-copies"
    assert at.no("blue inf6 take") == "L-2.1 neutral-awaited"
    at.say("table neutral joker joker joker joker joker joker 3 3 12")
    people: People = {"yellow": {"influence": {"inf5": 2, "?": 3}}}
    agenda = [{"do": "neutral"}, {"do": "play", "who": "blue"}, {"do": "shuffle"}]
    known = louis("influence", 2, king=1, people=people, agenda=agenda)
    assert known.no("table neutral 5 9 2") == "L-2.1 neutral-copies"


def test_L_2_1__before_the_mission_stones_and_only_for_two() -> None:
    people: People = {"blue": {"missions": ["light-stone-1:ring"]}}
    at = louis("supply", 2, people=people).say("table money 4 1")
    assert at.no("blue mission-stone 1") == "L-2.1 neutral-awaited"
    at.say("table neutral 5 9 2", "blue mission-stone 1")
    at = louis("supply", 3, people=people).say("table money 4 1", "blue mission-stone 1")


# -- L-2.2


STONE_MISSIONS = {
    "light-stone-1:ring": 1,
    "light-stone-2:ring": 2,
    "light-stone-3:ring": 3,
    "light-stone-4:ring": 4,
    "mid-stone-5:helmet+ring": 5,
    "mid-stone-9:helmet+ring": 9,
    "mid-stone-king:helmet+ring": 2,
}


@pytest.mark.parametrize(("mission", "tile"), STONE_MISSIONS.items())
def test_L_2_2__a_stone_on_the_tile_of_the_mission(mission: str, tile: int) -> None:
    people: People = {"blue": {"missions": [mission], "general": 4}}
    at = louis("supply", people=people).say("table money 4 2")
    assert at.legal == {f"blue mission-stone {tile}", "blue skip"}
    assert at.no(f"blue mission-stone {tile % 12 + 1}") == "L-2.2 no-stone-mission"
    at.say(f"blue mission-stone {tile}")
    assert at.tile(tile).stones == {"blue": 1}
    assert at.player("blue").general == 3
    assert at.position.awaited_player == "blue"
    assert "blue inf6 take" in at.legal


def test_L_2_2__each_card_once_in_any_order_and_skip_ends_all_of_them() -> None:
    missions = ["light-stone-2:ring", "mid-stone-king:helmet+ring", "mid-stone-king:helmet+ring"]
    people: People = {
        "blue": {"missions": missions, "general": 5},
        "red": {"missions": ["light-stone-3:ring"]},
    }
    at = louis("supply", people=people).say("table money 4 2")
    assert at.no("red mission-stone 3") == "L-2.2 not-your-mission-stone"
    at.say("blue mission-stone 2", "blue mission-stone 2", "blue mission-stone 2")
    assert at.tile(2).stones == {"blue": 3}
    assert at.position.awaited_player == "red"
    at = louis("supply", people=people).say("table money 4 2", "blue mission-stone 2", "blue skip")
    assert at.tile(2).stones == {"blue": 1}
    assert at.position.awaited_player == "red"


def test_L_2_2__from_the_start_player_on() -> None:
    people: People = {
        who: {"missions": [f"light-stone-{tile}:ring"]} for who, tile in (("blue", 1), ("red", 2))
    }
    at = louis("supply", people=people, start="red").say(
        "table money 4 4", "red skip", "blue mission-stone 1"
    )
    assert at.position.awaited_player == "red"


@pytest.mark.parametrize(
    ("general", "own", "asked", "after"),
    [(2, 9, True, (1, 9)), (0, 9, True, (0, 8)), (1, 0, True, (0, 0)), (0, 0, False, (0, 0))],
)
def test_L_X1__from_the_own_supply_if_and_only_if_the_general_has_none(
    general: int, own: int, asked: bool, after: tuple[int, int]
) -> None:
    people: People = {"blue": {"missions": ["light-stone-1:ring"], "general": general, "own": own}}
    stones = {8: {"blue": 16 - general - own}}
    at = louis("supply", people=people, stones=stones).say("table money 4 2")
    assert ("blue mission-stone 1" in at.legal) == asked
    if asked:
        at.say("blue mission-stone 1")
    assert (at.player("blue").general, at.player("blue").own) == after


# -- L-2.3


def test_L_2_3__the_start_player_begins_then_clockwise() -> None:
    at = begun(4, "red").say("table money 4 2")
    for who in ("red", "green", "blue", "yellow", "red"):
        assert at.position.awaited_player == who
        at.say(f"{who} joker take")


def test_L_2_3__a_card_lies_face_up_and_out_of_the_hand() -> None:
    at = playing({"influence": {"inf6": 1, "?": 4}}).say("blue inf6 place 6")
    assert at.player("blue").influence == {"?": 4}
    assert at.position.played == {"inf6": 1}
    at = playing({"influence": {"inf6": 1, "?": 4}}).say("blue joker place 6")
    assert at.player("blue").influence == {"inf6": 1, "?": 3}


def test_L_2_3__place_or_take_never_both() -> None:
    at = playing()
    assert at.no("blue inf6 place 6 take") == "L-2.4 not-offered"
    assert at.no("blue inf6 take place 6") == "L-2.6 not-offered"
    assert at.no("blue inf6") == "L-2.3 unfinished"


def test_L_2_3__not_out_of_turn() -> None:
    at = playing()
    assert at.refusal("yellow inf6 take").facts == {"who": "yellow", "awaited": "blue"}
    assert at.no("yellow inf6 take") == "L-2.3 not-your-turn"
    assert at.no("green inf6 take") == "L-2.3 not-offered"  # sits nowhere


def test_L_2_3__no_third_copy_of_a_person_and_no_seventh_joker() -> None:
    at = louis("influence", king=2, played={"inf6": 2, "joker": 6, "inf7": 1})
    assert at.no("blue inf6 take") == "L-2.3 copies-out"
    assert at.no("blue joker take") == "L-2.3 copies-out"
    at.say("blue inf7 take")
    assert at.no("yellow inf7 take") == "L-2.3 copies-out"
    people: People = {"red": {"influence": {"inf6": 2, "?": 3}}}
    assert louis("influence", king=2, people=people).no("blue inf6 take") == "L-2.3 copies-out"


def test_L_2_3__only_a_card_that_may_be_in_the_hand() -> None:
    at = playing({"influence": {"inf6": 2, "joker": 1}})
    assert at.no("blue inf7 take") == "L-2.3 not-in-hand"
    assert {move.split()[1] for move in at.legal} == {"inf6", "joker"}


# -- L-2.4 and L-2.5: every way to lay stones, counted by a second hand


def paths(start: Iterable[int], jumps: int) -> Iterator[tuple[int, ...]]:
    """Every path of neighbours with at most that many jumps that never comes back."""
    for first in start:
        found: list[tuple[int, ...]] = [(first,)]
        while found:
            path = found.pop()
            yield path
            if len(path) <= jumps:
                found += [(*path, tile) for tile in TILE_NEIGHBOURS[path[-1]] if tile not in path]


def shares(stones: int, tiles: int) -> Iterator[tuple[int, ...]]:
    """Every way to distribute that many stones to that many tiles, at least one each."""
    if tiles == 1:
        yield (stones,)
        return
    for first in range(1, stones - tiles + 2):
        yield from ((first, *rest) for rest in shares(stones - first, tiles - 1))


def layings(start: Iterable[int], stones: int, jumps: int) -> set[tuple[tuple[int, int], ...]]:
    """Every different outcome of placing one to `stones` stones."""
    return {
        tuple(sorted(zip(path, share, strict=True)))
        for path in paths(start, jumps)
        for count in range(len(path), stones + 1)
        for share in shares(count, len(path))
    }


def offered(at: At, begins: str) -> set[tuple[tuple[int, int], ...]]:
    """The results of all legal moves that begin so."""
    tiles = [move.removeprefix(begins).split() for move in at.legal if move.startswith(begins)]
    return {tuple(sorted(Counter(map(int, each)).items())) for each in tiles}


@pytest.mark.parametrize("person", range(1, 13))
@pytest.mark.parametrize("own", [0, 1, 2, 3, 9])
def test_L_2_4__a_person_places_up_to_three_along_a_path_that_begins_on_his_tile(
    person: int, own: int
) -> None:
    at = playing({"own": own})
    wanted = layings([person], min(3, own), 2)
    assert offered(at, f"blue inf{person} place ") == wanted


@pytest.mark.parametrize("own", [0, 1, 2, 9])
def test_L_2_5__a_joker_places_one_anywhere_and_another_there_or_beside_it(own: int) -> None:
    assert offered(playing({"own": own}), "blue joker place ") == layings(range(1, 13), min(2, own), 1)


@pytest.mark.parametrize("jumps", [3, 2])
@pytest.mark.parametrize("own", [1, 3, 4, 9])
def test_L_2_7__one_card_is_four_stones_with_three_jumps_or_by_option_two(jumps: int, own: int) -> None:
    at = playing({"own": own, "missions": [FOUR], "influence": {"inf6": 2}}, four_jumps=str(jumps))
    assert offered(at, "blue inf6 four place ") == layings(range(1, 13), min(4, own), jumps)


@pytest.mark.parametrize(
    ("move", "lies"),
    [
        ("inf6 place 6", {6: 1}),
        ("inf6 place 6 6 6", {6: 3}),
        ("inf6 place 6 6 1", {6: 2, 1: 1}),
        ("inf6 place 6 1 1", {6: 1, 1: 2}),
        ("inf6 place 6 1 7", {6: 1, 1: 1, 7: 1}),
        ("joker place 3", {3: 1}),
        ("joker place 3 3", {3: 2}),
        ("joker place 3 4", {3: 1, 4: 1}),
        ("joker place 4 3", {3: 1, 4: 1}),  # the same, entered the other way round
    ],
)
def test_L_2_4__stones_go_from_the_own_supply_to_the_tiles_named(move: str, lies: dict[int, int]) -> None:
    at = playing({"own": 10}).say(f"blue {move}")
    assert placed(at) == lies
    assert at.player("blue").own == 10 - sum(lies.values())
    assert at.player("blue").general == 6


@pytest.mark.parametrize(
    ("move", "why", "facts"),
    [
        ("inf6 place 5", "own-tile-first", {"card": "inf6", "tile": 6}),
        ("inf6 place 6 2", "not-a-neighbour", {"here": 6, "tile": 2}),
        ("inf6 place 6 1 5", "two-directions", {"tile": 6, "first": 1, "second": 5}),
        ("inf6 place 6 1 6", "never-back", {"tile": 6}),
        ("inf6 place 6 6 6 6", "three-stones", {}),
        ("inf6 place 6 1 2 8", "three-stones", {}),
    ],
)
def test_L_2_4__each_refusal_tells_the_rule_in_the_way(move: str, why: str, facts: dict[str, object]) -> None:
    refusal = playing().refusal(f"blue {move}")
    assert (refusal.clause.id, refusal.clause.code, refusal.facts) == ("L-2.4", why, facts)


def test_L_2_4__at_least_one_stone_and_no_more_than_the_own_supply_has() -> None:
    assert playing().no("blue inf6 place") == "L-2.4 unfinished"
    assert playing({"own": 2}).no("blue inf6 place 6 6 6") == "L-2.4 own-supply-empty"
    assert playing({"own": 0}).no("blue inf6 place") == "L-2.4 own-supply-empty"
    assert playing({"own": 0}).no("blue inf6 place 6") == "L-2.4 own-supply-empty"


def test_L_2_4__stones_from_before_never_count_as_left_behind() -> None:
    at = louis("influence", king=2, stones={6: {"blue": 2}, 1: {"blue": 1}})
    assert at.no("blue inf6 place 1") == "L-2.4 own-tile-first"
    assert at.no("blue inf6 place 6 7") == "L-2.4 not-a-neighbour"  # their stone on 1 is no stepping stone


def test_L_2_4__both_spellings_of_a_path_are_the_same_move() -> None:
    one = playing().say("blue joker place 3 4").position
    other = playing().say("blue joker place 4 3").position
    assert one == other


def test_L_2_4__a_refusal_names_what_may_be_done_instead() -> None:
    to_anne, to_montespan, _ = playing().nearest("blue inf6 place 6 1 5")  # but not to both
    assert (to_anne, to_montespan) == ("blue inf6 place 6 1", "blue inf6 place 6 5")


def test_L_2_5__a_joker_no_third_stone_and_no_leap() -> None:
    assert playing().no("blue joker place 3 3 3") == "L-2.5 two-stones"
    refusal = playing().refusal("blue joker place 3 5")
    assert (refusal.clause.code, refusal.facts) == ("same-or-neighbour", {"here": 3, "tile": 5})
    assert playing({"own": 1}).no("blue joker place 3 3") == "L-2.4 own-supply-empty"


# -- L-2.6


@pytest.mark.parametrize(("card", "most"), [("inf6", 3), ("joker", 2)])
@pytest.mark.parametrize("general", [0, 1, 2, 3, 7])
def test_L_2_6__taking_back_three_or_two_fewer_only_when_there_are_fewer(
    card: str, most: int, general: int
) -> None:
    at = playing({"general": general}).say(f"blue {card} take")
    taken = min(most, general)
    assert at.player("blue").general == general - taken
    assert at.player("blue").own == 16 - general + taken
    assert [event.stones for event in at.happened(StonesTakenBack)] == ([taken] if taken else [])
    assert at.position.played == {card: 1}  # also without effect


# -- L-2.7


def test_L_2_7__four_stones_from_any_tile_with_any_card_once_in_the_phase() -> None:
    at = playing({"missions": [FOUR], "influence": {"?": 5}})
    at.say("blue inf6 four place 9 9 2 2")
    assert placed(at) == {9: 2, 2: 2}
    assert at.player("blue").used == ("dark-four",)
    at.say("yellow joker take", "red joker take")
    assert at.no("blue inf7 four take") == "L-2.7 no-four"
    assert at.no("yellow inf7 take") == "L-2.3 not-your-turn"


@pytest.mark.parametrize(("general", "taken"), [(6, 4), (4, 4), (3, 3), (0, 0)])
def test_L_2_7__four_taken_back_fewer_only_when_there_are_fewer(general: int, taken: int) -> None:
    at = playing({"missions": [FOUR], "general": general}).say("blue joker four take")
    assert at.player("blue").general == general - taken


def test_L_2_7__its_limits() -> None:
    three, two = playing({"missions": [FOUR]}), playing({"missions": [FOUR]}, four_jumps="2")
    assert three.no("blue inf6 four place 9 9 9 9 9") == "L-2.7 four-stones"
    three.say("blue inf6 four place 6 1 2 9")
    refusal = two.refusal("blue inf6 four place 6 1 2 9")
    assert (refusal.clause.id, refusal.clause.code, refusal.facts) == (
        "L-2.7",
        "too-many-jumps",
        {"jumps": 2},
    )
    two.say("blue inf6 four place 6 1 2 2")
    again = playing({"missions": [FOUR]})
    assert again.no("blue joker four place 6 1 5") == "L-2.4 two-directions"
    assert again.no("blue joker four place 6 9") == "L-2.4 not-a-neighbour"
    assert again.no("blue joker four") == "L-2.7 unfinished"
    assert playing().no("blue inf6 four take") == "L-2.7 no-four"


# -- L-2.8


def test_L_2_8__pay_two_instead_of_a_card_ends_the_turn_once_in_the_phase() -> None:
    at = playing({"missions": [PAY_TWO], "money": 5}).say("blue pay-two")
    assert at.player("blue").money == 3
    assert at.player("blue").influence == {"?": 5}
    assert at.position.awaited_player == "yellow"
    at.say("yellow joker take", "red joker take")
    assert at.no("blue pay-two") == "L-2.8 no-pay-two"
    assert playing().no("blue pay-two") == "L-2.8 no-pay-two"
    assert playing({"missions": [PAY_TWO], "money": 1}).no("blue pay-two") == "L-2.8 pay-two-money"


def test_L_2_8__pay_two_once_for_each_card_and_minus_louis_changes_nothing() -> None:
    at = playing({"missions": [PAY_TWO, PAY_TWO, "dark-minus-louis:ring"], "money": 4})
    for _ in range(2):
        assert at.say("blue pay-two").happened(MoneyPaid)[0].louis == 2
        at.say("yellow joker take", "red joker take")
    assert at.no("blue pay-two") == "L-2.8 no-pay-two"
    assert at.player("blue").money == 0


def test_L_2_8__exchange_lays_a_card_open_without_effect_and_draws_the_top_one() -> None:
    at = playing({"missions": [EXCHANGE], "influence": {"inf6": 2, "?": 1}}).say("blue exchange inf6")
    assert at.player("blue").influence == {"inf6": 1, "?": 2}
    assert at.position.played == {"inf6": 1}
    assert at.happened(StonesPlaced) == []
    assert at.happened(StonesTakenBack) == []
    assert [event.cards for event in at.happened(InfluenceDrawn)] == [1]
    assert at.position.awaited_player == "yellow"
    at.say("yellow joker take", "red joker take")
    assert at.no("blue exchange inf6") == "L-2.8 no-exchange"


def test_L_2_8__exchange_only_what_may_be_in_the_hand_once_for_each_card() -> None:
    at = playing({"missions": [EXCHANGE] * 2, "influence": {"inf6": 3 - 1}})
    assert at.no("blue exchange inf7") == "L-2.3 not-in-hand"
    assert at.no("blue exchange") == "L-2.8 unfinished"
    at.say("blue exchange inf6", "yellow joker take", "red joker take", "blue exchange joker")
    assert at.player("blue").used == ("mid-exchange", "mid-exchange")


# -- L-2.9


def test_L_2_9__the_last_card_goes_back_unseen_right_after_the_last_but_one() -> None:
    people: People = {"blue": {"influence": {"?": 2}}, "yellow": {"influence": {"?": 3}}}
    at = louis("influence", king=2, people=people)
    deck = at.position.influence_deck_size()
    at.say("blue joker take")
    assert [event.who for event in at.happened(LastCardReturned)] == ["blue"]
    assert at.player("blue").influence == {}
    assert at.position.played == {"joker": 1}
    assert at.position.influence_deck_size() == deck + 1


def test_L_2_9__players_with_more_cards_have_more_turns() -> None:
    hands: People = {
        "blue": {"influence": {"?": 2}},
        "yellow": {"influence": {"?": 4}},
        "red": {"influence": {"?": 3}},
    }
    at = louis("influence", king=2, people=hands)
    turns = []
    while at.position.phase == "influence":
        turns.append(str(at.position.awaited_player))
        at.say(f"{turns[-1]} joker take" if len(turns) < 6 else f"{turns[-1]} inf1 take")
    assert turns == ["blue", "yellow", "red", "yellow", "red", "yellow"]


def test_L_2_9__paying_keeps_the_cards_so_that_he_plays_on_alone() -> None:
    people: People = {
        "blue": {"influence": {"?": 2}, "missions": [PAY_TWO]},
        "yellow": {"influence": {"?": 2}},
        "red": {"influence": {}},
    }
    at = louis("influence", king=2, people=people).say("blue pay-two", "yellow joker take")
    assert at.position.awaited_player == "blue"
    at.say("blue joker take")
    assert at.position.phase != "influence"


def test_L_2_9__a_last_card_is_not_exchanged_or_kept_by_paying() -> None:
    people: People = {"blue": {"influence": {"?": 1}, "missions": [PAY_TWO, EXCHANGE]}}
    at = louis("influence", king=2, people=people)
    assert at.player("blue").influence == {}
    assert at.position.awaited_player == "yellow"


# -- L-2.10


def ended(people: People, players: int = 3, **facts: Any) -> At:
    """The table when the last card of the phase was played by blue."""
    hands: People = {who: {"influence": {}, **known} for who, known in people.items()}
    for who in ("yellow", "red", "green")[: players - 1]:
        hands.setdefault(who, {"influence": {}})
    hands["blue"] = {**people.get("blue", {}), "influence": {"?": 2}}
    at = louis("influence", players, king=2, people=hands, turn="blue", **facts)
    return at.say("blue inf1 take")


def test_L_2_10__after_everyone_one_more_stone_on_any_tile() -> None:
    at = ended({"red": {"missions": [PLACE], "general": 3}})
    assert at.legal == {"red skip", *(f"red stone {tile}" for tile in range(1, 13))}
    assert at.no("blue stone 7") == "L-2.10 not-your-place-stone"
    assert at.no("red stone 13") == "L-2.10 not-offered"
    at.say("red stone 11")
    assert [(event.tile, event.supply) for event in at.happened(StonesPlaced)] == [(11, "general")]
    assert ended({"red": {"missions": [PLACE]}}).say("red skip").happened(StonesPlaced) == []


def test_L_2_10__from_the_own_supply_when_the_general_has_none() -> None:
    at = ended({"red": {"missions": [PLACE], "general": 0}}).say("red stone 11")
    assert [(event.tile, event.supply) for event in at.happened(StonesPlaced)] == [(11, "own")]
    nothing = ended({"red": {"missions": [PLACE], "own": 0, "general": 0}}, stones={8: {"red": 16}})
    assert nothing.position.phase != "influence"


def test_L_2_10__then_all_thirty_cards_are_shuffled_anew() -> None:
    at = ended({}, played={"inf3": 2, "joker": 1})
    assert at.happened(InfluenceDeckShuffled)
    assert at.position.played == {}
    assert at.position.influence_deck_size() == 30
    waiting = ended({"red": {"missions": [PLACE]}}, played={"inf3": 2})
    assert waiting.happened(InfluenceDeckShuffled) == []
    assert waiting.position.played == {"inf3": 2, "inf1": 1}


def test_L_2_10__a_discarded_card_can_be_told_from_a_played_one() -> None:
    at = playing({"missions": [EXCHANGE]}).say("blue exchange inf6")
    assert [event.way for event in at.happened(InfluenceCardPlayed)] == ["discard"]
