"""One reader: when it scans, how it watches over its chip, and what it says.

It never sleeps between scans and has no thread: call `step` when the port's clock reaches `due_us`.
"""

from hardware.common.errors import TagGone
from hardware.common.events import (
    BACK,
    CAME,
    CROWD,
    DEAD,
    DOWN,
    FLAPS,
    LEFT,
    NOISE,
    NONE,
    REVIVALS,
    STARTING,
    TAG,
    WELL,
    Said,
    Scan,
)
from hardware.common.rc522 import ntag
from hardware.common.rc522.chip import Chip
from hardware.common.rc522.iso14443 import halt, scan, sole
from hardware.common.rc522.presence import GONE_SCANS, Presence

MYPY = False
if MYPY:
    from collections.abc import Callable
    from typing import TypeVar

    from hardware.common.rc522.port import Port

    T = TypeVar("T")

POLL_US = 70_000
"""Fourteen scans a second: with the 5 ms that a tag needs to come up, a scan and all that follows, what is laid down is
answered within 100 ms, which nobody notices."""
REST_US = 100_000
"""After a tag was read: it lies there, and there is less to miss."""
SOON_US = 20_000
"""After noise where nothing lies: a tag that is just being laid down."""
SOON_TIMES = 3
FULL_EVERY = 6
"""Every sixth scan of a tag at rest asks all that lie there; only that shows a second tag beside it."""
HEALTH_US = 1_000_000
FRESH_US = 60_000_000
"""So long after the last read or reset the chip is reset: a wedged receiver shows nothing but silence."""
DEAD_SCANS = 3
FIRST_PAUSE_US = 500_000
LONGEST_PAUSE_US = 8_000_000
STEADY_US = 10_000_000
"""A reader that was well for so long begins with the first pause again."""
FLAP_US = 2_000_000
TRIES = 3


