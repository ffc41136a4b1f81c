"""One planned hub, kept for as long as the program runs: found, configured, read, lost and found again."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from msgspec import Struct

from hardware.clock import MonotonicClock
from hardware.common.link.channel import SILENCE_TIMEOUT_US
from hardware.common.link.messages import (
    BOARD_NAMES,
    BUTTON_EVENTS,
    SETTINGS,
    START_CAUSES,
    HeartbeatMessage,
    SocketStateMessage,
    WelcomeMessage,
)
from hardware.events import ButtonPressed, HardwareEvent, HardwareProblem, stuck_button_message
from hardware.lights import LightSignal
from hardware.readers.driver import ReaderHealthReport, TagMemoryAccess
from hardware.readers.hub.configuration import HubConfiguration
from hardware.readers.hub.discovery import ABSENCE_GRACE_US
from hardware.readers.hub.remote_readers import RemoteReaders
from hardware.readers.hub.serial_link import SerialLink
from hardware.readers.hub.session import (
    CrashReport,
    HubAnswered,
    HubButtonEvent,
    HubSession,
    SettingsStored,
    SocketEvent,
    TagMemoryFailure,
    TagMemoryPart,
)
from hardware.readers.hub.session import HubMessage as Said
from hardware.readers.hub.tag_requests import TagRequests
from hardware.readers.hub.wiring_schema import HubWiring
from hardware.readers.supervised_reader import ReaderJob

log = logging.getLogger(__name__)

HELLO_TIMEOUT_US = 2_000_000
"""Microseconds without an answer to HELLO after which a device is no hub."""
ERROR_PAUSE_US = 500_000
"""Microseconds of pause after an error of the program."""
POLL_US = 2_000
"""Microseconds between two reads of an open line where there is no thread."""
FULL_LINE_RETRY_US = 10_000
"""Microseconds until a line that takes no more bytes is tried again."""
WRITING_TIMEOUT_US = 5_000_000
"""A hub that writes on a tag sends nothing meanwhile: all 888 bytes of the largest take it two seconds."""
MAX_READS_PER_RUN = 16
"""Reads of a line in one turn: endless rubbish must not keep messages from a hub."""
STOP_TIMEOUT_S = 2.0
"""Seconds that `stop` waits for the thread."""
CRASH_PATTERN = re.compile(
    r"([\w' ]*(?:: \w+)?).*?(, File \"[\w./]+\", line \d+(?:, in [\w<>]+)?)?", re.DOTALL
)
"""The type of the error that ended a hub's program; its text, which may be a tag's number; and its location.
"""

T = TypeVar("T")


class HubStatus(Struct, frozen=True):
    """The status of a hub for the doctor.

    `path`: its device, "" while it is away; `program`: its version, and whether it `is_outdated`;
    `settings_state`: "" while nothing is known, then "kept", "sent" or "refused"; `start_cause`: why it
    started, and `crash_message`: why its program ended before; `free_bytes`: free memory; `bad_frames`: bad
    frames on this line; `why`: why it does not work, in a sentence.
    """

    name: str
    path: str = ""
    program: str = ""
    is_outdated: bool = False
    board: str = ""
    settings_state: str = ""
    start_cause: str = ""
    crash_message: str = ""
    uptime_s: int = 0
    free_bytes: int = 0
    bad_frames: int = 0
    why: str = ""


class SupervisedHub:
    """One planned hub.

    `on_event` receives its events in the hub's thread.

    `random_below` returns a random number below its argument; `program` is the version that a hub should
    have, "" where that does not matter.
    """

    def __init__(
        self,
        wiring: HubWiring,
        link: SerialLink,
        on_event: Callable[[HardwareEvent], None],
        clock: MonotonicClock,
        random_below: Callable[[int], int],
        program: str = "",
    ) -> None:
        self._wiring, self._link, self._listener, self._clock = wiring, link, on_event, clock
        self._program = program
        self._called = f"hub {wiring.name}"
        now = clock.now_us()
        self._session = HubSession(random_below)
        self._configuration = HubConfiguration(wiring)
        self._sockets = RemoteReaders(wiring, self._emit, now)
        self._requests = TagRequests(self._called, link.wake)
        self._welcome: WelcomeMessage | None = None
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

    def show_light(self, reader: str, signal: LightSignal) -> None:
        """Show a signal by the light of one of its readers from now on."""
        self._sockets.show_light(reader, signal)
        self._link.wake()

    def submit_reader_job(self, reader: str, job: Callable[[TagMemoryAccess], T]) -> Future[T]:
        """Run a job with a reader's tags in a thread of its own; the future has its result or error.

        The future has HardwareError where the hub is not there.
        """
        tag_job: ReaderJob[TagMemoryAccess] = ReaderJob(job)
        if self._is_reported_absent:
            tag_job.refuse(self._trouble)
        else:
            self._requests.start_job(self._sockets.socket_of(reader), tag_job)
        return tag_job.result

    def reader_health(self) -> tuple[ReaderHealthReport, ...]:
        """The state of its readers, in the order of the plan."""
        return self._sockets.reader_health()

    def problems(self) -> tuple[str, ...]:
        """Sentences about what does not work now."""
        return *filter(None, [self._trouble]), *self._stuck

    def status(self) -> HubStatus:
        """The status of the hub itself."""
        answer, device, name = self._welcome, self._link.device, self._wiring.name
        if answer is None or device is None:
            return HubStatus(name, crash_message=self._ended, why=self._trouble)
        return HubStatus(
            name=name,
            path=device.path,
            program=answer.program,
            is_outdated=self._is_old(answer),
            board=BOARD_NAMES[answer.board],
            settings_state=self._configuration.state,
            start_cause=START_CAUSES[answer.start_cause],
            crash_message=self._ended,
            uptime_s=answer.uptime_s + (self._clock.now_us() - self._met_us) // 1_000_000,
            free_bytes=self._free,
            bad_frames=self._session.bad_frames,
            why=self._trouble if self._away_us is not None else "",
        )

    # -- a thread of its own, or none

    def start(self) -> None:
        """Start the thread; may be called once. The clock must be a real one."""
        self._thread = threading.Thread(target=self._run, name=self._called, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and close the line; its lights go dark."""
        self._ending = True
        self._link.wake()
        if self._thread is not None:
            self._thread.join(STOP_TIMEOUT_S)
        self._requests.fail_all(f"{self._called} is being closed")
        self._sockets.turn_lights_off()
        try:
            self._send(self._clock.now_us())
        except OSError:
            log.info("%s went away while it was closed", self._called)
        self._link.close()

    def _run(self) -> None:
        while not self._ending:
            due_us = self.run_pending()
            self._link.wait(max(0, due_us - self._clock.now_us()) / 1_000_000)

    def run_pending(self) -> int:
        """Do what is due; the time of the next call, unless `wake` is called or bytes arrive. Never raises."""
        now, failed = self._clock.now_us(), False
        for step in (self._exchange, self._sockets.emit_certain_events, self._report_absence):
            try:
                step(now)
            except (
                Exception
            ) as error:  # the last net: an unforeseen error costs this hub a pause, and nothing else
                failed = True
                log.exception("the hub is started anew")
                why = f"{self._called} stopped on an error of the program ({type(error).__name__}); it is started anew"
                self._drop_line(why, now)
        return now + ERROR_PAUSE_US if failed else self._due_us(now)

    def _due_us(self, now_us: int) -> int:
        dues = [self._sockets.due_us]
        if self._away_us is not None and now_us < self._away_us + ABSENCE_GRACE_US:
            dues.append(self._away_us + ABSENCE_GRACE_US)
        if self._link.device is None:
            dues.append(self._link.discovery.due_us)
        else:
            dues.append(self._requests.due_us)
            dues.append(
                self._session.due_us(now_us) if self._link.is_flushed else now_us + FULL_LINE_RETRY_US
            )
            if self._session.is_greeting:
                dues.append(self._session.greeting_since_us + HELLO_TIMEOUT_US)
            if self._thread is None:
                dues.append(now_us + POLL_US)
        return min(due for due in dues if due is not None)

    # -- the line

    def _exchange(self, now_us: int) -> None:
        """Open the line, read from it and write to it."""
        if self._link.device is None:
            if not self._link.open_next(now_us):
                return
            self._session.on_line_opened(now_us)
        try:
            self._receive(now_us)
            self._send(now_us)
        except OSError:
            self._drop_line("", now_us)

    def _receive(self, now_us: int) -> None:
        """Read all that has arrived, and notice silence."""
        for _ in range(MAX_READS_PER_RUN):
            data = self._link.read()
            if not data:
                break
            for message in self._session.receive(data, now_us):
                self._on_message(message, now_us)
        if self._away_us is None and not self._session.is_connected:
            self._note_absence(now_us)  # the hub has forgotten the session
        self._session.silence_timeout_us = (
            SILENCE_TIMEOUT_US if self._requests.due_us is None else WRITING_TIMEOUT_US
        )
        if self._session.is_silent(now_us):
            self._drop_line("", now_us)
        elif self._session.is_greeting and now_us - self._session.greeting_since_us >= HELLO_TIMEOUT_US:
            self._session.on_line_closed()
            self._link.drop_unanswered(now_us)

    def _send(self, now_us: int) -> None:
        """Send all that can be sent now; what the line does not take at once waits."""
        if self._link.device is None:
            return
        if self._thread is None:
            self._requests.wait_until_jobs_idle()
        self._requests.fail_overdue(now_us)
        while self._away_us is None and self._session.free_slots:
            message = self._sockets.next_light_message() or self._requests.next_message(now_us)
            if message is None:
                break
            self._session.enqueue(*message)
        self._link.write(self._session.next_bytes(now_us) if self._link.is_flushed else b"")

    def _drop_line(self, error: str, now_us: int) -> None:
        """Close a line that does not work any more."""
        if self._away_us is None:
            self._note_absence(now_us)
        self._error = error
        self._welcome = None
        self._session.on_line_closed()
        self._link.drop_lost(now_us)

    # -- the session

    @property
    def _is_reported_absent(self) -> bool:
        """Whether the hub is away, and that was reported."""
        return self._away_us is not None and self._clock.now_us() - self._away_us >= ABSENCE_GRACE_US

    def _note_absence(self, now_us: int) -> None:
        """Note that the hub is away from now on."""
        self._away_us, self._served_us = now_us, self._session.last_heard_us

    def _report_absence(self, now_us: int) -> None:
        """Report a hub that has been away for a while."""
        if self._away_us is None or now_us - self._away_us < ABSENCE_GRACE_US:
            return
        if not self._session.is_connected:
            self._session.end_session()
        why = self._configuration.why_not_ready(now_us) or self._error or self._link.discovery.why
        self._say_trouble(why or f"{self._called} is being looked for")
        self._sockets.on_hub_lost(self._trouble, now_us)
        self._requests.fail_all(self._trouble)

    def _on_message(self, message: Said, now_us: int) -> None:
        match message:
            case HubAnswered():
                self._on_welcome(message, now_us)
            case SettingsStored(why):
                self._configuration.on_stored(why)
            case CrashReport(sentence):
                known = CRASH_PATTERN.fullmatch(sentence)
                self._ended = "".join(filter(None, known.groups())) if known else ""
                log.warning("%s: its program ended before with %s", self._called, self._ended)
            case HeartbeatMessage(free_bytes=free):
                self._free = free
        if self._away_us is None:
            self._forward_message(message, now_us)

    def _forward_message(self, message: Said, now_us: int) -> None:
        """Handle a message of a hub with the planned settings."""
        match message:
            case SocketStateMessage() | SocketEvent():
                self._sockets.on_message(message, now_us)
            case HubButtonEvent(place, what) if place < len(self._wiring.buttons):
                self._emit_press(self._wiring.buttons[place].name, what)
            case TagMemoryPart() | TagMemoryFailure():
                self._requests.on_answer(message)
            case HeartbeatMessage():
                self._sockets.on_heartbeat(message)

    def _on_welcome(self, answer: HubAnswered, now_us: int) -> None:
        """Handle the answer of a hub."""
        welcome = answer.welcome
        if not self._link.check_welcome(welcome, now_us):
            self._session.on_wrong_device()
            return
        self._welcome, self._met_us, self._error = welcome, now_us, ""
        if not self._configuration.matches(welcome.settings_checksum):
            if self._configuration.mark_sent_if_allowed(now_us):
                self._session.enqueue(SETTINGS, self._configuration.data)
            return
        if not answer.is_resumed:
            started_us = now_us - welcome.uptime_s * 1_000_000
            self._requests.fail_all(f"{self._called} began anew: try again")
            self._sockets.begin_session(started_us > self._served_us)
        self._away_us = None
        self._say_trouble(self._advice(welcome))

    def _is_old(self, welcome: WelcomeMessage) -> bool:
        return bool(self._program) and welcome.program != self._program

    def _advice(self, welcome: WelcomeMessage) -> str:
        """The message about a hub that works and could be improved."""
        if not self._is_old(welcome):
            return ""
        return (
            f"{self._called} works, but with another program ({welcome.program}) than this Herald's ({self._program}):"
            f" when there is time, herald hub flash {self._wiring.name}"
        )

    # -- events

    def _emit_press(self, name: str, what: str) -> None:
        if what == BUTTON_EVENTS[0]:
            self._emit(ButtonPressed(name))
        elif (sentence := stuck_button_message(name)) not in self._stuck:
            self._stuck.append(sentence)
            self._emit(HardwareProblem(sentence))

    def _say_trouble(self, sentence: str) -> None:
        """Report a problem of the hub as a whole when it changes."""
        if sentence != self._trouble:
            self._trouble = sentence
            if sentence:
                self._emit(HardwareProblem(sentence))

    def _emit(self, event: HardwareEvent) -> None:
        try:
            self._listener(event)
        except Exception:  # a listener must not stop the hub
            log.exception("what a hub said was not taken")
