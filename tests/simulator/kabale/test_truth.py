from __future__ import annotations

from random import Random

import pytest

from companion.games.kabale.players.ground_truth import KabaleGroundTruth, LaidCard
from companion.games.kabale.rules.state import CardState
from companion.rules.clauses import MoveRefused
from companion.rules.moves import UNKNOWN, Move
from tests.simulator.parties import setup, wrong


def table(*hand: str) -> KabaleGroundTruth:
    """Black and blue, with objectives laid out; black holds `hand`."""
    truth = KabaleGroundTruth(setup("kabale", 2), Random(2))
    truth.play(truth.table_move())
    for place, card in enumerate(hand):
        for pile in (truth.decks["black"], truth.hands["black"]):
            if card in pile:
                pile[pile.index(card)] = truth.hands["black"][place]
        truth.hands["black"][place] = card
    assert wrong("kabale", truth) == []
    return truth


def of(text: str) -> Move:
    return Move.parse(text)


def test_the_objectives_are_those_on_top() -> None:
    truth = KabaleGroundTruth(setup("kabale", 3), Random(1))
    top = truth.objective_deck[:-4:-1]
    assert len(truth.objective_deck) == 18  # six a player, K-1.1
    truth.play(truth.table_move())
    assert [column.objective for column in truth.position.columns] == top


def test_the_app_knows_of_a_card_face_down_what_it_was_told() -> None:
    truth = table("mage")
    truth.play(of("black 2 mage"), of("black 2 ?"))
    assert truth.position.column(2).cards == (CardState("black", UNKNOWN),)
    assert truth.columns[1] == [LaidCard("black", "mage")]
    assert wrong("kabale", truth) == []
    told = table("mage")
    told.play(of("black 2 mage"))
    assert told.position.column(2).cards == (CardState("black", "mage"),)


def test_a_card_nobody_saw_is_named_truly_when_it_is_turned() -> None:
    truth = table("mage")
    truth.play(of("black 2 mage"), of("black 2 ?"))
    truth.play(of(f"blue 2 {truth.hands['blue'][0]}"))
    assert truth.table_move() == of("table turned mage")
    with pytest.raises(LookupError, match="it is mage"):
        truth.play(of("table turned king"))
    truth.play(of("table turned mage"))
    assert truth.position.column(2).cards[0] == CardState("black", "mage", up=True)
    assert wrong("kabale", truth) == []


def test_an_explorer_takes_his_name_along() -> None:
    truth = table("explorer")
    truth.play(of("black 1 explorer"))
    card = truth.hands["blue"][0]
    truth.play(of(f"blue 1 {card}"), of("blue 1 ?"))
    assert truth.columns == [[LaidCard("blue", card)], [LaidCard("black", "explorer")]]
    assert wrong("kabale", truth) == []


def test_a_removed_card_nobody_saw_lies_in_its_owners_pile() -> None:
    truth = table("assassin")
    truth.play(of("black 1 assassin"))
    card = truth.hands["blue"][0]
    truth.play(of(f"blue 1 {card}"), of("blue 1 ?"))
    assert {str(truth.table_move()) for _ in range(40)} == {f"table removed {card}", "table removed ?"}
    truth.play(of("table removed ?"))
    assert truth.position.players["blue"].discard == {UNKNOWN: 1}
    assert truth.discard_piles["blue"] == [card]
    assert wrong("kabale", truth) == []


def test_every_card_that_is_left_unseen_is_shown() -> None:
    truth = KabaleGroundTruth(setup("kabale", 2), Random(3))
    truth.play(truth.table_move())
    shown: list[Move] = []
    while truth.position.round == 1:
        who = truth.position.choice_tree.awaited_actors[0]
        if who == "table":
            shown.append(truth.table_move())
            truth.play(shown[-1])
        else:
            shortest = min((1, 2), key=lambda number: truth.position.column(number).is_full)
            truth.play(of(f"{who} {shortest} {truth.hands[who][0]}"), of(f"{who} {shortest} ?"))
    assert {move.words[1] for move in shown} >= {"shown"}
    assert wrong("kabale", truth) == []


def test_nobody_lays_a_card_he_does_not_hold() -> None:
    truth = table("mage")
    lacking = truth.decks["black"][0]
    for move in (f"black 1 {lacking}", "black 1 ?"):
        with pytest.raises(MoveRefused):
            truth.play(of(move))
    assert wrong("kabale", truth) == []


def test_a_player_sees_his_own_cards_and_the_backs_of_others() -> None:
    truth = table("mage")
    truth.play(of("black 2 mage"))
    mine, theirs = (truth.knowledge_of(who, truth.position).position.to_json() for who in ("black", "blue"))
    assert mine["columns"][1]["cards"] == [{"by": "black", "card": "mage", "up": False}]
    assert theirs["columns"][1]["cards"] == [{"by": "black", "card": "?", "up": False}]
    assert theirs["players"]["black"]["hand"] == {"?": 3}
    assert sorted(theirs["players"]["blue"]["hand"]) == sorted(truth.hands["blue"])
    assert {piece.split("/")[1] for piece in truth.hand_pieces("black")} == {"black"}


def test_who_won_what_only_the_winner_sees() -> None:
    truth = KabaleGroundTruth(setup("kabale", 2), Random(3))
    while truth.position.round == 1:
        who = truth.position.choice_tree.awaited_actors[0]
        seen = truth.knowledge_of(who, truth.position).position if who != "table" else None
        truth.play(truth.table_move() if seen is None else next(iter(seen.legal_moves())))
    won = {who: player.won for who, player in truth.position.players.items()}
    winner = max(won, key=lambda who: len(won[who]))
    other = next(who for who in won if who != winner)
    players = truth.knowledge_of(winner, truth.position).position.to_json()["players"]
    assert players[winner]["won"] == list(won[winner])
    assert truth.knowledge_of(other, truth.position).position.to_json()["players"][winner]["won"] == [
        UNKNOWN for _ in won[winner]
    ]


def test_what_is_lost_doubled_or_misnamed_is_named() -> None:
    truth = table("mage")
    card = truth.decks["black"].pop()
    assert wrong("kabale", truth) == [
        "deck/black: card/black: app 22, table 21",
        f"lost or doubled: card/black/{card}",
    ]
    truth.decks["black"].append(card)
    gone = truth.objective_deck.pop()
    assert wrong("kabale", truth)[1:] == [f"lost or doubled: objective/{gone}"]
    truth.objective_deck.append(gone)
    truth.play(of("black 2 mage"))
    truth.columns[1], truth.hands["black"][0] = [LaidCard("black", truth.hands["black"][0])], "mage"
    assert wrong("kabale", truth) == [
        "column/2 1: card/black/mage: app 1, table 0",
        f"column/2 1: card/black/{truth.columns[1][0].card}: app 0, table 1",
    ]
