"""What the table screen of any game says of a moment: who is asked, what has just happened, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.rules.game import Seat
from companion.rules.position import Outcome
from companion.screen.views import Event, Prompt
from companion.table.snapshot import Snapshot
from companion.voice.pending import so_far, what_now
from companion.voice.say import Voice
from companion.voice.told import Line
from companion.voice.troubles import told_together
from companion.voice.words import Words


def events(now: Snapshot, voice: Voice, lines: Sequence[Line]) -> Iterator[Event]:
    """What has just happened, and which readers do not answer."""
    for line in lines[-3:]:
        yield Event(line.text, line.who)
    lasting = [trouble for trouble in now.troubles if trouble.lasting]
    if lasting:
        yield Event(told_together(lasting, voice.words), "reader")


def prompt(
    now: Snapshot,
    voice: Voice,
    how: Callable[[], str],
    further: Callable[[Seat | None, str, str], Prompt],
) -> Prompt:
    """Whose turn it is and what to do; while something is pointed at, what yes and no say. `how`: the ways to do it
    that this table has. `further`: once something was noticed, from who is asked, what for, and what was noticed.
    """
    outcome = now.position.outcome()
    if outcome is not None:
        return ended(now, outcome, voice.words)
    asked = voice.asked(now.position)
    assert asked is not None
    who = seat(now, asked.who)
    what = capital(asked.what)
    things = so_far(now, voice) if now.bag else ""
    if now.pointed:
        return Prompt(who, what_now(now, voice), things or what)
    return further(who, what, things) if now.bag else Prompt(who, what, how())


def won(outcome: Outcome, words: Words) -> str:
    """Who has won, or that several share the win."""
    who = words.players(outcome.winners)
    if len(outcome.winners) > 1:
        return words.gettext("The win is shared: {who}", who=who)
    return words.gettext("{who} wins", who=who)


def ended(now: Snapshot, outcome: Outcome, words: Words) -> Prompt:
    """Who has won, and everybody's points, the most first."""
    sentence = won(outcome, words)
    ranked = sorted(outcome.scores.items(), key=lambda each: -each[1])
    points = ", ".join(f"{words.player(who)} {score}" for who, score in ranked)
    return Prompt(seat(now, outcome.winners[0]), sentence, points)


def seat(now: Snapshot, who: str) -> Seat | None:
    """Who plays that colour; None: nobody."""
    return next((seat for seat in now.setup.seats if seat.colour == who), None)


def capital(text: str) -> str:
    """The text with a capital in front."""
    return text[:1].upper() + text[1:]


def reads(now: Snapshot, thing: str, zone: str) -> bool:
    """Whether that may come next and is shown at a zone where a reader works."""
    step = now.glowing.get(thing)
    works = now.watched.reads(zone)
    return works and step is not None and any(sight.zone == zone for sight in step.shows)
