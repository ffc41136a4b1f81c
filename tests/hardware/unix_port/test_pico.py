"""A program on the virtual Pico finds what it would find on a real one."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.clock import MonotonicClock, RealClock
from hardware.errors import HardwareMissingError
from hardware.virtual.clock import VirtualClock
from hardware.virtual.unix_port.pico_world import POWER_ON_CAUSE, WATCHDOG_CAUSE, PicoWorld
from hardware.virtual.unix_port.process import MicroPythonProcess
from tests.hardware.unix_port.stage import PATIENCE_S, PYTHONS, says, staged

CLOCKS = {"virtual": VirtualClock, "real": RealClock}


def passes(pico: MicroPythonProcess, done: Callable[[], bool]) -> None:
    """Let time pass until something is so."""
    until = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < until, f"{pico.output}\n{pico.error_output}"
        if isinstance(pico.world.clock, VirtualClock):
            pico.run_for(10)
        else:
            time.sleep(0.01)


@pytest.fixture(params=CLOCKS)
def clock(request: pytest.FixtureRequest) -> MonotonicClock:
    made: MonotonicClock = CLOCKS[request.param]()
    return made


COUNTS = """
import machine, time
try:
    with open("count") as file:
        count = int(file.read())
except OSError:
    count = 0
with open("count", "w") as file:
    file.write(str(count + 1))
