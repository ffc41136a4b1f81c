"""No dead ends in Kabale und Hiebe: every move can be made by touching only what the screen shows."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.rules.moves import UNKNOWN, Move
from companion.rules.tree_walk import pick_legal_move
from companion.screen.context import UiState
from companion.simulator.ground_truth import GroundTruth
from companion.simulator.move_observations import move_without_hidden_words, steps_of_move
from companion.simulator.plugin_parts import make_ground_truth as virtual_table
from companion.simulator.random_players import choose_random_move
from companion.table.messages import FinishMove, Touch
from tests.long import usually
from tests.screen import test_reach as louis
from tests.screen.harness.plain import parted
from tests.table.evenings import begun, setup

KABALE = "kabale"
counts = pytest.mark.parametrize("players", usually([2], [2, 4, 6]))


class Screen(louis.Screen):
    """The screen of a table at one position, without a window."""

    game = KABALE

    def offered(self) -> set[str]:
        """Everything that can be touched, in place of the columns too."""
        shown = self.shows()
        things = {choice.touch_target for choice in shown.choices} | set(shown.enabled_targets)
        things |= {each.touch_target for each in shown.objectives if each.enabled}
        if shown.card_naming is not None:
            things |= {face.touch_target for face in shown.card_naming.characters if face.enabled}
        return things

    def carry_out(self, move: Move) -> None:
        """Make the move by touch: thing by thing as they are shown, then done where that is asked."""
        for step in steps_of_move(self.session.snapshot.position.choice_tree, move):
            if step.touch_target in self.offered():
                self.touch(step.touch_target)
            else:
                assert step.is_implied, (
                    f"{move}: {step.touch_target} is nowhere; there are {sorted(self.offered())}"
                )
        if not self.session.snapshot.accepted_texts:
            assert "done" in self.offered()
            self.session.handle_message(FinishMove())


@counts
def test_every_legal_move_can_be_made_by_touch_where_there_are_no_readers(players: int) -> None:
    chance = Random(players + 5)
    position = begun(KABALE, players)
    made: set[str] = set()
    while position.outcome() is None:
        for move in {
            move_without_hidden_words(
                position.choice_tree, pick_legal_move(position.choice_tree, chance.choice)[0]
            )
            for _ in range(2)
        }:
            screen = Screen(position, players, UiState())
            screen.carry_out(move)
            assert screen.session.history.position == position.play(move)[0], move
            made.add(move.words[1])
        position = position.play(
            move_without_hidden_words(
                position.choice_tree, pick_legal_move(position.choice_tree, chance.choice)[0]
            )
        )[0]
    assert made >= {"objectives", "turned", "removed", "shown", "slide", "skip", "swap", "1", "2"}


@counts
def test_every_card_of_a_hand_can_be_laid_at_the_virtual_table_and_nobody_sees_which(players: int) -> None:
    chance = Random(players)
    seats = tuple(seat.colour for seat in setup(KABALE, players).seats)
    truth: GroundTruth = virtual_table(KABALE, setup(KABALE, players), chance)
    made: set[str] = set()
    while truth.position.outcome() is None:
        (who,) = truth.position.choice_tree.awaited_actors
        if who == "table":
            truth.play(truth.table_move())
            continue
        seen = truth.knowledge_of(who, truth.position)
        move = choose_random_move(seen, chance)
        assert move is not None
        look = replace(UiState(True, seats), hand_owner=who, hand_pieces=truth.hand_pieces(who))
        screen = Screen(truth.position, players, look)
        if move.words[-1] not in ("skip",) and move.words[1] != "swap":
            screen.touch(f"card/{who}/{move.words[-1]}")
        if not screen.session.snapshot.accepted_texts:
            screen.touch(
                "skip" if move.words[-1] == "skip" else f"column/{move.words[1 + (move.words[1] == 'swap')]}"
            )
        assert screen.session.history.position == truth.position.play(move)[0], move
        assert move.words[-1] in ("skip", *"123456") or screen.session.snapshot.accepted_texts[-1].endswith(
            UNKNOWN
        )
        truth.play(move)
        made.add(move.words[1])
    assert made >= {"1", "2", "skip"}


def test_who_was_dealt_a_hand_is_not_done_before_his_card_is_laid() -> None:
    truth: GroundTruth = virtual_table(KABALE, setup(KABALE, 2), Random(1))
    truth.play(truth.table_move())
    (who,) = truth.position.choice_tree.awaited_actors
    look = replace(UiState(True, (who,)), hand_owner=who, hand_pieces=truth.hand_pieces(who))
    dealt, people = (
        Screen(truth.position, 2, look),
        Screen(truth.position, 2, replace(look, is_virtual=False)),
    )
    for screen in (dealt, people):
        screen.session.handle_message(Touch("column/1"))
    assert "done" not in dealt.offered()
    assert dealt.fingers.interpret_touch("done", *parted("done"), dealt.session.snapshot, look) == ()
    dealt.touch(truth.hand_pieces(who)[0])
    assert (
        dealt.session.history.accepted_lines[-1].text
        == f"{who} 1 {truth.hand_pieces(who)[0].rpartition('/')[2]}"
    )
    assert people.session.snapshot.accepted_texts == (f"{who} 1 ?",)  # nobody deals, and no reader watches it
