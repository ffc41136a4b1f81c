"""Columns evaluated and the end, in words: who takes an objective, and by what."""

from __future__ import annotations

from companion.games.kabale.rules.events import ColumnEvaluated, Counted, GameEnded
from companion.games.kabale.voice import names
from companion.games.kabale.voice.played import tell
from companion.voice.narration import EventNarration
from companion.voice.ranking_text import points_text, ranking_text
from companion.voice.translator import Translator

# -- a column


@tell.register
def _(event: ColumnEvaluated, words: Translator) -> EventNarration:
    head = f"{names.column(words, event.column)}, {names.objective(words, event.objective)}"
    if event.winner is None:
        return EventNarration(
            words.gettext(
                "{column}: no card is left, nobody wins; this one goes back to the box", column=head
            )
        )
    who = words.player_name(event.winner)
    match event.rule:
        case "prince-and-squire":
            text = _both(event, head, who, words)
        case "lowest":
            text = _lowest(event, head, who, words)
        case "highest":
            text = _highest(event, head, who, words)
        case _:
            text = words.gettext(
                "{column}: no card with a value is left, {who} wins, nearest the objective",
                column=head,
                who=who,
            )
    return EventNarration(text)


def _both(event: ColumnEvaluated, head: str, who: str, words: Translator) -> str:
    if not event.tied:
        return words.gettext("{column}: {who} wins with prince and squire", column=head, who=who)
    return words.gettext(
        "{column}: prince and squire of several ({tied}), {who} wins, nearest the objective",
        column=head,
        tied=words.player_names(event.tied),
        who=who,
    )


def _highest(event: ColumnEvaluated, head: str, who: str, words: Translator) -> str:
    best, *others = sorted(event.sums.values(), reverse=True)
    if event.tied:
        return words.gettext(
            "{column}: tie at {sum} ({tied}), {who} wins, nearest the objective",
            column=head,
            sum=names.number(best),
            tied=words.player_names(event.tied),
            who=who,
        )
    if others:
        return words.gettext(
            "{column}: {who} wins, {sum} to {next}",
            column=head,
            who=who,
            sum=names.number(best),
            next=names.number(others[0]),
        )
    return words.gettext("{column}: {who} wins with {sum}", column=head, who=who, sum=names.number(best))


def _lowest(event: ColumnEvaluated, head: str, who: str, words: Translator) -> str:
    """K-3.7, with a Beggar."""
    best, *others = sorted(event.sums.values())
    if event.tied:
        return words.gettext(
            "{column}: beggar, tie at the lowest sum {sum} ({tied}), {who} wins, farthest from the objective",
            column=head,
            sum=names.number(best),
            tied=words.player_names(event.tied),
            who=who,
        )
    if others:
        return words.gettext(
            "{column}: beggar, {who} wins with the lowest sum, {sum} to {next}",
            column=head,
            who=who,
            sum=names.number(best),
            next=names.number(others[0]),
        )
    return words.gettext(
        "{column}: beggar, {who} wins with the lowest sum, {sum}",
        column=head,
        who=who,
        sum=names.number(best),
    )


# -- the end


@tell.register
def _(event: Counted, words: Translator) -> EventNarration:
    count, who, total = event.count, words.player_name(event.who), points_text(words, event.count.points)
    if count.doubled is None:
        return EventNarration(f"{who}: {total}")
    return EventNarration(
        words.gettext(
            "{who}: {points} (all six symbols: {doubled} doubled, {plain} simply added up)",
            who=who,
            points=total,
            doubled=count.doubled,
            plain=count.plain,
        )
    )


@tell.register
def _(event: GameEnded, words: Translator) -> EventNarration:
    return EventNarration(ranking_text(words, event.scores, event.winners, won(event, words)))


def won(event: GameEnded, words: Translator) -> str:
    """Who won, and that a win is shared."""
    who = words.player_names(event.winners)
    if event.decided_by == "points":
        return words.gettext("{who} wins", who=who)
    return words.gettext("{who} share the win, tied on points", who=who)