print("start", count, machine.reset_cause(), time.ticks_ms() < 1000)
"""


def test_a_reset_starts_it_anew_keeps_its_flash_and_runs_nothing_more(
    tmp_path: Path, clock: MonotonicClock
) -> None:
    program = COUNTS + (
        "try:\n    if count < 2:\n        machine.reset()\nfinally:\n    print('never while it resets', count)\n"
    )
    with MicroPythonProcess(PicoWorld(clock), staged(tmp_path, program)) as pico:
        passes(pico, lambda: pico.status is not None)
        assert pico.output.splitlines() == [
            "start 0 1 True",
            "start 1 3 True",
            "start 2 3 True",
            "never while it resets 2",
        ]
        assert pico.world.starts == [POWER_ON_CAUSE, WATCHDOG_CAUSE, WATCHDOG_CAUSE]


@pytest.mark.parametrize("end", ["while True: time.sleep_ms(10)", "raise ValueError('lost')", "pass"])
def test_the_watchdog_bites_who_does_not_feed_it_also_when_the_program_is_over(
    end: str, tmp_path: Path, clock: MonotonicClock
) -> None:
    program = COUNTS + (
        "if count == 0:\n    dog = machine.WDT(timeout=300)\n"
        "    for _ in range(6):\n        time.sleep_ms(100)\n        dog.feed()\n"
        f"    print('fed')\n    {end}\n"
    )
    with MicroPythonProcess(PicoWorld(clock), staged(tmp_path, program)) as pico:
        passes(pico, lambda: len(pico.world.starts) > 1 and pico.status == 0)
        assert pico.output.splitlines() == ["start 0 1 True", "fed", "start 1 3 True"]


def test_a_program_that_hangs_for_good_is_bitten_by_the_real_clock(tmp_path: Path) -> None:
    program = COUNTS + "if count == 0:\n    machine.WDT(timeout=200)\n    while True: pass\n"
    with MicroPythonProcess(PicoWorld(RealClock()), staged(tmp_path, program)) as pico:
        passes(pico, lambda: len(pico.world.starts) > 1 and pico.status == 0)


def test_a_power_cut_leaves_what_is_in_the_flash_and_takes_the_readers_down_too(
    tmp_path: Path, clock: MonotonicClock
) -> None:
    world = PicoWorld(clock)
    reader = world.add_reader(0, 17)
    with MicroPythonProcess(world, staged(tmp_path, COUNTS + "while True: time.sleep_ms(5)\n")) as pico:
        passes(pico, lambda: "start 0" in pico.output)
        reader.chip.exchange_spi(b"\x28\x83")  # its antenna is on
        pico.power_off()
        pico.power_on()
        passes(pico, lambda: "start 1 1" in pico.output)
        assert reader.chip.registers[0x14] == 0x80
    assert world.starts == [POWER_ON_CAUSE, POWER_ON_CAUSE]


def test_how_a_program_ends_is_told(tmp_path: Path) -> None:
    with MicroPythonProcess(PicoWorld(VirtualClock()), staged(tmp_path, "1 // 0\n")) as pico:
        pico.run_for(100)
        assert pico.status == 1
        assert pico.error_output.splitlines()[-1].startswith("ZeroDivisionError")
        assert 'File "main.py", line 1' in pico.error_output


def test_there_is_a_word_for_what_to_do_without_a_micropython(tmp_path: Path) -> None:
    with pytest.raises(HardwareMissingError, match="run deploy/setup --tests"):
        MicroPythonProcess(PicoWorld(VirtualClock()), tmp_path, python=(str(tmp_path / "micropython"),))


def test_a_loop_without_a_clock_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.virtual.unix_port.process.STUCK_TIMEOUT_S", 0.5)
    with (
        MicroPythonProcess(PicoWorld(VirtualClock()), staged(tmp_path, "while True: pass\n")) as pico,
        pytest.raises(TimeoutError, match="loop without a clock"),
    ):
        pico.run_for(100)


PINS = """
from machine import Pin
import time
button = Pin(26, Pin.IN, Pin.PULL_UP)
bare = Pin(2, Pin.IN)
print(button.value(), bare.value(), Pin(3, Pin.OUT, value=1).value(), Pin(4, Pin.OUT)())
closed, changes, since = False, [], time.ticks_us()
while len(changes) < 14:
    now = not button.value()
    if now != closed:
        closed = now
        changes.append(time.ticks_diff(time.ticks_us(), since) // 10)
print(changes)
"""


def test_a_button_closes_with_bounces_and_other_pins_read_what_they_are(tmp_path: Path) -> None:
    world = PicoWorld(VirtualClock())
    world.button_contact(26)
    with MicroPythonProcess(world, staged(tmp_path, PINS)) as pico:
        pico.run_for(10)
        world.button_contact(26).tap(held_us=50_000)
        pico.run_for(200)
        levels, changes = pico.output.splitlines()
    assert levels == "1 0 1 0"
    moments = [int(word) for word in changes[1:-1].split(",")]
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    assert gaps == pytest.approx([18, 6, 40, 9, 25, 4, 5_000, 18, 6, 40, 9, 25, 4], abs=1)


LIGHTS = """
from machine import Pin, bitstream
import time
chain = Pin(28, Pin.OUT, value=0)
for timing in ((400, 850, 800, 450), (350, 800, 350, 800)):
    bitstream(chain, 0, timing, bytes((0, 255, 0, 64, 0, 128)))
    time.sleep_ms(1)
bitstream(Pin(27, Pin.IN), 0, (400, 850, 800, 450), bytes(3))
"""


def test_a_chain_of_lights_shows_red_green_and_blue_if_its_bits_are_bits(tmp_path: Path) -> None:
    world = PicoWorld(VirtualClock())
    with MicroPythonProcess(world, staged(tmp_path, LIGHTS)) as pico:
        pico.run_for(100)
        assert (pico.status, pico.error_output) == (0, "")
    assert {pin: [shown.lights for shown in chain] for pin, chain in world.chains.items()} == {
        28: [[(255, 0, 0), (0, 64, 128)]]
    }


VERSION = """
from machine import Pin, SPI
spi = SPI(0, {speed}, sck=Pin({sck}), mosi=Pin(19), miso=Pin(16))
{others}
select = Pin(17, Pin.OUT, value=1)
select.off()
heard = bytearray(2)
spi.write_readinto(b"\\xee\\x00", heard)
select.on()
print(hex(heard[1]))
"""


@pytest.mark.parametrize(
    ("heard", "changed"),
    [
        ("0x92", {"others": "Pin(20, Pin.OUT, value=1)"}),
        ("0x90", {"others": ""}),  # two answer at once: the other one's chip select floats
        ("0x90", {"others": "Pin(20, Pin.OUT, value=0)"}),
        ("0xff", {"others": "Pin(20, Pin.OUT, value=1)", "sck": 2}),
        ("0x49", {"others": "Pin(20, Pin.OUT, value=1)", "speed": 20_000_000}),
        ("0xff", {"others": "Pin(22, Pin.OUT, value=0)"}),
    ],
    ids=["alone", "floating", "both low", "other pins", "too fast", "RST low"],
)
def test_a_chip_answers_as_it_is_wired(heard: str, changed: dict[str, str | int], tmp_path: Path) -> None:
    world = PicoWorld(VirtualClock())
    world.add_reader(0, 17, version=0x92)
    world.add_reader(0, 20, version=0x91)
    program = VERSION.format(**{"speed": 4_000_000, "sck": 18, **changed})
    with MicroPythonProcess(world, staged(tmp_path, program)) as pico:
        pico.run_for(100)
        assert (pico.output, pico.error_output) == (f"{heard}\n", "")


@pytest.mark.parametrize(
    "call",
    [
        "SPI(2)",
        "SPI(0, sck=Pin(17))",
        "SPI(0, sck=Pin(10))",
        "SPI(1, miso=Pin(16))",
        "SPI(0).write_readinto(b'12', bytearray(3))",
        "WDT(timeout=8389)",
        "Pin(30)",
        "bitstream(Pin(28), 1, (1, 2, 3, 4), b'')",
    ],
)
def test_what_a_pico_refuses_is_refused(call: str, tmp_path: Path) -> None:
    program = f"from machine import *\ntry:\n    {call}\nexcept ValueError:\n    print('refused')\n"
    assert says(tmp_path, program) == "refused\n"


def test_both_users_of_a_bus_have_the_speed_that_was_said_last(tmp_path: Path) -> None:
    program = (
        "from machine import SPI\nimport time\nslow = SPI(0, 1_000_000)\nfast = SPI(0, 8_000_000)\n"
        "t = time.ticks_us()\nslow.write(bytes(1000))\nprint(time.ticks_diff(time.ticks_us(), t) < 1100)\n"
    )
    world = PicoWorld(VirtualClock())
    with MicroPythonProcess(world, staged(tmp_path, program)) as pico:
        pico.run_for(100)
        assert pico.output == "True\n"


TICKS = """
import time
half = (1 << 29) - 1
print(time.ticks_us() < 100, time.ticks_add((1 << 30) - 1, 2), time.ticks_diff(1, (1 << 30) - 1))
print(time.ticks_diff(half, 0) == half, time.ticks_diff(half + 1, 0) == -half - 1)
before = time.ticks_ms(); time.sleep(0.25); print(time.ticks_diff(time.ticks_ms(), before) >= 250)
"""


def test_ticks_go_round_after_2_to_the_30_as_on_a_pico(tmp_path: Path) -> None:
    with MicroPythonProcess(
        PicoWorld(VirtualClock(), ticks_us=(1 << 30) - 1), staged(tmp_path, TICKS)
    ) as pico:
        pico.run_for(1_000)
        assert pico.output.splitlines() == ["True 1 2", "True True", "True"]


ECHO = """
import micropython, select, sys
micropython.kbd_intr(-1)
waiting = select.poll()
waiting.register(sys.stdin, select.POLLIN)
heard = b""
while heard != b"\\x03\\x00\\xff":
    if waiting.poll(50):
        heard += sys.stdin.buffer.read(1)
sys.stdout.buffer.write(heard + b"!")
"""


def test_it_hears_and_says_bytes_through_what_it_is_given(tmp_path: Path, clock: MonotonicClock) -> None:
    hub_in, host_out = os.pipe()
    host_in, hub_out = os.pipe()
    with MicroPythonProcess(PicoWorld(clock), staged(tmp_path, ECHO), ends=lambda: (hub_in, hub_out)) as pico:
        passes(pico, lambda: pico.world.starts == [POWER_ON_CAUSE])
        for byte in b"\x03\x00\xff":
            os.write(host_out, bytes((byte,)))
            if isinstance(clock, VirtualClock):
                pico.run_for(20)
        passes(pico, lambda: bool(select.select((host_in,), (), (), 0)[0]))
        assert os.read(host_in, 10) == b"\x03\x00\xff!"
    for descriptor in (hub_in, hub_out, host_in, host_out):
        os.close(descriptor)


def test_a_wait_for_bytes_that_do_not_come_takes_its_time(tmp_path: Path) -> None:
    program = (
        "import select, sys, time\nwaiting = select.poll()\nwaiting.register(sys.stdin, select.POLLIN)\n"
        "t = time.ticks_us()\nprint(waiting.poll(50), time.ticks_diff(time.ticks_us(), t) // 1000)\n"
    )
    hub_in, host_out = os.pipe()
    host_in, hub_out = os.pipe()
    with MicroPythonProcess(
        PicoWorld(VirtualClock()), staged(tmp_path, program), ends=lambda: (hub_in, hub_out)
    ) as pico:
        pico.run_for(100)
        assert os.read(host_in, 100) == b"[] 50\n"
    for descriptor in (hub_in, hub_out, host_in, host_out):
        os.close(descriptor)


def test_the_heap_can_be_as_small_as_wanted(tmp_path: Path) -> None:
    program = "import gc, machine\nprint(gc.mem_free() + gc.mem_alloc() < 300_000, machine.unique_id())\n"
    small = (*PYTHONS["micropython"], "-X", "heapsize=256K")
    with MicroPythonProcess(
        PicoWorld(VirtualClock(), unique_id=b"12345678"), staged(tmp_path, program), python=small
    ) as pico:
        pico.run_for(100)
        assert pico.output == "True b'12345678'\n"
