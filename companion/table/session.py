"""The session: one owner, one queue. Everything that happens at the table goes through `post`."""

from __future__ import annotations

import logging
import queue
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.corrections import PointerValuePairs
from companion.rules.history import GameHistory, parse_undo_count
from companion.rules.moves import Observation, touch_observation
from companion.rules.record import RecordHeader
from companion.table.book import Book
from companion.table.journal import Journal, Unwritten, resume
from companion.table.judge import Done, Expected, Misfit, Verdict, begins, judge
from companion.table.messages import (
    Allow,
    Choose,
    Clear,
    Correct,
    Dismiss,
    Finish,
    Message,
    Notice,
    Point,
    Retag,
    Rezone,
    Say,
    SetStrictness,
    Strictness,
    Touch,
    Undo,
)
from companion.table.overrule import correction, overruled, unveiled
from companion.table.pieces import Deck
from companion.table.pointing import may_point
from companion.table.sightings import ReaderBack, ReaderDown, Sighting
from companion.table.snapshot import Entry, No, Snapshot
from companion.table.undo import UndoPlan, undo_plan
from companion.table.veil import Veil
from companion.table.watch import Watch
from companion.table.zones import TOUCH_ONLY, Plan

log = logging.getLogger(__name__)

DONE = "done"
SHOWN_ENTRIES = 20

Listener = Callable[[Snapshot], None]
Meaning = Callable[[Snapshot], Message | None]
"""What somebody says by the table as it is when his turn comes: `yes` of a button that everybody shares."""


