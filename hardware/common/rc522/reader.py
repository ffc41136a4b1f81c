"""One reader: when it scans, how it checks its chip, and which events it reports.

It never sleeps between scans and has no thread: call `step` when the port's clock reaches `due_us`.
"""

from hardware.common.errors import TagGone
from hardware.common.events import (
    CHIP_DEAD,
    FLAP_COUNT,
    FOREIGN_CARD,
    NO_TAG,
    NOISE,
    ONE_TAG,
    READER_BACK,
    READER_DOWN,
    READER_STARTING,
    READER_WELL,
    REVIVAL_COUNT,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    WEAK_TAG,
    ReaderEvent,
    ScanResult,
)
from hardware.common.rc522 import ntag
from hardware.common.rc522.chip import Rc522Chip
from hardware.common.rc522.iso14443 import EXPECTED_WAKE_UPS, halt_tag, is_only_tag, scan_field
from hardware.common.rc522.presence import LEFT_AFTER_SCANS, PresenceFilter

MYPY = False
if MYPY:
    from collections.abc import Callable
    from typing import TypeVar

    from hardware.common.rc522.register_port import RegisterPort

    T = TypeVar("T")

POLL_US = 70_000
"""Microseconds between scans, fourteen a second: with the 5 ms that a tag needs to start, and the scan
itself, a tag is answered within 100 ms, which nobody notices."""
RESTING_POLL_US = 100_000
"""Microseconds after a tag was read: it rests there, and there is less to miss."""
NOISE_POLL_US = 20_000
"""Microseconds after noise without a tag: a tag is probably just being laid down."""
MAX_NOISE_POLLS = 3
FULL_SCAN_EVERY = 6
"""Every sixth scan of a resting tag addresses all tags; only that reveals a second one beside it."""
ENOUGH_QUESTIONS = 20
"""So often a tag that has just come is asked for its UID; it is a WEAK_TAG when it gives fewer than ENOUGH_ANSWERS."""
ENOUGH_ANSWERS = 10
QUESTIONS_AT_ONCE = 5
COUNTING_POLL_US = 40_000
"""Microseconds between those scans: whoever gives a sticker to a piece takes it away soon."""
HEALTH_CHECK_US = 1_000_000
IDLE_RESET_US = 2_500_000
"""Microseconds without a read or reset after which the chip is reset: a wedged receiver shows only silence, and
whoever lays a card on it waits no longer than that."""
DOWN_AFTER_SCANS = 3
FIRST_RETRY_US = 500_000
LONGEST_RETRY_US = 8_000_000
STEADY_AFTER_US = 10_000_000
"""Microseconds after which a reader that worked begins with the first pause again."""
FLAP_WINDOW_US = 2_000_000
MEMORY_TRIES = 5


