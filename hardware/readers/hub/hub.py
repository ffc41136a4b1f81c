"""One planned hub, kept for as long as the program runs: found, set up, listened to, lost and found again."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from msgspec import Struct

from hardware.clock import Clock
from hardware.common.link.channel import SILENT_US
from hardware.common.link.words import BOARDS, CAUSES, PRESSES, SETTINGS, Beat, SocketState, Welcome
from hardware.heard import Heard, Pressed, Trouble, stuck
from hardware.lights import Show
from hardware.readers.driver import Memory, State
from hardware.readers.hub.line import Line
from hardware.readers.hub.memory import Questions
from hardware.readers.hub.offer import Offer
from hardware.readers.hub.plan import HubWiring
from hardware.readers.hub.seek import GRACE_US
from hardware.readers.hub.sockets import Sockets
from hardware.readers.hub.talk import ButtonSaid, Complaint, Failure, Met, Part, SocketSaid, Stored, Talk
from hardware.readers.hub.talk import Heard as Said
from hardware.readers.ward import Job

log = logging.getLogger(__name__)

ANSWER_US = 2_000_000
"""Whoever has not answered HELLO for so long is no hub."""
PAUSE_US = 500_000
"""After an error of the program."""
POLL_US = 2_000
"""Without a thread, an open line is looked at so often."""
FULL_US = 10_000
"""A line that takes no more bytes is tried again after so long."""
BUSY_US = 5_000_000
"""A hub that writes on a tag says nothing meanwhile: all 888 bytes of the largest take it two seconds."""
READS = 16
"""Times a line is read in one turn: rubbish without end must not keep a hub from being told anything."""
PATIENCE_S = 2.0
"""How long `stop` waits for the thread."""
LAST_WORDS = re.compile(r"([\w' ]*(?:: \w+)?).*?(, File \"[\w./]+\", line \d+(?:, in [\w<>]+)?)?", re.DOTALL)
"""The kind of error that a hub's program ended with; what it said, which may be a tag's number; and where that was."""

T = TypeVar("T")


class About(Struct, frozen=True):
    """A hub as the doctor shows it. `path`: where it is, "" while it is away; `program`: its version, and whether it is
    `old`; `settings`: "" while nothing is known, then "kept", "sent" or "refused"; `cause`: why it started, with
    `ended`, why its program before did; `free`: bytes of memory; `rubbish`: how often something else than a frame came
    on this line; `why` it does not work, in a sentence."""

    name: str
    path: str = ""
    program: str = ""
    old: bool = False
    board: str = ""
    settings: str = ""
    cause: str = ""
    ended: str = ""
    uptime_s: int = 0
    free: int = 0
    rubbish: int = 0
    why: str = ""


class Hub:
    """`tell` gets what is heard, in the hub's thread; `draw` gives a number below its argument, by chance; `program`
    is the version that a hub should have, "" when that does not matter."""

    def __init__(
        self,
        wiring: HubWiring,
        line: Line,
        tell: Callable[[Heard], None],
        clock: Clock,
        draw: Callable[[int], int],
        program: str = "",
    ) -> None:
        self._wiring, self._line, self._listener, self._clock = wiring, line, tell, clock
        self._program = program
        self._called = f"hub {wiring.name}"
        now = clock.now_us()
        self._talk = Talk(draw)
        self._offer = Offer(wiring)
        self._sockets = Sockets(wiring, self._tell, now)
        self._questions = Questions(self._called, line.wake)
        self._met: Welcome | None = None
        self._met_us = now
        self._served_us = now
        self._away_us: int | None = now
        self._error = ""
        self._trouble = ""
        self._stuck: list[str] = []
        self._ended = ""
        self._free = 0
        self._thread: threading.Thread | None = None
        self._ending = False

    # -- from any thread

    def light(self, reader: str, shows: Show) -> None:
        """What the light of one of its readers shows from now on."""
        self._sockets.light(reader, shows)
        self._line.wake()

    def ask(self, reader: str, job: Callable[[Memory], T]) -> Future[T]:
        """Have a job done with a reader's tags, in a thread of its own; HardwareError through the future when the hub
        is not there."""
        asked: Job[Memory] = Job(job)
        if self._missed:
            asked.refuse(self._trouble)
        else:
            self._questions.start(self._sockets.place(reader), asked)
        return asked.result

    def states(self) -> tuple[State, ...]:
        """How its readers are, in the order of the plan."""
        return self._sockets.states()

    def troubles(self) -> tuple[str, ...]:
        """What does not work now, a sentence each."""
        return *filter(None, [self._trouble]), *self._stuck

    def about(self) -> About:
        """The hub itself."""
        met, at, name = self._met, self._line.at, self._wiring.name
        if met is None or at is None:
            return About(name, ended=self._ended, why=self._trouble)
        return About(
            name=name,
            path=at.path,
            program=met.program,
            old=self._is_old(met),
            board=BOARDS[met.board],
            settings=self._offer.state,
            cause=CAUSES[met.cause],
            ended=self._ended,
            uptime_s=met.uptime_s + (self._clock.now_us() - self._met_us) // 1_000_000,
            free=self._free,
            rubbish=self._talk.rubbish,
            why=self._trouble if self._away_us is not None else "",
        )

    # -- a thread of its own, or none

    def start(self) -> None:
        """Begin, once. The clock must be a real one."""
        self._thread = threading.Thread(target=self._run, name=self._called, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End; its lights go dark."""
        self._ending = True
        self._line.wake()
        if self._thread is not None:
            self._thread.join(PATIENCE_S)
        self._questions.refuse(f"{self._called} is being closed")
        self._sockets.darken()
        try:
            self._speak(self._clock.now_us())
        except OSError:
            log.info("%s went away while it was closed", self._called)
        self._line.close()

    def _run(self) -> None:
        while not self._ending:
            due_us = self.turn()
            self._line.wait(max(0, due_us - self._clock.now_us()) / 1_000_000)

    def turn(self) -> int:
        """Do what is due; when to be called next, unless it is woken or bytes come. Never raises."""
        now, failed = self._clock.now_us(), False
        for step in (self._converse, self._sockets.settle, self._miss):
            try:
                step(now)
            except (
                Exception
            ) as error:  # the last net: what no one foresaw costs this hub a pause, nobody else anything
                failed = True
                log.exception("the hub is started anew")
                why = f"{self._called} stopped on an error of the program ({type(error).__name__}); it is started anew"
                self._lose(why, now)
        return now + PAUSE_US if failed else self._due_us(now)

    def _due_us(self, now_us: int) -> int:
        dues = [self._sockets.due_us]
        if self._away_us is not None and now_us < self._away_us + GRACE_US:
            dues.append(self._away_us + GRACE_US)
        if self._line.at is None:
            dues.append(self._line.seek.due_us)
        else:
            dues.append(self._questions.due_us)
            dues.append(self._talk.due_us(now_us) if self._line.idle else now_us + FULL_US)
            if self._talk.asking:
                dues.append(self._talk.asked_us + ANSWER_US)
            if self._thread is None:
                dues.append(now_us + POLL_US)
        return min(due for due in dues if due is not None)

    # -- the line

    def _converse(self, now_us: int) -> None:
        """Find it, hear it, speak to it."""
        if self._line.at is None:
            if not self._line.find(now_us):
                return
            self._talk.opened(now_us)
        try:
            self._listen(now_us)
            self._speak(now_us)
        except OSError:
            self._lose("", now_us)

    def _listen(self, now_us: int) -> None:
        """All that has come, and whether anything did for long."""
        for _ in range(READS):
            data = self._line.read()
            if not data:
                break
            for heard in self._talk.feed(data, now_us):
                self._hear(heard, now_us)
        if self._away_us is None and not self._talk.met:
            self._leave(now_us)  # the hub has forgotten the session
        self._talk.patience_us = SILENT_US if self._questions.due_us is None else BUSY_US
        if self._talk.silent(now_us):
            self._lose("", now_us)
        elif self._talk.asking and now_us - self._talk.asked_us >= ANSWER_US:
            self._talk.closed()
            self._line.silent(now_us)

    def _speak(self, now_us: int) -> None:
        """All that can be said now; what a line does not take at once waits."""
        if self._line.at is None:
            return
        if self._thread is None:
            self._questions.still()
        self._questions.watch(now_us)
        while self._away_us is None and self._talk.room:
            message = self._sockets.next_light() or self._questions.next(now_us)
            if message is None:
                break
            self._talk.put(*message)
        self._line.write(self._talk.give(now_us) if self._line.idle else b"")

    def _lose(self, error: str, now_us: int) -> None:
        """The line does not work any more."""
        if self._away_us is None:
            self._leave(now_us)
        self._error = error
        self._met = None
        self._talk.closed()
        self._line.lose(now_us)

    # -- the session

    @property
    def _missed(self) -> bool:
        """Whether the hub is away, and that was told."""
        return self._away_us is not None and self._clock.now_us() - self._away_us >= GRACE_US

    def _leave(self, now_us: int) -> None:
        """From now on it is away."""
        self._away_us, self._served_us = now_us, self._talk.heard_us

    def _miss(self, now_us: int) -> None:
        """A hub that has been away for a while is missed."""
        if self._away_us is None or now_us - self._away_us < GRACE_US:
            return
        if not self._talk.met:
            self._talk.give_up()
        why = self._offer.why(now_us) or self._error or self._line.seek.why
        self._say_trouble(why or f"{self._called} is being looked for")
        self._sockets.lost(self._trouble, now_us)
        self._questions.refuse(self._trouble)

    def _hear(self, heard: Said, now_us: int) -> None:
        match heard:
            case Met():
                self._meet(heard, now_us)
            case Stored(why):
                self._offer.stored(why)
            case Complaint(sentence):
                known = LAST_WORDS.fullmatch(sentence)
                self._ended = "".join(filter(None, known.groups())) if known else ""
                log.warning("%s: its program ended before with %s", self._called, self._ended)
            case Beat(free=free):
                self._free = free
        if self._away_us is None:
            self._serve(heard, now_us)

    def _serve(self, heard: Said, now_us: int) -> None:
        """What a hub says that is set up as planned."""
        match heard:
            case SocketState() | SocketSaid():
                self._sockets.hear(heard, now_us)
            case ButtonSaid(place, what) if place < len(self._wiring.buttons):
                self._press(self._wiring.buttons[place].name, what)
            case Part() | Failure():
                self._questions.hear(heard)
            case Beat():
                self._sockets.beat(heard)

    def _meet(self, met: Met, now_us: int) -> None:
        """Somebody has answered."""
        welcome = met.welcome
        if not self._line.met(welcome, now_us):
            self._talk.mistaken()
            return
        self._met, self._met_us, self._error = welcome, now_us, ""
        if not self._offer.fits(welcome.check):
            if self._offer.make(now_us):
                self._talk.put(SETTINGS, self._offer.data)
            return
        if not met.goes_on:
            started_us = now_us - welcome.uptime_s * 1_000_000
            self._questions.refuse(f"{self._called} began anew: try again")
            self._sockets.begin(started_us > self._served_us)
        self._away_us = None
        self._say_trouble(self._advice(welcome))

    def _is_old(self, welcome: Welcome) -> bool:
        return bool(self._program) and welcome.program != self._program

    def _advice(self, welcome: Welcome) -> str:
        """What could be better about a hub that works."""
        if not self._is_old(welcome):
            return ""
        return (
            f"{self._called} works, but with another program ({welcome.program}) than this Herald's ({self._program}):"
            f" when there is time, herald hub flash {self._wiring.name}"
        )

    # -- what is told

    def _press(self, name: str, what: str) -> None:
        if what == PRESSES[0]:
            self._tell(Pressed(name))
        elif (sentence := stuck(name)) not in self._stuck:
            self._stuck.append(sentence)
            self._tell(Trouble(sentence))

    def _say_trouble(self, sentence: str) -> None:
        """What is wrong with the hub as a whole; told when it changes."""
        if sentence != self._trouble:
            self._trouble = sentence
            if sentence:
                self._tell(Trouble(sentence))

    def _tell(self, heard: Heard) -> None:
        try:
            self._listener(heard)
        except Exception:  # who listens must not stop who tells
            log.exception("what a hub said was not taken")
