"""Requests about tags' memories: assembled from their parts, done one at a time, answered in parts."""

from hardware.common.errors import TagGone, TagMemoryForbidden
from hardware.common.link import decoding, encoding
from hardware.common.link.messages import FAILED, MEMORY, MEMORY_PART_BYTES, READ

MYPY = False
if MYPY:
    from firmware.readers import AttachedReaders
    from hardware.common.rc522.reader import Rc522Reader

MAX_WRITE_BYTES = 1024
"""Bytes to be written that are kept at most: more than any tag has, so that the driver refuses longer data.
"""


class TagRequestHandler:
    """The current request. `is_busy`: it is complete and not answered yet."""

    __slots__ = ("_data", "_request", "_writes", "is_busy")

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Drop the request: no host waits for its answer."""
        self._request = (0, 0, b"")
        self._data = bytearray()
        self._writes = False
        self.is_busy = False

    def receive(self, kind: int, body: bytes) -> None:
        """Handle a READ, or a part of a WRITE. Raises ValueError where it cannot be decoded."""
        if kind == READ:
            self._request = decoding.decode_read_request(body)
            self._writes = False
            self.is_busy = True
            return
        ask, socket, uid, last, part = decoding.decode_write_request(body)
        if not self._writes or self._request != (ask, socket, uid):
            self._request = ask, socket, uid
            self._data = bytearray()
            self._writes = True
        self._data.extend(part[: MAX_WRITE_BYTES - len(self._data)])
        self.is_busy = last

    def answer(self, readers: "AttachedReaders") -> "list[tuple[int, bytes]]":
        """Carry out the request and return the messages that answer it; an OSError becomes a failure message."""
        ask, socket, uid = self._request
        reader = readers.reader_at(socket)
        try:
            if reader is None:
                raise OSError("this hub has no such reader")
            answer = self._done(reader, uid)
        except TagGone as error:
            answers = [(FAILED, encoding.encode_tag_memory_failure(ask, "gone", str(error)))]
        except TagMemoryForbidden as error:
            answers = [(FAILED, encoding.encode_tag_memory_failure(ask, "forbidden", str(error)))]
        except OSError as error:
            answers = [(FAILED, encoding.encode_tag_memory_failure(ask, "dead", str(error)))]
        else:
            answers = _parts(ask, answer)
        self.clear()
        return answers

    def _done(self, reader: "Rc522Reader", uid: bytes) -> bytes:
        """The bytes that were read, none after a write."""
        if self._writes:
            reader.write_user_memory(uid, bytes(self._data))
            return b""
        return reader.read_user_memory(uid)


def _parts(ask: int, content: bytes) -> "list[tuple[int, bytes]]":
    answers = []
    for at in range(0, max(1, len(content)), MEMORY_PART_BYTES):
        last = at + MEMORY_PART_BYTES >= len(content)
        answers.append(
            (MEMORY, encoding.encode_tag_memory_part(ask, last, content[at : at + MEMORY_PART_BYTES]))
        )
    return answers
