"""Herald's end of the link against a scripted hub: who is met, what is heard, what is never lost."""

from __future__ import annotations

from random import Random

import pytest

from hardware.common.events import TAG_CAME, ReaderEvent
from hardware.common.link import encoding
from hardware.common.link.channel import SILENCE_TIMEOUT_US, WINDOW
from hardware.common.link.frames import encode_frame
from hardware.common.link.messages import (
    BEAT,
    LIGHT,
    PRESSED,
    SAID,
    STATE,
    STORED,
    WELCOME,
    HeartbeatMessage,
    SocketStateMessage,
)
from hardware.readers.hub.session import (
    HELLO_INTERVAL_US,
    HubAnswered,
    HubButtonEvent,
    HubMessage,
    HubSession,
    SettingsStored,
    SocketEvent,
)
from hardware.virtual.clock import VirtualClock
from tests.hardware.hub.scripted import Scripted

STEP_US = 1_000
UID = bytes.fromhex("04a1b2c3d4e5f6")


class Cable:
    """A talk and a hub, and what happens to bytes between them."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.hub = Scripted(self.clock)
        self.chance = Random(5)
        self.talk = HubSession(self.chance.randrange)
        self.heard: list[HubMessage] = []
        self.lost = 0.0
        self.cut = False

    def run(self, us: int) -> None:
        end = self.clock.now_us() + us
        while self.clock.now_us() < end:
            now = self.clock.now_us()
            to_hub, to_talk = self.talk.next_bytes(now), self.hub.give()
            if not self.cut:
                self.hub.hear(self.worn(to_hub))
                self.heard += self.talk.receive(self.worn(to_talk), now)
            self.clock.wait_us(STEP_US)

    def worn(self, data: bytes) -> bytes:
        return bytes(byte for byte in data if self.chance.random() >= self.lost) if self.lost else data

    @property
    def told(self) -> list[HubMessage]:
        """What was heard besides heartbeats."""
        return [heard for heard in self.heard if not isinstance(heard, HeartbeatMessage)]

    def of(self, kind: type[HubMessage]) -> list[HubMessage]:
        return [heard for heard in self.heard if isinstance(heard, kind)]


@pytest.fixture
def cable() -> Cable:
    cable = Cable()
    cable.talk.on_line_opened(0)
    return cable


def says(number: int) -> bytes:
    return encoding.encode_reader_event(
        number % 12, ReaderEvent(TAG_CAME, bytes((4, number >> 8, number & 0xFF, 9))), False
    )


def test_it_asks_until_it_is_answered(cable: Cable) -> None:
    cable.hub.mute = True
    cable.run(4 * HELLO_INTERVAL_US)
    assert cable.talk.is_greeting
    assert (cable.heard, cable.talk.is_connected, cable.talk.free_slots) == ([], False, 0)
    cable.hub.mute = False
    cable.run(HELLO_INTERVAL_US + STEP_US)
    (met,) = cable.told
    assert isinstance(met, HubAnswered)
    assert (met.is_resumed, met.welcome.name) == (False, "tiles")
    assert (cable.talk.is_connected, cable.talk.free_slots) == (True, WINDOW)


def test_everything_that_a_hub_says_is_heard_in_order(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.hub.say(STATE, encoding.encode_socket_state(SocketStateMessage(3, "well", 0x92, "", (UID,), "")))
    cable.hub.say(SAID, encoding.encode_reader_event(3, ReaderEvent("left", UID), False))
    cable.hub.say(PRESSED, encoding.encode_button_event(1, "pressed"))
    cable.hub.say(STORED, encoding.encode_text(""))
    cable.run(2 * STEP_US)
    state, said, button, stored = cable.told[1:]
    assert isinstance(state, SocketStateMessage)
    assert (state.socket, state.present_uids) == (3, (UID,))
    assert (said, button, stored) == (
        SocketEvent(3, ReaderEvent("left", UID), False),
        HubButtonEvent(1, "pressed"),
        SettingsStored(""),
    )


@pytest.mark.parametrize("lost", [0.002, 0.01])
def test_over_a_line_that_loses_bytes_every_message_comes_once_and_in_order(
    cable: Cable, lost: float
) -> None:
    cable.lost = lost
    told, shown = 0, 0
    while told < 200:
        if cable.talk.is_connected and cable.hub.channel is not None:
            if cable.hub.channel.free_slots:
                cable.hub.say(SAID, says(told))
                told += 1
            if cable.talk.free_slots and shown < 200:
                cable.talk.enqueue(LIGHT, encoding.encode_light(shown % 12, "go"))
                shown += 1
        cable.run(STEP_US)
    cable.lost = 0
    cable.run(2_000_000)
    uids = [heard.event.uid for heard in cable.heard if isinstance(heard, SocketEvent)]
    assert uids == [bytes((4, number >> 8, number & 0xFF, 9)) for number in range(200)]
    assert [frame.body[0] for frame in cable.hub.heard] == [number % 12 for number in range(shown)]
    assert len(cable.of(HubAnswered)) == 1


def test_rubbish_before_between_and_inside_frames_is_nobodys(cable: Cable) -> None:
    cable.hub.spill(b"MicroPython v1.24\r\n>>> ")
    cable.run(2 * STEP_US)
    for number in range(20):
        cable.hub.spill(cable.chance.randbytes(50))
        cable.hub.say(SAID, says(number))
        cable.run(STEP_US)
    cable.run(1_000_000)
    assert len(cable.of(SocketEvent)) == 20


def test_what_it_said_itself_and_comes_back_is_nobodys(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.talk.enqueue(LIGHT, encoding.encode_light(0, "go"))
    now = cable.clock.now_us()
    echo = cable.talk.next_bytes(now)
    assert cable.talk.receive(echo, now) == []
    cable.hub.hear(echo)
    cable.hub.say(SAID, says(1))
    cable.run(1_000_000)
    assert [type(heard) for heard in cable.told] == [HubAnswered, SocketEvent]


def test_a_line_that_was_away_goes_on_with_its_session_and_nothing_is_lost(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.hub.say(SAID, says(1))
    cable.run(2 * STEP_US)
    cable.cut = True
    cable.hub.say(SAID, says(2))
    cable.talk.enqueue(LIGHT, encoding.encode_light(0, "go"))
    cable.run(100_000)
    cable.talk.on_line_closed()
    assert not cable.talk.is_connected
    cable.cut = False
    cable.talk.on_line_opened(cable.clock.now_us())
    cable.run(500_000)
    again = cable.of(HubAnswered)[1]
    assert isinstance(again, HubAnswered)
    assert again.is_resumed
    assert len(cable.of(SocketEvent)) == 2
    assert [frame.kind for frame in cable.hub.heard] == [LIGHT]


def test_a_session_that_was_given_up_is_not_asked_for_again(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    before = cable.hub.welcome.session
    cable.talk.on_line_closed()
    cable.talk.end_session()
    cable.talk.on_line_opened(cable.clock.now_us())
    cable.run(2 * STEP_US)
    assert cable.hub.hellos[-1].wanted_session == 0
    again = cable.of(HubAnswered)[1]
    assert isinstance(again, HubAnswered)
    assert not again.is_resumed
    assert again.welcome.session != before


def test_a_hub_that_has_forgotten_the_session_is_asked_for_a_new_one_at_once(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.hub.forget()
    cable.run(300_000)
    assert [met.is_resumed for met in cable.heard if isinstance(met, HubAnswered)] == [False, False]
    assert cable.talk.is_connected


def test_silence_is_noticed(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.run(3 * SILENCE_TIMEOUT_US)
    assert not cable.talk.is_silent(cable.clock.now_us())
    cable.hub.mute = True
    cable.run(SILENCE_TIMEOUT_US - 300_000)
    assert not cable.talk.is_silent(cable.clock.now_us())
    cable.run(400_000)
    assert cable.talk.is_silent(cable.clock.now_us())


def test_of_another_version_nothing_is_known_but_that(cable: Cable) -> None:
    cable.hub.mute = True
    cable.run(STEP_US)
    (met,) = cable.talk.receive(encode_frame(bytes((WELCOME, 2)) + b"whatever comes in another version"), 5)
    assert isinstance(met, HubAnswered)
    assert met.welcome.version == 2
    assert not cable.talk.is_connected
    assert not cable.talk.is_greeting


def test_a_welcome_that_nobody_asked_for_is_nobodys(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.hub.welcome.session += 1
    assert (
        cable.talk.receive(encode_frame(encoding.encode_welcome(cable.hub.welcome)), cable.clock.now_us())
        == []
    )
    cable.talk.on_line_opened(cable.clock.now_us())
    assert (
        cable.talk.receive(encode_frame(encoding.encode_welcome(cable.hub.welcome)), cable.clock.now_us())
        == []
    )
    assert cable.talk.is_greeting


def test_a_frame_that_says_what_cannot_be_is_waited_for_again(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    session = cable.hub.welcome.session
    broken = encode_frame(encoding.encode_header(SAID, session, 0, 0) + b"\xff\xff")
    now = cable.clock.now_us()
    assert cable.talk.receive(broken, now) == []
    assert cable.talk.receive(encode_frame(encoding.encode_header(BEAT, session, 0, 0)), now) == []
    cable.hub.say(SAID, says(1))
    cable.run(2 * STEP_US)
    assert len(cable.of(SocketEvent)) == 1
