"""A third kind of reader with plan, doctor, enrolment and a whole evening, while nothing of Herald knows it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from companion.simulator.faults import GARBLED_READ, MISSED_READ, READER_DEAD
from companion.simulator.simulated_game import simulate_game
from companion.start.commands.doctor import examine_virtual_table
from companion.start.enrolment.enrolment_terminal import EnrolmentTerminal
from companion.start.enrolment.real_devices import RealEnrolmentDevices
from companion.start.virtual_table.virtual_kit import VirtualKit
from companion.table.tags.deck import Deck
from companion.table.tags.enrolment import Enrolment
from companion.voice.enrolment_messages import EnrolmentMessages
from hardware.common.errors import TagMemoryForbidden
from hardware.common.events import READER_BACK, READER_DOWN, TAG_CAME, TAG_LEFT
from hardware.doctor.table_examination import examine_prerequisites, examine_table
from hardware.errors import HardwareError, WiringPlanError
from hardware.events import HardwareEvent, ReaderReported
from hardware.readers.driver import ReaderGroup
from hardware.readers.installed_kinds import installed_kinds
from hardware.readers.supervised_reader import LONGEST_RETRY_US
from hardware.virtual.clock import VirtualClock
from hardware.virtual.faults import NOISE
from hardware.virtual.faulty_table import FaultyTable
from hardware.wiring_plan import load_plan, parse_plan
from tests.hardware.third_kind.driver import Lines
from tests.hardware.third_kind.kind import LineWiring
from tests.hardware.third_kind.registered import registered
from tests.hardware.third_kind.simulation import OnPtys, Pty
from tests.simulator.parties import answers
from tests.start.kits import begun, guests
from tests.start.sessions import BOX

PATIENCE_S = 20.0
READER = '[[reader]]\nname = "play"\nkind = "lines"\nport = "{}"\n'
STICKERS = (bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7"))


@pytest.fixture(autouse=True)
def third(tmp_path: Path) -> Iterator[None]:
    """It is installed."""
    with registered(tmp_path / "site", lines="tests.hardware.third_kind.kind:KIND"):
        yield


@pytest.fixture
def wiring(tmp_path: Path) -> Path:
    """A plan with such a reader and nothing else, whose device is nobody's."""
    path = tmp_path / "wiring.toml"
    path.write_text(READER.format("/dev/ttyLINES"))
    return path


def test_a_plan_names_its_kind_and_the_usual_one_needs_no_name(wiring: Path) -> None:
    assert load_plan(wiring).tables == (LineWiring("play", "/dev/ttyLINES"),)
    usual = '\n[[reader]]\nname = "{}"\nbus = 0\ndevice = {}\n'
    mixed = parse_plan(
        "reset = 25\n"
        + READER.format("/dev/a")
        + usual.format("a", 0)
        + usual.format("b", 1)
        + 'kind = "rc522"'
    )
    assert mixed.reader_names == ("play", "a", "b")
    assert [type(each).__name__ for each in mixed.tables] == ["LineWiring", "Rc522Wiring", "Rc522Wiring"]


def test_what_is_wrong_with_its_tables_is_told_with_their_place() -> None:
    with pytest.raises(WiringPlanError) as wrong:
        parse_plan(READER.replace("port", "prt") + "bus = 0\n")
    assert wrong.value.faults == (
        'reader "play": prt is not known; did you mean port?',
        'reader "play": bus is not known; known here: name, port, light',
        'reader "play": port is missing; write its serial device, as "/dev/ttyUSB0"',
    )


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ('"acr122"', 'reader "play": kind cannot be "acr122"; known kinds are pn532, rc522, lines'),
        ("3", 'reader "play": kind cannot be 3; known kinds are pn532, rc522, lines'),
        (
            '"hub"',
            'reader "play": kind cannot be "hub"; known kinds are pn532, rc522, lines;'
            " begin each hub with a line [[hub]]",
        ),
    ],
)
def test_a_kind_that_nobody_knows_is_told_with_those_that_are_known(kind: str, told: str) -> None:
    with pytest.raises(WiringPlanError) as wrong:
        parse_plan(READER.replace('"lines"', kind))
    assert wrong.value.faults == (told,)


def test_two_readers_at_one_device_are_told_of() -> None:
    with pytest.raises(WiringPlanError) as wrong:
        parse_plan(READER.format("/dev/a") + READER.replace("play", "bank").format("/dev/a"))
    assert wrong.value.faults == ('reader "bank": is on /dev/a, as reader "play" is; give each its own',)


def test_it_is_listed_with_the_package_that_brings_it() -> None:
    (third,) = (each for each in installed_kinds() if each.name == "lines")
    assert (third.package, third.version, third.reason) == ("more-readers", "1.0", "")


# -- the doctor


def test_the_doctor_finds_it_or_says_what_to_plug_in(tmp_path: Path) -> None:
    path, pty = tmp_path / "wiring.toml", Pty()
    path.write_text(READER.format(pty.path))
    here = examine_prerequisites(path, tmp_path / "root")
    assert not [finding for finding in here.findings if finding.wrong]
    (found,) = (finding for finding in examine_table(here) if finding.what == "reader play")
    assert (found.wrong, found.found) == (False, f"is there, on {pty.path}")
    pty.unplug()
    (found,) = (finding for finding in examine_table(here) if finding.what == "reader play")
    assert (found.wrong, found.advice) == (True, "Plug reader play in")


