"""The program behind the screen: it begins, resumes, shows and keeps games."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final, cast

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from msgspec import Struct
from msgspec.structs import replace

from companion.games import default_game_name, query_each_game
from companion.home import is_safe_start
from companion.rules.errors import HeraldError
from companion.rules.game import EditionLine, Seat
from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.settings import (
    forget_player_name,
    load_player_names,
    load_settings,
    remember_player_names,
    save_settings,
    settings_path,
)
from companion.screen.view_models import AvailableGameModel, NewGameRequest, RefusalModel, SavedGameModel
from companion.table.storage.evenings import table_of_evening
from companion.table.storage.kept_files import SideFileProblem, take_untold_problems
from companion.table.table_hardware import HardwareStatus
from companion.voice.disk_messages import home_message
from companion.voice.language import load_translation
from companion.voice.safe_start import safe_start_message
from companion.voice.speech import FASTER, SLOWER, USUAL

if TYPE_CHECKING:  # the rest of the program is imported while the first page is shown
    from companion.export.evening_result import ToldEvening
    from companion.rules.record import EveningTable, RecordHeader
    from companion.screen.game_session.game_controller import GameController
    from companion.screen.game_session.speaker import Speaker
    from companion.table.dealer import DealerAndDeckFactory
    from companion.table.session import Session
    from companion.table.snapshot import Snapshot
    from companion.table.storage.saved_games import SavedGame
    from companion.table.table_hardware import TableHardware
    from companion.table.tags.deck import Deck
    from companion.table.zones import ZonePlan


log = logging.getLogger(__name__)

_WHEN_FORM = "%d. %m. %H:%M"
MAX_FAULTS_IN_A_ROW: Final = 1000
"""After so many faults without a frame between them, the game is not the cause: the program ends."""
WORDS_PER_MINUTE: Final = {"slow": SLOWER, "usual": USUAL, "fast": FASTER}
"""Speech rates by the setting `speed`."""

AUTOMATIC_MOVE_PAUSE = 1.1
"""Seconds between automatic moves at a virtual table."""


class HeraldController:
    """The `AppController` of companion.screen.pages.page."""

    def __init__(
        self,
        virtual_table: DealerAndDeckFactory,
        virtual: bool,
        speaker: Speaker | None = None,
        clock: Callable[[], datetime] = datetime.now,
        pause: float = AUTOMATIC_MOVE_PAUSE,
        find_hardware: Callable[[], TableHardware | None] | None = None,
        game: str = "",
        kiosk: bool = False,
    ) -> None:
        """Make the controller; nothing is shown before `follow_language_of`.

        `find_hardware` may take its time and gives what is wired at the real table, None when nothing is.
        `game` is offered first. `kiosk`: whether Herald may shut the computer down.
        """
        self.game_controller: GameController | None = None
        self.journal_path: Path | None = None
        self._head: RecordHeader | None = None
        self._virtual_table, self._virtual, self._kiosk = virtual_table, virtual, kiosk
        self._game = game
        self._find_hardware, self._hardware = find_hardware, cast("TableHardware | None", None)
        self._opening, self._saving = Lock(), Lock()
        self._rounds = 0
        self._speaker, self._clock, self._pause = speaker, clock, pause
        self._previous, self._side_files = PreviousGames(), SideFileNotice()
        self._names: tuple[str, ...] = ()
        self._printed_lines: dict[str, tuple[EditionLine, ...]] = {}

    def attach(self, app_state: AppState) -> None:
        """Show everything through this app state, and start looking for an interrupted game and the hardware."""
        self._app_state, self._background = app_state, BackgroundWork(app_state)
        self._settings = load_settings(settings_path())
        app_state.settings = self._settings
        app_state.bind(settings=self._apply_settings)
        self._apply_settings()
        if self._speaker is not None:
            self._speaker.follow_language_of(app_state, self._refresh_notice)
        self._loading = Clock.schedule_interval(self._on_loop_round, 0)

    def _on_loop_round(self, _elapsed: float) -> bool:
        """Start the slow work in the second round of Kivy's loop: the first one has drawn the home page.

        On a small computer both at once would take twice as long. The result: whether to be called again.
        """
        self._rounds += 1
        if self._rounds == 1:
            return True
        self.look_for_games()
        self._background.run(self._open_hardware)
        return False

    def _open_hardware(self) -> None:
        """Find and open the hardware of the real table, once; other callers wait meanwhile."""
        try:
            with self._opening:
                # what fails is not tried again: a game can be begun
                find, self._find_hardware = self._find_hardware, None
                if find is None:
                    return
                found = find()
                if found is not None:
                    if self._kiosk:
                        found.set_power_button_handler(lambda: run_on_kivy_thread(self._ask_to_switch_off))
                    found.open(lambda: run_on_kivy_thread(self._on_hardware_changed))
                self._hardware = found
        finally:
            run_on_kivy_thread(self._on_hardware_changed)

    def _apply_settings(self, *_change: Any) -> None:
        """Apply the settings at once, and save them in the background."""
        settings = self._app_state.settings
        if self._speaker is not None:
            self._speaker.set_speech_level(settings.voice, WORDS_PER_MINUTE[settings.speed])
        if settings != self._settings:
            self._settings = settings
            self._background.run(self._save_settings)

    def _save_settings(self) -> None:
        with self._saving:  # one after another: the last to write writes the latest
            save_settings(settings_path(), self._settings)

    def shut_down(self) -> None:
        """Finish all work and close journal, hardware and voice; called when the window is closed."""
        self._loading.cancel()
        self._background.join()
        self._stop_game()
        if self._hardware is not None:
            self._hardware.close()
        if self._speaker is not None:
            self._speaker.close()

    # -- AppController

    def resumable_game_model(self, lang: str) -> SavedGameModel | None:
        """The running game or the interrupted one that can be resumed, in words of this language."""
        if self.game_controller is not None:
            running = running_game_model(self.game_controller.snapshot, self._clock(), lang)
            return running or (finished_game_model(self._head, lang) if self._head is not None else None)
        return self._previous.model(lang)

    def available_game_models(self, lang: str) -> tuple[AvailableGameModel, ...]:
        """The games that can be begun, the preferred one first."""
        from companion.screen.default.set_up import setup_presenter_of

        lines = self._printed_lines
        found = query_each_game(
            lambda name: setup_presenter_of(name).make_available_game_model(lang, lines.get(name, ()))
        )
        return tuple(game for _, game in sorted(found, key=lambda each: each[0] != self._game))

    @property
    def game_at_hand(self) -> str:
        """The game that is played, else the one that waits or was played last, else the preferred one."""
        if self.game_controller is not None:
            return self.game_controller.snapshot.game
        last = self._previous.found or self._previous.finished
        return last.game if last is not None else self._game or default_game_name()

    def player_names(self) -> tuple[str, ...]:
        """Names of people who have played here before, the latest first."""
        return self._names

    def forget_player_name(self, name: str) -> None:
        """Offer this name no more; the disk hears of it in the background."""
        self._names = tuple(each for each in self._names if each != name)
        self._background.run(lambda: forget_player_name(name))

    @property
    def is_virtual_by_default(self) -> bool:
        """Whether a new game is usually at the virtual table."""
        return self._virtual

    def status_notice(self, lang: str) -> str:
        """The most important problem of this table in one line, "" when all is well."""
        return status_notice(
            lang,
            self._side_files,
            self._previous.damage_message(lang),
            self._app_state.hardware_status,
            has_sound_problem=self._speaker is not None and self._speaker.has_sound_problem,
            is_hardware_known=self._find_hardware is None and not self._opening.locked(),
        )

    def _refresh_notice(self) -> None:
        self._app_state.status_notice = self.status_notice(self._app_state.lang)

    def _on_hardware_changed(self) -> None:
        before = self._app_state.hardware_status.offered
        if self._hardware is not None:
            self._app_state.hardware_status = self._hardware.status()
        self._refresh_notice()
        if any(device not in before for device in self._app_state.hardware_status.offered):
            self._app_state.dispatch("on_page_requested", "plugged-in")

    def begin_game(self, request: NewGameRequest) -> None:
        """Begin a game in the background."""
        self.leave_game()
        self._background.run(lambda: self._start_new_session(request), request.game)

    def resume_game(self) -> None:
        """Show the running game again, or resume the interrupted one in the background."""
        if self.game_controller is not None:
            self.game_controller.refresh()
        elif (found := self._previous.found) is not None:
            self.resume_evening(found.path, found.game)

    def resume_evening(self, path: Path, game: str, checks_table: bool = False) -> None:
        """Resume any evening in the background; the one that runs is shown again."""
        if self.game_controller is not None and path == self.journal_path:
            self.game_controller.refresh()
            return
        self.leave_game()
        self._background.run(lambda: self._resume_session(path, checks_table), game)

    def look_for_games(self) -> None:
        """Look for the game that can be resumed in the background."""
        self._background.run(self._load_previous_games)

    def on_finger_down(self, is_hasty: bool) -> None:
        """Pass a finger to the running game."""
        if self.game_controller is not None:
            self.game_controller.on_finger_down(is_hasty)

    def face_down_tags(self) -> frozenset[str]:
        """The tags of the pieces that may lie face down in the running game; takes its time."""
        from companion.table.tags.deck_store import uids_of_concealable_pieces

        live, wired = self.game_controller, self.find_hardware()
        if (
            live is None
            or live.ui_state.is_virtual
            or live.snapshot.position.outcome() is not None
            or wired is None
        ):
            return frozenset()
        deck = wired.load_deck(live.snapshot.game)
        return uids_of_concealable_pieces(deck) if deck is not None else frozenset()

    def replace_deck(self, game: str) -> None:
        """Give the running game the tags that its pieces have now; takes its time."""
        from companion.table.messages import ChangeDeck

        live, wired = self.game_controller, self.find_hardware()
        if live is None or live.ui_state.is_virtual or live.snapshot.game != game or wired is None:
            return
        if (deck := wired.load_deck(game)) is not None:
            live.session.post(ChangeDeck(deck))

    def running_evening(self, lang: str) -> ToldEvening:
        """The evening on the table, all that was played, kept or not. Raises NoResultYet where there is none."""
        from companion.export.bg_stats import NoResultYet
        from companion.export.evening_result import begun_at, ended_at, make_told_evening

        live, path, head = self.game_controller, self.journal_path, self._head
        if live is None or path is None or head is None:
            raise NoResultYet
        session = live.session
        return make_told_evening(
            session.history,
            path.stem,
            lang,
            head.table,
            session.refusals,
            begun_at(path.stem),
            ended_at(path) if session.snapshot.disk_problem is None else datetime.now(UTC),
        )

    @property
    def hardware(self) -> TableHardware | None:
        """The hardware of the real table, None until it is open."""
        return self._hardware

    @property
    def can_switch_off(self) -> bool:
        """Whether Herald may shut the computer down: in the kiosk."""
        return self._kiosk

    def _ask_to_switch_off(self) -> None:
        """The button `off` opens the page, and on the page it answers."""
        self._app_state.dispatch("on_page_requested", "power")

    def run_in_background(self, work: Callable[[], None]) -> None:
        """Start this work on a thread of its own; `shut_down` waits for it."""
        self._background.run(work)

    def find_hardware(self) -> TableHardware | None:
        """The hardware, opened; takes its time."""
        self._open_hardware()
        return self._hardware

    # -- in the background, on another thread: the disk may take its time

    def _load_previous_games(self) -> None:
        """Load the interrupted game, the names of earlier players and what was read off their copies."""
        from companion.screen.default.set_up import edition_lines_by_game
        from companion.table.tags.deck_store import check_owner_decks

        self._names = load_player_names()
        self._printed_lines = edition_lines_by_game()
        check_owner_decks()
        previous = find_previous_games()
        run_on_kivy_thread(lambda: self._on_previous_games_loaded(previous))

    def _on_previous_games_loaded(self, previous: PreviousGames) -> None:
        self._previous = previous
        self._refresh_notice()
        self._app_state.saved_game = self.resumable_game_model(self._app_state.lang)

    def _start_new_session(self, request: NewGameRequest) -> None:
        from companion.rules.record import EveningTable
        from companion.screen.default.set_up import setup_presenter_of
        from companion.table.session import Session
        from companion.table.storage.edition_file import load_edition_lines, with_edition_lines
        from companion.table.storage.saved_games import new_journal_path

        presenter, printed = setup_presenter_of(request.game), load_edition_lines(request.game)
        table = EveningTable(request.is_virtual, request.bot_colours, request.beginners)
        head = replace(with_edition_lines(presenter.make_record_header(request, printed)), table=table)
        path = new_journal_path(self._clock().strftime("%Y-%m-%d-%H%M"), request.game)
        people = (seat.name for seat in request.seats if seat.colour not in request.bot_colours)
        self._names = remember_player_names(people)
        deck, zones = self._deck_and_zones(head, table)
        session = Session.create(path, head, deck, zones, self._app_state.settings.strictness)

        def show() -> None:
            self._try_show_table(path, session, head, table, deck)
            self._guide_first_evening(head.game)

        run_on_kivy_thread(show)

    def _resume_session(self, path: Path, checks_table: bool) -> None:
        from companion.table.session import Session
        from companion.table.storage.journal import read_journal

        head = read_journal(path).head
        table = table_of_evening(path, head)
        deck, zones = self._deck_and_zones(head, table)
        session = Session.resume(path, deck, zones, self._app_state.settings.strictness)

        def show() -> None:
            self._try_show_table(path, session, head, table, deck)
            self._guide_first_evening(head.game)
            if checks_table and self.game_controller is not None:
                self.game_controller.touch("check")

        run_on_kivy_thread(show)

    def _deck_and_zones(self, head: RecordHeader, table: EveningTable) -> tuple[Deck | None, ZonePlan]:
        """The tags of the pieces, and what watches them."""
        from companion.rules.moves import PLAY_ZONE
        from companion.table.zones import TOUCH_ONLY_PLAN, ZonePlan

        if table.is_virtual:
            return self._virtual_table.make_deck(head), ZonePlan({PLAY_ZONE: "reader"})
        self._open_hardware()
        if self._hardware is None:
            return None, TOUCH_ONLY_PLAN
        return self._hardware.load_deck(head.game), self._hardware.zone_plan(head.game, head.setup)

    # -- on Kivy's thread again

    def _guide_first_evening(self, game: str) -> None:
        """Tell how a game goes in which no person here has moved yet; never again by itself once it was read."""
        live = self.game_controller
        if live is None or game in self._app_state.settings.guided:
            return
        movers = {text.partition(" ")[0] for text in live.snapshot.accepted_texts}
        if movers.isdisjoint(live.ui_state.human_colours):
            live.guide_first_evening(lambda: self._on_guide_read(game))

    def _on_guide_read(self, game: str) -> None:
        settings = self._app_state.settings
        self._app_state.settings = replace(settings, guided=(*settings.guided, game))

    def _stop_game(self) -> None:
        """Leave the running game, if there is one."""
        if self._hardware is not None:
            self._hardware.detach_session()
        if self.game_controller is not None:
            self.game_controller.stop()
            self.game_controller = self.journal_path = None
            self._app_state.unkept_warning = ""

    def leave_game(self) -> None:
        """Stop the running game and show an empty table; its journal can be resumed."""
        self._stop_game()
        self._app_state.shown_turn = None
        self._app_state.table_model = self._app_state.overlay = self._app_state.refusal = None

    def on_game_error(self, fault: Exception) -> bool:
        """Handle an exception on Kivy's thread; whether a running game could show it."""
        if self.game_controller is None:
            return False
        self.game_controller.on_game_error(fault)
        return True

    def _try_show_table(self, path: Path, session: Session, head: RecordHeader, *details: Any) -> None:
        """Show the table; when the game's code fails, say so, and keep its journal."""
        try:
            self._show_table(path, session, head, *details)
        except Exception:
            from companion.voice.problem_messages import game_fault_message

            log.exception("a game cannot be laid out")
            self._stop_game()
            session.close()
            self._background.show_error(game_fault_message(head.game, self._app_state.lang))

    def _show_table(
        self,
        path: Path,
        session: Session,
        head: RecordHeader,
        table: EveningTable,
        deck: Deck | None,
    ) -> None:
        from companion.screen.game_session.game_controller import GameController
        from companion.screen.game_session.speaker import ask_nothing, speak_nothing

        human_colours = tuple(seat.colour for seat in head.setup.seats if seat.colour not in table.absent)
        dealer, visible_deck = None, None  # real pieces lie on the table, not on the screen
        if table.is_virtual:
            dealer = self._virtual_table.make_dealer(path.stem, head.game, table.absent, table.beginners)
            visible_deck = deck
        speak, ask, pause = speak_nothing, ask_nothing, self._pause
        if self._speaker is not None:
            speak, ask = self._speaker.speak_events, self._speaker.speak_pointed
        self.journal_path, self._head = path, replace(head, table=table)
        self.game_controller = GameController(
            session,
            self._app_state,
            human_colours,
            dealer,
            visible_deck,
            pause=pause,
            speak=speak,
            ask=ask,
        )
        if self._hardware is not None and not table.is_virtual:
            self._hardware.attach_session(session, session)
        self.game_controller.start()


