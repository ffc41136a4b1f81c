"""Every message of the link: values that it may tell, how it is written and how it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from hardware.common.events import TAG_CAME, TAG_LEFT, WEAK_TAG, ReaderEvent
from hardware.common.link import decoding, encoding, messages
from hardware.common.link.messages import (
    HeartbeatMessage,
    HelloMessage,
    SessionFrame,
    SocketStateMessage,
    WelcomeMessage,
)


class Message(Struct, frozen=True):
    """One kind. `encoding` makes a body (of HELLO and WELCOME the whole payload) from the values that `decoding`
    finds.
    """

    kind: int
    values: st.SearchStrategy[Any]
    tell: Callable[[Any], bytes]
    read: Callable[[bytes], Any]
    own_frame: bool = False
    """Outside of a session: no header before it."""


U8 = st.integers(0, 0xFF)
U16 = st.integers(0, 0xFFFF)
U32 = st.integers(0, 0xFFFFFFFF)
SOCKET = st.integers(0, messages.MAX_SOCKETS - 1)
UIDS = st.sampled_from(decoding.UID_LENGTHS).flatmap(lambda n: st.binary(min_size=n, max_size=n))
SENTENCES = st.text(max_size=messages.MAX_TEXT_BYTES).filter(lambda text: fits(text, messages.MAX_TEXT_BYTES))
PARTS = st.text(max_size=decoding.MAX_PART_BYTES).filter(lambda text: fits(text, decoding.MAX_PART_BYTES))
MEMORY = st.binary(max_size=messages.MEMORY_PART_BYTES)


OF_ONE_TAG = (TAG_CAME, TAG_LEFT, WEAK_TAG)


def fits(text: str, longest: int) -> bool:
    """Whether it is text that can be sent, and short enough."""
    return len(text.encode(errors="replace")) <= longest and text.isprintable()


def said() -> st.SearchStrategy[ReaderEvent]:
    """Whatever a reader may say."""
    moved = st.builds(ReaderEvent, st.sampled_from(OF_ONE_TAG), UIDS, SENTENCES)
    rest = st.sampled_from([kind for kind in messages.EVENT_KINDS if kind not in OF_ONE_TAG])
    return moved | st.builds(ReaderEvent, rest, st.just(b""), SENTENCES)


def welcome() -> st.SearchStrategy[WelcomeMessage]:
    """Whatever a hub of this version may answer."""
    return st.builds(
        WelcomeMessage,
        st.just(messages.PROTOCOL_VERSION),
        U16,
        U16,
        st.integers(0, len(messages.BOARD_NAMES) - 1),
        st.integers(0, len(messages.START_CAUSES) - 1),
        U32,
        st.binary(max_size=decoding.MAX_PART_BYTES),
        PARTS,
        PARTS,
    )


def states() -> st.SearchStrategy[SocketStateMessage]:
    """Whatever may be known of a reader."""
    return st.builds(
        SocketStateMessage,
        SOCKET,
        st.sampled_from(messages.READER_STATES),
        U8,
        st.sampled_from(messages.READER_TROUBLES),
        st.lists(UIDS, max_size=messages.MAX_PRESENT_TAGS).map(tuple),
        SENTENCES,
    )


def beats() -> st.SearchStrategy[HeartbeatMessage]:
    """Whatever a hub's heartbeat may tell."""
    tally = st.fixed_dictionaries(dict.fromkeys(messages.TALLY_KEYS, U32))
    return st.builds(HeartbeatMessage, U32, st.integers(0, messages.MAX_SOCKETS), U8, tally)


MESSAGES = {
    "HELLO": Message(
        messages.HELLO,
        st.builds(HelloMessage, st.just(messages.PROTOCOL_VERSION), st.integers(1, 0xFFFF), U16),
        lambda asked: encoding.encode_hello(asked.new_session, asked.wanted_session),
        decoding.decode_hello,
        own_frame=True,
    ),
    "WELCOME": Message(
        messages.WELCOME, welcome(), encoding.encode_welcome, decoding.decode_welcome, own_frame=True
    ),
    "BEAT": Message(messages.BEAT, beats(), encoding.encode_heartbeat, decoding.decode_heartbeat),
    "STATE": Message(messages.STATE, states(), encoding.encode_socket_state, decoding.decode_socket_state),
    "SAID": Message(
        messages.SAID,
        st.tuples(SOCKET, said(), st.booleans()),
        lambda told: encoding.encode_reader_event(*told),
        decoding.decode_reader_event,
    ),
    "PRESSED": Message(
        messages.PRESSED,
        st.tuples(U8, st.sampled_from(messages.BUTTON_EVENTS)),
        lambda told: encoding.encode_button_event(*told),
        decoding.decode_button_event,
    ),
    "STORED": Message(messages.STORED, SENTENCES, encoding.encode_text, decoding.decode_text),
    "TROUBLE": Message(messages.TROUBLE, SENTENCES, encoding.encode_text, decoding.decode_text),
    "MEMORY": Message(
        messages.MEMORY,
        st.tuples(U8, st.booleans(), MEMORY),
        lambda told: encoding.encode_tag_memory_part(*told),
        decoding.decode_tag_memory_part,
    ),
    "FAILED": Message(
        messages.FAILED,
        st.tuples(U8, st.sampled_from(messages.MEMORY_FAILURES), SENTENCES),
        lambda told: encoding.encode_tag_memory_failure(*told),
        decoding.decode_tag_memory_failure,
    ),
    "LIGHT": Message(
        messages.LIGHT,
        st.tuples(SOCKET, st.sampled_from(messages.LIGHT_SIGNALS)),
        lambda told: encoding.encode_light(*told),
        decoding.decode_light,
    ),
    "READ": Message(
        messages.READ,
        st.tuples(U8, SOCKET, UIDS),
        lambda told: encoding.encode_read_request(*told),
        decoding.decode_read_request,
    ),
    "WRITE": Message(
        messages.WRITE,
        st.tuples(U8, SOCKET, UIDS, st.booleans(), MEMORY),
        lambda told: encoding.encode_write_request(*told),
        decoding.decode_write_request,
    ),
}
"""All kinds with a body but SETTINGS, which `settings` writes; the others have none."""


def plain(value: Any) -> Any:
    """Values that can be compared: a small record of the link as a tuple."""
    if isinstance(value, tuple):
        return tuple(plain(one) for one in value)
    if isinstance(
        value, SessionFrame | HelloMessage | WelcomeMessage | SocketStateMessage | HeartbeatMessage
    ):
        return tuple(getattr(value, name) for name in sorted(value.__slots__))
    return value


def header_of(message: Message) -> bytes:
    """What stands before its body wherever it is read whole."""
    return bytes((message.kind, messages.PROTOCOL_VERSION)) if message.own_frame else b""


def spoilt(message: Message) -> st.SearchStrategy[bytes]:
    """A true body with one byte changed, cut off, or with more behind it."""

    def changed(told: bytes, at: int, new: bytes, cut: bool) -> bytes:
        body = told[len(header_of(message)) :]
        at %= len(body) + 1
        return body[:at] + new + (b"" if cut else body[at + len(new) :])

    told = message.values.map(message.tell)
    return st.builds(changed, told, st.integers(0, 300), st.binary(max_size=2), st.booleans())
