"""What a touch on the screen means, and for which position: messages to the session, or only a change of the view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from companion.rules.moves import PLAY_ZONE
from companion.rules.position import Position
from companion.screen.ui_state import UiState
from companion.table.input_events import TagPresent, TagRemoved
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    DismissNotices,
    FinishMove,
    HastyTouch,
    OverruleRefusal,
    RedoMoves,
    ReportInput,
    SessionMessage,
    Touch,
    UndoMoves,
)
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck

MESSAGE_OF_TARGET: Final[dict[str, Callable[[], SessionMessage]]] = {
    "go-on": DismissNotices,
    "overrule": OverruleRefusal,
    "clear": ClearPendingInput,
    "redo": RedoMoves,
}
"""What says one thing to the session, whatever is shown."""


class TouchAim:
    """The position that a touch was meant for: once the game has gone on, it is void.

    So the second of two quick taps does not act on the next move. All messages of one touch share the fate of
    the first. A touch that `is_hasty` ends no move.
    """

    def __init__(self, seen: Position, is_hasty: bool = False) -> None:
        self._seen: Position | None = seen
        self._is_hasty = is_hasty
        self._holds = True

    def meant(self, message: SessionMessage, snapshot: Snapshot) -> SessionMessage | None:
        """What of the message still counts; called on the session's thread, for each in turn."""
        if self._seen is not None:
            self._holds, self._seen = self._seen == snapshot.position, None
        if not self._holds:
            return None
        return HastyTouch(message) if self._is_hasty else message


class TouchInterpreter:
    """Interprets the touches of the people at the screen, which has a virtual reader for cards.

    `deck`: the tags of a virtual table, None where pieces are real.
    """

    def __init__(self, deck: Deck | None) -> None:
        self._tags = _tags_by_piece(deck) if deck is not None else {}

    def ui_state_after(self, touch_target: str, snapshot: Snapshot, ui_state: UiState) -> UiState | None:
        """The UI state after this touch; None when it is meant for the session."""
        if touch_target in snapshot.step_by_touch_target:
            return None  # a game may have such words, too: "look", "open", "turn"
        what, _, which = touch_target.partition("/")
        match what:
            case "look":
                return replace(ui_state, hand_owner=which, card_kind="")
            case "cards":
                return replace(ui_state, card_kind=which)
            case "turn" if not which:  # otherwise a tile is turned
                return replace(ui_state, board_rotation=(ui_state.board_rotation + 1) % 4)
            case "open":
                return replace(ui_state, answer_folder=which)
            case "before":
                return replace(ui_state, viewed_player=which)
            case "tried":
                return replace(ui_state, previewed_answer=which)
            case "count":
                kind, _, number = which.partition("/")
                counts = {**ui_state.stepper_values, kind: int(number)}
                return replace(
                    ui_state, stepper_values={name: count for name, count in counts.items() if count}
                )
        return None

    def messages_for(
        self, touch_target: str, snapshot: Snapshot, ui_state: UiState
    ) -> Iterator[SessionMessage]:
        """The messages to the session.

        Several targets of one touch are separated by spaces; `done` behind them ends the move that they make.
        """
        first, *more = touch_target.split(" ")
        if more:
            for each in (first, *more):
                yield from (
                    (FinishMove(),) if each == "done" else self._game_messages(each, snapshot, ui_state)
                )
            return
        match touch_target:
            case "go-on" | "overrule" | "clear" | "redo":
                yield MESSAGE_OF_TARGET[touch_target]()
            case "undo":
                yield UndoMoves(_undo_count(snapshot, ui_state))
            case "done" if isinstance(snapshot.interpretation, Interpreted):
                if ui_state.has_needed_cards(snapshot.interpretation.move, snapshot.pending_input):
                    yield FinishMove()
            case "counted":
                yield from (Touch(f"{kind}/{count}") for kind, count in ui_state.stepper_values.items())
                yield FinishMove()  # counting one by one needs no confirmation
            case _:
                yield from self._game_messages(touch_target, snapshot, ui_state)

    def _game_messages(
        self, touch_target: str, snapshot: Snapshot, ui_state: UiState
    ) -> Iterator[SessionMessage]:
        what, _, which = touch_target.partition("/")
        if what == "answer":
            if isinstance(snapshot.interpretation, Ambiguous) and int(which) < len(
                snapshot.interpretation.question.options
            ):
                yield ChooseAnswer(snapshot.interpretation.question.options[int(which)])
            return
        if (
            isinstance(snapshot.interpretation, Ambiguous)
            and touch_target not in snapshot.step_by_touch_target
            and touch_target in snapshot.interpretation.question.option_by_touch_target
        ):
            yield ChooseAnswer(snapshot.interpretation.question.option_by_touch_target[touch_target])
            return
        if not snapshot.pending_input and not ui_state.can_humans_act_in(snapshot.position.choice_tree):
            return
        uid = self._tags.get(touch_target)
        if uid is None or touch_target not in ui_state.hand_pieces:
            yield Touch(touch_target)
            return
        if not snapshot.pending_input and len(snapshot.position.choice_tree.choice_by_actor) > 1:
            yield Touch(
                f"player/{ui_state.hand_owner}"
            )  # several players may move, and it is this one's hand
        yield ReportInput(TagPresent(PLAY_ZONE, uid))
        yield ReportInput(TagRemoved(PLAY_ZONE, uid))


def _undo_count(snapshot: Snapshot, ui_state: UiState) -> int:
    """How many moves bring back a person's last one: automatic moves would only happen again."""
    count = min(1, len(snapshot.accepted_texts))
    if ui_state.is_virtual:
        while (
            count < len(snapshot.accepted_texts)
            and snapshot.accepted_texts[-count].split()[0] not in ui_state.human_colours
        ):
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