class Reader:
    """A reader over one port.

    `state`: starting, well, or down, then `why` says why. `due_us`: when `step` wants to be called next, by the port's
    clock. `tally` counts since `since_us`: scans by outcome, `flaps` (a tag seen leaving and coming back within 2 s)
    and `revivals` (the chip needed a reset). `version` of the chip, 0 when it never answered. `present`: the UIDs that
    lie there.
    """

    __slots__ = (
        "_chip",
        "_dead",
        "_doubtful",
        "_health_us",
        "_held",
        "_left",
        "_left_us",
        "_noises",
        "_pause_us",
        "_port",
        "_presence",
        "_quiet_us",
        "_round",
        "_running",
        "_slow",
        "_well_us",
        "due_us",
        "since_us",
        "state",
        "tally",
        "why",
    )

    def __init__(
        self, port: "Port", seed_us: int = 0, gain_db: int = 33, presence: "Presence | None" = None
    ) -> None:
        """`seed_us` after now is the first scan: readers with different ones do not scan at the same time.

        `presence`: what lies there by the reader before this one; it still says so when one of them leaves.
        """
        now = port.now_us()
        self._port = port
        self._chip = Chip(port, gain_db)
        self._presence = presence or Presence()
        self._running = False
        self._doubtful = True
        self._held = b""
        self._slow = b""
        self._round = 0
        self._noises = 0
        self._dead = 0
        self._pause_us = 0
        self._health_us = now
        self._quiet_us = now
        self._well_us = now
        self._left = b""
        self._left_us = 0
        self.due_us = now + seed_us
        self.since_us = now
        self.state = STARTING
        self.why = ""
        self.tally = {TAG: 0, NONE: 0, NOISE: 0, CROWD: 0, DEAD: 0, FLAPS: 0, REVIVALS: 0}

    @property
    def version(self) -> int:
        return self._chip.version

    @property
    def present(self) -> tuple[bytes, ...]:
        return self._presence.present

    def step(self) -> list[Said]:
        """One scan, and what there is to say about it. Never raises for what a bus, a chip or a tag does."""
        now = self._port.now_us()
        self.due_us = now + POLL_US
        try:
            found = self._look(now)
        except OSError as error:
            found = Scan(DEAD, b"", str(error))
        self.tally[found.outcome] += 1
        now = self._port.now_us()
        said = self._failed(found.why, now) if found.outcome == DEAD else self._lives(now)
        said += self._presence.see(found, now)
        self._after(found.outcome, said, now)
        return said

    def _look(self, now: int) -> Scan:
        """A scan by a chip that is known to be well."""
        if not self._running or self._wants_reset(now):
            self._restart(now)
        elif now - self._health_us >= HEALTH_US:
            self._check(now)
        found = self._scan()
        if found.outcome == NONE and self._presence.present and self._check(now):
            found = self._scan()
        return found

    def _wants_reset(self, now: int) -> bool:
        """Before a tag is missed for good, so that no wedged chip says LEFT; and now and then while nothing is read."""
        if self._presence.present:
            return self._presence.nones == GONE_SCANS - 1
        return now - self._quiet_us >= FRESH_US

    def _restart(self, now: int) -> None:
        self._running = False
        self._doubtful = True
        self._held = b""
        self._chip.start()
        self._running = True
        self._health_us = now
        self._quiet_us = now

    def _check(self, now: int) -> bool:
        """Whether the chip had lost its registers and has them again."""
        self._health_us = now
        if not self._chip.health():
            return False
        self._restart(now)
        self.tally[REVIVALS] += 1
        return True

    def _scan(self) -> Scan:
        """Who is there. A tag at rest is asked in the cheapest way it understands, and now and then like a stranger."""
        present = self._presence.present
        alone = present[0] if len(present) == 1 and self._presence.trouble != CROWD else b""
        full = self._round % FULL_EVERY == 0
        self._round += 1
        if full:
            self._slow = b""
        held = self._held
        if held and held == alone:
            if sole(self._chip, held) if full else ntag.still(self._chip, held):
                return Scan(TAG, held)
            if not full:
                self._held = b""
                self._slow = held
                self._doubtful = True
        return self._search(b"" if full else alone, bool(present))

    def _search(self, known: bytes, present: bool) -> Scan:
        """Wake whoever is there. A tag that may be asked with `ntag.still` is left selected, any other put to rest."""
        self._release()
        twice = self._doubtful or present
        if self._doubtful:
            halt(self._chip)  # a tag that was left awake would miss the wake-up that another beside it hears
        self._doubtful = True
        found = scan(self._chip, known, twice)
        if found.outcome != TAG:
            self._doubtful = found.outcome != NONE
        elif found.uid != self._slow and ntag.may_be(found.uid):
            self._held = found.uid
            self._doubtful = False
        else:
            self._doubtful = not halt(self._chip)
        return found

    def _release(self) -> None:
        """Put a tag to rest that was left selected, so that it hears the next wake-up with all others."""
        if self._held:
            self._held = b""
            self._doubtful = not halt(self._chip)

    def _failed(self, why: str, now: int) -> list[Said]:
        """A dead scan: the next one begins with a reset. Three in a row, and the reader is down for a while."""
        self._running = False
        self._dead += 1
        if self._dead < DEAD_SCANS:
            return []
        self.why = why
        steady = self.state == WELL and now - self._well_us >= STEADY_US
        self._pause_us = (
            FIRST_PAUSE_US if steady or not self._pause_us else min(2 * self._pause_us, LONGEST_PAUSE_US)
        )
        self.due_us = now + self._pause_us
        if self.state == DOWN:
            return []
        self.state = DOWN
        return [Said(DOWN, b"", why)]

    def _lives(self, now: int) -> list[Said]:
        if self._dead:
            self._dead = 0
            self.tally[REVIVALS] += 1
        if self.state == WELL:
            return []
        said = [Said(BACK)] if self.state == DOWN else []
        self.state = WELL
        self.why = ""
        self._well_us = now
        return said

    def _after(self, outcome: str, said: list[Said], now: int) -> None:
        """When to look again, and what the tally learns."""
        if outcome == TAG:
            self._quiet_us = now
            self.due_us += REST_US - POLL_US
        self._noises = self._noises + 1 if outcome == NOISE else 0
        if 0 < self._noises <= SOON_TIMES and not self._presence.present:
            self.due_us = now + SOON_US
        for one in said:
            if one.kind == LEFT:
                self._left = one.uid
                self._left_us = now
            elif one.kind == CAME and one.uid == self._left and now - self._left_us <= FLAP_US:
                self.tally[FLAPS] += 1

    def read_user_memory(self, uid: bytes) -> bytes:
        """All user bytes of the tag with this UID.

        Raises TagGone when it is not the one tag there or went away, Forbidden for a type without such memory, OSError
        when the reader fails.
        """
        return self._with(uid, lambda chip: ntag.read_all(chip, ntag.memory(chip)))

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        """Write the beginning of the tag's user memory, each page read back. Raises as `read_user_memory` does."""
        self._with(uid, lambda chip: ntag.write_all(chip, ntag.memory(chip), data))

    def _with(self, uid: bytes, work: "Callable[[Chip], T]") -> "T":
        """Work with this tag selected, tried again from the start when the tag falters."""
        if not self._running:
            self._restart(self._port.now_us())
        gone = TagGone("this tag does not lie on the reader: lay it down, alone")
        self._release()
        for _ in range(TRIES):
            self._doubtful = True
            found = scan(self._chip, b"", True)
            if found.outcome != TAG or found.uid != uid:
                continue
            try:
                result = work(self._chip)
            except TagGone as error:
                gone = error
                continue
            self._doubtful = not halt(self._chip)
            return result
        raise gone
