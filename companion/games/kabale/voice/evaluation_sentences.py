"""The sentences of evaluated columns and of the end: who takes an objective, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.kabale.rules.events import ColumnEvaluated, GameEnded, ObjectivesCounted
from companion.games.kabale.voice import names
from companion.games.kabale.voice.event_sentences import narrate_event
from companion.voice.language import mark_message
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