class Rc522Reader:
    """A reader over one port.

    `state`: starting, well, or down, then `why` is the reason. `due_us`: the time of the next `step`, by the
    port's clock. `tally` counts since `since_us`: scans by outcome, `flaps` (a tag left and came back within
    2 s) and `revivals` (the chip needed a reset). `version` of the chip, 0 when it never answered.
    `present_uids`: the UIDs that rest there.
    """

    __slots__ = (
        "_answered",
        "_asked",
        "_chip",
        "_dead",
        "_doubtful",
        "_health_us",
        "_left",
        "_left_us",
        "_noises",
        "_pause_us",
        "_port",
        "_presence",
        "_quiet_us",
        "_round",
        "_running",
        "_selected_uid",
        "_slow_uid",
        "_well_us",
        "due_us",
        "since_us",
        "state",
        "tally",
        "why",
    )

    def __init__(
        self,
        port: "RegisterPort",
        seed_us: int = 0,
        gain_db: int = 33,
        presence: "PresenceFilter | None" = None,
    ) -> None:
        """Scan `seed_us` from now for the first time, so that readers do not scan at the same time.

        `presence`: the filter of the reader before this one; it reports its tags' removal.
        """
        now = port.now_us()
        self._port = port
        self._chip = Rc522Chip(port, gain_db)
        self._presence = presence or PresenceFilter()
        self._running = False
        self._doubtful = True
        self._selected_uid = b""
        self._slow_uid = b""
        self._round = 0
        self._noises = 0
        self._dead = 0
        self._pause_us = 0
        self._health_us = now
        self._quiet_us = now
        self._well_us = now
        self._left = b""
        self._left_us = 0
        self._asked = -1
        self._answered = 0
        self.due_us = now + seed_us
        self.since_us = now
        self.state = READER_STARTING
        self.why = ""
        self.tally = {
            ONE_TAG: 0,
            NO_TAG: 0,
            NOISE: 0,
            SEVERAL_TAGS: 0,
            CHIP_DEAD: 0,
            FLAP_COUNT: 0,
            REVIVAL_COUNT: 0,
        }

    @property
    def version(self) -> int:
        return self._chip.version

    @property
    def present_uids(self) -> tuple[bytes, ...]:
        return self._presence.present_uids

    def step(self) -> list[ReaderEvent]:
        """Scan once and return the events. Never raises for what a bus, a chip or a tag does."""
        now = self._port.now_us()
        self.due_us = now + POLL_US
        try:
            found = self._scan_checked(now)
        except OSError as error:
            found = ScanResult(CHIP_DEAD, b"", str(error))
        self.tally[ONE_TAG if found.outcome == FOREIGN_CARD else found.outcome] += 1
        now = self._port.now_us()
        events = self._failed(found.why, now) if found.outcome == CHIP_DEAD else self._lives(now)
        events += self._presence.add_scan(found, now)
        self._after(found.outcome, events, now)
        return events

    def _scan_checked(self, now: int) -> ScanResult:
        """Scan with a chip that is checked first."""
        if not self._running or self._wants_reset(now):
            self._restart(now)
        elif now - self._health_us >= HEALTH_CHECK_US:
            self._check(now)
        found = self._scan()
        if found.outcome == NO_TAG and self._presence.present_uids and self._check(now):
            found = self._scan()
        return found

    def _wants_reset(self, now: int) -> bool:
        """Whether to reset: before a tag counts as left, as the chip may be wedged; at times without tags."""
        if self._presence.present_uids:
            return self._presence.empty_scans == LEFT_AFTER_SCANS - 1
        return now - self._quiet_us >= IDLE_RESET_US

    def _restart(self, now: int) -> None:
        self._running = False
        self._doubtful = True
        self._selected_uid = b""
        self._chip.start()
        self._doubtful = False  # without a carrier for a while, every tag started anew
        self._running = True
        self._health_us = now
        self._quiet_us = now

    def _check(self, now: int) -> bool:
        """Check the registers; whether the chip had lost them and was restarted."""
        self._health_us = now
        if not self._chip.find_fault():
            return False
        self._restart(now)
        self.tally[REVIVAL_COUNT] += 1
        return True

    def _scan(self) -> ScanResult:
        """Scan.

        A resting tag is checked in the cheapest way that it understands, and at times like an unknown one.
        """
        present = self._presence.present_uids
        alone = present[0] if len(present) == 1 and self._presence.trouble != SEVERAL_TAGS else b""
        full = self._round % FULL_SCAN_EVERY == 0
        self._round += 1
        if full:
            self._slow_uid = b""
        held = self._selected_uid
        if held and held == alone:
            if is_only_tag(self._chip, held) if full else self._is_still_present(held):
                return ScanResult(ONE_TAG, held)
            if not full:
                self._selected_uid = b""
                self._slow_uid = held if self._asked < 0 else b""
                self._doubtful = True
        return self._search(b"" if full else alone, bool(present))

    def _is_still_present(self, held: bytes) -> bool:
        """Ask the selected tag for its UID, several times while its answers are counted.

        It stays selected in silence, too.
        """
        if self._asked < 0:
            return ntag.is_still_present(self._chip, held)
        before = self._answered
        for _ in range(min(QUESTIONS_AT_ONCE, ENOUGH_QUESTIONS - self._asked)):
            self._asked += 1
            self._answered += ntag.is_still_present(self._chip, held)
        return self._answered > before

    def _search(self, known: bytes, present: bool) -> ScanResult:
        """Wake all tags. A tag for which `ntag.is_still_present` may work is left selected, any other halted."""
        self._release()
        wake_ups = EXPECTED_WAKE_UPS if self._doubtful or present else 1
        if self._doubtful:
            # a tag that was left awake would miss the wake-up that another one beside it receives
            halt_tag(self._chip)
        self._doubtful = True
        found = scan_field(self._chip, known, wake_ups)
        if found.outcome != ONE_TAG:
            self._doubtful = found.outcome != NO_TAG
        elif found.uid != self._slow_uid and ntag.may_be_ntag(found.uid):
            self._selected_uid = found.uid
            self._doubtful = False
        else:
            self._doubtful = not halt_tag(self._chip)
        return found

    def _release(self) -> None:
        """Halt a selected tag, so that it receives the next wake-up with all others."""
        if self._selected_uid:
            self._selected_uid = b""
            self._doubtful = not halt_tag(self._chip)

    def _failed(self, why: str, now: int) -> list[ReaderEvent]:
        """Handle a dead scan: the next one begins with a reset.

        After three in a row the reader is down for a while.
        """
        self._running = False
        self._dead += 1
        if self._dead < DOWN_AFTER_SCANS:
            return []
        self.why = why
        steady = self.state == READER_WELL and now - self._well_us >= STEADY_AFTER_US
        self._pause_us = (
            FIRST_RETRY_US if steady or not self._pause_us else min(2 * self._pause_us, LONGEST_RETRY_US)
        )
        self.due_us = now + self._pause_us
        if self.state == READER_DOWN:
            return []
        self.state = READER_DOWN
        return [ReaderEvent(READER_DOWN, b"", why)]

    def _lives(self, now: int) -> list[ReaderEvent]:
        if self._dead:
            self._dead = 0
            self.tally[REVIVAL_COUNT] += 1
        if self.state == READER_WELL:
            return []
        events = [ReaderEvent(READER_BACK)] if self.state == READER_DOWN else []
        self.state = READER_WELL
        self.why = ""
        self._well_us = now
        return events

    def _after(self, outcome: str, events: list[ReaderEvent], now: int) -> None:
        """Set the time of the next scan, and count tags that flap."""
        if outcome in (ONE_TAG, FOREIGN_CARD):
            self._quiet_us = now
            self.due_us += RESTING_POLL_US - POLL_US
        self._noises = self._noises + 1 if outcome == NOISE else 0
        if 0 < self._noises <= MAX_NOISE_POLLS and not self._presence.present_uids:
            self.due_us = now + NOISE_POLL_US
        for event in events:
            if event.kind == TAG_LEFT:
                self._left = event.uid
                self._left_us = now
            elif event.kind == TAG_CAME and event.uid == self._left and now - self._left_us <= FLAP_WINDOW_US:
                self.tally[FLAP_COUNT] += 1
            if event.kind == TAG_CAME:
                self._asked = self._answered = 0
        if self._asked >= 0 and outcome == ONE_TAG and self._selected_uid:
            self._count_answers(events, now)

    def _count_answers(self, events: list[ReaderEvent], now: int) -> None:
        """Tell a tag of whose answers too few came, once it was seen again: else it may have left.

        One that never answers is of a type that does not understand the question.
        """
        self.due_us = now + COUNTING_POLL_US
        if self._asked < ENOUGH_QUESTIONS and self._answered < ENOUGH_ANSWERS:
            return
        if 0 < self._answered < ENOUGH_ANSWERS:
            events.append(ReaderEvent(WEAK_TAG, self._selected_uid, f"{self._answered}/{self._asked}"))
        self._asked = -1

    def read_user_memory(self, uid: bytes) -> bytes:
        """All user bytes of the tag with this UID.

        Raises TagGone when it is not the only tag there or was removed, TagMemoryForbidden for a type without
        such memory, OSError when the reader fails.
        """
        return self._with(uid, lambda chip: ntag.read_user_memory(chip, ntag.find_user_memory_range(chip)))

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        """Write the beginning of the tag's user memory and verify each page.

        Raises as `read_user_memory` does.
        """
        self._with(uid, lambda chip: ntag.write_user_memory(chip, ntag.find_user_memory_range(chip), data))

    def _with(self, uid: bytes, work: "Callable[[Rc522Chip], T]") -> "T":
        """Work with this tag selected, tried again from the start when the tag falters."""
        if not self._running:
            self._restart(self._port.now_us())
        gone = TagGone("this tag does not lie on the reader: lay it down, alone")
        self._release()
        for _ in range(MEMORY_TRIES):
            self._doubtful = True
            found = scan_field(self._chip, b"", EXPECTED_WAKE_UPS)
            if found.outcome != ONE_TAG or found.uid != uid:
                continue
            try:
                result = work(self._chip)
            except TagGone as error:
                gone = error
                continue
            self._doubtful = not halt_tag(self._chip)
            return result
        raise gone
