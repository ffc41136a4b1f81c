"""The whole firmware as it is staged for a Pico, in a real MicroPython in virtual time; a plain host at its line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from hardware.common.link import decoding, encoding
from hardware.common.link.channel import Channel
from hardware.common.link.frames import FrameDecoder, encode_frame
from hardware.common.link.hub_settings import HubSettings, encode_settings
from hardware.common.link.messages import WelcomeMessage
from hardware.readers.hub.staging import stage_program
from hardware.virtual.clock import VirtualClock
from hardware.virtual.unix_port.pico_world import PicoWorld
from hardware.virtual.unix_port.process import MicroPythonProcess

STEP_MS = 20


class RealHub:
    """`told`: the kinds and bodies of all messages of this session. `program`: the version that was staged."""

    def __init__(
        self,
        folder: Path,
        settings: HubSettings | None = None,
        *,
        world: PicoWorld | None = None,
        instead: Mapping[str, str] | None = None,
    ) -> None:
        """`instead`: what lies on the flash in place of a module of the firmware, by its path."""
        self.flash = folder / "flash"
        self.program = stage_program(self.flash)
        for path, text in (instead or {}).items():
            (self.flash / path).write_text(text)
        if settings is not None:
            (self.flash / "settings.bin").write_bytes(encode_settings(settings))
        self.world = world or PicoWorld(VirtualClock())
        for socket in settings.sockets if settings else ():
            self.world.add_reader(socket.bus, socket.select)
        self._hears, self._sends = os.pipe()
        self._listens, self._says = os.pipe()
        os.set_blocking(self._listens, False)
        self.pico = MicroPythonProcess(self.world, self.flash, ends=lambda: (self._hears, self._says))
        self.told: list[tuple[int, bytes]] = []
        self.welcome: WelcomeMessage | None = None
        self._channel: Channel | None = None
        self._deframer = FrameDecoder()
        self._fresh = 0

    def __enter__(self) -> RealHub:
        self.pico.power_on()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pico.__exit__(kind, error, trace)
        for end in (self._hears, self._sends, self._listens, self._says):
            os.close(end)

    def meet(self) -> WelcomeMessage:
        """Begin a new session; as soon as the hub answers."""
        self._fresh += 1
        self._channel, self.welcome, self.told = None, None, []
        for _ in range(100):
            os.write(self._sends, encode_frame(encoding.encode_hello(self._fresh, 0)))
            self.run(STEP_MS)
            if (welcome := self._welcomed()) is not None:
                return welcome
        raise AssertionError(f"no welcome; {self.pico.error_output}")

    def _welcomed(self) -> WelcomeMessage | None:
        return self.welcome

    def send(self, data: bytes) -> None:
        os.write(self._sends, data)

    def put(self, kind: int, body: bytes) -> None:
        assert self._channel is not None
        self._channel.enqueue(kind, body)

    def run(self, ms: int) -> None:
        """Let virtual time pass, and answer what the hub says."""
        for _ in range(0, ms, STEP_MS):
            self.pico.run_for(STEP_MS)
            self._listen()
            if self._channel is not None:
                os.write(self._sends, self._channel.next_bytes(self.world.clock.now_us()))

    def _listen(self) -> None:
        now = self.world.clock.now_us()
        for payload in self._deframer.feed(_all(self._listens)):
            if payload[0] == 0x02:
                welcome = decoding.decode_welcome(payload)
                if welcome.session == self._fresh and self._channel is None:
                    self.welcome, self._channel = welcome, Channel(self._fresh, now)
            elif self._channel is not None:
                frame = decoding.decode_session_frame(payload)
                if frame.session == self._fresh and self._channel.receive(frame, now):
                    self.told.append((frame.kind, frame.body))


def _all(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65_536)
    except BlockingIOError:
        return b""
