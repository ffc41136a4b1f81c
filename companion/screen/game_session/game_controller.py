"""A running game: touches become messages to the session, and its snapshots become the table on the screen.

Everything here runs on Kivy's thread; the session has its own.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import Any, Final, Protocol, TypeVar, cast

from kivy.clock import Clock
from msgspec.structs import replace

from companion.games import load_plugin_part
from companion.rules.game import Seat
from companion.rules.history import AcceptedLine, FrozenHistory
from companion.rules.moves import PLAY_ZONE, TABLE_ACTOR
from companion.rules.position import Position
from companion.rules.public_view import told_history
from companion.rules.transaction import Event
from companion.screen.app_state import AppState, KnownFaults, ShownTurn, run_on_kivy_thread
from companion.screen.context import LOOK_WORDS, ScreenContext, UiState
from companion.screen.default import presenter as default
from companion.screen.overlays import OverlayController
from companion.screen.overlays.about import CLAUSE, OVERRULE, explain_then, explanation, touch_answer
from companion.screen.presenters.table_presenter import latest_lines
from companion.screen.view_models import NEXT_MOVE, RefusalModel, TouchAnswer
from companion.table.dealer import Dealer, is_of_table
from companion.table.interpretation.judge import Ambiguous, Interpreted, next_steps
from companion.table.messages import (
    ChangeZonePlan,
    ChooseAnswer,
    ClearPendingInput,
    DismissNotices,
    FinishMove,
    HastyTouch,
    OverruleRefusal,
    Pace,
    PutBack,
    RedoMoves,
    ReportInput,
    SessionMessage,
    SetStrictness,
    Strictness,
    TagPresent,
    TagRemoved,
    Touch,
    UndoMoves,
)
from companion.table.session import DeferredMessage, Session, SessionThread
from companion.table.snapshot import RefusalNotice, Snapshot
from companion.table.tags.deck import Deck
from companion.table.zones import TOUCH_ONLY_PLAN
from companion.voice.evening_text import attempt_text
from companion.voice.game_texts import clause_title
from companion.voice.language import mark_message
from companion.voice.narration import NarrationLine
from companion.voice.pending_text import spoken_pointed_target
from companion.voice.problem_messages import game_fault_message, not_all_kept_message, problem_message
from companion.voice.translator import Translator
from companion.voice.voice import Voice

CARDS_LOST = mark_message(
    "The table was corrected, and the dealt cards no longer fit. From now on all moves of all players are touched."
)
HOW_TO_RESTORE_CARDS = mark_message("Take the correction back, and the dealt cards come back.")


def current_refusal(snapshot: Snapshot, voice: Voice) -> RefusalModel | None:
    """The current refusal, or what is wrong with the machine; None when all is well."""
    if snapshot.refusal_notice is not None:
        return _move_refusal(snapshot, snapshot.refusal_notice, voice)
    for problem in snapshot.problems:
        if not problem.is_lasting:
            return RefusalModel(None, "", problem_message(problem, voice.translator), "", "")
    return None


def fault_refusal(translator: Translator) -> RefusalModel:
    """The message that something in the game failed, and what to do now."""
    return RefusalModel(None, "", game_fault_message(translator.game, translator.lang), "", "")


def cards_lost_refusal(translator: Translator) -> RefusalModel:
    """The message that the program no longer deals, and what would make it deal again."""
    return RefusalModel(
        None, "", translator.gettext(CARDS_LOST), "", "", (translator.gettext(HOW_TO_RESTORE_CARDS),)
    )


def _move_refusal(snapshot: Snapshot, notice: RefusalNotice, voice: Voice) -> RefusalModel:
    translator, clause = voice.translator, notice.refusal.clause
    return RefusalModel(
        seat=_refused_seat(snapshot, notice),
        attempt=attempt_text(notice.tried_line, notice.tried_observations, voice),
        reason=voice.refusal_text(notice.refusal, snapshot.position),
        clause=clause.id,
        clause_title=clause_title(translator.game, clause.id, translator.lang),
        allowed_instead=tuple(dict.fromkeys(voice.describe_move(move) for move in notice.nearest_moves)),
        overrule_label=translator.gettext(OVERRULE) if notice.can_be_allowed else "",
    )


def _refused_seat(snapshot: Snapshot, notice: RefusalNotice) -> Seat | None:
    if notice.tried_line.startswith(f"{TABLE_ACTOR} "):
        return None
    colours = (*notice.tried_words[:1], *snapshot.position.choice_tree.awaited_actors)
    return next((seat for seat in snapshot.setup.seats if seat.colour in colours), None)


log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSE_BY_PACE: Final[Mapping[Pace, float]] = {"slow": 3.0, "usual": 1.0, "fast": 0.3, "step": 0.0}
"""How long the pause before an automatic move is, as a multiple of the usual one."""
MAX_NARRATED_LINES = 6
"""Lines of the record whose sentences can be repeated in another language."""

SpeakEvents = Callable[[Sequence[NarrationLine], str], None]
"""Speaks sentences, and what to do now."""
SpeakPointed = Callable[[str], None]
"""Speaks what the shared buttons point at, in place of what they pointed at before."""


class PresenterModule(Protocol):
    """A game's module `presenter`: it makes the view model of its table."""

    BOARD_CAN_TURN: bool
    """Whether its board can be turned to the side at which the screen stands."""

    def table_model(
        self, snapshot: Snapshot, ui_state: UiState, voice: Voice, lines: Sequence[NarrationLine]
    ) -> Any:
        """The table at this moment, as the game's view needs it."""
        ...


