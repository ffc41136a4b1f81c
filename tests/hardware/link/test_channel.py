"""Numbered messages over a line that does what it likes: each once and in order, in time, and quiet at the end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec import Struct

from hardware.common.link import decoding
from hardware.common.link.channel import (
    HEADER_BYTES,
    HEARTBEAT_US,
    RESEND_US,
    SILENCE_TIMEOUT_US,
    WINDOW,
    Channel,
)
from hardware.common.link.frames import MAX_PAYLOAD_BYTES, FrameDecoder
from hardware.common.link.messages import BEAT, FIRST_NUMBERED_KIND, LIGHT, SAID, SessionFrame
from tests.hardware.link.lines import Faults, Pair
from tests.long import examples, usually

BAD = Faults(lose=0.1, spoil=0.1, double=0.1, rubbish=0.1)
WORST = Faults(lose=0.4, spoil=0.2, double=0.3, rubbish=0.3, slowest_us=300_000)


def frames(data: bytes) -> list[SessionFrame]:
    """What an end has sent."""
    return [decoding.decode_session_frame(payload) for payload in FrameDecoder().feed(data)]


def numbers(data: bytes) -> list[int]:
    """The numbers of its messages, in order."""
    return [frame.number for frame in frames(data) if frame.kind >= FIRST_NUMBERED_KIND]


def acked(number: int, session: int = 7) -> SessionFrame:
    """A beat of the other end, which awaits that number."""
    return SessionFrame(BEAT, session, 0, number, b"")


# -- over a line


@pytest.mark.long(usual=("a?good?line-0", "the?worst-0"))
@pytest.mark.parametrize("seed", usually(range(2), range(6)))
@pytest.mark.parametrize("faults", [Faults(), BAD, WORST], ids=["a good line", "a bad one", "the worst"])
def test_everything_comes_once_and_in_order_and_then_it_is_quiet(faults: Faults, seed: int) -> None:
    pair = Pair(seed)
    pair.trouble(faults)
    for _ in range(160):
        pair.chatter(500_000)
        for one, other in (pair.ends, pair.ends[::-1]):
            assert other.told == one.said[: len(other.told)], "something was lost, doubled or spoilt"
            assert len(one.said) - len(other.told) <= WINDOW
    pair.trouble(Faults())
    pair.run(1_000_000)
    for one, other in (pair.ends, pair.ends[::-1]):
        assert other.told == one.said
        assert len(other.told) > 256, "the numbers began again"
        assert one.channel.all_acknowledged
    before = pair.there.sent + pair.back.sent
    pair.run(2_000_000)
    assert pair.there.sent + pair.back.sent - before <= 2 * 2_000_000 // HEARTBEAT_US * 10


def test_over_a_good_line_each_message_is_sent_once() -> None:
    pair = Pair(1)
    sent: list[int] = []
    for _ in range(300):
        pair.ends[0].say(SAID, b"x")
        out = pair.ends[0].channel.next_bytes(pair.now_us)
        sent += numbers(out)
        pair.there.send(out, pair.now_us)
        pair.run(20_000)
    assert sent == [number & 0xFF for number in range(300)]
    assert len(pair.ends[1].told) == 300


def test_a_message_that_was_lost_comes_in_time_though_others_follow_it() -> None:
    end = Channel(7, 0)
    end.enqueue(SAID, b"lost")
    assert numbers(end.next_bytes(0)) == [0]
    for n in range(1, 12):
        end.enqueue(SAID, b"another")
        again = numbers(end.next_bytes(n * RESEND_US // 10))
        assert again == ([n] if n < 10 else list(range(n + 1)) if n == 10 else [n])


def test_after_the_line_was_away_all_that_was_under_way_is_said_at_once() -> None:
    end = Channel(7, 0)
    for n in range(5):
        end.enqueue(SAID, bytes((n,)))
    end.next_bytes(0)
    assert end.next_bytes(1_000) == b""
    end.resend_all()
    assert numbers(end.next_bytes(2_000)) == [0, 1, 2, 3, 4]


# -- one end


def test_no_more_than_a_window_is_under_way() -> None:
    end = Channel(7, 0)
    for n in range(WINDOW):
        assert end.free_slots == WINDOW - n
        end.enqueue(SAID, b"")
    with pytest.raises(ValueError, match="full"):
        end.enqueue(SAID, b"")
    assert numbers(end.next_bytes(0)) == list(range(WINDOW))
    end.receive(acked(3), 10)
    assert end.free_slots == 3


def test_a_body_that_fits_no_frame_is_refused_at_once() -> None:
    end = Channel(7, 0)
    end.enqueue(SAID, bytes(MAX_PAYLOAD_BYTES - HEADER_BYTES))
    with pytest.raises(ValueError, match="235 bytes, not 236"):
        end.enqueue(SAID, bytes(MAX_PAYLOAD_BYTES - HEADER_BYTES + 1))
    assert len(frames(end.next_bytes(0))) == 1


def test_a_message_carries_the_acknowledgement_and_else_a_beat_does_at_once() -> None:
    end = Channel(7, 0)
    end.next_bytes(0)
    assert end.receive(SessionFrame(LIGHT, 7, 0, 0, b""), 10)
    assert end.due_us(10) == 10
    (beat,) = frames(end.next_bytes(10, b"well"))
    assert (beat.kind, beat.number, beat.ack, beat.body) == (BEAT, 0, 1, b"well")
    assert end.receive(SessionFrame(LIGHT, 7, 1, 0, b""), 20)
    end.enqueue(SAID, b"")
    (said,) = frames(end.next_bytes(20))
    assert (said.kind, said.number, said.ack) == (SAID, 0, 2)
    assert end.next_bytes(30) == b""


@pytest.mark.parametrize("number", [1, 2, 255, 17])
def test_a_message_out_of_turn_is_no_news_but_answered(number: int) -> None:
    end = Channel(7, 0)
    end.next_bytes(0)
    assert not end.receive(SessionFrame(LIGHT, 7, number, 0, b""), 10)
    (beat,) = frames(end.next_bytes(10))
    assert beat.ack == 0


@pytest.mark.parametrize("ack", [3, 100, 255])
def test_an_acknowledgement_of_what_was_never_said_is_none(ack: int) -> None:
    end = Channel(7, 0)
    end.enqueue(SAID, b"")
    end.enqueue(SAID, b"")
    end.next_bytes(0)
    end.receive(acked(ack), 10)
    assert end.free_slots == WINDOW - 2


def test_it_beats_when_there_is_nothing_to_say_and_says_when() -> None:
    end = Channel(7, 0)
    assert [frame.kind for frame in frames(end.next_bytes(0))] == [BEAT]
    assert end.due_us(0) == HEARTBEAT_US
    assert end.next_bytes(HEARTBEAT_US - 1) == b""
    assert [frame.kind for frame in frames(end.next_bytes(HEARTBEAT_US))] == [BEAT]
    end.enqueue(SAID, b"")
    assert end.due_us(HEARTBEAT_US) == HEARTBEAT_US
    end.next_bytes(HEARTBEAT_US)
    assert end.due_us(HEARTBEAT_US) == HEARTBEAT_US + RESEND_US
    assert numbers(end.next_bytes(HEARTBEAT_US + RESEND_US)) == [0]


def test_it_knows_when_the_other_end_was_heard_last() -> None:
    end = Channel(7, 5)
    assert end.last_heard_us == 5
    end.receive(acked(0), SILENCE_TIMEOUT_US)
    assert end.last_heard_us == SILENCE_TIMEOUT_US


# -- beside a plainer one


class Plain:
    """The same without a window that moves and numbers that begin again: all that was ever said, and three counts."""

    def __init__(self) -> None:
        self.all: list[tuple[int, bytes]] = []
        self.arrived = self.out = self.heard = 0
        self.oldest_us = self.out_us = 0
        self.owes = True

    def give(self, now: int) -> list[tuple[int, int, int, bytes]]:
        """Kind, number, acknowledgement and body of every frame that is sent now."""
        if self.out > self.arrived and now - self.oldest_us >= RESEND_US:
            self.out = self.arrived
        if self.out == self.arrived:
            self.oldest_us = now
        fresh = list(enumerate(self.all))[self.out :]
        given = [(kind, number & 0xFF, self.heard & 0xFF, body) for number, (kind, body) in fresh]
        self.out = len(self.all)
        if (self.owes and not given) or (not given and now - self.out_us >= HEARTBEAT_US):
            given = [(BEAT, 0, self.heard & 0xFF, b"")]
        if given:
            self.owes, self.out_us = False, now
        return given

    def take(self, numbered: bool, number: int, awaits: int, now: int) -> bool:
        """Like Channel.take, with numbers that never begin again."""
        if awaits > self.arrived:
            self.arrived = awaits
            self.out = max(self.out, awaits)
            self.oldest_us = now
        self.owes |= numbered
        news = numbered and number == self.heard
        self.heard += news
        return news


class Sent(Struct, frozen=True):
    """A frame on the line, with numbers that never begin again."""

    frame: Any
    number: int
    awaits: int


class BesideAPlainerOne(RuleBasedStateMachine):
    """Two ends, each twice: whatever is said, sent, lost, doubled and late, both do the same."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        self.real = [Channel(7, 0), Channel(7, 0)]
        self.plain = [Plain(), Plain()]
        self.line: list[list[Sent]] = [[], []]

    @rule(end=st.integers(0, 1), kind=st.integers(FIRST_NUMBERED_KIND, 0x25), body=st.binary(max_size=3))
    def say(self, end: int, kind: int, body: bytes) -> None:
        if self.real[end].free_slots:
            self.real[end].enqueue(kind, body)
            self.plain[end].all.append((kind, body))

    @rule(end=st.integers(0, 1), many=st.integers(2, WINDOW))
    def say_much(self, end: int, many: int) -> None:
        for n in range(many):
            self.say(end, FIRST_NUMBERED_KIND, bytes((n,)))

    @rule(us=st.sampled_from((1, 1_000, 40_000, RESEND_US - 1, RESEND_US, HEARTBEAT_US)))
    def wait(self, us: int) -> None:
        self.now += us

    @rule(end=st.integers(0, 1))
    def give(self, end: int) -> None:
        due = self.real[end].due_us(self.now)
        given = frames(self.real[end].next_bytes(self.now))
        said = [(frame.kind, frame.number, frame.ack, frame.body) for frame in given]
        plain = self.plain[end]
        first = plain.arrived if len(given) == len(plain.all) - plain.arrived else plain.out
        assert said == plain.give(self.now)
        assert bool(given) == (due <= self.now)
        for n, frame in enumerate(given):
            number = first + n if frame.kind >= FIRST_NUMBERED_KIND else 0
            self.line[end].append(Sent(frame, number, plain.heard))

    @precondition(lambda self: any(self.line))
    @rule(end=st.integers(0, 1), fate=st.sampled_from(("arrives", "arrives", "arrives", "is lost", "twice")))
    def deliver(self, end: int, fate: str) -> None:
        if not self.line[end] or fate == "is lost":
            self.line[end] = self.line[end][1:]
            return
        sent, other = self.line[end][0], 1 - end
        if fate == "arrives":
            del self.line[end][0]
        news = self.real[other].receive(sent.frame, self.now)
        numbered = sent.frame.kind >= FIRST_NUMBERED_KIND
        assert news == self.plain[other].take(numbered, sent.number, sent.awaits, self.now)

    @rule(end=st.integers(0, 1))
    def again(self, end: int) -> None:
        self.real[end].resend_all()
        self.plain[end].out = self.plain[end].arrived
        self.plain[end].owes = True

    @invariant()
    def both_know_the_same(self) -> None:
        for real, plain in zip(self.real, self.plain, strict=True):
            assert real.free_slots == WINDOW - (len(plain.all) - plain.arrived)
            assert real.all_acknowledged == (plain.arrived == len(plain.all))


