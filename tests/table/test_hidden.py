"""Cards laid face down: said by a reader or by nobody, never assumed, never taken wrongly."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.moves import Move, Observation, touch_observation
from companion.rules.position import Position
from companion.rules.tree_walk import pick_legal_move
from companion.table.interpretation.judge import (
    Ambiguous,
    Incomplete,
    Interpretation,
    Interpreted,
    Unexplained,
    judge,
)
from companion.table.interpretation.touch_only import TagCoverage
from companion.table.zones import ZonePlan, ZoneStatus
from tests.table.backs import GAME

SETUP = GameSetup((Seat("black", "Anna"), Seat("white", "Bert")), "black")
TOUCH = ZoneStatus(ZonePlan(), {})
PLAY = ZoneStatus(ZonePlan({"play": "reader"}), {})
COLUMNS = ZoneStatus(ZonePlan({"column/1": "reader", "column/2": "reader"}), {})
DEAD = ZoneStatus(
    ZonePlan({"play": "reader", "column/2": "reader"}), {"play": "broken", "column/2": "broken"}
)
EVERY = pytest.mark.parametrize("readers", [TOUCH, PLAY, COLUMNS, DEAD])
SIX = "card/black/six"


def at(*said: str) -> Position:
    account = GameHistory(GAME, SETUP, GAME.initial_position(SETUP))
    for text in said:
        account.apply_line(text)
    return account.position


def done(text: str, open_: bool = False) -> Interpreted:
    return Interpreted(Move.parse(text), open_)


def meant(readers: ZoneStatus, *seen: Observation, said: tuple[str, ...] = ()) -> Interpretation:
    return judge(at(*said), seen, readers)


@pytest.mark.parametrize("readers", [TOUCH, DEAD])
def test_where_no_reader_works_a_column_touched_is_a_card_that_nobody_saw(readers: ZoneStatus) -> None:
    assert meant(readers, touch_observation("column/2")) == done("black 2 ?")


def test_one_dead_reader_keeps_nobody_waiting_for_it() -> None:
    readers = ZoneStatus(COLUMNS.zone_plan, {"column/2": "broken"})
    assert meant(readers, touch_observation("column/2")) == done("black 2 ?")
    assert meant(readers, touch_observation("column/1")) == done("black 1 ?", True)


def test_where_a_reader_works_a_column_touched_waits_for_the_card() -> None:
    for readers in (PLAY, COLUMNS):
        assert meant(readers, touch_observation("column/2")) == done("black 2 ?", True)


def test_column_then_card_and_card_then_column_are_the_same() -> None:
    seen = touch_observation("column/2"), Observation(SIX, "play")
    assert meant(PLAY, *seen) == meant(PLAY, *reversed(seen)) == done("black 2 six")


def test_a_card_on_the_reader_of_its_column_says_both() -> None:
    assert meant(COLUMNS, Observation(SIX, "column/2")) == done("black 2 six")


def test_a_card_at_play_asks_which_column() -> None:
    verdict = meant(PLAY, Observation(SIX, "play"))
    assert isinstance(verdict, Ambiguous)
    assert [option.touch_target for option in verdict.question.options] == ["column/1", "column/2"]
    answered = meant(PLAY, Observation(SIX, "play"), verdict.question.options[1].observation)
    assert answered == done("black 2 six")


def test_a_card_at_play_goes_where_the_only_open_column_is() -> None:
    full = ("black 1 six", "white 1 six", "black 1 king")
    assert meant(PLAY, Observation("card/white/queen", "play"), said=full) == done("white 2 queen")


def test_a_card_shown_at_play_and_then_laid_on_its_column_is_one_card() -> None:
    both = ZoneStatus(ZonePlan({**PLAY.zone_plan.zones, **COLUMNS.zone_plan.zones}), {})
    assert meant(
        both, Observation(SIX, "play"), Observation(SIX, "play"), Observation(SIX, "column/2")
    ) == done("black 2 six")


@EVERY
def test_two_cards_are_never_one(readers: ZoneStatus) -> None:
    verdict = meant(readers, Observation(SIX, "play"), Observation("card/black/king", "play"))
    assert isinstance(verdict, Unexplained)
    assert verdict.offending_observation == Observation("card/black/king", "play")


@EVERY
def test_a_card_in_another_column_than_was_touched_is_refused(readers: ZoneStatus) -> None:
    assert isinstance(
        meant(readers, touch_observation("column/1"), Observation(SIX, "column/2")), Unexplained
    )


def test_the_rule_in_the_way_is_the_columns_even_where_nothing_was_read() -> None:
    full = ("black 1 six", "white 1 six", "black 1 king")
    for sight in (touch_observation("column/1"), Observation("card/white/queen", "column/1")):
        verdict = meant(COLUMNS, sight, said=full)
        assert isinstance(verdict, Unexplained)
        assert verdict.refusal.clause.code == "column-full"


def test_a_card_known_to_lie_elsewhere_is_refused_by_its_own_rule() -> None:
    verdict = meant(COLUMNS, Observation(SIX, "column/2"), said=("black 1 six", "white 2 six"))
    assert isinstance(verdict, Unexplained)
    assert (verdict.refusal.clause.code, verdict.tried_words) == ("known-elsewhere", ("black", "2", "six"))


def test_a_strangers_card_is_not_his_turn() -> None:
    verdict = meant(COLUMNS, Observation("card/white/six", "column/2"))
    assert isinstance(verdict, Unexplained)
    assert verdict.refusal.clause.code == "not-you"


@EVERY
def test_a_finger_on_the_player_alone_takes_nothing(readers: ZoneStatus) -> None:
    assert isinstance(meant(readers, touch_observation("player/black")), Ambiguous | Incomplete)


def test_in_public_the_back_of_a_card_is_the_move_without_its_name() -> None:
    public = at("black 1 six", "white 2 six").to_public()
    for zone in ("column/2", "play"):
        seen = touch_observation("column/2"), Observation("card/black/?", zone)
        assert judge(public, seen, PLAY) == done("black 2 ?")
    assert judge(public, (Observation("card/black/?", "column/2"),), COLUMNS) == done("black 2 ?")


@pytest.mark.parametrize("seed", range(20))
def test_every_move_is_one_without_names_in_public(seed: int) -> None:
    rng = Random(seed)
    account = GameHistory(GAME, SETUP, GAME.initial_position(SETUP))
    while account.position.choice_tree.choice_by_actor:
        move, _ = pick_legal_move(account.position.choice_tree, rng.choice)
        heard = Move(GAME.public_words(move.words))
        assert heard in account.position.to_public().legal_moves()
        account.play(move)


def test_a_card_face_down_is_waited_for_only_where_all_that_it_could_be_have_tags() -> None:
    box = frozenset(GAME.taggable_pieces(SETUP))
    assert TagCoverage.from_tagged_words(GAME, SETUP, box).has_tag(SIX)
    assert not TagCoverage.from_tagged_words(GAME, SETUP, box - {"card/black/king"}).has_tag(SIX)
    assert TagCoverage.from_tagged_words(GAME, SETUP, box - {"card/white/king"}).has_tag(SIX)
