"""The page that says the link byte by byte is true: its examples both ways, its kinds, lists, tables and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.common.events import ReaderEvent
from hardware.common.link import decoding, encoding, messages
from hardware.common.link.channel import HEADER_BYTES
from hardware.common.link.crc16 import crc16
from hardware.common.link.frames import MAX_PAYLOAD_BYTES, FrameDecoder, encode_frame
from hardware.common.link.hub_settings import (
    HubSettings,
    ReaderSocket,
    decode_settings,
    encode_settings,
    settings_checksum,
)
from hardware.common.link.messages import HeartbeatMessage, HelloMessage, SocketStateMessage, WelcomeMessage
from tests.hardware.link.messages import MESSAGES, plain
from tests.hardware.link.test_settings import plain as plain_settings
from tests.hardware.link.test_settings import wired

PAGE = (Path(__file__).parents[3] / "firmware/PROTOCOL.md").read_text(encoding="utf-8")

SESSION = 0x1234
UID = bytes.fromhex("04a1b2c3d4e5f6")
WELCOME = WelcomeMessage(
    1, SESSION, 0x72F1, 1, 0, 5, bytes.fromhex("e6614103e7174b2c"), "tiles", "0.1.0 1a2b3c4d"
)
STATE = SocketStateMessage(11, "well", 0x92, "", (UID,), "")
BEAT = HeartbeatMessage(
    131_072, 2, 0x92, dict(zip(messages.TALLY_KEYS, (10, 990, 0, 0, 0, 1, 2), strict=True))
)
TILES = HubSettings("tiles", 22, 28, (ReaderSocket(0, 17), ReaderSocket(1, 13, 43, 1_000)), (26,))


def told(kind: int, number: int, ack: int, body: bytes = b"") -> bytes:
    """A payload of the session."""
    return encoding.encode_header(kind, SESSION, number, ack) + body


Reads = Callable[[bytes], Any] | None
EXAMPLES: dict[str, tuple[bytes, Reads, Any]] = {
    "HELLO": (encoding.encode_hello(SESSION, 0), decoding.decode_hello, HelloMessage(1, SESSION, 0)),
    "WELCOME": (encoding.encode_welcome(WELCOME), decoding.decode_welcome, WELCOME),
    "STATE": (
        told(messages.STATE, 0, 0, encoding.encode_socket_state(STATE)),
        decoding.decode_socket_state,
        STATE,
    ),
    "SAID": (
        told(messages.SAID, 6, 3, encoding.encode_reader_event(2, ReaderEvent("came", UID), False)),
        decoding.decode_reader_event,
        (2, ReaderEvent("came", UID), False),
    ),
    "BEAT": (told(messages.BEAT, 0, 7), None, None),
    "BEAT of a hub": (
        told(messages.BEAT, 0, 3, encoding.encode_heartbeat(BEAT)),
        decoding.decode_heartbeat,
        BEAT,
    ),
    "PRESSED": (
        told(messages.PRESSED, 7, 3, encoding.encode_button_event(0, "pressed")),
        decoding.decode_button_event,
        (0, "pressed"),
    ),
    "LIGHT": (told(messages.LIGHT, 3, 8, encoding.encode_light(2, "go")), decoding.decode_light, (2, "go")),
    "SETTINGS": (
        told(messages.SETTINGS, 0, 0, encode_settings(TILES)),
        lambda body: plain_settings(decode_settings(body)),
        plain_settings(TILES),
    ),
    "STORED": (told(messages.STORED, 0, 1, encoding.encode_text("")), decoding.decode_text, ""),
    "READ": (
        told(messages.READ, 4, 8, encoding.encode_read_request(1, 2, UID)),
        decoding.decode_read_request,
        (1, 2, UID),
    ),
    "MEMORY": (
        told(
            messages.MEMORY,
            8,
            5,
            encoding.encode_tag_memory_part(1, True, b"\x03\x00\xfe\x00\x00\x00\x00\x00"),
        ),
        decoding.decode_tag_memory_part,
        (1, True, b"\x03\x00\xfe\x00\x00\x00\x00\x00"),
    ),
    "WRITE": (
        told(messages.WRITE, 5, 9, encoding.encode_write_request(2, 2, UID, True, b"\x03\x00\xfe\x00")),
        decoding.decode_write_request,
        (2, 2, UID, True, b"\x03\x00\xfe\x00"),
    ),
    "FAILED": (
        told(messages.FAILED, 9, 6, encoding.encode_tag_memory_failure(2, "gone", "it is not there")),
        decoding.decode_tag_memory_failure,
        (2, "gone", "it is not there"),
    ),
    "TROUBLE": (
        told(messages.TROUBLE, 12, 0, encoding.encode_text("MemoryError: 512 bytes")),
        decoding.decode_text,
        "MemoryError: 512 bytes",
    ),
    "STRANGER": (encoding.encode_header(messages.STRANGER, 0x1111, 0, 0), None, None),
    "LEAVE": (told(messages.LEAVE, 6, 10), None, None),
}
"""Title of an example -> its payload as the code writes it; how its body is read, and what it says."""

SHOWN = {
    title: {name: bytes.fromhex(value) for name, value in lines}
    for title, lines in (
        (block[0], re.findall(r"^    (payload|sum|line) +(.+)$", block[1], re.M))
        for block in re.findall(r"^    ([A-Z]+.*)\n((?:    (?:payload|sum|line) .+\n){3})", PAGE, re.M)
    )
}
"""Title of an example -> what the page shows of it."""

ROWS = dict(re.findall(r"^\| `([\w.]+)` \| (\w+) \|", PAGE, re.M))
"""The two first columns of all tables whose first is code."""


TABLES = {
    name: re.findall(r"^\| ([^|]+) \|", rows, re.M)
    for name, rows in re.findall(
        r"^### ([A-Z]+)\n(?:\n[A-Z].*\n)?\n\| bytes \| \|\n\| --- \| --- \|\n((?:\|.*\n)+)", PAGE, re.M
    )
}
"""Kind -> the first column of its table."""


def kinds() -> dict[str, int]:
    """The names of all kinds in words, with their numbers."""
    lists = {
        "PROTOCOL_VERSION", "FIRST_NUMBERED_KIND", "MAX_SOCKETS", "MAX_TEXT_BYTES", "MAX_PRESENT_TAGS",
        "MEMORY_PART_BYTES",
    }  # fmt: skip
    named = {
        name: value for name, value in vars(messages).items() if name.isupper() and isinstance(value, int)
    }
    return {name: value for name, value in named.items() if name not in lists}


def test_every_example_is_shown_and_none_else() -> None:
    assert list(SHOWN) == list(EXAMPLES)
    assert {title.split()[0] for title in SHOWN} == set(kinds())


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_is_what_the_code_tells(title: str) -> None:
    payload = EXAMPLES[title][0]
    shown = SHOWN[title]
    assert shown["payload"] == payload
    assert shown["sum"] == crc16(payload).to_bytes(2, "big")
    assert shown["line"] == encode_frame(payload)


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_is_what_the_code_reads(title: str) -> None:
    _, reader, expected = EXAMPLES[title]
    (payload,) = FrameDecoder().feed(SHOWN[title]["line"])
    assert payload == SHOWN[title]["payload"]
    own = payload[0] in (messages.HELLO, messages.WELCOME)
    body = payload if own else decoding.decode_session_frame(payload).body
    if reader is None:
        assert body == b""
    else:
        assert plain(reader(body)) == plain(expected)


def test_the_sum_of_the_settings_is_the_one_that_is_told() -> None:
    assert f"0x{settings_checksum(encode_settings(TILES)):04x}" in PAGE
    assert WELCOME.settings_checksum == settings_checksum(encode_settings(TILES))


def test_the_check_value() -> None:
    assert f"`123456789` it is `0x{crc16(b'123456789'):04x}`" in PAGE


def test_every_kind_stands_there_with_its_number_and_who_says_it() -> None:
    shown = re.findall(r"^\| `0x(\w\w)` \| (\w+) \| (hub|host|both) \|", PAGE, re.M)
    assert {name: int(number, 16) for number, name, _ in shown} == kinds()
    said = {name: who for _, name, who in shown}
    assert {name for name, who in said.items() if who == "host"} == {
        "HELLO", "LIGHT", "SETTINGS", "LEAVE", "READ", "WRITE",
    }  # fmt: skip


def test_every_kind_has_its_body_or_none() -> None:
    bodies = re.findall(r"^### ([A-Z]+)$", PAGE, re.M)
    assert set(bodies) | {"STRANGER"} == set(kinds())
    assert len(bodies) == len(set(bodies))


def taken(field: str, body: bytes, before: int) -> int:
    """How many bytes a field of a table takes; `before` is the byte before it."""
    match field.split():
        case [number] if number.isdigit():
            return int(number)
        case [number, "×", size]:
            return int(number) * int(size)
        case ["so", "many"]:
            return before
        case [size, "for", "each"]:
            return before * int(size)
        case ["a", "UID", "for", "each"]:
            lengths = [0]
            for _ in range(before):
                lengths.append(lengths[-1] + taken("UID", body[lengths[-1] :], 0))
            return lengths[-1]
        case ["UID"]:
            assert body[0] in (0, *decoding.UID_LENGTHS)
            return 1 + body[0]
        case ["part"]:
            assert body[0] <= decoding.MAX_PART_BYTES
            return 1 + body[0]
        case ["sentence"] | ["the", "rest"]:
            return len(body)
    raise ValueError(field)


def taken_apart(name: str, body: bytes) -> list[bytes]:
    """A body by its table."""
    parts = [b"\0"]
    for field in TABLES[name]:
        length = taken(field, body, parts[-1][-1] if parts[-1] else 0)
        assert len(body) >= length, field
        parts.append(body[:length])
        body = body[length:]
    assert body == b"", "longer than its table"
    return parts[1:]


def test_every_body_has_its_table() -> None:
    assert TABLES.keys() == kinds().keys() - {"LEAVE", "STRANGER"}


@pytest.mark.parametrize("name", MESSAGES)
@given(data=st.data())
def test_whatever_is_told_is_made_as_its_table_says(name: str, data: st.DataObject) -> None:
    message = MESSAGES[name]
    body = message.tell(data.draw(message.values))
    taken_apart(name, body[1:] if message.own_frame else body)


@given(wired())
def test_so_are_settings(settings: HubSettings) -> None:
    parts = taken_apart("SETTINGS", encode_settings(settings))
    assert parts[2] == settings.name.encode()
    assert parts[3:6] == [bytes((each,)) for each in (settings.reset, settings.lights, len(settings.sockets))]
    assert parts[-1] == bytes(settings.buttons)


def test_fields_stand_where_their_table_says() -> None:
    state = taken_apart("STATE", encoding.encode_socket_state(STATE))
    assert state == [b"\x0b", b"\x01", b"\x92", b"\0", b"\x01", b"\x07" + UID, b""]
    assert taken_apart("WRITE", encoding.encode_write_request(2, 3, UID, True, b"data"))[:4] == [
        b"\x02", b"\x03", b"\x01", b"\x07" + UID,
    ]  # fmt: skip
    assert taken_apart("WELCOME", encoding.encode_welcome(WELCOME)[1:])[-3:] == [
        b"\x08" + WELCOME.uid, b"\x05tiles", b"\x0e0.1.0 1a2b3c4d",
    ]  # fmt: skip


@pytest.mark.parametrize("name", [name for name, value in vars(messages).items() if isinstance(value, tuple)])
def test_every_list_stands_there_in_its_order(name: str) -> None:
    (row,) = re.findall(rf"^\| {name} \| (.+) \|$", PAGE, re.M)
    expected = ", ".join(f"{n} {word or '(none)'}" for n, word in enumerate(getattr(messages, name)))
    assert row == expected


@pytest.mark.parametrize("name", [name for name in ROWS if "." in name])
def test_every_number_is_the_code_s(name: str) -> None:
    module, _, constant = name.rpartition(".")
    assert int(ROWS[name]) == getattr(import_module(module), constant)


def test_every_number_of_the_link_stands_there() -> None:
    for module in ("messages", "frames", "channel"):
        found = import_module(f"hardware.common.link.{module}")
        numbers = {
            name
            for name, value in vars(found).items()
            if name.isupper() and not name.startswith("_") and type(value) is int
        }
        own = {name for name in numbers if f"{name} = " in Path(str(found.__file__)).read_text()}
        for name in own - kinds().keys():
            assert f"hardware.common.link.{module}.{name}" in ROWS, name


def test_what_is_said_in_words_is_the_code_s_too() -> None:
    said = " ".join(PAGE.split())
    assert f"1 to {MAX_PAYLOAD_BYTES} bytes" in said
    assert f"a header of {HEADER_BYTES} bytes" in said
    assert f"at most {messages.MAX_TEXT_BYTES} bytes of UTF-8" in said
    assert f"Between the two zeros are 4 to {MAX_PAYLOAD_BYTES + 3} bytes" in said
