"""Where nothing reads: a finger makes every legal move by what glows, and whatever does not glow says why not."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import game_rules, playable_plugin_by_name
from companion.rules.history import GameHistory
from companion.rules.layout import touch_targets
from companion.rules.tree_walk import pick_legal_move
from companion.table.messages import ClearPendingInput, DismissNotices, Touch
from companion.table.session import Session
from companion.voice.game_texts import load_clauses
from companion.voice.language import SOURCE_LANGUAGE
from companion.voice.voice import Voice
from nine_mens_morris.plugin import PLUGIN as MORRIS
from tests.long import usually
from tests.ours import GAMES
from tests.table.evenings import TABLES, begun, evening, setup
from tests.table.fingers import Finger, by_finger, sampled

POSITIONS = 12
"""Of a game; they lie all over it."""
DARK = 8
"""Things touched in each."""


@pytest.fixture(autouse=True)
def from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game from outside is installed, too."""
    monkeypatch.setitem(playable_plugin_by_name(), MORRIS.name, MORRIS)


@pytest.mark.long(usual=("louis-xiv-3", "kabale-2", "florence-2", "nine-mens-morris-2"))
@pytest.mark.parametrize(("name", "players"), [*TABLES, (MORRIS.name, 2)])
def test_every_legal_move_that_a_finger_may_make_is_made_by_what_glows(name: str, players: int) -> None:
    made = 0
    for position, rng in sampled(name, players, POSITIONS):
        for move, _ in (pick_legal_move(position.choice_tree, rng.choice) for _ in range(2)):
            said = by_finger(position, move)
            if said is not None:  # else it names a card that only a reader sees
                Finger(name, players, position).make(said)
                made += 1
    assert made


@pytest.mark.long(usual="kabale-2")
@pytest.mark.parametrize(
    ("name", "players"), usually([(name, game_rules(name).min_players) for name in GAMES], TABLES)
)
def test_whatever_does_not_glow_says_why_not_or_waits_for_the_rest(name: str, players: int) -> None:
    voice = Voice(name, {seat.colour: seat.name for seat in setup(name, players).seats}, SOURCE_LANGUAGE)
    written = load_clauses(name, SOURCE_LANGUAGE)
    for position, rng in sampled(name, players, POSITIONS):
        session = Session(GameHistory(game_rules(name), setup(name, players), position))
        now = session.snapshot
        # a word of every move of theirs
        asked = {f"player/{who}" for who in position.choice_tree.awaited_actors}
        dark = sorted({*touch_targets(now.layout)} - {*now.step_by_touch_target} - asked)
        for thing in rng.sample(dark, min(DARK, len(dark))):
            now = session.handle_message(Touch(thing))
            assert not now.problems
            assert not now.accepted_texts, thing
            if now.refusal_notice is not None:
                assert now.refusal_notice.refusal.clause.id in written
                assert "/" not in voice.refusal_text(
                    now.refusal_notice.refusal, now.position, now.refusal_notice.nearest_moves
                )  # it speaks of what people see
                session.handle_message(DismissNotices())
            else:
                # a part of a move that begins elsewhere
                assert thing in {sight.zone for sight in now.pending_input}
                session.handle_message(ClearPendingInput())


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_touched_once_the_game_is_over_says_so(name: str) -> None:
    players = game_rules(name).min_players
    *_, (position, move) = evening(name, players, Random(name))
    session = Session(GameHistory(game_rules(name), setup(name, players), position.play(move)[0]))
    assert not session.snapshot.step_by_touch_target
    for place in session.snapshot.layout:
        touched = session.handle_message(Touch(place.id))
        assert touched.refusal_notice is not None
        assert touched.refusal_notice.refusal.clause.code == "game-over"


def test_whose_place_it_is_is_never_read_off_its_kind() -> None:
    """A row before a player is called `table/blue` in Florence, and the table is awaited there like a player."""
    position = begun("florence", 3)
    touched = Session(GameHistory(game_rules("florence"), setup("florence", 3), position)).handle_message(
        Touch("table/green")
    )
    assert touched.refusal_notice is not None
    assert touched.refusal_notice.refusal.facts["who"] == "green"