class GameController:
    """One game session on the screen.

    `pause`: seconds between automatic moves, so that people can follow; `speak` gets every new sentence,
    `ask` what is pointed at.
    """

    def __init__(
        self,
        session: Session,
        app_state: AppState,
        human_colours: tuple[str, ...],
        dealer: Dealer | None = None,
        deck: Deck | None = None,
        *,
        pause: float,
        speak: SpeakEvents,
        ask: SpeakPointed,
    ) -> None:
        self.session = session
        self.snapshot = session.snapshot
        self._zone_plan = self.snapshot.zone_plan
        self._told_number = -1
        """The number of the last snapshot whose new entries were told."""
        self._shown_position = self.snapshot.position
        self._finger_down_aim: TouchAim | None = None
        """What the finger meant that came down and whose touch is not handled yet."""
        self._aim = TouchAim(self._shown_position)
        self._turns_shown = 0
        self.ui_state = UiState(dealer is not None, human_colours, board_rotation=app_state.settings.side)
        self._app_state = app_state
        self._dealer = dealer
        self._pause, self._speak, self._ask = pause, speak, ask
        self._runner = SessionThread(session)
        self._touch_interpreter = TouchInterpreter(deck)
        self._must_show_cards_lost = self._must_show_fault = False
        self._known_faults = KnownFaults()
        self._held_move: tuple[SessionMessage, ...] = ()
        """What a virtual player does at the next touch on *Next*."""
        self._posted = self._taken = 0  # messages of ours
        self._due = self.snapshot.sequence_number
        presenter = load_plugin_part(self.snapshot.game, "screen", "presenter")
        self._presenter = cast(PresenterModule, presenter or default)
        self._narrated: deque[tuple[Position, tuple[Event, ...], Position, tuple[NarrationLine, ...]]] = (
            deque(maxlen=MAX_NARRATED_LINES)
        )
        self._show_soon = Clock.create_trigger(self._show, -1)
        self._deal_soon = Clock.create_trigger(self._deal, self._pause_before_move)
        self._voice = self._make_voice()
        self._overlay_controller = OverlayController(
            self.snapshot.game, self._context, self._post_touch, self.set_strictness
        )
        history = self.snapshot.public_history
        latest = history.accepted_lines[-MAX_NARRATED_LINES - 1 :]
        earlier = latest if len(latest) > MAX_NARRATED_LINES else (history.opening, *latest)
        for before, accepted in pairwise(earlier):
            self._narrate(before.position, accepted.events, accepted.position)

    def start(self) -> None:
        """Start the session's thread and show the table."""
        self.session.add_listener(self._on_snapshot)
        self._app_state.bind(lang=self._on_language)
        self._runner.start()
        self._guard(self._check_dealt_cards)
        self._update_screen()

    def stop(self) -> None:
        """Leave the game; its journal is closed and can be resumed."""
        self._app_state.unbind(lang=self._on_language)
        self._show_soon.cancel()
        self._deal_soon.cancel()
        self._runner.stop()

    @property
    def is_busy(self) -> bool:
        """Whether a message posted here has no outcome on the screen yet. Readers' messages do not count."""
        return self._taken < self._posted or self.snapshot.sequence_number < self._due

    @property
    def is_idle(self) -> bool:
        """Whether nothing more happens until somebody touches the screen."""
        return not self.is_busy and not self._deal_soon.is_triggered and not self._show_soon.is_triggered

    # -- exceptions of a game

    def on_game_error(self, fault: Exception) -> None:
        """Handle an exception of the game: what failed is left out, the session goes on, people are told.

        The same fault is told only once until a move was made, unless there is nothing else to see.
        """
        if self._known_faults.add_if_new(fault) or (
            self._app_state.table_model is None and not self._must_show_fault
        ):
            log.error("something of a game is left out", exc_info=fault)
            self._must_show_fault = True
            self._show_soon()

    def _guard(self, do: Callable[[], T]) -> T | None:
        """The result of `do`, None where the game fails."""
        try:
            return do()
        except Exception as fault:
            self.on_game_error(fault)
            return None

    # -- from the screen

    def on_finger_down(self, is_hasty: bool) -> None:
        """A finger came down, and means what is shown now; one that `is_hasty` may not end a move."""
        self._finger_down_aim = TouchAim(self._shown_position, is_hasty)

    def touch(self, touch_target: str) -> None:
        """Handle a touch on the table, or on what lies over it."""
        self._aim = self._finger_down_aim or TouchAim(self._shown_position)
        self._finger_down_aim = None
        try:
            kind, _, name = touch_target.partition("/")
            if self._overlay_controller.touch(kind, name):
                self._update_screen()
                return
            self.ui_state = replace(self.ui_state, previewed_answer="")  # one finger at a time
            if touch_target == NEXT_MOVE and self._aim.is_hasty:
                return  # all of the move or nothing
            read = (
                self._take_held_move()
                if touch_target == NEXT_MOVE
                else self._touch_interpreter.interpret_touch(
                    touch_target, kind, name, self.snapshot, self.ui_state
                )
            )
            if isinstance(read, UiState):
                self._look(read)
                return
            if touch_target == "go-on":
                self._must_show_cards_lost = self._must_show_fault = False
            if ReportInput in map(type, read):
                if self.is_busy and touch_target in self.ui_state.laid_cards:
                    return  # it is on its way to the reader
                laid = self.ui_state.pending_laid_cards(self.snapshot.pending_input)
                self.ui_state = replace(self.ui_state, laid_cards=(*laid, touch_target))
            for message in read:
                self._post(message, self._aim)
        except Exception as fault:
            self.on_game_error(fault)

    def answer_touch(self, touch_target: str, tell: Callable[[TouchAnswer], None]) -> None:
        """Answer a touch that no widget takes; a part of a move is taken, unless a line would come of it."""
        aim = self._finger_down_aim or TouchAim(self._shown_position)
        self._finger_down_aim, aim.is_hasty = None, True
        voice, can_allow, chooser = self._voice, self.session.can_allow, self.ui_state.chooser
        said = self._latest_text() if touch_target == "log" else ""
        if said:
            self.touch("history")
            return
        if chooser:
            tell(TouchAnswer(voice.put_back_question(chooser)))
            return

        def find(snapshot: Snapshot, known: Position) -> None:
            answer = touch_answer(touch_target, snapshot, voice, known, can_allow)
            if answer is None:
                prompt = partial(tell, TouchAnswer(voice.prompt_sentence(snapshot.position)))
                run_on_kivy_thread(partial(self._take_part, touch_target, aim, prompt))
            else:
                run_on_kivy_thread(partial(tell, answer))

        self._ask_session(find)

    def explain_touch(self, touch_target: str, symbol: str, tell: Callable[[TouchAnswer], None]) -> None:
        """Explain what a finger rests on; nothing comes of it."""
        self._finger_down_aim = None
        then = self._overlay_controller.context_above()
        if then.snapshot is not self.snapshot:
            self._guard(lambda: tell(explain_then(touch_target, symbol, then)))
            return
        voice, log_text, history = self._voice, self._latest_text(), self._history()
        ui_state, has_hand = self.ui_state, bool(self._hand_of(touch_target.removeprefix("player/")))

        def find(snapshot: Snapshot, known: Position) -> None:
            answer = explanation(touch_target, symbol, snapshot, voice, known, history, ui_state, log_text)
            if has_hand:
                answer = answer._replace(way=f"about/{touch_target}", way_label="")
            run_on_kivy_thread(partial(tell, answer))

        self._ask_session(find)

    def _ask_session(self, find: Callable[[Snapshot, Position], None]) -> None:
        """Call `find` on the session's thread with what the people at the screen know; nothing is posted.

        The position is as everybody knows it, or the owner of the open hand; cards on the virtual reader have names.
        """
        position, ui_state = self._known_position(), self.ui_state

        def ask(snapshot: Snapshot) -> None:
            is_same = snapshot.position is self.snapshot.position
            seen = replace(snapshot, pending_input=ui_state.with_names(snapshot.pending_input))
            try:
                find(seen, position if is_same else snapshot.position)
            except Exception as fault:
                run_on_kivy_thread(partial(self.on_game_error, fault))

        self._post(ask)

    def _known_position(self) -> Position:
        """The position as everybody knows it, or the owner of the open hand."""
        if self._dealer is None:
            return self.snapshot.position
        return self._dealer.position_known_to(self.ui_state.hand_owner, self.snapshot)

    def _latest_text(self) -> str:
        """What has just happened, whole."""
        return " ".join(line.text for line in latest_lines([lines for *_, lines in self._narrated if lines]))

    def _take_part(self, touch_target: str, aim: TouchAim, tell: Callable[[], None]) -> None:
        """Take a part of a move; `tell` where it leads to nothing all the same."""
        before = self.snapshot.pending_input
        self._finger_down_aim = aim
        self.touch(touch_target)

        def look(snapshot: Snapshot) -> None:
            if snapshot.pending_input == before:
                run_on_kivy_thread(tell)

        self._post(look)

    def _look(self, ui_state: UiState) -> None:
        """Show the table in another way, which changes nothing of the game."""
        if ui_state.board_rotation != self.ui_state.board_rotation:
            self._app_state.settings = replace(self._app_state.settings, side=ui_state.board_rotation)
        self.ui_state = self._with_hand(ui_state)
        self._show_soon()

    def refresh(self) -> None:
        """Show everything again: somebody comes back to the table."""
        self._show_soon()

    def guide_first_evening(self, on_read: Callable[[], None]) -> None:
        """Tell how the game goes, once a person is asked for the first time; `on_read`: when that was read."""
        self._overlay_controller.overlay("guide").on_first_evening(on_read)
        self._update_screen()

    def set_strictness(self, level: Strictness, is_for_all: bool) -> None:
        """Set how strict this evening is from now on; `is_for_all`: all other evenings as well."""
        if is_for_all:
            self._app_state.settings = replace(self._app_state.settings, strictness=level)
        if level != self.snapshot.strictness:
            self._post(SetStrictness(level))

    def _post_touch(self, message: SessionMessage) -> None:
        """Post a message of the latest touch."""
        self._post(message, self._aim)

    def _post(self, message: SessionMessage | DeferredMessage, aim: TouchAim | None = None) -> None:
        def meant(snapshot: Snapshot) -> SessionMessage | None:
            """The message if its touch still counts; called on the session's thread."""
            self._due = snapshot.sequence_number + 1
            self._taken += 1
            found = message if isinstance(message, SessionMessage) else message(snapshot)
            return found if aim is None or found is None else aim.meant(found, snapshot)

        self._posted += 1
        self.session.post(meant)

    # -- from the session

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        """On the session's thread: compute what takes time, then let the screen follow."""
        with suppress(Exception):  # the screen will raise it again, and show it
            _ = snapshot.step_by_touch_target
        run_on_kivy_thread(lambda: self._apply_snapshot(snapshot))

    def _apply_snapshot(self, snapshot: Snapshot) -> None:
        earlier, self.snapshot = self.snapshot, snapshot
        before = earlier.position
        if snapshot.refusal_notice not in (None, earlier.refusal_notice):
            self._overlay_controller.close(CLAUSE)  # it would lie above the refusal
        self.ui_state = replace(self.ui_state, previewed_answer="")
        fresh: list[NarrationLine] = []
        is_new = snapshot.sequence_number > self._told_number  # it may come twice
        self._told_number = snapshot.sequence_number
        entries = snapshot.new_entries if is_new else ()
        if entries:
            self._known_faults.clear()
            self._held_move = ()
        for entry in entries:
            fresh += self._narrate(before, entry.events, entry.position)
            self._guard(partial(self._inform_overlays, before, entry))
            before = entry.position
        self._guard(self._check_dealt_cards)
        plan = snapshot.undo_plan
        if plan is not None and plan.is_carried_out and not self.ui_state.has_real_pieces:
            self._post(DismissNotices())  # nobody has to put anything back
        if entries:
            holder = self._guard(self._holder_still_asked) or ""
            self.ui_state = replace(
                self.ui_state, card_kind="", answer_folder="", viewed_player="", hand_owner=holder
            )
        self._update_screen()
        if entries:
            self._speak(fresh, self._guard(partial(self._voice.prompt_sentence, snapshot.position)) or "")
        if snapshot.pointed_at != earlier.pointed_at:
            self._ask(self._guard(partial(spoken_pointed_target, snapshot, self._voice)) or "")

    def _inform_overlays(self, before: Position, entry: AcceptedLine) -> None:
        """Tell the overlays about a new entry of the game log."""
        if entry.is_correction:
            self._overlay_controller.on_table_corrected()
        else:
            self._overlay_controller.on_line_accepted(before, entry.events, entry.position)

    def _narrate(
        self, before: Position, events: tuple[Event, ...], after: Position
    ) -> tuple[NarrationLine, ...]:
        lines = self._guard(partial(self._voice.narrate, before, events, after=after)) or ()
        self._narrated.append((before, events, after, lines))
        return lines

    def _update_screen(self) -> None:
        """Bring hands and screen to the state of the session and the dealer."""
        if self._dealer is not None and not self._deal_soon.is_triggered:
            self._deal_soon.timeout = self._pause_before_move
            self._deal_soon()
        self.ui_state = replace(self.ui_state, waits_for_next=self._is_next_offered)
        if not self.snapshot.pending_input and self.ui_state.stepper_values:
            self.ui_state = replace(self.ui_state, stepper_values={})
        if not self.snapshot.pending_input and not self.is_busy:
            self.ui_state = replace(self.ui_state, laid_cards=())
        self.ui_state = self._guard(partial(self._with_hand, self.ui_state)) or self.ui_state
        if not self.is_busy:  # otherwise more is coming, and nobody could read what is between
            self._show_soon()

    def _check_dealt_cards(self) -> None:
        """While the dealt cards do not fit, play the table like a real one; people are told so once."""
        if self._dealer is None:
            return
        self._dealer.follow_session(self.snapshot, self.session.history, self.session.returned_pieces)
        if self._dealer.has_lost_track == self.ui_state.is_virtual:
            are_lost = self._dealer.has_lost_track
            self.ui_state = replace(self.ui_state, is_virtual=not are_lost, are_cards_lost=are_lost)
            self._must_show_cards_lost = are_lost
            self._post(ChangeZonePlan(TOUCH_ONLY_PLAN if are_lost else self._zone_plan))

    @property
    def _choosers(self) -> tuple[str, ...]:
        """The people who choose what goes back before anybody moves, in their order."""
        return self._dealer.people_to_put_back() if self._dealer is not None else ()

    def _holder_still_asked(self) -> str:
        """The owner of the open hand if they are asked again: else the screen may be passed on."""
        asked = self._choosers[:1] or self.snapshot.position.choice_tree.awaited_actors
        return self.ui_state.hand_owner if self.ui_state.hand_owner in asked else ""

    def _with_hand(self, ui_state: UiState) -> UiState:
        """The UI state with the hand that may be open.

        It is always that of a person alone at the screen, else of one who opened it and may still act.
        """
        turn = self.snapshot.position.choice_tree
        may_open = self._choosers[:1] or (*turn.choice_by_actor, *turn.awaited_actors)
        holder = ui_state.hand_owner
        if len(ui_state.human_colours) == 1:
            holder = ui_state.human_colours[0]
        elif holder not in may_open:
            holder = ""
        ui_state = ui_state.with_chooser(next(iter(self._choosers), ""))
        if self._dealer is None or not holder:
            return replace(ui_state, hand_owner=holder, hand_pieces=(), allowed_targets=None)
        hand, allowed = (
            self._dealer.hand_pieces(holder, self.snapshot),
            self._dealer.allowed_targets(holder, self.snapshot),
        )
        return replace(ui_state, hand_owner=holder, hand_pieces=hand, allowed_targets=allowed)

    def _deal(self, _elapsed: float) -> None:
        """Let the dealer act, unless people have something to read or to answer first."""
        snapshot = self.snapshot
        has_notice = (
            snapshot.refusal_notice is not None
            or snapshot.undo_plan is not None
            or any(not problem.is_lasting for problem in snapshot.problems)
        )
        if self._dealer is None or self.is_busy or has_notice or self._overlay_controller.has_overlay:
            return
        if self._held_move and (snapshot.pace == "step" or snapshot.pending_input):
            return
        messages = (
            self._take_held_move() or self._guard(partial(self._dealer.next_session_messages, snapshot)) or ()
        )
        if messages and snapshot.pace == "step" and not is_of_table(messages):
            self._held_move = messages
            self._update_screen()
            return
        for message in messages:
            self._post(message)

    @property
    def _is_next_offered(self) -> bool:
        """Whether a virtual player waits for a touch, and nobody is in the middle of a move."""
        return bool(self._held_move) and not self.snapshot.pending_input

    def _take_held_move(self) -> tuple[SessionMessage, ...]:
        """What a virtual player was about to do; it is asked for once."""
        held, self._held_move = self._held_move, ()
        return held

    @property
    def _pause_before_move(self) -> float:
        """Seconds before a virtual player moves; one who waits for a touch is ready at once."""
        return self._pause * PAUSE_BY_PACE[self.snapshot.pace]

    # -- to the screen

    def _show(self, *_elapsed: Any) -> None:
        """Show everything; what cannot be shown stays as it was, and people are told."""
        for show in (self._show_table, self._show_overlay, self._show_refusal):
            self._guard(show)

    def _show_table(self) -> None:
        lines = latest_lines([lines for *_, lines in self._narrated if lines])
        self._show_turn()
        self._app_state.unkept_warning = not_all_kept_message(self.snapshot, self._voice.translator)
        try:
            self._app_state.table_model = self._presenter.table_model(
                self.snapshot, self.ui_state, self._voice, lines
            )
        except Exception as fault:  # all but the places can be shown: whose turn it is, answers, undo
            self.on_game_error(fault)
            self._app_state.table_model = self._presenter.table_model(
                self.snapshot.without_layout(), self.ui_state, self._voice, lines
            )

    def _show_turn(self) -> None:
        """Let fingers know which position is shown, and who is asked."""
        if self.snapshot.position is not self._shown_position:
            self._shown_position = self.snapshot.position
            self._turns_shown += 1
        self._app_state.shown_turn = ShownTurn(
            self._turns_shown, tuple(self._shown_position.choice_tree.awaited_actors)
        )

    def _show_overlay(self) -> None:
        try:
            self._app_state.overlay = self._overlay_controller.current()
        except Exception:
            self._overlay_controller.close_all()  # otherwise every touch would raise it again
            self._app_state.overlay = None
            raise

    def _show_refusal(self) -> None:
        fault = fault_refusal(self._voice.translator) if self._must_show_fault else None
        lost = cards_lost_refusal(self._voice.translator) if self._must_show_cards_lost else None
        self._app_state.refusal = fault or current_refusal(self.snapshot, self._voice) or lost

    def _context(self) -> ScreenContext:
        return ScreenContext(
            self.snapshot,
            self._history,
            self._voice,
            self.ui_state,
            self._known_position,
            self._hand_of,
            lambda: self.session.refusals,
        )

    def _hand_of(self, who: str) -> tuple[str, ...]:
        """The pieces of one of several people at the screen, at which they may look at any time."""
        people, dealer = self.ui_state.human_colours, self._dealer
        return dealer.hand_pieces(who, self.snapshot) if dealer and who in people and people[1:] else ()

    def _history(self) -> FrozenHistory:
        return told_history(self.session.history, self.snapshot.public_history)

    def _make_voice(self) -> Voice:
        return Voice(self.snapshot.game, self.snapshot.player_name_by_colour, self._app_state.lang)

    def _on_language(self, *_change: Any) -> None:
        """Narrate everything again in the new language."""
        self._voice = self._make_voice()
        narrated = list(self._narrated)
        self._narrated.clear()
        for before, events, after, _ in narrated:
            self._narrate(before, events, after)
        self._show()


