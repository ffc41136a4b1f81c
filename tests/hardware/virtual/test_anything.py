"""Whatever a host sends and whatever lies there, the virtual chip stays a chip."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.virtual import registers as r
from hardware.virtual.clock import VirtualClock
from hardware.virtual.tags import VirtualNtag, VirtualTag, make_classic_1k, make_ntag213
from tests.hardware.virtual.host import Host
from tests.long import examples

OFTEN = st.sampled_from(
    [r.COMMAND, r.FIFO_DATA, r.FIFO_LEVEL, r.BIT_FRAMING, r.TX_CONTROL, r.TX_ASK, r.AUTO_TEST]
)
WRITES = st.tuples(OFTEN, st.binary(min_size=1, max_size=70)).map(
    lambda pair: bytes((pair[0] << 1,)) + pair[1]
)
FRAMES = st.sampled_from([b"\x26", b"\x52", b"\x93\x20", b"\x60\x00"])
SENDS = st.tuples(FRAMES, st.sampled_from([0x80, 0x87, 0xF3]))
STEPS = st.one_of(st.binary(max_size=80), WRITES, SENDS, st.integers(0, 30_000))


def take(host: Host, step: bytes | tuple[bytes, int] | int) -> None:
    """Some microseconds, a whole transceive, or an SPI frame of any bytes."""
    if isinstance(step, int):
        host.wait(step)
    elif isinstance(step, tuple):
        for register, values in (
            (r.FIFO_DATA, step[0]),
            (r.COMMAND, b"\x0c"),
            (r.BIT_FRAMING, bytes((step[1],))),
        ):
            host.write(register, *values)
    else:
        answer = host.chip.exchange_spi(step)
        assert len(answer) == len(step)
        assert all(0 <= value <= 0xFF for value in answer)


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(STEPS, max_size=40), st.sampled_from([0.0, 0.5]), st.sampled_from([1.0, 0.3]))
def test_no_bytes_upset_the_chip(
    steps: list[bytes | tuple[bytes, int] | int], noise: float, coupling: float
) -> None:
    host = Host()
    sticker = make_ntag213(bytes.fromhex("04112233445566"))
    host.field_on(sticker, make_classic_1k(b"\x01\x02\x03\x04"))
    host.field.noise = noise
    host.field.put_tag(sticker, coupling)
    for step in steps:
        take(host, step)
        level = host.read(r.FIFO_LEVEL)
        assert level <= 64
        assert host.read(r.STATUS1) & 0x03 == (64 - level <= host.read(r.WATER_LEVEL)) << 1 | (
            level <= host.read(r.WATER_LEVEL)
        )
        assert host.read(r.VERSION) == 0x92
    host.chip.set_power(False)
    host.chip.set_power(True)
    host.wait(10_000)
    host.field.noise = 0.0
    host.field.take_tag(sticker)
    host.field_on(VirtualTag(b"\x05\x06\x07\x08"))
    host.field.take_tag(host.field.tags[0])
    assert host.identify() == b"\x05\x06\x07\x08", "after a reset it is as good as new"


@given(st.lists(st.one_of(st.integers(0, 10_000), st.floats(0, 1_000)), max_size=20))
def test_a_virtual_clock_never_goes_back(waits: list[float]) -> None:
    clock = VirtualClock(7)
    before = clock.now_us()
    assert before == 7
    for us in waits:
        clock.wait_us(us)
        assert clock.now_us() >= before + int(us)
        before = clock.now_us()
    clock.wait_us(-5)
    assert clock.now_us() == before


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 60), st.binary(min_size=4, max_size=4)), max_size=15))
def test_what_was_locked_never_changes_again(writes: list[tuple[int, bytes]]) -> None:
    tag = VirtualNtag(bytes.fromhex("04112233445566"))
    host = Host()
    host.field_on(tag)
    for page, new in writes:
        before = bytes(tag.memory)
        lock = int.from_bytes(before[10:12], "little")
        host.identify()
        host.command(0xA2, page, *new)
        host.command(0x50, 0x00)
        for place in range(3, 16):
            if lock >> place & 1:
                assert tag.memory[4 * place : 4 * place + 4] == before[4 * place : 4 * place + 4]
        assert int.from_bytes(tag.memory[10:12], "little") & lock == lock
        assert bytes(tag.memory[:10]) == before[:10]
