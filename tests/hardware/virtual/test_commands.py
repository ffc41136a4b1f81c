"""Commands, reset, power-down and self-test of the virtual chip (MFRC522 datasheet 8.6 to 8.8, 10.3, 16.1.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.common.rc522.crc import crc_a as drivers_crc
from hardware.virtual import registers as r
from tests.hardware.virtual.host import Host

V1 = "00C637D532B7575CC2D87C4DD970C77310E6D2AA5EA13E5A14AF3061C970DB2E642272B5BD65F4EC22BCD37235CDAA411FA7F35314DE7E02"
V2 = "00EB66BA57BF2395D0E30D3D27895CDE9D3BA700215B8982513AEB020CA500497C844DB3CCD21B815D4876D5716121A986968338CF9D5B6D"


def shifted(data: bytes, register: int) -> int:
    """CRC by the shift register of ISO 14443-3, annex B, bit by bit."""
    for byte in data:
        for place in range(8):
            feedback = (byte >> place ^ register) & 1
            register = register >> 1 ^ (0x8408 if feedback else 0)
    return register


def computed(host: Host) -> int:
    return host.read(r.CRC_RESULT_H) << 8 | host.read(r.CRC_RESULT_L)


@given(st.binary(max_size=64), st.sampled_from([(0, 0x0000), (1, 0x6363), (2, 0xA671), (3, 0xFFFF)]))
def test_the_coprocessor_computes_the_crc_of_the_fifo(data: bytes, preset: tuple[int, int]) -> None:
    host = Host()
    host.write(r.MODE, 0x3C | preset[0])
    host.write(r.FIFO_DATA, *data)
    host.write(r.COMMAND, r.CALC_CRC)
    assert host.read(r.DIV_IRQ) & r.CRC_IRQ
    assert computed(host) == shifted(data, preset[1])
    if preset[0] == 1:
        assert computed(host).to_bytes(2, "little") == drivers_crc(data)


def test_the_coprocessor_goes_on_with_bytes_that_come_later() -> None:
    host = Host()
    host.write(r.MODE, 0x3D)
    host.write(r.COMMAND, r.CALC_CRC)
    host.write(r.FIFO_DATA, 0x50)
    host.write(r.FIFO_DATA, 0x00)
    assert computed(host) == 0xCD57
    host.write(r.COMMAND, r.IDLE)
    host.write(r.FIFO_DATA, 0x00)
    assert computed(host) == 0xCD57
    assert host.read(r.FIFO_LEVEL) == 1


def test_mem_moves_25_bytes_in_and_out_and_a_reset_keeps_them() -> None:
    host = Host()
    host.write(r.FIFO_DATA, *range(1, 26))
    host.write(r.COMMAND, r.MEM)
    host.wait(10)
    assert (host.read(r.FIFO_LEVEL), host.read(r.COMMAND) & 0x0F) == (0, r.IDLE)
    host.write(r.COMMAND, r.SOFT_RESET)
    host.wait(50)
    host.write(r.COMMAND, r.MEM)
    host.wait(10)
    assert host.fifo() == bytes(range(1, 26))


def test_a_random_id_of_ten_bytes_lands_in_the_internal_buffer() -> None:
    seen = set()
    for seed in range(3):
        host = Host(seed=seed)
        host.write(r.COMMAND, r.GENERATE_RANDOM_ID)
        host.wait(50)
        assert host.irq() & r.IDLE_IRQ
        host.write(r.COMMAND, r.MEM)
        host.wait(10)
        seen.add(host.fifo()[:10])
    assert len(seen) == 3


def test_a_command_that_is_none_ends_at_once_and_says_so() -> None:
    host = Host()
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.COMMAND, 0x0B)
    assert (host.read(r.COMMAND) & 0x0F, host.irq() & r.IDLE_IRQ) == (r.IDLE, r.IDLE_IRQ)


def test_the_host_writing_idle_sets_no_interrupt_bit() -> None:
    host = Host()
    host.write(r.COM_IRQ, 0x7F)
    host.write(r.COMMAND, r.TRANSCEIVE)
    host.write(r.COMMAND, r.IDLE)
    assert not host.irq() & r.IDLE_IRQ


def self_test(host: Host) -> bytes:
    """As 16.1.1 has it."""
    host.write(r.COMMAND, r.SOFT_RESET)
    host.wait(1_000)
    host.write(r.FIFO_DATA, *bytes(25))
    host.write(r.COMMAND, r.MEM)
    host.wait(1_000)
    host.write(r.AUTO_TEST, 0x09)
    host.write(r.FIFO_DATA, 0x00)
    host.write(r.COMMAND, r.CALC_CRC)
    host.wait(10_000)
    return host.fifo()


@pytest.mark.parametrize(("version", "begins"), [(0x91, V1), (0x92, V2)])
def test_a_genuine_chip_passes_its_self_test(version: int, begins: str) -> None:
    found = self_test(Host(version=version))
    assert len(found) == 64
    assert found.startswith(bytes.fromhex(begins))


@pytest.mark.parametrize("version", [0x12, 0x15, 0x82, 0x88])
def test_a_clone_answers_the_self_test_with_something_else(version: int) -> None:
    found = self_test(Host(version=version))
    assert len(found) == 64
    assert not found.startswith(bytes.fromhex(V1)[:4])
    assert not found.startswith(bytes.fromhex(V2)[:4])


def test_after_power_the_chip_is_deaf_until_its_crystal_swings() -> None:
    host = Host()
    host.chip.set_power(False)
    host.chip.set_power(True)
    assert host.read(r.COMMAND) & r.POWER_DOWN
    host.write(r.T_RELOAD_L, 0x33)
    host.wait(2_000)
    assert not host.read(r.COMMAND) & r.POWER_DOWN
    assert host.read(r.T_RELOAD_L) == 0
    host.write(r.T_RELOAD_L, 0x33)
    assert host.read(r.T_RELOAD_L) == 0x33


def test_soft_power_down_keeps_the_registers_and_puts_the_field_out() -> None:
    host = Host()
    host.field_on()
    host.write(r.T_RELOAD_L, 0x44)
    host.write(r.COMMAND, r.POWER_DOWN)
    assert not host.field.on
    host.write(r.T_RELOAD_L, 0x55)
    host.write(r.COMMAND, r.IDLE)
    assert host.read(r.COMMAND) & r.POWER_DOWN, "it reads as 1 until the chip is ready"
    host.wait(2_000)
    assert (host.read(r.COMMAND), host.read(r.T_RELOAD_L), host.field.on) == (0x00, 0x44, True)


def test_mifare_authentication_never_succeeds_here() -> None:
    host = Host()
    host.field_on()
    host.write(r.FIFO_DATA, 0x60, 0x04, *b"\xff" * 6, *b"\x01\x02\x03\x04")
    host.write(r.COMMAND, r.MF_AUTHENT)
    host.wait(20_000)
    assert not host.read(r.STATUS2) & 0x08
