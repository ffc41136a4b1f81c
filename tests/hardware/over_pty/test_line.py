"""What else may be on a line: rubbish, echoes, strangers, another version; and any bytes at all, at both ends."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import serial
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.common.events import TAG_CAME, TAG_LEFT
from hardware.common.link import decoding, encoding
from hardware.common.link.frames import MAX_PAYLOAD_BYTES, FrameDecoder, encode_frame
from hardware.common.link.messages import (
    BEAT,
    HELLO,
    LEAVE,
    PROTOCOL_VERSION,
    STATE,
    STRANGER,
    WELCOME,
    WelcomeMessage,
)
from tests.hardware.over_pty.hub import Hub, uid, wiring
from tests.hardware.over_pty.table import Table, wait
from tests.long import examples

RUBBISH = bytes(range(256)) * 4 + b"\x03\x04>>> \r\n" + b"\xff" * 3000
FOREIGN = 7
"""No session that a host draws here has this number: see `foreign`."""


def test_rubbish_before_a_host_comes_and_while_it_is_there(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=2)) as hub, Table([hub]) as table:
        hub.plug()
        wait(lambda: hub.cable.path)
        hub.cable.inject(to_hub=RUBBISH, to_host=RUBBISH)
        table.sure()
        for number in range(3):
            hub.cable.inject(to_hub=RUBBISH, to_host=RUBBISH)
            hub.lay(0, number)
            table.settles()
            hub.cable.inject(to_hub=b"\0" * 500, to_host=b"\0" * 500)
            hub.take(0)
            table.settles()
        told = [("tiles/0", kind, uid(number), False) for number in range(3) for kind in (TAG_CAME, TAG_LEFT)]
        assert table.said() == told
        assert hub.world.starts == [1]


@pytest.mark.long(instead="test_rubbish_before_a_host_comes_and_while_it_is_there")
def test_what_a_line_sends_back_to_a_hub_acknowledges_nothing(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=2)) as hub, Table([hub]) as table:
        hub.plug()
        table.sure()
        hub.cable.echoes = True
        hub.cable.to_host.damage.set(lost=0.4, spoilt=0)
        told = []
        for number in range(8):
            for shows, colour in (("go", "green"), ("off", "dark")):  # both ends have said about as much
                table.rig.show_light("tiles/1", "go" if shows == "go" else "off")
                table.until(partial(lambda wanted: hub.shown(1) == wanted, colour))
            hub.lay(0, number)
            table.settles()
            hub.take(0)
            table.settles()
            told += [("tiles/0", TAG_CAME, uid(number), False), ("tiles/0", TAG_LEFT, uid(number), False)]
        assert table.said() == told
        assert hub.world.starts == [1]


class Raw:
    """A host that says what it likes, through pyserial and nothing else of Herald's."""

    def __init__(self, hub: Hub) -> None:
        wait(lambda: hub.cable.path)
        self._line = serial.Serial(str(hub.cable.path), timeout=0, exclusive=True)
        self._deframer = FrameDecoder()
        self.heard: list[bytes] = []

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def say(self, payload: bytes) -> None:
        self._line.write(encode_frame(payload))

    def hears(self, kind: int) -> bytes:
        """Wait for it."""

        def heard() -> bool:
            self.heard += self._deframer.feed(self._line.read(4096))
            return any(payload[0] == kind for payload in self.heard)

        wait(heard)
        return next(payload for payload in self.heard if payload[0] == kind)


@pytest.mark.long(instead="test_rubbish_before_a_host_comes_and_while_it_is_there")
def test_a_host_of_another_version_learns_the_hubs_version_and_no_more(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=1)) as hub:
        hub.plug()
        with Raw(hub) as raw:
            raw.say(bytes((HELLO, PROTOCOL_VERSION + 1)) + bytes(range(1, 30)))
            welcome = decoding.decode_welcome(raw.hears(WELCOME))
            assert (welcome.version, welcome.session) == (PROTOCOL_VERSION, 0)
            raw.say(encoding.encode_header(BEAT, FOREIGN, 0, 0))
            assert decoding.decode_session_frame(raw.hears(STRANGER)).session == FOREIGN
            assert {payload[0] for payload in raw.heard} == {WELCOME, STRANGER}
        with Table([hub]) as table:
            table.settles()


def test_a_hub_of_another_version_is_said_to_need_flashing(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=1)) as hub, Table([hub]) as table:
        words = hub.flash / "hardware/common/link/messages.py"
        words.write_text(
            words.read_text().replace(f"VERSION = {PROTOCOL_VERSION}", f"VERSION = {PROTOCOL_VERSION + 1}")
        )
        hub.plug()
        table.settles(hub)
        table.until(lambda: any("not made for this Herald" in each for each in table.troubles()))
        assert "herald hub flash tiles --port" in table.troubles()[-1]
        assert hub.world.starts == [1]


def foreign(kind: int, number: int, ack: int, body: bytes) -> bytes:
    """A whole frame, of a session that nobody has."""
    return encode_frame(encoding.encode_header(kind, FOREIGN, number, ack) + body)


def spoilt(data: bytes, at: int, other: bytes) -> bytes:
    """A frame with something else in its middle."""
    at %= len(data)
    return data[:at] + other + data[at + len(other) :]


whole = st.builds(
    foreign,
    st.integers(BEAT, 255).filter(lambda kind: kind != STRANGER),
    st.integers(0, 255),
    st.integers(0, 255),
    st.binary(max_size=MAX_PAYLOAD_BYTES - 5),
)
pieces = st.one_of(
    st.binary(max_size=400),
    whole,
    st.builds(spoilt, whole, st.integers(0, 300), st.binary(min_size=1, max_size=4)),
    st.binary(min_size=1, max_size=60).map(lambda data: encode_frame(bytes((STATE,)) + data)),
    st.builds(
        lambda name: encode_frame(
            encoding.encode_welcome(WelcomeMessage(PROTOCOL_VERSION, FOREIGN, name=name))
        ),
        st.just("tiles"),
    ),
)
anything = st.lists(pieces, max_size=6).map(b"\0".join)


@pytest.mark.long(instead="test_rubbish_before_a_host_comes_and_while_it_is_there")
def test_any_bytes_between_two_frames_change_nothing_at_either_end(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=2)) as hub, Table([hub]) as table:
        hub.plug()
        table.sure()
        session = hub.session
        shows = ["off"]

        @settings(max_examples=examples(60))
        @given(anything, anything)
        @example(RUBBISH, RUBBISH)
        @example(
            encode_frame(encoding.encode_header(LEAVE, FOREIGN, 0, 0)),
            encode_frame(encoding.encode_hello(FOREIGN, 0)),
        )
        def holds(to_hub: bytes, to_host: bytes) -> None:
            start = len(table.heard)
            hub.cable.inject(to_hub, to_host)
            shows[0] = "off" if shows[0] == "go" else "go"
            table.rig.show_light("tiles/1", "go" if shows[0] == "go" else "off")
            hub.button.press("clean")
            colour = "green" if shows[0] == "go" else "dark"
            table.until(lambda: table.pressed(start) and hub.shown(1) == colour, "pressed and shown")
            table.until(hub.let_go(), "let go")
            assert table.heard[start + 1 :] == []
            assert (hub.session, hub.pico.status, hub.pico.error_output) == (session, None, "")

        holds()
        hub.lay(0, 1)
        table.settles()
        assert hub.world.starts == [1]
