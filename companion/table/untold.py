"""What may come next and neither a reader nor a button of this table would report: a finger has to say it.

Pure, and made of what everybody may know; a word that lies face down is never among it, no finger says that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.rules.choice import Choice, Turn
from companion.rules.game import Game, GameSetup
from companion.rules.moves import UNKNOWN, MoveStep, Observation
from companion.rules.position import Position
from companion.table.evidence import Trail, actor_step, is_button
from companion.table.judge import begun, guessed, missing, unseen
from companion.table.search import Bag
from companion.table.zones import Watched

SAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "yes": ("yes", "done", "bid"),
    "no": ("no", "skip", "pass", "0"),
}
"""The words of a game that each shared button can say."""


class Tags(Struct, frozen=True):
    """Which pieces of a game's box readers could know. kinds: of all its pieces; without: those that carry no tag, as
    everybody may hear of them.
    """

    kinds: tuple[str, ...]
    without: tuple[str, ...]

    @classmethod
    def of(cls, game: Game, setup: GameSetup, tagged: frozenset[str]) -> Tags:
        """Those of that box, of which these carry one."""
        box = frozenset(game.taggable_pieces(setup))
        kinds = {piece.partition("/")[0] for piece in box}
        without = set(map(game.public_piece, box - tagged))
        return cls(tuple(sorted(kinds)), tuple(sorted(without)))

    def on(self, piece: str) -> bool:
        """Whether it carries one. A piece that this copy of the game has not got, but others of its kind, would."""
        unseen = f"{piece.rpartition('/')[0]}/{UNKNOWN}"
        return piece.partition("/")[0] in self.kinds and not {piece, unseen} & set(self.without)


class Senses(Struct, frozen=True):
    """The readers and shared buttons of a table, and what they would report by themselves."""

    watched: Watched
    tags: Tags

    def reports(self, sight: Observation) -> bool:
        """Whether somebody who shows or presses this need not touch anything."""
        if is_button(sight):
            return any(sight.piece.partition("/")[2] in words for words in SAYS.values())
        return self.watched.reads(sight.zone) and self.tags.on(sight.piece)

    def tell(self, step: MoveStep) -> bool:
        """Whether they report that word."""
        if step.also_at_play or step.face_down:
            return any(map(self.reports, step.accepted_observations))
        return bool(step.observations) and all(map(self.reports, step.observations))

    def place(self, step: MoveStep) -> bool:
        """Whether they report it together with the words before it, which only its own place says."""
        return all(map(self.reports, step.observations))


def untold(position: Position, seen: tuple[Observation, ...], senses: Senses) -> tuple[str, ...]:
    """The things a finger would touch, in the order in which people look for them: what is awaited before what only
    others may do, words before the many things of one kind, counts upward.
    """
    turn = position.choice_tree
    bag = Bag(seen, senses.watched)
    whole, so_far = begun(turn, bag)
    others: tuple[str, ...] = ()
    if not bag.seen and len(so_far) > 1:
        others = tuple(_signs(turn))
        so_far = [trail for trail in so_far if trail.words[0] in turn.awaited_actors]
    steps = [step for trail in so_far for step in _next(trail.choice, senses)]
    left_out = _left_out(turn, bag, whole, so_far) if bag.seen else ()
    late = [step for step in left_out if _by_finger(step, senses)]
    return tuple(dict.fromkeys((*in_order(_things(steps)), *in_order(_things(late)), *others)))


def _signs(turn: Turn) -> Iterator[str]:
    """Of those who may take the word."""
    for who in turn.choice_by_actor:
        if who not in turn.awaited_actors or len(turn.awaited_actors) > 1:
            yield actor_step(who).touch_target


def _next(choice: Choice, senses: Senses) -> Iterator[MoveStep]:
    """The words that may follow and are not reported. One that what follows says is told with it, unless that is not
    reported, or nothing need follow; where it has a name of its own it comes first, for then there are others like it.
    """
    for _, step, after in choice.open_branches():
        if not step.is_implied:
            if _by_finger(step, senses):
                yield step
        elif not step.face_down:
            behind = tuple(_next(after, senses))
            alone = after.action is not None or _unplaced(after, senses)
            own = step.touch_target != step.word
            if alone or (own and behind):
                yield step
            if not own:
                yield from behind


def _by_finger(step: MoveStep, senses: Senses) -> bool:
    return not (step.is_implied or step.face_down or senses.tell(step))


def _unplaced(choice: Choice, senses: Senses) -> bool:
    """Whether something may follow that would not say where it is: what nobody saw, or is shown elsewhere."""
    return any(
        (step.face_down and step.is_implied)
        or ((step.also_at_play or step.face_down) and not senses.place(step))
        for _, step, _ in choice.open_branches()
    )


def _left_out(turn: Turn, bag: Bag, whole: list[Trail], so_far: list[Trail]) -> Iterable[MoveStep]:
    """What could have been said before: the cheapest that is missing of other moves, or that nobody could see."""
    deeds = [trail.choice.action for trail in whole]
    return (
        missing(bag.priced(turn, besides=[deed for deed in deeds if deed is not None])[0])
        or unseen(whole)
        or (() if so_far else guessed(turn, bag))
    )


def _things(steps: Iterable[MoveStep]) -> Iterator[str]:
    return (step.touch_target for step in steps if step.touch_target)


def in_order(things: Iterable[str]) -> tuple[str, ...]:
    """Words first; then kind by kind as they come, those of a kind by their number where all have one."""
    kinds: dict[str, list[str]] = {}
    for thing in dict.fromkeys(things):
        kinds.setdefault(thing.partition("/")[0] if "/" in thing else "", []).append(thing)
    words = kinds.pop("", [])
    return (*words, *(thing for each in kinds.values() for thing in _counted(each)))


def _counted(things: list[str]) -> list[str]:
    if not all(thing.partition("/")[2].isdecimal() for thing in things):
        return things
    return sorted(things, key=lambda thing: int(thing.partition("/")[2]))
