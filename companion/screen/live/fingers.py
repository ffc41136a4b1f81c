"""What a finger on the screen says to the session, and what it only turns over on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.moves import PLAY_ZONE
from companion.screen.ui_state import UiState
from companion.table.input_events import TagPresent, TagRemoved
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.messages import (
    ChooseAnswer,
    ClearPendingInput,
    DismissNotices,
    FinishMove,
    OverruleRefusal,
    ReportInput,
    SessionMessage,
    Touch,
    UndoMoves,
)
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck


class Fingers:
    """The hands of the people at the screen; the reader drawn there is the one for cards. `deck`: the tags of a virtual
    table, None where pieces are real.
    """

    def __init__(self, deck: Deck | None) -> None:
        self._tags = _tags(deck) if deck is not None else {}

    def turned(self, thing: str, now: Snapshot, look: UiState) -> UiState | None:
        """How the table is looked at after this touch; None when it is meant for the session."""
        if thing in now.steps_by_touch_target:
            return None  # a game may have such words, too: "look", "open", "turn"
        what, _, which = thing.partition("/")
        match what:
            case "look":
                return replace(look, hand_owner=which, card_kind="")
            case "cards":
                return replace(look, card_kind=which)
            case "turn" if not which:  # else a tile is turned
                return replace(look, board_rotation=(look.board_rotation + 1) % 4)
            case "open":
                return replace(look, answer_folder=which)
            case "before":
                return replace(look, viewed_player=which)
            case "tried":
                return replace(look, previewed_answer=which)
            case "count":
                kind, _, number = which.partition("/")
                counts = {**look.stepper_values, kind: int(number)}
                return replace(look, stepper_values={name: count for name, count in counts.items() if count})
        return None

    def messages(self, thing: str, now: Snapshot, look: UiState) -> Iterator[SessionMessage]:
        """What the session is told. Several things said by one touch have blanks between them; `done` behind them ends
        the move that they make.
        """
        first, *more = thing.split(" ")
        if more:
            for each in (first, *more):
                yield from (FinishMove(),) if each == "done" else self._of_the_game(each, now, look)
            return
        match thing:
            case "go-on":
                yield DismissNotices()
            case "overrule":
                yield OverruleRefusal()
            case "clear":
                yield ClearPendingInput()
            case "undo":
                yield UndoMoves(_last(now, look))
            case "done" if isinstance(now.interpretation, Interpreted):
                if look.has_needed_cards(now.interpretation.move, now.pending_input):
                    yield FinishMove()
            case "counted":
                yield from (Touch(f"{kind}/{count}") for kind, count in look.stepper_values.items())
                yield FinishMove()  # they were counted one by one: that is said with care enough
            case _:
                yield from self._of_the_game(thing, now, look)

    def _of_the_game(self, thing: str, now: Snapshot, look: UiState) -> Iterator[SessionMessage]:
        what, _, which = thing.partition("/")
        if what == "answer":
            if isinstance(now.interpretation, Ambiguous) and int(which) < len(
                now.interpretation.question.options
            ):
                yield ChooseAnswer(now.interpretation.question.options[int(which)])
            return
        if (
            isinstance(now.interpretation, Ambiguous)
            and thing not in now.steps_by_touch_target
            and thing in now.interpretation.question.options_by_touch_target
        ):
            yield ChooseAnswer(now.interpretation.question.options_by_touch_target[thing])
            return
        if not now.pending_input and not look.concerns_humans(now.position.choice_tree):
            return
        uid = self._tags.get(thing)
        if uid is None or thing not in look.hand_pieces:
            yield Touch(thing)
            return
        if not now.pending_input and len(now.position.choice_tree.choice_by_actor) > 1:
            yield Touch(f"player/{look.hand_owner}")  # several may, and it is his hand
        yield ReportInput(TagPresent(PLAY_ZONE, uid))
        yield ReportInput(TagRemoved(PLAY_ZONE, uid))


def _last(now: Snapshot, look: UiState) -> int:
    """How many moves bring a person's last one back: what happens by itself would only happen again."""
    count = min(1, len(now.accepted_texts))
    if look.is_virtual:
        while (
            count < len(now.accepted_texts)
            and now.accepted_texts[-count].split()[0] not in look.human_colours
        ):
            count += 1
    return count


def _tags(deck: Deck) -> dict[str, str]:
    """The tag of one of the equal pieces, by what a sight of them says."""
    tags: dict[str, str] = {}
    for piece in deck.pieces_by_key.values():
        uid = deck.uid_of_piece(piece)
        if uid is not None:
            tags.setdefault(piece.word, uid)
    return tags
