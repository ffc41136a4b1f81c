"""Readers under supervision: whatever one of them does, it comes back by itself and no other notices."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from hardware.clock import RealClock
from hardware.common.events import READER_BACK, READER_DOWN, SEVERAL_TAGS, TAG_CAME, TAG_LEFT, ReaderEvent
from hardware.errors import HardwareError, HardwareMissingError
from hardware.readers import supervised_reader
from hardware.readers import supervisor as supervision
from hardware.readers.supervised_reader import HANG_US, LONGEST_RETRY_US, MIN_STEP_GAP_US
from hardware.readers.supervisor import START_SPREAD_US, ReaderSupervisor
from hardware.virtual.clock import VirtualClock

POLL_US = 80_000
STONE = ReaderEvent(TAG_CAME, b"\x04\x11\x22\x33\x44\x55\x66")
DEADLINE_S = 10.0
"""No test waits so long unless it fails."""


@dataclass
class Scripted:
    """A reader that says what it is told to say, or raises it; after that nothing any more."""

    clock: VirtualClock | RealClock
    script: Iterable[list[ReaderEvent] | Exception] = ()
    state: str = "well"
    version: int = 0x92
    tally: dict[str, int] = field(default_factory=dict)
    due_us: int = 0
    stepped: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._rest = iter(self.script)

    def close(self) -> None:
        """Has nothing to give back."""

    def step(self) -> list[ReaderEvent]:
        now = self.clock.now_us()
        self.stepped.append(now)
        self.due_us = now + POLL_US
        said = next(self._rest, [])
        if isinstance(said, Exception):
            raise said
        for each in said:
            self.state = {READER_DOWN: "down", READER_BACK: "well"}.get(each.kind, self.state)
        return said


class Heard:
    """Everything told, in order; and a bell for each."""

    def __init__(self) -> None:
        self.all: list[tuple[str, ReaderEvent]] = []
        self._bell = threading.Condition()

    def __call__(self, name: str, said: ReaderEvent) -> None:
        with self._bell:
            self.all.append((name, said))
            self._bell.notify_all()

    def of(self, name: str) -> list[ReaderEvent]:
        return [said for who, said in self.all if who == name]

    def kinds(self, name: str) -> list[str]:
        return [said.kind for said in self.of(name)]

    def wait(self, enough: Callable[[], bool]) -> None:
        with self._bell:
            assert self._bell.wait_for(enough, DEADLINE_S), self.all


def run(supervisor: ReaderSupervisor[Scripted], clock: VirtualClock, seconds: float) -> None:
    """Let time pass for readers without threads."""
    end = clock.now_us() + int(seconds * 1_000_000)
    while clock.now_us() < end:
        due = supervisor.run_pending()
        clock.wait_us(max(1, min(due, end) - clock.now_us()))


def opening(*readers: Scripted | Exception) -> Callable[[], Scripted]:
    """An opener that gives these readers one after another, or raises."""
    rest: Iterator[Scripted | Exception] = iter(readers)

    def opener() -> Scripted:
        reader = next(rest)
        if isinstance(reader, Exception):
            raise reader
        return reader

    return opener


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(start_us=7_000_000)


@pytest.fixture
def heard() -> Heard:
    return Heard()


def test_a_reader_is_opened_stepped_when_it_is_due_and_told_of(clock: VirtualClock, heard: Heard) -> None:
    reader = Scripted(clock, [[], [STONE], [], [ReaderEvent(TAG_LEFT, STONE.uid)]])
    run(ReaderSupervisor({"play": opening(reader)}, heard, clock), clock, 1.0)
    assert heard.all == [("play", STONE), ("play", ReaderEvent(TAG_LEFT, STONE.uid))]
    assert [later - earlier for earlier, later in pairwise(reader.stepped)] == [POLL_US] * 12


def test_the_readers_of_one_table_start_one_after_another(clock: VirtualClock, heard: Heard) -> None:
    readers = {f"tile/{number}": Scripted(clock) for number in range(1, 14)}
    openers = {name: opening(reader) for name, reader in readers.items()}
    start = clock.now_us()
    run(ReaderSupervisor(openers, heard, clock), clock, 0.2)
    starts = [reader.stepped[0] - start for reader in readers.values()]
    assert starts == [START_SPREAD_US * number // 13 for number in range(13)]


def test_fifty_failures_to_open_are_told_as_one_and_tried_at_most_every_eight_seconds(
    clock: VirtualClock, heard: Heard
) -> None:
    tried: list[int] = []
    reader = Scripted(clock)

    def opener() -> Scripted:
        tried.append(clock.now_us())
        if len(tried) <= 50:
            raise HardwareMissingError("There is no /dev/spidev0.0.")
        return reader

    supervisor = ReaderSupervisor({"play": opener}, heard, clock)
    run(supervisor, clock, 30.0)
    (state,) = supervisor.reader_health()
    assert (state.state, state.why, state.version) == ("down", "There is no /dev/spidev0.0.", 0)
    assert state.since_us == tried[0]
    run(supervisor, clock, 600.0)
    assert heard.all == [
        ("play", ReaderEvent(READER_DOWN, why="There is no /dev/spidev0.0.")),
        ("play", ReaderEvent(READER_BACK)),
    ]
    pauses = [(later - earlier) / 1_000_000 for earlier, later in pairwise(tried)]
    assert pauses[:6] == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
    assert max(pauses) == LONGEST_RETRY_US / 1_000_000
    (state,) = supervisor.reader_health()
    assert (state.state, state.why, state.version) == ("well", "", 0x92)
    assert state.since_us == tried[-1]


def test_an_error_of_the_program_within_a_step_is_told_with_its_kind_and_the_reader_opened_anew(
    clock: VirtualClock, heard: Heard
) -> None:
    broken = Scripted(clock, [[STONE], ZeroDivisionError("by zero")])
    supervisor = ReaderSupervisor({"play": opening(broken, Scripted(clock))}, heard, clock)
    run(supervisor, clock, 0.1)
    (down,) = heard.of("play")[1:]
    assert down.kind == READER_DOWN
    assert "ZeroDivisionError" in down.why
    assert "by zero" not in down.why, "what an error says could be a tag's number"
    assert supervisor.reader_health()[0].why == down.why
    run(supervisor, clock, 1.0)
    assert heard.kinds("play") == [TAG_CAME, READER_DOWN, READER_BACK]


@pytest.mark.parametrize("where", ["opener", "step"])
def test_a_driver_that_does_not_come_back_is_told_while_it_hangs_and_is_back_when_it_does(
    where: str, clock: VirtualClock, heard: Heard
) -> None:
    def hang() -> None:
        clock.wait_us(HANG_US - 1)
        supervisor.report_hanging()
        assert heard.all == []
        clock.wait_us(1)
        asked = supervisor.submit_reader_job("play", lambda reader: reader.version)
        for _ in range(2):
            supervisor.report_hanging()
        (down,) = heard.all
        assert down[1].kind == READER_DOWN
        assert down[1].why.startswith("Reader play has not come back for 8 s. ")
        assert supervisor.reader_health()[0].why == down[1].why
        with pytest.raises(HardwareError, match="has not come back"):
            asked.result(0)

    class Hanging(Scripted):
        def step(self) -> list[ReaderEvent]:
            if where == "step" and not self.stepped:
                hang()
            return super().step()

    def opener() -> Scripted:
        if where == "opener":
            hang()
        return Hanging(clock, [[STONE]])

    looks = list[bool]()

    def hear(name: str, said: ReaderEvent) -> None:
        looks.append(supervisor.is_first_look(name))
        heard(name, said)

    supervisor = ReaderSupervisor({"play": opener}, hear, clock)
    run(supervisor, clock, 10.0)
    assert heard.kinds("play") == [READER_DOWN, READER_BACK, TAG_CAME]
    assert looks[-1], "what lies there then came while nobody looked"


def test_a_reader_that_fails_in_every_step_is_tried_less_and_less_often(
    clock: VirtualClock, heard: Heard
) -> None:
    tried: list[int] = []

    def opener() -> Scripted:
        tried.append(clock.now_us())
        return Scripted(clock, [RuntimeError("again")])

    run(ReaderSupervisor({"play": opener}, heard, clock), clock, 60.0)
    assert len(tried) < 13
    assert heard.kinds("play") == [READER_DOWN]


def test_a_driver_that_wants_to_end_the_program_costs_its_reader_a_pause(
    clock: VirtualClock, heard: Heard
) -> None:
    def opener() -> Scripted:
        sys.exit("no reader, no program")

    run(ReaderSupervisor({"play": opener}, heard, clock), clock, 1.0)
    assert heard.kinds("play") == [READER_DOWN]


def test_after_a_long_good_time_a_failure_is_tried_again_soon(clock: VirtualClock, heard: Heard) -> None:
    sound: list[list[ReaderEvent]] = [[]] * 1000
    worn = Scripted(clock, [*sound, OSError("bus")])
    opener = opening(
        HardwareMissingError("one"),
        HardwareMissingError("two"),
        HardwareMissingError("three"),
        worn,
        Scripted(clock),
    )
    supervisor = ReaderSupervisor({"play": opener}, heard, clock)
    run(supervisor, clock, 0.5 + 1 + 2 + 80 + 0.2)
    assert heard.kinds("play") == [READER_DOWN, READER_BACK, READER_DOWN]
    run(supervisor, clock, 0.5)
    assert heard.kinds("play") == [READER_DOWN, READER_BACK, READER_DOWN, READER_BACK]


def test_what_the_reader_itself_says_of_its_chip_is_shown_and_told_once(
    clock: VirtualClock, heard: Heard
) -> None:
    reader = Scripted(
        clock,
        [
            [],
            [ReaderEvent(READER_DOWN, why="silent")],
            [],
            [],
            [ReaderEvent(READER_BACK)],
            [ReaderEvent(SEVERAL_TAGS)],
        ],
    )
    supervisor = ReaderSupervisor({"play": opening(reader)}, heard, clock)
    run(supervisor, clock, 0.2)
    assert (supervisor.reader_health()[0].state, supervisor.reader_health()[0].why) == ("down", "silent")
    run(supervisor, clock, 1.0)
    assert heard.kinds("play") == [READER_DOWN, READER_BACK, SEVERAL_TAGS]
    assert supervisor.reader_health()[0].state == "well"


def test_a_chip_that_stays_dead_after_the_reader_was_opened_anew_is_not_told_again(
    clock: VirtualClock, heard: Heard
) -> None:
    dead = Scripted(clock, [[ReaderEvent(READER_DOWN, why="silent")]])
    supervisor = ReaderSupervisor({"play": opening(HardwareMissingError("no device"), dead)}, heard, clock)
    run(supervisor, clock, 2.0)
    assert heard.all == [("play", ReaderEvent(READER_DOWN, why="no device"))]
    assert supervisor.reader_health()[0].why == "silent"


def test_whoever_listens_badly_does_not_end_the_reader(
    clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[ReaderEvent] = []

    def tell(name: str, said: ReaderEvent) -> None:
        told.append(said)
        raise ValueError("not interested")

    reader = Scripted(clock, [[STONE, ReaderEvent(SEVERAL_TAGS)], [ReaderEvent(TAG_LEFT, STONE.uid)]])
    supervisor = ReaderSupervisor({"play": opening(reader)}, tell, clock)
    run(supervisor, clock, 1.0)
    assert told == [STONE, ReaderEvent(SEVERAL_TAGS), ReaderEvent(TAG_LEFT, STONE.uid)]
    assert supervisor.reader_health()[0].state == "well"
    assert "not interested" in caplog.text


def test_a_reader_that_is_always_due_still_leaves_the_processor_alone(
    clock: VirtualClock, heard: Heard
) -> None:
    class Restless(Scripted):
        def step(self) -> list[ReaderEvent]:
            super().step()
            self.due_us = 0
            return []

    reader = Restless(clock)
    run(ReaderSupervisor({"play": opening(reader)}, heard, clock), clock, 0.1)
    assert len(reader.stepped) <= 100_000 / MIN_STEP_GAP_US


def test_a_table_without_readers_has_nothing_to_do(clock: VirtualClock, heard: Heard) -> None:
    supervisor = ReaderSupervisor[Scripted]({}, heard, clock)
    assert supervisor.run_pending() > clock.now_us()
    assert supervisor.reader_health() == ()
    supervisor.start()
    supervisor.stop()


def test_states_come_in_the_order_of_the_plan(clock: VirtualClock, heard: Heard) -> None:
    reader = Scripted(clock, tally={"none": 3})
    supervisor = ReaderSupervisor(
        {"b": opening(reader), "a": opening(HardwareMissingError("gone"))}, heard, clock
    )
    assert [(state.name, state.state) for state in supervisor.reader_health()] == [
        ("b", "starting"),
        ("a", "starting"),
    ]
    run(supervisor, clock, 0.1)
    assert [(state.name, state.state) for state in supervisor.reader_health()] == [
        ("b", "well"),
        ("a", "down"),
    ]
    assert supervisor.reader_health()[0].tally == {"none": 3}


def test_a_reader_that_failed_has_the_counts_it_had_until_it_looks_again_and_one_that_is_not_there_has_none(
    clock: VirtualClock, heard: Heard
) -> None:
    silent = Scripted(clock, [[], HardwareMissingError("does not answer")], tally={"dead": 2})
    unused = Scripted(clock, [HardwareMissingError("does not answer")], tally={"dead": 0})
    again = Scripted(clock, [[]], tally={"dead": 1})
    opener = opening(silent, unused, HardwareMissingError("gone"), again)
    supervisor = ReaderSupervisor({"play": opener}, heard, clock)
    counts = []
    for seconds in (0.2, 0.5, 1.0, 2.0):  # the pauses between two tries, about
        run(supervisor, clock, seconds)
        (health,) = supervisor.reader_health()
        counts.append((health.state, health.tally))
    assert counts == [("down", {"dead": 2}), ("down", {"dead": 0}), ("down", {}), ("well", {"dead": 1})]


def test_a_job_is_done_between_two_steps_and_its_result_or_error_comes_back(
    clock: VirtualClock, heard: Heard
) -> None:
    reader = Scripted(clock)
    supervisor = ReaderSupervisor({"play": opening(reader)}, heard, clock)
    run(supervisor, clock, 0.1)
    asked = supervisor.submit_reader_job("play", lambda reader: reader.version)
    wrong = supervisor.submit_reader_job("play", lambda reader: reader.tally["no such outcome"])
    after = supervisor.submit_reader_job("play", lambda reader: len(reader.stepped))
    steps = len(reader.stepped)
    supervisor.run_pending()
    assert asked.result(0) == 0x92
    assert isinstance(wrong.exception(0), KeyError)
    assert after.result(0) == steps
    run(supervisor, clock, 0.1)
    assert supervisor.reader_health()[0].state == "well"


def test_a_job_for_a_reader_that_is_down_is_refused_with_the_reason(
    clock: VirtualClock, heard: Heard
) -> None:
    supervisor = ReaderSupervisor(
        {"play": opening(HardwareMissingError("There is no /dev/spidev0.0."))}, heard, clock
    )
    run(supervisor, clock, 0.01)
    asked = supervisor.submit_reader_job("play", lambda reader: reader.version)
    supervisor.run_pending()
    with pytest.raises(HardwareError, match=r"no /dev/spidev0\.0"):
        asked.result(0)


def test_a_job_that_nobody_waits_for_any_more_is_not_done(clock: VirtualClock, heard: Heard) -> None:
    done: list[int] = []
    supervisor = ReaderSupervisor({"play": opening(Scripted(clock))}, heard, clock)
    run(supervisor, clock, 0.01)
    asked = supervisor.submit_reader_job("play", lambda reader: done.append(1))
    assert asked.cancel()
    supervisor.run_pending()
    with pytest.raises(CancelledError):
        asked.result(0)
    assert done == []


def test_a_reader_nobody_knows_cannot_be_asked(clock: VirtualClock, heard: Heard) -> None:
    with pytest.raises(KeyError):
        ReaderSupervisor[Scripted]({}, heard, clock).submit_reader_job("play", lambda reader: reader.version)


# With threads: real ones, held by events; no test sleeps.


def test_each_reader_has_its_own_thread_and_one_that_hangs_keeps_no_other_waiting(heard: Heard) -> None:
    clock, hanging = RealClock(), threading.Event()
    together = threading.Barrier(4)

    class Meeting(Scripted):
        def step(self) -> list[ReaderEvent]:
            if not self.stepped:
                together.wait(DEADLINE_S)  # passes only when all four step at the same time
            super().step()
            return [STONE] if len(self.stepped) == 2 else []

    class Hanging(Scripted):
        def step(self) -> list[ReaderEvent]:
            hanging.wait(DEADLINE_S)
            return []

    names = ["play", "tile/6", "tile/7", "tile/8"]
    openers: dict[str, Callable[[], Scripted]] = {name: opening(Meeting(clock)) for name in names}
    openers["tile/9"] = opening(Hanging(clock))
    openers["tile/10"] = opening(*[HardwareMissingError("gone")] * 100)
    supervisor = ReaderSupervisor(openers, heard, clock)
    supervisor.start()
    try:
        heard.wait(lambda: len(heard.all) >= 5)
        assert sorted(heard.all[:5], key=repr) == sorted(
            [*((name, STONE) for name in names), ("tile/10", ReaderEvent(READER_DOWN, why="gone"))], key=repr
        )
    finally:
        hanging.set()
        supervisor.stop()


def test_of_readers_with_threads_one_that_hangs_is_told_by_the_watch(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervised_reader, "HANG_US", 1_000)
    monkeypatch.setattr(supervision, "WATCH_US", 1_000)
    hanging = threading.Event()

    class Hanging(Scripted):
        def step(self) -> list[ReaderEvent]:
            assert hanging.wait(DEADLINE_S)
            return []

    supervisor = ReaderSupervisor({"play": opening(Hanging(RealClock()))}, heard, RealClock())
    supervisor.start()
    try:
        heard.wait(lambda: heard.kinds("play") == [READER_DOWN])
        hanging.set()
        heard.wait(lambda: heard.kinds("play")[:2] == [READER_DOWN, READER_BACK])
    finally:
        hanging.set()
        supervisor.stop()


def test_a_job_wakes_a_reader_that_would_sleep_for_an_hour(heard: Heard) -> None:
    clock = RealClock()

    class Sleepy(Scripted):
        def step(self) -> list[ReaderEvent]:
            super().step()
            self.due_us += 3_600_000_000
            return [STONE]

    supervisor = ReaderSupervisor({"play": opening(Sleepy(clock))}, heard, clock)
    supervisor.start()
    try:
        heard.wait(lambda: bool(heard.all))
        asked = supervisor.submit_reader_job("play", lambda reader: threading.current_thread().name)
        assert asked.result(DEADLINE_S) == "reader play"
    finally:
        supervisor.stop()


def test_stopping_waits_for_no_pause(heard: Heard) -> None:
    clock = RealClock()
    supervisor = ReaderSupervisor({"play": opening(*[HardwareMissingError("gone")] * 100)}, heard, clock)
    supervisor.start()
    heard.wait(lambda: bool(heard.all))
    began = time.monotonic()
    supervisor.stop()
    assert time.monotonic() - began < 0.4
    assert not [thread for thread in threading.enumerate() if thread.name == "reader play"]


def test_stopping_refuses_what_has_not_been_done_and_what_is_asked_later(heard: Heard) -> None:
    clock, hanging = RealClock(), threading.Event()
    within = threading.Event()

    def hang(reader: Scripted) -> None:
        within.set()
        hanging.wait(DEADLINE_S)

    supervisor = ReaderSupervisor({"play": opening(Scripted(clock, [[STONE]]))}, heard, clock)
    supervisor.start()
    heard.wait(lambda: bool(heard.all))
    first = supervisor.submit_reader_job("play", hang)
    assert within.wait(DEADLINE_S)
    waiting = supervisor.submit_reader_job("play", lambda reader: reader.version)
    stopping = threading.Thread(target=supervisor.stop)
    stopping.start()
    hanging.set()
    stopping.join(DEADLINE_S)
    assert first.result(0) is None
    assert waiting.done()  # it may just have been done
    with pytest.raises(HardwareError, match="closed"):
        supervisor.submit_reader_job("play", lambda reader: reader.version).result(0)


def test_a_frame_that_never_ends_does_not_keep_the_program_from_ending(
    heard: Heard, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervision, "STOP_TIMEOUT_S", 0.05)
    clock, hanging, within = RealClock(), threading.Event(), threading.Event()

    class Hanging(Scripted):
        def step(self) -> list[ReaderEvent]:
            within.set()
            hanging.wait(DEADLINE_S)
            return super().step()

    supervisor = ReaderSupervisor({"play": opening(Hanging(clock))}, heard, clock)
    supervisor.start()
    assert within.wait(DEADLINE_S)
    supervisor.stop()
    hanging.set()
    assert "reader play" in caplog.text
