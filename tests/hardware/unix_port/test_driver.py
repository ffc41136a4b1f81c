"""The driver in a real MicroPython, over the firmware's own SPI port: it says what it says in CPython, and when."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hardware.clock import RealClock
from hardware.virtual.clock import VirtualClock
from hardware.virtual.faults import BROWN_OUT, BUS_FAILS, EDGE_OF_FIELD, NOISE, UNPLUGGED, WEDGED_RECEIVER
from hardware.virtual.tags import VirtualTag, make_classic_1k, make_ntag213
from hardware.virtual.unix_port.pico_world import PicoWorld
from hardware.virtual.unix_port.process import MicroPythonProcess
from tests.hardware.rc522.traces import read, traces
from tests.hardware.unix_port.stage import PYTHONS, WIRED, Table, staged
from tests.long import usually

FOUR = make_classic_1k(bytes.fromhex("deadbe05"))
SEVEN = make_ntag213(bytes.fromhex("04a1b2c3d4e5f6"))
TEN = VirtualTag(bytes.fromhex("04102030405060708090"))

ROUND_US = 1 << 30


@pytest.mark.parametrize("tag", [FOUR, SEVEN, TEN], ids=lambda tag: f"{len(tag.uid)} bytes")
@pytest.mark.parametrize("name", WIRED)
def test_a_tag_is_identified_and_seen_leaving(name: str, tag: VirtualTag, tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.pico:
        assert table.run(500) == []
        table.readers[name].field.put_tag(tag)
        assert table.run(150) == [f"{name} came {tag.uid.hex()}"]
        assert table.run(1_000) == []
        table.readers[name].field.take_tag(tag)
        assert table.run(600) == [f"{name} left {tag.uid.hex()}"]


def test_two_tags_are_a_crowd_and_a_dead_chip_is_down_and_back(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.pico:
        for tag in (SEVEN, FOUR):
            table.readers["b"].field.put_tag(tag)
        assert table.run(600) == ["b crowd"]
        table.readers["c"].inject_fault(UNPLUGGED)
        (down,) = table.run(800)
        assert down.startswith("c down  no chip answers (its version reads 0xff)")
        table.readers["c"].clear_fault(UNPLUGGED)
        assert table.run(2_000) == ["c back"]


def test_what_is_seen_does_not_depend_on_where_the_ticks_begin_anew(tmp_path: Path) -> None:
    told = []
    for ticks_us in (0, ROUND_US - 1_400_000):
        table = Table(tmp_path / str(ticks_us), ticks_us=ticks_us)
        with table.pico:
            table.run(1_000)
            table.readers["a"].field.put_tag(SEVEN)
            table.run(1_000)
            table.readers["a"].field.take_tag(SEVEN)
            table.run(1_000)
            told.append(table.pico.output)
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == 2


def evening(seed: int, python: str, flash: Path) -> str:
    """Half a minute of a table at which anything happens: what was said, and when to the microsecond."""
    chance = Random(seed)
    table = Table(flash, python=python, ticks_us=chance.randrange(ROUND_US))
    tags = (
        make_classic_1k(FOUR.uid),
        make_ntag213(SEVEN.uid),
        VirtualTag(TEN.uid),
        make_ntag213(b"\x04\xa1\xb2\x11\x22\x33\x4f"),
    )
    with table.pico:
        for _ in range(60):
            reader = table.readers[chance.choice("abc")]
            tag, fault = chance.choice(tags), chance.choice(FAULTS)
            for other in table.readers.values():
                other.field.take_tag(tag)
            if chance.random() < 0.6:
                reader.field.put_tag(tag, chance.choice((1.0, 1.0, 0.3)))
            if chance.random() < 0.2:
                reader.inject_fault(fault)
            elif chance.random() < 0.5:
                reader.clear_fault(fault)
            table.run(chance.randrange(1_000))
        return table.pico.output


FAULTS = (BROWN_OUT, WEDGED_RECEIVER, UNPLUGGED, NOISE, EDGE_OF_FIELD, BUS_FAILS)


@pytest.mark.long(usual="0")
@pytest.mark.parametrize("seed", usually(range(2), range(8)))
def test_any_evening_is_told_alike_in_both_pythons_to_the_microsecond(seed: int, tmp_path: Path) -> None:
    told = {python: evening(seed, python, tmp_path / python) for python in PYTHONS}
    assert told["micropython"] == told["cpython"]
    assert len(told["micropython"].splitlines()) > 10


JUDGE = """
from hardware.common.rc522.presence import PresenceFilter
from hardware.common.events import ScanResult
presence = PresenceFilter()
with open("scans.txt") as file:
    for line in file.read().split("\\n"):
        us, outcome, uid = (line + "  ").split(" ")[:3]
        said = presence.add_scan(ScanResult(outcome, bytes.fromhex(uid)), int(us))
        print(", ".join([f"{one.kind} {one.uid.hex() if one.uid else ''}" for one in said]))
