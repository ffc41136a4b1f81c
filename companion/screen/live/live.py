"""An evening under way: what is touched becomes messages to the session, and what the session says becomes
the table on the screen. Everything here runs on Kivy's thread; the session has one of its own.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar, cast

from kivy.clock import Clock
from msgspec.structs import replace

from companion.games import load_plugin_part
from companion.rules.history import FrozenHistory
from companion.rules.position import Position
from companion.rules.public_view import public_history
from companion.rules.transaction import Event
from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.context import ScreenContext
from companion.screen.default import shown as default
from companion.screen.live.fingers import Fingers
from companion.screen.live.said import failed, lost, refused
from companion.screen.live.stumbling import Faults
from companion.screen.overlays.over import Over
from companion.screen.ui_state import UiState
from companion.screen.view_models import RefusalModel
from companion.table.dealer import Dealer
from companion.table.messages import DismissNotices, ReportInput, SessionMessage, SetStrictness, Strictness
from companion.table.session import Session
from companion.table.session_thread import SessionThread
from companion.table.snapshot import GameLogEntry, Snapshot
from companion.table.tags.deck import Deck
from companion.voice.narration import NarrationLine
from companion.voice.pending_text import spoken_question
from companion.voice.voice import Voice

log = logging.getLogger(__name__)
T = TypeVar("T")

REMEMBERED = 6
"""Lines of the record whose sentences can be said again in another language."""

Speak = Callable[[Sequence[NarrationLine], str], None]
"""Says sentences, and what to do now."""
Ask = Callable[[str], None]
"""Says what the shared buttons point at, in place of what they pointed at before."""


class Shown(Protocol):
    """A game's module `shown`: its table made ready to be shown."""

    def table(self, now: Snapshot, look: UiState, voice: Voice, lines: Sequence[NarrationLine]) -> Any:
        """The table at this moment, as the game's view wants it."""
        ...


class _Aim:
    """What a finger was meant for: once the game has gone on, nothing. So the second of two quick taps says nothing
    about the next move. All that one touch says shares the fate of its first message.
    """

    def __init__(self, seen: Position) -> None:
        self._seen: Position | None = seen
        self._holds = True

    def holds(self, now: Snapshot) -> bool:
        """Asked on the session's thread, before each message."""
        if self._seen is not None:
            self._holds, self._seen = self._seen == now.position, None
        return self._holds


