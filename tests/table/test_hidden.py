"""Cards laid face down: said by a reader or by nobody, never assumed, never taken wrongly."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules.account import Account
from companion.rules.game import Seat, Setup
from companion.rules.moves import Move, Sight, touch
from companion.rules.position import Position
from companion.rules.walking import walk
from companion.table.judge import Ask, Done, Misfit, Verdict, Wait, judge
from companion.table.untold import Tags
from companion.table.zones import Plan, Watched
from tests.table.backs import GAME

SETUP = Setup((Seat("black", "Anna"), Seat("white", "Bert")), "black")
TOUCH = Watched(Plan(), {})
PLAY = Watched(Plan({"play": "reader"}), {})
COLUMNS = Watched(Plan({"column/1": "reader", "column/2": "reader"}), {})
DEAD = Watched(Plan({"play": "reader", "column/2": "reader"}), {"play": "broken", "column/2": "broken"})
EVERY = pytest.mark.parametrize("readers", [TOUCH, PLAY, COLUMNS, DEAD])
ACE = "card/black/ace"


def at(*said: str) -> Position:
    account = Account(GAME, SETUP, GAME.begin(SETUP))
    for text in said:
        account.say(text)
    return account.position


def done(text: str, open_: bool = False) -> Done:
    return Done(Move.of(text), open_)


def meant(readers: Watched, *seen: Sight, said: tuple[str, ...] = ()) -> Verdict:
    return judge(at(*said), seen, readers)


@pytest.mark.parametrize("readers", [TOUCH, DEAD])
def test_where_no_reader_works_a_column_touched_is_a_card_that_nobody_saw(readers: Watched) -> None:
    assert meant(readers, touch("column/2")) == done("black 2 ?")


def test_one_dead_reader_keeps_nobody_waiting_for_it() -> None:
    readers = Watched(COLUMNS.plan, {"column/2": "broken"})
    assert meant(readers, touch("column/2")) == done("black 2 ?")
    assert meant(readers, touch("column/1")) == done("black 1 ?", True)


def test_where_a_reader_works_a_column_touched_waits_for_the_card() -> None:
    for readers in (PLAY, COLUMNS):
        assert meant(readers, touch("column/2")) == done("black 2 ?", True)


def test_column_then_card_and_card_then_column_are_the_same() -> None:
    seen = touch("column/2"), Sight(ACE, "play")
    assert meant(PLAY, *seen) == meant(PLAY, *reversed(seen)) == done("black 2 ace")


def test_a_card_on_the_reader_of_its_column_says_both() -> None:
    assert meant(COLUMNS, Sight(ACE, "column/2")) == done("black 2 ace")


def test_a_card_at_play_asks_which_column() -> None:
    verdict = meant(PLAY, Sight(ACE, "play"))
    assert isinstance(verdict, Ask)
    assert [option.thing for option in verdict.question.options] == ["column/1", "column/2"]
    answered = meant(PLAY, Sight(ACE, "play"), verdict.question.options[1].sight)
    assert answered == done("black 2 ace")


def test_a_card_at_play_goes_where_the_only_open_column_is() -> None:
    full = ("black 1 ace", "white 1 ace", "black 1 king")
    assert meant(PLAY, Sight("card/white/queen", "play"), said=full) == done("white 2 queen")


def test_a_card_shown_at_play_and_then_laid_on_its_column_is_one_card() -> None:
    both = Watched(Plan({**PLAY.plan.zones, **COLUMNS.plan.zones}), {})
    assert meant(both, Sight(ACE, "play"), Sight(ACE, "play"), Sight(ACE, "column/2")) == done("black 2 ace")


@EVERY
def test_two_cards_are_never_one(readers: Watched) -> None:
    verdict = meant(readers, Sight(ACE, "play"), Sight("card/black/king", "play"))
    assert isinstance(verdict, Misfit)
    assert verdict.undo == Sight("card/black/king", "play")


@EVERY
def test_a_card_in_another_column_than_was_touched_is_refused(readers: Watched) -> None:
    assert isinstance(meant(readers, touch("column/1"), Sight(ACE, "column/2")), Misfit)


def test_the_rule_in_the_way_is_the_columns_even_where_nothing_was_read() -> None:
    full = ("black 1 ace", "white 1 ace", "black 1 king")
    for sight in (touch("column/1"), Sight("card/white/queen", "column/1")):
        verdict = meant(COLUMNS, sight, said=full)
        assert isinstance(verdict, Misfit)
        assert verdict.refusal.why.code == "column-full"


def test_a_card_known_to_lie_elsewhere_is_refused_by_its_own_rule() -> None:
    verdict = meant(COLUMNS, Sight(ACE, "column/2"), said=("black 1 ace", "white 2 ace"))
    assert isinstance(verdict, Misfit)
    assert (verdict.refusal.why.code, verdict.tried) == ("known-elsewhere", ("black", "2", "ace"))


def test_a_strangers_card_is_not_his_turn() -> None:
    verdict = meant(COLUMNS, Sight("card/white/ace", "column/2"))
    assert isinstance(verdict, Misfit)
    assert verdict.refusal.why.code == "not-you"


@EVERY
def test_a_finger_on_the_player_alone_takes_nothing(readers: Watched) -> None:
    assert isinstance(meant(readers, touch("player/black")), Ask | Wait)


def test_in_public_the_back_of_a_card_is_the_move_without_its_name() -> None:
    public = at("black 1 ace", "white 2 ace").public()
    for zone in ("column/2", "play"):
        seen = touch("column/2"), Sight("card/black/?", zone)
        assert judge(public, seen, PLAY) == done("black 2 ?")
    assert judge(public, (Sight("card/black/?", "column/2"),), COLUMNS) == done("black 2 ?")


@pytest.mark.parametrize("seed", range(20))
def test_every_move_is_one_without_names_in_public(seed: int) -> None:
    rng = Random(seed)
    account = Account(GAME, SETUP, GAME.begin(SETUP))
    while account.position.offered.after:
        move, _ = walk(account.position.offered, rng.choice)
        heard = Move(GAME.public_words(move.words))
        assert heard in account.position.public().legal()
        account.play(move)


def test_a_card_face_down_is_waited_for_only_where_all_that_it_could_be_have_tags() -> None:
    box = frozenset(GAME.pieces(SETUP))
    assert Tags.of(GAME, SETUP, box).on(ACE)
    assert not Tags.of(GAME, SETUP, box - {"card/black/king"}).on(ACE)
    assert Tags.of(GAME, SETUP, box - {"card/white/king"}).on(ACE)
