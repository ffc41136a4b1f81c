"""A virtual PN532 on a USB-UART: its cable, the faults of its frames, and two ends for a computer.

Without a thread and on any clock:

    adapter = VirtualPn532Adapter(clock)
    adapter.plug("/dev/ttyUSB0")
    connection = adapter.open()
    adapter.field.put_tag(tag)
    adapter.inject_fault("lost-ack", times=1)       # the next one only; without `times` until it is cleared

Behind a pseudo terminal that pyserial opens, on the computer's own clock:

    with Pn532Terminal(adapter, path):
        serial.Serial(str(path), 115_200)
"""

from __future__ import annotations

import errno
import os
import select
import threading
import time
import tty
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random
from types import TracebackType

from hardware.clock import MonotonicClock
from hardware.virtual import faults
from hardware.virtual.field import VirtualField
from hardware.virtual.pn532_chip import BYTE_NS, SentFrame, VirtualPn532
from hardware.virtual.reader import afflict_field, cure_field
from hardware.virtual.tags import VirtualTag

SPOILT_SHARE = 0.3
"""The share of the frames that a fault of faults.PN532_FRAME_FAULTS spoils until it is cleared."""
LATE_NS = 350_000_000
RUBBISH_BYTES = 16
BUFFER_BYTES = 4096
"""Bytes that wait for a computer that does not read; what comes after them is lost."""
LOOK_S = 0.5
WAIT_NS = 10_000_000
"""A waiting host that is woken on a real clock notices it within this time."""