# -- what a touch on the screen means, and for which position: messages to the session, or only a change of the view


class TouchAim:
    """The position that a touch was meant for: once the game has gone on, it is void.

    So the second of two quick taps does not act on the next move. All messages of one touch share the fate of
    the first. A touch that `is_hasty` ends no move.
    """

    def __init__(self, seen: Position, is_hasty: bool = False) -> None:
        self._seen: Position | None = seen
        self.is_hasty = is_hasty
        self._holds = True

    def meant(self, message: SessionMessage, snapshot: Snapshot) -> SessionMessage | None:
        """What of the message still counts; called on the session's thread, for each in turn."""
        if self._seen is not None:
            self._holds, self._seen = self._seen == snapshot.position, None
        if not self._holds:
            return None
        return HastyTouch(message) if self.is_hasty else message


class TouchInterpreter:
    """Interprets the touches of the people at the screen, which has a virtual reader for cards.

    `deck`: the tags of a virtual table, None where pieces are real.
    """

    def __init__(self, deck: Deck | None) -> None:
        self._tags = _tags_by_piece(deck) if deck is not None else {}

    def interpret_touch(
        self, touch_target: str, kind: str, name: str, snapshot: Snapshot, ui_state: UiState
    ) -> UiState | tuple[SessionMessage, ...]:
        """The UI state after this touch on `kind/name`, or the messages to the session for which it is meant.

        Several targets of one touch are separated by spaces; `done` behind them ends the move that they make.
        """
        if kind in LOOK_WORDS and touch_target not in snapshot.step_by_touch_target:
            looked = ui_state.after_look(kind, name)  # a game may have such words, too: "look", "open"
            if looked is not None:
                return looked
        say = MESSAGES_BY_WORD.get(touch_target)
        said = say(snapshot, ui_state) if say is not None else None
        if said is not None:
            return said
        if ui_state.chooser:  # nobody moves before
            is_marked = touch_target in ui_state.pieces_to_choose_from
            return replace(ui_state, returned_piece=touch_target) if is_marked else ()
        if kind == "overrule":
            return (OverruleRefusal(name),)
        if kind == "answer":
            return _chosen_answer(int(name), snapshot)
        if " " not in touch_target:
            return self._messages_of_game(touch_target, snapshot, ui_state)
        messages: tuple[SessionMessage, ...] = ()
        for each in touch_target.split(" "):
            messages += (
                (FinishMove(),) if each == "done" else self._messages_of_game(each, snapshot, ui_state)
            )
        return messages

    def _messages_of_game(
        self, touch_target: str, snapshot: Snapshot, ui_state: UiState
    ) -> tuple[SessionMessage, ...]:
        if isinstance(snapshot.interpretation, Ambiguous):
            question = snapshot.interpretation.question
            if (
                touch_target in question.option_by_touch_target
                and touch_target not in snapshot.step_by_touch_target
            ):
                return (ChooseAnswer(question.option_by_touch_target[touch_target]),)
        if (
            ui_state.is_virtual
            and not snapshot.pending_input
            and not _is_for_people(touch_target, snapshot, ui_state)
        ):
            return ()
        uid = self._tags.get(touch_target)
        if uid is None or touch_target not in ui_state.hand_pieces:
            return (Touch(touch_target),)
        laid = ReportInput(TagPresent(PLAY_ZONE, uid)), ReportInput(TagRemoved(PLAY_ZONE, uid))
        if snapshot.pending_input or len(snapshot.position.choice_tree.choice_by_actor) < 2:
            return laid
        return (Touch(f"player/{ui_state.hand_owner}"), *laid)  # several may move, and it is this one's hand


