"""No dead ends: in every position every legal move can be made by touching only what the screen shows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from companion.games import game_rules, load_plugin_part
from companion.games.louis_xiv.screen.table_view import TableModel, TableView
from companion.rules.history import GameHistory
from companion.rules.moves import PLAY_ZONE, Move
from companion.rules.position import Position
from companion.rules.record import RecordHeader
from companion.rules.tree_walk import pick_legal_move
from companion.screen.context import UiState
from companion.screen.game_session.game_controller import PresenterModule, TouchInterpreter
from companion.simulator.ground_truth import GroundTruth
from companion.simulator.move_observations import steps_of_move
from companion.simulator.plugin_parts import make_ground_truth as virtual_table
from companion.simulator.random_players import choose_random_move
from companion.start import VirtualDealerAndDeckFactory
from companion.table.interpretation.judge import Ambiguous
from companion.table.messages import ReportInput
from companion.table.session import Session
from companion.table.zones import TOUCH_ONLY_PLAN, ZonePlan
from companion.voice.language import load_translation
from companion.voice.voice import Voice
from tests.long import usually
from tests.screen import everywhere
from tests.screen.conftest import Sit
from tests.screen.harness.plain import parted
from tests.screen.harness.stage import Alone
from tests.table.evenings import begun, setup
from tests.tables import louis

LOUIS = "louis-xiv"
WORDS = {
    "fulfil",
    "draw",
    "keep",
    "done",
    "buy",
    "stone",
    "stones",
    "intrigue",
    "skip",
    "swap",
    "renew",
    "exchange",
}
counts = pytest.mark.parametrize("players", usually([3], [2, 3, 4]))


class Screen:
    """The screen of a table at one position, without a window: what it shows, and what a touch does."""

    game = LOUIS

    def __init__(self, position: Position, players: int, look: UiState) -> None:
        head = RecordHeader(self.game, setup(self.game, players), position=position.to_json())
        deck = VirtualDealerAndDeckFactory().make_deck(head) if look.is_virtual else None
        plan = ZonePlan({PLAY_ZONE: "reader"}) if look.is_virtual else TOUCH_ONLY_PLAN
        self.session = Session(
            GameHistory.from_header(head, game_rules(self.game)), deck=deck, zone_plan=plan
        )
        self.fingers = TouchInterpreter(deck)
        self.look = look
        self.voice = Voice(self.game, {}, "cs")

    def shows(self) -> Any:
        """The table as the game's view is given it."""
        shown = cast(PresenterModule, load_plugin_part(self.game, "screen", "presenter"))
        return shown.table_model(self.session.snapshot, self.look, self.voice, ())

    def offered(self) -> set[str]:
        """Everything that can be touched."""
        shown = self.shows()
        things = {choice.touch_target for choice in shown.choices} | set(shown.enabled_targets)
        for counter in shown.arms_steppers:
            things |= {f"count/{counter.touch_target}/{number}" for number in range(1, counter.maximum + 1)}
        return things

    def touch(self, thing: str) -> None:
        """A touch; the screen must show the thing."""
        assert thing in self.offered(), f"{thing} is not among {sorted(self.offered())}"
        now = self.session.snapshot
        messages = self.fingers.interpret_touch(thing, *parted(thing), now, self.look)
        if isinstance(messages, UiState):
            self.look = messages
            return
        if any(isinstance(message, ReportInput) for message in messages):
            self.look = replace(
                self.look, laid_cards=(*self.look.pending_laid_cards(now.pending_input), thing)
            )
        for message in messages:
            self.session.handle_message(message)
            assert self.session.snapshot.refusal_notice is None, self.voice.refusal_text(
                self.session.snapshot.refusal_notice.refusal, self.session.snapshot.position
            )

    def make(self, move: Move, wanted: Position) -> None:
        """Make the move by touch: thing by thing as they are shown, then what is asked."""
        path = steps_of_move(self.session.snapshot.position.choice_tree, move)
        for step in path:
            thing = step.touch_target
            kind, _, count = thing.partition("/")
            if f"count/{thing}" in self.offered():
                self.touch(f"count/{kind}/{count}")
            elif thing in self.offered():
                self.touch(thing)
            elif f"open/{count.partition(':')[0]}" in self.offered():
                self.touch(f"open/{count.partition(':')[0]}")
                self.touch(thing)
            else:
                assert step.is_implied, f"{move}: {thing} is nowhere; there are {sorted(self.offered())}"
        while not self.session.snapshot.accepted_texts:
            self.touch(self.next(wanted))

    def next(self, wanted: Position) -> str:
        """Done, or the answer that leads there."""
        now = self.session.snapshot
        if isinstance(now.interpretation, Ambiguous):
            for number, option in enumerate(now.interpretation.question.options):
                if any(now.position.play(each)[0] == wanted for each in option.moves):
                    return f"answer/{number}"
        return "counted" if "counted" in self.offered() else "done"


