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

from hardware.common.events import Said
from hardware.common.link import read, tell, words
from hardware.common.link.channel import HEADER
from hardware.common.link.crc16 import crc16
from hardware.common.link.frames import LONGEST, Deframer, framed
from hardware.common.link.settings import Settings, Socket, check, read_settings, settings_bytes
from hardware.common.link.words import Beat, Hello, SocketState, Welcome
from tests.hardware.link.messages import MESSAGES, plain
from tests.hardware.link.test_settings import plain as plain_settings
from tests.hardware.link.test_settings import wired

PAGE = (Path(__file__).parents[3] / "firmware/PROTOCOL.md").read_text(encoding="utf-8")

SESSION = 0x1234
UID = bytes.fromhex("04a1b2c3d4e5f6")
WELCOME = Welcome(1, SESSION, 0x72F1, 1, 0, 5, bytes.fromhex("e6614103e7174b2c"), "tiles", "0.1.0 1a2b3c4d")
STATE = SocketState(11, "well", 0x92, "", (UID,), "")
BEAT = Beat(131_072, 2, 0x92, dict(zip(words.COUNTED, (10, 990, 0, 0, 0, 1, 2), strict=True)))
TILES = Settings("tiles", 22, 28, (Socket(0, 17), Socket(1, 13, 43, 1_000)), (26,))


def told(kind: int, number: int, ack: int, body: bytes = b"") -> bytes:
    """A payload of the session."""
    return tell.header(kind, SESSION, number, ack) + body


Reads = Callable[[bytes], Any] | None
EXAMPLES: dict[str, tuple[bytes, Reads, Any]] = {
    "HELLO": (tell.hello(SESSION, 0), read.hello, Hello(1, SESSION, 0)),
    "WELCOME": (tell.welcome(WELCOME), read.welcome, WELCOME),
    "STATE": (told(words.STATE, 0, 0, tell.state(STATE)), read.state, STATE),
    "SAID": (
        told(words.SAID, 6, 3, tell.said(2, Said("came", UID), False)),
        read.said,
        (2, Said("came", UID), False),
    ),
    "BEAT": (told(words.BEAT, 0, 7), None, None),
    "BEAT of a hub": (told(words.BEAT, 0, 3, tell.beat(BEAT)), read.beat, BEAT),
    "PRESSED": (told(words.PRESSED, 7, 3, tell.pressed(0, "pressed")), read.pressed, (0, "pressed")),
    "LIGHT": (told(words.LIGHT, 3, 8, tell.light(2, "go")), read.light, (2, "go")),
    "SETTINGS": (
        told(words.SETTINGS, 0, 0, settings_bytes(TILES)),
        lambda body: plain_settings(read_settings(body)),
        plain_settings(TILES),
    ),
    "STORED": (told(words.STORED, 0, 1, tell.text("")), read.text, ""),
    "READ": (told(words.READ, 4, 8, tell.ask_memory(1, 2, UID)), read.ask_memory, (1, 2, UID)),
    "MEMORY": (
        told(words.MEMORY, 8, 5, tell.memory(1, True, b"\x03\x00\xfe\x00\x00\x00\x00\x00")),
        read.memory,
        (1, True, b"\x03\x00\xfe\x00\x00\x00\x00\x00"),
    ),
    "WRITE": (
        told(words.WRITE, 5, 9, tell.write_memory(2, 2, UID, True, b"\x03\x00\xfe\x00")),
        read.write_memory,
        (2, 2, UID, True, b"\x03\x00\xfe\x00"),
    ),
    "FAILED": (
        told(words.FAILED, 9, 6, tell.failed(2, "gone", "it is not there")),
        read.failed,
        (2, "gone", "it is not there"),
    ),
    "TROUBLE": (
        told(words.TROUBLE, 12, 0, tell.text("MemoryError: 512 bytes")),
        read.text,
        "MemoryError: 512 bytes",
    ),
    "STRANGER": (tell.header(words.STRANGER, 0x1111, 0, 0), None, None),
    "LEAVE": (told(words.LEAVE, 6, 10), None, None),
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
    lists = {"VERSION", "NUMBERED", "SOCKETS", "LONGEST_TEXT", "MOST_PRESENT", "MEMORY_PART"}
    named = {name: value for name, value in vars(words).items() if name.isupper() and isinstance(value, int)}
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
    assert shown["line"] == framed(payload)


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_is_what_the_code_reads(title: str) -> None:
    _, reader, expected = EXAMPLES[title]
    (payload,) = Deframer().feed(SHOWN[title]["line"])
    assert payload == SHOWN[title]["payload"]
    own = payload[0] in (words.HELLO, words.WELCOME)
    body = payload if own else read.frame(payload).body
    if reader is None:
        assert body == b""
    else:
        assert plain(reader(body)) == plain(expected)


def test_the_sum_of_the_settings_is_the_one_that_is_told() -> None:
    assert f"0x{check(settings_bytes(TILES)):04x}" in PAGE
    assert WELCOME.check == check(settings_bytes(TILES))


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
            assert body[0] in (0, *read.UID_LENGTHS)
            return 1 + body[0]
        case ["part"]:
            assert body[0] <= read.LONGEST_PART
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
def test_so_are_settings(settings: Settings) -> None:
    parts = taken_apart("SETTINGS", settings_bytes(settings))
    assert parts[2] == settings.name.encode()
    assert parts[3:6] == [bytes((each,)) for each in (settings.reset, settings.lights, len(settings.sockets))]
    assert parts[-1] == bytes(settings.buttons)


def test_fields_stand_where_their_table_says() -> None:
    state = taken_apart("STATE", tell.state(STATE))
    assert state == [b"\x0b", b"\x01", b"\x92", b"\0", b"\x01", b"\x07" + UID, b""]
    assert taken_apart("WRITE", tell.write_memory(2, 3, UID, True, b"data"))[:4] == [
        b"\x02", b"\x03", b"\x01", b"\x07" + UID,
    ]  # fmt: skip
    assert taken_apart("WELCOME", tell.welcome(WELCOME)[1:])[-3:] == [
        b"\x08" + WELCOME.uid, b"\x05tiles", b"\x0e0.1.0 1a2b3c4d",
    ]  # fmt: skip


@pytest.mark.parametrize("name", [name for name, value in vars(words).items() if isinstance(value, tuple)])
def test_every_list_stands_there_in_its_order(name: str) -> None:
    (row,) = re.findall(rf"^\| {name} \| (.+) \|$", PAGE, re.M)
    expected = ", ".join(f"{n} {word or '(none)'}" for n, word in enumerate(getattr(words, name)))
    assert row == expected


@pytest.mark.parametrize("name", [name for name in ROWS if "." in name])
def test_every_number_is_the_code_s(name: str) -> None:
    module, _, constant = name.rpartition(".")
    assert int(ROWS[name]) == getattr(import_module(module), constant)


def test_every_number_of_the_link_stands_there() -> None:
    for module in ("words", "frames", "channel"):
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
    assert f"1 to {LONGEST} bytes" in said
    assert f"a header of {HEADER} bytes" in said
    assert f"at most {words.LONGEST_TEXT} bytes of UTF-8" in said
    assert f"Between the two zeros are 4 to {LONGEST + 3} bytes" in said
