"""What a touch on the screen means, and for which position: messages to the session, or only a change of the view."""

from __future__ import annotations

from collections.abc import Callable
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

    def interpret_touch(
        self, touch_target: str, kind: str, name: str, snapshot: Snapshot, ui_state: UiState
    ) -> UiState | tuple[SessionMessage, ...]:
        """The UI state after this touch on `kind/name`, or the messages to the session for which it is meant.

        Several targets of one touch are separated by spaces; `done` behind them ends the move that they make.
        """
        look = LOOK_BY_WORD.get(kind)
        if look is not None and touch_target not in snapshot.step_by_touch_target:
            looked = look(ui_state, name)  # a game may have such words, too: "look", "open"
            if looked is not None:
                return looked
        say = MESSAGES_BY_WORD.get(touch_target)
        said = say(snapshot, ui_state) if say is not None else None
        if said is not None:
            return said
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
            what, _, which = touch_target.partition("/")
            if what == "answer" and int(which) < len(question.options):
                return (ChooseAnswer(question.options[int(which)]),)
            if (
                touch_target in question.option_by_touch_target
                and touch_target not in snapshot.step_by_touch_target
            ):
                return (ChooseAnswer(question.option_by_touch_target[touch_target]),)
        if touch_target.startswith("answer/"):
            return ()
        if (
            ui_state.is_virtual
            and not snapshot.pending_input
            and not ui_state.can_humans_act_in(snapshot.position.choice_tree)
        ):
            return ()
        uid = self._tags.get(touch_target)
        if uid is None or touch_target not in ui_state.hand_pieces:
            return (Touch(touch_target),)
        laid = ReportInput(TagPresent(PLAY_ZONE, uid)), ReportInput(TagRemoved(PLAY_ZONE, uid))
        if snapshot.pending_input or len(snapshot.position.choice_tree.choice_by_actor) < 2:
            return laid
        return (Touch(f"player/{ui_state.hand_owner}"), *laid)  # several may move, and it is this one's hand


def _turned_board(ui_state: UiState, which: str) -> UiState | None:
    """The board turned by a quarter; with a name it is a tile of the game that is turned."""
    return None if which else replace(ui_state, board_rotation=(ui_state.board_rotation + 1) % 4)


def _counted(ui_state: UiState, which: str) -> UiState:
    kind, _, number = which.partition("/")
    counts = {**ui_state.stepper_values, kind: int(number)}
    return replace(ui_state, stepper_values={name: count for name, count in counts.items() if count})


LOOK_BY_WORD: Final[dict[str, Callable[[UiState, str], UiState | None]]] = {
    "look": lambda ui_state, who: replace(ui_state, hand_owner=who, card_kind=""),
    "cards": lambda ui_state, kind: replace(ui_state, card_kind=kind),
    "turn": _turned_board,
    "open": lambda ui_state, folder: replace(ui_state, answer_folder=folder),
    "before": lambda ui_state, who: replace(ui_state, viewed_player=who),
    "tried": lambda ui_state, answer: replace(ui_state, previewed_answer=answer),
    "count": _counted,
}
"""What only changes what is looked at, by the first word of the touch target; None: not this one."""


def _finish(snapshot: Snapshot, ui_state: UiState) -> tuple[SessionMessage, ...] | None:
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
    "overrule": lambda snapshot, ui_state: (OverruleRefusal(),),
    "clear": lambda snapshot, ui_state: (ClearPendingInput(),),
    "redo": lambda snapshot, ui_state: (RedoMoves(),),
    "undo": lambda snapshot, ui_state: (UndoMoves(_undo_count(snapshot, ui_state)),),
    "done": _finish,
    "counted": _finish_count,
}
"""What says one thing to the session in any game; None: the game's own word."""


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
