"""The program of a reader hub, over any board.

An event of a reader is sent once and in order while a session lasts. Nothing here grows: while the channel is
full no reader is stepped, so that nothing happens that could not be sent; what does not fit all the same is
sent as the state of its reader. Nothing here waits, except for a tag that is being written.
"""

from firmware.buttons import HubButtons
from firmware.lights import LightChain
from firmware.readers import AttachedReaders
from firmware.session import MIN_FREE_SLOTS, HostSession
from firmware.tag_requests import TagRequestHandler
from hardware.common.events import TAG_CAME
from hardware.common.link import decoding, encoding
from hardware.common.link.channel import HEARTBEAT_US
from hardware.common.link.hub_settings import NO_PIN, HubSettings, decode_settings, settings_checksum
from hardware.common.link.messages import (
    LEAVE,
    LIGHT,
    MAX_SOCKETS,
    PRESSED,
    PROTOCOL_VERSION,
    READ,
    SAID,
    SETTINGS,
    STATE,
    STORED,
    TROUBLE,
    WRITE,
    WelcomeMessage,
)

MYPY = False
if MYPY:
    from firmware.board import HubBoard
    from hardware.common.events import ReaderEvent
    from hardware.common.link.messages import SessionFrame

GARBAGE_COLLECTION_US = 1_000_000
"""Microseconds between two collections of garbage."""
RESTART_DELAY_US = 300_000
"""Microseconds until a restart, for the host to receive the reason."""
LEAVE_DELAY_US = 100_000
"""Microseconds until a hub leaves for the prompt, for its acknowledgement."""


