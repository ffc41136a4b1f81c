"""Any bytes at all on a hub's line: it never falls, never grows, and greets whoever comes next."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from hardware.common.events import CAME
from hardware.common.link import tell
from hardware.common.link.frames import LONGEST, framed
from hardware.common.link.settings import settings_bytes
from hardware.common.link.words import BEAT, LEAVE, LIGHT, READ, SETTINGS, WELCOME, WRITE
from tests.firmware.host import Host, tag, uid, wired

SESSION = 1
"""That of a host that was there before."""

numbers = st.integers(0, 255)
kinds = st.sampled_from((BEAT, LIGHT, SETTINGS, READ, WRITE, WELCOME, 0x10, 0x23, 0xFF))
bodies = st.one_of(
    st.binary(max_size=LONGEST - 5),
    st.just(tell.ask_memory(1, 0, uid(1))),
    st.just(tell.light(1, "no")),
)
frames = st.builds(
    lambda kind, session, number, ack, body: framed(tell.header(kind, session, number, ack) + body),
    kinds,
    st.sampled_from((SESSION, SESSION, 2, 0xFFFF)),
    numbers,
    numbers,
    bodies,
)
greetings = st.builds(
    lambda fresh, wanted: framed(tell.hello(fresh, wanted)), st.integers(0, 3), st.integers(0, 3)
)
payloads = st.binary(min_size=1, max_size=LONGEST).map(framed)
cut = st.builds(
    lambda data, start, end: data[start : len(data) - end], frames, st.integers(0, 9), st.integers(0, 9)
)
anything = st.lists(st.one_of(st.binary(max_size=600), frames, frames, greetings, payloads, cut), max_size=20)


@given(anything, st.booleans())
@example([b"\x00" * 4096], True)
@example([b"\xff" * 4096], True)
@example([framed(tell.hello(1, 0)) * 200], False)
@example([framed(tell.header(BEAT, SESSION, 0, ack)) for ack in range(256)], True)
def test_after_any_bytes_a_hub_greets_and_tells_the_truth(pieces: list[bytes], hurried: bool) -> None:
    host = Host(wired(2))
    host.lay(1, [tag(1)])
    host.meet()
    host.mute = True
    host.run(200)
    host.deaf = True
    for piece in pieces:
        host.send(piece)
        host.run(0.1 if hurried else 30)
    host.run(400)
    host.deaf = host.mute = False
    host.frames.clear()
    host.meet()
    host.run(500)
    assert host.lies == {0: set(), 1: {uid(1)}}
    host.lay(0, [tag(2)])
    host.run(400)
    assert (0, CAME, uid(2), False) in host.said
    assert host.hub.starts == 1
    assert host.hub.board.flash == settings_bytes(wired(2))


@given(st.binary(max_size=300))
def test_any_bytes_may_be_stored_as_settings(stored: bytes) -> None:
    host = Host()
    host.hub.board.flash = stored
    host.meet()
    host.run(300)


@given(st.binary(max_size=200), st.integers(0, 255))
def test_a_hub_that_is_sent_away_amid_rubbish_goes(rubbish: bytes, ack: int) -> None:
    host = Host(wired(1))
    host.meet()
    host.send(rubbish + framed(tell.header(LEAVE, SESSION, 0, ack)))
    host.run(900)
    host.open()
    host.frames.clear()
    host.hello()
    host.run(500)
    assert host.frames == []
