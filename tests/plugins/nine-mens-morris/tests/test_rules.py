"""The rules, clause by clause; `tests/records` has whole games."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.clauses import MoveRefused
from companion.rules.game import GameSetup, Seat
from companion.rules.movements import movements_between
from companion.rules.moves import Move, Observation, touch_observation
from companion.table.interpretation.judge import Incomplete, Interpreted, judge
from nine_mens_morris.rules.game import GAME
from nine_mens_morris.rules.position import Morris

SEATS = (Seat("white", "Anna"), Seat("black", "Bert"))


def table(white: str, black: str, turn: str = "white", flying: str = "yes", quiet: int = 0) -> Morris:
    """The men of each on the board, and with a + those in hand: `d2 f4 +7`; all others are taken."""
    setup = GameSetup(SEATS, "white", {"flying": flying})
    players = {"white": men(white), "black": men(black)}
    position = GAME.position_from_json({"turn": turn, "quiet": quiet, "players": players}, setup)
    assert position.faults() == ()
    return position


def men(said: str) -> dict[str, Any]:
    board, _, hand = said.partition("+")
    return {"board": board.split(), "hand": int(hand or 0)}


def say(position: Morris, text: str) -> Morris:
    return position.play(Move.parse(text))[0]


def refused(position: Morris, text: str) -> str:
    with pytest.raises(MoveRefused) as no:
        say(position, text)
    return str(no.value.refusal)


def said(position: Morris) -> list[str]:
    return sorted(map(str, position.legal_moves()))


def begun() -> Morris:
    return GAME.initial_position(GameSetup(SEATS, "white"))


class Everywhere:
    """Readers under all points."""

    def has_working_reader(self, zone: str) -> bool:
        return True

    would_report = has_working_reader


# -- moves


def test_N_M1__nobody_has_more_than_nine_men() -> None:
    assert begun().hand == {"white": 9, "black": 9}
    assert GAME.taggable_pieces(GameSetup(SEATS, "white")).count("man/white") == 9
    many = GAME.position_from_json({"players": {"white": men("d2 +9")}}, GameSetup(SEATS, "white"))
    assert "N-M1 too-many-men (who=white men=10)" in map(str, many.faults())


def test_N_1_1__a_man_from_the_hand_goes_to_any_empty_point() -> None:
    placed = say(begun(), "white d2")
    assert (placed.board, placed.hand) == ({"d2": "white"}, {"white": 8, "black": 9})
    assert refused(placed, "black d2") == "N-1.1 occupied (point=d2)"
    assert len(said(placed)) == 23


def test_N_1_2__a_man_goes_along_a_line_to_the_next_point() -> None:
    position = table("a7 d1 d2 f4", "b6 d6 f6")
    assert said(position) == sorted(
        f"white {move}"
        for move in (
            *("a4 from a7", "d7 from a7", "a1 from d1", "g1 from d1"),
            *("b2 from d2", "d3 from d2", "f2 from d2", "e4 from f4", "f2 from f4", "g4 from f4"),
        )
    )
    assert say(position, "white f2 from f4").men("white") == ("a7", "d2", "f2", "d1")
    assert refused(position, "white f2 from a7") == "N-1.2 not-next (source=a7 point=f2)"
    assert refused(position, "white f2 from f6") == "N-1.2 not-your-man (point=f6)"
    assert refused(position, "white e3 from a7") == "N-1.2 out-of-reach (point=e3)"
    assert refused(position, "white f6 from f4") == "N-1.1 occupied (point=f6)"


def test_N_1_3__three_men_fly() -> None:
    position = table("a7 d1 f4", "b6 d6 e3 e4")
    assert say(position, "white g7 from d1").men("white") == ("a7", "g7", "f4")
    assert "N-1.2" in refused(table("a7 d1 f4", "b6 d6 e3 e4", flying="no"), "white g7 from d1")


def test_N_1_4__players_take_turns() -> None:
    assert refused(begun(), "black d2") == "N-1.4 not-your-turn (who=black awaited=white)"
    assert say(begun(), "white d2").turn == "black"


# -- mills


def test_N_2_1__whoever_closes_a_mill_takes_a_man() -> None:
    position = table("d2 b2 f4 a1", "b6 d6 e3 e4")
    after = say(position, "white f2 from f4 takes e3")
    assert after.men("black") == ("b6", "d6", "e4")
    assert refused(position, "white f2 from f4") == "N-2.1 unfinished"
    assert refused(position, "white f2 from f4 takes a1") == "N-2.1 not-their-man (point=a1)"
    assert refused(position, "white d3 from d2 takes e3") == "N-1.2 not-offered (word=takes)"


def test_N_2_1__two_mills_at_once_take_one_man() -> None:
    position = table("b2 d2 f4 f6 g1 +1", "b6 d6 e3 e4 +1")
    events = position.play(Move.parse("white f2 takes e3"))[1]
    assert [type(event).__name__ for event in events].count("MillClosed") == 2
    assert refused(position, "white f2 takes e3 takes e4") == "N-2.1 not-offered (word=takes)"


def test_N_2_1__a_mill_takes_nothing_where_nothing_stands() -> None:
    position = table("b2 d2 +7", "+9")
    assert say(position, "white f2").turn == "black"


def test_N_2_2__a_man_in_a_mill_is_safe_while_others_are_not() -> None:
    position = table("d2 b2 f4 a1", "b6 d6 f6 e3")
    assert refused(position, "white f2 from f4 takes d6") == "N-2.2 in-a-mill (point=d6)"
    assert say(table("d2 b2 f4 a1", "b6 d6 f6"), "white f2 from f4 takes d6").men("black") == ("b6", "f6")


# -- the end


def ends(position: Morris) -> tuple[tuple[str, ...], str] | None:
    result = position.outcome()
    return None if result is None else (result.winners, result.decided_by)


def test_N_3_1__fewer_than_three_men_have_lost() -> None:
    position = table("d2 b2 f4", "b6 d6 e3")
    after, events = position.play(Move.parse("white f2 from f4 takes e3"))
    assert ends(after) == (("white",), "men")
    assert (after.points_by_player(), events[-1].points_by_player()) == (
        {"white": 1, "black": 0},
        {"white": 1},
    )
    neither = GAME.position_from_json({"players": {"white": men("d2")}}, GameSetup(SEATS, "white"))
    assert list(map(str, neither.faults())) == ["N-3.1 both-lost"]


def test_N_3_2__whoever_cannot_move_has_lost() -> None:
    position = table("a7 d7 g7 g4", "d6 a4 f4 d1")
    assert ends(position) is None
    assert ends(say(position, "white g1 from g4")) is None
    blocked = say(table("a7 d7 g7 g4", "d6 a4 f4 d1", "black"), "black g1 from d1")
    assert ends(blocked) == (("black",), "blocked")
    assert ends(table("a7 d7 g7", "d6 a4 f4 g4")) is None  # three men fly
    assert ends(table("a7 d7 g7", "d6 a4 f4 g4", flying="no")) == (("black",), "blocked")


def test_N_3_3__fifty_moves_without_a_mill_are_a_draw() -> None:
    position = table("d2 b2 f4 a1", "b6 d6 e3 e4", quiet=49)
    assert ends(say(position, "white f2 from f4 takes e3")) is None
    assert ends(say(position, "white g4 from f4")) == (("white", "black"), "quiet")


def test_N_3_4__nobody_moves_after_the_end() -> None:
    over = table("d2 b2 f4", "b6 d6")
    assert over.phase == "over"
    assert said(over) == []
    assert refused(over, "black b4 from b6") == "N-3.4 game-over (who=black awaited=)"


# -- observations and touches


def seen(position: Morris, *sights: Observation) -> Interpreted | Incomplete:
    verdict = judge(position, sights, Everywhere())
    assert isinstance(verdict, Interpreted | Incomplete)
    return verdict


def test_a_man_that_arrives_is_a_whole_move_where_only_one_can_have_come() -> None:
    position = table("a7 d1 d2 f4", "b6 d6 f6")
    assert seen(position, Observation("man/white", "point/d3")) == Interpreted(
        Move.parse("white d3 from d2"), may_continue=False
    )


def test_where_two_could_have_come_the_point_it_left_is_touched() -> None:
    position = table("a7 d1 d2 f4", "b6 d6 f6")
    verdict = seen(position, Observation("man/white", "point/f2"))
    assert isinstance(verdict, Incomplete)
    assert {step.touch_target for step in verdict.missing_steps} == {"point/d2", "point/f4"}
    said = Interpreted(Move.parse("white f2 from f4"), may_continue=False)
    assert seen(position, Observation("man/white", "point/f2"), touch_observation("point/f4")) == said
    assert seen(position, touch_observation("point/f4"), touch_observation("point/f2")) == said


def test_a_man_taken_is_touched_and_may_be_shown() -> None:
    position = table("d2 b2 f4 a1", "b6 d6 e3 e4")
    arrived = (Observation("man/white", "point/f2"), touch_observation("point/f4"))
    assert isinstance(seen(position, *arrived), Incomplete)
    taken = Interpreted(Move.parse("white f2 from f4 takes e3"), may_continue=False)
    assert seen(position, *arrived, touch_observation("point/e3")) == taken
    assert seen(position, *arrived, Observation("man/black", "play"), touch_observation("point/e3")) == taken


# -- positions and hands


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/players/white/board/0", {"players": {"white": {"board": ["d4"]}}}),
        ("/players/white/hand", {"players": {"white": {"hand": -1}}}),
        ("/players", {"players": {"white": men("d2 +8"), "black": men("d2 +8")}}),
        ("/phase", {"phase": "over"}),
        ("/round", {"round": 2}),
    ],
)
def test_a_position_that_cannot_be_says_where(path: str, value: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{path}( |:)"):
        GAME.position_from_json({**begun().to_json(), **value}, GameSetup(SEATS, "white"))


def test_taking_back_says_which_men_go_where() -> None:
    before = table("d2 b2 f4 a1", "b6 d6 e3 e4")
    after = say(before, "white f2 from f4 takes e3")
    path = GAME.layout(after), GAME.layout(before)
    made = [
        (each.piece, each.from_, each.to)
        for each in movements_between(GAME.inventory(GameSetup(SEATS, "white")), path)
    ]
    assert made == [("man/white", "point/f2", "point/f4"), ("man/black", "box", "point/e3")]
