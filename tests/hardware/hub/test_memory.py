"""Jobs with the tags of a hub, each in a thread of its own."""

from __future__ import annotations

from queue import Queue

from hardware.common.link import read
from hardware.common.link.words import READ
from hardware.readers.driver import Memory
from hardware.readers.hub.memory import Questions
from hardware.readers.hub.talk import Part
from hardware.readers.ward import Job

UID = bytes.fromhex("04a1b2c3d4e5f6")


def test_every_question_of_a_job_is_sent_without_waiting_for_a_beat() -> None:
    woken = Queue[None]()
    questions = Questions("hub tiles", lambda: woken.put(None))

    def job(reader: Memory) -> bytes:
        return reader.read_user_memory(UID) + reader.read_user_memory(UID)

    asked = Job[Memory](job)
    questions.start(0, asked)
    for content in (b"one ", b"two"):
        woken.get(timeout=10)
        message = questions.next(0)
        assert message is not None, "there is something to be sent"
        assert message[0] == READ
        questions.hear(Part(read.ask_memory(message[1])[0], True, content))
    assert asked.result.result(10) == b"one two"