def positions(players: int, seed: int) -> Iterator[tuple[Position, Random]]:
    """Every position of a random game."""
    chance = Random(seed)
    position = begun(LOUIS, players)
    while position.outcome() is None:
        yield position, chance
        position = position.play(pick_legal_move(position.choice_tree, chance.choice)[0])[0]


@counts
def test_every_legal_move_can_be_made_by_touch_where_there_are_no_readers(players: int) -> None:
    for position, chance in positions(players, players):
        for move in {pick_legal_move(position.choice_tree, chance.choice)[0] for _ in range(2)}:
            wanted = position.play(move)[0]
            screen = Screen(position, players, UiState())
            screen.make(move, wanted)
            assert screen.session.snapshot.position == wanted, move


@counts
def test_every_move_a_hand_allows_can_be_made_at_the_virtual_table(players: int) -> None:
    chance = Random(players)
    truth: GroundTruth = virtual_table(LOUIS, setup(LOUIS, players), chance)
    made: set[str] = set()
    seats = tuple(seat.colour for seat in setup(LOUIS, players).seats)
    while truth.position.outcome() is None:
        move = _somebodys(truth, seats, chance)
        if move is None:
            truth.play(truth.table_move())
            continue
        who = move.words[0]
        look = replace(UiState(True, seats), hand_owner=who, hand_pieces=truth.hand_pieces(who))
        screen = Screen(truth.position, players, look)
        wanted = truth.position.play(move)[0]
        for kind in ("card", "mission", "intrigue"):
            needed = any(
                step.touch_target.startswith(f"{kind}/")
                for step in steps_of_move(truth.position.choice_tree, move)
            )
            if needed and f"cards/{kind}" in screen.offered():
                screen.touch(f"cards/{kind}")
        screen.make(move, wanted)
        assert screen.session.snapshot.position == wanted, move
        truth.play(move)
        made.add(move.words[1] if move.words[1] in WORDS else "card")
    assert made > {"card", "fulfil", "draw", "keep", "done", "buy"}


def _somebodys(truth: GroundTruth, seats: tuple[str, ...], chance: Random) -> Move | None:
    """The move of somebody who is asked, or may move unasked."""
    for who in chance.sample(seats, len(seats)):
        if who in truth.position.choice_tree.choice_by_actor:
            move = choose_random_move(truth.knowledge_of(who, truth.position), chance)
            if move is not None:
                return move
    return None


def test_L_4_3__a_person_exchanges_a_chip_in_a_virtual_players_turn_and_makes_no_move_for_them() -> None:
    swapping = {"chips": {"ring": 1}, "missions": ["light-swap-chip:letter"]}
    at = louis("missions", people={"blue": {**swapping, "chips": {"ring": 2}}, "yellow": swapping})
    screen = Screen(at.position, 3, replace(UiState(True, ("yellow",)), hand_owner="yellow"))
    assert at.position.awaited_player == "blue"
    assert not {"done", "swap/blue"} & screen.offered()
    screen.make(Move.parse("yellow swap ring"), at.say("yellow swap ring").position)
    assert screen.session.snapshot.position == at.position


def at_missions(person: dict[str, Any], look: UiState | None = None) -> Screen:
    """Blue is asked for missions, in English."""
    screen = Screen(louis("missions", people={"blue": person}).position, 3, look or UiState())
    screen.voice = Voice(LOUIS, {}, "en")
    return screen


def test_the_question_for_the_printed_chips_has_a_title_of_its_own_and_names_the_mission() -> None:
    screen = at_missions({"chips": {"crown": 1, "helmet": 1}})
    assert screen.shows().prompt.sentence == "Fulfil a mission, or say done"
    screen.touch("open/light-renew")
    prompt = screen.shows().prompt
    assert (prompt.sentence, prompt.hint) == (
        "Which chips are printed on the card?",
        "“Exchange mission cards”",
    )
    screen.touch("open/")
    assert screen.shows().prompt.sentence == "Fulfil a mission, or say done"


def test_a_mission_that_can_show_only_one_thing_is_not_asked_what_it_shows() -> None:
    choices = at_missions({"chips": {"helmet": 2}}).shows().choices
    assert ("mission/light-renew:helmet", "Exchange mission cards") in {
        (each.touch_target, each.text) for each in choices
    }
    assert not any(each.touch_target.startswith("open/light") for each in choices)


