"""The table check of games that bring none: what lies before each player is set by touch, everything can be read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games import game, playable
from companion.rules.account import Account, correction_words
from companion.screen.default.checking import ALL, Counts, check, pairs
from companion.screen.look import Look
from companion.screen.overlays.check import CheckLayer
from companion.screen.scene import Scene
from companion.table.snapshot import Snapshot
from companion.voice.language import translation
from nine_mens_morris.plugin import PLUGIN
from tests.long import ALL as LONG
from tests.ours import GAMES
from tests.screen import SIZES
from tests.screen.driver import Driver
from tests.screen.plain import moments, voice
from tests.screen.stage import Alone

EVERY = (*GAMES, PLUGIN.name) if LONG else (PLUGIN.name,)
"""Games that bring a check of their own are checked by this one only where all is long."""


@pytest.fixture(autouse=True)
def morris(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine Men's Morris is installed, too."""
    monkeypatch.setitem(playable(), PLUGIN.name, PLUGIN)


def scenes(name: str, lang: str = "en") -> Iterator[Scene]:
    """Some moments of a game with as many players as it can have."""
    for now in list(moments(name, game(name).most, 3))[::4]:
        yield scene(now, lang)


def scene(now: Snapshot, lang: str) -> Scene:
    account = Account(game(now.game), now.setup, now.position)
    return Scene(now, lambda: account.history, voice(now, lang), Look())


@pytest.mark.parametrize("name", EVERY)
def test_what_is_counted_otherwise_is_counted_so_once_it_is_written_down(name: str) -> None:
    for moment in scenes(name):
        who = moment.now.setup.seats[0].colour
        for counter in check(who, {}, moment).counters:
            counts: Counts = {(who, counter.thing): counter.number + 1}
            shown = check(who, counts, moment)
            if counter.thing not in shown.differs:
                continue  # so many of it there cannot be
            numbers = {each.thing: each.number for each in shown.counters}
            assert shown.changed
            assert numbers[counter.thing] == counter.number + 1
            assert not check(who, {(who, counter.thing): counter.number}, moment).changed


def test_more_men_than_there_are_cannot_be_written_down_and_others_are() -> None:
    moment = next(scenes(PLUGIN.name))
    (hand,) = check("white", {}, moment).counters
    assert check("white", {("white", hand.thing): 10}, moment).wrong
    counts: Counts = {("white", hand.thing): hand.number - 1}
    assert not check("white", counts, moment).wrong
    account = Account(game(PLUGIN.name), moment.now.setup, moment.now.position)
    account.say(" ".join(correction_words(pairs(counts, moment))))
    assert account.position.to_json()["players"]["white"]["hand"] == hand.number - 1


def test_the_whole_table_is_there_to_be_read() -> None:
    moment = list(scenes(PLUGIN.name))[-1]
    shown = check(ALL, {}, moment)
    assert shown.lines == tuple(moment.voice.laid(moment.now.position, moment.now.setup))
    assert shown.counters == ()


def test_everything_has_room_on_the_smallest_screen() -> None:
    view = Alone(lambda: CheckLayer(lambda thing: None, lambda: translation("cs")))
    wrong = {}
    with Driver(view, SIZES[0]) as person:
        for name in EVERY:
            moment = list(scenes(name, "cs"))[-1]
            for who in (*moment.now.names, ALL):
                view.widget.show(check(who, {}, moment))
                person.rest()
                if faults := person.faults():
                    wrong[name, who] = faults
    assert wrong == {}
