"""Immediate effects and all that follows from them: clauses K-2.0 to K-2.5 of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.kabale.rules.events import (
    CardDrawn,
    CardRemoved,
    CardSlid,
    CardTurnedUp,
    ColumnClosed,
    ColumnEvaluated,
    DeckRefilled,
    ExplorerMoved,
    ExplorerStayed,
    ObjectivesSwapped,
    RoundEnded,
)
from tests.games.kabale.tables import CARDS, At, kabale, paper, read
from tests.games.kabale.test_play import order

OWN_COLUMN = {"explorer-own-column": "yes"}


def turned(at: At) -> list[str]:
    """The cards turned up with their owners and places, as `white/king 1.2`."""
    return [f"{event.by}/{event.card} {event.column}.{event.at}" for event in at.happened(CardTurnedUp)]


def moved(at: At) -> list[str]:
    """The owners of Explorers that have moved in this turn."""
    return list(at.position.travelled)


# -- K-2.0


@pytest.mark.parametrize("card", [card for card in CARDS if card not in ("explorer", "assassin", "storm")])
def test_K_2_0__only_five_cards_do_anything_when_they_are_turned(card: str) -> None:
    at = kabale(f"alchemy:5 -white/{card}", "music:5").say("black 1 ?")
    asked = {"cloak": "slide", "traitor": "swap"}.get(card)
    assert (at.asked["what"] if at.asked else None) == asked
    if asked is None:
        assert order(at) == ["laid", "turned", "drawn", "turn"]


def test_K_2_0__an_effect_holds_only_in_its_own_column() -> None:
    """A Mage in one column leaves the King in the other alone."""
    at = kabale("alchemy:1 +white/mage", "music:1").say("black 2 king")
    assert [event.sums for event in at.happened(ColumnEvaluated)] == [{"white": 14}, {"black": 40}]


# -- K-2.1


def test_K_2_1__the_explorer_moves_to_the_next_column_on_the_right_face_down_to_its_bottom() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5 +black/king", "trade:5", players=3).say("black 1 ?")
    assert at.happened(ExplorerMoved) == [ExplorerMoved("white", 1, 1, 2)]
    assert at.column(1) == "alchemy:5 -black/?"
    assert at.column(2) == "music:5 +black/king -white/explorer"


def test_K_2_1__from_the_last_column_to_the_first() -> None:
    at = kabale("alchemy:5", "music:5", "trade:5 -white/explorer", players=3).say("black 3 ?")
    assert at.happened(ExplorerMoved) == [ExplorerMoved("white", 3, 1, 1)]


def test_K_2_1__there_he_turns_a_face_down_card_with_its_effect() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5 -black/king").say("black 1 ?")
    assert turned(at) == ["white/explorer 1.1", "black/king 2.1"]
    assert at.column(2) == "music:5 +black/king -white/explorer"
    assert at.position.turn_player == "white"


def test_K_2_1__an_assassin_removes_the_explorer() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5 -black/assassin").say("black 1 ?")
    assert at.happened(CardRemoved) == [CardRemoved("white", 2, 2, "explorer")]
    assert at.player("white").discard == {"explorer": 1}
    assert at.column(2) == "music:5 +black/assassin"


def test_K_2_1__a_storm_closes_with_him_as_its_one_card() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5 -black/storm").say("black 1 ?")
    assert at.happened(ColumnClosed) == [ColumnClosed(2)]
    assert at.column(2) == "music:5 +black/storm -white/explorer"
    assert at.no("white 2 ?") == "K-2.3 column-closed"


def test_K_2_1__even_the_card_just_played_may_be_turned() -> None:
    """Three Explorers go once round the table."""
    columns = ("alchemy:5 -white/explorer", "music:5 -red/explorer", "trade:5 -black/explorer")
    at = kabale(*columns, players=3).say("black 1 king")
    assert turned(at) == ["white/explorer 1.1", "red/explorer 2.1", "black/explorer 3.1", "black/king 1.1"]
    assert at.column(1) == "alchemy:5 +black/king -black/explorer"


def test_K_2_1__in_a_two_column_game_an_explorer_comes_back_onto_the_card_just_played() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5 -black/explorer").say("black 1 mage")
    assert turned(at) == ["white/explorer 1.1", "black/explorer 2.1", "black/mage 1.1"]
    assert at.column(1) == "alchemy:5 +black/mage -black/explorer"
    assert at.column(2) == "music:5 -white/explorer"
    assert moved(at) == []  # the next turn has begun


def test_K_2_1__again_each_time_he_is_turned() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5").say("black 1 king")
    at.say("white 2 queen")
    assert at.happened(ExplorerMoved) == [ExplorerMoved("white", 2, 1, 1)]
    assert turned(at) == ["white/explorer 2.1", "black/king 1.1"]
    assert at.column(1) == "alchemy:5 +black/king -white/explorer"


def test_K_2_1__a_closed_column_is_skipped() -> None:
    columns = ("alchemy:5 -white/explorer", "music:5 +red/storm -red/king", "trade:5 -red/queen")
    at = kabale(*columns, players=3).say("black 1 ?")
    assert at.happened(ExplorerMoved) == [ExplorerMoved("white", 1, 1, 3)]
    assert at.column(2) == "music:5 +red/storm -red/king"


def test_K_2_1__a_full_column_is_not_skipped() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:1 +black/king").say("black 1 ?")
    assert at.column(2) == "music:1 +black/king -white/explorer"


def test_K_2_1__ruling_when_no_other_column_is_open_he_stays_face_up() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5 +white/storm -white/king").say("black 1 ?")
    assert at.happened(ExplorerStayed) == [ExplorerStayed("white", 1, "no-column")]
    assert at.column(1) == "alchemy:5 +white/explorer -black/?"
    assert at.position.turn_player == "white"


def test_K_2_1__option_he_goes_to_the_bottom_of_his_own_column() -> None:
    columns = ("alchemy:5 +white/mage -white/explorer", "music:5 +white/storm -white/king")
    at = kabale(*columns, options=OWN_COLUMN).say("black 1 queen")
    assert at.happened(ExplorerMoved) == [ExplorerMoved("white", 1, 2, 1)]
    assert turned(at) == ["white/explorer 1.2", "black/queen 1.2"]
    assert at.column(1) == "alchemy:5 +white/mage +black/queen -white/explorer"


def test_K_2_1__option_the_card_he_turns_there_does_what_it_does() -> None:
    columns = ("alchemy:5 -white/explorer", "music:5 +white/storm -white/king")
    at = kabale(*columns, options=OWN_COLUMN).say("black 1 assassin")
    assert at.column(1) == "alchemy:5 +black/assassin"
    assert at.player("white").discard == {"explorer": 1}


def test_K_2_1__option_means_nothing_while_another_column_is_open() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5", options=OWN_COLUMN).say("black 1 queen")
    assert at.happened(ExplorerMoved) == [ExplorerMoved("white", 1, 1, 2)]


def test_K_2_1__option_two_explorers_in_the_only_open_column_stop_each_other() -> None:
    columns = ("alchemy:5 -white/explorer", "music:5 +white/storm -white/king")
    at = kabale(*columns, options=OWN_COLUMN).say("black 1 explorer")
    assert turned(at) == ["white/explorer 1.1", "black/explorer 1.1", "white/explorer 1.1"]
    assert at.happened(ExplorerStayed) == [ExplorerStayed("white", 1, "moved-already")]
    assert at.column(1) == "alchemy:5 +white/explorer -black/explorer"


def test_K_2_1__ruling_an_explorer_turned_a_second_time_in_one_turn_stays_face_up() -> None:
    """Black's Explorer, just played, is turned up when white's comes round.

    It then turns up white's in the other column.
    """
    at = kabale(
        "alchemy:5 -white/explorer", "music:5 -red/explorer", "trade:5 +red/storm -red/king", players=3
    )
    at.say("black 1 explorer")
    assert turned(at) == [
        "white/explorer 1.1",
        "red/explorer 2.1",
        "black/explorer 1.1",
        "white/explorer 2.1",
    ]
    assert at.happened(ExplorerStayed) == [ExplorerStayed("white", 2, "moved-already")]
    assert at.column(1) == "alchemy:5 -red/explorer"
    assert at.column(2) == "music:5 +white/explorer -black/explorer"


def test_K_2_1__in_the_next_turn_he_may_move_again() -> None:
    asked = {"who": "table", "what": "turned", "column": 0, "card": 0}
    at = kabale("alchemy:5 -white/? -black/?", "music:5", asked=asked, travelled=["white"])
    at.say("table turned explorer")
    assert at.happened(ExplorerStayed) == [ExplorerStayed("white", 1, "moved-already")]
    at = kabale("alchemy:5 -white/explorer", "music:5").say("black 1 ?", "white 2 ?")
    assert at.happened(ExplorerStayed) == []


def test_K_2_1__who_has_moved_is_kept_through_questions_of_one_turn() -> None:
    at = kabale("alchemy:5 -white/?", "music:5 -black/?").say("black 1 ?", "table turned explorer")
    assert moved(at) == ["white"]
    assert at.asked == {"who": "table", "what": "turned", "column": 1, "card": 0}
    at.say("table turned explorer")
    assert moved(at) == ["white", "black"]
    assert at.asked == {"who": "table", "what": "turned", "column": 0, "card": 0}
    at.say("table turned mage")
    assert moved(at) == []
    assert at.column(1) == "alchemy:5 +black/mage -black/explorer"


def test_K_2_1__one_line_for_each_unknown_card_of_a_chain() -> None:
    columns = ("alchemy:5 -white/?", "music:5 -black/?", "trade:5 -red/?")
    at = kabale(*columns, players=3).say("black 1 ?")
    said = []
    for card in ("explorer", "explorer", "explorer"):
        said.append(at.asked and at.asked["column"])
        at.say(f"table turned {card}")
    assert said == [0, 1, 2]
    assert at.asked == {"who": "table", "what": "turned", "column": 0, "card": 0}  # the card just played


def test_K_2_1__a_card_seen_by_all_keeps_its_name_face_down() -> None:
    at = kabale("alchemy:5 -white/?", "music:5").say("black 1 ?", "table turned explorer")
    assert at.column(2) == "music:5 -white/explorer"
    assert turned(at.say("white 2 ?")) == ["white/explorer 2.1"]


def test_K_2_1__he_and_the_card_below_him_change_nothing_for_the_round() -> None:
    """Where the Explorer leaves, one card fewer lies; where it arrives, one more may fill the last column."""
    at = kabale("alchemy:1 -white/explorer", "music:1").say("black 1 ?")
    assert at.happened(RoundEnded) == [RoundEnded("black")]


# -- K-2.2


@pytest.mark.parametrize("owner", ["black", "white"])
def test_K_2_2__the_card_that_turned_him_goes_to_its_owners_discard_pile(owner: str) -> None:
    at = kabale(f"alchemy:5 -{owner}/assassin", "music:5").say("black 1 queen")
    assert at.happened(CardRemoved) == [CardRemoved("black", 1, 2, "queen")]
    assert at.player("black").discard == {"queen": 1}
    assert at.column(1) == f"alchemy:5 +{owner}/assassin"


def test_K_2_2__an_unknown_one_is_named_or_nobody_noted_it() -> None:
    for said, pile in (("queen", {"queen": 1}), ("?", {"?": 1})):
        at = kabale("alchemy:5 -white/assassin", "music:5").say("black 1 ?")
        assert at.asked == {"who": "table", "what": "removed", "column": 0, "card": 1}
        assert not at.happened(CardDrawn)
        at.say(f"table removed {said}")
        assert at.player("black").discard == pile
        assert at.happened(CardDrawn) == [CardDrawn("black")]


def test_K_2_2__a_card_known_elsewhere_is_not_the_one_that_was_removed() -> None:
    people = {"black": {"hand": {"king": 1, "?": 2}, "discard": {"queen": 1}}}
    at = kabale("alchemy:5 -white/assassin", "music:5", people=people).say("black 1 ?")
    for elsewhere in ("king", "queen"):
        assert at.no(f"table removed {elsewhere}") == "K-M1 known-elsewhere"
    assert at.legal == {f"table removed {card}" for card in {*CARDS, "?"} - {"king", "queen"}}
    assert at.no("black 1 ?") == "K-2.2 removed-awaited"


def test_K_2_2__a_card_placed_under_an_assassin_already_face_up_is_safe() -> None:
    at = kabale("alchemy:5 +white/assassin", "music:5").say("black 1 queen")
    assert at.column(1) == "alchemy:5 +white/assassin -black/queen"
    at.say("white 1 ?")
    assert at.column(1) == "alchemy:5 +white/assassin +black/queen -white/?"


def test_K_2_2__the_place_may_be_filled_again_and_nothing_is_turned_there() -> None:
    at = kabale("alchemy:5 -white/assassin", "music:5").say("black 1 queen")
    at.say("white 1 king")
    assert at.column(1) == "alchemy:5 +white/assassin -white/king"
    assert turned(at) == []


# -- K-2.3


def test_K_2_3__the_column_is_closed_and_counts_as_full() -> None:
    at = kabale("alchemy:5 -white/storm", "music:5").say("black 1 ?")
    assert at.position.columns[0].closed
    assert at.position.columns[0].is_full
    assert at.no("white 1 ?") == "K-2.3 column-closed"
    assert at.refusal("white 1 ?").facts == {"column": 1}


def test_K_2_3__only_the_card_that_turned_it_lies_below_it() -> None:
    at = kabale("alchemy:5 +white/king -white/storm", "music:5").say("black 1 ?")
    assert at.column(1) == "alchemy:5 +white/king +white/storm -black/?"


def test_K_2_3__the_card_below_it_is_never_turned_before_the_end() -> None:
    at = kabale("alchemy:5 -white/storm", "music:1").say("black 1 assassin", "white 2 king")
    assert [event.winner for event in at.happened(ColumnEvaluated)] == ["black", "white"]
    assert not at.happened(CardRemoved)


def test_K_2_3__a_storm_that_closes_the_last_column_ends_the_round() -> None:
    at = kabale("alchemy:5 -white/storm", "music:1 +white/king").say("black 1 ?")
    assert at.happened(RoundEnded) == [RoundEnded("black")]


def test_K_2_3__ruling_it_stays_closed_under_another_objective() -> None:
    at = kabale("alchemy:5 +black/storm -black/king", "music:4 -white/traitor").say(
        "black 2 ?", "white swap 1"
    )
    assert at.column(1) == "music:4 +black/storm -black/king"
    assert at.position.columns[0].closed
    assert not at.position.columns[1].closed
    assert at.no("white 1 ?") == "K-2.3 column-closed"


# -- K-2.4


@pytest.mark.parametrize("owner", ["black", "white"])
def test_K_2_4__its_owner_may_slide_a_card_whoevers_turn_it_is(owner: str) -> None:
    at = kabale(f"alchemy:5 -{owner}/cloak", "music:5").say("black 1 king")
    assert at.asked == {"who": owner, "what": "slide", "column": 0, "card": 0}
    assert at.position.turn_player == "black"
    other = {"black": "white", "white": "black"}[owner]
    assert at.no(f"{other} slide ?") == "K-2.4 not-your-cloak"
    assert at.refusal(f"{other} slide ?").facts == {"who": other, "awaited": owner}
    assert at.no(f"{owner} 1 ?") == "K-2.4 not-offered"
    assert at.no(f"{owner} slide") == "K-2.4 unfinished"
    before = at.position
    at.say(f"{owner} skip")
    assert at.column(1) == f"alchemy:5 +{owner}/cloak -black/king"
    assert At(before).say(f"{owner} slide ?").column(1) == f"alchemy:5 +{owner}/cloak -{owner}/? -black/king"


def test_K_2_4__from_his_hand_known_or_not() -> None:
    people = {"white": {"hand": {"king": 1, "?": 2}, "discard": {"queen": 1}}}
    at = kabale("alchemy:5 -white/cloak", "music:5", people=people).say("black 1 ?")
    legal = {*CARDS, "?"} - {"queen", "cloak"}
    assert at.legal == {"white skip", *(f"white slide {card}" for card in legal)}
    assert at.no("white slide queen") == "K-M1 known-elsewhere"
    people["white"] = {"hand": {"king": 1, "mage": 1}}
    at = kabale("alchemy:5 -white/cloak", "music:5", people=people).say("black 1 ?")
    assert at.legal == {"white skip", "white slide king", "white slide mage"}
    assert at.no("white slide ?") == "K-1.3 all-known"
    assert at.no("white slide queen") == "K-1.3 not-in-hand"


def test_K_2_4__directly_under_it_above_the_card_that_turned_it() -> None:
    at = kabale("alchemy:5 +white/mage -white/cloak", "music:5").say("black 1 king", "white slide queen")
    assert at.happened(CardSlid) == [CardSlid("white", 1, 3, "queen")]
    assert at.column(1) == "alchemy:5 +white/mage +white/cloak -white/queen -black/king"


def test_K_2_4__he_draws_at_once() -> None:
    at = kabale("alchemy:5 -white/cloak", "music:5").say("black 1 king", "white slide queen")
    assert order(at) == ["laid", "turned", "slid", "drawn", "drawn", "turn"]
    assert [event.who for event in at.happened(CardDrawn)] == ["white", "black"]
    assert at.player("white").hand == {"?": 3}


def test_K_2_4__in_his_own_turn_he_draws_twice() -> None:
    at = kabale("alchemy:5 -black/cloak", "music:5").say("black 1 king", "black slide queen")
    assert [event.who for event in at.happened(CardDrawn)] == ["black", "black"]
    assert at.player("black").hand == {"?": 3}


def test_K_2_4__from_an_empty_deck_he_shuffles_his_discard_pile_first() -> None:
    pile = dict.fromkeys(CARDS[:22], 1)
    pile.pop("cloak")
    people = {"white": {"deck": 0, "hand": {"?": 3}, "discard": pile}}
    at = kabale("alchemy:5 -white/cloak", "music:5", people=people).say("black 1 king", "white slide ?")
    assert at.happened(DeckRefilled) == [DeckRefilled("white", 21)]
    assert (at.player("white").deck, at.player("white").discard) == (20, {})


def test_K_2_4__nobody_without_a_card_is_asked() -> None:
    laid = " ".join(f"+white/{card}" for card in CARDS if card not in ("storm", "cloak"))
    column = f"alchemy:5 {laid} -white/storm"
    at = kabale(column, "music:5 -white/cloak", people={"white": {"hand": {}}}).say("black 2 king")
    assert at.asked is None
    assert at.column(2) == "music:5 +white/cloak -black/king"


def test_K_2_4__nothing_turns_that_card_before_the_end() -> None:
    at = kabale("alchemy:5 -white/cloak", "music:5")
    at.say("black 1 king", "white slide assassin", "white 1 mage")
    assert turned(at) == ["white/cloak 1.1", "black/king 1.3"]
    assert at.column(1) == "alchemy:5 +white/cloak -white/assassin +black/king -white/mage"


def test_K_2_4__not_even_when_the_card_that_turned_it_has_gone() -> None:
    """Black's Explorer turned the Cloak up and is turned up itself.

    The card that turned it up now lies below the slid card.
    """
    at = kabale("alchemy:5 -white/cloak", "music:5").say(
        "black 1 explorer", "white slide assassin", "white 1 mage"
    )
    assert at.column(1) == "alchemy:5 +white/cloak -white/assassin -white/mage"
    at.say("black 1 king")
    assert at.column(1) == "alchemy:5 +white/cloak -white/assassin +white/mage -black/king"


def test_K_2_4__then_it_counts_its_evaluation_effect_included() -> None:
    at = kabale("alchemy:3 -white/cloak", "music:1 +white/romeo").say("black 1 king", "white slide mage")
    first = at.happened(ColumnEvaluated)[0]
    assert [(card.card, card.removed) for card in first.cards] == [
        ("cloak", ""),
        ("mage", ""),
        ("king", "mage"),
    ]
    assert first.winner == "white"


def test_K_2_4__ruling_it_fills_its_column_and_may_end_the_round() -> None:
    at = kabale("alchemy:3 -white/cloak", "music:1 +white/romeo").say("black 1 king")
    assert not at.happened(RoundEnded)
    at.say("white slide ?")
    assert order(at) == ["slid", "drawn", "drawn", "round-ended", "shown"]
    assert at.no("table shown 1.3 queen") == "K-1.5 open-already"


def test_K_2_4__ruling_it_counts_among_the_cards_of_the_column() -> None:
    at = kabale("alchemy:3 -white/cloak", "music:1 +white/romeo").say("black 1 hermit", "white slide queen")
    hermit = at.happened(ColumnEvaluated)[0].cards[2]
    assert (hermit.card, hermit.halves) == ("hermit", 2 * (12 - 2))


def test_K_2_4__a_cloak_turned_by_an_explorer_takes_its_card_above_him() -> None:
    at = kabale("alchemy:5 -black/explorer", "music:5 -white/cloak").say("black 1 king", "white slide queen")
    assert at.column(2) == "music:5 +white/cloak -white/queen -black/explorer"


# -- K-2.5


@pytest.mark.parametrize("owner", ["black", "white"])
def test_K_2_5__his_owner_may_swap_the_objective_of_this_column(owner: str) -> None:
    columns = (f"alchemy:5 -{owner}/traitor", "music:4", "trade:3 -red/king")
    at = kabale(*columns, players=3).say("black 1 ?")
    assert at.asked == {"who": owner, "what": "swap", "column": 0, "card": 0}
    assert at.legal == {f"{owner} swap 2", f"{owner} swap 3", f"{owner} skip"}
    assert at.no("red skip") == "K-2.5 not-your-traitor"
    assert at.no(f"{owner} swap 1") == "K-2.5 own-column"
    assert at.no(f"{owner} swap 4") == "K-2.5 not-offered"
    before = at.position
    at.say(f"{owner} swap 3")
    assert at.happened(ObjectivesSwapped)[0] == ObjectivesSwapped(owner, 1, 3)
    assert at.column(1) == f"trade:3 +{owner}/traitor -black/?"
    assert at.column(3) == "alchemy:5 -red/king"
    assert At(before).say(f"{owner} skip").column(1) == f"alchemy:5 +{owner}/traitor -black/?"


def test_K_2_5__with_a_full_column() -> None:
    at = kabale("alchemy:5 -black/traitor", "music:1 +white/king").say("black 1 ?", "black swap 2")
    assert at.column(2) == "alchemy:5 +white/king"
    assert not at.position.columns[1].is_full
    assert at.position.columns[0].is_full


def test_K_2_5__with_a_closed_column() -> None:
    at = kabale("alchemy:5 -black/traitor", "music:4 +white/storm -white/king").say(
        "black 1 ?", "black swap 2"
    )
    assert at.column(2) == "alchemy:5 +white/storm -white/king"
    assert at.position.columns[1].closed


def test_K_2_5__if_that_fills_every_column_the_round_ends_at_once() -> None:
    columns = ("alchemy:3 -black/traitor", "music:2 +white/king +white/mage +white/witch")
    at = kabale(*columns).say("black 1 queen")
    assert not at.happened(RoundEnded)
    at.say("black swap 2")
    assert at.happened(RoundEnded) == [RoundEnded("black")]
    assert [event.objective for event in at.happened(ColumnEvaluated)] == ["music:2", "alchemy:3"]


def test_K_2_5__a_swap_may_keep_the_round_going() -> None:
    at = kabale(
        "alchemy:2 -black/traitor", "music:5 +white/storm -white/king", "trade:1 +red/king", players=3
    )
    at.say("black 1 queen", "black swap 2")
    assert not at.happened(RoundEnded)
    assert at.position.turn_player == "white"


def test_K_2_5__a_traitor_turned_by_an_explorer_is_asked_about_in_his_column() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:4 -red/traitor", "trade:3", players=3).say("black 1 ?")
    assert at.asked == {"who": "red", "what": "swap", "column": 1, "card": 0}
    assert at.say("red swap 3").column(2) == "trade:3 +red/traitor -white/explorer"


# -- positions in the middle of a decision


MIDDLES: dict[str, tuple[str, dict[str, Any]]] = {
    "turned": ("alchemy:5 -white/? -black/?", {"who": "table", "what": "turned", "column": 0, "card": 0}),
    "removed": (
        "alchemy:5 +white/assassin -black/?",
        {"who": "table", "what": "removed", "column": 0, "card": 1},
    ),
    "slide": ("alchemy:5 +white/cloak -black/?", {"who": "white", "what": "slide", "column": 0, "card": 0}),
    "swap": ("alchemy:5 +white/traitor -black/?", {"who": "white", "what": "swap", "column": 0, "card": 0}),
}


@pytest.mark.parametrize("what", MIDDLES)
def test_a_position_in_the_middle_of_a_question_goes_out_and_comes_back(what: str) -> None:
    column, asked = MIDDLES[what]
    at = kabale(column, "music:5 -white/explorer", asked=asked, travelled=["white"])
    out = at.position.to_json()
    assert (out["asked"], out["turn"], out["travelled"]) == (asked, "black", ["white"])
    back = read(out)
    assert (back, back.to_json()) == (at.position, out)
    assert At(back).legal == at.legal


@pytest.mark.parametrize("what", MIDDLES)
@pytest.mark.parametrize(
    "wrong",
    [
        {"column": 1},
        {"column": 9},
        {"column": -1},
        {"card": 2},
        {"card": -1},
        {"who": "black"},
        {"who": "nobody"},
    ],
)
def test_a_question_that_nothing_asks_is_wrong(what: str, wrong: dict[str, Any]) -> None:
    column, asked = MIDDLES[what]
    position = read(paper(column, "music:5 -white/explorer", asked=asked | wrong))
    assert "K-1.3 asked" in {f"{fault.clause.id} {fault.clause.code}" for fault in position.faults()}


def test_a_question_is_asked_only_in_a_turn() -> None:
    column, asked = MIDDLES["swap"]
    position = read(paper(column, "music:5", asked=asked, phase="shown"))
    assert "K-1.3 asked" in {f"{fault.clause.id} {fault.clause.code}" for fault in position.faults()}
