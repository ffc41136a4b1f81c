"""No dead ends in the Princes of Florence: every move can be made by touching only what the screen shows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from companion.games import game_rules
from companion.games.florence.screen.auction import AuctionModel
from companion.games.florence.screen.card_choice import CardChoiceModel
from companion.games.florence.screen.placement import PlacementModel
from companion.games.florence.screen.selling import PrestigeSaleModel, purse_target
from companion.games.florence.screen.table_view import StageModel
from companion.games.florence.screen.turn import ActionsModel, PurchaseModel
from companion.games.florence.screen.works import WorkModel
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.tree_walk import pick_legal_move
from companion.screen.context import UiState
from companion.simulator.ground_truth import GroundTruth
from companion.simulator.move_observations import move_without_hidden_words, steps_of_move
from companion.simulator.plugin_parts import make_ground_truth as virtual_table
from companion.simulator.random_players import choose_random_move
from companion.table.messages import FinishMove
from tests.games.florence.tables import paper
from tests.long import usually
from tests.screen import test_reach as louis
from tests.table.evenings import begun, setup

FLORENCE = "florence"
SALE = 0.04
"""How many of the sales that chance would make are made: anybody may sell at any time."""
counts = pytest.mark.parametrize("players", usually([3], [2, 3, 5]))


def touched_on(stage: StageModel | None, open_: frozenset[str]) -> Iterator[str]:
    """What a finger can say by what stands on the stage."""
    match stage:
        case PlacementModel():
            for turn in stage.distinct_rotations:
                for spot in stage.legal_spots(turn):
                    yield from stage.touch_targets_for(spot)
        case WorkModel():
            yield from (worker.touch_target for worker in stage.workers if worker.enabled)
            yield from (card.touch_target for card in stage.bonus_cards if card.enabled)
            yield from (split.touch_target for split in stage.splits)
        case PrestigeSaleModel():
            yield from stage.sale_targets[:1] if len(stage.sale_targets) > 1 else ()
            yield from (
                f"{stage.sale_targets[-1]}{number}"
                for number in range(1, stage.points + 1)
                if stage.sale_targets
            )
        case CardChoiceModel():
            for face in stage.options:
                yield from face.touch_target.split(" ") if face.enabled else ()
        case AuctionModel() | ActionsModel() | PurchaseModel():
            yield from {*on_it(stage)} & open_


def on_it(stage: AuctionModel | ActionsModel | PurchaseModel) -> Iterator[str]:
    """Everything that has a place there."""
    match stage:
        case AuctionModel():
            yield from (*(lot.touch_target for lot in stage.lots), "bid", "pass")
        case ActionsModel():
            yield from (*(action.touch_target for action in stage.actions), "done")
        case PurchaseModel():
            yield from (site.touch_target for site in stage.options)


class Screen(louis.Screen):
    """The screen of a table at one position, without a window."""

    game = FLORENCE

    def offered(self) -> set[str]:
        """Everything that can be touched: buttons, players, and what the stage has."""
        shown = self.shows()
        things = {choice.touch_target for choice in shown.choices}
        for player in shown.players:
            things.add(
                player.touch_target if player.touch_target in shown.enabled_targets else player.purse_target
            )
        return things | set(touched_on(shown.stage, shown.enabled_targets))

    def carry_out(self, move: Move) -> None:
        """Make the move by touch: thing by thing as they are shown, then done where that is asked."""
        if move.words[1] == "sell":
            self.touch(purse_target(move.words[0]))
        for step in steps_of_move(self.session.snapshot.position.choice_tree, move):
            if self.session.snapshot.accepted_texts:
                return
            if step.touch_target in self.offered():
                self.touch(step.touch_target)
            else:
                assert step.is_implied, (
                    f"{move}: {step.touch_target} is nowhere; there are {sorted(self.offered())}"
                )
        if not self.session.snapshot.accepted_texts:
            if not isinstance(self.shows().stage, WorkModel):  # there one button says amount and done
                assert "done" in self.offered()
            self.session.handle_message(FinishMove())


def some(position: Position, chance: Random) -> Move:
    """A move by chance, seldom a sale."""
    while True:
        move, _ = pick_legal_move(position.choice_tree, chance.choice)
        if move.words[1] != "sell" or chance.random() < SALE:
            return move


@counts
def test_every_legal_move_can_be_made_by_touch_where_there_are_no_readers(players: int) -> None:
    chance = Random(players + 1)
    position = begun(FLORENCE, players)
    made: set[str] = set()
    while position.outcome() is None:
        move = move_without_hidden_words(position.choice_tree, some(position, chance))
        screen = Screen(position, players, UiState())
        screen.carry_out(move)
        position = position.play(move)[0]
        assert screen.session.history.position == position, move
        made.add(move.words[1])
    assert made >= {"open", "bid", "pass", "place", "build", "profession", "bonus", "freedom", "done", "sell"}


@counts
def test_every_move_a_hand_allows_can_be_made_at_the_virtual_table(players: int) -> None:
    chance = Random(players)
    people = setup(FLORENCE, players)
    seats = tuple(seat.colour for seat in people.seats)
    truth: GroundTruth = virtual_table(FLORENCE, people, chance)
    made: set[str] = set()
    while truth.position.outcome() is None:
        (who,) = truth.position.choice_tree.awaited_actors
        if who == "table":
            truth.play(truth.table_move())
            continue
        move = choose_random_move(truth.knowledge_of(who, truth.position), chance)
        assert move is not None
        screen = Screen(truth.position, players, UiState(True, seats))
        _looks(screen, truth, who, move)
        assert screen.session.history.position == truth.position.play(move)[0], move
        truth.play(move)
        made.add(move.words[1])
    assert made >= {"open", "bid", "pass", "place", "build", "profession", "bonus", "freedom", "done"}
    assert players == 2 or "keep" in made


def _looks(screen: Screen, truth: GroundTruth, who: str, move: Move) -> None:
    """The player looks at their hand, and at what they said they look at, and makes the move."""
    if move.words[1] == "sell":
        screen.touch(purse_target(who))
    for step in steps_of_move(screen.session.snapshot.position.choice_tree, move):
        if screen.session.snapshot.accepted_texts:
            return
        hand = truth.hand_pieces(who, screen.session.snapshot.pending_input)
        screen.look = replace(screen.look, hand_owner=who, hand_pieces=hand)
        if step.touch_target in screen.offered():
            screen.touch(step.touch_target)
        elif step.face_down:
            screen.touch(step.accepted_observations[0].piece)
        else:
            assert step.is_implied, (
                f"{move}: {step.touch_target} is nowhere; there are {sorted(screen.offered())}"
            )
    if not screen.session.snapshot.accepted_texts:
        screen.session.handle_message(FinishMove())


def test_the_prestige_cards_are_shown_by_touch() -> None:
    held = {"blue": {"prestige": {"?": 2}}, "red": {"prestige": {"?": 1}}}
    data = paper("final", 4, held)
    screen = Screen(
        game_rules(FLORENCE).position_from_json(data, setup(FLORENCE, 4)).settled_with_events()[0],
        4,
        UiState(),
    )
    assert {thing for thing in screen.offered() if thing.startswith("player/")} == {
        "player/blue",
        "player/red",
    }
    for thing in ("player/blue", "prestige/all-freedoms", "prestige/most-lakes"):
        screen.touch(thing)
    assert screen.session.snapshot.accepted_texts == ("table prestige blue most-lakes all-freedoms",)
    assert "prestige/most-lakes" not in screen.offered()
    for thing in ("player/red", "prestige/most-works"):
        screen.touch(thing)
    assert screen.session.snapshot.position.outcome() is not None
