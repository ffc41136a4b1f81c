"""The sentences of Kabale und Hiebe: each event, what explains it, and the narration of a run of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.kabale.rules.card_effects import CardQuestion
from companion.games.kabale.rules.column_evaluation import EvaluatedCard, ValueChange
from companion.games.kabale.rules.constants import SYMBOL_OF_PROFESSION, objective_symbol
from companion.games.kabale.rules.events import (
    CardDrawn,
    CardLaid,
    CardRemoved,
    CardShown,
    CardSlid,
    CardTurnedUp,
    ColumnClosed,
    ColumnEvaluated,
    DeckRefilled,
    ExplorerMoved,
    ExplorerStayed,
    GameEnded,
    ObjectivesCounted,
    ObjectivesLaid,
    ObjectivesSwapped,
    RoundBegan,
    RoundEnded,
    TurnBegan,
)
from companion.games.kabale.rules.state import TableState
from companion.games.kabale.voice import names
from companion.rules.moves import UNKNOWN
from companion.rules.transaction import Event
from companion.voice.language import mark_message, mark_plural_message
from companion.voice.narration import (
    ITEMS_PLACEHOLDER,
    EventNarration,
    Majority,
    NarrationLine,
    full_level_line,
)
from companion.voice.ranking_text import points_text, ranking_text
from companion.voice.sentence_templates import (
    SentenceTemplate,
    full_sentence_template,
    no_sentence,
    predicate_template,
    register_templates,
    value_from_fields,
)
from companion.voice.translator import Translator, capitalised

# -- the sentences of cards laid, turned up and shown, and of what follows from them

narrate_event = singledispatch(no_sentence)
"""The sentence of an event, registered below for each kind; raises LookupError for an event of another game."""


@narrate_event.register
def _(event: ObjectivesLaid, translator: Translator) -> EventNarration:
    return EventNarration(
        f"{translator.name_of('word', 'objectives')}: {names.objective_names_text(translator, event.objectives)}"
    )


def narrate_turned_up(who: str, event: CardTurnedUp, translator: Translator) -> EventNarration:
    """The sentence of a card turned up by one that a player just laid there."""
    card = _owned(translator, event.card, event.by)
    return EventNarration(translator.gettext("turns up: {things}", things=ITEMS_PLACEHOLDER), who, card)


def _owned(translator: Translator, card: str, by: str) -> str:
    return names.card_with_owner(translator, names.card_name(translator, card), by)


@narrate_event.register
def _(event: ExplorerStayed, translator: Translator) -> EventNarration:
    match event.why:
        case "no-column":
            return EventNarration(translator.gettext("The explorer stays, face up: no other column is open"))
        case "moved-already":
            return EventNarration(
                translator.gettext("The explorer stays, face up: it has already moved in this turn")
            )


@narrate_event.register
def _(event: CardRemoved, translator: Translator) -> EventNarration:
    if event.card == UNKNOWN:
        who = translator.player_name(event.by)
        text = translator.gettext(
            "To the discard pile: the last card of column {column} ({who})", column=event.column, who=who
        )
    else:
        card = _owned(translator, event.card, event.by)
        text = translator.gettext("To the discard pile: {card}", card=card)
    return EventNarration(text)


# -- events with one sentence

CARD_WITH_OWNER = value_from_fields("card", "by", formatter=_owned)

EVENT_SENTENCES: Mapping[type[Event], SentenceTemplate] = {
    RoundBegan: full_sentence_template(
        mark_message("Round {round}: {who} starts"),
        who=value_from_fields("start", formatter=Translator.player_name),
    ),
    TurnBegan: predicate_template(mark_message("is to move"), at_short_level=False),
    RoundEnded: full_sentence_template(mark_message("The round is over: turn all cards up")),
    CardLaid: predicate_template(mark_message("lays a card in column {column}")),
    CardSlid: predicate_template(mark_message("slides a card under the cloak in column {column}")),
    CardDrawn: predicate_template(mark_message("draws a card")),
    DeckRefilled: predicate_template(
        mark_message("shuffles the discard pile into a new deck"), starts_sentence=True
    ),
    CardTurnedUp: full_sentence_template(
        mark_message("Turned up in column {column}: {card}"), card=CARD_WITH_OWNER
    ),
    CardShown: full_sentence_template(
        mark_message("Shown in column {column}: {card}"), card=CARD_WITH_OWNER, at_short_level=False
    ),
    ExplorerMoved: full_sentence_template(
        mark_message("{card}: move the card to column {column}, face down"),
        card=value_from_fields("by", formatter=lambda words, by: _owned(words, "explorer", by)),
        column=value_from_fields("to"),
    ),
    ColumnClosed: full_sentence_template(mark_message("Column {column} is closed")),
    ObjectivesSwapped: predicate_template(
        mark_message("exchanges the objectives of columns {column} and {other}")
    ),
}

ROUND_OVER_SENTENCE = full_sentence_template(mark_message("The round is over"))
"""RoundEnded where cards are still to be shown (K-1.5)."""
MOVE_CARD_SENTENCE = full_sentence_template(
    mark_message("Move the card to column {column}, face down"), column=value_from_fields("to")
)
"""ExplorerMoved where the event before told which card it is (K-2.1)."""

register_templates(narrate_event, EVENT_SENTENCES)


# -- notes on how full the columns are at each turn: when it changes, at level short when one is left


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
    for numbers, forms in (
        (to_tell, mark_plural_message("Column {columns} is full", "Columns {columns} are full")),
        (
            emptied,
            mark_plural_message("Column {columns} is no longer full", "Columns {columns} are no longer full"),
        ),
    ):
        if numbers:
            columns = translator.join_with_and(map(str, numbers))
            yield EventNarration(
                translator.ngettext(*forms, len(numbers), columns=columns), at_short_level=False
            )


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


# -- notes at level full on why a card counts what it counts, and on the final count (K-3, K-4.1)


def narrate_consequences(
    before: TableState, after: TableState, events: Sequence[Event], translator: Translator
) -> Iterator[NarrationLine]:
    """The reasons of every result among those events; those of one column come together."""
    for event in events:
        if isinstance(event, ColumnEvaluated):
            if reasons := " ".join(line.text for line in column_notes(event, translator)):
                yield NarrationLine(reasons, at_short_level=False)
        elif isinstance(event, ObjectivesCounted):
            yield from final_count_notes(event, translator)


# -- a column


def column_notes(event: ColumnEvaluated, translator: Translator) -> Iterator[NarrationLine]:
    """What affected the column and what was removed, then each player's cards, the best sum first."""
    if event.musketeers:
        yield full_level_line(translator.gettext("Musketeers: only printed values count"), translator)
    for name in event.idle:
        card = names.card_name(translator, name)
        yield full_level_line(translator.gettext("{card} more than once: no effect", card=card), translator)
    removed = [card for card in event.cards if card.removed]
    for remover, cards in groupby(sorted(removed, key=lambda card: card.removed), lambda card: card.removed):
        gone = translator.join_with_and(
            [names.card_with_owner(translator, card_label(card, translator), card.by) for card in cards]
        )
        yield full_level_line(
            translator.gettext(
                "{card} removes: {cards}", card=names.card_name(translator, remover), cards=gone
            ),
            translator,
        )
    if event.rule != "prince-and-squire":
        yield from _sums(event, translator)


