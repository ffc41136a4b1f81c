"""What is told of a hub's reader: in turns, nothing invented, nothing lost, whatever the hub says and begins anew."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from hardware.common.events import (
    NOISE,
    READER_BACK,
    READER_DOWN,
    READER_STARTING,
    READER_WELL,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    TROUBLE_OVER,
    TROUBLES,
    ReaderEvent,
)
from hardware.common.link.messages import EVENT_KINDS, SocketStateMessage
from hardware.readers.hub.event_filter import SETTLE_US, EventFilter, FilteredEvents

A, B, C = b"\x04\xaa\xaa\xaa", b"\x04\xbb\xbb\xbb", b"\x04\xcc\xcc\xcc"


def state(at: str = READER_WELL, *present: bytes, trouble: str = "", why: str = "") -> SocketStateMessage:
    return SocketStateMessage(0, at, 0x92, trouble, present, why)


def begun(*present: bytes, restarted: bool = False) -> EventFilter:
    """A reader that is well, and what lies there."""
    told = EventFilter(0)
    told.begin_session(restarted)
    told.on_state(state(READER_WELL, *present), 0)
    return told


def test_what_lies_there_at_first_is_found_and_what_comes_later_is_not() -> None:
    told = EventFilter(0)
    told.begin_session(False)
    assert told.on_state(state(READER_STARTING), 0) == []
    assert told.on_state(state(READER_WELL, A), 0) == [(ReaderEvent(TAG_CAME, A), True)]
    assert told.on_event(ReaderEvent(TAG_LEFT, A), False, 0) == [(ReaderEvent(TAG_LEFT, A), False)]
    assert told.on_event(ReaderEvent(TAG_CAME, B), False, 0) == [(ReaderEvent(TAG_CAME, B), False)]


def test_a_reader_that_begins_anew_is_not_waited_for_as_if_it_looked() -> None:
    told = begun(A, restarted=True)
    sure = [told.settle_at_us]
    for now, each in ((SETTLE_US - 1, state(READER_STARTING)), (SETTLE_US, state(READER_WELL, A))):
        assert told.on_state(each, now) == []
        sure.append(told.settle_at_us)
    assert sure == [SETTLE_US, None, 2 * SETTLE_US]


def test_a_new_session_tells_only_what_differs() -> None:
    told = begun(A, B)
    told.begin_session(False)
    assert told.on_state(state(READER_WELL, B, C), 0) == [
        (ReaderEvent(TAG_LEFT, A), False),
        (ReaderEvent(TAG_CAME, C), True),
    ]
    told.begin_session(False)
    assert told.on_state(state(READER_WELL, B, C), 0) == []


def test_a_hub_that_is_lost_is_down_once_and_back_before_anything_of_its_tags() -> None:
    told = begun(A)
    assert told.on_hub_lost("the cable is out", 5) == [
        (ReaderEvent(READER_DOWN, why="the cable is out"), False)
    ]
    assert (told.state, told.why, told.since_us) == (READER_DOWN, "the cable is out", 5)
    assert told.on_hub_lost("still out", 6) == []
    assert (told.why, told.since_us) == ("still out", 5)
    told.begin_session(False)
    assert told.on_state(state(READER_STARTING), 7) == []
    assert told.state == READER_DOWN
    assert told.on_state(state(READER_WELL, B), 8) == [
        (ReaderEvent(READER_BACK), False),
        (ReaderEvent(TAG_LEFT, A), False),
        (ReaderEvent(TAG_CAME, B), True),
    ]
    assert (told.state, told.why, told.since_us) == (READER_WELL, "", 8)


def test_nothing_is_told_of_tags_while_the_reader_is_down_and_all_of_it_when_it_is_back() -> None:
    told = begun(A)
    assert told.on_event(ReaderEvent(READER_DOWN, why="no chip"), False, 1) == [
        (ReaderEvent(READER_DOWN, why="no chip"), False)
    ]
    assert told.on_state(state(READER_DOWN, B, trouble=NOISE, why="no chip"), 2) == []
    assert told.on_event(ReaderEvent(READER_BACK), False, 3) == [
        (ReaderEvent(READER_BACK), False),
        (ReaderEvent(TAG_LEFT, A), False),
        (ReaderEvent(TAG_CAME, B), True),
        (ReaderEvent(NOISE), False),
    ]


def test_what_a_restarted_hub_has_not_seen_yet_has_not_left_yet() -> None:
    told = begun(A, B)
    told.on_hub_lost("gone", 0)
    told.begin_session(True)
    assert told.on_state(state(READER_WELL), 10) == [(ReaderEvent(READER_BACK), False)]
    assert told.on_event(ReaderEvent(TAG_CAME, A), False, 20) == []
    assert told.settle_at_us == 10 + SETTLE_US
    assert told.expire_unseen_tags(9 + SETTLE_US) == []
    assert told.expire_unseen_tags(10 + SETTLE_US) == [(ReaderEvent(TAG_LEFT, B), False)]
    assert told.state == READER_WELL
    assert told.on_event(ReaderEvent(TAG_CAME, B), False, 11 + SETTLE_US) == [
        (ReaderEvent(TAG_CAME, B), False)
    ]


def test_what_a_restarted_hub_sees_late_is_found_all_the_same() -> None:
    told = begun()
    told.begin_session(True)
    assert told.on_state(state(READER_WELL), 10) == []
    assert told.on_event(ReaderEvent(TAG_CAME, A), False, 20) == [(ReaderEvent(TAG_CAME, A), True)]
    assert told.on_event(ReaderEvent(TAG_LEFT, A), False, 30) == [(ReaderEvent(TAG_LEFT, A), False)]


def test_a_hub_that_only_could_not_be_heard_is_believed_at_once() -> None:
    told = begun(A)
    told.on_hub_lost("gone", 0)
    told.begin_session(False)
    assert told.on_state(state(READER_WELL), 10) == [
        (ReaderEvent(READER_BACK), False),
        (ReaderEvent(TAG_LEFT, A), False),
    ]
    assert told.on_event(ReaderEvent(TAG_CAME, A), False, 20) == [(ReaderEvent(TAG_CAME, A), False)]


def test_a_trouble_is_told_when_it_changes() -> None:
    told = begun()
    assert told.on_event(ReaderEvent(NOISE), False, 0) == [(ReaderEvent(NOISE), False)]
    assert told.on_event(ReaderEvent(NOISE), False, 0) == []
    assert told.on_state(state(READER_WELL, trouble=SEVERAL_TAGS), 0) == [(ReaderEvent(SEVERAL_TAGS), False)]
    assert told.on_event(ReaderEvent(TROUBLE_OVER), False, 0) == [(ReaderEvent(TROUBLE_OVER), False)]
    assert told.on_event(ReaderEvent(NOISE), False, 0) == [(ReaderEvent(NOISE), False)]
    assert told.on_event(ReaderEvent(TAG_CAME, A), False, 0) == [(ReaderEvent(TAG_CAME, A), False)]
    assert told.on_event(ReaderEvent(SEVERAL_TAGS), False, 0) == [(ReaderEvent(SEVERAL_TAGS), False)]
    assert told.on_event(ReaderEvent(TAG_LEFT, A), False, 0) == [(ReaderEvent(TAG_LEFT, A), False)]


uids = st.sampled_from([A, B, C])
socket_states = st.builds(
    lambda at, present, trouble: state(
        at, *present, trouble=trouble, why="it fails" if at == READER_DOWN else ""
    ),
    st.sampled_from([READER_STARTING, READER_WELL, READER_DOWN]),
    st.lists(uids, max_size=4),
    st.sampled_from(["", *TROUBLES]),
)
saids = st.builds(
    lambda kind, uid: ReaderEvent(kind, uid if kind in (TAG_CAME, TAG_LEFT) else b""),
    st.sampled_from(EVENT_KINDS),
    uids,
)
acts = st.one_of(
    st.builds(lambda restarted: lambda told, _now: told.begin_session(restarted) or [], st.booleans()),
    st.builds(lambda each: lambda told, now: told.on_state(each, now), socket_states),
    st.builds(lambda each, found: lambda told, now: told.on_event(each, found, now), saids, st.booleans()),
    st.just(lambda told, now: told.on_hub_lost("the cable is out", now)),
    st.just(lambda told, now: told.expire_unseen_tags(now)),
)


class Listener:
    """Believes all that it is told, as long as it can be true."""

    def __init__(self) -> None:
        self.down = False
        self.there: list[bytes] = []
        self.trouble = ""

    def hear(self, news: FilteredEvents) -> None:
        for said, _ in news:
            if said.kind in (READER_DOWN, READER_BACK):
                assert self.down == (said.kind == READER_BACK)
                self.down = said.kind == READER_DOWN
                continue
            assert not self.down
            if said.kind == TAG_CAME:
                assert said.uid not in self.there
                self.there.append(said.uid)
            elif said.kind == TAG_LEFT:
                self.there.remove(said.uid)
            new = said.kind if said.kind in TROUBLES else ""
            assert said.kind in (TAG_CAME, TAG_LEFT) or new != self.trouble
            self.trouble = new


@given(st.lists(st.tuples(acts, st.sampled_from([0, 1_000, SETTLE_US])), max_size=30), socket_states)
def test_everything_is_told_in_turns_and_in_the_end_it_is_as_the_hub_says(
    evening: list[tuple[Callable[[EventFilter, int], FilteredEvents], int]], last: SocketStateMessage
) -> None:
    told, listener, now = EventFilter(0), Listener(), 0
    for act, us in evening:
        listener.hear(act(told, now))
        assert listener.down == (told.state == READER_DOWN)
        now += us
    listener.hear(told.on_state(last, now))
    listener.hear(told.expire_unseen_tags(now + SETTLE_US))
    if last.state == READER_WELL:
        assert (listener.down, set(listener.there)) == (False, set(last.present_uids))
        assert listener.trouble == last.trouble
    elif last.state == READER_DOWN:
        assert listener.down
