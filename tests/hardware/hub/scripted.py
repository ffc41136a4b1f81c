"""A hub that says what a test tells it to, at the end of a serial device that a test plugs in and out."""

from __future__ import annotations

import errno
import os

from hardware.clock import MonotonicClock
from hardware.common.link import decoding, encoding
from hardware.common.link.channel import Channel
from hardware.common.link.frames import FrameDecoder, encode_frame
from hardware.common.link.hub_settings import settings_checksum
from hardware.common.link.messages import (
    HELLO,
    PROTOCOL_VERSION,
    STRANGER,
    HelloMessage,
    SessionFrame,
    WelcomeMessage,
)
from hardware.readers.serial_ports import SerialDevice


class Scripted:
    """The hub's end of the link, made of the same parts as any. `heard`: the frames of the session that were news;
    `hellos`: every HELLO. It answers nothing while it is `mute`, and keeps its session for ever unless it `forgets`.
    """

    def __init__(self, clock: MonotonicClock, name: str = "tiles", settings: bytes = b"") -> None:
        self.welcome = WelcomeMessage(
            PROTOCOL_VERSION, 0, settings_checksum(settings), 1, 0, 5, b"12345678", name, "0.1.0 1a2b3c4d"
        )
        self.mute = False
        self.heard: list[SessionFrame] = []
        self.hellos: list[HelloMessage] = []
        self.channel: Channel | None = None
        self._clock = clock
        self._deframer = FrameDecoder()
        self._out = bytearray()

    def forget(self) -> None:
        """It knows of no session any more."""
        self.channel = None

    def say(self, kind: int, body: bytes) -> None:
        """Something in the session."""
        assert self.channel is not None
        self.channel.enqueue(kind, body)

    def spill(self, data: bytes) -> None:
        """Bytes that are no frame."""
        self._out += data

    def hear(self, data: bytes) -> None:
        """What the host sends."""
        for payload in self._deframer.feed(data):
            if self.mute:
                continue
            if payload[0] == HELLO:
                self._greet(decoding.decode_hello(payload))
                continue
            frame = decoding.decode_session_frame(payload)
            if self.channel is None or frame.session != self.channel.session:
                self._out += encode_frame(encoding.encode_header(STRANGER, frame.session, 0, 0))
            elif self.channel.receive(frame, self._clock.now_us()):
                self.heard.append(frame)

    def give(self) -> bytes:
        """What it sends now."""
        if self.channel is not None and not self.mute:
            self._out += self.channel.next_bytes(self._clock.now_us(), BODY)
        out, self._out = bytes(self._out), bytearray()
        return out

    def _greet(self, hello: HelloMessage) -> None:
        self.hellos.append(hello)
        if self.channel is None or self.channel.session not in (hello.wanted_session, hello.new_session):
            self.channel = Channel(hello.new_session, self._clock.now_us())
        else:
            self.channel.resend_all()
        self.welcome.session = self.channel.session
        self._out += encode_frame(encoding.encode_welcome(self.welcome))


BODY = bytes(4) + b"\x10\x00" + bytes(4 * 7)
"""What its heartbeat tells: of no reader."""


class FakeSerial:
    """The line to one scripted hub; `narrow`: so many bytes are taken at once."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self.closed = False

    def read(self) -> bytes:
        self._check()
        return self._port.hub.give() if self._port.hub is not None else b""

    def write(self, data: bytes) -> int:
        self._check()
        data = data[: self._port.narrow]
        if self._port.hub is not None:
            self._port.hub.hear(data)
        return len(data)

    def wait(self, seconds: float) -> None:
        raise AssertionError("nobody waits on a virtual clock")

    def wake(self) -> None:
        """Nobody waits."""

    def close(self) -> None:
        self.closed = True
        self._port.open = None

    def _check(self) -> None:
        assert not self.closed, "a line is used that was closed"
        if self._port.gone:
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class Port:
    """One serial device: what is at its other end, None for nothing that answers."""

    def __init__(self, found: SerialDevice, hub: Scripted | None) -> None:
        self.found, self.hub = found, hub
        self.refuses: OSError | None = None
        self.narrow = 1 << 16
        self.gone = False
        self.open: FakeSerial | None = None
        self.opened = 0


class FakePorts:
    """Serial devices that a test has in its hands."""

    def __init__(self) -> None:
        self.ports: dict[str, Port] = {}

    def plug(self, path: str, hub: Scripted | None, usb: str = "", likely: bool = True) -> Port:
        self.ports[path] = Port(SerialDevice(path, usb, likely), hub)
        return self.ports[path]

    def pull(self, path: str) -> None:
        """Out of its socket, open or not."""
        self.ports.pop(path).gone = True

    def list_devices(self) -> tuple[SerialDevice, ...]:
        return tuple(port.found for _, port in sorted(self.ports.items()))

    def open(self, path: str) -> FakeSerial:
        port = self.ports.get(path)
        if port is None:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        if port.refuses is not None:
            raise port.refuses
        assert port.open is None, f"{path} is opened twice"
        port.open = FakeSerial(port)
        port.opened += 1
        return port.open
