"""Numbered messages over a line that does what it likes: each once and in order, in time, and quiet at the end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec import Struct

from hardware.common.link import read
from hardware.common.link.channel import BEAT_US, HEADER, RESEND_US, SILENT_US, WINDOW, Channel
from hardware.common.link.frames import LONGEST, Deframer
from hardware.common.link.words import BEAT, LIGHT, NUMBERED, SAID, Frame
from tests.hardware.link.lines import Faults, Pair
from tests.long import examples, usually

BAD = Faults(lose=0.1, spoil=0.1, double=0.1, rubbish=0.1)
WORST = Faults(lose=0.4, spoil=0.2, double=0.3, rubbish=0.3, slowest_us=300_000)


def frames(data: bytes) -> list[Frame]:
    """What an end has sent."""
    return [read.frame(payload) for payload in Deframer().feed(data)]


def numbers(data: bytes) -> list[int]:
    """The numbers of its messages, in order."""
    return [frame.number for frame in frames(data) if frame.kind >= NUMBERED]


def acked(number: int, session: int = 7) -> Frame:
    """A beat of the other end, which awaits that number."""
    return Frame(BEAT, session, 0, number, b"")


# -- over a line


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
        assert one.channel.quiet
    before = pair.there.sent + pair.back.sent
    pair.run(2_000_000)
    assert pair.there.sent + pair.back.sent - before <= 2 * 2_000_000 // BEAT_US * 10


def test_over_a_good_line_each_message_is_sent_once() -> None:
    pair = Pair(1)
    sent: list[int] = []
    for _ in range(300):
        pair.ends[0].say(SAID, b"x")
        out = pair.ends[0].channel.give(pair.now_us)
        sent += numbers(out)
        pair.there.send(out, pair.now_us)
        pair.run(20_000)
    assert sent == [number & 0xFF for number in range(300)]
    assert len(pair.ends[1].told) == 300


def test_a_message_that_was_lost_comes_in_time_though_others_follow_it() -> None:
    end = Channel(7, 0)
    end.put(SAID, b"lost")
    assert numbers(end.give(0)) == [0]
    for n in range(1, 12):
        end.put(SAID, b"another")
        again = numbers(end.give(n * RESEND_US // 10))
        assert again == ([n] if n < 10 else list(range(n + 1)) if n == 10 else [n])


def test_after_the_line_was_away_all_that_was_under_way_is_said_at_once() -> None:
    end = Channel(7, 0)
    for n in range(5):
        end.put(SAID, bytes((n,)))
    end.give(0)
    assert end.give(1_000) == b""
    end.again()
    assert numbers(end.give(2_000)) == [0, 1, 2, 3, 4]


# -- one end


def test_no_more_than_a_window_is_under_way() -> None:
    end = Channel(7, 0)
    for n in range(WINDOW):
        assert end.room == WINDOW - n
        end.put(SAID, b"")
    with pytest.raises(ValueError, match="full"):
        end.put(SAID, b"")
    assert numbers(end.give(0)) == list(range(WINDOW))
    end.take(acked(3), 10)
    assert end.room == 3


def test_a_body_that_fits_no_frame_is_refused_at_once() -> None:
    end = Channel(7, 0)
    end.put(SAID, bytes(LONGEST - HEADER))
    with pytest.raises(ValueError, match="235 bytes, not 236"):
        end.put(SAID, bytes(LONGEST - HEADER + 1))
    assert len(frames(end.give(0))) == 1


def test_a_message_carries_the_acknowledgement_and_else_a_beat_does_at_once() -> None:
    end = Channel(7, 0)
    end.give(0)
    assert end.take(Frame(LIGHT, 7, 0, 0, b""), 10)
    assert end.due_us(10) == 10
    (beat,) = frames(end.give(10, b"well"))
    assert (beat.kind, beat.number, beat.ack, beat.body) == (BEAT, 0, 1, b"well")
    assert end.take(Frame(LIGHT, 7, 1, 0, b""), 20)
    end.put(SAID, b"")
    (said,) = frames(end.give(20))
    assert (said.kind, said.number, said.ack) == (SAID, 0, 2)
    assert end.give(30) == b""


@pytest.mark.parametrize("number", [1, 2, 255, 17])
def test_a_message_out_of_turn_is_no_news_but_answered(number: int) -> None:
    end = Channel(7, 0)
    end.give(0)
    assert not end.take(Frame(LIGHT, 7, number, 0, b""), 10)
    (beat,) = frames(end.give(10))
    assert beat.ack == 0


@pytest.mark.parametrize("ack", [3, 100, 255])
def test_an_acknowledgement_of_what_was_never_said_is_none(ack: int) -> None:
    end = Channel(7, 0)
    end.put(SAID, b"")
    end.put(SAID, b"")
    end.give(0)
    end.take(acked(ack), 10)
    assert end.room == WINDOW - 2


def test_it_beats_when_there_is_nothing_to_say_and_says_when() -> None:
    end = Channel(7, 0)
    assert [frame.kind for frame in frames(end.give(0))] == [BEAT]
    assert end.due_us(0) == BEAT_US
    assert end.give(BEAT_US - 1) == b""
    assert [frame.kind for frame in frames(end.give(BEAT_US))] == [BEAT]
    end.put(SAID, b"")
    assert end.due_us(BEAT_US) == BEAT_US
    end.give(BEAT_US)
    assert end.due_us(BEAT_US) == BEAT_US + RESEND_US
    assert numbers(end.give(BEAT_US + RESEND_US)) == [0]


def test_it_knows_when_the_other_end_was_heard_last() -> None:
    end = Channel(7, 5)
    assert end.heard_us == 5
    end.take(acked(0), SILENT_US)
    assert end.heard_us == SILENT_US


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
        if (self.owes and not given) or (not given and now - self.out_us >= BEAT_US):
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

    @rule(end=st.integers(0, 1), kind=st.integers(NUMBERED, 0x25), body=st.binary(max_size=3))
    def say(self, end: int, kind: int, body: bytes) -> None:
        if self.real[end].room:
            self.real[end].put(kind, body)
            self.plain[end].all.append((kind, body))

    @rule(end=st.integers(0, 1), many=st.integers(2, WINDOW))
    def say_much(self, end: int, many: int) -> None:
        for n in range(many):
            self.say(end, NUMBERED, bytes((n,)))

    @rule(us=st.sampled_from((1, 1_000, 40_000, RESEND_US - 1, RESEND_US, BEAT_US)))
    def wait(self, us: int) -> None:
        self.now += us

    @rule(end=st.integers(0, 1))
    def give(self, end: int) -> None:
        due = self.real[end].due_us(self.now)
        given = frames(self.real[end].give(self.now))
        said = [(frame.kind, frame.number, frame.ack, frame.body) for frame in given]
        plain = self.plain[end]
        first = plain.arrived if len(given) == len(plain.all) - plain.arrived else plain.out
        assert said == plain.give(self.now)
        assert bool(given) == (due <= self.now)
        for n, frame in enumerate(given):
            number = first + n if frame.kind >= NUMBERED else 0
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
        news = self.real[other].take(sent.frame, self.now)
        numbered = sent.frame.kind >= NUMBERED
        assert news == self.plain[other].take(numbered, sent.number, sent.awaits, self.now)

    @rule(end=st.integers(0, 1))
    def again(self, end: int) -> None:
        self.real[end].again()
        self.plain[end].out = self.plain[end].arrived
        self.plain[end].owes = True

    @invariant()
    def both_know_the_same(self) -> None:
        for real, plain in zip(self.real, self.plain, strict=True):
            assert real.room == WINDOW - (len(plain.all) - plain.arrived)
            assert real.quiet == (plain.arrived == len(plain.all))


BesideAPlainerOne.TestCase.settings = settings(
    max_examples=examples(100), stateful_step_count=60, deadline=None
)
TestBesideAPlainerOne = BesideAPlainerOne.TestCase


@given(st.integers(0, 2**32))
def test_no_frame_of_whatever_kind_and_number_breaks_an_end(seed: int) -> None:
    chance = random.Random(seed)
    end = Channel(7, 0)
    for now in range(0, 400_000, 10_000):
        if end.room and chance.random() < 0.5:
            end.put(SAID, b"x")
        body = chance.randbytes(chance.randint(0, 9))
        end.take(Frame(chance.randrange(256), 7, chance.randrange(256), chance.randrange(256), body), now)
        end.give(now)
        assert 0 <= end.room <= WINDOW


def test_what_waits_and_was_not_said_yet_cannot_be_acknowledged() -> None:
    channel = Channel(7, 0)
    channel.put(LIGHT, b"")
    channel.give(0)
    channel.put(LIGHT, b"")
    channel.take(acked(2), 0)
    assert channel.room == WINDOW - 2
    channel.again()
    channel.take(acked(1), 0)
    assert channel.room == WINDOW - 1, "it was said before the line was away"
    channel.give(0)
    channel.take(acked(2), 0)
    assert channel.quiet