class Session:
    """One game at one table.

    `post` may be called from any thread; `step` (or a `Runner`) handles what was posted, in order, on
    the thread that owns the session. Listeners are called there, with an immutable `Snapshot`, after
    each message. Without a journal nothing is kept (tests, simulations).
    """

    def __init__(
        self,
        account: GameHistory,
        journal: Journal | None = None,
        deck: Deck | None = None,
        plan: Plan = TOUCH_ONLY,
        strictness: Strictness = "strict",
    ) -> None:
        self._book = Book(account, journal)
        self._veil = Veil(account.game, account.setup)
        self._watch = Watch(deck, plan)
        self._strictness: Strictness = strictness
        self._queue: queue.SimpleQueue[Message | Meaning | None] = queue.SimpleQueue()
        self._listeners: list[Listener] = []
        self._bag: tuple[Observation, ...] = ()
        self._verdict: Verdict | None = None
        self._pointed = ""
        self._no: No | None = None
        self._undo: UndoPlan | None = None
        self._owed: tuple[Observation, ...] = ()
        self._entries: tuple[Entry, ...] = tuple(
            map(self._veil.entry, account.accepted_lines[-SHOWN_ENTRIES:])
        )
        self._standing = self._veil.texts(account.accepted_lines)
        self._fresh: tuple[Entry, ...] = ()
        self._number = 0
        self._snapshot = self._picture()

    @classmethod
    def begin(cls, path: Path, head: RecordHeader, deck: Deck | None = None, plan: Plan = TOUCH_ONLY) -> Self:
        """A new game with its journal at `path`; raises Unreadable for a head that cannot be, Unwritten."""
        session = cls(GameHistory.from_header(head, game_rules(head.game)), None, deck, plan)
        session._book.keep_in(
            Journal.begin(path, head)
        )  # last: no evening is left of a game that cannot be shown
        return session

    @classmethod
    def resume(cls, path: Path, deck: Deck | None = None, plan: Plan = TOUCH_ONLY) -> Self:
        """Go on with a journal after anything; raises Unreadable, OSError, Busy."""
        resumed = resume(path)
        try:
            session = cls(resumed.account, resumed.journal, deck, plan)
        except Exception:
            resumed.journal.close()  # it can be tried again
            raise
        if resumed.set_aside is not None:
            session._watch.trouble("torn-line", resumed.set_aside.name)
            session._snapshot = session._picture()
        return session

    # -- from any thread

    def post(self, message: Message | Meaning) -> None:
        """Put a message into the queue; a meaning is asked for its message when its turn comes."""
        self._queue.put(message)

    def stop(self) -> None:
        """Let `run` end once everything queued so far is handled."""
        self._queue.put(None)

    @property
    def snapshot(self) -> Snapshot:
        """The table as it was after the last message handled."""
        return self._snapshot

    @property
    def account(self) -> GameHistory:
        """Everything accepted so far, what only the referee may know too, to be read and never written to.

        For those who are the referee, or deal; never for what is shown or told (`snapshot` is).
        """
        return self._book.account

    # -- on the owner's thread

    def listen(self, listener: Listener) -> None:
        """Call `listener` with every new snapshot from now on."""
        self._listeners.append(listener)

    def step(self) -> int:
        """Handle everything that is queued now; how many messages that were."""
        handled = 0
        while not self._queue.empty():
            message = self._queue.get()
            if message is not None:
                self.handle(message)
                handled += 1
        return handled

    def run(self) -> None:
        """Handle messages as they come, until `stop`."""
        while (message := self._queue.get()) is not None:
            self.handle(message)

    def handle(self, message: Message | Meaning) -> Snapshot:
        """Handle one message; whatever goes wrong, the game stays as it was and a person is told."""
        self._fresh = ()
        before, moment = (self._bag, self._verdict), self._moment()
        meant: Message | None = None
        try:
            meant = message if isinstance(message, Message) else message(self._snapshot)
            if meant is not None:
                self._dispatch(meant)
        except Unwritten as unwritten:  # the bag keeps what was noticed: `Finish` tries again
            self._watch.trouble("disk", "", unwritten.why)
        except Exception as fault:  # the last net: the game goes on, the message is set aside
            self._bag, self._verdict = before
            self._fault(meant or message, fault)
        if any(was is not now for was, now in zip(moment, self._moment(), strict=True)):
            self._pointed = ""
        self._number += 1
        self._snapshot = self._seen(meant or message)
        for listener in self._listeners:
            try:
                listener(self._snapshot)
            except Exception as fault:  # who only watches cannot stop the game
                self._fault(listener, fault)
        return self._snapshot

    def _moment(self) -> tuple[object, ...]:
        """What the pointer is about: it does not outlive it."""
        return self._bag, self._verdict, self._no, self._undo, self._book.position, self._watch.deck

    def _fault(self, where: object, fault: Exception) -> None:
        """Where it was and of which kind: what a message or an exception says could name what nobody may know."""
        log.error("a message was set aside, or a listener stumbled", exc_info=fault)
        what = (*traceback.format_tb(fault.__traceback__), type(fault).__name__)
        self._watch.trouble("fault", type(where).__name__, "".join(what))

    def close(self) -> None:
        """Close the journal; the evening may be resumed."""
        self._book.close()

    def _dispatch(self, message: Message) -> None:
        match message:
            case Notice(sighting):
                self._sighted(sighting)
            case Touch(thing):
                self._noticed(touch_observation(thing))
            case Choose(option):
                self._noticed(self._veil.answer(option.sight, self._verdict))
            case Finish():
                self._finish()
            case Point(thing):
                self._pointed = thing if may_point(self._snapshot, thing) else ""
            case Say(text):
                self._say(text)
            case Correct(pairs):
                self._say(correction(self._unveiled(pairs)))
            case Undo(count, agreed):
                self._take_back(count, agreed)
            case _:
                self._adjust(message)

    def _adjust(self, message: Clear | Allow | Dismiss | Rezone | Retag | SetStrictness) -> None:
        match message:
            case Clear():
                self._bag, self._verdict, self._no = (), None, None
            case Allow():
                self._allow()
            case Dismiss():
                self._no, self._undo, self._owed = None, None, ()
                self._watch.were_read()
            case Rezone(plan):
                self._watch.zones.plan = plan
                self._judge_again()
            case Retag(deck):
                self._watch.deck = deck
            case SetStrictness(level):
                self._strictness = level

    # -- the bag

    def _sighted(self, sighting: Sighting) -> None:
        sight = self._watch.sees(sighting)
        if sight is not None:
            self._noticed(sight)
        elif isinstance(sighting, ReaderDown | ReaderBack):
            self._judge_again()

    def _noticed(self, sight: Observation) -> None:
        pending = self._verdict if isinstance(self._verdict, Done) else None
        seen = (*self._bag, sight)
        verdict = judge(self._book.position, seen, self._watch.zones.watched, self._owed)
        match verdict:
            case Expected():
                owed = list(self._owed)
                owed.remove(sight)
                self._owed = tuple(owed)
            case Misfit() if pending is not None and _says_done(sight):
                self._finish()
            case Misfit() if pending is not None and pending.sure and self._begins_next(pending, sight):
                self._take(str(pending.move))
                self._noticed(sight)
            case Misfit():
                self._refuse(verdict, seen)
            case _:
                self._bag, self._verdict, self._no = seen, verdict, None
                if isinstance(verdict, Done) and not verdict.open:
                    self._take(str(verdict.move))

    def _judge_again(self) -> None:
        """The readers have changed, so what lies in the bag may mean something else; never taken by that alone."""
        if self._bag:
            verdict = judge(self._book.position, self._bag, self._watch.zones.watched)
            self._verdict = replace(verdict, open=True) if isinstance(verdict, Done) else verdict

    def _begins_next(self, pending: Done, sight: Observation) -> bool:
        after, events = self._book.position.play(pending.move)
        if sight in self._watch.promised(events):
            return True
        return begins(after, sight, self._watch.zones.watched, pending.move)

    def _finish(self) -> None:
        """Done, a person says: nothing happens unless the bag means one thing and nothing is missing."""
        if isinstance(self._verdict, Done):
            self._take(str(self._verdict.move))

    def _take(self, text: str) -> None:
        """A line is accepted: on the disk before anybody hears of it; raises Refused, Unwritten."""
        accepted, entry = self._book.write(text, self._veil.entry)
        self._watch.well("disk", "")
        self._bag, self._verdict, self._no, self._undo = (), None, None, None
        self._standing = self._veil.texts(self._book.account.accepted_lines)
        self._entries = (*self._entries, entry)[-SHOWN_ENTRIES:]
        self._fresh = (*self._fresh, entry)
        self._owed = self._watch.promised(accepted.events)

    # -- refusing

    def _refuse(self, misfit: Misfit, seen: tuple[Observation, ...]) -> None:
        """The bag stays as it was: the sighting in the way is set aside, and a person is told why."""
        pairs = self._overruling(misfit.tried)
        if self._strictness != "silent":
            may_allow = pairs is not None
            self._no = No(misfit.refusal, misfit.nearest, seen, misfit.undo, misfit.tried, may_allow)
        elif pairs is not None:
            self._try_say(correction(pairs))

    def _overruling(self, tried: tuple[str, ...]) -> PointerValuePairs | None:
        if not tried or self._strictness == "strict":
            return None
        return overruled(self._book.position, tried)

    def _allow(self) -> None:
        pairs = self._overruling(self._no.words) if self._no is not None else None
        if pairs is not None:
            self._try_say(correction(pairs))

    def _unveiled(self, pairs: PointerValuePairs) -> PointerValuePairs:
        """What a person set who saw the public table; what he did not touch stays as it is known."""
        position = self._book.position
        return unveiled(pairs, self._veil.position(position).to_json(), position.to_json())

    # -- lines

    def _say(self, text: str) -> None:
        words = tuple(text.split())
        if words[:1] != ("undo",):
            self._try_say(text)
            return
        try:
            count = parse_undo_count(words[1:])
        except MoveRefused as refused:
            self._no = No(refused.refusal, refused.nearest_moves, said=text)
        else:
            self._take_back(count, agreed=True)

    def _try_say(self, text: str) -> bool:
        try:
            self._take(text)
        except MoveRefused as refused:
            self._no = No(refused.refusal, refused.nearest_moves, said=text)
            return False
        return True

    def _take_back(self, count: int, agreed: bool) -> None:
        try:
            plan = undo_plan(self._book.account, count)
        except MoveRefused as refused:
            self._no = No(refused.refusal, (), said=f"undo {count}")
            return
        if agreed and self._try_say(f"undo {count}"):
            plan = replace(plan, carried=True)
        self._undo = plan

    # -- what everybody sees

    def _seen(self, where: object) -> Snapshot:
        """The table now; of a game that cannot say it, the table before, and that something is wrong."""
        try:
            return self._picture()
        except Exception as fault:  # else nothing would be handled any more
            self._fault(where, fault)
            return replace(
                self._snapshot,
                number=self._number,
                no=None,
                fresh=self._fresh,
                undo=self._undo,
                troubles=tuple(self._watch.troubles.values()),
            )

    def _picture(self) -> Snapshot:
        account, zones, veil = self._book.account, self._watch.zones, self._veil
        return Snapshot(
            number=self._number,
            game=account.game.name,
            setup=account.setup,
            position=veil.position(account.position),
            opening=veil.entry(account.opening),
            bag=veil.sights(self._bag, account.position),
            verdict=veil.verdict(self._verdict, account.position, self._bag, zones.watched),
            pointed=self._pointed,
            no=veil.no(self._no, account.position, zones.watched),
            entries=self._entries,
            fresh=self._fresh,
            standing=self._standing,
            undo=self._undo,
            owed=veil.sights(self._owed, account.position),
            troubles=tuple(self._watch.troubles.values()),
            down=dict(zones.down),
            plan=zones.plan,
            tags=self._watch.tags(account.game, account.setup),
            strictness=self._strictness,
        )


def _says_done(sight: Observation) -> bool:
    return sight in (touch_observation(DONE), Observation(f"button/{DONE}", sight.zone))