class VirtualPn532Adapter:
    """A PN532 with its USB-UART.

    `chip` and `field`: as they are; `byte_ns`: the time that a byte takes to the computer; `path`: where it was
    plugged in last.
    """

    def __init__(self, clock: MonotonicClock, seed: int = 0) -> None:
        """It is not plugged in yet."""
        self._chance = Random(f"{seed} pn532")
        self.field = VirtualField(clock, self._chance)
        self.chip = VirtualPn532(self.field, clock)
        self.byte_ns = BYTE_NS
        self.path = ""
        self._clock = clock
        self._lock = threading.RLock()
        self._plugged = False
        self._connection: VirtualPn532Connection | None = None
        self._terminal: Pn532Terminal | None = None
        self._to_host = deque[tuple[int, bytes]]()
        self._free_ns = 0
        self._afflicted: dict[str, tuple[VirtualTag, ...]] = {}
        self._times: dict[str, int] = {}
        self._pulled_at_end = False

    # -- a person's actions

    def plug(self, path: str) -> None:
        """Plug it in: it gets power, sleeps, and is at this path."""
        with self._lock:
            self.path = path
            self._plugged = True
            self._restart()
        if self._terminal is not None:
            self._terminal.appear()

    def unplug(self) -> None:
        """Unplug it, in the middle of whatever it says; whoever has it open gets an OSError."""
        with self._lock:
            self._plugged = False
            self._restart()
            connection, self._connection = self._connection, None
        if connection is not None:
            connection.lose()
        if self._terminal is not None:
            self._terminal.hang_up()

    @property
    def is_plugged(self) -> bool:
        """Whether a computer sees it."""
        return self._plugged

    @property
    def active_faults(self) -> frozenset[str]:
        """The faults that it has until they are cleared, and those that are to strike some times more."""
        return frozenset(self._afflicted) | frozenset(self._times)

    def inject_fault(self, fault: str, times: int | None = None) -> None:
        """Give it a fault of faults.PN532_FAULTS, until it is cleared.

        One of faults.PN532_FRAME_FAULTS then spoils some of its frames; with `times`, all of the next so many frames
        that it can spoil, and none after them. Raises KeyError for another name.
        """
        faults.PN532_FAULTS[fault]
        with self._lock:
            if fault in faults.PN532_FRAME_FAULTS and times is not None:
                self._times[fault] = times
            elif fault == faults.BROWN_OUT:
                self._restart()
            elif fault not in self._afflicted:
                self._afflicted[fault] = afflict_field(self.field, fault)
        if fault == faults.UNPLUGGED:
            self.unplug()

    def clear_fault(self, fault: str) -> None:
        """Clear a fault; nothing where it does not have it. Raises KeyError for an unknown name."""
        faults.PN532_FAULTS[fault]
        with self._lock:
            self._times.pop(fault, None)
            for tag in self._afflicted.pop(fault, ()):
                self.field.take_tag(tag)
            cure_field(self.field, fault)
        if fault in (faults.UNPLUGGED, faults.UNPLUGGED_MID_FRAME) and not self._plugged and self.path:
            self.plug(self.path)

    def _restart(self) -> None:
        self.chip.restart()
        self.chip.take_sent()
        self._to_host.clear()
        self._pulled_at_end = False

    # -- the line

    def send(self, data: bytes) -> None:
        """The computer sends these bytes."""
        with self._lock:
            if self._plugged:
                self.chip.receive(data)

    def arrived(self, most: int = BUFFER_BYTES) -> bytes:
        """The bytes that have come to the computer by now, at most so many."""
        with self._lock:
            self.run_pending()
            now_ns, taken = self._clock.now_ns(), bytearray()
            while self._to_host and len(taken) < most:
                start_ns, data = max(self._to_host[0][0], self._free_ns), self._to_host[0][1]
                count = min(len(data), (now_ns - start_ns) // self.byte_ns, most - len(taken))
                if count <= 0:
                    break
                taken += data[:count]
                self._to_host.popleft()
                self._free_ns = start_ns + count * self.byte_ns
                if data[count:]:
                    self._to_host.appendleft((self._free_ns, data[count:]))
                    break
            pulled = self._pulled_at_end and not self._to_host
        if pulled:
            self.unplug()
        return bytes(taken)

    def has_arrived(self) -> bool:
        """Whether a byte can be read."""
        with self._lock:
            self.run_pending()
            if not self._to_host:
                return False
            return self._clock.now_ns() >= max(self._to_host[0][0], self._free_ns) + self.byte_ns

    def run_pending(self) -> int | None:
        """Do what is due now; the time in ns when the chip has more to do, None: when the computer has spoken."""
        with self._lock:
            if not self._plugged:
                return None
            self.chip.run_pending()
            for frame in self.chip.take_sent():
                self._carry(frame)
            return self.chip.due_ns()

    def due_ns(self) -> int | None:
        """The time when the chip has more to do or the next byte can be read, the earlier one; None for neither."""
        with self._lock:
            chip_ns = self.run_pending()
            dues = [] if chip_ns is None else [chip_ns]
            if self._to_host:
                dues.append(max(self._to_host[0][0], self._free_ns) + self.byte_ns)
            return min(dues, default=None)

    def _carry(self, frame: SentFrame) -> None:
        """A frame goes out, spoilt by the faults of the moment."""
        if self._pulled_at_end or sum(len(data) for _, data in self._to_host) >= BUFFER_BYTES:
            return
        at_ns, data = frame.at_ns, frame.data
        if self._strikes(faults.RUBBISH):
            data = self._chance.randbytes(self._chance.randrange(1, RUBBISH_BYTES + 1)) + data
        if frame.is_ack:
            if self._strikes(faults.LOST_ACK):
                return
        else:
            if self._strikes(faults.WRONG_CHECKSUM):
                data = data[:-2] + bytes((data[-2] ^ 1 << self._chance.randrange(8),)) + data[-1:]
            if self._strikes(faults.HALF_FRAME):
                data = data[: len(data) // 2]
            if self._strikes(faults.LATE_ANSWER):
                at_ns += LATE_NS
            if self._strikes(faults.UNPLUGGED_MID_FRAME):
                data = data[: len(data) // 2]
                self._pulled_at_end = True
        if self._to_host:  # what comes after a late frame waits for it
            at_ns = max(at_ns, self._to_host[-1][0])
        self._to_host.append((at_ns, data))

    def _strikes(self, fault: str) -> bool:
        if left := self._times.get(fault, 0):
            self._times[fault] = left - 1
            if left == 1:
                del self._times[fault]
            return True
        return fault in self._afflicted and self._chance.random() < SPOILT_SHARE

    # -- the computer's ends

    def open(self) -> VirtualPn532Connection:
        """The computer's end without a terminal. Raises OSError where it is not plugged in, or open already."""
        with self._lock:
            if not self._plugged:
                raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), self.path)
            if self._connection is not None:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), self.path)
            self.run_pending()
            self._to_host.clear()
            self._connection = VirtualPn532Connection(self, self._clock)
            return self._connection

    def on_host_closed(self, connection: VirtualPn532Connection) -> None:
        """Handle the close of the computer's end."""
        if self._connection is connection:
            self._connection = None

    def attach_terminal(self, terminal: Pn532Terminal | None) -> None:
        """Let this terminal hang up when it is unplugged."""
        self._terminal = terminal


