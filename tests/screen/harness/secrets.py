"""The screen of an evening that is lived twice, with other cards face down: all that it shows and says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.rules.clauses import MoveRefused
from companion.rules.history import GameHistory
from companion.rules.layout import touch_targets
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.screen.app_state import AppState
from companion.screen.context import UiState
from companion.screen.default.table_check import TABLE_TAB
from companion.screen.game_session.game_controller import GameController
from companion.screen.overlays.about import explanation, touch_answer
from companion.screen.settings import UserSettings
from companion.table.dealer import NOTHING_RETURNED, Dealer, NoDealer
from companion.table.messages import SessionMessage
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from tests.long import ALL

ASKED = 3
"""So many things are touched then, and the last one is held."""
SELDOM = 1 if ALL else 4
"""At one moment in so many the table check is looked at, too, and what does not glow is touched."""


class Screen:
    """The screen of a session in one language, without a window: brought up to date after each message."""

    def __init__(
        self, session: Session, lang: str, persons: tuple[str, ...] = (), dealer: Dealer | None = None
    ) -> None:
        self.heard: list[object] = []
        self.model = AppState(lang=lang, settings=UserSettings(strictness="hint"))
        self.live = GameController(
            session,
            self.model,
            persons,
            dealer,
            pause=0,
            speak=self._speak,
            ask=self.heard.append,
        )

    def _speak(self, lines: object, prompt: str) -> None:
        self.heard += (lines, prompt)

    def shows(self) -> list[object]:
        """Everything it is given: the table, what lies over it, what is refused, what is spoken."""
        self.live._apply_snapshot(self.live.session.snapshot)
        self.live._deal_soon.cancel()
        return [*self._now(), self.heard]

    def turned_to(self) -> Iterator[object]:
        """What can be laid over the table by touch, from the menu to the check: now and then, and of another place each
        time, for all that may lie there is tried.
        """
        now = self.live.snapshot
        ledgers = [f"ledger/{seat.colour}" for seat in now.setup.seats]
        for thing in ("menu", "standing", "help", "history", *ledgers):
            self.live.touch(thing)
            yield self._now()
            self.live.touch("back")
        if now.sequence_number % SELDOM:
            return
        targets = ["prompt", *touch_targets(now.layout)]
        for at in range(now.sequence_number, now.sequence_number + ASKED):
            target = targets[at * ASKED % len(targets)]
            yield touch_answer(target, now, self.live._voice, now.position, self.live.session.can_allow)
        yield explanation(target, "", now, self.live._voice, now.position, self.live._history(), UiState())
        self.live.touch("check")
        self._now()
        assert self.model.overlay is not None
        whom, number = (*now.player_name_by_colour, TABLE_TAB), now.sequence_number // SELDOM
        self.live.touch(f"of/{whom[number % len(whom)]}")
        yield self._now()
        spots = self.model.overlay.model.places
        self.live.touch(f"at/{spots[number // len(whom) % len(spots)].touch_target}")
        yield self._now()
        self.live.touch("back")

    def _now(self) -> list[object]:
        self.live._show_soon.cancel()
        self.live._show()
        assert self.model.table_model is not None
        return [self.model.table_model, self.model.overlay, self.model.refusal]


class Dealt:
    """The `Dealer` of a person who holds these cards. Whoever asks for another's is told so."""

    has_lost_track = False

    def __init__(self, who: str, hand: tuple[str, ...]) -> None:
        self._who, self._hand = who, hand

    def follow_session(
        self,
        snapshot: Snapshot,
        history: GameHistory,
        returned_pieces: Mapping[str, str] = NOTHING_RETURNED,
    ) -> None:
        """Nothing is dealt."""

    def people_to_put_back(self) -> tuple[str, ...]:
        """Nobody: nothing is dealt."""
        return ()

    def next_session_messages(self, snapshot: Snapshot) -> tuple[SessionMessage, ...]:
        """Others play by the script."""
        return ()

    def hand_pieces(self, who: str, snapshot: Snapshot) -> tuple[str, ...]:
        """Those cards."""
        assert who == self._who
        return self._hand

    def position_known_to(self, who: str, snapshot: Snapshot) -> Position:
        """What everybody knows."""
        return snapshot.position

    def allowed_targets(self, who: str, snapshot: Snapshot) -> frozenset[str] | None:
        """Whatever glows."""
        return None

    def possible_moves(self, who: str, snapshot: Snapshot) -> Iterator[Move]:
        """Whatever the rules allow them."""
        assert who == self._who
        return NoDealer().possible_moves(who, snapshot)

    def refusal_for(self, move: Move) -> MoveRefused | None:
        """Nothing."""
        return None
