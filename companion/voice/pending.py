"""What is not decided yet, in words: what was noticed so far, the answers to a question, what yes and no say."""

from __future__ import annotations

from companion.table.interpretation.question import AnswerOption
from companion.table.pointer import CLEAR_TARGET, DONE_TARGET, is_group_prefix, is_last_target, pointed_answer
from companion.table.snapshot import Snapshot
from companion.voice.say import Voice


def so_far(now: Snapshot, voice: Voice) -> str:
    """What was noticed and is no move yet."""
    return voice.words.gettext("So far: {things}", things=", ".join(map(voice.noticed, now.pending_input)))


def answered(option: AnswerOption, voice: Voice, *, often: bool) -> str:
    """An answer in words: the thing, and how often; the whole move where only that tells it from the others."""
    if not option.touch_target:
        return voice.move(option.moves[0])
    name = voice.called(option.touch_target)
    return f"{option.touch_count} × {name}" if often else name


def pointed_at(now: Snapshot, voice: Voice) -> str:
    """What is pointed at."""
    words = voice.words
    option = pointed_answer(now)
    if option is not None:
        return answered(option, voice, often=option.touch_count != 1)
    match now.pointed_at:
        case thing if thing == CLEAR_TARGET:
            return words.gettext("Start over")
        case thing if thing == DONE_TARGET:
            return words.named("word", DONE_TARGET)
        case thing:
            return voice.called(thing[:-1] if is_group_prefix(thing) else thing)


def what_now(now: Snapshot, voice: Voice) -> str:
    """What yes and no say while it is pointed at."""
    what = pointed_at(now, voice)
    if is_last_target(now):
        return voice.words.gettext("Yes: {what}. No: none of these.", what=what)
    return voice.words.gettext("Yes: {what}. No: the next.", what=what)


def asked_aloud(now: Snapshot, voice: Voice) -> str:
    """What is pointed at, as it is spoken; "" for nothing."""
    return f"{pointed_at(now, voice)}?" if now.pointed_at else ""
