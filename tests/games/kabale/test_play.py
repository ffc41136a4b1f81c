"""Laying cards, drawing, and the end of a round: clauses K-M1, K-M3 and K-1.1 to K-1.6 of the rules page."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.games.kabale.rules.constants import OBJECTIVES
from companion.games.kabale.rules.events import (
    CardDrawn,
    CardLaid,
    CardShown,
    CardTurnedUp,
    ColumnEvaluated,
    DeckRefilled,
    RoundBegan,
    RoundEnded,
    TurnBegan,
)
from companion.rules.errors import InvalidRecord
from tests.games.kabale.tables import CARDS, COLOURS, GAME, SYMBOLS, At, begun, kabale, setup


def order(at: At) -> list[str]:
    """The names of the events."""
    return [str(event.__struct_config__.tag) for event in at.events]


# -- K-M


def test_K_M1__two_to_six_players_in_six_colours() -> None:
    assert sorted(GAME.colours) == ["black", "blue", "green", "red", "white", "yellow"]
    for players in range(2, 7):
        assert begun(players).position.phase == "objectives"
    for wrong in (setup(1), setup((*COLOURS, "black")), setup(("black", "black")), setup(("black", "pink"))):
        with pytest.raises(InvalidRecord):
            GAME.initial_position(wrong)


def test_K_M1__25_influence_cards_of_each_colour_one_of_every_character() -> None:
    pieces = GAME.taggable_pieces(setup(3))
    cards = [piece for piece in pieces if piece.startswith("card/")]
    assert sorted(cards) == sorted(f"card/{who}/{card}" for who in COLOURS[:3] for card in CARDS)


def test_K_M3__36_objectives() -> None:
    pieces = [piece for piece in GAME.taggable_pieces(setup(2)) if piece.startswith("objective/")]
    assert sorted(pieces) == sorted(f"objective/{name}" for name in OBJECTIVES)
    assert sorted(OBJECTIVES) == sorted(f"{symbol}:{n}" for symbol in SYMBOLS for n in (1, 2, 3, 3, 4, 5))


# -- K-1.1, K-1.2


def test_K_1_1__everybody_has_shuffled_his_25_and_holds_3() -> None:
    for player in begun(4).position.players.values():
        assert (player.hand, player.deck, player.discard, player.won) == ({"?": 3}, 22, {}, ())


@pytest.mark.parametrize("players", range(2, 7))
def test_K_1_1__six_rounds_and_six_objectives_a_player(players: int) -> None:
    at = kabale(round=6, phase="objectives", players=players)
    assert at.position.is_last_round
    assert sum(len(player.won) for player in at.position.players.values()) == 5 * players


@pytest.mark.parametrize("players", range(2, 7))
def test_K_1_2__one_objective_for_each_player_from_left_to_right(players: int) -> None:
    laid = [f"{symbol}:{at}" for at, symbol in enumerate(SYMBOLS[:players], 1) if at <= 5][:players]
    laid += ["music:1"] * (players - len(laid))
    at = begun(players).say(f"table objectives {' '.join(laid)}")
    assert [column.objective for column in at.position.columns] == laid
    assert at.no("table objectives " + " ".join(laid)) == "K-1.3 not-your-turn"


def test_K_1_2__no_more_and_no_fewer() -> None:
    at = begun(3)
    assert at.no("table objectives alchemy:1 trade:2") == "K-1.2 unfinished"
    assert at.no("table objectives alchemy:1 trade:2 music:3 music:4") == "K-1.2 not-offered"
    assert at.no("table objectives alchemy:6 trade:2 music:3") == "K-1.2 not-offered"


def test_K_1_2__an_objective_once_and_one_of_value_3_twice() -> None:
    at = begun(3)
    assert at.no("table objectives alchemy:1 alchemy:1 trade:2") == "K-1.2 objective-out"
    assert at.no("table objectives music:3 music:3 music:3") == "K-1.2 objective-out"
    at.say("table objectives music:3 music:3 trade:2")


def test_K_1_2__none_that_somebody_won_or_that_is_out_of_the_game() -> None:
    people = {"black": {"won": ["alchemy:5"]}, "white": {"won": ["music:3"]}}
    at = kabale(round=2, phase="objectives", people=people)
    assert at.no("table objectives alchemy:5 trade:2") == "K-1.2 objective-out"
    assert at.no("table objectives music:3 music:3") == "K-1.2 objective-out"
    people["white"] = {"won": []}
    at = kabale(round=2, phase="objectives", people=people, lost=["trade:2"])
    assert at.no("table objectives music:1 trade:2") == "K-1.2 objective-out"


# -- K-1.3


def test_K_1_3__turns_go_clockwise_from_the_start_player() -> None:
    at = begun(3, "white").say("table objectives alchemy:5 music:5 trade:5")
    turns = []
    for _ in range(4):
        assert at.position.turn_player is not None
        turns.append(at.position.turn_player)
        at.say(f"{turns[-1]} {len(turns) % 3 + 1} ?")
        while at.asked:
            at.say("table turned king")
    assert turns == ["white", "red", "black", "white"]


def test_K_1_3__he_must_play_one_card_into_any_column_not_closed() -> None:
    at = kabale("alchemy:5 +white/storm -black/?", "music:1 -white/?", "trade:5", players=3)
    assert {move.split()[1] for move in at.legal} == {"2", "3"}
    assert at.no("black 1 ?") == "K-2.3 column-closed"
    assert at.no("black skip") == "K-1.3 not-offered"
    assert at.no("black 4 ?") == "K-1.3 not-offered"
    assert at.no("black 2") == "K-1.3 unfinished"
    assert at.no("white 2 ?") == "K-1.3 not-your-turn"


def test_K_1_3__it_lies_face_down_at_the_end_of_the_column() -> None:
    at = kabale("alchemy:5 +white/king", "music:5").say("black 1 ?")
    assert at.column(1) == "alchemy:5 +white/king -black/?"
    at = kabale("alchemy:5 +white/king", "music:5").say("black 1 mage")
    assert at.column(1) == "alchemy:5 +white/king -black/mage"


@pytest.mark.parametrize("owner", ["black", "white"])
def test_K_1_3__a_face_down_card_directly_above_is_turned_up_whoevers_it_is(owner: str) -> None:
    at = kabale(f"alchemy:5 -{owner}/king", "music:5").say("black 1 ?")
    assert at.happened(CardTurnedUp) == [CardTurnedUp(owner, 1, 1, "king")]
    assert at.column(1) == f"alchemy:5 +{owner}/king -black/?"
    assert at.position.turn_player == "white"


def test_K_1_3__only_the_card_directly_above_and_only_in_its_column() -> None:
    at = kabale("alchemy:5 -white/king", "music:5 -white/queen").say("black 2 ?")
    assert at.column(1) == "alchemy:5 -white/king"
    assert at.happened(CardTurnedUp) == [CardTurnedUp("white", 2, 1, "queen")]


def test_K_1_3__its_effect_and_all_it_sets_off_happens_before_he_draws() -> None:
    at = kabale("alchemy:5 -white/explorer", "music:5 -white/storm").say("black 1 ?")
    assert order(at) == ["laid", "turned", "explorer-moved", "turned", "closed", "drawn", "turn"]


def test_K_1_3__a_card_nobody_saw_is_named_when_it_is_turned() -> None:
    at = kabale("alchemy:5 -white/?", "music:5").say("black 1 ?")
    assert at.asked == {"who": "table", "what": "turned", "column": 0, "card": 0}
    assert at.position.turn_player == "black"
    assert not at.happened(CardDrawn)
    at.say("table turned king")
    assert at.happened(CardDrawn) == [CardDrawn("black")]
    assert at.column(1) == "alchemy:5 +white/king -black/?"


def test_K_1_3__a_card_known_elsewhere_is_not_the_one_that_is_turned() -> None:
    people = {"white": {"hand": {"king": 1, "?": 2}, "discard": {"queen": 1}}}
    at = kabale("alchemy:5 -white/?", "music:5 +white/mage", people=people).say("black 1 ?")
    for elsewhere in ("king", "queen", "mage"):
        assert at.no(f"table turned {elsewhere}") == "K-M1 known-elsewhere"
    assert at.refusal("table turned king").facts == {"who": "white", "card": "king"}
    assert at.no("table turned ?") == "K-1.3 not-offered"
    assert at.legal == {f"table turned {card}" for card in set(CARDS) - {"king", "queen", "mage"}}


def test_K_1_3__then_he_draws_one() -> None:
    at = kabale("alchemy:5", "music:5").say("black 1 ?")
    assert (at.player("black").hand, at.player("black").deck) == ({"?": 3}, 21)
    assert at.player("white") == kabale("alchemy:5", "music:5").player("white")


def test_K_1_3__ruling_he_draws_also_when_the_round_ends_by_it_before_cards_are_shown() -> None:
    at = kabale("alchemy:1 -white/king", "music:1").say("black 2 mage")
    assert order(at) == ["laid", "drawn", "round-ended", "shown", "shown", "column", "column", "round"]
    at = kabale("alchemy:1 -white/?", "music:1").say("black 2 ?")
    assert order(at) == ["laid", "drawn", "round-ended"]


def test_K_1_3__ruling_from_an_empty_deck_the_discard_pile_becomes_the_deck() -> None:
    pile = dict.fromkeys(CARDS[:20], 1) | {"?": 2}
    at = kabale("alchemy:5", "music:5", people={"black": {"deck": 0, "discard": pile}}).say("black 1 ?")
    assert at.happened(DeckRefilled) == [DeckRefilled("black", 22)]
    assert order(at) == ["laid", "refilled", "drawn", "turn"]
    assert (at.player("black").hand, at.player("black").deck, at.player("black").discard) == (
        {"?": 3},
        21,
        {},
    )


def test_K_1_3__ruling_the_last_card_of_a_deck_is_drawn_and_only_then_it_is_empty() -> None:
    pile = dict.fromkeys(CARDS[:21], 1)
    at = kabale("alchemy:5", "music:5", people={"black": {"deck": 1, "discard": pile}}).say("black 1 ?")
    assert not at.happened(DeckRefilled)
    assert (at.player("black").deck, len(at.player("black").discard)) == (0, 21)


def everything(who: str, *but: str) -> str:
    """A player's cards, open in a column, without a Storm, which would close it."""
    return " ".join(f"+{who}/{card}" for card in CARDS if card not in ("storm", *but))


