"""The program of a reader hub, over whatever board it runs on.

What a reader says is told once and in order while a session lasts. Nothing here grows: with the channel full no reader
is stepped, so that nothing is noticed that could not be told; what does not fit all the same is told as the state of
its reader. Nothing here waits, but for a tag that is being written.
"""

from firmware.buttons import Buttons
from firmware.lamps import Lamps
from firmware.readers import Readers
from firmware.tags import Tags
from firmware.talk import ROOM, Talk
from hardware.common.events import CAME
from hardware.common.link import read, tell
from hardware.common.link.channel import BEAT_US
from hardware.common.link.settings import NOTHING, Settings, check, read_settings
from hardware.common.link.words import (
    LEAVE,
    LIGHT,
    PRESSED,
    READ,
    SAID,
    SETTINGS,
    SOCKETS,
    STATE,
    STORED,
    TROUBLE,
    VERSION,
    WRITE,
    Welcome,
)

MYPY = False
if MYPY:
    from firmware.board import Board
    from hardware.common.events import Said
    from hardware.common.link.words import Frame

TIDY_US = 1_000_000
"""From one look for memory that is not used any more to the next."""
TOLD_US = 300_000
"""A restart waits so long for the host to have heard why."""
LEAVE_US = 100_000
"""A hub that is sent away still says that it has understood."""