BesideAPlainerOne.TestCase.settings = settings(
    max_examples=examples(100), stateful_step_count=60, deadline=None
)
TestBesideAPlainerOne = BesideAPlainerOne.TestCase


@given(st.integers(0, 2**32))
def test_no_frame_of_whatever_kind_and_number_breaks_an_end(seed: int) -> None:
    chance = random.Random(seed)
    end = Channel(7, 0)
    for now in range(0, 400_000, 10_000):
        if end.free_slots and chance.random() < 0.5:
            end.enqueue(SAID, b"x")
        body = chance.randbytes(chance.randint(0, 9))
        end.receive(
            SessionFrame(chance.randrange(256), 7, chance.randrange(256), chance.randrange(256), body), now
        )
        end.next_bytes(now)
        assert 0 <= end.free_slots <= WINDOW


def test_what_waits_and_was_not_said_yet_cannot_be_acknowledged() -> None:
    channel = Channel(7, 0)
    channel.enqueue(LIGHT, b"")
    channel.next_bytes(0)
    channel.enqueue(LIGHT, b"")
    channel.receive(acked(2), 0)
    assert channel.free_slots == WINDOW - 2
    channel.resend_all()
    channel.receive(acked(1), 0)
    assert channel.free_slots == WINDOW - 1, "it was said before the line was away"
    channel.next_bytes(0)
    channel.receive(acked(2), 0)
    assert channel.all_acknowledged