def test_K_1_3__ruling_with_deck_and_pile_empty_nothing_is_drawn() -> None:
    column = f"alchemy:5 {everything('black', 'king', 'queen', 'mage')} -black/mage"
    people = {"black": {"hand": {"king": 1, "queen": 1, "storm": 1}}}
    at = kabale(column, "music:5", people=people).say("black 2 king")
    assert order(at) == ["laid", "turn"]
    assert at.player("black").hand == {"queen": 1, "storm": 1}


def test_K_1_3__ruling_who_has_no_card_is_passed_over() -> None:
    column = f"alchemy:5 {everything('black')} -black/storm"
    at = kabale(column, "music:5", "trade:5", players=3, turn="white", people={"black": {"hand": {}}})
    at.say("white 2 ?", "red 3 ?")
    assert at.happened(TurnBegan) == [TurnBegan("red"), TurnBegan("white")]
    assert at.position.turn_player == "white"


def test_K_1_3__ruling_a_start_player_without_cards_is_passed_over_too() -> None:
    column = f"alchemy:5 {everything('black')} -black/storm"
    at = kabale(column, "music:5", people={"black": {"hand": {}}}, turn="black")
    assert at.position.turn_player == "white"


def test_K_1_3__ruling_one_who_alone_has_cards_goes_on_alone() -> None:
    column = f"alchemy:5 {everything('white')} -white/storm"
    at = kabale(column, "music:5", people={"white": {"hand": {}}}).say("black 2 ?")
    assert at.happened(TurnBegan) == [TurnBegan("black")]
    assert at.position.turn_player == "black"


