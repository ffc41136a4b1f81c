"""A virtual table that is wired like a kit: what its session hears of hands, buttons, hubs and power."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.rules.history import GameHistory
from companion.rules.moves import Observation, touch_observation
from companion.simulator.faults import FaultInjector
from companion.simulator.virtual_sensors import SessionInput, make_tagged_deck
from companion.start.real_table.real_table_hardware import IGNORE_PRESSES_S
from companion.start.virtual_table.kit_files import load_kit_or_plan
from companion.start.virtual_table.kit_sensors import KitSensors, needs_acknowledgement
from companion.table.interpretation.judge import Interpreted
from companion.table.messages import (
    ClearPendingInput,
    FinishMove,
    ReaderDown,
    ReaderRecovered,
    ReportInput,
    SessionMessage,
    TagAlreadyPresent,
    TagPresent,
    TagRemoved,
)
from companion.table.session import Session
from hardware.virtual.button_contact import BOUNCE_PATTERNS
from hardware.virtual.faults import HUB_UNPLUGGED
from tests.start.sessions import BOX, GAME, READERS
from tests.tables import louis, setup

CARD, SEAL = Observation("card/inf6", "play"), Observation("seal/blue", "tile/6")
DECK = make_tagged_deck(GAME.name, BOX)
UIDS = {piece.word: DECK.uid_of_piece(piece) or "" for piece in reversed(tuple(DECK.pieces_by_key.values()))}
AWAY_US = 2_000_000


class Sitting:
    """People at a table that is wired like `hub`. Blue begins; all stones are in the players' supplies."""

    def __init__(self, **rates: float) -> None:
        luck = FaultInjector({name.replace("_", "-"): rate for name, rate in rates.items()}, Random(1))
        self.senses = KitSensors(*load_kit_or_plan("hub", "--kit"), DECK, READERS, luck)
        self.kit = self.senses.kit
        position = louis("supply").say("table money 4 2").position
        self.session = Session(GameHistory(GAME, setup(3), position), deck=DECK, zone_plan=READERS)
        self.hear(self.senses.attach_session(self.session))

    def hear(self, told: Iterator[SessionInput]) -> list[SessionInput]:
        """The session hears it; what that was."""
        heard = []
        for message in told:
            heard.append(message)
            self.session.handle_message(message)
        return heard

    def does(self, sight: Observation) -> list[SessionInput]:
        return self.hear(self.senses.messages_with_faults(sight))

    def pressed(self, button: str) -> list[SessionInput]:
        self.kit.press_button(button)
        return self.hear(self.kit.new_messages())

    @property
    def bag(self) -> tuple[Observation, ...]:
        return self.session.snapshot.pending_input


def shown(sight: Observation) -> list[ReportInput]:
    uid = UIDS[sight.piece]
    return [ReportInput(TagPresent(sight.zone, uid)), ReportInput(TagRemoved(sight.zone, uid))]


def of_readers(kind: type[ReaderDown] | type[ReaderRecovered], told: list[SessionInput]) -> set[str]:
    noticed = [message.event for message in told if isinstance(message, ReportInput)]
    return {sighting.zone for sighting in noticed if isinstance(sighting, kind)}


def test_a_card_on_the_pi_and_a_seal_on_the_hub_come_and_go() -> None:
    table = Sitting()
    assert table.does(CARD) == shown(CARD)
    assert table.does(SEAL) == shown(SEAL)
    assert table.bag == (CARD, SEAL)
    assert table.does(SEAL) == shown(SEAL)
    assert isinstance(table.session.snapshot.interpretation, Interpreted)


@pytest.mark.parametrize("bounce", BOUNCE_PATTERNS)
def test_a_press_is_one_however_its_contact_bounces(bounce: str) -> None:
    table = Sitting()
    for _ in range(2 * len(BOUNCE_PATTERNS)):
        (meaning,) = table.pressed("yes")
        assert not isinstance(meaning, SessionMessage)


def test_a_button_that_is_only_grazed_says_nothing() -> None:
    table = Sitting()
    table.kit.graze_button("yes")
    assert list(table.kit.new_messages()) == []


def test_buttons_say_what_no_reader_sees_and_only_what_the_screen_offers() -> None:
    table = Sitting()
    assert not table.senses.can_report_now(touch_observation("take"))
    table.does(CARD)
    assert table.senses.can_report_now(touch_observation("take"))
    assert not table.senses.can_report_now(touch_observation("tile/6"))  # a reader sees it
    told = table.does(touch_observation("take"))
    assert told
    assert not any(isinstance(message, SessionMessage) for message in told)
    assert table.session.history.accepted_lines[-1].text == "blue inf6 take"