def _is_for_people(touch_target: str, snapshot: Snapshot, ui_state: UiState) -> bool:
    """Whether a person at the screen may begin with that; nobody plays for a virtual player."""
    turn, here = snapshot.position.choice_tree, (*ui_state.human_colours, TABLE_ACTOR)
    if not ui_state.can_humans_act_in(turn) or set(turn.choice_by_actor) <= {*here}:
        return ui_state.can_humans_act_in(turn)
    steps = next_steps(snapshot.position, (), snapshot.zone_status, here)
    pieces = (observation.piece for step in steps for observation in step.accepted_observations)
    return touch_target in (*(step.touch_target for step in steps), *pieces)


def _chosen_answer(number: int, snapshot: Snapshot) -> tuple[SessionMessage, ...]:
    """The answer of that number to the question that is open."""
    if not isinstance(snapshot.interpretation, Ambiguous):
        return ()
    options = snapshot.interpretation.question.options
    return (ChooseAnswer(options[number]),) if number < len(options) else ()


def _finish(snapshot: Snapshot, ui_state: UiState) -> tuple[SessionMessage, ...] | None:
    if ui_state.returned_piece:
        return (PutBack(ui_state.chooser, ui_state.returned_piece),)
    if not isinstance(snapshot.interpretation, Interpreted):
        return None
    has_cards = ui_state.has_needed_cards(snapshot.interpretation.move, snapshot.pending_input)
    return (FinishMove(),) if has_cards else ()


