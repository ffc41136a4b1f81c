"""What a person is asked, and what follows from what the person does: swapped wires show nowhere else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hardware.doctor.questions import ExaminationWithPerson, PersonTask
from hardware.events import HardwareEvent
from hardware.finding import Finding
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.faulty_table import FaultyTable, VirtualPerson
from hardware.virtual.tags import make_ntag213
from hardware.wiring_plan import KIT_NAMES, load_kit
from hardware.wiring_schema import WiringPlan

FIVE = load_kit("five")


class Table:
    """A virtual table and somebody at it, who may be somebody special."""

    def __init__(
        self,
        hands: Callable[[VirtualDeviceManager, Callable[[str], None]], VirtualPerson] = VirtualPerson,
        plan: WiringPlan = FIVE,
    ) -> None:
        heard: list[HardwareEvent] = []
        self.clock = VirtualClock()
        self.rig = VirtualDeviceManager(plan, heard.append, self.clock)
        self.questions: list[str] = []
        self.person = hands(self.rig, self.questions.append)
        self._asking = ExaminationWithPerson(plan, self.rig, heard, self.person, self.clock)

    def found(self) -> dict[str, Finding]:
        return {each.what: each for each in self._asking.examine()}


SWAPPED = {"play": "tile/6", "tile/7": "play", "yes": "no", "no": "yes"}


class Swapping(VirtualPerson):
    """Hands at a table where wires are swapped: what is done to one happens to the other."""

    def ask(self, task: PersonTask, name: str, sentence: str) -> None:
        super().ask(task, SWAPPED.get(name, name) if task in ("lay", "take", "press") else name, sentence)


class Idle(VirtualPerson):
    """Nobody does or says anything."""

    def ask(self, task: PersonTask, name: str, sentence: str) -> None:
        self._say(sentence)


class Bored(Idle):
    """Enter, Enter, Enter; or the end of the input."""

    def typed_line(self) -> str | None:
        return "\n"


class Blind(VirtualPerson):
    """Sees no red, and hears nothing."""

    def typed_line(self) -> str | None:
        said = super().typed_line()
        return "n\n" if said and self.dark else said

    def ask(self, task: PersonTask, name: str, sentence: str) -> None:
        self.dark = task in ("no", "listen")
        super().ask(task, name, sentence)


@pytest.mark.parametrize("name", KIT_NAMES)
def test_everything_is_asked_about_once_and_a_healthy_table_is_well(name: str) -> None:
    plan, questions = load_kit(name), list[str]()
    found = list(FaultyTable(plan).examine_with_person(questions.append))
    assert not any(each.wrong or each.absent for each in found)
    readers, buttons, lights = map(len, (plan.reader_names, plan.button_names, plan.readers_with_light))
    sounders = int(plan.buzzer is not None)
    assert len(found) == readers + buttons + lights + sounders
    assert len(questions) == 2 * readers + buttons + 3 * lights + sounders


def test_readers_with_swapped_chip_selects_are_told_with_the_pins_to_swap() -> None:
    table = Table(Swapping)
    told = table.found()["reader play, a tag laid on it"]
    assert told.wrong
    assert told.found == "was seen by tile/6"
    assert "SDA (pin 24) goes to the board of play, SDA (pin 26) to that of tile/6" in told.advice


def test_readers_swapped_between_buses_are_told() -> None:
    told = Table(Swapping).found()["reader tile/7, a tag laid on it"]
    assert told.found == "was seen by play"
    assert "different SPI buses" in told.advice


def test_swapped_buttons_are_told_with_their_pins() -> None:
    found = Table(Swapping).found()
    assert found["button yes, pressed"].found == "was noticed as no"
    assert "BCM 5 (pin 29) is that of yes, BCM 6 (pin 31) that of no" in found["button yes, pressed"].advice
    assert not found["button undo, pressed"].wrong


def test_what_is_not_noticed_at_all_is_wrong_after_a_while() -> None:
    table = Table(Idle, load_kit("one"))
    found = table.found()
    assert found["reader play, a tag laid on it"].found == "no reader has noticed any"
    assert "BCM 27 (pin 13)" in found["button undo, pressed"].advice
    assert found["light of play, seen"].absent
    assert found["sounder, heard"].absent


def test_whoever_does_not_want_to_is_not_kept() -> None:
    table = Table(Bored)
    assert all(each.absent and each.found == "not tried" for each in table.found().values())
    assert table.clock.now_us() < 5_000_000


def test_a_light_or_a_sounder_that_fails_a_person_is_wrong() -> None:
    found = Table(Blind).found()
    assert found["light of play, seen"].found == "was not red"
    assert "common cathode" in found["light of play, seen"].advice
    assert "passive piezo" in found["sounder, heard"].advice
    assert not found["button yes, pressed"].wrong


def test_two_tags_at_once_are_not_taken_for_one() -> None:
    other = make_ntag213(bytes.fromhex("04ffffffffffff"))

    class Both(VirtualPerson):
        def ask(self, ask: PersonTask, name: str, sentence: str) -> None:
            super().ask(ask, name, sentence)
            if ask == "lay":
                self._rig.put_tag(name, other)
            elif ask == "take":
                self._rig.take_tag(name, other)

    told = Table(Both).found()["reader tile/8, a tag laid on it"]
    assert told.wrong
    assert told.found == "tile/8 notices more than one"


def test_a_reader_that_is_down_is_not_asked_about_and_everything_is_given_back() -> None:
    table = Table()
    table.rig.virtual_readers["tile/7"].inject_fault("unplugged")
    found = table.found()
    assert "reader tile/7, a tag laid on it" not in found
    assert "reader tile/8, a tag laid on it" in found
    assert (
        table.rig.panel.light_signal("play") == "off" or table.rig.panel.colour_history("play")[-1][1] == ""
    )
