"""What people let stand against the rules: offered only where it then stands, and takes nothing unnamed away."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games import game_rules, playable_plugin_by_name
from companion.rules.history import GameHistory
from companion.rules.layout import touch_targets
from companion.rules.position import Position
from companion.table.messages import OverruleRefusal, SetStrictness, Touch
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from nine_mens_morris.plugin import PLUGIN as MORRIS
from tests.long import ALL
from tests.screen.harness.plain import moments
from tests.table.evenings import TABLES

MOMENTS = 20 if ALL else 7
ASKED = 20 if ALL else 10
OFTEN = ("louis-xiv", MORRIS.name)
"""Games in which a word is often the last of a whole move; in the others a touch rarely is."""


@pytest.fixture(autouse=True)
def from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game from outside is installed, too."""
    monkeypatch.setitem(playable_plugin_by_name(), MORRIS.name, MORRIS)


def men(position: Position) -> Counter[str]:
    """How many men of each colour there are, on the board and beside it."""
    found = Counter[str]()
    for place in game_rules(MORRIS.name).layout(position):
        found.update({each.piece: each.count for each in place.pieces})
    return found


def table(now: Snapshot) -> Session:
    """A table at that moment which warns."""
    session = Session(GameHistory(game_rules(now.game), now.setup, now.position))
    session.handle_message(SetStrictness("hint"))
    for each in now.pending_input:
        session.handle_message(Touch(each.zone))
    return session


@pytest.mark.long(usual=("louis-xiv-3", "kabale-2", "florence-3", "nine-mens-morris-2"))
@pytest.mark.parametrize(
    ("name", "players"),
    [*TABLES, (MORRIS.name, 2)],
)
def test_what_may_stand_stands_and_takes_no_piece_away_that_no_word_names(name: str, players: int) -> None:
    chance, stood = Random(f"{name} {players}"), 0
    for now in moments(name, players, MOMENTS):
        if now.position.outcome() is not None:
            continue
        targets = [*touch_targets(now.layout)]
        asked = chance.sample(targets, min(ASKED, len(targets)))
        is_offered = {target: table(now).can_allow(target) for target in asked}
        for target in [*[each for each in asked if is_offered[each]][:2], *asked[:1]]:
            session = table(now)
            before = session.snapshot
            session.handle_message(OverruleRefusal(target))
            after = session.snapshot
            assert after.refusal_notice is None
            if not is_offered[target]:
                assert after.accepted_texts == before.accepted_texts
                assert after.pending_input == before.pending_input
                continue
            stood += 1
            assert after.accepted_texts[-1].startswith("table correct ")
            if name == MORRIS.name:  # elsewhere a round may end, and its cards are cleared away
                assert not men(before.position) - men(after.position)
    if name in OFTEN:
        assert stood > 0
