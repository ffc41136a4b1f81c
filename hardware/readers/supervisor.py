"""All readers of a kind under supervision, each in a thread of its own, so that a dead one is in nobody's way."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Generic, TypeVar

from hardware.clock import Clock
from hardware.common.errors import Forbidden
from hardware.common.events import CAME, Said
from hardware.heard import Heard, ReaderSaid
from hardware.readers.driver import Away, Memory, State
from hardware.readers.ward import Job, R, Ward

if TYPE_CHECKING:
    from hardware.lights import Show

log = logging.getLogger(__name__)

ROUND_US = 80_000
"""The readers' starts are spread over so long, so that those on one bus do not poll in step."""
PATIENCE_S = 2.0
"""How long `stop` waits in all for threads that are in the middle of a frame."""
ENDED = "the readers are being closed"

T = TypeVar("T")


class Supervisor(Generic[R]):
    """Opens every reader with its opener and steps it. `tell(name, said)` is called in that reader's thread.

    What fails in a reader, or in `tell`, ends neither: it is told once (DOWN, and BACK when it is over) and the reader
    opened again after half a second, at most eight. An opener that is called again closes what it opened before.
    """

    def __init__(
        self, openers: Mapping[str, Callable[[], R]], tell: Callable[[str, Said], None], clock: Clock
    ) -> None:
        self._clock = clock
        now = clock.now_us()
        self._wards = {
            name: Ward(name, opener, tell, clock, now + ROUND_US * number // len(openers))
            for number, (name, opener) in enumerate(openers.items())
        }
        self._bells = {name: threading.Event() for name in openers}
        self._threads: list[threading.Thread] = []
        self._ended = False

    def start(self) -> None:
        """Begin, once, with a thread for each reader. The clock must be a real one."""
        self._threads = [
            threading.Thread(target=self._watch, args=(name,), name=f"reader {name}", daemon=True)
            for name in self._wards
        ]
        for thread in self._threads:
            thread.start()

    def turn(self) -> int:
        """In place of `start`, without threads: every reader that is due now has one turn. Gives the time, in
        microseconds of the clock, when the next one is due."""
        now = self._clock.now_us()
        for ward in sorted(self._wards.values(), key=lambda ward: ward.due_us):
            if ward.due_us <= now:
                ward.turn()
        return min((ward.due_us for ward in self._wards.values()), default=now + ROUND_US)

    def states(self) -> tuple[State, ...]:
        """How every reader is, in the order of the openers."""
        return tuple(ward.show() for ward in self._wards.values())

    def ask(self, name: str, job: Callable[[R], T]) -> Future[T]:
        """Have `job(reader)` done between two steps of that reader, in its thread; what it raises is the future's.

        HardwareError through the future when the reader is not open. Raises KeyError for a name that no reader has.
        """
        ward, asked = self._wards[name], Job(job)
        ward.ask(asked)
        self._bells[name].set()
        if self._ended:
            ward.refuse(ENDED)
        return asked.result

    def stop(self) -> None:
        """End all threads soon; what has been asked for and not been done is refused."""
        self._ended = True
        for bell in self._bells.values():
            bell.set()
        deadline = time.monotonic() + PATIENCE_S
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
            if thread.is_alive():
                log.warning("the thread of %s hangs in a frame", thread.name)
        for ward in self._wards.values():
            ward.refuse(ENDED)
            ward.close()

    def fresh(self, name: str) -> bool:
        """Within `tell`: whether that reader only began to look with this step, or could look again."""
        return self._wards[name].fresh

    def _watch(self, name: str) -> None:
        ward, bell = self._wards[name], self._bells[name]
        while not self._ended:
            ward.turn()
            bell.wait((ward.due_us - self._clock.now_us()) / 1_000_000)
            bell.clear()


class Supervised(Generic[R]):
    """The `Readers` of a kind whose readers are each a device of their own. `called`: the kind, in a sentence."""

    def __init__(
        self,
        openers: Mapping[str, Callable[[], R]],
        hear: Callable[[Heard], None],
        clock: Clock,
        called: str = "this kind of reader",
    ) -> None:
        self._hear, self._called = hear, called
        self._readers = Supervisor(openers, self._said, clock)
        self.start, self.turn, self.stop = self._readers.start, self._readers.turn, self._readers.stop
        self.states = self._readers.states

    def _said(self, name: str, said: Said) -> None:
        """What came with the first scan of its reader, or the first after it was down, lay there before."""
        self._hear(ReaderSaid(name, said, said.kind == CAME and self._readers.fresh(name)))

    def troubles(self) -> tuple[str, ...]:
        """See Readers: readers apart there is nothing."""
        return ()

    def away(self) -> tuple[Away, ...]:
        """See Readers: there are no boards."""
        return ()

    def light(self, reader: str, shows: Show) -> None:
        """See Readers: lights are on the Pi's pins."""

    def ask(self, name: str, job: Callable[[Memory], T]) -> Future[T]:
        """See Readers."""

        def asked(reader: object) -> T:
            if not isinstance(reader, Memory):
                raise Forbidden(
                    f"reader {name} tells which tag lies there; {self._called} neither reads nor writes it"
                )
            return job(reader)

        return self._readers.ask(name, asked)
