"""Notes at level full on why a card counts what it counts, and on the final count (K-3, K-4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.games.kabale.rules.column_evaluation import EvaluatedCard, ValueChange
from companion.games.kabale.rules.constants import SYMBOL_OF_PROFESSION, objective_symbol
from companion.games.kabale.rules.events import ColumnEvaluated, ObjectivesCounted
from companion.games.kabale.rules.state import TableState
from companion.games.kabale.voice import names
from companion.rules.transaction import Event
from companion.voice.narration import NarrationLine
from companion.voice.translator import Translator


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
        yield _full_level_line(translator.gettext("Musketeers: only printed values count"), translator)
    for name in event.idle:
        card = names.card_name(translator, name)
        yield _full_level_line(translator.gettext("{card} more than once: no effect", card=card), translator)
    removed = [card for card in event.cards if card.removed]
    for remover, cards in groupby(sorted(removed, key=lambda card: card.removed), lambda card: card.removed):
        gone = translator.join_with_and(
            [names.card_with_owner(translator, card_label(card, translator), card.by) for card in cards]
        )
        yield _full_level_line(
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
        yield _full_level_line(f"{translator.player_name(who)}{total}: {cards}", translator, who)


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
            yield _full_level_line(
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
    yield _full_level_line(text, translator, event.who)


def _without(all_: Sequence[str], best: Sequence[str]) -> list[str]:
    others = list(all_)
    for objective in best:
        others.remove(objective)
    return others


def _full_level_line(text: str, translator: Translator, who: str = "") -> NarrationLine:
    return NarrationLine(translator.to_sentence(text), who, at_short_level=False)