class Hub:
    """Call `turn` whenever it asks for it, and when bytes have come."""

    def __init__(self, board: "Board") -> None:
        now = board.now_us()
        stored = board.load()
        settings = _readable(stored)
        self._board = board
        self._readers = Readers(board, settings)
        self._buttons = Buttons(board, settings.buttons)
        lights = len(settings.sockets) if settings.lights != NOTHING else 0
        self._lamps = Lamps(board, settings.lights, lights)
        self._tags = Tags()
        self._untold = [False] * self._readers.count
        self._trouble = board.last_words()
        self._trouble_told = False
        self._free = 0
        self._tidied_us = now - TIDY_US
        self._beat = b""
        self._beat_us = now
        self._beat_socket = 0
        self._ends_us = 0
        self._stays = False
        known = check(stored) if settings.name else 0
        about = Welcome(
            VERSION, 0, known, board.kind, board.cause, 0, board.uid, settings.name, board.program
        )
        self._talk = Talk(about, now)

    def turn(self) -> int:
        """Do what is due: hear, tell, step one reader at most, show. Gives when it wants to be called next, unless
        bytes come before. Never raises for what the line, a reader or a tag does."""
        board = self._board
        talk = self._talk
        board.feed()
        self._listen(board.now_us())
        self._tell(board.now_us())
        self._step(board.now_us())
        now = board.now_us()
        if now - self._tidied_us >= TIDY_US:
            self._tidied_us = now
            self._free = board.free()
        lit_us = self._lamps.step(now, talk.here(now))
        out = talk.give(now, self._told_beat(now))
        if out:
            board.write(out)
        if self._ends_us and (now >= self._ends_us or (talk.quiet and not self._stays)):
            board.restart(self._stays)
            return now
        return self._due_us(now, lit_us)

    # -- what the host wants

    def _listen(self, now_us: int) -> None:
        talk = self._talk
        for payload in talk.payloads(self._board.read()):
            frame = talk.hear(payload, now_us, self._tags.busy or self._ends_us > 0)
            if talk.fresh:
                self._begin()
            if talk.anew:
                talk.anew = False
                self._untold = [True] * self._readers.count
            if frame is not None:
                self._do(frame, now_us)
        talk.watch(now_us)

    def _begin(self) -> None:
        """Somebody new, or somebody who has forgotten all: what was for the one before is not for this one."""
        self._talk.fresh = False
        self._lamps.off()
        self._buttons.forget()
        self._tags.forget()
        self._trouble_told = False

    def _do(self, frame: "Frame", now_us: int) -> None:
        """A command. One that cannot be understood does nothing."""
        try:
            if frame.kind == LIGHT:
                n, shows = read.light(frame.body)
                self._lamps.show(n, shows, now_us)
            elif frame.kind == SETTINGS:
                self._settle(frame.body, now_us)
            elif frame.kind == LEAVE:
                self._ends_us = now_us + LEAVE_US
                self._stays = True
            elif frame.kind in (READ, WRITE):
                self._tags.hear(frame.kind, frame.body)
        except ValueError:
            return

    def _settle(self, wanted: bytes, now_us: int) -> None:
        """Keep these settings and start with them, or say what is wrong with them."""
        try:
            read_settings(wanted)
            self._board.store(wanted)
        except ValueError as error:
            self._talk.put(STORED, tell.text(str(error)))
        except OSError as error:
            self._talk.put(STORED, tell.text(f"the hub's flash does not take the settings: {error}"))
        else:
            self._talk.put(STORED, tell.text(""))
            self._ends_us = now_us + TOLD_US

    # -- what it is told

    def _tell(self, now_us: int) -> None:
        """What is to be told and is not something that a reader says now."""
        talk = self._talk
        self._buttons.look(now_us)
        if not talk.here(now_us):
            self._buttons.forget()
        for n in range(len(self._untold)):
            if self._untold[n] and talk.room and not self._readers.starts(n):
                self._untold[n] = False
                talk.put(STATE, tell.state(self._readers.state(n)))
        if self._trouble_told and talk.session and talk.quiet:
            self._trouble = ""
        if self._trouble and not self._trouble_told and talk.room:
            self._trouble_told = True
            talk.put(TROUBLE, tell.text(self._trouble))
        while talk.room:
            press = self._buttons.take()
            if press is None:
                break
            talk.put(PRESSED, tell.pressed(press[0], press[1]))

    def _step(self, now_us: int) -> None:
        """What was asked of a tag, or a scan of the reader that is due, if all can be told that comes of it."""
        readers = self._readers
        if self._held_back():
            return
        if self._tags.busy:
            if self._talk.due_us(now_us) <= now_us:
                return  # what was asked is acknowledged first: a tag that is written takes its time
            for kind, body in self._tags.work(readers):
                self._talk.put(kind, body)
            return
        n = readers.next()
        if n >= 0 and readers.due_us(n) <= now_us:
            said, found = readers.step(n)
            for one in said:
                self._say(n, one, found and one.kind == CAME)

    def _held_back(self) -> bool:
        """Whether a host has so much still to hear that nothing more should happen."""
        return self._talk.session > 0 and self._talk.room < ROOM

    def _say(self, n: int, said: "Said", found: bool) -> None:
        """A reader says something. Its state will tell it where that is told anew, and where there is no room."""
        if self._talk.room and not self._untold[n]:
            self._talk.put(SAID, tell.said(n, said, found))
        else:
            self._untold[n] = self._talk.session > 0

    def _told_beat(self, now_us: int) -> bytes:
        """What the next heartbeat tells: memory, and one reader after the other."""
        if not self._beat or now_us - self._beat_us >= BEAT_US:
            count = self._readers.count
            self._beat_us = now_us
            self._beat_socket = (self._beat_socket + 1) % count if count else SOCKETS
            self._beat = tell.beat(self._readers.beat(self._beat_socket, self._free))
        return self._beat

    def _due_us(self, now_us: int, lit_us: "int | None") -> int:
        """When there is something to do."""
        due = min(self._talk.due_us(now_us), self._tidied_us + TIDY_US)
        for each in (lit_us, self._buttons.due_us, self._ends_us or None):
            if each is not None:
                due = min(due, each)
        if self._held_back():
            return due
        n = self._readers.next()
        if n >= 0:
            due = min(due, self._readers.due_us(n))
        return now_us if self._tags.busy else due


def _readable(stored: bytes) -> Settings:
    """Nothing at all where there are none, or where they were torn."""
    try:
        return read_settings(stored)
    except ValueError:
        return Settings()
