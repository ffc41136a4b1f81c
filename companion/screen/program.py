"""The program behind the screen: evenings are begun, gone on with, shown and kept."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from companion.games import default_game_name, query_each_game
from companion.rules.errors import HeraldError
from companion.rules.game import EditionLine
from companion.screen.counters import Counters
from companion.screen.keeping import Beside, people, remember_people
from companion.screen.model import Model, on_screen
from companion.screen.pages.evenings import interrupted, under_way
from companion.screen.pages.new_game.set_ups import read_off, set_up
from companion.screen.settings import load, save
from companion.screen.settings import path as settings_path
from companion.screen.views import Evening, Game, Plan, Refused
from companion.table.dealer import Dealer
from companion.table.table_hardware import HardwareStatus
from companion.voice.language import load_translation
from companion.voice.narration import NarrationLine
from companion.voice.problem_messages import (
    PROBLEM_MESSAGES,
    damaged_game_message,
    file_error_message,
    game_fault_message,
    readers_status_message,
)
from companion.voice.speech import FASTER, SLOWER, USUAL

if TYPE_CHECKING:  # the rest of the program is imported while the first page is looked at
    from companion.rules.position import Position
    from companion.rules.record import RecordHeader
    from companion.rules.transaction import Event
    from companion.screen.desk import Counter
    from companion.screen.live.live import Live
    from companion.screen.live.speaking import Speaker
    from companion.table.session import Session
    from companion.table.table_hardware import TableHardware
    from companion.table.tags.deck import Deck
    from companion.table.zones import ZonePlan as Zones

log = logging.getLogger(__name__)

SPEEDS: Final = {"slow": SLOWER, "usual": USUAL, "fast": FASTER}
"""Words a minute."""

PAUSE = 1.1
"""Seconds between things that happen by themselves at a virtual table."""


class Makers(Protocol):
    """What only a virtual table has."""

    def dealer(self, seed: str, game: str, absent: tuple[str, ...]) -> Dealer:
        """Who deals; the same seed deals the same cards."""
        ...

    def deck(self, head: RecordHeader) -> Deck:
        """Tags for every piece of the box."""
        ...


class Program:
    """The `Desk` of companion.screen.desk."""

    def __init__(
        self,
        makers: Makers,
        virtual: bool,
        speaker: Speaker | None = None,
        clock: Callable[[], datetime] = datetime.now,
        pause: float = PAUSE,
        find_wired: Callable[[], TableHardware | None] | None = None,
        game: str = "",
        kiosk: bool = False,
    ) -> None:
        """`find_wired` takes its time and gives what is wired at the real table, None when nothing is. `game` is
        offered first. `kiosk`: whether the computer is Herald's to shut down.
        """
        self.live: Live | None = None
        self._makers, self._virtual, self._kiosk = makers, virtual, kiosk
        self._game = game or default_game_name()
        self._find_wired, self._wired = find_wired, cast("TableHardware | None", None)
        self._seeking = Lock()
        self._speaker, self._clock, self._pause = speaker, clock, pause
        self._found: tuple[RecordHeader, Any] | None = None
        self._damaged = ""
        self._names: tuple[str, ...] = ()
        self._read_off: dict[str, tuple[EditionLine, ...]] = {}
        self._workers: list[Thread] = []
        self._keeping = Lock()

    def serve(self, model: Model) -> None:
        """Show everything by this model. What was interrupted is looked for at once."""
        self._model = model
        self._counters = Counters(model, self._hardware, lambda: self._wired, lambda: self.live)
        self._settings, self._unreadable = load(settings_path())
        model.settings = self._settings
        model.bind(settings=self._set)
        self._set()
        if self._speaker is not None:
            self._speaker.serve(model, self._notice)
        self._aside(self._look)
        self._aside(self._open_wired)

    def _open_wired(self) -> None:
        """Find and open the hardware of the real table, once; whoever needs it meanwhile waits."""
        try:
            with self._seeking:
                find = self._find_wired
                self._find_wired = None  # what fails is not tried again: a game can be begun
                if find is None:
                    return
                found = find()
                if found is not None:
                    if self._kiosk:
                        found.on_power_button(lambda: on_screen(lambda: self._counters.power.pressed_off()))
                    found.open(lambda: on_screen(self._rewired))
                self._wired = found
        finally:
            on_screen(self._rewired)

    def _set(self, *_change: Any) -> None:
        """What was set holds at once, and is kept aside."""
        settings = self._model.settings
        if self._speaker is not None:
            self._speaker.set(settings.voice, SPEEDS[settings.speed])
        if self.live is not None:
            self.live.strict(settings.strictness)
        if settings != self._settings:
            self._settings = settings
            self._aside(self._keep)

    def _keep(self) -> None:
        with self._keeping:  # one after another: the last to write writes the latest
            save(settings_path(), self._settings)

    def close(self) -> None:
        """The window is closed: the journal too."""
        for worker in self._workers:
            worker.join()
        self._counters.end()
        self._stop()
        if self._wired is not None:
            self._wired.close()
        if self._speaker is not None:
            self._speaker.close()

    # -- Desk

    def evening(self, lang: str) -> Evening | None:
        """See Desk."""
        if self.live is not None:
            return under_way(self.live.now, self._clock(), lang)
        return interrupted(*self._found, lang) if self._found is not None else None

    def games(self, lang: str) -> tuple[Game, ...]:
        """See Desk."""
        found = query_each_game(lambda name: set_up(name).asked(lang, self._read_off.get(name, ())))
        return tuple(game for _, game in sorted(found, key=lambda each: each[0] != self._game))

    def names(self) -> tuple[str, ...]:
        """See Desk."""
        return self._names

    @property
    def virtual(self) -> bool:
        """Whether a new game is at the virtual table unless somebody says otherwise."""
        return self._virtual

    def notice(self, lang: str) -> str:
        """See Desk."""
        texts = load_translation(lang)
        if self._unreadable:
            return texts.gettext("The settings could not be read, so the usual ones hold.")
        if self._damaged:
            return damaged_game_message(self._damaged, lang)
        wired: HardwareStatus = self._model.wired
        if self._speaker is not None and self._speaker.silent and wired.is_every_reader_working:
            return texts.gettext("No sound: what the voice would say is on the screen.")
        sought = self._find_wired is None and not self._seeking.locked()
        return readers_status_message(wired, lang) if sought else ""

    def _notice(self) -> None:
        self._model.notice = self.notice(self._model.lang)

    def _rewired(self) -> None:
        if self._wired is not None:
            self._model.wired = self._wired.status()
        self._notice()

    def begin(self, plan: Plan) -> None:
        """See Desk."""
        self._clear()
        self._aside(lambda: self._begin(plan), plan.game)

    def go_on(self) -> None:
        """See Desk."""
        if self.live is not None:
            self.live.look_again()
        elif self._found is not None:
            head, path = self._found[0], self._found[1].path
            self._clear()
            self._aside(lambda: self._resume(path), head.game)

    def felt(self) -> None:
        """See Desk."""
        if self.live is not None:
            self.live.felt()

    def touch(self, thing: str) -> None:
        """See Desk."""
        if self.live is not None:
            self.live.touch(thing)
        elif thing == "go-on":
            self._model.refusal = None

    @property
    def deck(self) -> Counter:
        """See Desk."""
        return self._counters.deck

    @property
    def copy(self) -> Counter:
        """See Desk."""
        return self._counters.copy

    @property
    def readers(self) -> Counter:
        """See Desk."""
        return self._counters.readers

    @property
    def power(self) -> Counter | None:
        """See Desk."""
        return self._counters.power if self._kiosk else None

    def _hardware(self) -> TableHardware | None:
        """What is wired, opened; takes its time."""
        self._open_wired()
        return self._wired

    # -- aside, on a thread of its own: the disk may take its time

    def _aside(self, work: Callable[[], None], game: str = "") -> None:
        self._workers = [worker for worker in self._workers if worker.is_alive()]
        worker = Thread(target=self._carefully, args=(work, game), name="program", daemon=True)
        self._workers.append(worker)
        worker.start()

    def _carefully(self, work: Callable[[], None], game: str) -> None:
        try:
            work()
        except (HeraldError, OSError) as wrong:
            self._told(file_error_message(wrong, self._model.lang))
        except Exception:  # the last net: the way leads home, and the games on the disk are as they were
            log.exception("the way leads home")
            lang, sentence = self._model.lang, PROBLEM_MESSAGES["fault"]
            self._told(game_fault_message(game, lang) if game else load_translation(lang).gettext(sentence))

    def _told(self, why: str) -> None:
        """A person is told, from any thread."""
        told = Refused(None, "", why, "", "")
        on_screen(lambda: self._failed(told))

    def _failed(self, told: Refused) -> None:
        self._model.refusal = told

    def _look(self) -> None:
        """What was interrupted, who has played here, and what was read off their copies."""
        from companion.table.storage.journal import last_damaged_game, last_interrupted_game, read_record

        self._names = people()
        self._read_off = read_off()
        evening = last_interrupted_game()
        found = (read_record(evening.path)[0], evening) if evening is not None else None
        wrong = last_damaged_game()
        on_screen(lambda: self._looked(found, wrong.path.name if wrong is not None else ""))

    def _looked(self, found: tuple[RecordHeader, Any] | None, wrong: str) -> None:
        self._found, self._damaged = found, wrong
        if wrong:
            self._notice()
        self._model.evening = self.evening(self._model.lang)

    def _begin(self, plan: Plan) -> None:
        from companion.table.session import Session
        from companion.table.storage.edition_file import load_edition_lines, with_edition_lines
        from companion.table.storage.journal import new_journal_path

        head = with_edition_lines(set_up(plan.game).head(plan, load_edition_lines(plan.game)))
        path = new_journal_path(self._clock().strftime("%Y-%m-%d-%H%M"), plan.game)
        beside = Beside(plan.virtual, plan.absent)
        self._names = remember_people(seat.name for seat in plan.seats if seat.colour not in plan.absent)
        beside.save(path)
        deck, zones = self._at_table(head, beside)
        session = Session.create(path, head, deck, zones)
        on_screen(lambda: self._lay_out(path, session, head, beside, deck, ()))

    def _resume(self, path: Path) -> None:
        from companion.rules.public_view import public_history
        from companion.table.session import Session
        from companion.table.storage.journal import read_record

        head, _ = read_record(path)
        beside = Beside.load(path)
        deck, zones = self._at_table(head, beside)
        session = Session.resume(path, deck, zones)
        history = public_history(session.history)
        told = pairwise((history.opening, *history.accepted_lines))
        earlier = [(before.position, accepted.events) for before, accepted in told]
        on_screen(lambda: self._lay_out(path, session, head, beside, deck, earlier))

    def _at_table(self, head: RecordHeader, beside: Beside) -> tuple[Deck | None, Zones]:
        """The tags of the pieces, and what watches them."""
        from companion.rules.moves import PLAY_ZONE
        from companion.table.zones import TOUCH_ONLY_PLAN
        from companion.table.zones import ZonePlan as Zones

        if beside.virtual:
            return self._makers.deck(head), Zones({PLAY_ZONE: "reader"})
        self._open_wired()
        if self._wired is None:
            return None, TOUCH_ONLY_PLAN
        return self._wired.load_deck(head.game), self._wired.zone_plan(head.game, head.setup)

    # -- on Kivy's thread again

    def _stop(self) -> None:
        """The evening is left, if there is one."""
        if self._wired is not None:
            self._wired.detach_session()
        if self.live is not None:
            self.live.stop()
            self.live = None

    def _clear(self) -> None:
        """Nothing lies on the table any more."""
        self._stop()
        self._model.table = self._model.aside = self._model.refusal = None

    def stumbled(self, fault: Exception) -> bool:
        """Something failed on Kivy's thread. Whether there is a table that says so."""
        if self.live is None:
            return False
        self.live.stumbled(fault)
        return True

    def _lay_out(self, path: Path, session: Session, head: RecordHeader, *more: Any) -> None:
        """The table is laid; of a game that cannot show its own a person is told, and the evening stays on the disk."""
        try:
            self._lay(path, session, head, *more)
        except Exception:
            log.exception("a game cannot be laid out")
            self._stop()
            session.close()
            self._told(game_fault_message(head.game, self._model.lang))

    def _lay(
        self,
        path: Path,
        session: Session,
        head: RecordHeader,
        beside: Beside,
        deck: Deck | None,
        earlier: Sequence[tuple[Position, tuple[Event, ...]]],
    ) -> None:
        from companion.screen.live.live import Live

        persons = tuple(seat.colour for seat in head.setup.seats if seat.colour not in beside.absent)
        dealer = self._makers.dealer(path.stem, head.game, beside.absent) if beside.virtual else None
        speak, ask = (
            (self._speaker.speak, self._speaker.ask) if self._speaker is not None else (_silently, _unasked)
        )
        shown = deck if beside.virtual else None  # real pieces lie on the table, not on the screen
        self.live = Live(
            session,
            self._model,
            persons,
            dealer,
            shown,
            pause=self._pause,
            speak=speak,
            ask=ask,
            earlier=earlier,
        )
        if self._wired is not None and not beside.virtual:
            self._wired.attach_session(session, session)
        self.live.start()
        self.live.strict(self._model.settings.strictness)


def _silently(lines: Sequence[NarrationLine], prompt: str) -> None:
    """Where there is no voice."""


def _unasked(what: str) -> None:
    """The same."""
