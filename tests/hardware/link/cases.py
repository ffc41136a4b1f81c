"""What an end makes of bytes, as lines of text: CPython and MicroPython both run this, and must say the same.

A case is a letter and words in hexadecimal:

    D chunk...          these bytes come: the payloads that are complete with each chunk, and how many were rubbish
    E payload           the bytes of its frame
    R kind body         what a body says, told again
    S settings          what a hub's settings say, told again
    C now kind body...  an end at work: what it sends, and what it takes for news
"""

import sys

from hardware.common.link import decoding, encoding, messages
from hardware.common.link.channel import Channel
from hardware.common.link.frames import FrameDecoder, encode_frame
from hardware.common.link.hub_settings import decode_settings, encode_settings, settings_checksum

MYPY = False
if MYPY:
    from typing import Any


def hexed(data: bytes) -> str:
    """MicroPython's b"".hex() is no text."""
    return data.hex() if data else ""


def again(kind: int, body: bytes) -> bytes:
    """A body read and told again. Raises ValueError."""
    if kind == messages.HELLO:
        hello = decoding.decode_hello(body)
        return (
            encoding.encode_hello(hello.new_session, hello.wanted_session)
            if hello.version == messages.PROTOCOL_VERSION
            else b""
        )
    if kind == messages.WELCOME:
        welcome = decoding.decode_welcome(body)
        return encoding.encode_welcome(welcome) if welcome.version == messages.PROTOCOL_VERSION else b""
    if kind == messages.BEAT:
        return encoding.encode_heartbeat(decoding.decode_heartbeat(body))
    if kind == messages.STATE:
        return encoding.encode_socket_state(decoding.decode_socket_state(body))
    if kind in (messages.STORED, messages.TROUBLE):
        return encoding.encode_text(decoding.decode_text(body))
    reader, teller = PAIRS[kind]
    told: bytes = teller(*reader(body))
    return told


PAIRS: "dict[int, tuple[Any, Any]]" = {
    messages.SAID: (decoding.decode_reader_event, encoding.encode_reader_event),
    messages.PRESSED: (decoding.decode_button_event, encoding.encode_button_event),
    messages.MEMORY: (decoding.decode_tag_memory_part, encoding.encode_tag_memory_part),
    messages.FAILED: (decoding.decode_tag_memory_failure, encoding.encode_tag_memory_failure),
    messages.LIGHT: (decoding.decode_light, encoding.encode_light),
    messages.READ: (decoding.decode_read_request, encoding.encode_read_request),
    messages.WRITE: (decoding.decode_write_request, encoding.encode_write_request),
}


def decoded(chunks: "list[bytes]") -> str:
    """The payloads of each chunk, and the rubbish."""
    deframer = FrameDecoder()
    found = [" ".join([hexed(payload) for payload in deframer.feed(chunk)]) for chunk in chunks]
    return "/".join(found) + f" rubbish {deframer.bad_frames}"


def worked(steps: "list[bytes]") -> str:
    """An end that is given steps: 0 put, 1 take, 2 give, 3 say all again, each with its bytes."""
    end = Channel(7, 0)
    now = 0
    done = []
    for step in steps:
        what, body = step[0] & 3, step[1:]
        now += step[0] >> 2 << 12
        if what == 0 and end.free_slots:
            end.enqueue(messages.FIRST_NUMBERED_KIND, body)
        elif what == 1 and len(body) >= 5:
            done.append(str(end.receive(decoding.decode_session_frame(body), now)))
        elif what == 2:
            done.append(hexed(end.next_bytes(now, body)))
        elif what == 3:
            end.resend_all()
        done.append(f"{end.free_slots} {end.due_us(now)}")
    return " ".join(done)


def answer(line: str) -> str:
    """What is to be said to a case."""
    case, *given = line.split(" ")
    data = [bytes.fromhex(word) for word in given]
    try:
        if case == "D":
            return decoded(data)
        if case == "E":
            return hexed(encode_frame(data[0]))
        if case == "R":
            return hexed(again(data[0][0], data[1]))
        if case == "S":
            settings = encode_settings(decode_settings(data[0]))
            return f"{settings.hex()} {settings_checksum(settings)}"
        return worked(data)
    except UnicodeError:
        return "no text"
    except ValueError as error:
        return str(error)


if __name__ == "__main__":
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        print(answer(line.rstrip("\n")))
