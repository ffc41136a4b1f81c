"""One open PN532: when it looks for tags, which events it reports, and the memory of a tag."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from hardware.clock import MonotonicClock
from hardware.common.errors import TagGone, TagMemoryForbidden
from hardware.common.events import (
    CHIP_DEAD,
    FOREIGN_CARD,
    NO_TAG,
    NOISE,
    ONE_TAG,
    READER_STARTING,
    READER_WELL,
    REVIVAL_COUNT,
    SEVERAL_TAGS,
    ReaderEvent,
    ScanResult,
)
from hardware.common.rc522 import ntag
from hardware.common.rc522.iso14443 import one_tag_result
from hardware.common.rc522.presence import PresenceFilter
from hardware.errors import HardwareMissingError
from hardware.readers.pn532.chip import ListedTag, LostAnswerError, Pn532Chip
from hardware.readers.pn532.wiring_schema import Pn532Wiring
from hardware.readers.serial_ports import SerialConnection

POLL_US = 60_000
"""Microseconds between the beginnings of two polls, sixteen a second: a tag is answered within 100 ms."""
SILENT_US = 500_000
"""Microseconds of silent polls in a row after which a tag has left: a PN532 says "no tag" also where a tag answers and
cannot be understood, so a weak one may be silent for a while."""
TRIES, EXPECTED_TRIES = 2, 7
"""How often a poll looks for a tag, and for one that lies there: of a weak one a try misses some of five answers."""
FULL_POLL_EVERY = 6
"""Every sixth poll of a resting sticker lists all tags; only that shows a second one beside it."""
DOWN_AFTER_LOST = 3
"""Polls in a row without an answer after which the reader is opened anew."""
MEMORY_TRIES = 3

T = TypeVar("T")


class Pn532Presence(PresenceFilter):
    """The tags on a PN532."""

    __slots__ = ()

    left_after_scans = SILENT_US // POLL_US + 2
    """Between so many polls lie more than SILENT_US. A lost poll is none of them and restarts the count."""


class Pn532Reader:
    """A PN532 over an open line, which it closes with itself.

    `presence` outlives it: it knows the tags that lay there when the reader before this one was lost. See
    hardware.readers.driver.Reader and TagMemoryAccess for the rest.
    """

    def __init__(
        self, wiring: Pn532Wiring, line: SerialConnection, clock: MonotonicClock, presence: PresenceFilter
    ) -> None:
        self._wiring, self._line, self._clock, self._presence = wiring, line, clock, presence
        self._chip = Pn532Chip(line, clock)
        self._is_set_up = False
        self._lost = 0
        self._polls = 0
        self.due_us = clock.now_us()
        self.state = READER_STARTING
        self.tally = dict.fromkeys((ONE_TAG, NO_TAG, NOISE, SEVERAL_TAGS, CHIP_DEAD, REVIVAL_COUNT), 0)

    @property
    def version(self) -> int:
        """The version of its chip's firmware, 0x16 for 1.6; 0 before it answered."""
        return self._chip.version

    def step(self) -> list[ReaderEvent]:
        """Poll once. Raises HardwareMissingError when the port is gone, or three polls were not answered."""
        self.due_us = self._clock.now_us() + POLL_US
        try:
            found = self._scan()
            self._lost = 0
            self.state = READER_WELL
        except LostAnswerError as lost:
            self._lost += 1
            if self._lost >= DOWN_AFTER_LOST:
                raise self._unanswered(lost) from lost
            found = ScanResult(CHIP_DEAD, b"", str(lost))
        self.tally[ONE_TAG if found.outcome == FOREIGN_CARD else found.outcome] += 1
        return self._presence.add_scan(found, self._clock.now_us())

    def _scan(self) -> ScanResult:
        """Poll: a sticker that rests there alone is asked for its first pages, which is quicker than to list it."""
        self._polls += 1
        present = self._presence.present_uids
        if (
            len(present) == 1
            and self._is_set_up
            and self._polls % FULL_POLL_EVERY
            and ntag.may_be_ntag(present[0])
        ):
            with suppress(TagGone, TagMemoryForbidden):
                pages = self._ask_chip(lambda chip: ntag.read_four_pages(chip, 0))
                if pages[:3] + pages[4:8] == present[0]:
                    return ScanResult(ONE_TAG, present[0])
        return _scan_result(self._list_tags())

    def close(self) -> None:
        """Close the line."""
        self._line.close()

    def read_user_memory(self, uid: bytes) -> bytes:
        """All user bytes of the tag with this UID.

        Raises TagGone when it is not the only tag there or was removed, TagMemoryForbidden for a type without
        such memory, HardwareMissingError when the reader does not answer.
        """
        return self._with(uid, lambda chip: ntag.read_user_memory(chip, ntag.find_user_memory_range(chip)))

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        """Write the beginning of the tag's user memory and verify each page.

        Raises as `read_user_memory` does.
        """
        self._with(uid, lambda chip: ntag.write_user_memory(chip, ntag.find_user_memory_range(chip), data))

    def _with(self, uid: bytes, work: Callable[[Pn532Chip], T]) -> T:
        """Work with this tag selected, tried again from the start when tag or line falter.

        A refusal is tried again, too: the chip does not tell one from a spoilt command.
        """
        failure: OSError | ValueError = TagGone("this tag does not lie on the reader: lay it down, alone")
        for _ in range(MEMORY_TRIES):
            try:
                if [tag.uid for tag in self._list_tags()] == [uid]:
                    self._chip.select_tag()
                    return work(self._chip)
            except LostAnswerError as lost:
                self._is_set_up = False
                failure = self._unanswered(lost)
            except (TagGone, TagMemoryForbidden) as error:
                failure = error
        raise failure

    def _list_tags(self) -> list[ListedTag]:
        """The tags that lie there. One UID told twice is one tag. Raises as `_ask_chip` does."""
        tries = EXPECTED_TRIES if self._presence.present_uids else TRIES
        return list({tag.uid: tag for tag in self._ask_chip(lambda chip: chip.list_tags(tries))}.values())

    def _ask_chip(self, ask: Callable[[Pn532Chip], T]) -> T:
        """What a chip that is set up answers.

        Raises LostAnswerError; then the chip is set up anew by the next call. Raises HardwareMissingError when the
        port is gone, or has another chip, and what `ask` raises of a tag.
        """
        try:
            if not self._is_set_up:
                was_set_up = bool(self._chip.version)
                self._chip.set_up()
                self._is_set_up = True
                self.tally[REVIVAL_COUNT] += was_set_up
            return ask(self._chip)
        except LostAnswerError:
            self._is_set_up = False
            raise
        except HardwareMissingError as other:
            raise HardwareMissingError(f"{self._where} is no use: {other}; {_OTHER_PORT}") from other
        except TagGone:
            raise
        except OSError as gone:
            raise HardwareMissingError(
                f"{self._where} has gone ({gone.strerror or gone}): plug it in again, it goes on by itself"
            ) from gone

    @property
    def _where(self) -> str:
        return f"reader {self._wiring.name} on {self._wiring.port}"

    def _unanswered(self, lost: LostAnswerError) -> HardwareMissingError:
        """The error of a reader that does not answer, or never has."""
        if self._chip.version:
            advice = (
                "take its plug out and put it in again, and if that does not help try another cable or socket"
            )
        else:
            advice = f"{_OTHER_PORT}; if it is the right one, set the switches of its board to HSU (UART)"
        return HardwareMissingError(f"{self._where} does not answer as a PN532 ({lost}): {advice}")


_OTHER_PORT = "write in wiring.toml the port that ls /dev/serial/by-id shows for it"


def _scan_result(tags: list[ListedTag]) -> ScanResult:
    """The outcome of a poll. NOISE is none: the chip tells a tag that it cannot understand as no tag."""
    if not tags:
        return ScanResult(NO_TAG)
    if len(tags) > 1:
        return ScanResult(SEVERAL_TAGS)
    (tag,) = tags
    return one_tag_result(tag.uid, tag.sak)
