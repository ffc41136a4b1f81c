"""What is wrong with one reader's wires or parts beyond the faults that have names, and with several at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest
from msgspec.structs import replace

from hardware.common.rc522 import registers as reg
from hardware.common.rc522.chip import ChipDeadError
from hardware.common.rc522.self_test_answers import EXPECTED_ANSWERS
from hardware.finding import Finding
from hardware.readers.rc522.doctor.register_check import RESET_VALUES, WATER_LEVEL
from hardware.readers.rc522.wiring_schema import Rc522Wiring
from hardware.virtual import faults
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.tags import VirtualTag, make_ntag213
from hardware.wiring_plan import load_kit
from hardware.wiring_schema import WiringPlan
from tests.hardware.doctor.bent import Bend, Place, examined, wrong

ONE, TWO, FIVE = load_kit("one"), load_kit("two"), load_kit("five")
PLAY: Place = (0, 0)


class Table:
    """A virtual table before it is examined."""

    def __init__(self, plan: WiringPlan) -> None:
        self.plan = plan
        self.clock = VirtualClock()
        self.rig = VirtualDeviceManager(plan, lambda _heard: None, self.clock)

    def found(self, bend: Bend | None = None) -> list[Finding]:
        return examined(self.rig, self.plan, self.clock, bend)

    def wrong(self, bend: Bend | None = None) -> list[Finding]:
        return wrong(self.found(bend))


def only(found: list[Finding]) -> Finding:
    assert len(found) == 1, found
    return found[0]


def above(limit_hz: int, value: int, every: int = 1) -> Bend:
    """Long wires: above a speed, these bits of every byte, or of every so-manieth frame, are lost."""
    frames = count()

    def bend(place: Place, hz: int, _sent: Sequence[int], answer: list[int]) -> list[int]:
        lost = place == PLAY and hz > limit_hz and next(frames) % every == 0
        return [byte & ~value for byte in answer] if lost else answer

    return bend


# -- wires


def test_long_wires_are_told_by_what_is_well_at_a_lower_speed() -> None:
    told = only(Table(ONE).wrong(above(1_000_000, 0x01)))
    assert told.what == "reader play, registers"
    assert "bytes came back wrong at 4 MHz" in told.found
    assert "shorter, or write speed_hz = 1_000_000" in told.advice


def test_a_version_that_changes_is_told_as_loose_wires_or_with_the_speed_at_which_it_does_not() -> None:
    told = only(Table(ONE).wrong(above(1_000_000, 0x10, every=3)))
    assert told.found == "answers differently each time (0x82, 0x92)"
    assert "speed_hz = 1_000_000" in told.advice
    told = only(Table(ONE).wrong(above(0, 0x10, every=3)))
    assert told.found == "answers differently each time (0x82, 0x92)"
    assert "loose or long wire" in told.advice
    assert "MISO (pin 21)" in told.advice


def test_a_wire_that_loses_a_bit_at_any_speed_is_named_with_the_bit() -> None:
    told = only(Table(ONE).wrong(above(0, 0x04)))
    assert told.what == "reader play, registers"
    assert told.found.endswith("always bit 2")
    assert "MOSI (pin 19), SCK (pin 23) or MISO (pin 21)" in told.advice


def test_at_a_speed_that_is_safe_no_lower_one_is_tried() -> None:
    slow = replace(ONE, tables=(replace(ONE.wirings_of(Rc522Wiring)[0], speed_hz=500_000),))
    told = only(Table(slow).wrong(above(100_000, 0x04)))
    assert "500_000" not in told.advice
    assert "speed_hz" not in told.advice


def test_a_wire_that_fails_in_the_middle_ends_the_examination_of_that_reader_alone() -> None:
    frames = count()

    def breaks(place: Place, _hz: int, _sent: Sequence[int], answer: list[int]) -> list[int]:
        if place == PLAY and next(frames) > 600:
            raise OSError(5, "Input/output error")
        return answer

    table = Table(TWO)
    found = table.found(breaks)
    assert {each.what for each in wrong(found)} == {"reader play"}
    assert "stopped answering properly" in wrong(found)[0].found
    assert any(each.what == "reader tile/6, field" for each in found)


def test_rst_that_does_not_reach_a_reader_is_told_and_no_fault() -> None:
    table = Table(TWO)
    table.rig.spi_board.add_reader(0, 1, reset=None)
    found = table.found()
    assert wrong(found) == []
    told = next(each for each in found if each.what == "reader tile/6, reset")
    assert told.found == "RST does not reach it"
    assert "RST (pin 22)" in told.advice
    assert not any(each.what == "reader play, reset" for each in found)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError("GPIO busy"), ("GPIO busy", "Another program or the kernel holds this pin")),
        (RuntimeError("can not open gpiochip"), ("can not open gpiochip", "usermod -aG gpio")),
    ],
)
def test_without_the_pin_of_rst_no_reader_is_opened(
    error: Exception, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_channel: int, _direction: int) -> None:
        raise error

    table = Table(ONE)
    monkeypatch.setattr(table.rig.spi_board.gpio, "setup", refuse)
    told = only(table.wrong())
    assert told.what == "RST (pin 22) of all readers"
    assert table.rig.spi_board.transfers == 0
    for word in words:
        assert word in str(told)


# -- parts


def test_a_version_that_nobody_knows_is_told_with_those_that_are_known() -> None:
    table = Table(ONE)
    table.rig.spi_board.add_reader(0, 0, version=0xB2)
    found = table.found()
    assert wrong(found) == []
    told = next(each for each in found if each.what == "reader play")
    assert told.found == "version 0xb2, an unknown chip"
    assert "0x91, 0x92, 0x88" in told.advice


def test_registers_that_a_reset_leaves_otherwise_are_told() -> None:
    def odd(_place: Place, _hz: int, _sent: Sequence[int], answer: list[int]) -> list[int]:
        after_reset = len(answer) == len(RESET_VALUES) + 1 and answer[-1] == RESET_VALUES[WATER_LEVEL]
        return [*answer[:-1], 0x0C] if after_reset else answer

    found = Table(ONE).found(odd)
    told = next(each for each in found if each.what == "reader play, reset values")
    assert told.found == "register 0x0b is 0x0c and not 0x08"
    assert wrong(found) == []


@pytest.mark.parametrize(("failures", "told"), [(1, []), (2, ["reader play, self-test"])])
def test_a_self_test_has_to_fail_twice(failures: int, told: list[str]) -> None:
    failed = count()

    def fails(_place: Place, _hz: int, _sent: Sequence[int], answer: list[int]) -> list[int]:
        if bytes(answer[1:]) == EXPECTED_ANSWERS[0x92][:62] and next(failed) < failures:
            return [*answer[:-1], answer[-1] ^ 1]
        return answer

    assert [each.what for each in Table(ONE).wrong(fails)] == told


def test_a_self_test_that_ends_in_silence_is_tried_again() -> None:
    silences = count()

    def silent_once(_place: Place, _hz: int, sent: Sequence[int], answer: list[int]) -> list[int]:
        if sent[0] == reg.AUTO_TEST << 1 and next(silences) == 0:
            raise ChipDeadError("nothing comes back")
        return answer

    assert Table(ONE).wrong(silent_once) == []
    assert next(silences) == 2


def test_a_carrier_that_cannot_be_switched_off_is_told() -> None:
    def burning(_place: Place, _hz: int, sent: Sequence[int], answer: list[int]) -> list[int]:
        return [0, reg.TX_CONTROL_ON] if list(sent) == [reg.TX_CONTROL << 1 | 0x80, 0] else answer

    told = only(Table(ONE).wrong(burning))
    assert (told.what, told.found) == ("reader play, field", "the carrier cannot be switched")


def test_where_there_is_nothing_but_noise_the_timer_is_not_blamed() -> None:
    table = Table(ONE)
    table.rig.virtual_readers["play"].field.noise = 1.0
    found = table.found()
    assert only(wrong(found)).what == "reader play, field"
    assert not any("timer" in each.what for each in found)


def test_a_device_that_goes_away_in_the_middle_is_told() -> None:
    table = Table(ONE)

    def unloaded(_place: Place, _hz: int, _sent: Sequence[int], answer: list[int]) -> list[int]:
        table.rig.virtual_readers["play"].inject_fault(faults.NO_DEVICE)  # what is open stays open
        return answer

    told = only(table.wrong(unloaded))
    assert told.what == "reader play"
    assert "there is no /dev/spidev0.0" in told.found


class Other:
    """The Raspberry Pi's clock, `part` as fast as that of the virtual chips."""

    def __init__(self, clock: VirtualClock, part: float) -> None:
        self._clock, self._part = clock, part

    def now_ns(self) -> int:
        return int(self._clock.now_ns() * self._part)

    def now_us(self) -> int:
        return self.now_ns() // 1000

    def wait_us(self, us: float) -> None:
        self._clock.wait_us(us / self._part)

    def advance_ns(self, ns: int) -> int:
        return int(self._clock.advance_ns(int(ns / self._part)) * self._part)


