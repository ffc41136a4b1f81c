"""What the readers of a hub notice is told once and in order, whatever the line does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.readers import AttachedReaders
from firmware.session import MIN_FREE_SLOTS
from hardware.common.events import READER_BACK, READER_DOWN, SEVERAL_TAGS, TAG_CAME, TAG_LEFT, ReaderEvent
from hardware.common.link.channel import WINDOW
from hardware.virtual.faults import UNPLUGGED
from tests.firmware.host import Host, tag, uid, wired


def heard(host: Host, socket: int) -> list[tuple[str, bytes]]:
    return [(kind, tag) for where, kind, tag, _ in host.said if where == socket]


def test_a_tag_is_told_within_a_tenth_of_a_second() -> None:
    host = Host(wired(12))
    host.meet()
    host.run(1_000)
    for n in range(12):
        began = host.clock.now_us()
        host.lay(n, [tag(n)])
        host.until(partial(heard, host, n))
        assert host.clock.now_us() - began < 100_000
    assert host.said == [(n, TAG_CAME, uid(n), False) for n in range(12)]


def test_sixteen_readers_scan_one_after_the_other_and_each_as_often_as_alone() -> None:
    host = Host(wired(16, buttons=()))
    host.meet()
    host.run(10_000)
    polls = [sum(beat.tally.values()) for beat in host.beats[-16:]]
    assert [state.socket for state in host.states] == list(range(16))
    assert all(count > 60 for count in polls)
    for n in range(16):
        host.lay(n, [tag(n)])
    host.run(1_000)
    assert sorted(host.said) == [(n, TAG_CAME, uid(n), False) for n in range(16)]


def test_first_scans_do_not_bunch() -> None:
    host = Host()
    readers = AttachedReaders(host.hub.board, wired(12))
    dues = [readers.due_us(n) for n in range(12)]
    assert dues == sorted(dues)
    assert {(later - sooner) // 1000 for sooner, later in pairwise(dues)} == {5}
    assert readers.next_due_socket() == 0


def test_what_lay_there_when_the_reader_began_to_look_is_found() -> None:
    host = Host(wired(1))
    host.lay(0, [tag(1)])
    host.reader(0).inject_fault(UNPLUGGED)
    host.meet()
    host.run(3_000)
    assert (host.states[0].state, host.states[0].present_uids) == ("down", ())
    host.reader(0).clear_fault(UNPLUGGED)
    host.run(9_000)
    assert [(kind, found) for _, kind, _, found in host.said] == [(READER_BACK, False), (TAG_CAME, True)]
    host.reader(0).field.take_tag(host.reader(0).field.tags[0])
    host.run(600)
    host.lay(0, [tag(2)])
    host.run(600)
    assert [(kind, found) for _, kind, _, found in host.said[2:]] == [(TAG_LEFT, False), (TAG_CAME, False)]


def test_of_a_reader_that_has_not_looked_yet_the_state_is_told_once_it_has() -> None:
    host = Host(wired(12))
    host.lay(11, [tag(1)])
    host.meet()
    host.run(1_000)
    assert sorted((state.socket, state.state) for state in host.states) == [(n, "well") for n in range(12)]
    assert [state.present_uids for state in host.states if state.socket == 11] == [(uid(1),)]
    assert host.said == []


def test_a_crowd_is_told_and_stands_in_the_state_while_it_lasts() -> None:
    host = Host(wired(1))
    host.meet()
    host.lay(0, [tag(1), tag(2)])
    host.run(1_000)
    assert [kind for _, kind, _, _ in host.said] == [SEVERAL_TAGS]
    host.meet()
    host.run(300)
    assert host.states[0].trouble == SEVERAL_TAGS
    for each in host.reader(0).field.tags:
        host.reader(0).field.take_tag(each)
    host.run(3_000)
    host.meet()
    host.run(300)
    assert host.states[0].trouble == ""


def test_a_chip_that_dies_is_down_with_a_reason_and_comes_back_and_stops_no_other() -> None:
    host = Host(wired(2))
    host.meet()
    host.run(500)
    host.reader(0).inject_fault(UNPLUGGED)
    host.run(1_000)
    assert heard(host, 0) == [(READER_DOWN, b"")]
    host.lay(1, [tag(1)])
    host.run(300)
    assert heard(host, 1) == [(TAG_CAME, uid(1))]
    host.meet()
    host.run(300)
    assert host.states[0].state == "down"
    assert host.states[0].why.startswith("no chip answers")
    host.reader(0).clear_fault(UNPLUGGED)
    host.run(9_000)
    assert heard(host, 0) == [(READER_BACK, b"")]


def test_a_host_that_acknowledges_nothing_holds_the_readers_back_and_then_hears_everything() -> None:
    host = Host(wired(2))
    host.meet()
    host.run(500)
    host.deaf = True  # it still speaks, but never says that it has heard
    for n in range(WINDOW):
        host.lay(0, [tag(n)])
        host.run(500)
        host.reader(0).field.take_tag(host.reader(0).field.tags[0])
        host.run(500)
    transfers = host.hub.board.spi_board.transfers
    host.run(2_000)
    assert host.hub.board.spi_board.transfers == transfers, "no reader is stepped"
    host.lay(1, [tag(77)])
    host.run(300)
    host.deaf = False
    host.run(500)
    told = heard(host, 0)
    assert WINDOW - MIN_FREE_SLOTS < len(told) <= WINDOW - MIN_FREE_SLOTS + 2
    assert told == [(kind, uid(n)) for n in range(WINDOW) for kind in (TAG_CAME, TAG_LEFT)][: len(told)]
    assert heard(host, 1) == [(TAG_CAME, uid(77))]


def test_what_one_scan_says_and_does_not_fit_is_told_as_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(wired(2))
    host.meet()
    host.run(500)
    told = [state.socket for state in host.states]
    step = AttachedReaders.step

    def chatty(readers: AttachedReaders, n: int) -> tuple[list[ReaderEvent], bool]:
        said, found = step(readers, n)
        return [*said, *[ReaderEvent(SEVERAL_TAGS)] * 2 * WINDOW * (n == 1)], found

    with monkeypatch.context() as patch:
        patch.setattr(AttachedReaders, "step", chatty)
        host.until(lambda: host.said)
    host.run(500)
    assert len(host.said) >= WINDOW
    assert [state.socket for state in host.states[len(told) :]] == [1]


visits = st.lists(st.tuples(st.integers(0, 2), st.integers(450, 900)), min_size=1, max_size=8)
rate = st.sampled_from((0.0, 0.0, 0.002, 0.01))


def watched(host: Host, visits: Iterable[tuple[int, int]]) -> list[list[tuple[str, bytes]]]:
    """Tags that come to sockets and leave again, each for so many ms; what a hub should tell of each socket."""
    truth: list[list[tuple[str, bytes]]] = [[], [], []]
    for number, (socket, ms) in enumerate(visits):
        each = tag(number)
        host.lay(socket, [each])
        host.run(ms)
        host.reader(socket).field.take_tag(each)
        host.run(ms + 100)
        truth[socket] += [(TAG_CAME, each.uid), (TAG_LEFT, each.uid)]
    return truth


@given(visits, rate, rate, rate)
def test_every_sighting_is_told_once_and_in_order_on_any_line(
    visits: list[tuple[int, int]], lost: float, changed: float, rubbish: float
) -> None:
    host = Host(wired(3), seed=len(visits))
    host.meet()
    host.run(500)
    for way in (host.hub.to_host, host.hub.to_hub):
        way.loss_rate, way.change_rate, way.rubbish_rate = lost, changed, rubbish
    truth = watched(host, visits)
    for way in (host.hub.to_host, host.hub.to_hub):
        way.loss_rate = way.change_rate = way.rubbish_rate = 0.0
    host.run(1_000)
    assert [heard(host, n) for n in range(3)] == truth


@given(st.lists(st.sampled_from(("cut", "restart", "replug", "freeze", "none")), min_size=1, max_size=6))
def test_after_anything_that_happens_to_a_hub_its_states_are_the_truth(happens: list[str]) -> None:
    host = Host(wired(3), seed=len(happens))
    host.meet()
    for number, what in enumerate(happens):
        for each in host.reader(number % 3).field.tags:
            host.reader(number % 3).field.take_tag(each)
        host.lay(number % 3, [tag(number)])
        host.run(40)
        if what == "cut":
            host.hub.cut()
            host.run(700)
            host.hub.mend()
        elif what == "restart":
            host.hub.restart()
        elif what == "replug":
            host.hub.unplug()
            host.run(300)
            host.hub.plug("/dev/ttyACM1")
        elif what == "freeze":
            host.hub.freeze()
            host.run(2_000)
            host.hub.thaw()
        if host.line is None or not host.hub.is_connected:
            host.line = None
            host.open()
            host.meet()
        host.run(1_500)
        assert host.lies == {n: {each.uid for each in host.reader(n).field.tags} for n in range(3)}


@pytest.mark.parametrize("count", [1, 12])
def test_a_resting_table_asks_for_few_turns(count: int) -> None:
    host = Host(wired(count, buttons=()))
    host.meet()
    host.run(1_000)
    turns = 0
    end = host.clock.now_us() + 1_000_000
    while host.clock.now_us() < end:
        turns += 1
        host.turn(end)
    assert turns < 40 * (count + 1)