def test_a_tag_that_was_taken_while_it_was_unplugged_has_left(tmp_path: Path) -> None:
    socket, (before, after) = tmp_path / "ttyLINES", (Pty(), Pty())
    socket.symlink_to(before.path)
    heard: list[HardwareEvent] = []
    clock = VirtualClock()
    readers = Lines().open(parse_plan(READER.format(socket)), heard.append, clock)
    readers.run_pending()
    before.say(STICKERS[0])
    before.arrived()
    run(readers, clock)
    before.unplug()
    socket.unlink()
    run(readers, clock)
    socket.symlink_to(after.path)
    run(readers, clock)
    after.say(b"")
    after.arrived()
    run(readers, clock)
    readers.stop()
    said = [(each.event.kind, each.event.uid) for each in heard if isinstance(each, ReaderReported)]
    assert said == [(TAG_CAME, STICKERS[0]), (READER_DOWN, b""), (READER_BACK, b""), (TAG_LEFT, STICKERS[0])]


def run(readers: ReaderGroup, clock: VirtualClock) -> None:
    """Some seconds go by, more than one that failed is left alone."""
    end = clock.now_us() + LONGEST_RETRY_US
    while clock.now_us() < end:
        clock.wait_us(max(1, readers.run_pending() - clock.now_us()))


def test_the_doctor_has_a_tag_laid_on_its_virtual_twin(wiring: Path) -> None:
    found = {finding.what: finding for finding in examine_virtual_table(str(wiring), [], interactive=True)}
    assert not any(finding.wrong for finding in found.values())
    assert found["reader play, a tag laid on it"].found == "was seen by play"


# -- enrolment


def opened(senses: RealEnrolmentDevices) -> None:
    """The reader's thread has opened the port: what came before is lost, as with any serial device."""
    until = monotonic() + PATIENCE_S
    while monotonic() < until:
        try:
            senses.run_on_reader(lambda tag: None)
        except TagMemoryForbidden:  # it answers, and it can only tell tags
            return
        except HardwareError:  # not yet
            continue
    pytest.fail("the reader is not opened")


def test_pieces_get_their_tags_there_and_nothing_is_written_on_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pty, (keyboard, typing) = Pty(), os.pipe()
    plan = parse_plan(READER.format(pty.path))
    told: list[str] = []

    def tell(text: str) -> None:
        """Hands that do what they are told."""
        told.append(text)
        tagged = enrolment.progress.tagged_count
        if "Lay it on the reader" in text and tagged < len(STICKERS):
            pty.say(STICKERS[tagged])
        elif text.startswith("Take"):
            pty.say(b"")
        elif tagged == len(STICKERS) and text.startswith("Not written"):
            os.close(typing)

    with os.fdopen(keyboard) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        enrolment = Enrolment(Deck("louis-xiv", BOX), tmp_path / "louis-xiv.deck")
        senses = RealEnrolmentDevices(plan, "play")
        try:
            opened(senses)
            EnrolmentTerminal(
                enrolment, EnrolmentMessages(enrolment.deck, "en"), "play", senses, tell, write_ndef=True
            ).run()
        finally:
            senses.close()
    first, second, *_ = enrolment.deck.pieces_by_key.values()
    assert [enrolment.deck.uid_of_piece(piece) for piece in (first, second)] == [
        each.hex() for each in STICKERS
    ]
    (why, _) = (text for text in told if text.startswith("Not written"))
    assert "a reader that says lines neither reads nor writes it" in why


# -- an evening


def as_kit_one(wiring: Path) -> None:
    """Kit one with another reader."""
    kit = Path(__file__).parents[3].joinpath("hardware/kits/one.toml").read_text()
    before, table = kit.split("[[reader]]")
    wiring.write_text(before + READER.format("/dev/ttyLINES") + table[table.index("\n[[button]]") :])


def test_what_goes_wrong_at_any_reader_goes_wrong_there_and_what_only_a_chip_has_does_not(
    wiring: Path, tmp_path: Path
) -> None:
    as_kit_one(wiring)
    faults = {GARBLED_READ: 0.5, MISSED_READ: 0.2, READER_DEAD: 0.2, NOISE: 0.2}
    begun(guests(str(wiring), "louis-xiv", 2, "lines", faults), 8, tmp_path)


def test_what_its_simulation_does_by_itself_is_done_at_a_virtual_kit_too(
    wiring: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[OnPtys] = []
    monkeypatch.setattr(OnPtys, "run_pending", lambda each: turns.append(each))
    VirtualKit(wiring, load_plan(wiring), ()).advance_time("play", 1)
    assert turns


def test_a_fault_that_only_a_chip_has_cannot_be_given_to_it(wiring: Path) -> None:
    with pytest.raises(
        WiringPlanError, match=r"^play=unplugged is no fault .* given: no part of this plan can be"
    ):
        FaultyTable(load_plan(wiring), ["play=unplugged"])


def test_a_whole_evening_is_played_at_it(wiring: Path) -> None:
    as_kit_one(wiring)
    evening, record = simulate_game(guests(str(wiring), "louis-xiv", 2, "lines"))
    assert (evening.touches, evening.typed) == (0, 0)
    assert not any("refused" in answer for answer in answers(record))