def test_K_1_3__ruling_when_nobody_has_a_card_the_round_ends() -> None:
    column = f"alchemy:5 {everything('black')} {everything('white')} -white/storm"
    people = {"black": {"hand": {"storm": 1}}, "white": {"hand": {}}}
    at = kabale(column, "music:5", people=people).say("black 2 storm")
    assert at.happened(RoundEnded) == [RoundEnded("black")]
    assert [event.winner for event in at.happened(ColumnEvaluated)][1] == "black"
    assert at.position.start == "white"


def test_K_1_3__an_objective_under_which_nothing_lies_leaves_the_game() -> None:
    column = f"alchemy:5 {everything('black')} {everything('white')} -white/storm"
    people = {"black": {"hand": {"storm": 1}}, "white": {"hand": {}}}
    at = kabale(column, "music:5", people=people).say("black 1 storm")
    assert [event.rule for event in at.happened(ColumnEvaluated)] == ["highest", "nobody"]
    assert at.position.lost == ("music:5",)
    assert at.no("table objectives music:5 trade:1") == "K-1.2 objective-out"


# -- K-1.4


@pytest.mark.parametrize("value", range(1, 6))
def test_K_1_4__a_column_is_full_with_as_many_cards_as_its_value(value: int) -> None:
    cards = [f"+white/{card}" for card in CARDS[: value + 1]]
    for laid in range(value + 2):
        at = kabale(f"alchemy:{value} {' '.join(cards[:laid])}", "music:5")
        assert at.position.columns[0].is_full is (laid >= value)


