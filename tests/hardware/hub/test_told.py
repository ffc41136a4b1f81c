"""What is told of a hub's reader: in turns, nothing invented, nothing lost, whatever the hub says and begins anew."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from hardware.common.events import BACK, CALM, CAME, CROWD, DOWN, LEFT, NOISE, STARTING, WELL, Said
from hardware.common.link.words import KINDS, SocketState
from hardware.readers.hub.told import SURE_US, Tell, Told

A, B, C = b"\x04\xaa\xaa\xaa", b"\x04\xbb\xbb\xbb", b"\x04\xcc\xcc\xcc"


def state(at: str = WELL, *present: bytes, trouble: str = "", why: str = "") -> SocketState:
    return SocketState(0, at, 0x92, trouble, present, why)


def begun(*present: bytes, restarted: bool = False) -> Told:
    """A reader that is well, and what lies there."""
    told = Told(0)
    told.begin(restarted)
    told.heard(state(WELL, *present), 0)
    return told


def test_what_lies_there_at_first_is_found_and_what_comes_later_is_not() -> None:
    told = Told(0)
    told.begin(False)
    assert told.heard(state(STARTING), 0) == []
    assert told.heard(state(WELL, A), 0) == [(Said(CAME, A), True)]
    assert told.said(Said(LEFT, A), False, 0) == [(Said(LEFT, A), False)]
    assert told.said(Said(CAME, B), False, 0) == [(Said(CAME, B), False)]


def test_a_reader_that_begins_anew_is_not_waited_for_as_if_it_looked() -> None:
    told = begun(A, restarted=True)
    sure = [told.sure_us]
    for now, each in ((SURE_US - 1, state(STARTING)), (SURE_US, state(WELL, A))):
        assert told.heard(each, now) == []
        sure.append(told.sure_us)
    assert sure == [SURE_US, None, 2 * SURE_US]


def test_a_new_session_tells_only_what_differs() -> None:
    told = begun(A, B)
    told.begin(False)
    assert told.heard(state(WELL, B, C), 0) == [(Said(LEFT, A), False), (Said(CAME, C), True)]
    told.begin(False)
    assert told.heard(state(WELL, B, C), 0) == []


def test_a_hub_that_is_lost_is_down_once_and_back_before_anything_of_its_tags() -> None:
    told = begun(A)
    assert told.lost("the cable is out", 5) == [(Said(DOWN, why="the cable is out"), False)]
    assert (told.state, told.why, told.since_us) == (DOWN, "the cable is out", 5)
    assert told.lost("still out", 6) == []
    assert (told.why, told.since_us) == ("still out", 5)
    told.begin(False)
    assert told.heard(state(STARTING), 7) == []
    assert told.state == DOWN
    assert told.heard(state(WELL, B), 8) == [
        (Said(BACK), False),
        (Said(LEFT, A), False),
        (Said(CAME, B), True),
    ]
    assert (told.state, told.why, told.since_us) == (WELL, "", 8)


def test_nothing_is_told_of_tags_while_the_reader_is_down_and_all_of_it_when_it_is_back() -> None:
    told = begun(A)
    assert told.said(Said(DOWN, why="no chip"), False, 1) == [(Said(DOWN, why="no chip"), False)]
    assert told.heard(state(DOWN, B, trouble=NOISE, why="no chip"), 2) == []
    assert told.said(Said(BACK), False, 3) == [
        (Said(BACK), False),
        (Said(LEFT, A), False),
        (Said(CAME, B), True),
        (Said(NOISE), False),
    ]


def test_what_a_restarted_hub_has_not_seen_yet_has_not_left_yet() -> None:
    told = begun(A, B)
    told.lost("gone", 0)
    told.begin(True)
    assert told.heard(state(WELL), 10) == [(Said(BACK), False)]
    assert told.said(Said(CAME, A), False, 20) == []
    assert told.sure_us == 10 + SURE_US
    assert told.settle(9 + SURE_US) == []
    assert told.settle(10 + SURE_US) == [(Said(LEFT, B), False)]
    assert told.state == WELL
    assert told.said(Said(CAME, B), False, 11 + SURE_US) == [(Said(CAME, B), False)]


def test_what_a_restarted_hub_sees_late_is_found_all_the_same() -> None:
    told = begun()
    told.begin(True)
    assert told.heard(state(WELL), 10) == []
    assert told.said(Said(CAME, A), False, 20) == [(Said(CAME, A), True)]
    assert told.said(Said(LEFT, A), False, 30) == [(Said(LEFT, A), False)]


def test_a_hub_that_only_could_not_be_heard_is_believed_at_once() -> None:
    told = begun(A)
    told.lost("gone", 0)
    told.begin(False)
    assert told.heard(state(WELL), 10) == [(Said(BACK), False), (Said(LEFT, A), False)]
    assert told.said(Said(CAME, A), False, 20) == [(Said(CAME, A), False)]


def test_a_trouble_is_told_when_it_changes() -> None:
    told = begun()
    assert told.said(Said(NOISE), False, 0) == [(Said(NOISE), False)]
    assert told.said(Said(NOISE), False, 0) == []
    assert told.heard(state(WELL, trouble=CROWD), 0) == [(Said(CROWD), False)]
    assert told.said(Said(CALM), False, 0) == [(Said(CALM), False)]
    assert told.said(Said(NOISE), False, 0) == [(Said(NOISE), False)]
    assert told.said(Said(CAME, A), False, 0) == [(Said(CAME, A), False)]
    assert told.said(Said(CROWD), False, 0) == [(Said(CROWD), False)]
    assert told.said(Said(LEFT, A), False, 0) == [(Said(LEFT, A), False)]


uids = st.sampled_from([A, B, C])
socket_states = st.builds(
    lambda at, present, trouble: state(at, *present, trouble=trouble, why="it fails" if at == DOWN else ""),
    st.sampled_from([STARTING, WELL, DOWN]),
    st.lists(uids, max_size=4),
    st.sampled_from(["", NOISE, CROWD]),
)
saids = st.builds(
    lambda kind, uid: Said(kind, uid if kind in (CAME, LEFT) else b""), st.sampled_from(KINDS), uids
)
acts = st.one_of(
    st.builds(lambda restarted: lambda told, _now: told.begin(restarted) or [], st.booleans()),
    st.builds(lambda each: lambda told, now: told.heard(each, now), socket_states),
    st.builds(lambda each, found: lambda told, now: told.said(each, found, now), saids, st.booleans()),
    st.just(lambda told, now: told.lost("the cable is out", now)),
    st.just(lambda told, now: told.settle(now)),
)


class Listener:
    """Believes all that it is told, as long as it can be true."""

    def __init__(self) -> None:
        self.down = False
        self.there: list[bytes] = []
        self.trouble = ""

    def hear(self, news: Tell) -> None:
        for said, _ in news:
            if said.kind in (DOWN, BACK):
                assert self.down == (said.kind == BACK)
                self.down = said.kind == DOWN
                continue
            assert not self.down
            if said.kind == CAME:
                assert said.uid not in self.there
                self.there.append(said.uid)
            elif said.kind == LEFT:
                self.there.remove(said.uid)
            new = said.kind if said.kind in (NOISE, CROWD) else ""
            assert said.kind in (CAME, LEFT) or new != self.trouble
            self.trouble = new


@given(st.lists(st.tuples(acts, st.sampled_from([0, 1_000, SURE_US])), max_size=30), socket_states)
def test_everything_is_told_in_turns_and_in_the_end_it_is_as_the_hub_says(
    evening: list[tuple[Callable[[Told, int], Tell], int]], last: SocketState
) -> None:
    told, listener, now = Told(0), Listener(), 0
    for act, us in evening:
        listener.hear(act(told, now))
        assert listener.down == (told.state == DOWN)
        now += us
    listener.hear(told.heard(last, now))
    listener.hear(told.settle(now + SURE_US))
    if last.state == WELL:
        assert (listener.down, set(listener.there)) == (False, set(last.present))
        assert listener.trouble == last.trouble
    elif last.state == DOWN:
        assert listener.down
