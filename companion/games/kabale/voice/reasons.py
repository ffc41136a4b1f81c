"""Why a card counts what it counts, and of what a final count is made (K-3, K-4.1): told at level full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.games.kabale.rules.events import ColumnEvaluated, Counted
from companion.games.kabale.rules.printed import PROFESSIONS, symbol_of
from companion.games.kabale.rules.scoring import Change, Valued
from companion.games.kabale.rules.state import Table
from companion.games.kabale.voice import names
from companion.rules.transaction import Event
from companion.voice.narration import NarrationLine
from companion.voice.translator import Translator


def notes(before: Table, after: Table, events: Sequence[Event], words: Translator) -> Iterator[NarrationLine]:
    """The reasons behind every result among those events, those of a column in one breath."""
    for event in events:
        if isinstance(event, ColumnEvaluated):
            if reasons := " ".join(line.text for line in of_column(event, words)):
                yield NarrationLine(reasons, at_short_level=False)
        elif isinstance(event, Counted):
            yield from of_count(event, words)


# -- a column


def of_column(event: ColumnEvaluated, words: Translator) -> Iterator[NarrationLine]:
    """What worked in the column and what was removed, then each player's cards, the best sum first."""
    if event.musketeers:
        yield _line(words.gettext("Musketeers: only printed values count"), words)
    for name in event.idle:
        card = names.card(words, name)
        yield _line(words.gettext("{card} more than once: no effect", card=card), words)
    removed = [card for card in event.cards if card.removed]
    for remover, cards in groupby(sorted(removed, key=lambda card: card.removed), lambda card: card.removed):
        gone = words.join_with_and([names.owned(words, label(card, words), card.by) for card in cards])
        yield _line(
            words.gettext("{card} removes: {cards}", card=names.card(words, remover), cards=gone), words
        )
    if event.rule != "prince-and-squire":
        yield from _sums(event, words)


def _sums(event: ColumnEvaluated, words: Translator) -> Iterator[NarrationLine]:
    """Without Prince and Squire, which win whatever the sums are."""
    left: dict[str, list[Valued]] = {}
    for card in event.cards:
        if not card.removed:
            left.setdefault(card.by, []).append(card)
    least = event.rule == "lowest"
    for who in sorted(left, key=lambda who: _rank(event.sums.get(who), least)):
        total = f" {names.number(event.sums[who])}" if who in event.sums else ""
        cards = "; ".join(value(card, event.objective, words) for card in left[who])
        yield _line(f"{words.player_name(who)}{total}: {cards}", words, who)


def _rank(halves: int | None, least: bool) -> tuple[bool, int]:
    if halves is None:
        return True, 0
    return False, halves if least else -halves


def label(card: Valued, words: Translator) -> str:
    """A card, and what a Doppelgänger copies."""
    name = names.card(words, card.card)
    if not card.copies:
        return name
    return words.gettext("{card} as {copied}", card=name, copied=names.card(words, card.copies))


def value(card: Valued, objective: str, words: Translator) -> str:
    """A card left in a column, what it counts there, and why that is not what is printed on it."""
    name = label(card, words)
    if card.halves is None:
        return words.gettext("{card} without value", card=name)
    why = [*_printed(card, objective, words), *_changes(card.changes, words)]
    if card.printed is not None and card.printed + sum(each.halves for each in card.changes) < 0:
        why.append(words.gettext("not below 0"))
    reasons = f" ({', '.join(why)})" if why else ""
    return f"{name} {names.number(card.halves)}{reasons}"


def _printed(card: Valued, objective: str, words: Translator) -> Iterator[str]:
    """The value effects begin with, or the symbol that made it."""
    if card.changes and card.printed is not None:
        yield names.number(card.printed)
    if PROFESSIONS.get(card.copies or card.card) == symbol_of(objective):
        yield words.gettext("its symbol")


def _changes(changes: Sequence[Change], words: Translator) -> Iterator[str]:
    for why, group in groupby(changes, lambda change: change.why):
        each = list(group)
        halves = names.number(abs(sum(change.halves for change in each)))
        match why:
            case "hermit":
                yield words.gettext("minus {value} for other cards", value=halves)
            case "little-giant":
                yield words.gettext("plus {value} for other cards", value=halves)
            case "julia":
                yield words.gettext("plus {value} thanks to Julia", value=halves)
            case "dragon":
                yield words.ngettext(
                    "minus {value} by a dragon", "minus {value} by dragons", len(each), value=halves
                )


# -- the final count


def of_count(event: Counted, words: Translator) -> Iterator[NarrationLine]:
    """A player's objectives; where they may be doubled, which are and which cost a point."""
    who, best = words.player_name(event.who), event.count.best
    if not best:
        if event.objectives:
            yield _line(f"{who}: {names.objectives(words, event.objectives)}", words, event.who)
        return
    others = _without(event.objectives, best)
    text = words.gettext("{who}: doubled are {six}", who=who, six=names.objectives(words, best))
    if others:
        text = words.gettext(
            "{who}: doubled are {six}; less 1 for each other one: {others}",
            who=who,
            six=names.objectives(words, best),
            others=names.objectives(words, others),
        )
    yield _line(text, words, event.who)


def _without(all_: Sequence[str], best: Sequence[str]) -> list[str]:
    others = list(all_)
    for objective in best:
        others.remove(objective)
    return others


def _line(text: str, words: Translator, who: str = "") -> NarrationLine:
    return NarrationLine(words.to_sentence(text), who, at_short_level=False)
