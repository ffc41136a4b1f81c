"""What the two buttons that everybody shares point at, in words and on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.screen.live.ways import answered
from companion.table.pointing import CLEAR, DONE, about, is_kind, last, option_of
from companion.table.snapshot import Snapshot
from companion.voice.say import Voice
from companion.voice.words import Words

Called = Callable[[str, Words], str]
"""The words of a thing that can be touched, as people at a game's table would say it."""


def pointed_at(now: Snapshot, voice: Voice, called: Called) -> str:
    """What is pointed at."""
    words = voice.words
    option = option_of(now)
    if option is not None:
        return answered(option, voice, called, often=option.times != 1)
    match now.pointed:
        case thing if thing == CLEAR:
            return words.gettext("Start over")
        case thing if thing == DONE:
            return words.named("word", DONE)
        case thing:
            return called(thing[:-1] if is_kind(thing) else thing, words)


def what_now(now: Snapshot, voice: Voice, called: Called) -> str:
    """What yes and no say while it is pointed at."""
    what = pointed_at(now, voice, called)
    if last(now):
        return voice.words.gettext("Yes: {what}. No: none of these.", what=what)
    return voice.words.gettext("Yes: {what}. No: the next.", what=what)


def asked_aloud(now: Snapshot, voice: Voice, called: Called) -> str:
    """What is pointed at, as it is spoken; "" for nothing."""
    return f"{pointed_at(now, voice, called)}?" if now.pointed else ""


def marked(now: Snapshot) -> frozenset[str]:
    """The things that the screen marks: the one that is pointed at, by every name under which it may lie there."""
    return frozenset(_marked(now)) if now.pointed else frozenset()


def _marked(now: Snapshot) -> Iterator[str]:
    yield now.pointed
    yield now.pointed.partition("/")[0]  # what is counted kind by kind
    yield about(now)
