"""How full the columns are as a turn passes on: told when it changes, short when only one is left to fill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.games.kabale.rules.effects import AboutCard
from companion.games.kabale.rules.events import TurnBegan
from companion.games.kabale.rules.state import Table
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator


def turn_began(event: TurnBegan, before: Table, after: Table, words: Translator) -> EventNarration | None:
    """What is worth saying as a turn begins. `before`: where the last move was made, `after`: where it led."""
    told = [*_passed_over(event, before, after, words), *_filling(before, after, words)]
    if not told:
        return None
    text = " ".join(words.to_sentence(each.text) for each in told)
    return EventNarration(text, at_short_level=any(each.at_short_level for each in told))


def _passed_over(
    event: TurnBegan, before: Table, after: Table, words: Translator
) -> Iterator[EventNarration]:
    """K-1.3 (RULING): who has no card does not play."""
    turn = before.turn
    if turn is None:
        return
    others = after.house.order[turn][1:]
    passed = others[: others.index(event.who)] if event.who in others else others
    if passed:
        yield EventNarration(
            words.gettext("No card left, passed over: {who}", who=words.player_names(passed))
        )


def _filling(before: Table, after: Table, words: Translator) -> Iterator[EventNarration]:
    then = _full_at_first(before)
    if len(then) != len(after.columns):
        return
    now = {number: column.full for number, column in enumerate(after.columns, 1)}
    filled = [number for number in now if now[number] and not then[number]]
    emptied = [number for number in now if then[number] and not now[number]]
    left = [number for number in now if not now[number]]
    if len(left) == 1 and (filled or emptied):
        yield EventNarration(words.gettext("Only column {column} is not full yet", column=left[0]))
        return
    told = [number for number in filled if not after.column(number).closed]  # a Storm tells it itself
    if told:
        text = words.ngettext(
            "Column {columns} is full", "Columns {columns} are full", len(told), columns=_listed(told, words)
        )
        yield EventNarration(text, at_short_level=False)
    if emptied:
        text = words.ngettext(
            "Column {columns} is no longer full",
            "Columns {columns} are no longer full",
            len(emptied),
            columns=_listed(emptied, words),
        )
        yield EventNarration(text, at_short_level=False)


def _full_at_first(before: Table) -> Mapping[int, bool]:
    """Which columns were full as the turn began. While a question of it is answered, the column that is asked
    about has one card more: the one just laid, or an Explorer that came and left another column as it was."""
    item = before.agenda[0]
    more = item.column if isinstance(item, AboutCard) else 0
    return {
        number: (replace(column, cards=column.cards[:-1]) if number == more else column).full
        for number, column in enumerate(before.columns, 1)
    }


def _listed(numbers: Sequence[int], words: Translator) -> str:
    return words.join_with_and([str(number) for number in numbers])
