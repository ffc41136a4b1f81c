"""Herald's end of the link against a scripted hub: who is met, what is heard, what is never lost."""

from __future__ import annotations

from random import Random

import pytest

from hardware.common.events import CAME, Said
from hardware.common.link import tell
from hardware.common.link.channel import SILENT_US, WINDOW
from hardware.common.link.frames import framed
from hardware.common.link.words import BEAT, LIGHT, PRESSED, SAID, STATE, STORED, WELCOME, Beat, SocketState
from hardware.readers.hub.talk import HELLO_US, ButtonSaid, Heard, Met, SocketSaid, Stored, Talk
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
        self.talk = Talk(self.chance.randrange)
        self.heard: list[Heard] = []
        self.lost = 0.0
        self.cut = False

    def run(self, us: int) -> None:
        end = self.clock.now_us() + us
        while self.clock.now_us() < end:
            now = self.clock.now_us()
            to_hub, to_talk = self.talk.give(now), self.hub.give()
            if not self.cut:
                self.hub.hear(self.worn(to_hub))
                self.heard += self.talk.feed(self.worn(to_talk), now)
            self.clock.wait_us(STEP_US)

    def worn(self, data: bytes) -> bytes:
        return bytes(byte for byte in data if self.chance.random() >= self.lost) if self.lost else data

    @property
    def told(self) -> list[Heard]:
        """What was heard besides heartbeats."""
        return [heard for heard in self.heard if not isinstance(heard, Beat)]

    def of(self, kind: type[Heard]) -> list[Heard]:
        return [heard for heard in self.heard if isinstance(heard, kind)]


@pytest.fixture
def cable() -> Cable:
    cable = Cable()
    cable.talk.opened(0)
    return cable


def says(number: int) -> bytes:
    return tell.said(number % 12, Said(CAME, bytes((4, number >> 8, number & 0xFF, 9))), False)


def test_it_asks_until_it_is_answered(cable: Cable) -> None:
    cable.hub.mute = True
    cable.run(4 * HELLO_US)
    assert cable.talk.asking
    assert (cable.heard, cable.talk.met, cable.talk.room) == ([], False, 0)
    cable.hub.mute = False
    cable.run(HELLO_US + STEP_US)
    (met,) = cable.told
    assert isinstance(met, Met)
    assert (met.goes_on, met.welcome.name) == (False, "tiles")
    assert (cable.talk.met, cable.talk.room) == (True, WINDOW)


