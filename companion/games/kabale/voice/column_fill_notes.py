"""How full the columns are as a turn passes on: told when it changes, short when only one is left to fill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.games.kabale.rules.card_effects import CardQuestion
from companion.games.kabale.rules.events import TurnBegan
from companion.games.kabale.rules.state import TableState
from companion.voice.narration import EventNarration
from companion.voice.translator import Translator


def narrate_turn_began(
    event: TurnBegan, before: TableState, after: TableState, translator: Translator
) -> EventNarration | None:
    """What is worth saying as a turn begins. `before`: where the last move was made, `after`: where it led."""
    told = [
        *_narrate_passed_over(event, before, after, translator),
        *_narrate_filling(before, after, translator),
    ]
    if not told:
        return None
    text = " ".join(translator.to_sentence(each.text) for each in told)
    return EventNarration(text, at_short_level=any(each.at_short_level for each in told))


def _narrate_passed_over(
    event: TurnBegan, before: TableState, after: TableState, translator: Translator
) -> Iterator[EventNarration]:
    """K-1.3 (RULING): who has no card does not play."""
    turn = before.turn
    if turn is None:
        return
    others = after.config.clockwise_from[turn][1:]
    passed = others[: others.index(event.who)] if event.who in others else others
    if passed:
        yield EventNarration(
            translator.gettext("No card left, passed over: {who}", who=translator.player_names(passed))
        )


def _narrate_filling(
    before: TableState, after: TableState, translator: Translator
) -> Iterator[EventNarration]:
    then = _full_at_first(before)
    if len(then) != len(after.columns):
        return
    now = {number: column.is_full for number, column in enumerate(after.columns, 1)}
    filled = [number for number in now if now[number] and not then[number]]
    emptied = [number for number in now if then[number] and not now[number]]
    left = [number for number in now if not now[number]]
    if len(left) == 1 and (filled or emptied):
        yield EventNarration(translator.gettext("Only column {column} is not full yet", column=left[0]))
        return
    told = [number for number in filled if not after.column(number).closed]  # a Storm tells it itself
    if told:
        text = translator.ngettext(
            "Column {columns} is full",
            "Columns {columns} are full",
            len(told),
            columns=_listed(told, translator),
        )
        yield EventNarration(text, at_short_level=False)
    if emptied:
        text = translator.ngettext(
            "Column {columns} is no longer full",
            "Columns {columns} are no longer full",
            len(emptied),
            columns=_listed(emptied, translator),
        )
        yield EventNarration(text, at_short_level=False)


def _full_at_first(before: TableState) -> Mapping[int, bool]:
    """Which columns were full as the turn began. While a question of it is answered, the column that is asked
    about has one card more: the one just laid, or an Explorer that came and left another column as it was."""
    item = before.agenda[0]
    more = item.column if isinstance(item, CardQuestion) else 0
    return {
        number: (replace(column, cards=column.cards[:-1]) if number == more else column).is_full
        for number, column in enumerate(before.columns, 1)
    }


def _listed(numbers: Sequence[int], translator: Translator) -> str:
    return translator.join_with_and([str(number) for number in numbers])