def _sums(event: ColumnEvaluated, translator: Translator) -> Iterator[NarrationLine]:
    """The cards of each player with their sum, unless Prince and Squire win whatever the sums are."""
    left: dict[str, list[EvaluatedCard]] = {}
    for card in event.cards:
        if not card.removed:
            left.setdefault(card.by, []).append(card)
    least = event.rule == "lowest"
    for who in sorted(left, key=lambda who: _rank(event.sums.get(who), least)):
        total = f" {names.half_points_text(event.sums[who])}" if who in event.sums else ""
        cards = "; ".join(card_value_text(card, event.objective, translator) for card in left[who])
        yield full_level_line(f"{translator.player_name(who)}{total}: {cards}", translator, who)


def _rank(halves: int | None, least: bool) -> tuple[bool, int]:
    if halves is None:
        return True, 0
    return False, halves if least else -halves


def card_label(card: EvaluatedCard, translator: Translator) -> str:
    """The name of a card, and what a Doppelgänger copies."""
    name = names.card_name(translator, card.card)
    if not card.copies:
        return name
    return translator.gettext(
        "{card} as {copied}", card=name, copied=names.card_name(translator, card.copies)
    )


def card_value_text(card: EvaluatedCard, objective: str, translator: Translator) -> str:
    """A card left in a column with what it counts, and why that is not what is printed on it."""
    name = card_label(card, translator)
    if card.halves is None:
        return translator.gettext("{card} without value", card=name)
    why = [*_printed(card, objective, translator), *_changes(card.changes, translator)]
    if card.printed is not None and card.printed + sum(each.halves for each in card.changes) < 0:
        why.append(translator.gettext("not below 0"))
    reasons = f" ({', '.join(why)})" if why else ""
    return f"{name} {names.half_points_text(card.halves)}{reasons}"