def test_everything_that_a_hub_says_is_heard_in_order(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.hub.say(STATE, tell.state(SocketState(3, "well", 0x92, "", (UID,), "")))
    cable.hub.say(SAID, tell.said(3, Said("left", UID), False))
    cable.hub.say(PRESSED, tell.pressed(1, "pressed"))
    cable.hub.say(STORED, tell.text(""))
    cable.run(2 * STEP_US)
    state, said, button, stored = cable.told[1:]
    assert isinstance(state, SocketState)
    assert (state.socket, state.present) == (3, (UID,))
    assert (said, button, stored) == (
        SocketSaid(3, Said("left", UID), False),
        ButtonSaid(1, "pressed"),
        Stored(""),
    )


@pytest.mark.parametrize("lost", [0.002, 0.01])
def test_over_a_line_that_loses_bytes_every_message_comes_once_and_in_order(
    cable: Cable, lost: float
) -> None:
    cable.lost = lost
    told, shown = 0, 0
    while told < 200:
        if cable.talk.met and cable.hub.channel is not None:
            if cable.hub.channel.room:
                cable.hub.say(SAID, says(told))
                told += 1
            if cable.talk.room and shown < 200:
                cable.talk.put(LIGHT, tell.light(shown % 12, "go"))
                shown += 1
        cable.run(STEP_US)
    cable.lost = 0
    cable.run(2_000_000)
    uids = [heard.said.uid for heard in cable.heard if isinstance(heard, SocketSaid)]
    assert uids == [bytes((4, number >> 8, number & 0xFF, 9)) for number in range(200)]
    assert [frame.body[0] for frame in cable.hub.heard] == [number % 12 for number in range(shown)]
    assert len(cable.of(Met)) == 1


def test_rubbish_before_between_and_inside_frames_is_nobodys(cable: Cable) -> None:
    cable.hub.spill(b"MicroPython v1.24\r\n>>> ")
    cable.run(2 * STEP_US)
    for number in range(20):
        cable.hub.spill(cable.chance.randbytes(50))
        cable.hub.say(SAID, says(number))
        cable.run(STEP_US)
    cable.run(1_000_000)
    assert len(cable.of(SocketSaid)) == 20


def test_what_it_said_itself_and_comes_back_is_nobodys(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.talk.put(LIGHT, tell.light(0, "go"))
    now = cable.clock.now_us()
    echo = cable.talk.give(now)
    assert cable.talk.feed(echo, now) == []
    cable.hub.hear(echo)
    cable.hub.say(SAID, says(1))
    cable.run(1_000_000)
    assert [type(heard) for heard in cable.told] == [Met, SocketSaid]


def test_a_line_that_was_away_goes_on_with_its_session_and_nothing_is_lost(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.hub.say(SAID, says(1))
    cable.run(2 * STEP_US)
    cable.cut = True
    cable.hub.say(SAID, says(2))
    cable.talk.put(LIGHT, tell.light(0, "go"))
    cable.run(100_000)
    cable.talk.closed()
    assert not cable.talk.met
    cable.cut = False
    cable.talk.opened(cable.clock.now_us())
    cable.run(500_000)
    again = cable.of(Met)[1]
    assert isinstance(again, Met)
    assert again.goes_on
    assert len(cable.of(SocketSaid)) == 2
    assert [frame.kind for frame in cable.hub.heard] == [LIGHT]


def test_a_session_that_was_given_up_is_not_asked_for_again(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    before = cable.hub.welcome.session
    cable.talk.closed()
    cable.talk.give_up()
    cable.talk.opened(cable.clock.now_us())
    cable.run(2 * STEP_US)
    assert cable.hub.hellos[-1].wanted == 0
    again = cable.of(Met)[1]
    assert isinstance(again, Met)
    assert not again.goes_on
    assert again.welcome.session != before


def test_a_hub_that_has_forgotten_the_session_is_asked_for_a_new_one_at_once(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.hub.forget()
    cable.run(300_000)
    assert [met.goes_on for met in cable.heard if isinstance(met, Met)] == [False, False]
    assert cable.talk.met


def test_silence_is_noticed(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.run(3 * SILENT_US)
    assert not cable.talk.silent(cable.clock.now_us())
    cable.hub.mute = True
    cable.run(SILENT_US - 300_000)
    assert not cable.talk.silent(cable.clock.now_us())
    cable.run(400_000)
    assert cable.talk.silent(cable.clock.now_us())


def test_of_another_version_nothing_is_known_but_that(cable: Cable) -> None:
    cable.hub.mute = True
    cable.run(STEP_US)
    (met,) = cable.talk.feed(framed(bytes((WELCOME, 2)) + b"whatever comes in another version"), 5)
    assert isinstance(met, Met)
    assert met.welcome.version == 2
    assert not cable.talk.met
    assert not cable.talk.asking


def test_a_welcome_that_nobody_asked_for_is_nobodys(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    cable.hub.welcome.session += 1
    assert cable.talk.feed(framed(tell.welcome(cable.hub.welcome)), cable.clock.now_us()) == []
    cable.talk.opened(cable.clock.now_us())
    assert cable.talk.feed(framed(tell.welcome(cable.hub.welcome)), cable.clock.now_us()) == []
    assert cable.talk.asking


def test_a_frame_that_says_what_cannot_be_is_waited_for_again(cable: Cable) -> None:
    cable.run(2 * STEP_US)
    session = cable.hub.welcome.session
    broken = framed(tell.header(SAID, session, 0, 0) + b"\xff\xff")
    now = cable.clock.now_us()
    assert cable.talk.feed(broken, now) == []
    assert cable.talk.feed(framed(tell.header(BEAT, session, 0, 0)), now) == []
    cable.hub.say(SAID, says(1))
    cable.run(2 * STEP_US)
    assert len(cable.of(SocketSaid)) == 1