def test_a_move_that_stands_is_done_or_cleared_by_buttons() -> None:
    table = Sitting()
    table.does(CARD)
    table.does(SEAL)
    table.hear(table.senses.session_messages_from_person(ClearPendingInput()))
    assert table.bag == ()
    table.does(CARD)
    table.does(SEAL)
    table.hear(table.senses.session_messages_from_person(FinishMove()))
    assert table.session.history.accepted_lines[-1].text == "blue inf6 place 6"


def test_a_refusal_is_read_before_anything_else_is_said() -> None:
    table = Sitting()
    table.does(Observation("seal/yellow", "tile/6"))
    assert needs_acknowledgement(table.session.snapshot)
    table.does(CARD)
    table.does(Observation("seal/yellow", "tile/6"))
    assert table.does(touch_observation("take"))
    assert table.session.history.accepted_lines[-1].text == "blue inf6 take"


def test_a_press_that_nobody_notices_is_made_again() -> None:
    table = Sitting(missed_read=0.5)
    while table.bag != (CARD,):
        table.does(CARD)
    table.does(touch_observation("take"))
    assert table.session.history.accepted_lines[-1].text == "blue inf6 take"


def test_a_hub_that_is_unplugged_is_told_and_its_places_are_pointed_at() -> None:
    table = Sitting()
    table.kit.inject_fault("tile/6", HUB_UNPLUGGED)
    assert table.senses.can_report(SEAL)  # nobody knows yet
    table.kit.advance_time("tile/6", AWAY_US)
    assert of_readers(ReaderDown, table.hear(table.kit.new_messages())) == {
        zone for zone in READERS.zones if zone != "play"
    }
    assert not table.senses.can_report(SEAL)
    table.does(CARD)
    table.does(touch_observation("tile/6"))
    assert table.bag == (CARD, touch_observation("tile/6"))
    assert len(of_readers(ReaderRecovered, table.hear(table.senses.end_reader_faults()))) == 12
    assert table.senses.can_report(SEAL)


def test_what_was_laid_while_the_hub_was_away_is_no_evidence_until_it_is_laid_anew() -> None:
    table = Sitting()
    table.kit.inject_fault("tile/6", HUB_UNPLUGGED)
    table.kit.advance_time("tile/6", AWAY_US)
    table.kit.put_tag("tile/6", UIDS["seal/blue"])
    told = table.hear(table.senses.end_reader_faults())
    assert ReportInput(TagAlreadyPresent("tile/6", UIDS["seal/blue"])) in told
    assert table.bag == ()
    table.kit.remove_until_gone("tile/6", UIDS["seal/blue"])
    table.kit.advance_time("tile/6", AWAY_US)
    table.hear(table.kit.new_messages())
    assert table.does(SEAL) == shown(SEAL)


def test_a_press_in_the_moment_in_which_a_reader_goes_down_says_nothing() -> None:
    table = Sitting()
    table.does(CARD)
    table.kit.inject_fault("tile/6", HUB_UNPLUGGED)
    table.kit.advance_time("tile/6", AWAY_US // 2 + 20_000)
    told = table.pressed("yes")
    assert len(of_readers(ReaderDown, told)) == len(told) == 12
    assert table.session.snapshot.pointed_at == ""
    table.kit.advance_time("tile/6", int(IGNORE_PRESSES_S * 1_000_000))
    assert len(table.pressed("yes")) == 1
    assert table.session.snapshot.pointed_at != ""


def test_after_a_power_cut_what_lies_there_is_known_and_no_move() -> None:
    table = Sitting()
    table.kit.hold_until_read("play", UIDS["card/inf6"])
    table.kit.hold_until_read("tile/6", UIDS["seal/blue"])
    again = Session(table.session.history, deck=DECK, zone_plan=READERS)
    table.session = again
    told = table.hear(table.senses.reattach_session(again))
    assert {
        ReportInput(TagAlreadyPresent("play", UIDS["card/inf6"])),
        ReportInput(TagAlreadyPresent("tile/6", UIDS["seal/blue"])),
    } <= set(told)
    assert table.bag == ()
    assert table.does(Observation("card/inf7", "play"))
