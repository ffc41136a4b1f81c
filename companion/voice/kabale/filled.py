"""How full the columns are as a turn passes on: told when it changes, short when only one is left to fill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.kabale.effects import AboutCard
from companion.games.kabale.events import TurnBegan
from companion.games.kabale.state import Table
from companion.voice.told import Told
from companion.voice.words import Words


def turn_began(event: TurnBegan, before: Table, after: Table, words: Words) -> Told | None:
    """What is worth saying as a turn begins. `before`: where the last move was made, `after`: where it led."""
    told = [*_passed_over(event, before, after, words), *_filling(before, after, words)]
    if not told:
        return None
    text = " ".join(words.sentence(each.text) for each in told)
    return Told(text, short=any(each.short for each in told))


def _passed_over(event: TurnBegan, before: Table, after: Table, words: Words) -> Iterator[Told]:
    """K-1.3 (RULING): who has no card does not play."""
    turn = before.turn
    if turn is None:
        return
    others = after.house.order[turn][1:]
    passed = others[: others.index(event.who)] if event.who in others else others
    if passed:
        yield Told(words.gettext("No card left, passed over: {who}", who=words.players(passed)))


def _filling(before: Table, after: Table, words: Words) -> Iterator[Told]:
    if len(before.columns) != len(after.columns):
        return
    numbers = range(1, len(after.columns) + 1)
    left = [number for number in numbers if not after.column(number).full]
    filled = [n for n in numbers if after.column(n).full and not before.column(n).full]
    emptied = [n for n in left if before.column(n).full]
    resumed = isinstance(before.agenda[0], AboutCard)  # the turn's beginning is not in `before`
    if len(left) == 1 and (filled or emptied or resumed):
        yield Told(words.gettext("Only column {column} is not full yet", column=left[0]))
        return
    told = [number for number in filled if not after.column(number).closed]  # a Storm tells it itself
    if told:
        text = words.ngettext(
            "Column {columns} is full", "Columns {columns} are full", len(told), columns=_listed(told, words)
        )
        yield Told(text, short=False)
    if emptied:
        text = words.ngettext(
            "Column {columns} is no longer full",
            "Columns {columns} are no longer full",
            len(emptied),
            columns=_listed(emptied, words),
        )
        yield Told(text, short=False)


def _listed(numbers: Sequence[int], words: Words) -> str:
    return words.listed([str(number) for number in numbers])
