"""Whole evenings at a virtual table whose readers are virtual chips: from the registers up to the app's account."""

from __future__ import annotations

from itertools import cycle, product
from random import Random

import pytest
from msgspec.structs import replace

from companion.rules.moves import Observation, touch_observation
from companion.simulator.faults import (
    BY_PEOPLE,
    FAULT_DESCRIPTIONS,
    POWER_CUT,
    FaultInjector,
)
from companion.simulator.simulated_game import simulate_game
from companion.simulator.simulation_report import SimulatedGameResult
from companion.simulator.virtual_sensors import DirectEventSensors, VirtualSensors, make_tagged_deck
from companion.start.virtual_table.register_sensors import RegisterSensors
from companion.table.messages import (
    ReaderDown,
    ReaderRecovered,
    ReportInput,
    SeatButtonPressed,
    SeveralTagsPresent,
    TagPresent,
    TagRemoved,
    TagUnreadable,
    Touch,
)
from companion.table.tags.deck import make_box_pieces
from companion.table.zones import ZonePlan
from hardware.virtual.faults import RUNTIME_FAULTS, TWO_TAGS, UNPLUGGED, WEDGED_RECEIVER
from tests.long import LONG, usually
from tests.ours import GAMES
from tests.simulator.parties import colours, of_players, party, usual_counts
from tests.start.sessions import session
from tests.tables import louis

DECK = make_tagged_deck("louis-xiv", make_box_pieces(("card/inf6", "seal/blue", "seal/red"), ("blue", "red")))
PLAN = ZonePlan({"play": "reader", "tile/6": "reader", "seat/blue": "reader"})
CARD = Observation("card/inf6", "play")
UID = "04000000000001"


def senses(**rates: float) -> RegisterSensors:
    return RegisterSensors(
        DECK, PLAN, FaultInjector({name.replace("_", "-"): rate for name, rate in rates.items()}, Random(1))
    )


def spent(
    name: str, players: int, seed: str, faults: dict[str, float], kind: type[VirtualSensors] = RegisterSensors
) -> tuple[SimulatedGameResult, bytes]:
    guests = party(name, players, seed, colours(name, 1), "everywhere", **faults)
    return simulate_game(replace(guests, make_sensors=kind))


FAULTY = [*RUNTIME_FAULTS, *(fault for fault in FAULT_DESCRIPTIONS if fault not in BY_PEOPLE)]


@pytest.mark.long(usual="kabale-3")
@usual_counts
def test_readers_tell_the_same_evening_as_their_sightings(name: str, players: int) -> None:
    for seed in range(LONG):
        ours, plain = (
            spent(name, players, f"same/{seed}", {}, kind) for kind in (RegisterSensors, DirectEventSensors)
        )
        assert ours == plain


@pytest.mark.long(usual=("louis-xiv-miso-high", "kabale-noise", "florence-power-cut"))
@pytest.mark.parametrize(
    ("name", "fault"), usually(zip(cycle(GAMES), FAULTY, strict=False), product(GAMES, FAULTY))
)
def test_the_account_survives(name: str, fault: str) -> None:
    for seed in range(LONG):
        faulty, faulty_record = spent(name, 2, f"fault/{seed}", {fault: 0.1})
        plain, record = spent(name, 2, f"fault/{seed}", {}, DirectEventSensors)
        assert faulty.faults[fault] > 0
        assert faulty.scores == plain.scores
        assert of_players(name, faulty_record) == of_players(name, record)


@pytest.mark.long(instead="test_the_account_survives")
@pytest.mark.parametrize("name", usually(["louis-xiv"], GAMES))
def test_everything_goes_wrong_at_once(name: str) -> None:
    for seed in range(LONG):
        evening, _ = spent(
            name, 4, f"all/{seed}", dict.fromkeys((*FAULT_DESCRIPTIONS, *RUNTIME_FAULTS), 0.03)
        )
        assert evening.cheats == evening.caught
        assert evening.faults[POWER_CUT] > 0


def test_a_card_that_is_held_to_a_reader_comes_and_goes_by_its_whole_uid() -> None:
    assert list(senses().messages_without_faults(CARD)) == [
        ReportInput(TagPresent("play", UID)),
        ReportInput(TagRemoved("play", UID)),
    ]


def test_a_press_is_told_once_however_the_contact_bounces() -> None:
    table = senses()
    for _ in range(8):
        assert list(table.messages_without_faults(Observation("button/yes", "seat/blue"))) == [
            ReportInput(SeatButtonPressed("blue", "yes"))
        ]


def test_a_finger_is_no_readers_business() -> None:
    assert list(senses(missed_read=1.0).messages_with_faults(touch_observation("tile/6"))) == [
        Touch("tile/6")
    ]


def test_a_card_that_fades_for_a_moment_has_not_left() -> None:
    assert list(senses(double_read=1.0).messages_with_faults(CARD)) == list(
        senses().messages_without_faults(CARD)
    )


def test_a_card_that_is_hard_to_read_is_garbled_and_then_read() -> None:
    first, *rest = senses(garbled=1.0).messages_with_faults(CARD)
    assert first == ReportInput(TagUnreadable("play"))
    assert rest == list(senses().messages_without_faults(CARD))


def test_of_two_cards_none_is_guessed() -> None:
    first, *rest = senses(two_cards=1.0).messages_with_faults(CARD)
    assert first == ReportInput(SeveralTagsPresent("play"))
    assert rest == list(senses().messages_without_faults(CARD))


def test_a_reader_that_is_pulled_out_is_down_and_comes_back() -> None:
    table = senses()
    (down,) = table.start_reader_fault("play", UNPLUGGED)
    assert isinstance(down, ReportInput)
    assert isinstance(down.event, ReaderDown)
    assert not table.can_report(CARD)
    assert list(table.end_reader_faults()) == [ReportInput(ReaderRecovered("play"))]
    assert table.can_report(CARD)
    assert list(table.messages_without_faults(CARD)) == list(senses().messages_without_faults(CARD))


def test_what_lies_on_a_reader_when_the_program_starts_is_no_move() -> None:
    table = senses(gone_too_late=1.0)
    assert list(table.messages_with_faults(CARD)) == [ReportInput(TagPresent("play", UID))]
    (woken,) = table.reattach_session(session(louis("supply")))
    assert isinstance(woken, ReportInput)
    assert not isinstance(woken.event, TagPresent)
    assert list(table.late_removal_messages()) == [ReportInput(TagRemoved("play", UID))]


def test_a_fault_that_is_no_fault_of_a_seat_changes_nothing() -> None:
    assert list(senses().start_reader_fault("seat/blue", TWO_TAGS)) == []


def test_what_is_done_plainly_is_noticed_whatever_was_wrong_before() -> None:
    table = senses()
    list(table.start_reader_fault("play", WEDGED_RECEIVER))
    assert list(table.messages_without_faults(CARD)) == list(senses().messages_without_faults(CARD))