MISSION_MOMENTS: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = (
    ({"chips": {"helmet": 2}}, ()),
    ({"chips": {"helmet": 1, "sceptre": 1}, "missions": ["light-swap-chip:letter"]}, ()),
    ({"chips": {"helmet": 1}, "missions": ["light-swap-chip:letter"]}, ()),
    ({"chips": {"helmet": 1}, "missions": ["light-swap-chip:letter"]}, ("swap/blue",)),
    ({"chips": {"crown": 1, "letter": 1, "ring": 1}}, ("open/light-renew", "mission/light-renew:letter")),
)


def view_of(shown: TableModel, lang: str) -> TableView:
    """The view of that table, which nobody touches."""
    view = TableView(print, lambda: load_translation(lang))
    view.show(shown)
    return view


@everywhere
def test_what_is_asked_in_the_missions_and_of_a_purchase_fits(
    sit: Sit, lang: str, size: tuple[int, int]
) -> None:
    moments = [
        (louis("missions", people={"blue": person}).position, done) for person, done in MISSION_MOMENTS
    ]
    for tile, moves in ((12, ()), (8, ("blue stones 0",))):
        at = louis("evaluation", tile=tile, stones={tile: {"blue": 3, "yellow": 2}})
        moments.append((at.say(*moves).position, ()))
    faults = {}
    for position, touches in moments:
        screen = Screen(position, 3, UiState())
        for thing in touches:
            screen.touch(thing)
        screen.voice = Voice(LOUIS, {"blue": "Kateřina"}, lang)
        person = sit(Alone(partial(view_of, screen.shows(), lang)), size)
        faults[screen.shows().prompt.sentence, touches] = person.faults()
    assert {asked: found for asked, found in faults.items() if found} == {}


@pytest.mark.parametrize(
    ("chips", "titles"),
    [
        (
            {"crown": 1, "helmet": 1},
            ["Give the crown chip for the mission", "Give the helmet chip for the mission"],
        ),
        ({"crown": 1, "letter": 1, "ring": 1}, ["Which chip is given for the mission?"]),
    ],
)
def test_a_chip_for_a_mission_is_asked_for_where_there_are_several(
    chips: dict[str, int], titles: list[str]
) -> None:
    screen, seen = at_missions({"chips": chips}), list[str]()
    screen.touch("open/light-renew")
    screen.touch("mission/light-renew:letter")
    for _ in titles:
        shown = screen.shows()
        offered = [each.touch_target for each in shown.choices if each.touch_target.startswith("chip/")]
        assert (len(offered) == 1) == shown.prompt.sentence.startswith("Give ")
        seen.append(shown.prompt.sentence)
        screen.touch(offered[0])
    assert seen == titles


@pytest.mark.parametrize(
    ("chips", "title"),
    [
        ({"helmet": 1}, "Exchange the helmet chip for a crown"),
        ({"helmet": 1, "ring": 2}, "Which chip is exchanged for a crown?"),
    ],
)
def test_who_exchanges_a_chip_is_asked_which_only_where_there_are_several(
    chips: dict[str, int], title: str
) -> None:
    screen = at_missions({"chips": chips, "missions": ["light-swap-chip:letter"]})
    screen.touch("swap/blue")
    assert screen.shows().prompt.sentence == title


@pytest.mark.parametrize(
    ("allowed", "words"),
    [
        (frozenset({"done"}), "No mission can be fulfilled: say done"),
        (frozenset({"done", "mission/light-renew:letter"}), "Fulfil a mission, or say done"),
        (None, "Fulfil a mission, or say done"),
    ],
)
def test_the_owner_of_the_open_hand_is_asked_for_no_mission_it_cannot_fulfil(
    allowed: frozenset[str] | None, words: str
) -> None:
    look = replace(UiState(True, ("blue",)), hand_owner="blue", allowed_targets=allowed)
    assert at_missions({"chips": {"ring": 2}}, look).shows().prompt.sentence == words


def test_the_answer_yes_says_what_is_bought() -> None:
    at = louis("evaluation", tile=4, stones={4: {"blue": 3, "yellow": 2}}, prints=("tile 4 money:3 first",))
    screen = Screen(at.position, 3, UiState())
    screen.voice = Voice(LOUIS, {}, "en")
    assert [(each.touch_target, each.text) for each in screen.shows().choices] == [
        ("yes", "Yes: the helmet chip"),
        ("no", "No"),
    ]
