"""Jobs with the tags of a hub, each in a thread of its own."""

from __future__ import annotations

from queue import Queue

from hardware.common.link import decoding
from hardware.common.link.messages import READ
from hardware.readers.driver import TagMemoryAccess
from hardware.readers.hub.session import TagMemoryPart
from hardware.readers.hub.tag_requests import TagRequests
from hardware.readers.supervised_reader import ReaderJob

UID = bytes.fromhex("04a1b2c3d4e5f6")


def test_every_question_of_a_job_is_sent_without_waiting_for_a_beat() -> None:
    woken = Queue[None]()
    questions = TagRequests("hub tiles", lambda: woken.put(None))

    def job(reader: TagMemoryAccess) -> bytes:
        return reader.read_user_memory(UID) + reader.read_user_memory(UID)

    asked = ReaderJob[TagMemoryAccess](job)
    questions.start_job(0, asked)
    for content in (b"one ", b"two"):
        woken.get(timeout=10)
        message = questions.next_message(0)
        assert message is not None, "there is something to be sent"
        assert message[0] == READ
        questions.on_answer(TagMemoryPart(decoding.decode_read_request(message[1])[0], True, content))
    assert asked.result.result(10) == b"one two"
