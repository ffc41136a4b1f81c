"""Promises about what everybody may know: it follows from what everybody may know, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.contract.promise import promised
from companion.contract.table import Table
from companion.rules.moves import Move, Step
from companion.rules.position import Position
from companion.rules.public import public_events, public_move, public_sight, public_text

GAMES_LOOKED_AT = 4


@promised("`public()` of a public position gives itself, and `public_words` leaves public words as they are.")
def public_is_public_already(table: Table) -> Iterator[str]:
    """What is public stays as it is when it is made public once more."""
    for _, each in table.moves(GAMES_LOOKED_AT):
        public = each.before.public()
        if public.public() is not public:
            yield "public() of a public position is not itself"
        heard = public_text(table.game, str(each.move))
        if public_text(table.game, heard) != heard:
            yield f"heard `{heard}`, which is heard in other words again"


@promised("`Event.public()` hides what `Position.public()` hides, no more and no less.")
def public_events_lead_to_the_public_table(table: Table) -> Iterator[str]:
    """The public events of a move make of the public table the public table after it."""
    for _, each in table.moves(GAMES_LOOKED_AT):
        told: Any = each.before.public()
        for event in public_events(table.game, each.events):
            if public_events(table.game, [event]) != (event,):
                yield f"{type(event).__name__}: made public once more, the event is another"
            told = event.change(told)
        if _on_the_table(told.public()) != _on_the_table(each.after.public()):
            yield "the public events make another table than the public one"


def _on_the_table(position: Position) -> dict[str, Any]:
    """All but what is still to be done: that is no event's."""
    paper = position.to_json()
    return {key: value for key, value in paper.items() if key not in ("agenda", "turn", "asked", "owed")}


@promised("`public_words`, `public_piece` and `Position.public` hide the same: see their docstrings.")
def a_move_is_legal_in_public(table: Table) -> Iterator[str]:
    """A move is legal at the public table by its public words, and shown there by what is seen in public."""
    for _, each in table.moves(GAMES_LOOKED_AT):
        public, heard = each.before.public(), public_move(table.game, each.move)
        for step, shown in zip(_steps(each.before, each.move), _steps(public, heard), strict=True):
            sights = tuple(public_sight(table.game, sight) if step.hidden else sight for sight in step.sights)
            if shown.sights != sights:
                yield f"`{step.word}` is shown by {sights}, in public by {shown.sights}"
            if (shown.thing, shown.hidden) != (step.thing, step.hidden):
                yield f"`{step.word}` is said by touching {step.thing!r}, in public {shown.thing!r}"


def _steps(position: Position, move: Move) -> list[Step]:
    choice, found = position.offered.at(move.words[0]), []
    for word in move.words[1:]:
        step, choice = choice.at(word)
        found.append(step)
    return found


@promised(
    "Who is asked depends on nothing hidden; where it would, the question is asked of everybody (`Turn.said`)."
)
def who_is_awaited_is_no_secret(table: Table) -> Iterator[str]:
    """The public table awaits the same people as the table itself."""
    for _, each in table.moves(GAMES_LOOKED_AT):
        public = each.before.public().offered
        if public.awaited != each.before.offered.awaited:
            yield f"{each.before.offered.awaited} are awaited, in public {public.awaited}"
        if public.after.keys() != each.before.offered.after.keys():
            yield f"{(*each.before.offered.after,)} may move, in public {(*public.after,)}"
