"""The ground truth of the Princes of Florence: who knows which card, and where every piece is."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.florence.players.ground_truth import ALL_PIECES, OUT_OF_GAME, SUPPLY, FlorenceGroundTruth
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD, PROFESSION
from companion.games.florence.rules.state import TableState
from companion.rules.clauses import MoveRefused
from companion.rules.moves import UNKNOWN, Move, touch_observation
from tests.simulator.parties import setup, wrong


def table(players: int = 3, seed: object = 1) -> FlorenceGroundTruth:
    return FlorenceGroundTruth(setup("florence", players), Random(str(seed)))


def say(truth: FlorenceGroundTruth, *moves: str) -> FlorenceGroundTruth:
    for text in moves:
        truth.play(Move.parse(text))
    assert wrong("florence", truth) == []
    return truth


def acting(players: int = 3) -> FlorenceGroundTruth:
    """Nobody has bid for anything: blue's actions."""
    truth = table(players)
    return say(truth, *(f"{who} pass" for who in truth.position.config.seats))


def name(piece: str) -> str:
    return piece.partition("/")[2]


def test_three_professions_are_dealt_to_everybody_and_the_rest_is_shuffled() -> None:
    truth = table(5)
    assert [len(hand) for hand in truth.hands.values()] == [3] * 5
    assert len(truth.stacks[PROFESSION]) == 21 - 15
    assert truth.position.players["blue"].hand == {UNKNOWN: 3}
    assert wrong("florence", truth) == []


@given(st.integers(2, 5), st.integers(0, 999), st.data())
def test_whatever_is_put_back_of_four_the_others_hold_what_they_would(
    players: int, seed: int, data: st.DataObject
) -> None:
    truth, as_dealt = table(players, seed), table(players, seed)
    who = data.draw(st.sampled_from(truth.position.config.seats))
    four = truth.pieces_to_choose_from(who)
    assert set(as_dealt.hands[who]) < set(four)
    for back in data.draw(st.lists(st.sampled_from(four), min_size=1, max_size=3)):
        truth.put_back(who, [back])
    assert set(truth.hands[who]) == {*four} - {back}
    assert truth.position == as_dealt.position
    for other in truth.hands.keys() - {who}:
        assert truth.hands[other] == as_dealt.hands[other]
    moved = [
        (was, now)
        for was, now in zip(as_dealt.stacks[PROFESSION], truth.stacks[PROFESSION], strict=True)
        if was != now
    ]
    assert moved in ([], [(*({*four} - {*as_dealt.hands[who]}), back)])
    assert wrong("florence", truth) == []


def test_of_five_cards_one_is_taken_and_the_others_go_under_the_stack() -> None:
    truth = acting()
    top, below = truth.top_cards_of_stack(PROFESSION), truth.stacks[PROFESSION][:-5]
    say(truth, f"blue profession {name(top[2])}")
    assert top[2] in truth.hands["blue"]
    assert truth.stacks[PROFESSION][4:] == below
    assert sorted(truth.stacks[PROFESSION][:4]) == sorted(each for each in top if each != top[2])
    assert truth.position.players["blue"].hand == {UNKNOWN: 3, name(top[2]): 1}


def test_the_app_knows_of_a_card_in_a_hand_what_it_was_told() -> None:
    truth = acting()
    card = truth.top_cards_of_stack(BONUS_CARD)[0]
    truth.play(Move.parse(f"blue bonus {name(card)}"), Move.parse("blue bonus ?"))
    assert truth.position.players["blue"].bonus == {UNKNOWN: 1}
    assert card in truth.hands["blue"]
    assert wrong("florence", truth) == []


@pytest.mark.parametrize("action", [PROFESSION, BONUS_CARD])
def test_nobody_takes_a_card_he_did_not_look_at(action: str) -> None:
    truth = acting()
    deep = name(truth.stacks[action][0])
    for card in (deep, UNKNOWN):
        with pytest.raises(MoveRefused):
            truth.play(Move.parse(f"blue {action} {card}"))
    assert wrong("florence", truth) == []


def test_a_prestige_card_is_one_of_the_top_five() -> None:
    truth = say(table(), "blue open prestige", "green pass", "orange pass")
    deep = name(truth.stacks[PRESTIGE_CARD][0])
    for card in (deep, UNKNOWN):
        with pytest.raises(MoveRefused):
            truth.play(Move.parse(f"blue keep {card}"))
    assert set(truth.top_cards_of_stack(PRESTIGE_CARD)) < set(truth.hand_pieces("blue"))  # blue looks at them
    assert not set(truth.top_cards_of_stack(PRESTIGE_CARD)) & set(truth.hand_pieces("green"))
    say(truth, f"blue keep {name(truth.top_cards_of_stack(PRESTIGE_CARD)[1])}")
    assert len(truth.hand_pieces("blue")) == 4


def test_he_looks_at_a_stack_once_he_has_said_so() -> None:
    truth = acting()
    own = set(truth.hand_pieces("blue"))
    assert own == set(truth.hands["blue"])
    looking = set(truth.hand_pieces("blue", [touch_observation("action/profession")]))
    assert looking == own | set(truth.top_cards_of_stack(PROFESSION))
    assert set(truth.hand_pieces("green", [touch_observation("action/profession")])) == set(
        truth.hands["green"]
    )