class VirtualPn532Connection:
    """The computer's end of the line (a SerialConnection, as RealSerialConnection is one)."""

    def __init__(self, adapter: VirtualPn532Adapter, clock: MonotonicClock) -> None:
        self._adapter = adapter
        self._clock = clock
        self._lost = False
        self._woken = threading.Event()

    def read(self) -> bytes:
        self._check()
        return self._adapter.arrived()

    def write(self, data: bytes) -> int:
        self._check()
        self._adapter.send(data)
        return len(data)

    def wait(self, seconds: float) -> None:
        """Wait until something can be read, `wake` is called, or so many seconds of the adapter's clock."""
        end_ns = self._clock.now_ns() + int(seconds * 1_000_000_000)
        while not self._woken.is_set() and not self._adapter.has_arrived():
            self._check()
            now_ns = self._clock.now_ns()
            if now_ns >= end_ns:
                break
            due_ns = self._adapter.due_ns()
            until_ns = min(end_ns, now_ns + WAIT_NS, end_ns if due_ns is None else due_ns)
            self._clock.wait_us(max(until_ns - now_ns, 1000) / 1000)
        self._check()
        self._woken.clear()

    def wake(self) -> None:
        self._woken.set()

    def lose(self) -> None:
        """End the line for good."""
        self._lost = True
        self.wake()

    def close(self) -> None:
        self._lost = True
        self._adapter.on_host_closed(self)

    def _check(self) -> None:
        if self._lost:
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class Pn532Terminal:
    """A pseudo terminal with an adapter at its far end, and a thread that carries the bytes in real time.

    `path` leads to it while this is entered and the adapter is plugged in; after it was unplugged and plugged in again
    it leads to another one.
    """

    def __init__(self, adapter: VirtualPn532Adapter, path: Path) -> None:
        """The adapter must run on the computer's own clock; it is plugged in when this is entered."""
        self.path = path
        self._adapter = adapter
        self._thread: threading.Thread | None = None
        self._ending = threading.Event()
        self._bell = self._ring = -1

    def __enter__(self) -> Pn532Terminal:
        self._adapter.attach_terminal(self)
        self._adapter.plug(str(self.path))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._adapter.unplug()
        self._adapter.attach_terminal(None)

    def appear(self) -> None:
        """Be there with a new device, as after plugging in."""
        self.hang_up()
        ours, computers = os.openpty()
        tty.setraw(computers)
        os.set_blocking(ours, False)
        self._bell, self._ring = os.pipe()
        self._ending = threading.Event()
        self.path.symlink_to(os.ttyname(computers))
        self._thread = threading.Thread(
            target=self._carry, args=(ours, computers, self._bell), name="virtual PN532", daemon=True
        )
        self._thread.start()

    def hang_up(self) -> None:
        """Let the device be gone: whoever has it open reads an error. Any thread may call this, at any time."""
        thread = self._thread
        self._ending.set()
        if thread is None or thread is threading.current_thread():
            return
        os.write(self._ring, b"!")
        thread.join()
        os.close(self._bell)
        os.close(self._ring)
        self._thread = None

    def _carry(self, ours: int, computers: int, bell: int) -> None:
        waiting = b""
        while not self._ending.is_set():
            waiting += self._adapter.arrived(BUFFER_BYTES - len(waiting))
            if waiting:
                with suppress(BlockingIOError):  # nobody reads it
                    waiting = waiting[os.write(ours, waiting) :]
            due_ns = self._adapter.due_ns()
            if self._ending.is_set():
                break
            seconds = LOOK_S if due_ns is None else (due_ns - time.monotonic_ns()) / 1_000_000_000
            ready, _, _ = select.select([ours, bell], [], [], min(max(seconds, 0), LOOK_S))
            if ours in ready:
                self._adapter.send(os.read(ours, BUFFER_BYTES))
        self.path.unlink()
        os.close(computers)
        os.close(ours)
