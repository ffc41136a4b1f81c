"""Answers that any game's table has: to the question that stands, done, other hands, start over, the way on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from companion.screen.asides import ENDING
from companion.screen.look import Look
from companion.screen.views import Choice
from companion.table.judge import Ask, Done
from companion.table.question import Option
from companion.table.snapshot import Snapshot
from companion.voice.words import Words

Called = Callable[[Option, bool], tuple[str, str]]
"""Words and symbol of an answer; whether it is asked how often."""


def answers(verdict: object, called: Called) -> Iterator[Choice]:
    """The answers to the question that stands."""
    if isinstance(verdict, Ask):
        often = verdict.question.kind == "often"
        for number, option in sorted(enumerate(verdict.question.options), key=_counting):
            words, symbol = called(option, often)
            yield Choice(f"answer/{number}", words, symbol)


def _counting(answer: tuple[int, Option]) -> tuple[str, int, int]:
    """Answers that are numbers stand in their order."""
    kind, _, name = answer[1].thing.partition("/")
    return (kind, int(name), 0) if name.isdigit() else ("", 0, answer[0])


def finish(now: Snapshot, look: Look, buttons: Collection[str], words: Words) -> Iterator[Choice]:
    """Done, where a move may end that could go on, and no button says so already."""
    verdict = now.verdict
    if isinstance(verdict, Done) and look.dealt(verdict.move, now.bag) and "done" not in buttons:
        yield Choice("done", words.named("word", "done"), "check", "main")


def hands(now: Snapshot, look: Look, words: Words, needed: bool) -> Iterator[Choice]:
    """Hands of those at the screen that may be looked at; `needed`: who is awaited plays from his."""
    if not look.virtual or now.bag:
        return
    turn = now.position.offered
    for who in look.persons:
        if who != look.holder and (who in turn.after or who in turn.awaited):
            shows = words.gettext("Cards: {who}", who=words.player(who))
            main = needed and who in turn.awaited
            yield Choice(f"look/{who}", shows, "hand", "main" if main else "quiet")


def again(now: Snapshot, words: Words) -> Iterator[Choice]:
    """What was touched so far may be thrown away."""
    if now.bag:
        yield Choice("clear", words.gettext("Start over"), "cross", "quiet")


def at_the_end(words: Words, symbol: str) -> tuple[Choice, ...]:
    """The winner once more, and the way home."""
    return (
        Choice(ENDING, words.gettext("The winner, and why"), symbol, "main"),
        Choice("home", words.gettext("To the first page"), "home"),
    )
