"""A USB cable: a hub's standard input and output at one end, a serial device (a pseudo terminal) at the other."""

from __future__ import annotations

import math
import os
import select
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event, Thread

from hardware.common.link import decoding
from hardware.common.link.frames import FrameDecoder
from hardware.common.link.messages import BEAT, FIRST_NUMBERED_KIND, SessionFrame
from tests.hardware.over_pty.damage import Damage

PATIENCE_S = 0.5
"""What nobody takes for so long is lost, as on a Pico."""
MOST = 65_536


class Tap:
    """What an end really said, before the line. `said`: messages, each once and in order, whatever was said again;
    `beats`: heartbeats.
    """

    def __init__(self) -> None:
        self.said: list[SessionFrame] = []
        self.beats: list[SessionFrame] = []
        self._awaited = dict[int, int]()
        self._deframer = FrameDecoder()

    def hear(self, data: bytes) -> None:
        for payload in self._deframer.feed(data):
            with suppress(ValueError):
                self._take(decoding.decode_session_frame(payload))

    def _take(self, frame: SessionFrame) -> None:
        if frame.kind == BEAT:
            self.beats.append(frame)
        elif frame.kind >= FIRST_NUMBERED_KIND and frame.number == self._awaited.get(frame.session, 0):
            self._awaited[frame.session] = (frame.number + 1) & 0xFF
            self.said.append(frame)

    def anew(self) -> None:
        """Another one speaks from now on."""
        self._awaited.clear()
        self._deframer = FrameDecoder()


class Way:
    """One direction: what is under way, and where to. `last`: the byte that was handed over last."""

    def __init__(self, chance: Random) -> None:
        self.damage = Damage(chance)
        self.tap = Tap()
        self.descriptor = -1
        self.muted = False
        self.last = 0
        self._flying: deque[tuple[float, bytes]] = deque()
        self._stuck_s = 0.0

    def send(self, data: bytes) -> None:
        self.tap.hear(data)
        if not self.muted:
            self._fly(self.damage.worn(data), self.damage.late_s())

    def inject(self, data: bytes) -> None:
        """Bytes that neither end has sent."""
        self._fly(data, 0.0)

    def _fly(self, data: bytes, late_s: float) -> None:
        if not data:
            return
        now = time.monotonic()
        self._flying.append((max(now + late_s, self._flying[-1][0] if self._flying else now), data))
        self._stuck_s = max(self._stuck_s, now)

    def clear(self) -> None:
        """What is under way is lost."""
        self._flying.clear()

    @property
    def due_s(self) -> float | None:
        return self._flying[0][0] if self._flying else None

    def move(self, limit: int | None) -> int:
        """Hand over what has arrived, so many bytes at most; how many it was."""
        moved = 0
        while self._flying and self._flying[0][0] <= time.monotonic() and limit != moved:
            at_s, data = self._flying.popleft()
            whole = data if limit is None else data[: limit - moved]
            taken = self._taken(whole)
            moved += taken
            if data[taken:]:
                self._flying.appendleft((at_s, data[taken:]))
                if taken < len(whole):
                    break
        return moved

    def _taken(self, data: bytes) -> int:
        """How many bytes somebody took, or were given up."""
        now = time.monotonic()
        if self.descriptor < 0:
            return len(data)
        try:
            taken = os.write(self.descriptor, data)
        except BlockingIOError:
            return len(data) if now - self._stuck_s > PATIENCE_S else 0
        except OSError:
            return len(data)
        self._stuck_s = now
        self.last = data[taken - 1]
        return taken


