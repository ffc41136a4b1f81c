"""Every message of the link: values that it may tell, how it is written and how it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from hardware.common.events import CAME, LEFT, Said
from hardware.common.link import read, tell, words
from hardware.common.link.words import Beat, Frame, Hello, SocketState, Welcome


class Message(Struct, frozen=True):
    """One kind. `tell` makes a body (of HELLO and WELCOME the whole payload) from the values that `read` finds."""

    kind: int
    values: st.SearchStrategy[Any]
    tell: Callable[[Any], bytes]
    read: Callable[[bytes], Any]
    own_frame: bool = False
    """Outside of a session: no header before it."""


U8 = st.integers(0, 0xFF)
U16 = st.integers(0, 0xFFFF)
U32 = st.integers(0, 0xFFFFFFFF)
SOCKET = st.integers(0, words.SOCKETS - 1)
UIDS = st.sampled_from(read.UID_LENGTHS).flatmap(lambda n: st.binary(min_size=n, max_size=n))
SENTENCES = st.text(max_size=words.LONGEST_TEXT).filter(lambda text: fits(text, words.LONGEST_TEXT))
PARTS = st.text(max_size=read.LONGEST_PART).filter(lambda text: fits(text, read.LONGEST_PART))
MEMORY = st.binary(max_size=words.MEMORY_PART)


def fits(text: str, longest: int) -> bool:
    """Whether it is text that can be sent, and short enough."""
    return len(text.encode(errors="replace")) <= longest and text.isprintable()


def said() -> st.SearchStrategy[Said]:
    """Whatever a reader may say."""
    moved = st.builds(Said, st.sampled_from((CAME, LEFT)), UIDS, SENTENCES)
    rest = st.sampled_from([kind for kind in words.KINDS if kind not in (CAME, LEFT)])
    return moved | st.builds(Said, rest, st.just(b""), SENTENCES)


def welcome() -> st.SearchStrategy[Welcome]:
    """Whatever a hub of this version may answer."""
    return st.builds(
        Welcome,
        st.just(words.VERSION),
        U16,
        U16,
        st.integers(0, len(words.BOARDS) - 1),
        st.integers(0, len(words.CAUSES) - 1),
        U32,
        st.binary(max_size=read.LONGEST_PART),
        PARTS,
        PARTS,
    )


def states() -> st.SearchStrategy[SocketState]:
    """Whatever may be known of a reader."""
    return st.builds(
        SocketState,
        SOCKET,
        st.sampled_from(words.STATES),
        U8,
        st.sampled_from(words.TROUBLES),
        st.lists(UIDS, max_size=words.MOST_PRESENT).map(tuple),
        SENTENCES,
    )


def beats() -> st.SearchStrategy[Beat]:
    """Whatever a hub's heartbeat may tell."""
    tally = st.fixed_dictionaries(dict.fromkeys(words.COUNTED, U32))
    return st.builds(Beat, U32, st.integers(0, words.SOCKETS), U8, tally)


MESSAGES = {
    "HELLO": Message(
        words.HELLO,
        st.builds(Hello, st.just(words.VERSION), st.integers(1, 0xFFFF), U16),
        lambda asked: tell.hello(asked.fresh, asked.wanted),
        read.hello,
        own_frame=True,
    ),
    "WELCOME": Message(words.WELCOME, welcome(), tell.welcome, read.welcome, own_frame=True),
    "BEAT": Message(words.BEAT, beats(), tell.beat, read.beat),
    "STATE": Message(words.STATE, states(), tell.state, read.state),
    "SAID": Message(
        words.SAID, st.tuples(SOCKET, said(), st.booleans()), lambda told: tell.said(*told), read.said
    ),
    "PRESSED": Message(
        words.PRESSED,
        st.tuples(U8, st.sampled_from(words.PRESSES)),
        lambda told: tell.pressed(*told),
        read.pressed,
    ),
    "STORED": Message(words.STORED, SENTENCES, tell.text, read.text),
    "TROUBLE": Message(words.TROUBLE, SENTENCES, tell.text, read.text),
    "MEMORY": Message(
        words.MEMORY, st.tuples(U8, st.booleans(), MEMORY), lambda told: tell.memory(*told), read.memory
    ),
    "FAILED": Message(
        words.FAILED,
        st.tuples(U8, st.sampled_from(words.FAILURES), SENTENCES),
        lambda told: tell.failed(*told),
        read.failed,
    ),
    "LIGHT": Message(
        words.LIGHT,
        st.tuples(SOCKET, st.sampled_from(words.SHOWS)),
        lambda told: tell.light(*told),
        read.light,
    ),
    "READ": Message(
        words.READ, st.tuples(U8, SOCKET, UIDS), lambda told: tell.ask_memory(*told), read.ask_memory
    ),
    "WRITE": Message(
        words.WRITE,
        st.tuples(U8, SOCKET, UIDS, st.booleans(), MEMORY),
        lambda told: tell.write_memory(*told),
        read.write_memory,
    ),
}
"""All kinds with a body but SETTINGS, which `settings` writes; the others have none."""


def plain(value: Any) -> Any:
    """Values that can be compared: a small record of the link as a tuple."""
    if isinstance(value, tuple):
        return tuple(plain(one) for one in value)
    if isinstance(value, Frame | Hello | Welcome | SocketState | Beat):
        return tuple(getattr(value, name) for name in sorted(value.__slots__))
    return value


def header_of(message: Message) -> bytes:
    """What stands before its body wherever it is read whole."""
    return bytes((message.kind, words.VERSION)) if message.own_frame else b""


def spoilt(message: Message) -> st.SearchStrategy[bytes]:
    """A true body with one byte changed, cut off, or with more behind it."""

    def changed(told: bytes, at: int, new: bytes, cut: bool) -> bytes:
        body = told[len(header_of(message)) :]
        at %= len(body) + 1
        return body[:at] + new + (b"" if cut else body[at + len(new) :])

    told = message.values.map(message.tell)
    return st.builds(changed, told, st.integers(0, 300), st.binary(max_size=2), st.booleans())
