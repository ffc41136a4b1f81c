"""Pending input in words: the observations so far, the answers to a question, the meaning of yes and no."""

from __future__ import annotations

from companion.table.interpretation.question import AnswerOption
from companion.table.pointer import (
    CLEAR_TARGET,
    DONE_TARGET,
    is_group_prefix,
    is_pointed_target_last,
    pointed_answer,
)
from companion.table.snapshot import Snapshot
from companion.voice.voice import Voice


def pending_input_text(snapshot: Snapshot, voice: Voice) -> str:
    """The observations that are no move yet."""
    return voice.translator.gettext(
        "So far: {things}", things=", ".join(map(voice.describe_observation, snapshot.pending_input))
    )


def answer_option_text(option: AnswerOption, voice: Voice, *, with_count: bool) -> str:
    """An answer in words: the target and how often; the complete move where only that differs."""
    if not option.touch_target:
        return voice.describe_move_with_player(option.moves[0])
    name = voice.touch_target_name(option.touch_target)
    return f"{option.touch_count} × {name}" if with_count else name


def pointed_at_text(snapshot: Snapshot, voice: Voice) -> str:
    """The pointed target in words."""
    translator = voice.translator
    option = pointed_answer(snapshot)
    if option is not None:
        return answer_option_text(option, voice, with_count=option.touch_count != 1)
    match snapshot.pointed_at:
        case target if target == CLEAR_TARGET:
            return translator.gettext("Start over")
        case target if target == DONE_TARGET:
            return translator.name_of("word", DONE_TARGET)
        case target:
            return voice.touch_target_name(target[:-1] if is_group_prefix(target) else target)


def yes_no_hint(snapshot: Snapshot, voice: Voice) -> str:
    """What yes and no mean while that is pointed at."""
    what = pointed_at_text(snapshot, voice)
    if is_pointed_target_last(snapshot):
        return voice.translator.gettext("Yes: {what}. No: none of these.", what=what)
    return voice.translator.gettext("Yes: {what}. No: the next.", what=what)


def spoken_pointed_target(snapshot: Snapshot, voice: Voice) -> str:
    """The pointed target as it is spoken; "" for none."""
    return f"{pointed_at_text(snapshot, voice)}?" if snapshot.pointed_at else ""
