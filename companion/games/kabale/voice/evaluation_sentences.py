"""The sentences of evaluated columns and of the end: who takes an objective, and why."""

from __future__ import annotations

from companion.games.kabale.rules.events import ColumnEvaluated, GameEnded, ObjectivesCounted
from companion.games.kabale.voice import names
from companion.games.kabale.voice.event_sentences import narrate_event
from companion.voice.narration import EventNarration
from companion.voice.ranking_text import points_text, ranking_text
from companion.voice.translator import Translator

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
            text = _lowest(event, head, who, translator)
        case "highest":
            text = _highest(event, head, who, translator)
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
        tied=translator.player_names(event.tied),
        who=who,
    )


def _highest(event: ColumnEvaluated, head: str, who: str, translator: Translator) -> str:
    best, *others = sorted(event.sums.values(), reverse=True)
    if event.tied:
        return translator.gettext(
            "{column}: tie at {sum} ({tied}), {who} wins, nearest the objective",
            column=head,
            sum=names.half_points_text(best),
            tied=translator.player_names(event.tied),
            who=who,
        )
    if others:
        return translator.gettext(
            "{column}: {who} wins, {sum} to {next}",
            column=head,
            who=who,
            sum=names.half_points_text(best),
            next=names.half_points_text(others[0]),
        )
    return translator.gettext(
        "{column}: {who} wins with {sum}", column=head, who=who, sum=names.half_points_text(best)
    )


def _lowest(event: ColumnEvaluated, head: str, who: str, translator: Translator) -> str:
    """K-3.7: the sentence of the lowest sum, with a Beggar."""
    best, *others = sorted(event.sums.values())
    if event.tied:
        return translator.gettext(
            "{column}: beggar, tie at the lowest sum {sum} ({tied}), {who} wins, farthest from the objective",
            column=head,
            sum=names.half_points_text(best),
            tied=translator.player_names(event.tied),
            who=who,
        )
    if others:
        return translator.gettext(
            "{column}: beggar, {who} wins with the lowest sum, {sum} to {next}",
            column=head,
            who=who,
            sum=names.half_points_text(best),
            next=names.half_points_text(others[0]),
        )
    return translator.gettext(
        "{column}: beggar, {who} wins with the lowest sum, {sum}",
        column=head,
        who=who,
        sum=names.half_points_text(best),
    )


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
    who = translator.player_names(event.winners)
    if event.decided_by == "points":
        return translator.gettext("{who} wins", who=who)
    return translator.gettext("{who} share the win, tied on points", who=who)
