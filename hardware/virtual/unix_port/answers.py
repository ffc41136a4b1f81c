"""What a program asks of its Pico, and what is answered: the other end of modules/machine.py."""

from __future__ import annotations

from struct import pack, unpack_from

from hardware.virtual.unix_port.world import World

HEAD = 4
DONE = bytes(8)

ASKING_US = 2
"""What a call costs: so that a program that only looks at a pin or the clock does not stand still in virtual time."""


class Reset(Exception):
    """The program wants to be started anew."""


class Sleep(Exception):
    """The program wants to wait, in virtual time; it is to be answered DONE then."""

    def __init__(self, us: int) -> None:
        super().__init__(us)
        self.us = us


class Answers:
    """Answers the requests of one program about one world. `virtual`: its time is the world's."""

    def __init__(self, world: World, virtual: bool) -> None:
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

    def taken(self, heard: bytearray) -> bytes | None:
        """Answers the first request of what was heard and takes it away; None, if it is not whole yet.

        What wants no answer has an empty one. Raises Reset and Sleep.
        """
        if len(heard) < HEAD:
            return None
        wanted, what, size = unpack_from("<BBH", heard)
        if len(heard) < HEAD + size:
            return None
        body = bytes(heard[HEAD : HEAD + size])
        del heard[: HEAD + size]
        self._world.clock.spend_ns(1000 * ASKING_US)
        return self._answers[wanted](what, body)

    def _hello(self, _what: int, _body: bytes) -> bytes:
        world = self._world
        return pack(
            "<BBI8sQ", self._virtual, world.starts[-1], world.selects, world.unique_id, world.ticks_us
        )

    def _frame(self, bus: int, body: bytes) -> bytes:
        outputs, levels, speed_hz = unpack_from("<III", body)
        data = body[12:]
        self._world.levels(outputs, levels)
        try:
            return b"\0" + self._world.frame(bus, data, speed_hz)
        except OSError:
            return b"\1" + bytes(len(data))

    def _levels(self, _what: int, body: bytes) -> bytes:
        self._world.levels(*unpack_from("<II", body))
        return DONE

    def _input(self, pin: int, body: bytes) -> bytes:
        return pack("<Q", self._world.level(pin, unpack_from("<I", body)[0]))

    def _spi(self, bus: int, body: bytes) -> bytes:
        self._world.place(bus, unpack_from("<III", body))
        return DONE

    def _bits(self, pin: int, body: bytes) -> bytes:
        self._world.show(pin, unpack_from("<IIII", body), body[16:])
        return DONE

    def _watch(self, _what: int, body: bytes) -> bytes:
        self._world.watch(unpack_from("<I", body)[0])
        return DONE

    def _feed(self, _what: int, _body: bytes) -> bytes:
        self._world.feed()
        return b""

    def _reset(self, _what: int, _body: bytes) -> bytes:
        raise Reset

    def _time(self, _what: int, _body: bytes) -> bytes:
        return pack("<Q", self._world.now_us())

    def _sleep(self, _what: int, body: bytes) -> bytes:
        raise Sleep(unpack_from("<Q", body)[0])