class Cable:
    """`path`: the device at which a host finds the hub, None while there is none. A thread of its own carries the
    bytes, opens and closes; `to_host` and `to_hub` are its two ways. `echoes`: what the hub says comes back to it.
    """

    def __init__(self, chance: Random) -> None:
        self.path: Path | None = None
        self.to_host, self.to_hub = Way(chance), Way(chance)
        self.echoes = False
        self._hub_says = -1
        self._hub_ends: tuple[int, int] | None = None
        self._host = -1
        self._line = -1
        self._left: int | None = None
        self._opens, self._opens_s = Path(), math.inf
        self._fallen = Event()
        self._wakes, self._waker = os.pipe()
        self._wanted: deque[tuple[Callable[[], None], Event]] = deque()
        self._going = True
        self._thread = Thread(target=self._run, name="cable", daemon=True)
        self._thread.start()

    # -- from any thread

    def ends(self) -> tuple[int, int]:
        """New ends for a hub that starts: where it hears, where it says."""
        self._do(self._new_ends)
        assert self._hub_ends is not None
        return self._hub_ends

    def plug(self, path: Path, after_s: float = 0.0) -> None:
        """There is a new device from now on or a little later, a pseudo terminal to which this path leads."""
        self._do(lambda: self._open_at(path, time.monotonic() + after_s))

    def hang_up(self) -> None:
        """The device is gone; whoever has it open finds out."""
        self._do(self._close)

    def fall_after(self, count: int) -> Event:
        """Hang up when the host has had so many bytes more and a frame is not whole; set then."""
        self._fallen = Event()
        fallen = self._fallen
        self._do(lambda: self._limit(count))
        return fallen

    def inject(self, to_hub: bytes = b"", to_host: bytes = b"") -> None:
        """Bytes that neither end has sent, between two frames."""
        self._do(lambda: self.to_hub.inject(to_hub))
        self._do(lambda: self.to_host.inject(to_host))

    def mute(self, muted: bool) -> None:
        """All bytes are lost, and nobody is told."""
        self.to_host.muted = self.to_hub.muted = muted

    def close(self) -> None:
        self._going = False
        os.write(self._waker, b"!")
        self._thread.join()
        self._close()
        self._close_ends()
        os.close(self._wakes)
        os.close(self._waker)

    # -- in its own

    def _do(self, what: Callable[[], None]) -> None:
        done = Event()
        self._wanted.append((what, done))
        os.write(self._waker, b"!")
        assert done.wait(10), "the cable does not answer"

    def _run(self) -> None:
        while self._going:
            dues = [self._opens_s, *(way.due_s for way in (self.to_host, self.to_hub))]
            soon = [max(0.001, due - time.monotonic()) for due in dues if due is not None]
            listening = [each for each in (self._wakes, self._hub_says, self._host) if each >= 0]
            ready = select.select(listening, (), (), min([1.0, *soon]))[0]
            if self._hub_says in ready:
                self._carry(self._hub_says, self.to_host)
            if self._host in ready:
                self._carry(self._host, self.to_hub)
            if self._wakes in ready:
                os.read(self._wakes, MOST)
            while self._wanted:
                what, done = self._wanted.popleft()
                what()
                done.set()
            self._deliver()

    def _carry(self, descriptor: int, way: Way) -> None:
        data = os.read(descriptor, MOST)
        way.send(data)
        if self.echoes and way is self.to_host:
            self.to_hub.inject(data)

    def _deliver(self) -> None:
        if time.monotonic() >= self._opens_s:
            self._open()
        self.to_hub.move(None)
        moved = self.to_host.move(self._left)
        if self._left is not None:
            self._left -= moved
            if not self._left and self.to_host.last:
                self._close()
                self._fallen.set()
            elif not self._left:
                self._left = 1

    def _limit(self, count: int) -> None:
        self._left = count

    def _new_ends(self) -> None:
        self._close_ends()
        hears, self.to_hub.descriptor = os.pipe()
        self._hub_says, says = os.pipe()
        os.set_blocking(self.to_hub.descriptor, False)
        self._hub_ends = hears, says
        self.to_hub.clear()
        self.to_hub.tap.anew()
        self.to_host.tap.anew()

    def _close_ends(self) -> None:
        if self._hub_ends is not None:
            for each in (*self._hub_ends, self.to_hub.descriptor, self._hub_says):
                os.close(each)
        self._hub_ends = None
        self.to_hub.descriptor = self._hub_says = -1

    def _open_at(self, path: Path, at_s: float) -> None:
        self._close()
        self._opens, self._opens_s = path, at_s

    def _open(self) -> None:
        self._opens_s = math.inf
        self._host, self._line = (
            os.openpty()
        )  # as a kernel has it: echoing, line by line, until pyserial sets it up
        os.set_blocking(self._host, False)
        self.to_host.descriptor = self._host
        self._opens.symlink_to(os.ttyname(self._line))
        self.path = self._opens

    def _close(self) -> None:
        if self.path is not None:
            self.path.unlink()
        self.path = None
        self._opens_s = math.inf
        self._left = None
        self.to_host.clear()
        self.to_hub.clear()
        self.to_host.descriptor = -1
        if self._host >= 0:
            os.close(self._line)
            os.close(self._host)
        self._host = self._line = -1