def test_a_crystal_that_is_not_the_right_one_shows_in_the_timer() -> None:
    table = Table(ONE)
    assert wrong(examined(table.rig, ONE, Other(table.clock, 0.98))) == []
    told = only(wrong(examined(table.rig, ONE, Other(table.clock, 0.5))))
    assert told.what == "reader play, timer"
    assert "27.12 MHz" in told.advice
    told = only(wrong(examined(table.rig, ONE, Other(table.clock, 2.0))))
    assert "its timer does not run" in told.found


# -- what lies there


def test_a_tag_that_lies_there_is_told_with_its_length() -> None:
    for uid in ("24a1b2c3", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6071829"):
        table = Table(ONE)
        table.rig.put_tag("play", VirtualTag(bytes.fromhex(uid)))
        told = next(each for each in table.found() if each.what == "reader play, field")
        assert not told.wrong
        assert f"a tag of {len(uid) // 2} bytes lies there, {uid}" in told.found


def test_much_gain_is_told_as_what_may_be_in_the_way() -> None:
    loud = replace(ONE, tables=(replace(ONE.wirings_of(Rc522Wiring)[0], gain_db=48),))
    told = next(each for each in Table(loud).found() if each.what == "reader play, field")
    assert "48 dB hear noise as well: write gain_db = 33" in told.advice


# -- together


def test_a_tag_that_two_readers_read_says_that_they_are_too_close() -> None:
    table = Table(TWO)
    for reader in ("play", "tile/6"):
        table.rig.put_tag(reader, make_ntag213(bytes.fromhex("04a1b2c3d4e5f6")))
    told = only(table.wrong())
    assert told.what == "all readers together"
    assert "read by play and tile/6 at the same time" in told.found
    assert "apart" in told.advice


@pytest.mark.parametrize("every", [1, 50])
def test_a_supply_that_gives_way_only_when_all_are_on_is_told(every: int) -> None:
    table = Table(TWO)
    frames = count(1)

    def sags(_place: Place, _hz: int, _sent: Sequence[int], answer: list[int]) -> list[int]:
        if all(twin.field.on for twin in table.rig.virtual_readers.values()) and next(frames) % every == 0:
            table.rig.virtual_readers["tile/6"].inject_fault(faults.BROWN_OUT)
        return answer

    told = only(table.wrong(sags))
    assert told.what == "reader tile/6, together"
    assert "reset values" in told.found
    assert "regulator" in told.advice


def test_a_reader_that_is_silent_while_the_others_are_on_and_held_by_none_of_them_lacks_power() -> None:
    table = Table(TWO)

    def weak(place: Place, _hz: int, _sent: Sequence[int], answer: list[int]) -> list[int]:
        return [0] * len(answer) if place != PLAY and table.rig.virtual_readers["play"].field.on else answer

    told = only(table.wrong(weak))
    assert told.what == "reader tile/6, together"
    assert told.found == "answers alone, and not always with the others"
    assert "regulator" in told.advice


def test_noise_that_only_comes_with_the_others_says_that_they_hear_each_other() -> None:
    table = Table(TWO)

    def crosstalk(_place: Place, _hz: int, _sent: Sequence[int], answer: list[int]) -> list[int]:
        both = all(twin.field.on for twin in table.rig.virtual_readers.values())
        table.rig.virtual_readers["play"].field.noise = 0.9 if both else 0.0
        return answer

    told = only(table.wrong(crosstalk))
    assert told.what == "reader play, together"
    assert "heard noise in" in told.found
    assert "apart" in told.advice


def test_after_the_examination_every_carrier_is_off() -> None:
    table = Table(FIVE)
    table.found()
    assert not any(twin.field.on for twin in table.rig.virtual_readers.values())
