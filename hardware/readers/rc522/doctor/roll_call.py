"""The roll call: whether the chip of each reader answers alone, and which wires to check where it does not.

A wire that several readers share is told from a reader's own by which others are silent.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator

from msgspec import Struct

from hardware.common.rc522.registers import (
    CLONE_VERSIONS,
    GENUINE_VERSIONS,
    SILENT_VERSIONS,
    VERSION,
    chip_name_and_is_nxp,
)
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.readers.rc522.doctor.examination_bench import (
    SAFE_HZ,
    ExaminationBench,
    bus_wire_label,
    format_mhz,
    join_names,
    reader_label,
)
from hardware.readers.rc522.spi_ports import BCM_MODE, RESET_US, WAKE_US
from hardware.readers.rc522.wiring_schema import Rc522Wiring

VERSION_READS = 16
"""The number of reads of each version: a loose wire changes the answer now and then."""
MAX_SHOWN_VERSIONS = 4
LOW, HIGH = SILENT_VERSIONS


class RollCallAnswer(Struct, frozen=True):
    """The answer of a reader.

    `versions` are as they were read; or `fault` says why nothing could be read, and `is_device_fault` whether
    the SPI device is at fault and not the reader.
    """

    reader: Rc522Wiring
    versions: tuple[int, ...] = ()
    fault: str = ""
    is_device_fault: bool = False

    @property
    def stuck_level(self) -> int | None:
        """The level at which MISO stays all the time, LOW or HIGH; None when it changes."""
        return self.versions[0] if set(self.versions) in ({LOW}, {HIGH}) else None

    @property
    def is_steady(self) -> bool:
        """Whether a chip answers, and always the same."""
        return len(set(self.versions)) == 1 and self.stuck_level is None


def examine_reset_wire(bench: ExaminationBench, pin: int) -> Finding:
    """Whether the pin at RST (BCM number) can be driven; without it no reader is opened."""
    gpio, what = bench.wires.gpio, f"{bench.reset_wire_label()} of all readers"
    try:
        gpio.setmode(BCM_MODE)
        gpio.setup(pin, gpio.OUT)
        gpio.output(pin, gpio.HIGH)
    except Exception as error:  # lgpio's own error derives from Exception itself
        if "busy" in str(error).lower():
            advice = (
                "Another program or the kernel holds this pin: end that (Herald itself, as a kiosk: sudo systemctl stop"
                " herald), or wire RST to another pin"
            )
        else:
            advice = 'Run "sudo usermod -aG gpio $USER", log in anew, and look at the pins above'
        return Finding(what, f"cannot be driven ({error})", True, advice)
    return Finding(what, "can be driven")


def call_readers(bench: ExaminationBench, readers: Iterable[Rc522Wiring]) -> tuple[RollCallAnswer, ...]:
    """The answers of these readers, each asked alone."""
    return tuple(_ask_version(bench, reader) for reader in readers)


def _ask_version(bench: ExaminationBench, reader: Rc522Wiring, hz: int = 0) -> RollCallAnswer:
    try:
        with bench.open_alone(reader, hz) as port:
            return RollCallAnswer(reader, tuple(port.read(VERSION) for _ in range(VERSION_READS)))
    except HardwareError as missing:
        cause = missing.__cause__
        if isinstance(cause, OSError) and cause.errno == errno.EIO:
            return _failing(reader, cause)
        return RollCallAnswer(reader, fault=str(missing), is_device_fault=True)
    except OSError as error:
        return _failing(reader, error)


def _failing(reader: Rc522Wiring, error: OSError) -> RollCallAnswer:
    device = f"/dev/spidev{reader.bus}.{reader.device}"
    return RollCallAnswer(reader, fault=f"every transfer over {device} fails ({error.strerror or error})")


def roll_call_findings(bench: ExaminationBench, answers: tuple[RollCallAnswer, ...]) -> Iterator[Finding]:
    """The findings of the roll call, bus by bus."""
    buses = sorted({answer.reader.bus for answer in answers})
    all_silent = len(buses) > 1 and all(answer.stuck_level is not None for answer in answers)
    for bus in buses:
        there = [answer for answer in answers if answer.reader.bus == bus]
        levels = {answer.stuck_level for answer in there}
        if len(there) > 1 and len(levels) == 1 and (level := levels.pop()) is not None:
            yield _silent_bus(bench, there, level, all_silent)
            continue
        for answer in there:
            yield _answer_finding(bench, answer, [each for each in there if each is not answer])


def _answer_finding(bench: ExaminationBench, answer: RollCallAnswer, others: list[RollCallAnswer]) -> Finding:
    what = reader_label(answer.reader)
    if answer.fault:
        advice = "" if answer.is_device_fault else (
            "The kernel's SPI driver gives up: reboot; if it stays so, look with dmesg for what it says, and take other"
            " overlays for this bus out of config.txt"
        )  # fmt: skip
        return Finding(what, answer.fault, True, advice)
    if answer.stuck_level is not None:
        return _silent(bench, answer, any(each.is_steady for each in others))
    if not answer.is_steady:
        return _unsteady(bench, answer)
    return chip_finding(what, answer.versions[0], _own(bench, answer.reader))


def chip_finding(what: str, version: int, wires: str) -> Finding:
    """The finding about the chip that answers. `wires`: those to check where the version is unknown."""
    name, genuine = chip_name_and_is_nxp(version)
    found = f"version 0x{version:02x}, {name}"
    if genuine:
        return Finding(what, found)
    if version in CLONE_VERSIONS:
        return Finding(what, found, advice="A clone often works; if it is in doubt below, exchange it first")
    known = ", ".join(f"0x{each:02x}" for each in (*GENUINE_VERSIONS, *CLONE_VERSIONS))
    return Finding(what, found, advice=f"Known are {known}: look at its wires first, {wires}")


def _silent(bench: ExaminationBench, answer: RollCallAnswer, others_answer: bool) -> Finding:
    """The finding about one silent reader; another one that answers shows that the shared wires are good."""
    reader, level = answer.reader, answer.stuck_level
    found = f"does not answer: its version reads 0x{level:02x}"
    miso = bus_wire_label(reader.bus, "MISO")
    if others_answer:
        advice = (
            f"The bus is well, others on it answer. It is unplugged, or one of its own wires is open or in the wrong"
            f" hole: {_own(bench, reader)}, and its branches of {_shared(reader.bus)}"
        )
    elif level == LOW:
        advice = (
            f"{miso} stays low: it touches ground or is open, or the reader is unplugged, without power, not selected"
            f" or held in reset. Look at {_own(bench, reader)}, {_shared(reader.bus)}"
        )
    else:
        advice = (
            f"{miso} stays high: it touches 3.3 V, or the reader is unplugged, without power or not selected."
            f" Look at {_own(bench, reader)}, {_shared(reader.bus)}"
        )
    return Finding(reader_label(reader), found, True, advice)


def _silent_bus(
    bench: ExaminationBench, answers: list[RollCallAnswer], level: int, all_silent: bool
) -> Finding:
    """The finding about a bus with several readers, all of them silent."""
    bus = answers[0].reader.bus
    names = join_names([answer.reader.name for answer in answers])
    lies = "on ground (a wire touches GND)" if level == LOW else "on 3.3 V (a wire touches it)"
    advice = (
        f"{bus_wire_label(bus, 'MISO')}, which they share, lies {lies}, or is open; or they have no power."
        f" Unplug all but one, run this again, and look at {_shared(bus)}, 3.3V and GND"
    )
    if all_silent:
        advice += (
            f". No reader of any bus answers: begin with the 3.3 V, the ground and {bench.reset_wire_label()}"
        )
    return Finding(
        f"SPI bus {bus}",
        f"none of its readers answers ({names}): every version reads 0x{level:02x}",
        True,
        advice,
    )


def _unsteady(bench: ExaminationBench, answer: RollCallAnswer) -> Finding:
    """The finding about an answer that varies, which a lower speed may cure."""
    reader = answer.reader
    heard = ", ".join(f"0x{each:02x}" for each in sorted(set(answer.versions))[:MAX_SHOWN_VERSIONS])
    found = f"answers differently each time ({heard})"
    if reader.speed_hz > SAFE_HZ and _ask_version(bench, reader, SAFE_HZ).is_steady:
        return Finding(reader_label(reader), found, True, slower_advice(reader))
    advice = f"A loose or long wire: {_own(bench, reader)}, {_shared(reader.bus)}"
    return Finding(reader_label(reader), found, True, advice)


def slower_advice(reader: Rc522Wiring) -> str:
    """The advice where the plan's speed is too high for the wires."""
    return (
        f"It is well at {format_mhz(SAFE_HZ)} and not at {format_mhz(reader.speed_hz)}: make its wires"
        f" shorter, or write speed_hz = 1_000_000 for it in wiring.toml"
    )


def ignores_reset(bench: ExaminationBench, reader: Rc522Wiring) -> bool | None:
    """Whether a reader still answers while RST is low; None where it cannot be tested.

    RST is high afterwards.
    """
    gpio, pin = bench.wires.gpio, bench.plan.reset
    if pin is None:
        return None
    try:
        with bench.open_alone(reader) as port:
            version = port.read(VERSION)
            gpio.output(pin, gpio.LOW)
            bench.clock.wait_us(RESET_US)
            answers = [port.read(VERSION) for _ in range(VERSION_READS)]
            return version not in SILENT_VERSIONS and set(answers) == {version}
    except OSError:
        return None
    finally:
        gpio.output(pin, gpio.HIGH)
        bench.clock.wait_us(WAKE_US)


def _own(bench: ExaminationBench, reader: Rc522Wiring) -> str:
    return f"3.3V, GND, {reader.chip_select_label}, {bench.reset_wire_label()}"


def _shared(bus: int) -> str:
    return f"{bus_wire_label(bus, 'MISO')}, {bus_wire_label(bus, 'MOSI')}, {bus_wire_label(bus, 'SCK')}"
