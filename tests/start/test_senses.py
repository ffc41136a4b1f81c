"""Whole evenings at a virtual table whose readers are virtual chips: from the registers up to the app's account."""

from __future__ import annotations

from itertools import cycle, product
from random import Random

import pytest
from msgspec.structs import replace

from companion.rules.moves import Observation, touch_observation
from companion.simulator.evening import spend
from companion.simulator.faults import FAULTS, ILLEGAL_MOVE, POWER_CUT, Luck
from companion.simulator.report import Evening
from companion.simulator.senses import FromSightings, Senses, tagged
from companion.start.from_registers import FromRegisters
from companion.table.messages import Notice, Touch
from companion.table.pieces import pieces
from companion.table.sightings import Crowded, Garbled, Gone, Present, Pressed, ReaderBack, ReaderDown
from companion.table.zones import Plan
from hardware.virtual.faults import IN_USE, TWO_TAGS, UNPLUGGED, WEDGED_RECEIVER
from tests.long import LONG, usually
from tests.ours import GAMES
from tests.simulator.parties import colours, of_players, party, usual_counts
from tests.start.sessions import session
from tests.tables import louis

DECK = tagged("louis-xiv", pieces(("card/inf6", "seal/blue", "seal/red"), ("blue", "red")))
PLAN = Plan({"play": "reader", "tile/6": "reader", "seat/blue": "reader"})
CARD = Observation("card/inf6", "play")
UID = "04000000000001"


def senses(**rates: float) -> FromRegisters:
    return FromRegisters(
        DECK, PLAN, Luck({name.replace("_", "-"): rate for name, rate in rates.items()}, Random(1))
    )


def spent(
    name: str, players: int, seed: str, faults: dict[str, float], kind: type[Senses] = FromRegisters
) -> tuple[Evening, bytes]:
    guests = party(name, players, seed, colours(name, 1), "everywhere", **faults)
    return spend(replace(guests, senses=kind))


FAULTY = [*IN_USE, *(fault for fault in FAULTS if fault != ILLEGAL_MOVE)]


@usual_counts
def test_readers_tell_the_same_evening_as_their_sightings(name: str, players: int) -> None:
    for seed in range(LONG):
        ours, plain = (
            spent(name, players, f"same/{seed}", {}, kind) for kind in (FromRegisters, FromSightings)
        )
        assert ours == plain


@pytest.mark.parametrize(
    ("name", "fault"), usually(zip(cycle(GAMES), FAULTY, strict=False), product(GAMES, FAULTY))
)
def test_the_account_survives(name: str, fault: str) -> None:
    for seed in range(LONG):
        faulty, faulty_record = spent(name, 2, f"fault/{seed}", {fault: 0.1})
        plain, record = spent(name, 2, f"fault/{seed}", {}, FromSightings)
        assert faulty.faults[fault] > 0
        assert faulty.scores == plain.scores
        assert of_players(name, faulty_record) == of_players(name, record)


@pytest.mark.parametrize("name", usually(["louis-xiv"], GAMES))
def test_everything_goes_wrong_at_once(name: str) -> None:
    for seed in range(LONG):
        evening, _ = spent(name, 4, f"all/{seed}", dict.fromkeys((*FAULTS, *IN_USE), 0.03))
        assert evening.cheats == evening.caught
        assert evening.faults[POWER_CUT] > 0


def test_a_card_that_is_held_to_a_reader_comes_and_goes_by_its_whole_uid() -> None:
    assert list(senses().plainly(CARD)) == [Notice(Present("play", UID)), Notice(Gone("play", UID))]


def test_a_press_is_told_once_however_the_contact_bounces() -> None:
    table = senses()
    for _ in range(8):
        assert list(table.plainly(Observation("button/yes", "seat/blue"))) == [Notice(Pressed("blue", "yes"))]


def test_a_finger_is_no_readers_business() -> None:
    assert list(senses(missed_read=1.0).do(touch_observation("tile/6"))) == [Touch("tile/6")]


def test_a_card_that_fades_for_a_moment_has_not_left() -> None:
    assert list(senses(double_read=1.0).do(CARD)) == list(senses().plainly(CARD))


def test_a_card_that_is_hard_to_read_is_garbled_and_then_read() -> None:
    first, *rest = senses(garbled=1.0).do(CARD)
    assert first == Notice(Garbled("play"))
    assert rest == list(senses().plainly(CARD))


def test_of_two_cards_none_is_guessed() -> None:
    first, *rest = senses(two_cards=1.0).do(CARD)
    assert first == Notice(Crowded("play"))
    assert rest == list(senses().plainly(CARD))


def test_a_reader_that_is_pulled_out_is_down_and_comes_back() -> None:
    table = senses()
    (down,) = table.afflict("play", UNPLUGGED)
    assert isinstance(down, Notice)
    assert isinstance(down.sighting, ReaderDown)
    assert not table.reads(CARD)
    assert list(table.recover()) == [Notice(ReaderBack("play"))]
    assert table.reads(CARD)
    assert list(table.plainly(CARD)) == list(senses().plainly(CARD))


def test_what_lies_on_a_reader_when_the_program_starts_is_no_move() -> None:
    table = senses(gone_too_late=1.0)
    assert list(table.do(CARD)) == [Notice(Present("play", UID))]
    (woken,) = table.wake(session(louis("supply")))
    assert isinstance(woken, Notice)
    assert not isinstance(woken.sighting, Present)
    assert list(table.catch_up()) == [Notice(Gone("play", UID))]


def test_a_fault_that_is_no_fault_of_a_seat_changes_nothing() -> None:
    assert list(senses().afflict("seat/blue", TWO_TAGS)) == []


def test_what_is_done_plainly_is_noticed_whatever_was_wrong_before() -> None:
    table = senses()
    list(table.afflict("play", WEDGED_RECEIVER))
    assert list(table.plainly(CARD)) == list(senses().plainly(CARD))