class BackgroundWork:
    """Runs work on threads; what fails there is shown as a refusal."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._workers: list[Thread] = []

    def run(self, work: Callable[[], None], game: str = "") -> None:
        """Start this work; `game`: the game that it is about, whose code may fail."""
        self._workers = [worker for worker in self._workers if worker.is_alive()]
        worker = Thread(target=self._run_guarded, args=(work, game), name="program", daemon=True)
        self._workers.append(worker)
        worker.start()

    def join(self) -> None:
        """Wait until all work is finished."""
        for worker in self._workers:
            worker.join()

    def _run_guarded(self, work: Callable[[], None], game: str) -> None:
        try:
            work()
        except (HeraldError, OSError) as wrong:
            from companion.voice.problem_messages import file_error_message  # as a rule nothing is wrong

            self.show_error(file_error_message(wrong, self._app_state.lang))
        except Exception:  # the last net: people can go home, and the games on the disk are unchanged
            from companion.voice.problem_messages import PROBLEM_MESSAGES, game_fault_message

            log.exception("the way leads home")
            lang, sentence = self._app_state.lang, PROBLEM_MESSAGES["fault"]
            told = game_fault_message(game, lang) if game else load_translation(lang).gettext(sentence)
            self.show_error(told)

    def show_error(self, why: str) -> None:
        """Show an error as a refusal; may be called from any thread."""
        run_on_kivy_thread(lambda: self._set_refusal(RefusalModel(None, "", why, "", "")))

    def _set_refusal(self, refusal: RefusalModel) -> None:
        self._app_state.refusal = refusal


# -- the notice on the home page


class SideFileNotice:
    """Collects the side files that could not be used since Herald was started, and says so in one line."""

    def __init__(self) -> None:
        self._problems: tuple[SideFileProblem, ...] = ()

    def text(self, lang: str) -> str:
        """The line in this language, "" while all files can be used."""
        new = take_untold_problems()
        for each in new:
            log.warning("%s cannot be used (%s); kept as %r", each.path.name, each.words, each.kept_as)
        self._problems += new
        if not self._problems:
            return ""
        from companion.voice.problem_messages import side_files_message  # as a rule nothing is wrong

        return side_files_message(self._problems, lang)


def status_notice(
    lang: str,
    side_files: SideFileNotice,
    damaged: str,
    wired: HardwareStatus,
    has_sound_problem: bool,
    is_hardware_known: bool,
) -> str:
    """The most important problem in one line, "" when all is well.

    `damaged`: what is wrong with the latest saved game, "" where it can be read; `wired`: what is known of the
    hardware, all of it if `is_hardware_known`.
    """
    if is_safe_start():
        return safe_start_message(lang)
    if told := home_message(lang) or side_files.text(lang):
        return told
    if damaged:
        return damaged
    if has_sound_problem and wired.is_every_reader_working:
        texts = load_translation(lang)
        return texts.gettext("No sound: what the voice would say is on the screen.")
    if not is_hardware_known:
        return ""
    from companion.voice.problem_messages import readers_status_message

    return readers_status_message(wired, lang)


# -- the evenings that the home page knows of


class PreviousGames(Struct, frozen=True):
    """What was found on the disk.

    found: the evening to go on with. damaged: the one opened last, if it is damaged; `brought_back`: what it would be
    without what does not hold, None where nothing can be brought back. finished: the head of the evening opened last,
    if it is over.
    """

    found: SavedGame | None = None
    damaged: SavedGame | None = None
    brought_back: SavedGame | None = None
    finished: RecordHeader | None = None

    def model(self, lang: str) -> SavedGameModel | None:
        """The evening that is offered: that which was open last, though damaged, if there is a way on."""
        if self.damaged is not None and self.brought_back is not None:
            return _damaged_game_model(self.damaged, self.brought_back, lang)
        if self.found is not None:
            return _interrupted_game_model(self.found, lang)
        return finished_game_model(self.finished, lang) if self.finished is not None else None

    def damage_message(self, lang: str) -> str:
        """Which line of the evening opened last is damaged and why, "" while it is not."""
        if self.damaged is None:
            return ""
        from companion.voice.damage_messages import damaged_evening_message

        return damaged_evening_message(self.damaged, lang)


def find_previous_games() -> PreviousGames:
    """Look for them. It takes its time: the disk is read."""
    from companion.table.storage.journal import read_journal
    from companion.table.storage.saved_games import (
        last_damaged_game,
        last_finished_game,
        last_interrupted_game,
    )

    found, damaged = last_interrupted_game(), last_damaged_game()
    finished = None
    if found is None and (over := last_finished_game()) is not None:
        with suppress(HeraldError, OSError):  # then there is nothing to play once more
            head = read_journal(over).head
            finished = replace(head, table=table_of_evening(over, head))
    if found is not None:  # what is wrong with its file is told before somebody goes on
        table_of_evening(found.path, read_journal(found.path).head)
    return PreviousGames(found, damaged, _brought_back(damaged) if damaged is not None else None, finished)


def _brought_back(damaged: SavedGame) -> SavedGame | None:
    if damaged.damage is None:
        return None
    from companion.table.storage.recovery import read_recovered
    from companion.table.storage.saved_games import summarise_game

    try:
        recovered = read_recovered(damaged.path)
        return replace(damaged, summary=summarise_game(recovered.head, recovered.history))
    except (HeraldError, OSError):
        return None
    except Exception:  # of a plug-in game, which must not hide the other evenings
        log.exception("a damaged evening cannot be offered")
        return None


# -- in words for the home page


def running_game_model(snapshot: Snapshot, clock: datetime, lang: str) -> SavedGameModel | None:
    """The running game, None once it is over.

    Where the game fails to give its round and phase, they are left out.
    """
    when = clock.strftime(_WHEN_FORM)
    try:
        if snapshot.position.outcome() is not None:
            return None
        data = snapshot.position.to_json()
        return _make_model(snapshot.game, snapshot.setup.seats, data["round"], data["phase"], when, lang)
    except Exception:
        log.exception("a game does not say how far it is")
        return _make_model(snapshot.game, snapshot.setup.seats, None, "", when, lang)


def finished_game_model(head: RecordHeader, lang: str) -> SavedGameModel:
    """A game that is over, to be played once more by the same people; who sits next after whoever began begins."""
    from companion.rules.record import EveningTable

    seats, table = head.setup.seats, head.table or EveningTable()
    colours = [seat.colour for seat in seats]
    began = colours.index(head.setup.start_player) if head.setup.start_player in colours else -1
    again = NewGameRequest(
        head.game,
        seats,
        colours[(began + 1) % len(colours)],
        dict(head.setup.options),
        table.is_virtual,
        table.absent,
        table.beginners,
    )
    model = _make_model(head.game, seats, None, "", "", lang)
    return replace(model, heading=load_translation(lang).gettext("Once more"), again=again)


def _interrupted_game_model(found: SavedGame, lang: str) -> SavedGameModel | None:
    """A game on the disk, None where it cannot be read."""
    if (summary := found.summary) is None:
        return None
    from companion.voice.evening_text import when_text

    when = when_text(found.modified_at, _WHEN_FORM)
    return _make_model(summary.game, summary.seats, summary.round_number, summary.phase, when, lang)


def _damaged_game_model(damaged: SavedGame, brought_back: SavedGame, lang: str) -> SavedGameModel | None:
    """A game on the disk that is damaged, as it would be without what does not hold."""
    model = _interrupted_game_model(brought_back, lang)
    if model is None or damaged.damage is None:
        return None
    from companion.voice.damage_messages import GO_ON_FROM_LINE

    heading = load_translation(lang).gettext(GO_ON_FROM_LINE).format(line=damaged.damage.line)
    return replace(model, damaged_number=damaged.number, heading=heading)


def _make_model(
    game: str, seats: tuple[Seat, ...], round_: int | None, phase: str, when: str, lang: str
) -> SavedGameModel:
    from companion.screen.default.set_up import setup_presenter_of
    from companion.voice.translator import Translator

    translator = Translator(game, {}, lang)
    progress = ""
    if round_ is not None:
        progress = (
            f"{translator.gettext('Round {round}', round=round_)}, {translator.name_of('phase', phase)}"
        )
    title = translator.name_of("game", "title")
    return SavedGameModel(title, progress, seats, when, setup_presenter_of(game).SYMBOL)


# -- beneath all that Kivy calls


class GameFaultHandler(ExceptionHandler):
    """Handles exceptions beneath all that Kivy calls: the window stays, without what cannot be painted.

    `tell` gets the fault, and says whether a game is on the table: without one the program ends, and the
    service manager starts it anew. Exceptions that end a program on purpose pass through.
    """

    def __init__(self, tell: Callable[[Exception], bool]) -> None:
        self._on_fault = tell
        self._faults_left = MAX_FAULTS_IN_A_ROW

    def on_frame_drawn(self, *_window: object) -> None:
        """A frame was drawn: start counting faults anew."""
        self._faults_left = MAX_FAULTS_IN_A_ROW

    def handle_exception(self, fault: BaseException) -> int:
        """Kivy's `ExceptionHandler`: PASS where a running game shows the fault, else RAISE."""
        self._faults_left -= 1
        if not isinstance(fault, Exception) or self._faults_left < 0:
            return int(ExceptionManager.RAISE)
        try:
            played = self._on_fault(fault)
        except Exception as another:
            log.error("a fault could not be told", exc_info=another)
            played = True
        return int(ExceptionManager.PASS if played else ExceptionManager.RAISE)
