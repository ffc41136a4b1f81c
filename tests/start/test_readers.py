"""What readers say, as the table hears it: at once, and when a game begins later."""

from __future__ import annotations

import pytest

from companion.games import game
from companion.rules.moves import Sight
from companion.start.readers import Readers, plan, sighting
from companion.table.messages import Notice
from companion.table.sightings import (
    Calm,
    Crowded,
    Garbled,
    Gone,
    Present,
    ReaderBack,
    ReaderDown,
    Resting,
    Sighting,
)
from companion.table.zones import Plan
from hardware.rc522.said import BACK, CALM, CAME, CROWD, DOWN, LEFT, NOISE, Said
from tests.start.sessions import READERS, TAGS, session
from tests.tables import louis, setup

UID = bytes.fromhex("04a1b2c3d4e5f6")
CARD = TAGS["card/inf6"]
ZONES = ("play", "tile/6")


class Ear:
    """Notes what is posted."""

    def __init__(self) -> None:
        self.heard: list[Sighting] = []

    def post(self, message: Notice) -> None:
        self.heard.append(message.sighting)


@pytest.mark.parametrize(
    ("told", "noticed"),
    [
        (Said(CAME, UID), Present("play", "04a1b2c3d4e5f6")),
        (Said(LEFT, UID), Gone("play", "04a1b2c3d4e5f6")),
        (Said(CROWD), Crowded("play")),
        (Said(NOISE), Garbled("play")),
        (Said(CALM), Calm("play")),
        (Said(DOWN, why="no answer"), ReaderDown("play", "no answer")),
        (Said(BACK), ReaderBack("play")),
        (Said("of a later Herald"), None),
    ],
)
def test_each_word_of_a_reader_has_its_sighting(told: Said, noticed: Sighting | None) -> None:
    assert sighting("play", told) == noticed
    readers, ear = Readers(), Ear()
    readers.join(ear, ZONES)
    readers.heard("play", told)
    assert ear.heard == ([noticed] if noticed else [])


def test_readers_watch_the_zones_of_the_game_and_no_others() -> None:
    zones = game("louis-xiv").zones(setup(2))
    assert plan(("tile/6", "play", "column/2", "seat/red"), zones) == Plan(
        {"play": "reader", "tile/6": "reader"}
    )
    readers, ear = Readers(), Ear()
    readers.join(ear, ZONES)
    readers.heard("column/2", Said(CAME, UID))
    assert ear.heard == []


def test_a_session_that_is_joined_hears_first_what_rests_and_who_does_not_answer() -> None:
    readers, ear = Readers(), Ear()
    readers.heard("play", Said(CAME, UID))
    readers.heard("play", Said(CAME, b"\1\2\3\4"))
    readers.heard("play", Said(LEFT, UID))
    readers.heard("tile/6", Said(DOWN, why="no answer"))
    readers.heard("tile/1", Said(DOWN, why="no answer"))
    readers.heard("tile/1", Said(BACK))
    readers.join(ear, (*ZONES, "tile/1"))
    readers.heard("play", Said(LEFT, b"\1\2\3\4"))
    assert ear.heard == [
        Resting("play", "01020304"),
        ReaderDown("tile/6", "no answer"),
        Gone("play", "01020304"),
    ]
    assert readers.down == {"tile/6": "no answer"}


def test_between_games_nobody_hears_and_nothing_is_forgotten() -> None:
    readers, first, second = Readers(), Ear(), Ear()
    readers.join(first, ZONES)
    readers.leave()
    readers.heard("play", Said(CAME, UID))
    readers.join(second, ZONES)
    assert (first.heard, second.heard) == ([], [Resting("play", UID.hex())])


def test_a_card_that_lies_there_when_an_evening_goes_on_makes_no_move_until_it_is_laid_anew() -> None:
    watched = session(louis("supply").say("table money 4 2"), READERS)
    readers = Readers()
    readers.heard("play", Said(CAME, bytes.fromhex(CARD)))
    readers.join(watched, ZONES)
    watched.step()
    assert not watched.snapshot.bag
    readers.heard("play", Said(LEFT, bytes.fromhex(CARD)))
    readers.heard("play", Said(CAME, bytes.fromhex(CARD)))
    watched.step()
    assert watched.snapshot.bag == (Sight("card/inf6", "play"),)


def test_a_tag_that_outlasts_its_readers_absence_is_no_news() -> None:
    watched = session(louis("supply").say("table money 4 2"), READERS)
    readers = Readers()
    readers.join(watched, ZONES)
    for told in (Said(CAME, bytes.fromhex(CARD)), Said(DOWN, why="no answer"), Said(BACK)):
        readers.heard("play", told)
    readers.heard("play", Said(CAME, bytes.fromhex(CARD)))
    watched.step()
    assert watched.snapshot.bag == (Sight("card/inf6", "play"),)