def test_K_1_4__a_storm_fills_it_whatever_lies_there() -> None:
    at = kabale("alchemy:5 +white/storm -black/?", "music:5")
    assert at.position.columns[0].is_full


def test_K_1_4__cards_may_be_added_to_a_full_column_while_another_is_not_full() -> None:
    at = kabale("alchemy:1 +white/king", "music:5").say("black 1 ?", "white 1 ?")
    assert at.asked is not None
    assert at.column(1) == "alchemy:1 +white/king -black/? -white/?"


def test_K_1_4__a_column_can_cease_to_be_full() -> None:
    columns = ("alchemy:5 -white/explorer", "music:1 -red/explorer", "trade:5")
    at = kabale(*columns, players=3).say("black 1 ?")
    assert at.column(2) == "music:1 -white/explorer"  # one came and one went
    at = kabale("alchemy:1 -black/assassin", "music:5").say("black 1 ?", "table removed queen")
    assert at.column(1) == "alchemy:1 +black/assassin"
    at = kabale("alchemy:1 -black/traitor", "music:5").say("black 1 king", "black swap 2")
    assert not at.position.columns[0].is_full


# -- K-1.5


def test_K_1_5__the_round_ends_when_all_columns_are_full() -> None:
    at = kabale("alchemy:2 +white/king", "music:1 +white/queen").say("black 1 ?")
    assert at.position.phase == "shown"
    assert at.happened(RoundEnded) == [RoundEnded("black")]


def test_K_1_5__tested_when_everything_the_card_set_off_is_done() -> None:
    """The last place is filled, and the Explorer leaves it again."""
    at = kabale("alchemy:2 -white/explorer", "music:3 +white/king").say("black 1 ?")
    assert not at.happened(RoundEnded)
    assert at.position.turn_player == "white"


def test_K_1_5__a_question_is_answered_first() -> None:
    at = kabale("alchemy:2 -white/cloak", "music:1 +white/king").say("black 1 ?")
    assert at.asked == {"who": "white", "what": "slide", "column": 0, "card": 0}
    assert not at.happened(RoundEnded)
    assert at.say("white skip").happened(RoundEnded) == [RoundEnded("black")]


def test_K_1_5__an_assassin_that_removes_the_closing_card_keeps_the_round_going() -> None:
    at = kabale("alchemy:2 -white/assassin", "music:1 +white/king").say("black 1 queen")
    assert not at.happened(RoundEnded)
    assert at.player("black").discard == {"queen": 1}
    assert at.say("white 1 mage").happened(RoundEnded) == [RoundEnded("white")]


def test_K_1_5__all_face_down_cards_are_shown_without_their_immediate_effects() -> None:
    at = kabale("alchemy:1 -white/explorer", "music:1 -white/assassin", "trade:1", players=3)
    at.say("black 3 storm")
    assert at.happened(CardShown) == [
        CardShown("white", 1, 1, "explorer"),
        CardShown("white", 2, 1, "assassin"),
        CardShown("black", 3, 1, "storm"),
    ]
    assert at.happened(CardTurnedUp) == []
    assert [event.winner for event in at.happened(ColumnEvaluated)] == ["white", "white", "black"]


