"""Answers the requests of a program to its Pico: the other end of modules/machine.py."""

from __future__ import annotations

from struct import pack, unpack_from

from hardware.virtual.unix_port.pico_world import PicoWorld

HEADER_BYTES = 4
DONE_REPLY = bytes(8)

REQUEST_US = 2
"""The duration of a call in microseconds, so that a program that only polls a pin or the clock lets virtual
time pass."""


class ResetRequested(Exception):
    """The program asks for a restart."""


class SleepRequested(Exception):
    """The program asks to wait in virtual time; the answer DONE_REPLY follows then."""

    def __init__(self, us: int) -> None:
        super().__init__(us)
        self.us = us


class RequestHandler:
    """Answers the requests of one program about one world. `virtual`: the program's time is the world's."""

    def __init__(self, world: PicoWorld, virtual: bool) -> None:
        self._world = world
        self._virtual = virtual
        self._answers = {
            ord("H"): self._hello,
            ord("F"): self._frame,
            ord("L"): self._levels,
            ord("I"): self._input,
            ord("S"): self._spi,
            ord("B"): self._bits,
            ord("W"): self._watch,
            ord("K"): self._feed,
            ord("R"): self._reset,
            ord("T"): self._time,
            ord("Z"): self._sleep,
        }

    def answer_next(self, received: bytearray) -> bytes | None:
        """Answer the first request in `received` and remove it; None, if it is not complete yet.

        A request without an answer has an empty one. Raises ResetRequested and SleepRequested.
        """
        if len(received) < HEADER_BYTES:
            return None
        wanted, what, size = unpack_from("<BBH", received)
        if len(received) < HEADER_BYTES + size:
            return None
        body = bytes(received[HEADER_BYTES : HEADER_BYTES + size])
        del received[: HEADER_BYTES + size]
        self._world.clock.advance_ns(1000 * REQUEST_US)
        return self._answers[wanted](what, body)

    def _hello(self, _what: int, _body: bytes) -> bytes:
        world = self._world
        return pack(
            "<BBI8sQ", self._virtual, world.starts[-1], world.selects, world.unique_id, world.ticks_us
        )

    def _frame(self, bus: int, body: bytes) -> bytes:
        outputs, levels, speed_hz = unpack_from("<III", body)
        data = body[12:]
        self._world.set_outputs(outputs, levels)
        try:
            return b"\0" + self._world.exchange_spi(bus, data, speed_hz)
        except OSError:
            return b"\1" + bytes(len(data))

    def _levels(self, _what: int, body: bytes) -> bytes:
        self._world.set_outputs(*unpack_from("<II", body))
        return DONE_REPLY

    def _input(self, pin: int, body: bytes) -> bytes:
        return pack("<Q", self._world.read_input(pin, unpack_from("<I", body)[0]))

    def _spi(self, bus: int, body: bytes) -> bytes:
        self._world.set_spi_pins(bus, unpack_from("<III", body))
        return DONE_REPLY

    def _bits(self, pin: int, body: bytes) -> bytes:
        self._world.send_to_lights(pin, unpack_from("<IIII", body), body[16:])
        return DONE_REPLY

    def _watch(self, _what: int, body: bytes) -> bytes:
        self._world.start_watchdog(unpack_from("<I", body)[0])
        return DONE_REPLY

    def _feed(self, _what: int, _body: bytes) -> bytes:
        self._world.feed_watchdog()
        return b""

    def _reset(self, _what: int, _body: bytes) -> bytes:
        raise ResetRequested

    def _time(self, _what: int, _body: bytes) -> bytes:
        return pack("<Q", self._world.now_us())

    def _sleep(self, _what: int, body: bytes) -> bytes:
        raise SleepRequested(unpack_from("<Q", body)[0])
