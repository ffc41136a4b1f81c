"""Any bytes at all on a hub's line: it never falls, never grows, and greets whoever comes next."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from hardware.common.events import TAG_CAME
from hardware.common.link import encoding
from hardware.common.link.frames import MAX_PAYLOAD_BYTES, encode_frame
from hardware.common.link.hub_settings import encode_settings
from hardware.common.link.messages import BEAT, LEAVE, LIGHT, READ, SETTINGS, WELCOME, WRITE
from tests.firmware.host import Host, tag, uid, wired

SESSION = 1
"""That of a host that was there before."""

numbers = st.integers(0, 255)
kinds = st.sampled_from((BEAT, LIGHT, SETTINGS, READ, WRITE, WELCOME, 0x10, 0x23, 0xFF))
bodies = st.one_of(
    st.binary(max_size=MAX_PAYLOAD_BYTES - 5),
    st.just(encoding.encode_read_request(1, 0, uid(1))),
    st.just(encoding.encode_light(1, "no")),
)
frames = st.builds(
    lambda kind, session, number, ack, body: encode_frame(
        encoding.encode_header(kind, session, number, ack) + body
    ),
    kinds,
    st.sampled_from((SESSION, SESSION, 2, 0xFFFF)),
    numbers,
    numbers,
    bodies,
)
greetings = st.builds(
    lambda fresh, wanted: encode_frame(encoding.encode_hello(fresh, wanted)),
    st.integers(0, 3),
    st.integers(0, 3),
)
payloads = st.binary(min_size=1, max_size=MAX_PAYLOAD_BYTES).map(encode_frame)
cut = st.builds(
    lambda data, start, end: data[start : len(data) - end], frames, st.integers(0, 9), st.integers(0, 9)
)
anything = st.lists(st.one_of(st.binary(max_size=600), frames, frames, greetings, payloads, cut), max_size=20)


@given(anything, st.booleans())
@example([b"\x00" * 4096], True)
@example([b"\xff" * 4096], True)
@example([encode_frame(encoding.encode_hello(1, 0)) * 200], False)
@example([encode_frame(encoding.encode_header(BEAT, SESSION, 0, ack)) for ack in range(256)], True)
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
    assert (0, TAG_CAME, uid(2), False) in host.said
    assert host.hub.starts == 1
    assert host.hub.board.flash == encode_settings(wired(2))


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
    host.send(rubbish + encode_frame(encoding.encode_header(LEAVE, SESSION, 0, ack)))
    host.run(900)
    host.open()
    host.frames.clear()
    host.hello()
    host.run(500)
    assert host.frames == []
