"""The timer of the virtual chip (MFRC522 datasheet 8.5, 9.3.3.10 to 9.3.3.12)."""

from __future__ import annotations

import pytest

from hardware.virtual import registers as r
from hardware.virtual.tags import make_ntag213
from tests.hardware.virtual.host import BIT_US, WUPA, Host

STOP_NOW, START_NOW = 0x80, 0x40


def set_up(host: Host, mode: int, prescaler: int, reload: int) -> None:
    host.write(r.T_MODE, mode | prescaler >> 8)
    host.write(r.T_PRESCALER, prescaler & 0xFF)
    host.write(r.T_RELOAD_H, reload >> 8)
    host.write(r.T_RELOAD_L, reload & 0xFF)


@pytest.mark.parametrize(
    ("prescaler", "reload", "even"),
    [(0xA9, 19, 0), (0xD3E, 30, 0), (0, 1355, 0), (0xA9, 19, 1), (169, 1000, 1)],
)
def test_it_rings_after_prescaler_times_reload(prescaler: int, reload: int, even: int) -> None:
    host = Host()
    host.write(r.DEMOD, 0x4D | even << 4)
    set_up(host, 0x00, prescaler, reload)
    host.write(r.CONTROL, START_NOW)
    expected = (2 * prescaler + 1 + even) * (reload + 1) / 13.56
    assert host.until_irq(r.TIMER_IRQ) == pytest.approx(expected, abs=1.5)


def test_it_counts_down_in_sight_and_stops_when_told() -> None:
    host = Host()
    set_up(host, 0x00, 0xA9, 999)  # 25 us a step
    host.write(r.CONTROL, START_NOW)
    host.wait(2_500)
    counted = host.read(r.T_COUNTER_H) << 8 | host.read(r.T_COUNTER_L)
    assert counted == pytest.approx(900, abs=2)
    assert host.read(r.STATUS1) & 0x08
    host.write(r.CONTROL, STOP_NOW)
    assert not host.read(r.STATUS1) & 0x08
    host.wait(100_000)
    assert not host.irq() & r.TIMER_IRQ
    assert host.read(r.T_COUNTER_H) << 8 | host.read(r.T_COUNTER_L) == counted


def test_it_goes_round_when_it_restarts_by_itself() -> None:
    host = Host()
    set_up(host, 0x10, 0xA9, 39)  # 1 ms
    host.write(r.CONTROL, START_NOW)
    for _ in range(3):
        assert host.until_irq(r.TIMER_IRQ) == pytest.approx(1_000, abs=3)
        host.write(r.COM_IRQ, r.TIMER_IRQ)


def test_with_tauto_it_starts_when_a_frame_is_out() -> None:
    host = Host()
    set_up(host, 0x80, 0xA9, 39)
    host.field_on()
    host.begin(bytes((WUPA,)), 7)
    assert host.until_irq(r.TIMER_IRQ) == pytest.approx(9 * BIT_US + 1_000, abs=2)


@pytest.mark.parametrize(("reload", "rings"), [(51, True), (52, False)])
def test_with_tauto_the_fifth_bit_of_an_answer_stops_it(reload: int, rings: bool) -> None:
    host = Host()
    host.field_on(make_ntag213(b"\x04abcdef"))
    set_up(
        host, 0x80, 0x10, reload
    )  # 33/fc a step; the fifth bit is over 13.5 bits of 128/fc after the frame
    host.wake()
    assert bool(host.irq() & r.TIMER_IRQ) == rings
    assert host.irq() & r.RX_IRQ


def test_with_rxmultiple_nothing_stops_it() -> None:
    host = Host()
    host.field_on(make_ntag213(b"\x04abcdef"))
    host.write(r.RX_MODE, 0x04)
    set_up(host, 0x80, 0x10, 52)
    host.wake()
    assert host.irq() & r.TIMER_IRQ


def test_without_tauto_frames_leave_it_alone() -> None:
    host = Host()
    set_up(host, 0x00, 0xA9, 39)
    host.field_on()
    host.wake()
    assert not host.irq() & r.TIMER_IRQ