@pytest.mark.parametrize("card", ["cloak", "traitor"])
def test_K_1_5__nobody_is_asked_about_a_card_that_is_shown(card: str) -> None:
    at = kabale(f"alchemy:1 -white/{card}", "music:1").say("black 2 king")
    assert at.asked is None
    assert at.position.phase == "objectives"


def test_K_1_5__each_unknown_card_is_shown_in_any_order_and_then_all_is_evaluated() -> None:
    columns = ("alchemy:1 -white/?", "music:2 +white/cloak -white/? -black/king", "trade:1")
    shows = ("table shown 1.1 queen", "table shown 2.2 romeo", "table shown 3.1 storm")
    for first, second in combinations(shows, 2):
        (third,) = set(shows) - {first, second}
        at = kabale(*columns, players=3).say("black 3 ?", second, first)
        assert at.position.phase == "shown"
        assert at.no(first) == "K-1.5 open-already"
        assert at.no("table shown 2.3 king") == "K-1.5 open-already"
        assert len(at.say(third).happened(ColumnEvaluated)) == 3


def test_K_1_5__a_card_known_elsewhere_is_not_the_one_that_is_shown() -> None:
    columns = ("alchemy:1 -white/?", "music:1 +white/king")
    people = {"white": {"hand": {"mage": 1, "?": 2}, "discard": {"queen": 1}}}
    at = kabale(*columns, phase="shown", turn="black", people=people)
    for elsewhere in ("king", "queen", "mage"):
        assert at.no(f"table shown 1.1 {elsewhere}") == "K-M1 known-elsewhere"
    assert at.no("table shown 1.1 ?") == "K-1.5 not-offered"
    assert at.no("table shown 1.2 romeo") == "K-1.5 not-offered"
    assert at.no("black 1 ?") == "K-1.5 showing-awaited"


# -- K-1.6


@pytest.mark.parametrize(("ends", "starts"), [("black", "white"), ("white", "red"), ("red", "black")])
def test_K_1_6__the_left_neighbour_of_whoever_ended_the_round_starts_the_next(ends: str, starts: str) -> None:
    columns = ("alchemy:1 +white/king", "music:1 +white/queen", "trade:1")
    at = kabale(*columns, players=3, turn=ends).say(f"{ends} 3 mage")
    assert at.happened(RoundBegan) == [RoundBegan(2, starts)]
    assert at.position.start == starts
    at.say("table objectives alchemy:5 music:5 trade:5")
    assert at.position.turn_player == starts


def test_K_1_6__ruling_also_when_anothers_cloak_filled_the_last_column() -> None:
    columns = ("alchemy:3 -red/cloak", "music:1 +white/queen", "trade:1 +white/king")
    at = kabale(*columns, players=3).say("black 1 mage", "red slide witch")
    assert at.happened(RoundEnded) == [RoundEnded("black")]
    assert at.position.start == "white"


def test_K_1_6__ruling_also_when_anothers_traitor_filled_the_last_column() -> None:
    columns = (
        "alchemy:3 -red/traitor",
        "music:1 +white/queen +white/romeo +white/mage",
        "trade:1 +white/king",
    )
    at = kabale(*columns, players=3).say("black 1 witch", "red swap 2")
    assert at.happened(RoundEnded) == [RoundEnded("black")]
    assert at.position.start == "white"


def test_K_1_6__the_youngest_starts_the_first_so_somebody_must_be_named() -> None:
    nobody = setup(3)
    with pytest.raises(InvalidRecord, match="the youngest player"):
        GAME.initial_position(type(nobody)(nobody.seats, ""))
    assert begun(3, "red").say("table objectives alchemy:5 music:5 trade:5").position.turn_player == "red"


def test_K_1_3__a_card_spends_an_unknown_one_of_the_hand_or_itself() -> None:
    people = {"black": {"hand": {"king": 1, "?": 2}}}
    for said, left in (("king", {"?": 3}), ("mage", {"king": 1, "?": 2}), ("?", {"king": 1, "?": 2})):
        at = kabale("alchemy:5", "music:5", people=people).say(f"black 1 {said}")
        assert at.player("black").hand == left
        assert at.happened(CardLaid) == [CardLaid("black", 1, said)]
