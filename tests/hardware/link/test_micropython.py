"""The hub's own Python makes of every byte what Herald's makes of it: both are asked the same, thousands of times."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.common.link.frames import MAX_PAYLOAD_BYTES, encode_frame
from hardware.virtual.unix_port.process import MICROPYTHON_PATH
from tests.hardware.link import cases
from tests.hardware.link.messages import MESSAGES, Message, spoilt
from tests.hardware.link.test_cobs import RUNS
from tests.hardware.link.test_settings import spoilt_settings
from tests.hardware.subset import HOUSE
from tests.long import examples

MANY = settings(max_examples=examples(500))


class MicroPython:
    """One process that is asked one case after the other."""

    def __init__(self) -> None:
        assert MICROPYTHON_PATH.exists(), "there is no MicroPython: run deploy/setup --tests"
        self._process = subprocess.Popen(
            [MICROPYTHON_PATH, Path(cases.__file__)],
            env={**os.environ, "MICROPYPATH": str(HOUSE)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self, line: str) -> str:
        """See cases."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().rstrip("\n")

    def end(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def micropython() -> Iterator[MicroPython]:
    process = MicroPython()
    yield process
    process.end()


def same(micropython: MicroPython, case: str, *data: bytes) -> None:
    """Both Pythons say the same; of text that is none, MicroPython reads some."""
    line = " ".join((case, *(each.hex() for each in data)))
    expected = cases.answer(line)
    answer = micropython.answer(line)
    assert answer == expected or expected == "no text"


PIECES = st.binary(max_size=40) | st.binary(min_size=1, max_size=MAX_PAYLOAD_BYTES).map(encode_frame) | RUNS


@given(st.lists(PIECES, min_size=1, max_size=5), st.lists(st.integers(1, 400), min_size=1, max_size=5))
@MANY
def test_the_same_payloads_are_found_on_the_same_line(
    micropython: MicroPython, pieces: list[bytes], chops: list[int]
) -> None:
    line, chunks = b"".join(pieces), []
    for length in chops:
        chunks.append(line[:length])
        line = line[length:]
    same(micropython, "D", *chunks, line)


@given(st.lists(st.sampled_from(list(MESSAGES)), min_size=1, max_size=4), st.data())
@MANY
def test_so_they_are_where_frames_are_spoilt(
    micropython: MicroPython, names: list[str], data: st.DataObject
) -> None:
    line = bytearray()
    for name in names:
        line += encode_frame(b"\x10\x07\0\0\0" + data.draw(MESSAGES[name].values.map(MESSAGES[name].tell)))
    for at in data.draw(st.lists(st.integers(0, len(line) - 1), max_size=4)):
        line[at] ^= data.draw(st.integers(1, 255))
    same(micropython, "D", bytes(line))


@given(st.binary(max_size=MAX_PAYLOAD_BYTES + 2) | RUNS)
@MANY
def test_the_same_frames_are_made(micropython: MicroPython, payload: bytes) -> None:
    same(micropython, "E", payload)


@pytest.mark.long(usual=("HELLO", "SAID", "READ"))
@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
@given(data=st.data())
@settings(max_examples=examples(100))
def test_the_same_is_read(micropython: MicroPython, message: Message, data: st.DataObject) -> None:
    body = data.draw(message.values.map(message.tell) | spoilt(message) | st.binary(max_size=80))
    same(micropython, "R", bytes((message.kind,)), body)


@given(spoilt_settings() | st.binary(max_size=60).map(lambda rest: b"\x01" + rest))
@MANY
def test_the_same_settings_are_carried_out(micropython: MicroPython, data: bytes) -> None:
    same(micropython, "S", data)


@given(st.lists(st.binary(min_size=1, max_size=12), max_size=60))
@MANY
def test_an_end_does_the_same(micropython: MicroPython, steps: list[bytes]) -> None:
    same(micropython, "C", *steps)
