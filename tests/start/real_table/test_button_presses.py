"""What buttons mean, row by row as the module has them; and that they never mean anything else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.tree_walk import pick_legal_move
from companion.start.real_table.button_presses import DEBOUNCE_S, PressDebouncer, message_for_button
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    DismissNotices,
    EnterLine,
    FinishMove,
    MovePointer,
    ReaderDown,
    ReportInput,
    SeatButtonPressed,
    SessionMessage,
    SeveralTagsPresent,
    Touch,
    UndoMoves,
)
from companion.table.session import Session
from companion.table.zones import ZonePlan
from tests.long import examples
from tests.start.sessions import messages, session, told
from tests.table.evenings import evidence
from tests.table.test_veil import Table
from tests.tables import At, begun, louis

BUTTONS = ("yes", "no", "undo", *(f"player/{number}" for number in range(1, 6)))
SIDES = [
    "tile 4 money:3 first",
    "tile 8 money:3 stones:2",
    "tile 6 stones:3 money:4",
    "tile 10 stones:3 first",
]
MOST = 120
"""Moves of a game that are tried: a whole one has fewer, unless it is taken back again and again."""
STONE_MISSION = "light-stone-2:ring"
FOUR_MISSION = "dark-four:ring"
EXCHANGE_MISSION = "mid-exchange:helmet+ring"
PAY_TWO_MISSION = "light-pay-two:ring"
SWAP_MISSION = "light-swap-chip:ring"


def yes_or_no() -> At:
    """Blue is asked whether to buy."""
    return louis(
        "evaluation",
        3,
        tile=6,
        stones={6: {"yellow": 3, "blue": 2, "red": 1}},
        back=[6],
        prints=SIDES,
    ).say("yellow skip")


def skip() -> At:
    """Blue may lay a stone for a mission, or skip."""
    return louis("supply", people={"blue": {"missions": [STONE_MISSION], "general": 4}}).say(
        "table money 4 2"
    )


def influence() -> At:
    """Blue plays an influence card."""
    return louis("supply").say("table money 4 2")


def done() -> At:
    """Red fulfils missions, or is done."""
    return louis("missions", 3, start="red")


def several() -> At:
    """Tile 7 is about to be evaluated: red may play an intrigue card before."""
    people = {"red": {"intrigue": {"7": 1}}, "blue": {"intrigue": {"?": 1}}}
    return louis("evaluation", 3, tile=7, stones={7: {"blue": 2, "red": 1}}, people=people, prints=SIDES)


def mean(at: At, *before: SessionMessage) -> dict[str, SessionMessage | None]:
    """What each button says there."""
    now = told(session(at), *before)
    return {button: message_for_button(now, button) for button in BUTTONS}


def only(**said: SessionMessage) -> dict[str, SessionMessage | None]:
    """Nothing, but for these (`player_1` is `player/1`)."""
    return dict.fromkeys(BUTTONS) | {name.replace("_", "/"): message for name, message in said.items()}


# -- row by row


def test_any_of_the_shared_buttons_reads_a_refusal_and_a_players_own_does_not() -> None:
    refused = mean(influence(), EnterLine("blue inf6 place 1 2 3 4 5"))
    assert refused == only(yes=DismissNotices(), no=DismissNotices(), undo=DismissNotices())
    assert mean(yes_or_no(), ReportInput(SeveralTagsPresent("play"))) == refused


def test_a_reader_that_is_down_is_nothing_to_be_read() -> None:
    assert mean(yes_or_no(), ReportInput(ReaderDown("play", "no answer")))["yes"] == ReportInput(
        SeatButtonPressed("blue", "yes")
    )


def test_a_plan_for_taking_back_is_agreed_to_or_left() -> None:
    plan = mean(influence(), EnterLine("blue inf6 take"), UndoMoves(1))
    assert plan == only(yes=UndoMoves(1, is_confirmed=True), no=DismissNotices(), undo=UndoMoves(1))
    assert mean(influence(), EnterLine("blue inf6 take"), EnterLine("yellow inf6 take"), UndoMoves(2))[
        "yes"
    ] == UndoMoves(2, is_confirmed=True)


def test_the_movements_of_a_taking_back_are_read() -> None:
    assert mean(influence(), EnterLine("blue inf6 take"), UndoMoves(1, is_confirmed=True)) == only(
        yes=DismissNotices(), no=DismissNotices(), undo=UndoMoves(1)
    )


def test_a_move_that_stands_is_done_by_yes_or_by_him_whose_it_is_and_cleared_by_no() -> None:
    stands = mean(influence(), Touch("card/inf6"), Touch("tile/6"))
    assert stands == only(yes=FinishMove(), no=ClearPendingInput(), player_1=FinishMove(), undo=UndoMoves(1))


def test_a_question_for_yes_or_no_is_answered_for_him_who_is_asked() -> None:
    assert mean(yes_or_no()) == only(
        yes=ReportInput(SeatButtonPressed("blue", "yes")),
        no=ReportInput(SeatButtonPressed("blue", "no")),
        undo=UndoMoves(1),
    )


def test_no_skips_and_so_does_his_own_button_where_nobody_else_may_do_anything() -> None:
    skipped = ReportInput(SeatButtonPressed("blue", "skip"))
    assert mean(skip()) == only(no=skipped, player_1=skipped, undo=UndoMoves(1))


def test_yes_says_done_and_so_does_his_own_button() -> None:
    ready = ReportInput(SeatButtonPressed("red", "done"))
    at = done()
    assert "red done" in at.legal
    assert mean(at) == only(yes=ready, player_3=ready, undo=UndoMoves(1))


def test_what_lies_noticed_and_is_no_move_yet_is_cleared_by_no_and_yes_points_at_what_readers_cannot_see() -> (
    None
):
    assert mean(influence(), Touch("card/inf6")) == only(
        yes=MovePointer("take"), no=ClearPendingInput(), undo=UndoMoves(1)
    )


def test_what_is_pointed_at_is_touched_by_yes_left_by_no_and_let_go_by_undo() -> None:
    at = louis("influence", people={"blue": {"missions": [PAY_TWO_MISSION, EXCHANGE_MISSION]}})
    assert mean(at) == only(yes=MovePointer("pay-two"), undo=UndoMoves(1))
    assert mean(at, MovePointer("pay-two")) == only(
        yes=Touch("pay-two"), no=MovePointer("exchange"), undo=MovePointer("")
    )
    assert mean(at, MovePointer("exchange")) == only(
        yes=Touch("exchange"), no=MovePointer(""), undo=MovePointer("")
    )


def test_at_a_move_that_stands_no_points_at_what_else_belongs_to_it_and_at_last_at_clearing() -> None:
    at = louis("influence", people={"blue": {"missions": [FOUR_MISSION]}})
    stands = (Touch("card/inf6"), Touch("tile/6"))
    assert mean(at, *stands) == only(
        yes=FinishMove(), no=MovePointer("four"), player_1=FinishMove(), undo=UndoMoves(1)
    )
    assert mean(at, *stands, MovePointer("four"))["no"] == MovePointer("clear")
    assert mean(at, *stands, MovePointer("clear"))["yes"] == ClearPendingInput()
    assert mean(at, *stands, MovePointer("clear"))["no"] == MovePointer("")


def test_where_yes_says_done_no_points_at_what_may_come_before() -> None:
    at = louis("missions", start="red", people={"red": {"missions": [SWAP_MISSION], "chips": {"ring": 1}}})
    done = ReportInput(SeatButtonPressed("red", "done"))
    assert mean(at) == only(yes=done, no=MovePointer("swap/red"), player_3=done, undo=UndoMoves(1))


def test_where_several_may_do_something_a_player_takes_the_word_first() -> None:
    taken = mean(several())
    assert taken["player/3"] == Touch("player/red")
    assert (taken["yes"], taken["no"]) == (MovePointer("evaluate"), None)
    assert mean(several(), Touch("player/red"))["player/3"] is None


def test_where_nobody_sits_and_in_a_turn_without_questions_a_press_means_nothing() -> None:
    said = mean(influence())
    assert said == only(undo=UndoMoves(1))


def test_a_button_nobody_knows_means_nothing() -> None:
    now = session(yes_or_no()).snapshot
    assert [
        message_for_button(now, name) for name in ("player/", "player/0", "player/x", "player/²", "maybe")
    ] == [None] * 5


def test_a_things_own_button_is_a_finger_on_it_where_it_may_come_next() -> None:
    watched = session(influence())
    assert message_for_button(watched.snapshot, "tile/6") is None  # first the card
    now = told(watched, Touch("card/inf6"))
    assert message_for_button(now, "tile/6") == Touch("tile/6")
    assert message_for_button(now, "tile/12") is None
    assert message_for_button(now, "column/2") is None
    now = told(watched, EnterLine("blue inf6 place 1 2 3 4 5"))
    assert now.refusal_notice is not None
    assert message_for_button(now, "tile/6") is None  # the refusal is read first


@pytest.mark.parametrize("plan", [ZonePlan(), ZonePlan({"play": "reader"})])
def test_a_columns_button_says_where_the_card_lies(plan: ZonePlan) -> None:
    table = Table(plan)
    assert message_for_button(table.session.snapshot, "column/2") == Touch("column/2")
    assert message_for_button(table.session.snapshot, "column/9") is None
    table.do(Touch("column/2"))
    assert table.record == ([] if plan.zones else ["black 2 ?"])


def test_a_columns_button_answers_where_a_card_that_was_read_lies() -> None:
    table = Table(ZonePlan({"play": "reader"}))
    now = table.lay("black/six", "play")
    assert isinstance(now.interpretation, Ambiguous)
    answer = message_for_button(now, "column/2")
    assert answer == Touch("column/2")
    table.do(answer)
    assert table.record == ["black 2 six"]


def test_two_presses_of_one_button_in_a_moment_are_one() -> None:
    now = 100.0
    once = PressDebouncer(lambda: now)
    assert [once.is_new_press("yes"), once.is_new_press("yes"), once.is_new_press("no")] == [
        True,
        False,
        True,
    ]
    now += DEBOUNCE_S - 0.01
    assert not once.is_new_press("yes")
    now += DEBOUNCE_S
    assert once.is_new_press("yes")


# -- whole games


@settings(max_examples=examples(30), deadline=None, database=None)
@given(seed=st.integers(0, 2**32), fingers=st.sampled_from((0.0, 0.7)))
def test_a_press_is_what_is_offered_or_nothing_in_whole_games(seed: int, fingers: float) -> None:
    rng = Random(seed)
    watched = session(begun(3))
    for _ in range(MOST):
        before = watched.snapshot
        if before.position.outcome() is not None:
            break
        move, _ = pick_legal_move(before.position.choice_tree, rng.choice)
        seen = evidence(before.position, move, fingers, rng)
        for sight in seen[: rng.randrange(len(seen) + 1)]:
            if watched.snapshot.accepted_texts != before.accepted_texts:
                break
            told(watched, *messages(sight))
            press(watched, rng.choice(BUTTONS))
        press(watched, rng.choice(BUTTONS))
        told(watched, DismissNotices(), ClearPendingInput())
        if watched.snapshot.accepted_texts == before.accepted_texts:
            told(watched, EnterLine(str(move)))
    else:
        assert len(watched.snapshot.accepted_texts) > MOST // 4


def press(watched: Session, button: str) -> None:
    """Press it, and see that nothing happens but what the screen offered."""
    before = watched.snapshot
    message = message_for_button(before, button)
    if message is None:
        return
    after = told(watched, message)
    assert after.refusal_notice is None or message == UndoMoves(1), (
        f"{button}: {message} was refused: {after.refusal_notice}"
    )
    accepted = [entry.text for entry in after.new_entries]
    match message:
        case ReportInput(SeatButtonPressed(who, role)) if accepted:
            words = accepted[0].split()
            assert (len(accepted), words[0], words[-1]) == (1, who, role)
        case Touch(thing):
            assert thing == before.pointed_at or button.startswith("player/")
        case ChooseAnswer(option):
            assert isinstance(before.interpretation, Ambiguous)
            assert option in before.interpretation.question.options
        case FinishMove():
            assert isinstance(before.interpretation, Interpreted)
            assert accepted == [str(before.interpretation.move)]
        case UndoMoves(count, True):
            assert before.undo_plan is not None
            assert accepted == [f"undo {count}"]
            assert before.undo_plan.move_count == count
        case _:
            assert accepted == []
