"""The readers page at a real table: from the registers of virtual chips, lights, buttons and sounder to the screen."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest

from companion.screen.pages.readers import LINGER_SECONDS, ReaderModel, ReadersModel
from companion.voice.language import languages, load_translation
from hardware.readers.serial_ports import SerialConnection
from hardware.virtual.faults import CLONE_88, NOISE, UNPLUGGED
from hardware.virtual.panel import EYE_MEMORY_US
from hardware.virtual.pn532_line import VirtualPn532Adapter
from hardware.virtual.simulations import Pn532Simulation
from tests.screen import SIZES
from tests.screen.harness.evening import PATIENT, Guest, begin, evening
from tests.start.tables import KIT, Hands, real_evening

FIVE = files("hardware").joinpath("kits", "five.toml").read_text()
HUB = files("hardware").joinpath("kits", "hub.toml").read_text()
USB = files("hardware").joinpath("kits", "usb.toml").read_text()
A_WHILE_US = 8_000_000
RECOVERY_US = 20_000_000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


class Mechanic:
    """Somebody who looks at the readers."""

    def __init__(self, guest: Guest, hands: Hands) -> None:
        self.guest, self.hands, self.driver = guest, hands, guest.driver
        self.driver.tap("readers")
        self.until(lambda: self.guest.page.model is not None)

    @property
    def now(self) -> ReadersModel:
        """The page as it is shown."""
        shown: ReadersModel = self.guest.page.model
        return shown

    def row(self, zone: str) -> ReaderModel:
        """One reader."""
        return next(row for row in self.now.readers if row.zone == zone)

    def until(self, so: Callable[[], bool]) -> None:
        """The screen goes on until something is so and shown."""
        self.driver.until(so, PATIENT)

    def afflict(self, zone: str, fault: str) -> None:
        """Something goes wrong with a reader, and a while goes by."""
        self.hands.rig.virtual_readers[zone].inject_fault(fault)
        self.look()

    def look(self, us: int = A_WHILE_US) -> None:
        """A while goes by, and the page looks again."""
        self.hands.wait(us)
        self.driver.wait(1.2)

    def light(self, zone: str) -> str:
        """What a light says to whoever looks at it for a while."""
        self.hands.wait(EYE_MEMORY_US)
        return self.hands.rig.light_signal(zone)


@contextmanager
def mechanic(home: Path, wiring: str = KIT, lang: str = "en") -> Iterator[Mechanic]:
    """At a table with virtual readers that have been at work for a while."""
    hands = Hands(home, wiring=wiring)
    with real_evening(hands, lang) as guest:
        hands.wait(A_WHILE_US)
        yield Mechanic(guest, hands)


def test_readers_that_are_well_say_so_in_numbers_and_words(home: Path) -> None:
    with mechanic(home) as at:
        for row, place in zip(at.now.readers, ("Play area", "6 Condé"), strict=True):
            assert (row.zone_name, row.health, row.message, row.chip) == (
                place,
                "well",
                "Answers.",
                "genuine chip",
            )
            assert row.scan_numbers == ("100 %", "0 %", "0 %", "0", "0")
            assert at.driver.sees(place)
        assert at.driver.faults() == []


def test_a_dead_reader_is_shown_with_what_to_do_and_comes_back(home: Path) -> None:
    with mechanic(home) as at:
        at.afflict("tile/6", UNPLUGGED)
        assert at.row("tile/6").health == "ill"
        assert at.driver.sees("Does not answer. Check its plug and its wires.")
        assert at.driver.sees("Readers that answer: 1 of 2.")
        at.driver.tap("reader/tile/6")
        assert at.driver.sees("no chip answers")
        at.driver.tap("back")
        at.hands.rig.virtual_readers["tile/6"].clear_fault(UNPLUGGED)
        at.look(RECOVERY_US)
        assert at.row("tile/6").health != "ill"
        assert at.driver.sees("Readers that answer: 2 of 2.")
        assert at.row("play").health == "well"


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_a_reader_on_a_cable_is_told_with_its_cable_and_comes_back(home: Path, lang: str) -> None:
    text = load_translation(lang).gettext
    with mechanic(home, USB, lang) as at:
        assert at.driver.sees(text("Answers."))
        at.afflict("play", UNPLUGGED)
        assert at.driver.sees(text("Cannot be opened. Check its cable."))
        assert at.driver.faults() == []
        at.driver.tap("reader/play")
        assert at.driver.sees("reader play is not there, nor is its /dev/ttyUSB0: plug it in")
        assert at.driver.faults() == []
        at.driver.tap("back")
        at.hands.rig.virtual_readers["play"].clear_fault(UNPLUGGED)
        at.look(RECOVERY_US)
        assert at.row("play").message == text("Answers.")
        assert at.driver.sees(text("Readers that answer: {well} of {all}.").format(well=1, all=1))


def test_a_reader_on_a_cable_that_never_answers_is_not_said_to_be_unopened(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VirtualPn532Adapter, "send", lambda _adapter, _data: None)
    with mechanic(home, USB) as at:
        for _ in range(40):  # it is opened again and again meanwhile
            at.look(250_000)
            assert at.row("play").message == "Does not answer. Check its cable."


@pytest.mark.long(usual="de")
@pytest.mark.parametrize("lang", languages())
def test_whatever_is_wrong_with_a_reader_on_a_cable_is_told_whole(
    home: Path, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = "/dev/serial/by-id/usb-Silicon_Labs_CP2102N_USB_to_UART_Bridge_Controller_6a0d1c2e9f3b-if00-port0"
    failure = OSError()

    def refuse(_path: str) -> SerialConnection:
        raise failure

    with mechanic(home, USB.replace("/dev/ttyUSB0", port), lang) as at:
        at.driver.tap("reader/play")
        monkeypatch.setattr(VirtualPn532Adapter, "send", lambda _adapter, _data: None)
        at.look()
        assert at.driver.sees("set the switches of its board to HSU (UART)")
        assert at.driver.faults() == []
        monkeypatch.setattr(at.hands.rig.simulation_of(Pn532Simulation).driver, "_open_line", refuse)
        for number, told in (
            (errno.ENOENT, "plug it in, or write in wiring.toml the port"),
            (errno.EACCES, "sudo usermod -aG dialout"),
            (errno.EBUSY, "or give each its own port"),
            (errno.ENOTTY, "which is no serial port that works"),
        ):
            failure.errno, failure.strerror = number, os.strerror(number)
            at.look(RECOVERY_US)
            assert at.driver.sees(told)
            assert at.driver.faults() == []


def test_what_is_garbled_is_counted_from_when_one_likes(home: Path) -> None:
    with mechanic(home) as at:
        at.afflict("tile/6", NOISE)
        row = at.row("tile/6")
        assert row.health == "doubtful"
        assert int(row.scan_numbers[1].removesuffix(" %")) >= 10
        assert at.driver.sees("Much is garbled. Move it.")
        at.hands.rig.virtual_readers["tile/6"].clear_fault(NOISE)
        at.driver.tap("anew")
        at.look()
        assert at.row("tile/6").scan_numbers[:2] == ("100 %", "0 %")
        assert at.row("tile/6").health == "well"


def test_a_copied_chip_is_named(home: Path) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        hands.rig.virtual_readers["play"].inject_fault(CLONE_88)
        hands.wait(A_WHILE_US)
        assert Mechanic(guest, hands).row("play").chip == "copied chip, 0x88"


def test_a_reader_without_a_place_in_any_game_says_so(home: Path) -> None:
    with mechanic(home, KIT.replace("tile/6", "tile/66")) as at:
        assert (at.row("tile/66").zone_name, at.row("tile/66").health) == ("tile/66", "doubtful")
        assert at.driver.sees("No game has such a place.")


def test_a_tag_laid_on_a_reader_lights_up_its_line(home: Path) -> None:
    with mechanic(home) as at:
        at.hands.put("card/inf6", "tile/6")
        at.until(lambda: at.row("tile/6").is_lit)
        assert not at.row("play").is_lit
        at.driver.wait(2 * LINGER_SECONDS)
        assert at.row("tile/6").is_lit  # as long as it lies there
        at.hands.take("card/inf6", "tile/6")
        at.driver.wait(LINGER_SECONDS + 1.2)
        assert not at.row("tile/6").is_lit


def test_each_light_is_tried_in_turn_and_goes_dark_with_the_page(home: Path) -> None:
    with mechanic(home) as at:
        for shows in ("go", "no", "think", "off", "go"):
            at.driver.tap("light/tile/6")
            assert at.row("tile/6").shown_signal == shows
            assert at.light("tile/6") == shows
        assert at.light("play") == "off"
        at.driver.tap("home")
        assert at.light("tile/6") == "off"


def test_the_sounder_is_heard_once(home: Path) -> None:
    with mechanic(home) as at:
        at.driver.tap("sound")
        at.hands.wait(1_000_000)
        assert [hertz for _, hertz in at.hands.rig.panel.tone_history() if hertz] == [880, 1320]


def test_a_pressed_button_is_named_for_a_moment(home: Path) -> None:
    with mechanic(home) as at:
        at.hands.press("player/2")
        at.until(lambda: any(knob.is_pressed for knob in at.now.buttons))
        assert [knob.text for knob in at.now.buttons if knob.is_pressed] == ["player 2"]
        at.driver.wait(LINGER_SECONDS + 1.2)
        assert not any(knob.is_pressed for knob in at.now.buttons)


def test_nothing_is_redrawn_while_nothing_changes(home: Path) -> None:
    with mechanic(home) as at:
        at.driver.wait(2)
        drawn = at.driver.frames_drawn
        for _ in range(3):
            at.look()
        assert at.driver.frames_drawn == drawn


def test_what_is_tried_in_mid_game_is_no_move(home: Path) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        begin(guest, players=3)
        guest.driver.tap("home")
        at = Mechanic(guest, hands)
        hands.show("money/4:2", "play")
        hands.press("yes")
        at.until(lambda: at.row("play").is_lit)
        guest.driver.tap("home")
        guest.driver.tap("go-on")
        assert (guest.live.snapshot.pending_input, guest.live.snapshot.accepted_texts) == ((), ())
        hands.show("money/4:2", "play")
        guest.driver.until(lambda: bool(guest.live.snapshot.accepted_texts), PATIENT)


@pytest.mark.parametrize(("lang", "size"), [("nl", SIZES[0]), ("de", SIZES[1])])
def test_five_readers_fit_however_they_are(home: Path, lang: str, size: tuple[int, int]) -> None:
    hands = Hands(home, wiring=FIVE)
    with real_evening(hands, lang, size) as guest:
        hands.rig.virtual_readers["tile/7"].inject_fault(UNPLUGGED)
        hands.rig.virtual_readers["tile/8"].inject_fault(NOISE)
        hands.wait(A_WHILE_US)
        at = Mechanic(guest, hands)
        assert [row.health for row in at.now.readers] == ["ill", "well", "well", "doubtful", "well"]
        assert at.driver.faults() == []
        at.driver.tap("reader/tile/7")
        assert at.driver.faults() == []


def test_without_readers_it_is_said_where_to_read_on() -> None:
    with evening("en") as guest:
        guest.driver.tap("readers")
        guest.driver.until(lambda: guest.page.model is not None, PATIENT)
        assert guest.driver.sees("No reader is connected.")
        assert guest.driver.sees("stands in the guide that comes with Herald")
        assert guest.driver.faults() == []
        guest.driver.tap("back")
        assert "deck" in guest.driver.things()


def test_a_plan_that_cannot_be_read_is_said(home: Path) -> None:
    with mechanic(home, 'reset = "four"') as at:
        assert at.now.readers == ()
        assert at.driver.sees("wiring.toml cannot be used")


def test_what_else_does_not_work_is_told_below_the_readers(home: Path) -> None:
    with mechanic(home, FIVE) as at:
        at.hands.rig.panel.press("yes")
        at.look(12_000_000)
        assert not at.driver.sees("button yes has been down")
        at.driver.tap("later")
        assert at.driver.sees("button yes has been down for ten seconds")
        assert not at.driver.sees("6 Condé")
        assert at.driver.faults() == []
        at.hands.put("card/inf6", "tile/6")
        at.until(lambda: at.row("tile/6").is_lit)
        at.driver.tap("earlier")
        assert at.driver.sees("6 Condé")


def test_a_hub_that_is_away_is_one_row_in_place_of_all_its_readers(home: Path) -> None:
    with mechanic(home, HUB) as at:
        assert [row.health for row in at.now.readers] == ["well"] * 13
        hub = at.hands.rig.hub_by_name["tiles"]
        hub.unplug()
        at.look()
        away, play = at.now.readers
        assert (away.zone_name, away.health, play.zone) == ("Hub tiles", "ill", "play")
        assert at.driver.sees("Its readers: 12. Check its USB cable.")
        assert at.now.problems == ()
        at.driver.tap("reader/hub/tiles")
        at.until(lambda: at.driver.sees("plug its USB cable in"))
        assert at.driver.faults() == []
        at.driver.tap("back")
        hub.plug("/dev/ttyACM3")
        at.look()
        assert [row.health for row in at.now.readers] == ["well"] * 13


def test_of_more_readers_than_are_in_sight_those_that_are_ill_come_first(home: Path) -> None:
    with mechanic(home, HUB) as at:
        at.afflict("tile/11", UNPLUGGED)
        assert [row.zone for row in at.now.readers][:3] == ["tile/11", "play", "tile/1"]
        assert at.driver.sees("11 Mazarin")
        assert at.driver.faults() == []


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_a_hub_that_is_away_is_told_whole_in_every_language(home: Path, lang: str) -> None:
    with mechanic(home, HUB, lang) as at:
        at.hands.rig.hub_by_name["tiles"].unplug()
        at.look()
        assert at.driver.sees("Hub tiles")
        assert at.driver.sees(at.now.readers[0].message)
        assert at.driver.faults() == []


def test_the_lights_of_a_hub_are_tried_like_any(home: Path) -> None:
    with mechanic(home, HUB) as at:
        at.driver.tap("light/tile/1")
        assert at.light("tile/1") == "go"