def _printed(card: EvaluatedCard, objective: str, translator: Translator) -> Iterator[str]:
    """The value to which effects apply, or the symbol that made it."""
    if card.changes and card.printed is not None:
        yield names.half_points_text(card.printed)
    if SYMBOL_OF_PROFESSION.get(card.copies or card.card) == objective_symbol(objective):
        yield translator.gettext("its symbol")


def _changes(changes: Sequence[ValueChange], translator: Translator) -> Iterator[str]:
    for why, group in groupby(changes, lambda change: change.why):
        each = list(group)
        halves = names.half_points_text(abs(sum(change.halves for change in each)))
        match why:
            case "hermit":
                yield translator.gettext("minus {value} for other cards", value=halves)
            case "little-giant":
                yield translator.gettext("plus {value} for other cards", value=halves)
            case "julia":
                yield translator.gettext("plus {value} thanks to Julia", value=halves)
            case "dragon":
                yield translator.ngettext(
                    "minus {value} by a dragon", "minus {value} by dragons", len(each), value=halves
                )


# -- the final count


def final_count_notes(event: ObjectivesCounted, translator: Translator) -> Iterator[NarrationLine]:
    """A player's objectives; where they may be doubled, which ones are and which cost a point."""
    who, best = translator.player_name(event.who), event.count.best
    if not best:
        if event.objectives:
            yield full_level_line(
                f"{who}: {names.objective_names_text(translator, event.objectives)}", translator, event.who
            )
        return
    others = _without(event.objectives, best)
    text = translator.gettext(
        "{who}: doubled are {six}", who=who, six=names.objective_names_text(translator, best)
    )
    if others:
        text = translator.gettext(
            "{who}: doubled are {six}; less 1 for each other one: {others}",
            who=who,
            six=names.objective_names_text(translator, best),
            others=names.objective_names_text(translator, others),
        )
    yield full_level_line(text, translator, event.who)


def _without(all_: Sequence[str], best: Sequence[str]) -> list[str]:
    others = list(all_)
    for objective in best:
        others.remove(objective)
    return others


# -- the sentences of evaluated columns and of the end: who takes an objective, and why

# -- a column


@narrate_event.register
def _(event: ColumnEvaluated, translator: Translator) -> EventNarration:
    head = (
        f"{names.column_name(translator, event.column)}, {names.objective_name(translator, event.objective)}"
    )
    if event.winner is None:
        return EventNarration(
            translator.gettext(
                "{column}: no card is left, nobody wins; this one goes back to the box", column=head
            )
        )
    who = translator.player_name(event.winner)
    match event.rule:
        case "prince-and-squire":
            text = _both(event, head, who, translator)
        case "lowest":
            text = _by_sum(LOWEST_SUM, sorted(event.sums.values()), event, head, translator)
        case "highest":
            sums = sorted(event.sums.values(), reverse=True)
            text = _by_sum(HIGHEST_SUM, sums, event, head, translator)
        case _:
            text = translator.gettext(
                "{column}: no card with a value is left, {who} wins, nearest the objective",
                column=head,
                who=who,
            )
    return EventNarration(text)


def _both(event: ColumnEvaluated, head: str, who: str, translator: Translator) -> str:
    if not event.tied:
        return translator.gettext("{column}: {who} wins with prince and squire", column=head, who=who)
    return translator.gettext(
        "{column}: prince and squire of several ({tied}), {who} wins, nearest the objective",
        column=head,
        tied=translator.joined_player_names(event.tied),
        who=who,
    )


class SumSentences(NamedTuple):
    """How a sum won: in a tie at it, ahead of the next sum, or as the only one."""

    tied: str
    ahead: str
    alone: str


HIGHEST_SUM = SumSentences(
    mark_message("{column}: tie at {sum} ({tied}), {who} wins, nearest the objective"),
    mark_message("{column}: {who} wins, {sum} to {next}"),
    mark_message("{column}: {who} wins with {sum}"),
)
LOWEST_SUM = SumSentences(  # K-3.7: with a Beggar
    mark_message(
        "{column}: beggar, tie at the lowest sum {sum} ({tied}), {who} wins, farthest from the objective"
    ),
    mark_message("{column}: beggar, {who} wins with the lowest sum, {sum} to {next}"),
    mark_message("{column}: beggar, {who} wins with the lowest sum, {sum}"),
)