def _finish_count(snapshot: Snapshot, ui_state: UiState) -> tuple[SessionMessage, ...]:
    """What was counted; counting one by one needs no confirmation."""
    counted = (Touch(f"{kind}/{count}") for kind, count in ui_state.stepper_values.items())
    return (*counted, FinishMove())


MESSAGES_BY_WORD: Final[dict[str, Callable[[Snapshot, UiState], tuple[SessionMessage, ...] | None]]] = {
    "go-on": lambda snapshot, ui_state: (DismissNotices(),),
    "clear": lambda snapshot, ui_state: (ClearPendingInput(),),
    "redo": lambda snapshot, ui_state: (RedoMoves(),),
    "undo": lambda snapshot, ui_state: (UndoMoves(_undo_count(snapshot, ui_state)),),
    "done": _finish,
    "counted": _finish_count,
}
"""What says one thing to the session in any game; None: the game's own word."""


def _undo_count(snapshot: Snapshot, ui_state: UiState) -> int:
    """How many moves bring back a person's last one: automatic moves would only happen again."""
    standing = snapshot.public_history.accepted_lines
    count = min(1, len(standing))
    if ui_state.is_virtual:
        while count < len(standing) and standing[-count].text.split()[0] not in ui_state.human_colours:
            count += 1
    return count


def _tags_by_piece(deck: Deck) -> dict[str, str]:
    """The tag of one of the equal pieces, by the word that observations of them have."""
    tags: dict[str, str] = {}
    for piece in deck.pieces_by_key.values():
        uid = deck.uid_of_piece(piece)
        if uid is not None:
            tags.setdefault(piece.word, uid)
    return tags