def test_a_player_sees_his_own_cards_and_the_backs_of_others() -> None:
    truth = acting()
    say(truth, f"blue bonus {name(truth.top_cards_of_stack(BONUS_CARD)[0])}", "blue done")
    mine, theirs = (truth.knowledge_of(who, truth.position).position for who in ("blue", "green"))
    assert isinstance(mine, TableState)
    assert isinstance(theirs, TableState)
    assert UNKNOWN not in {**mine.players["blue"].hand, **mine.players["blue"].bonus}
    assert theirs.players["blue"].hand == {UNKNOWN: 3}
    assert theirs.players["blue"].bonus == {UNKNOWN: 1}
    assert sorted(theirs.players["green"].hand) == sorted(map(name, truth.hands["green"]))


def test_nobody_works_with_a_profession_he_does_not_hold() -> None:
    truth = acting()
    lacking = name(truth.stacks[PROFESSION][0])
    held = {name(piece) for piece in truth.hands["blue"]}
    position = truth.knowledge_of("blue", truth.position).position
    for move in position.legal_moves():
        assert move.words[1] != "work" or move.words[2] in held
    with pytest.raises(MoveRefused):
        truth.play(Move.parse(f"blue work {lacking} take 0"))


def test_what_is_given_up_by_one_of_two_players_leaves_the_game() -> None:
    truth = table(2)
    top = truth.stacks[PRESTIGE_CARD][-1]
    say(truth, "blue open prestige", "green pass", "green open jester", "blue pass")
    say(truth, "blue open lake", "green pass", "green open park", "blue choose lake")
    assert truth.pieces_by_place[OUT_OF_GAME][top] == 1  # unseen, from the top of the stack
    say(truth, "blue place lake d1 r0", "green choose park", "green place park d1 r0")
    assert truth.pieces_by_place[OUT_OF_GAME]["jester"] == 1
    assert truth.pieces_by_place[SUPPLY]["jester"] == 6
    assert truth.pieces_by_place["grid/blue"]["landscape/lake"] == 1


def test_freedoms_that_are_not_in_play_are_out_of_the_game() -> None:
    assert [table(players).pieces_by_place[SUPPLY]["freedom/travel"] for players in (2, 3, 4, 5)] == [
        1,
        2,
        3,
        4,
    ]
    truth = say(acting(2), "blue freedom travel", "blue done", "green freedom opinion")
    assert truth.pieces_by_place[SUPPLY]["freedom/religion"] == 0  # each of two has one
    assert truth.pieces_by_place[OUT_OF_GAME]["freedom/religion"] == 1


def test_a_recruited_profession_changes_hands_and_the_card_stays_in_its_place() -> None:
    truth = table()
    _deal(truth, "green", "profession/goldsmith")
    say(truth, "blue open recruiting", "green pass", "orange pass")
    say(truth, "green open park", "orange pass", "green place park d1 r0", "orange pass")
    say(truth, "blue done", "green freedom opinion", "green work goldsmith take 100", "orange done")
    say(truth, "green pass", "orange pass", "blue pass", "green done", "orange done")
    say(truth, "blue recruit goldsmith from green")
    assert "profession/goldsmith" in truth.hands["blue"]
    assert truth.table_rows["green"] == ["recruiting"]
    assert truth.pieces_by_place["player/blue"]["recruiting"] == 0


def _deal(truth: FlorenceGroundTruth, who: str, wanted: str) -> None:
    """The player holds that profession; where it was, there is one of their own cards."""
    other = next(piece for piece in truth.hands[who] if piece != wanted)
    for pile in (truth.stacks[PROFESSION], *truth.hands.values()):
        pile[:] = [{wanted: other, other: wanted}.get(piece, piece) for piece in pile]


def test_prestige_cards_are_shown_truly_at_the_end() -> None:
    truth = say(table(), "blue open prestige", "green pass", "orange pass")
    card = name(truth.top_cards_of_stack(PRESTIGE_CARD)[0])
    truth.play(Move.parse(f"blue keep {card}"), Move.parse("blue keep ?"))
    say(truth, "green pass", "orange pass", *(f"{who} done" for who in ("blue", "green", "orange")))
    while truth.position.choice_tree.awaited_actors != ("table",):
        who = truth.position.choice_tree.awaited_actors[0]
        say(truth, f"{who} {'pass' if truth.position.phase == 'auction' else 'done'}")
    other = name(truth.stacks[PRESTIGE_CARD][0])
    with pytest.raises(LookupError, match=f"it is {card}"):
        truth.play(Move.parse(f"table prestige blue {other}"))
    assert truth.table_move() == Move.parse(f"table prestige blue {card}")
    say(truth, str(truth.table_move()))
    assert truth.position.outcome() is not None


def test_what_is_lost_doubled_or_misnamed_is_named() -> None:
    truth = acting()
    card = truth.stacks[PROFESSION].pop()
    assert wrong("florence", truth) == [
        "stack/profession: profession: app 12, table 11",
        f"lost or doubled: {card}",
    ]
    truth.stacks[PROFESSION].append(card)
    truth.hands["blue"].append(truth.stacks[BONUS_CARD].pop())
    assert wrong("florence", truth) == [
        f"hand/blue: {truth.hands['blue'][-1]}: app 0, table 1",
        "stack/bonus: bonus: app 20, table 19",
    ]
    truth.stacks[BONUS_CARD].append(truth.hands["blue"].pop())
    truth.pieces_by_place["player/blue"]["jester"] += 1
    assert wrong("florence", truth) == [
        "player/blue: jester: app 0, table 1",
        "lost or doubled: jester",
    ]
    truth.pieces_by_place[SUPPLY]["jester"] -= 1
    assert wrong("florence", truth) == [
        "player/blue: jester: app 0, table 1",
        "supply: jester: app 7, table 6",
    ]
    assert len(ALL_PIECES) == 21 + 20 + 14 + 5 + 30 + 18 + 6 + 7 + 12
