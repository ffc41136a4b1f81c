"""The reader for cards is blind and very much could lie there.

Three cards for the neutral player, and jokers between them (L-2.1), are more than can be examined, and are accepted
all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations_with_replacement
from random import Random

import pytest

from companion.games.louis_xiv.rules.phases.influence import NeutralCardsDecision
from companion.rules.moves import PLAY_ZONE, Move, touch_observation
from companion.start.real_table.button_presses import message_for_button
from companion.table.interpretation.free_walk import MAX_PATHS
from companion.table.interpretation.judge import Interpreted, judge
from companion.table.interpretation.search import MoveSearch
from companion.table.messages import (
    FinishMove,
    ReaderDown,
    ReaderRecovered,
    ReportInput,
    SessionMessage,
    TagPresent,
    TagRemoved,
    Touch,
)
from companion.table.session import Session
from companion.table.zones import ZonePlan
from tests.long import usually
from tests.start.sessions import READERS, TAGS, session
from tests.table.evenings import NOWHERE
from tests.table.pressing import People, evening
from tests.tables import At, begun

CARDS = {"joker": "card/joker", **{str(tile): f"card/inf{tile}" for tile in range(1, 13)}}
PLAY_ALONE = ZonePlan({PLAY_ZONE: "reader"})
DEAD = ReportInput(ReaderDown(PLAY_ZONE, "no answer"))
WITH_A_JOKER = "table neutral 5 joker 9 2"
SAID = (
    "table neutral 5 9 2",
    "table neutral 5 5 9",
    WITH_A_JOKER,
    "table neutral joker 9 joker 2 joker 5",
)
FEW_MOVES = 12
"""From the beginning of a game so many lead well into the first cards."""

each_move = pytest.mark.parametrize("text", usually(SAID[:-1], SAID))
each_table = pytest.mark.parametrize(
    ("plan", "before"),
    usually(
        [(ZonePlan(), ()), (PLAY_ALONE, (DEAD,))],
        [(ZonePlan(), ()), (PLAY_ALONE, (DEAD,)), (READERS, (DEAD,))],
    ),
    ids=["absent", "dead", "dead of many"],
)


def neutral() -> At:
    """Two players, and the cards for the neutral one are turned."""
    at = begun(2).say("table money 4 2")
    assert isinstance(at.position.agenda[0], NeutralCardsDecision)
    return at


def cards(text: str) -> list[str]:
    """The cards of such a move."""
    return [CARDS[word] for word in text.split()[2:]]


def touched(watched: Session, card: str) -> None:
    """It glows, and is touched."""
    assert card in watched.snapshot.step_by_touch_target, (card, watched.snapshot.pending_input)
    watched.handle_message(Touch(card))
    assert watched.snapshot.refusal_notice is None


def shown(watched: Session, card: str) -> None:
    """It is laid on the reader, and away."""
    watched.handle_message(ReportInput(TagPresent(PLAY_ZONE, TAGS[card])))
    watched.handle_message(ReportInput(TagRemoved(PLAY_ZONE, TAGS[card])))
    assert watched.snapshot.refusal_notice is None


def said_done(watched: Session) -> Sequence[str]:
    """What stands once somebody has said done."""
    assert isinstance(watched.snapshot.interpretation, Interpreted)
    watched.handle_message(FinishMove())
    return watched.snapshot.accepted_texts


@each_table
@each_move
def test_the_neutral_cards_are_said_by_fingers_alone(
    text: str, plan: ZonePlan, before: Sequence[SessionMessage]
) -> None:
    watched = session(neutral(), plan)
    for message in before:
        watched.handle_message(message)
    for card in cards(text):
        touched(watched, card)
    assert said_done(watched) == (text,)


@pytest.mark.parametrize("text", usually([SAID[0]], [SAID[0], WITH_A_JOKER]))
@each_table
def test_the_neutral_cards_are_said_by_yes_and_no_alone(
    text: str, plan: ZonePlan, before: Sequence[SessionMessage]
) -> None:
    people = People("louis-xiv", 2, plan, Random(1), own=False, position=neutral().position)
    for message in before:
        people.session.handle_message(message)
    people.say(Move.parse(text))


@pytest.mark.parametrize(
    ("dies", "well"),
    usually([(0, 2), (1, 4), (3, 3)], combinations_with_replacement(range(len(cards(WITH_A_JOKER)) + 1), 2)),
)
def test_the_reader_may_die_between_the_neutral_cards_and_come_back(dies: int, well: int) -> None:
    lying = cards(WITH_A_JOKER)
    watched = session(neutral(), PLAY_ALONE)
    for card in lying[:dies]:
        shown(watched, card)
    watched.handle_message(DEAD)
    for card in lying[dies:well]:
        touched(watched, card)
    watched.handle_message(ReportInput(ReaderRecovered(PLAY_ZONE)))
    for card in lying[well:]:
        shown(watched, card)
    assert said_done(watched) == (WITH_A_JOKER,)


def test_a_joker_that_was_forgotten_glows_and_is_pointed_at() -> None:
    watched = session(neutral(), PLAY_ALONE)
    watched.handle_message(DEAD)
    for card in cards("table neutral 5 9 2"):
        touched(watched, card)
    assert (
        tuple(watched.snapshot.step_by_touch_target) == watched.snapshot.touch_only_targets == ("card/joker",)
    )
    touched(watched, "card/joker")
    assert set(said_done(watched)[-1].split()[2:]) == {"5", "9", "2", "joker"}


def test_what_could_not_be_looked_at_wholly_is_not_taken_by_the_next_sighting() -> None:
    watched = session(neutral(), READERS)
    watched.handle_message(DEAD)
    for card in cards("table neutral 5 9 2"):
        watched.handle_message(Touch(card))
    verdict = watched.snapshot.interpretation
    assert verdict == Interpreted(
        Move.parse("table neutral 5 9 2"), may_continue=True, is_search_complete=False
    )
    for tag in (TAGS["seal/blue"], TAGS["seal/yellow"]):
        watched.handle_message(ReportInput(TagPresent("tile/6", tag)))
        assert watched.snapshot.accepted_texts == ()
        assert watched.snapshot.interpretation == verdict
    watched.handle_message(partial(message_for_button, button="no"))
    assert said_done(watched) == ("table neutral 5 9 2",)


def test_no_more_is_looked_at_than_before() -> None:
    position = neutral().position
    seen = [touch_observation(card) for card in cards("table neutral 5 joker 9 2")]
    for count in range(1, len(seen) + 1):
        found = MoveSearch(position.choice_tree, seen[:count], NOWHERE).complete_moves()
        assert not found.are_all_found
        assert found.are_all_seen_found
        assert len(found.begun) < MAX_PATHS
        assert any(not trail.unseen_steps for trail in found.begun)
        places = [trail.tree_position for trail in found.begun]
        assert places == sorted(places)
        assert any(not trail.unseen_steps for trail in found.complete) == (count == len(seen))


def test_a_rule_in_the_way_is_told_though_much_may_be_unseen() -> None:
    position = neutral().position
    watched = session(neutral(), PLAY_ALONE)
    watched.handle_message(DEAD)
    for card in cards("table neutral 5 5"):
        touched(watched, card)
    watched.handle_message(Touch("card/inf5"))
    assert watched.snapshot.refusal_notice is not None
    assert watched.snapshot.refusal_notice.refusal.clause.code == "neutral-copies"
    assert not isinstance(judge(position, [touch_observation("card/inf5")] * 2, NOWHERE), Interpreted)


@pytest.mark.long(instead="test_the_neutral_cards_are_said_by_yes_and_no_alone")
@pytest.mark.parametrize("plan", [PLAY_ALONE, READERS])
def test_two_play_on_while_the_reader_for_cards_is_dead(plan: ZonePlan) -> None:
    people = People("louis-xiv", 2, plan, Random(2))
    people.session.handle_message(DEAD)
    assert sum(move.words[1] == "neutral" for move in evening(people, FEW_MOVES)) == 1