def _by_sum(
    sentences: SumSentences, sums: Sequence[int], event: ColumnEvaluated, head: str, translator: Translator
) -> str:
    """The sentence of the first of these sums, which decided."""
    best, *others = map(names.half_points_text, sums)
    facts = {"column": head, "who": translator.player_name(event.winner or ""), "sum": best}
    if event.tied:
        return translator.gettext(sentences.tied, tied=translator.joined_player_names(event.tied), **facts)
    if others:
        return translator.gettext(sentences.ahead, next=others[0], **facts)
    return translator.gettext(sentences.alone, **facts)


# -- the end


@narrate_event.register
def _(event: ObjectivesCounted, translator: Translator) -> EventNarration:
    count, who, total = (
        event.count,
        translator.player_name(event.who),
        points_text(translator, event.count.points),
    )
    if count.doubled is None:
        return EventNarration(f"{who}: {total}")
    return EventNarration(
        translator.gettext(
            "{who}: {points} (all six symbols: {doubled} doubled, {plain} simply added up)",
            who=who,
            points=total,
            doubled=count.doubled,
            plain=count.plain,
        )
    )


@narrate_event.register
def _(event: GameEnded, translator: Translator) -> EventNarration:
    return EventNarration(
        ranking_text(translator, event.scores, event.winners, winner_sentence(event, translator))
    )


def winner_sentence(event: GameEnded, translator: Translator) -> str:
    """Who won, and whether the win is shared."""
    who = translator.joined_player_names(event.winners)
    if event.decided_by == "points":
        return translator.gettext("{who} wins", who=who)
    return translator.gettext("{who} share the win, tied on points", who=who)


# -- the narration of a run of events: what one of them tells, the others need not


def narrate_events(
    before: TableState, events: Sequence[Event], translator: Translator
) -> tuple[EventNarration | None, ...]:
    """The sentence of each event; None where another one tells it as well."""
    return tuple(_narrations(before, events, translator))


def _narrations(
    before: TableState, events: Sequence[Event], translator: Translator
) -> Iterator[EventNarration | None]:
    position = before
    for at, event in enumerate(events):
        earlier, later = events[:at], events[at + 1 :]
        position = event.apply_to(position)
        match event:
            case TurnBegan():
                yield narrate_turn_began(event, before, position, translator)
            case CardDrawn():
                yield narrate_event(event, translator) if _drawn_at_once(earlier) else None
            case CardTurnedUp() if (laid := _card_laid_below(event, earlier)) is not None:
                yield narrate_turned_up(laid.who, event, translator)
            case ExplorerMoved() if earlier:
                # turning it up told whose it is
                yield MOVE_CARD_SENTENCE.narrate(event, translator)
            case RoundEnded() if not _has_evaluation(later):
                # the prompt asks for what is to be shown
                yield ROUND_OVER_SENTENCE.narrate(event, translator)
            case CardShown() if _has_evaluation(later):
                yield None  # the notes of its column name it
            case GameEnded() if any(isinstance(each, ObjectivesCounted) for each in earlier):
                yield EventNarration(winner_sentence(event, translator))
            case _:
                yield narrate_event(event, translator)


def _card_laid_below(turned: CardTurnedUp, earlier: Sequence[Event]) -> CardLaid | None:
    """The card just laid from a hand, if it turned up this one; else None."""
    last = earlier[-1] if earlier else None
    return last if isinstance(last, CardLaid) and last.column == turned.column else None


def _drawn_at_once(earlier: Sequence[Event]) -> bool:
    """K-2.4: whether a card is drawn for one slid under a Cloak; at the end of a turn it need not be told."""
    before = [event for event in earlier if not isinstance(event, DeckRefilled)]
    return bool(before) and isinstance(before[-1], CardSlid)


def _has_evaluation(later: Sequence[Event]) -> bool:
    """Whether every card is known, so that the columns are evaluated at once."""
    return any(isinstance(event, ColumnEvaluated) for event in later)


def majority(before: TableState, event: Event, translator: Translator) -> Majority | None:
    """K-3: who took the objective of a column, and with what sums, unless Prince and Squire decided (K-3.4)."""
    if not isinstance(event, ColumnEvaluated):
        return None
    what = (
        f"{names.column_name(translator, event.column)}, {names.objective_name(translator, event.objective)}"
    )
    deciding = event.sums if event.rule != "prince-and-squire" else {}
    sums = {who: halves / 2 for who, halves in deciding.items()}
    return Majority(capitalised(what), sums, () if event.winner is None else (event.winner,))
