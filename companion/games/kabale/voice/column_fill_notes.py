"""Notes on how full the columns are at each turn: when it changes, at level short when one is left."""

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
    """The narration of a turn that begins, where there is something to say; else None.

    `before` is the position of the last move, `after` the one it led to.
    """
    narrations = [
        *_narrate_passed_over(event, before, after, translator),
        *_narrate_filling(before, after, translator),
    ]
    if not narrations:
        return None
    text = " ".join(translator.to_sentence(each.text) for each in narrations)
    return EventNarration(text, at_short_level=any(each.at_short_level for each in narrations))


def _narrate_passed_over(
    event: TurnBegan, before: TableState, after: TableState, translator: Translator
) -> Iterator[EventNarration]:
    """K-1.3 (RULING): the sentences of players who are passed over, as they have no card."""
    turn = before.turn_player
    if turn is None:
        return
    others = after.config.clockwise_from[turn][1:]
    passed = others[: others.index(event.who)] if event.who in others else others
    if passed:
        yield EventNarration(
            translator.gettext("No card left, passed over: {who}", who=translator.joined_player_names(passed))
        )


def _narrate_filling(
    before: TableState, after: TableState, translator: Translator
) -> Iterator[EventNarration]:
    was_full = _full_at_first(before)
    if len(was_full) != len(after.columns):
        return
    is_full = {number: column.is_full for number, column in enumerate(after.columns, 1)}
    filled = [number for number in is_full if is_full[number] and not was_full[number]]
    emptied = [number for number in is_full if was_full[number] and not is_full[number]]
    left = [number for number in is_full if not is_full[number]]
    if len(left) == 1 and (filled or emptied):
        yield EventNarration(translator.gettext("Only column {column} is not full yet", column=left[0]))
        return
    to_tell = [number for number in filled if not after.column(number).closed]  # a Storm tells it itself
    if to_tell:
        text = translator.ngettext(
            "Column {columns} is full",
            "Columns {columns} are full",
            len(to_tell),
            columns=_listed(to_tell, translator),
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
    """Column -> whether it was full as the turn began.

    While a decision within the turn is made, the column it is about has one card more: the one just laid, or
    an Explorer that came and left its old column as it was.
    """
    item = before.agenda[0]
    more = item.column if isinstance(item, CardQuestion) else 0
    return {
        number: (replace(column, cards=column.cards[:-1]) if number == more else column).is_full
        for number, column in enumerate(before.columns, 1)
    }


def _listed(numbers: Sequence[int], translator: Translator) -> str:
    return translator.join_with_and([str(number) for number in numbers])