class Live:
    """One evening on the screen. `pause`: seconds between things that happen by themselves, so that people
    can follow; `speak` gets every new sentence, `ask` what is pointed at.
    """

    def __init__(
        self,
        session: Session,
        model: AppState,
        persons: tuple[str, ...],
        dealer: Dealer | None = None,
        deck: Deck | None = None,
        *,
        pause: float,
        speak: Speak,
        ask: Ask,
        earlier: Sequence[tuple[Position, tuple[Event, ...]]] = (),
    ) -> None:
        self.session = session
        self.now = session.snapshot
        self._seen = self.now.position
        self._felt: Position | None = None
        """What was shown when a finger came down that has said nothing yet."""
        self._aim = _Aim(self._seen)
        self.look = UiState(dealer is not None, persons, board_rotation=model.settings.side)
        self._model = model
        self._dealer = dealer
        self._pause, self._speak, self._ask = pause, speak, ask
        self._runner = SessionThread(session)
        self._fingers = Fingers(deck)
        self._to_tell_lost = self._to_tell_fault = False
        self._faults = Faults()
        self._posted = self._taken = 0  # messages of ours
        self._due = self.now.sequence_number
        self._shown = cast(Shown, load_plugin_part(self.now.game, "screen", "shown") or default)
        self._told: deque[tuple[Position, tuple[Event, ...], tuple[NarrationLine, ...]]] = deque(
            maxlen=REMEMBERED
        )
        self._show_soon = Clock.create_trigger(self._show, -1)
        self._deal_soon = Clock.create_trigger(self._deal, pause)
        self._voice = self._new_voice()
        self._over = Over(self.now.game, self._scene, self._say, self._set_strictness)
        for before, events in earlier[-REMEMBERED:]:
            self._tell(before, events)

    def start(self) -> None:
        """From now on."""
        self.session.add_listener(self._heard)
        self._model.bind(lang=self._language)
        self._runner.start()
        self._carefully(self._follow_cards)
        self._follow()

    def stop(self) -> None:
        """The evening is left; its journal is closed and can be gone on with."""
        self._model.unbind(lang=self._language)
        self._show_soon.cancel()
        self._deal_soon.cancel()
        self._runner.stop()

    @property
    def busy(self) -> bool:
        """Whether something was posted from here whose outcome is not shown yet. Readers post too: not counted."""
        return self._taken < self._posted or self.now.sequence_number < self._due

    @property
    def people_awaited(self) -> bool:
        """Whether nothing more happens until somebody touches the screen."""
        return not self.busy and not self._deal_soon.is_triggered and not self._show_soon.is_triggered

    # -- whatever a game raises

    def stumbled(self, fault: Exception) -> None:
        """Something of the game failed: it is left out, the evening goes on, and a person is told; of the same only
        once until a move was made, unless there is nothing else to see."""
        if self._faults.new(fault) or (self._model.table_model is None and not self._to_tell_fault):
            log.error("something of a game is left out", exc_info=fault)
            self._to_tell_fault = True
            self._show_soon()

    def _carefully(self, do: Callable[[], T]) -> T | None:
        """What it gives, None where the game fails."""
        try:
            return do()
        except Exception as fault:
            self.stumbled(fault)
            return None

    # -- from the screen

    def felt(self) -> None:
        """A finger came down, and will mean what is shown now."""
        self._felt = self._seen

    def touch(self, thing: str) -> None:
        """A finger touched a thing of the table, or of what lies over it."""
        self._aim, self._felt = _Aim(self._felt or self._seen), None
        self._carefully(partial(self._touch, thing))

    def _touch(self, thing: str) -> None:
        if self._over.touch(thing):
            self._follow()
            return
        self.look = replace(self.look, previewed_answer="")  # one finger at a time
        look = self._fingers.turned(thing, self.now, self.look)
        if look is not None:
            if look.board_rotation != self.look.board_rotation:
                self._model.settings = replace(self._model.settings, side=look.board_rotation)
            self.look = self._with_hand(look)
            self._show_soon()
            return
        if thing == "go-on":
            self._to_tell_lost = self._to_tell_fault = False
        messages = tuple(self._fingers.messages(thing, self.now, self.look))
        if any(isinstance(message, ReportInput) for message in messages):
            self.look = replace(
                self.look, laid_cards=(*self.look.laid_cards_pending(self.now.pending_input), thing)
            )
        for message in messages:
            self._say(message)

    def look_again(self) -> None:
        """Somebody comes back to the table."""
        self._show_soon()

    def strict(self, level: Strictness) -> None:
        """How strict the table is from now on."""
        if level != self.now.strictness:
            self._post(SetStrictness(level))

    def _set_strictness(self, level: Strictness) -> None:
        self._model.settings = replace(self._model.settings, strictness=level)

    def _say(self, message: SessionMessage) -> None:
        """Post what the finger says that touched something last."""
        self._post(message, self._aim)

    def _post(self, message: SessionMessage, aim: _Aim | None = None) -> None:
        def meant(now: Snapshot) -> SessionMessage | None:
            """On the session's thread."""
            self._due = now.sequence_number + 1
            self._taken += 1
            return message if aim is None or aim.holds(now) else None

        self._posted += 1
        self.session.post(meant)

    # -- from the session

    def _heard(self, now: Snapshot) -> None:
        """On the session's thread: what takes time is done here, then the screen follows."""
        with suppress(Exception):  # the screen meets it again, and says so
            _ = now.steps_by_touch_target
        run_on_kivy_thread(lambda: self._arrived(now))

    def _arrived(self, now: Snapshot) -> None:
        before, pointed, self.now = self.now.position, self.now.pointed_at, now
        self.look = replace(self.look, previewed_answer="")
        fresh: list[NarrationLine] = []
        if now.new_entries:
            self._faults.forget()
        for entry in now.new_entries:
            fresh += self._tell(before, entry.events)
            self._carefully(partial(self._told_over, before, entry))
            before = entry.position_after
        self._carefully(self._follow_cards)
        if now.undo_plan is not None and now.undo_plan.is_carried_out and self.look.is_virtual:
            self._post(DismissNotices())  # the program deals: nobody has to put anything back
        self._follow()
        if now.new_entries:
            holder = self._carefully(self._still_asked) or ""
            self.look = replace(
                self.look, card_kind="", answer_folder="", viewed_player="", hand_owner=holder
            )
            self._speak(fresh, self._carefully(partial(self._voice.prompt_sentence, now.position)) or "")
        if now.pointed_at != pointed:
            self._ask(self._carefully(partial(spoken_question, now, self._voice)) or "")

    def _told_over(self, before: Position, entry: GameLogEntry) -> None:
        """What lies over the table hears of a line."""
        if entry.is_correction:
            self._over.corrected()
        else:
            self._over.happened(before, entry.events, entry.position_after)

    def _tell(self, before: Position, events: tuple[Event, ...]) -> tuple[NarrationLine, ...]:
        lines = self._carefully(partial(self._voice.narrate, before, events)) or ()
        self._told.append((before, events, lines))
        return lines

    def _follow(self) -> None:
        """Hands and screen are brought to where the session and the dealt cards stand."""
        if self._dealer is not None and not self._deal_soon.is_triggered:
            self._deal_soon()
        if not self.now.pending_input and self.look.stepper_values:
            self.look = replace(self.look, stepper_values={})
        if not self.now.pending_input and not self.busy:
            self.look = replace(self.look, laid_cards=())
        self.look = self._carefully(partial(self._with_hand, self.look)) or self.look
        if not self.busy:  # else more is coming: what lies between nobody could read
            self._show_soon()

    def _follow_cards(self) -> None:
        """While the dealt cards do not fit, the table is played like a real one; people are told so once."""
        if self._dealer is None:
            return
        self._dealer.follow_session(self.now, self.session.history)
        if self._dealer.has_lost_track == self.look.is_virtual:
            self.look = replace(self.look, is_virtual=not self._dealer.has_lost_track)
            self._to_tell_lost = self._dealer.has_lost_track

    def _still_asked(self) -> str:
        """Whose hand lies open, if he is asked again: else the screen may be on its way to somebody else."""
        holder = self.look.hand_owner
        return holder if holder in self.now.position.choice_tree.awaited_actors else ""

    def _with_hand(self, look: UiState) -> UiState:
        """The hand that may lie open: always that of a person alone at the screen, else of one who was asked
        for it and is still concerned.
        """
        turn = self.now.position.choice_tree
        holder = look.hand_owner
        if len(look.human_colours) == 1:
            holder = look.human_colours[0]
        elif holder not in turn.choice_by_actor and holder not in turn.awaited_actors:
            holder = ""
        if self._dealer is None or not holder:
            return replace(look, hand_owner=holder, hand_pieces=(), allowed_targets=None)
        hand, may = self._dealer.hand_pieces(holder, self.now), self._dealer.allowed_targets(holder, self.now)
        return replace(look, hand_owner=holder, hand_pieces=hand, allowed_targets=may)

    def _deal(self, _elapsed: float) -> None:
        """What happens without the people, unless they have something to read or to answer first."""
        now = self.now
        reading = (
            now.refusal_notice is not None
            or now.undo_plan is not None
            or any(not t.is_lasting for t in now.problems)
        )
        if self._dealer is None or self.busy or reading or self._over.reading:
            return
        for message in self._carefully(partial(self._dealer.next_messages, now)) or ():
            self._post(message)

    # -- to the screen

    def _show(self, *_elapsed: Any) -> None:
        """The moment as it is; what cannot be shown stays as it was, and a person is told."""
        for show in (self._show_table, self._show_aside, self._show_refusal):
            self._carefully(show)

    def _show_table(self) -> None:
        lines = _latest([lines for _, _, lines in self._told if lines])
        self._seen = self.now.position
        try:
            self._model.table_model = self._shown.table(self.now, self.look, self._voice, lines)
        except Exception as fault:  # whose turn it is, answers, the way back: all but its places can be shown
            self.stumbled(fault)
            self._model.table_model = self._shown.table(
                self.now.without_layout(), self.look, self._voice, lines
            )

    def _show_aside(self) -> None:
        try:
            self._model.overlay = self._over.value()
        except Exception:
            self._over.leave()  # else it would be met again with every touch
            raise

    def _show_refusal(self) -> None:
        fault = failed(self._voice.translator) if self._to_tell_fault else None
        self._model.refusal = fault or refused(self.now, self._voice) or self._lost()

    def _lost(self) -> RefusalModel | None:
        """What is to be told of the dealt cards, until it was read."""
        return lost(self._voice.translator) if self._to_tell_lost else None

    def _scene(self) -> ScreenContext:
        return ScreenContext(self.now, self._history, self._voice, self.look)

    def _history(self) -> FrozenHistory:
        """What the referee knows is shown when the game is over: then nothing is hidden any more."""
        account = self.session.history
        return public_history(account) if self.now.position.outcome() is None else account.frozen

    def _new_voice(self) -> Voice:
        return Voice(self.now.game, self.now.player_names, self._model.lang)

    def _language(self, *_change: Any) -> None:
        """Everything is said anew."""
        self._voice = self._new_voice()
        told = list(self._told)
        self._told.clear()
        for before, events, _ in told:
            self._tell(before, events)
        self._show()


def _latest(told: Sequence[Sequence[NarrationLine]]) -> list[NarrationLine]:
    """The last three sentences: what each of the last lines of the record was about, and of the newest one
    also what came of it.
    """
    if not told:
        return []
    newest = told[-1][:2]
    before = [lines[0] for lines in told[-4:-1]]
    return [*before, *newest][-3:]
