"""What an end makes of bytes, as lines of text: CPython and MicroPython both run this, and must say the same.

A case is a letter and words in hexadecimal:

    D chunk...          these bytes come: the payloads that are complete with each chunk, and how many were rubbish
    E payload           the bytes of its frame
    R kind body         what a body says, told again
    S settings          what a hub's settings say, told again
    C now kind body...  an end at work: what it sends, and what it takes for news
"""

import sys

from hardware.common.link import read, tell, words
from hardware.common.link.channel import Channel
from hardware.common.link.frames import Deframer, framed
from hardware.common.link.settings import check, read_settings, settings_bytes

MYPY = False
if MYPY:
    from typing import Any


def hexed(data: bytes) -> str:
    """MicroPython's b"".hex() is no text."""
    return data.hex() if data else ""


def again(kind: int, body: bytes) -> bytes:
    """A body read and told again. Raises ValueError."""
    if kind == words.HELLO:
        hello = read.hello(body)
        return tell.hello(hello.fresh, hello.wanted) if hello.version == words.VERSION else b""
    if kind == words.WELCOME:
        welcome = read.welcome(body)
        return tell.welcome(welcome) if welcome.version == words.VERSION else b""
    if kind == words.BEAT:
        return tell.beat(read.beat(body))
    if kind == words.STATE:
        return tell.state(read.state(body))
    if kind in (words.STORED, words.TROUBLE):
        return tell.text(read.text(body))
    reader, teller = PAIRS[kind]
    told: bytes = teller(*reader(body))
    return told


PAIRS: "dict[int, tuple[Any, Any]]" = {
    words.SAID: (read.said, tell.said),
    words.PRESSED: (read.pressed, tell.pressed),
    words.MEMORY: (read.memory, tell.memory),
    words.FAILED: (read.failed, tell.failed),
    words.LIGHT: (read.light, tell.light),
    words.READ: (read.ask_memory, tell.ask_memory),
    words.WRITE: (read.write_memory, tell.write_memory),
}


def decoded(chunks: "list[bytes]") -> str:
    """The payloads of each chunk, and the rubbish."""
    deframer = Deframer()
    found = [" ".join([hexed(payload) for payload in deframer.feed(chunk)]) for chunk in chunks]
    return "/".join(found) + f" rubbish {deframer.rubbish}"


def worked(steps: "list[bytes]") -> str:
    """An end that is given steps: 0 put, 1 take, 2 give, 3 say all again, each with its bytes."""
    end = Channel(7, 0)
    now = 0
    done = []
    for step in steps:
        what, body = step[0] & 3, step[1:]
        now += step[0] >> 2 << 12
        if what == 0 and end.room:
            end.put(words.NUMBERED, body)
        elif what == 1 and len(body) >= 5:
            done.append(str(end.take(read.frame(body), now)))
        elif what == 2:
            done.append(hexed(end.give(now, body)))
        elif what == 3:
            end.again()
        done.append(f"{end.room} {end.due_us(now)}")
    return " ".join(done)


def answer(line: str) -> str:
    """What is to be said to a case."""
    case, *given = line.split(" ")
    data = [bytes.fromhex(word) for word in given]
    try:
        if case == "D":
            return decoded(data)
        if case == "E":
            return hexed(framed(data[0]))
        if case == "R":
            return hexed(again(data[0][0], data[1]))
        if case == "S":
            settings = settings_bytes(read_settings(data[0]))
            return f"{settings.hex()} {check(settings)}"
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