class HubProgram:
    """The program. Call `run_pending` whenever it is due, and when bytes have come."""

    def __init__(self, board: "HubBoard") -> None:
        now = board.now_us()
        stored = board.load()
        settings = _readable(stored)
        self._board = board
        self._readers = AttachedReaders(board, settings)
        self._buttons = HubButtons(board, settings.buttons)
        lights = len(settings.sockets) if settings.lights != NO_PIN else 0
        self._lights = LightChain(board, settings.lights, lights)
        self._requests = TagRequestHandler()
        self._unsent_states = [False] * self._readers.count
        self._trouble = board.last_words()
        self._trouble_told = False
        self._free = 0
        self._tidied_us = now - GARBAGE_COLLECTION_US
        self._beat = b""
        self._beat_us = now
        self._beat_socket = 0
        self._ends_us = 0
        self._stays = False
        known = settings_checksum(stored) if settings.name else 0
        about = WelcomeMessage(
            PROTOCOL_VERSION, 0, known, board.kind, board.cause, 0, board.uid, settings.name, board.program
        )
        self._session = HostSession(about, now)

    def run_pending(self) -> int:
        """Do what is due: receive, send, step one reader at most, show lights; the time of the next call.

        It is to be called earlier when bytes come. Never raises for what the line, a reader or a tag does.
        """
        board = self._board
        session = self._session
        board.feed()
        self._listen(board.now_us())
        self._enqueue_news(board.now_us())
        self._step(board.now_us())
        now = board.now_us()
        if now - self._tidied_us >= GARBAGE_COLLECTION_US:
            self._tidied_us = now
            self._free = board.free()
        lit_us = self._lights.step(now, session.is_host_here(now))
        out = session.next_bytes(now, self._heartbeat_body(now))
        if out:
            board.write(out)
        if self._ends_us and (now >= self._ends_us or (session.all_acknowledged and not self._stays)):
            board.restart(self._stays)
            return now
        return self._due_us(now, lit_us)

    # -- commands of the host

    def _listen(self, now_us: int) -> None:
        session = self._session
        for payload in session.decode_payloads(self._board.read()):
            frame = session.receive_command(payload, now_us, self._requests.is_busy or self._ends_us > 0)
            if session.is_new:
                self._begin()
            if session.must_resend_states:
                session.must_resend_states = False
                self._unsent_states = [True] * self._readers.count
            if frame is not None:
                self._do(frame, now_us)
        session.drop_absent_host(now_us)

    def _begin(self) -> None:
        """Begin with a new host, or one that has forgotten everything: drop what was for the one before."""
        self._session.is_new = False
        self._lights.off()
        self._buttons.clear_events()
        self._requests.clear()
        self._trouble_told = False

    def _do(self, frame: "SessionFrame", now_us: int) -> None:
        """Carry out a command. One that cannot be decoded does nothing."""
        try:
            if frame.kind == LIGHT:
                n, signal = decoding.decode_light(frame.body)
                self._lights.show(n, signal, now_us)
            elif frame.kind == SETTINGS:
                self._settle(frame.body, now_us)
            elif frame.kind == LEAVE:
                self._ends_us = now_us + LEAVE_DELAY_US
                self._stays = True
            elif frame.kind in (READ, WRITE):
                self._requests.receive(frame.kind, frame.body)
        except ValueError:
            return

    def _settle(self, wanted: bytes, now_us: int) -> None:
        """Store these settings and restart with them, or report what is wrong with them."""
        try:
            decode_settings(wanted)
            self._board.store(wanted)
        except ValueError as error:
            self._session.enqueue(STORED, encoding.encode_text(str(error)))
        except OSError as error:
            self._session.enqueue(
                STORED, encoding.encode_text(f"the hub's flash does not take the settings: {error}")
            )
        else:
            self._session.enqueue(STORED, encoding.encode_text(""))
            self._ends_us = now_us + RESTART_DELAY_US

    # -- messages to the host

    def _enqueue_news(self, now_us: int) -> None:
        """Queue all news apart from readers' events."""
        session = self._session
        self._buttons.poll(now_us)
        if not session.is_host_here(now_us):
            self._buttons.clear_events()
        for n in range(len(self._unsent_states)):
            if self._unsent_states[n] and session.free_slots and not self._readers.is_starting(n):
                self._unsent_states[n] = False
                session.enqueue(STATE, encoding.encode_socket_state(self._readers.state_message(n)))
        if self._trouble_told and session.number and session.all_acknowledged:
            self._trouble = ""
        if self._trouble and not self._trouble_told and session.free_slots:
            self._trouble_told = True
            session.enqueue(TROUBLE, encoding.encode_text(self._trouble))
        while session.free_slots:
            press = self._buttons.take_event()
            if press is None:
                break
            session.enqueue(PRESSED, encoding.encode_button_event(press[0], press[1]))

    def _step(self, now_us: int) -> None:
        """Answer a tag request, or step the reader that is due, if there is room for all its events."""
        readers = self._readers
        if self._held_back():
            return
        if self._requests.is_busy:
            if self._session.due_us(now_us) <= now_us:
                return  # the request is acknowledged first: writing a tag takes its time
            for kind, body in self._requests.answer(readers):
                self._session.enqueue(kind, body)
            return
        n = readers.next_due_socket()
        if n >= 0 and readers.due_us(n) <= now_us:
            events, found = readers.step(n)
            for event in events:
                self._send_event(n, event, found and event.kind == TAG_CAME)

    def _held_back(self) -> bool:
        """Whether so many messages wait for a host that nothing more should happen."""
        return self._session.number > 0 and self._session.free_slots < MIN_FREE_SLOTS

    def _send_event(self, n: int, event: "ReaderEvent", found: bool) -> None:
        """Send a reader's event, unless its state will be sent; without room its state will be sent later."""
        if self._session.free_slots and not self._unsent_states[n]:
            self._session.enqueue(SAID, encoding.encode_reader_event(n, event, found))
        else:
            self._unsent_states[n] = self._session.number > 0

    def _heartbeat_body(self, now_us: int) -> bytes:
        """The body of the next heartbeat: memory, and one reader after the other."""
        if not self._beat or now_us - self._beat_us >= HEARTBEAT_US:
            count = self._readers.count
            self._beat_us = now_us
            self._beat_socket = (self._beat_socket + 1) % count if count else MAX_SOCKETS
            self._beat = encoding.encode_heartbeat(
                self._readers.heartbeat_message(self._beat_socket, self._free)
            )
        return self._beat

    def _due_us(self, now_us: int, lit_us: "int | None") -> int:
        """When the next action is due."""
        due = min(self._session.due_us(now_us), self._tidied_us + GARBAGE_COLLECTION_US)
        for each in (lit_us, self._buttons.due_us, self._ends_us or None):
            if each is not None:
                due = min(due, each)
        if self._held_back():
            return due
        n = self._readers.next_due_socket()
        if n >= 0:
            due = min(due, self._readers.due_us(n))
        return now_us if self._requests.is_busy else due


def _readable(stored: bytes) -> HubSettings:
    """The stored settings; empty ones where there are none or they are damaged."""
    try:
        return decode_settings(stored)
    except ValueError:
        return HubSettings()
