"""What readers say, as the table hears it: at once, and when a game begins later."""

from __future__ import annotations

import pytest

from companion.games import game_rules
from companion.rules.moves import Observation
from companion.start.real_table.reader_relay import ReaderRelay, make_zone_plan, to_table_event
from companion.table.messages import (
    InputEvent,
    ReaderDown,
    ReaderRecovered,
    ReadingClearAgain,
    ReportInput,
    SeveralTagsPresent,
    TagAlreadyPresent,
    TagAnswersWeakly,
    TagPresent,
    TagRemoved,
    TagUnreadable,
)
from companion.table.zones import ZonePlan
from hardware.common.events import (
    NOISE,
    READER_BACK,
    READER_DOWN,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
    WEAK_TAG,
    ReaderEvent,
)
from tests.start.sessions import READERS, TAGS, session
from tests.tables import louis, setup

UID = bytes.fromhex("04a1b2c3d4e5f6")
CARD = TAGS["card/inf6"]
ZONES = ("play", "tile/6")


class Ear:
    """Notes what is posted."""

    def __init__(self) -> None:
        self.heard: list[InputEvent] = []

    def post(self, message: ReportInput) -> None:
        self.heard.append(message.event)


@pytest.mark.parametrize(
    ("told", "noticed"),
    [
        (ReaderEvent(TAG_CAME, UID), TagPresent("play", "04a1b2c3d4e5f6")),
        (ReaderEvent(TAG_LEFT, UID), TagRemoved("play", "04a1b2c3d4e5f6")),
        (ReaderEvent(WEAK_TAG, UID, "7/20"), TagAnswersWeakly("play", "04a1b2c3d4e5f6", "7/20")),
        (ReaderEvent(SEVERAL_TAGS), SeveralTagsPresent("play")),
        (ReaderEvent(NOISE), TagUnreadable("play")),
        (ReaderEvent(TROUBLE_OVER), ReadingClearAgain("play")),
        (ReaderEvent(READER_DOWN, why="no answer"), ReaderDown("play", "no answer")),
        (ReaderEvent(READER_BACK), ReaderRecovered("play")),
        (ReaderEvent("of a later Herald"), None),
    ],
)
def test_each_word_of_a_reader_has_its_sighting(told: ReaderEvent, noticed: InputEvent | None) -> None:
    assert to_table_event("play", told) == noticed
    readers, ear = ReaderRelay(), Ear()
    readers.attach_session(ear, ZONES)
    readers.on_reader_event("play", told)
    assert ear.heard == ([noticed] if noticed else [])


def test_readers_watch_the_zones_of_the_game_and_no_others() -> None:
    zones = game_rules("louis-xiv").zones(setup(2))
    assert make_zone_plan(("tile/6", "play", "column/2", "seat/red"), zones) == ZonePlan(
        {"play": "reader", "tile/6": "reader"}
    )
    readers, ear = ReaderRelay(), Ear()
    readers.attach_session(ear, ZONES)
    readers.on_reader_event("column/2", ReaderEvent(TAG_CAME, UID))
    assert ear.heard == []


def test_a_session_that_is_joined_hears_first_what_rests_and_who_does_not_answer() -> None:
    readers, ear = ReaderRelay(), Ear()
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, UID))
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, b"\1\2\3\4"))
    readers.on_reader_event("play", ReaderEvent(TAG_LEFT, UID))
    readers.on_reader_event("tile/6", ReaderEvent(READER_DOWN, why="no answer"))
    readers.on_reader_event("tile/1", ReaderEvent(READER_DOWN, why="no answer"))
    readers.on_reader_event("tile/1", ReaderEvent(READER_BACK))
    readers.attach_session(ear, (*ZONES, "tile/1"))
    readers.on_reader_event("play", ReaderEvent(TAG_LEFT, b"\1\2\3\4"))
    assert ear.heard == [
        TagAlreadyPresent("play", "01020304"),
        ReaderDown("tile/6", "no answer"),
        TagRemoved("play", "01020304"),
    ]
    assert readers.fault_by_zone == {"tile/6": "no answer"}


def test_between_games_nobody_hears_and_nothing_is_forgotten() -> None:
    readers, first, second = ReaderRelay(), Ear(), Ear()
    readers.attach_session(first, ZONES)
    readers.detach_session()
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, UID))
    readers.attach_session(second, ZONES)
    assert (first.heard, second.heard) == ([], [TagAlreadyPresent("play", UID.hex())])


def test_a_card_that_lies_there_when_an_evening_goes_on_makes_no_move_until_it_is_laid_anew() -> None:
    watched = session(louis("supply").say("table money 4 2"), READERS)
    readers = ReaderRelay()
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, bytes.fromhex(CARD)))
    readers.attach_session(watched, ZONES)
    watched.process_queue()
    assert not watched.snapshot.pending_input
    readers.on_reader_event("play", ReaderEvent(TAG_LEFT, bytes.fromhex(CARD)))
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, bytes.fromhex(CARD)))
    watched.process_queue()
    assert watched.snapshot.pending_input == (Observation("card/inf6", "play"),)


def test_a_tag_that_outlasts_its_readers_absence_is_no_news() -> None:
    watched = session(louis("supply").say("table money 4 2"), READERS)
    readers = ReaderRelay()
    readers.attach_session(watched, ZONES)
    for told in (
        ReaderEvent(TAG_CAME, bytes.fromhex(CARD)),
        ReaderEvent(READER_DOWN, why="no answer"),
        ReaderEvent(READER_BACK),
    ):
        readers.on_reader_event("play", told)
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, bytes.fromhex(CARD)))
    watched.process_queue()
    assert watched.snapshot.pending_input == (Observation("card/inf6", "play"),)


