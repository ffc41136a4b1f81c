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
from companion.table.interpretation.evidence import MovePath, is_button_press, make_actor_step
from companion.table.interpretation.judge import (
    find_missing_steps,
    find_move_paths,
    find_unseen_steps,
    guess_missing_steps,
)
from companion.table.interpretation.search import MoveSearch
from companion.table.zones import ZoneStatus

WORDS_BY_SHARED_BUTTON: Final[Mapping[str, tuple[str, ...]]] = {
    "yes": ("yes", "done", "bid"),
    "no": ("no", "skip", "pass", "0"),
}
"""The words of a game that each shared button can say."""


class TagCoverage(Struct, frozen=True):
    """Which pieces of a game's box readers could know. kinds: of all its pieces; without: those that carry no tag, as
    everybody may hear of them.
    """

    piece_kinds: tuple[str, ...]
    untagged_pieces: tuple[str, ...]

    @classmethod
    def from_tagged_words(cls, game: Game, setup: GameSetup, tagged: frozenset[str]) -> TagCoverage:
        """Those of that box, of which these carry one."""
        box = frozenset(game.taggable_pieces(setup))
        kinds = {piece.partition("/")[0] for piece in box}
        without = set(map(game.public_piece, box - tagged))
        return cls(tuple(sorted(kinds)), tuple(sorted(without)))

    def has_tag(self, piece: str) -> bool:
        """Whether it carries one. A piece that this copy of the game has not got, but others of its kind, would."""
        unseen = f"{piece.rpartition('/')[0]}/{UNKNOWN}"
        return piece.partition("/")[0] in self.piece_kinds and not {piece, unseen} & set(self.untagged_pieces)


class TableSensors(Struct, frozen=True):
    """The readers and shared buttons of a table, and what they would report by themselves."""

    zone_status: ZoneStatus
    tag_coverage: TagCoverage

    def can_report(self, observation: Observation) -> bool:
        """Whether somebody who shows or presses this need not touch anything."""
        if is_button_press(observation):
            return any(
                observation.piece.partition("/")[2] in words for words in WORDS_BY_SHARED_BUTTON.values()
            )
        return self.zone_status.has_working_reader(observation.zone) and self.tag_coverage.has_tag(
            observation.piece
        )

    def can_report_step(self, step: MoveStep) -> bool:
        """Whether they report that word."""
        if step.also_at_play or step.face_down:
            return any(map(self.can_report, step.accepted_observations))
        return bool(step.observations) and all(map(self.can_report, step.observations))

    def can_report_place(self, step: MoveStep) -> bool:
        """Whether they report it together with the words before it, which only its own place says."""
        return all(map(self.can_report, step.observations))


def touch_only_targets(
    position: Position, observations: tuple[Observation, ...], sensors: TableSensors
) -> tuple[str, ...]:
    """The things a finger would touch, in the order in which people look for them: what is awaited before what only
    others may do, words before the many things of one kind, counts upward.
    """
    turn = position.choice_tree
    bag = MoveSearch(observations, sensors.zone_status)
    whole, so_far = find_move_paths(turn, bag)
    others: tuple[str, ...] = ()
    if not bag.observations and len(so_far) > 1:
        others = tuple(_interrupting_player_targets(turn))
        so_far = [trail for trail in so_far if trail.words[0] in turn.awaited_actors]
    steps = [step for trail in so_far for step in _unreported_steps_after(trail.choice, sensors)]
    left_out = _steps_left_out(turn, bag, whole, so_far) if bag.observations else ()
    late = [step for step in left_out if _needs_touch(step, sensors)]
    return tuple(
        dict.fromkeys(
            (
                *sort_touch_targets(_touch_targets_of(steps)),
                *sort_touch_targets(_touch_targets_of(late)),
                *others,
            )
        )
    )


def _interrupting_player_targets(turn: Turn) -> Iterator[str]:
    """Of those who may take the word."""
    for who in turn.choice_by_actor:
        if who not in turn.awaited_actors or len(turn.awaited_actors) > 1:
            yield make_actor_step(who).touch_target


def _unreported_steps_after(choice: Choice, sensors: TableSensors) -> Iterator[MoveStep]:
    """The words that may follow and are not reported. One that what follows says is told with it, unless that is not
    reported, or nothing need follow; where it has a name of its own it comes first, for then there are others like it.
    """
    for _, step, after in choice.open_branches():
        if not step.is_implied:
            if _needs_touch(step, sensors):
                yield step
        elif not step.face_down:
            behind = tuple(_unreported_steps_after(after, sensors))
            alone = after.action is not None or _may_hide_its_place(after, sensors)
            own = step.touch_target != step.word
            if alone or (own and behind):
                yield step
            if not own:
                yield from behind


def _needs_touch(step: MoveStep, sensors: TableSensors) -> bool:
    return not (step.is_implied or step.face_down or sensors.can_report_step(step))


def _may_hide_its_place(choice: Choice, sensors: TableSensors) -> bool:
    """Whether something may follow that would not say where it is: what nobody saw, or is shown elsewhere."""
    return any(
        (step.face_down and step.is_implied)
        or ((step.also_at_play or step.face_down) and not sensors.can_report_place(step))
        for _, step, _ in choice.open_branches()
    )


def _steps_left_out(
    turn: Turn, pending_input: MoveSearch, whole: list[MovePath], so_far: list[MovePath]
) -> Iterable[MoveStep]:
    """What could have been said before: the cheapest that is missing of other moves, or that nobody could see."""
    deeds = [trail.choice.action for trail in whole]
    return (
        find_missing_steps(
            pending_input.search_incomplete_moves(turn, besides=[deed for deed in deeds if deed is not None])[
                0
            ]
        )
        or find_unseen_steps(whole)
        or (() if so_far else guess_missing_steps(turn, pending_input))
    )


def _touch_targets_of(steps: Iterable[MoveStep]) -> Iterator[str]:
    return (step.touch_target for step in steps if step.touch_target)


def sort_touch_targets(things: Iterable[str]) -> tuple[str, ...]:
    """Words first; then kind by kind as they come, those of a kind by their number where all have one."""
    kinds: dict[str, list[str]] = {}
    for thing in dict.fromkeys(things):
        kinds.setdefault(thing.partition("/")[0] if "/" in thing else "", []).append(thing)
    words = kinds.pop("", [])
    return (*words, *(thing for each in kinds.values() for thing in _sort_by_number(each)))


def _sort_by_number(things: list[str]) -> list[str]:
    if not all(thing.partition("/")[2].isdecimal() for thing in things):
        return things
    return sorted(things, key=lambda thing: int(thing.partition("/")[2]))
