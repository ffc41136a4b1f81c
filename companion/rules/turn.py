"""A turn: the root of every path that a player may take now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from companion.rules.choice import Choice
from companion.rules.clauses import Clause, MoveRefused, not_offered_refusal
from companion.rules.moves import Move
from companion.rules.transaction import Action


class Turn(Struct, frozen=True):
    """The root: who may move now, and why nobody else may.

    choice_by_actor: actor -> what may follow their name.
    all_actors: everybody whom a move may name.
    awaited_actors: those whom the table waits for.
    out_of_turn_clause: the clause with the facts `who` and `awaited`.
    always_ask: the player is asked even when there is only one answer, so that the wait reveals nothing.
    """

    choice_by_actor: Mapping[str, Choice]
    all_actors: tuple[str, ...]
    awaited_actors: tuple[str, ...]
    out_of_turn_clause: Clause
    always_ask: bool = False

    def choice_for(self, actor: str) -> Choice:
        """The choices of `actor`; raises MoveRefused when they may not move, or are nobody at this table."""
        choice = self.choice_by_actor.get(actor)
        if choice is None:
            if actor in self.all_actors:
                raise MoveRefused(self.out_of_turn_clause(actor, " ".join(self.awaited_actors)))
            raise MoveRefused(not_offered_refusal(self.out_of_turn_clause.id, actor))
        return choice

    def move_batches(self) -> Iterable[Sequence[Move]]:
        """Every legal move, in batches."""
        if len(self.choice_by_actor) == 1:
            ((actor, choice),) = self.choice_by_actor.items()
            return choice.move_batches((actor,))
        return chain.from_iterable(
            choice.move_batches((actor,)) for actor, choice in self.choice_by_actor.items()
        )

    def move_texts(self) -> Iterator[str]:
        """Every legal move in notation, with patterns for the open-ended ones."""
        for actor, choice in self.choice_by_actor.items():
            yield from choice.move_texts((actor,))

    def only_action(self) -> Action | None:
        """The one action that all legal moves mean; None for two or none, or when the player is always asked."""
        if self.always_ask:
            return None
        found: list[Action] = []
        if len(self.choice_by_actor) == 1:
            (choice,) = self.choice_by_actor.values()
            few = choice.first_two_distinct_actions()
            return few[0] if len(few) == 1 else None
        for choice in self.choice_by_actor.values():
            found += [action for action in choice.first_two_distinct_actions() if action not in found]
        return found[0] if len(found) == 1 else None