"""


@pytest.mark.parametrize("trace", traces(), ids=lambda path: path.stem)
def test_a_trace_is_judged_in_a_real_micropython_as_it_has_to_be(trace: Path, tmp_path: Path) -> None:
    seen = read(trace)
    scans = "\n".join(f"{round(1000 * one.ms)} {one.scan.outcome} {one.scan.uid.hex()}" for one in seen)
    staged(tmp_path, JUDGE)
    (tmp_path / "scans.txt").write_text(scans)
    with MicroPythonProcess(PicoWorld(VirtualClock()), tmp_path) as pico:
        pico.run_for(1_000)
        assert (pico.status, pico.error_output) == (0, "")
        told = pico.output.splitlines()
    assert told == [", ".join(f"{said.kind} {said.uid.hex()}" for said in one.said) for one in seen]


WHOLE = """
from program import CLOCK, readers, watch
from hardware.common.rc522.chip import Rc522Chip
from hardware.common.errors import TagGone
all_readers = readers()
watch(all_readers, 300_000)
reader = all_readers[0][1]
uid = reader.present_uids[0]
print(len(reader.read_user_memory(uid)))
reader.write_user_memory(uid, b"\\x03\\x05hello\\xfe")
print(bytes(reader.read_user_memory(uid)[:8]))
try:
    reader.read_user_memory(b"\\x04" * 7)
except TagGone as error:
    print(error)
print(Rc522Chip(reader._port).self_test())
"""


def test_a_stickers_memory_is_read_and_written_and_the_chip_tests_itself(tmp_path: Path) -> None:
    told = []
    for python in PYTHONS:
        table = Table(tmp_path / python, WHOLE, python=python)
        with table.pico:
            table.readers["a"].field.put_tag(make_ntag213(SEVEN.uid))
            table.run(3_000)
            assert table.pico.status == 0
            told.append(table.pico.output.splitlines())
    assert told[0] == told[1]
    came, size, memory, gone, passed = told[0]
    assert came.split()[1:] == ["a", "came", SEVEN.uid.hex()]
    assert (size, memory, passed) == ("144", "b'\\x03\\x05hello\\xfe'", "True")
    assert gone == "this tag does not lie on the reader: lay it down, alone"


REMEMBERED = """
import gc
from program import readers, watch
all_readers = readers()
for second in range(0, 200, 20):
    watch(all_readers, second * 1_000_000)
    gc.collect()
    print(second, "memory", gc.mem_alloc())
"""


@pytest.mark.long(instead="test_any_evening_is_told_alike_in_both_pythons_to_the_microsecond")
def test_three_minutes_of_scans_take_no_more_memory_than_one(tmp_path: Path) -> None:
    table = Table(tmp_path, REMEMBERED)
    with table.pico:
        table.readers["a"].field.put_tag(SEVEN)
        for _ in range(9):
            table.run(15_000)
            table.readers["b"].field.put_tag(FOUR)
            table.run(5_000)
            table.readers["b"].field.take_tag(FOUR)
        table.run(10_000)
        used = [int(line.split()[2]) for line in table.pico.output.splitlines() if "memory" in line]
    assert len(used) == 10
    assert max(used[2:]) - min(used[2:]) < 1_000, used


def test_by_the_real_clock_a_tag_is_identified_and_seen_leaving(tmp_path: Path) -> None:
    table = Table(tmp_path, clock=RealClock())
    with table.pico:
        table.readers["c"].field.put_tag(TEN)
        table.hears(f"c came {TEN.uid.hex()}")
        table.readers["c"].field.take_tag(TEN)
        table.hears(f"c left {TEN.uid.hex()}")
        table.readers["a"].field.put_tag(SEVEN)
        table.hears(f"a came {SEVEN.uid.hex()}")
        assert table.pico.error_output == ""
