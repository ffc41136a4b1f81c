"""Questions about tags' memories: put together from their parts, done one at a time, answered in parts."""

from hardware.common.errors import Forbidden, TagGone
from hardware.common.link import read, tell
from hardware.common.link.words import FAILED, MEMORY, MEMORY_PART, READ

MYPY = False
if MYPY:
    from firmware.readers import Readers
    from hardware.common.rc522.reader import Reader

MOST = 1024
"""Bytes to be written that are kept at most: more than any tag has, so that the driver refuses what is longer."""


class Tags:
    """`busy`: a question has been asked and not been answered."""

    __slots__ = ("_data", "_question", "_writes", "busy")

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Nobody waits for an answer any more."""
        self._question = (0, 0, b"")
        self._data = bytearray()
        self._writes = False
        self.busy = False

    def hear(self, kind: int, body: bytes) -> None:
        """A READ, or a part of a WRITE. Raises ValueError for what cannot be understood."""
        if kind == READ:
            self._question = read.ask_memory(body)
            self._writes = False
            self.busy = True
            return
        ask, socket, uid, last, part = read.write_memory(body)
        if not self._writes or self._question != (ask, socket, uid):
            self._question = ask, socket, uid
            self._data = bytearray()
            self._writes = True
        self._data.extend(part[: MOST - len(self._data)])
        self.busy = last

    def work(self, readers: "Readers") -> "list[tuple[int, bytes]]":
        """Do what was asked; the messages that answer it."""
        ask, socket, uid = self._question
        reader = readers.reader(socket)
        try:
            if reader is None:
                raise OSError("this hub has no such reader")
            answer = self._done(reader, uid)
        except TagGone as error:
            answers = [(FAILED, tell.failed(ask, "gone", str(error)))]
        except Forbidden as error:
            answers = [(FAILED, tell.failed(ask, "forbidden", str(error)))]
        except OSError as error:
            answers = [(FAILED, tell.failed(ask, "dead", str(error)))]
        else:
            answers = _parts(ask, answer)
        self.forget()
        return answers

    def _done(self, reader: "Reader", uid: bytes) -> bytes:
        """What was read, nothing where something was written."""
        if self._writes:
            reader.write_user_memory(uid, bytes(self._data))
            return b""
        return reader.read_user_memory(uid)


def _parts(ask: int, content: bytes) -> "list[tuple[int, bytes]]":
    answers = []
    for at in range(0, max(1, len(content)), MEMORY_PART):
        last = at + MEMORY_PART >= len(content)
        answers.append((MEMORY, tell.memory(ask, last, content[at : at + MEMORY_PART])))
    return answers