def test_a_guest_hears_every_reader_in_place_of_the_game_first_of_all_how_things_are() -> None:
    readers, game_, guest = ReaderRelay(), Ear(), Ear()
    readers.on_reader_event("tile/9", ReaderEvent(TAG_CAME, UID))
    readers.attach_session(game_, ZONES)
    readers.redirect_input(guest)
    readers.on_reader_event("play", ReaderEvent(READER_DOWN, why="no answer"))
    assert (game_.heard, guest.heard) == (
        [],
        [TagAlreadyPresent("tile/9", UID.hex()), ReaderDown("play", "no answer")],
    )


def test_after_a_guest_the_game_hears_what_has_changed_and_nothing_else() -> None:
    readers, game_, guest = ReaderRelay(), Ear(), Ear()
    first, second = bytes(4), bytes(7)
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, first))
    readers.on_reader_event("tile/6", ReaderEvent(READER_DOWN, why="no answer"))
    readers.attach_session(game_, ZONES)
    game_.heard.clear()
    readers.redirect_input(guest)
    for told in (
        ReaderEvent(TAG_LEFT, first),
        ReaderEvent(TAG_CAME, UID),
        ReaderEvent(TAG_LEFT, UID),
        ReaderEvent(TAG_CAME, second),
    ):
        readers.on_reader_event("play", told)
    readers.on_reader_event("tile/6", ReaderEvent(READER_BACK))
    assert readers.restore_input(guest)
    assert game_.heard == [
        TagRemoved("play", first.hex()),
        TagAlreadyPresent("play", second.hex()),
        ReaderRecovered("tile/6"),
    ]
    readers.on_reader_event("play", ReaderEvent(TAG_LEFT, second))
    assert game_.heard[-1] == TagRemoved("play", second.hex())


def test_one_guest_after_another_is_no_matter_to_the_game() -> None:
    readers, game_, first, second = ReaderRelay(), Ear(), Ear(), Ear()
    readers.attach_session(game_, ZONES)
    readers.redirect_input(first)
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, UID))
    readers.redirect_input(second)
    assert not readers.restore_input(first)
    readers.on_reader_event("play", ReaderEvent(TAG_LEFT, UID))
    assert readers.restore_input(second)
    assert (game_.heard, second.heard) == (
        [],
        [TagAlreadyPresent("play", UID.hex()), TagRemoved("play", UID.hex())],
    )


def test_a_game_that_begins_while_there_is_a_guest_hears_how_things_are_when_he_has_gone() -> None:
    readers, game_, guest = ReaderRelay(), Ear(), Ear()
    readers.redirect_input(guest)
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, UID))
    readers.attach_session(game_, ZONES)
    assert game_.heard == []
    readers.restore_input(guest)
    assert game_.heard == [TagAlreadyPresent("play", UID.hex())]


@pytest.mark.parametrize(
    ("unclear", "told"), [(SEVERAL_TAGS, SeveralTagsPresent("play")), (NOISE, TagUnreadable("play"))]
)
def test_what_is_left_of_a_pile_that_lay_there_before_the_game_is_no_move(
    unclear: str, told: InputEvent
) -> None:
    readers, ear, guest = ReaderRelay(), Ear(), Ear()
    first, second = ReaderEvent(TAG_CAME, UID), ReaderEvent(TAG_CAME, bytes(4))
    readers.on_reader_event("play", ReaderEvent(unclear))
    readers.attach_session(ear, ZONES)
    for each in (first, second):
        readers.on_reader_event("play", each)
    assert ear.heard == [told, TagAlreadyPresent("play", UID.hex()), TagPresent("play", "00000000")]
    readers.redirect_input(guest)
    readers.on_reader_event("play", ReaderEvent(unclear))
    readers.restore_input(guest)
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, bytes(7)))
    assert ear.heard[3:] == [told, TagAlreadyPresent("play", bytes(7).hex())]


def test_a_pile_that_was_cleared_away_meanwhile_is_told_and_the_next_card_counts() -> None:
    readers, ear, guest = ReaderRelay(), Ear(), Ear()
    readers.attach_session(ear, ZONES)
    readers.on_reader_event("play", ReaderEvent(SEVERAL_TAGS))
    readers.redirect_input(guest)
    readers.on_reader_event("play", ReaderEvent(TROUBLE_OVER))
    readers.restore_input(guest)
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, UID))
    assert guest.heard == [SeveralTagsPresent("play"), ReadingClearAgain("play")]
    assert ear.heard == [SeveralTagsPresent("play"), ReadingClearAgain("play"), TagPresent("play", UID.hex())]


def test_what_a_reader_finds_when_it_begins_to_look_rests_there() -> None:
    readers, ear = ReaderRelay(), Ear()
    readers.attach_session(ear, ZONES)
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, UID), found_at_start=True)
    readers.on_reader_event("play", ReaderEvent(TAG_LEFT, UID))
    readers.on_reader_event("play", ReaderEvent(TAG_CAME, UID))
    uid = UID.hex()
    assert ear.heard == [TagAlreadyPresent("play", uid), TagRemoved("play", uid), TagPresent("play", uid)]
