"""What may come next and neither a reader nor a button of this table would report: a person has to touch it.

It is pure, and made of what everybody may know; a word that lies face down is never among it, as no touch gives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from companion.table.interpretation.search import MoveSearch, shared_search
from companion.table.zones import ZoneStatus

WORDS_BY_SHARED_BUTTON: Final[Mapping[str, tuple[str, ...]]] = {
    "yes": ("yes", "done", "bid"),
    "no": ("no", "skip", "pass", "0"),
}
"""The words of a game that each shared button can give."""


class TagCoverage(Struct, frozen=True):
    """Which pieces of a game's box readers could report.

    piece_kinds: the kinds of all its pieces.
    untagged_pieces: those that carry no tag, in public words.
    """

    piece_kinds: tuple[str, ...]
    untagged_pieces: frozenset[str]

    @classmethod
    def from_tagged_words(cls, game: Game, setup: GameSetup, tagged: frozenset[str]) -> TagCoverage:
        """The coverage of that box, of which these words carry a tag."""
        box = frozenset(game.taggable_pieces(setup))
        by_kind = {piece.partition("/")[0] for piece in box}
        return cls(tuple(sorted(by_kind)), frozenset(map(game.public_piece, box - tagged)))

    def has_tag(self, piece: str) -> bool:
        """Whether the piece carries a tag.

        A piece that is missing in this copy of the game, while others of its kind are there, counts as tagged.
        """
        words = (piece, f"{piece.rpartition('/')[0]}/{UNKNOWN}")
        return piece.partition("/")[0] in self.piece_kinds and self.untagged_pieces.isdisjoint(words)


class TableSensors(Struct, frozen=True):
    """The readers and shared buttons of a table, and what they would report by themselves."""

    zone_status: ZoneStatus
    tag_coverage: TagCoverage

    def can_report(self, observation: Observation) -> bool:
        """Whether a person who shows or presses this need not touch anything."""
        if is_button_press(observation):
            return any(
                observation.piece.partition("/")[2] in words for words in WORDS_BY_SHARED_BUTTON.values()
            )
        return self.zone_status.has_working_reader(observation.zone) and self.tag_coverage.has_tag(
            observation.piece
        )

    def can_report_step(self, step: MoveStep) -> bool:
        """Whether they report the word of that step."""
        if step.also_at_play or step.face_down:
            return any(map(self.can_report, step.accepted_observations))
        return bool(step.observations) and all(map(self.can_report, step.observations))

    def can_report_step_by_place(self, step: MoveStep) -> bool:
        """Whether they report the word together with those before it, which only its own place gives."""
        return all(map(self.can_report, step.observations))


def touch_only_targets(
    position: Position, observations: tuple[Observation, ...], sensors: TableSensors
) -> tuple[str, ...]:
    """The targets that a person would touch, in the order in which people look for them.

    What is awaited comes before what only others may do, words before the many targets of one kind; counts go upward.
    """
    turn = position.choice_tree
    search = shared_search(turn, observations, sensors.zone_status)
    complete, begun = find_move_paths(search)
    others: tuple[str, ...] = ()
    if not search.observations and len(begun) > 1:
        others = tuple(_interrupting_player_targets(turn))
        begun = [path for path in begun if path.words[0] in turn.awaited_actors]
    examined: set[MoveStep] = set()
    steps = [step for path in begun for step in _unreported_steps_after(path.choice, sensors, examined)]
    left_out = _steps_left_out(search, complete, begun) if search.observations else ()
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
    """The targets of the players who may interrupt."""
    for actor in turn.choice_by_actor:
        if actor not in turn.awaited_actors or len(turn.awaited_actors) > 1:
            yield make_actor_step(actor).touch_target


def _unreported_steps_after(
    choice: Choice, sensors: TableSensors, examined: set[MoveStep]
) -> Iterator[MoveStep]:
    """The words that may follow and are not reported.

    An implied word is reported with what follows it, unless that is not reported, or nothing need follow; where it
    has a target of its own it comes first, for then there are others like it.

    examined: those known to be allowed behind another path, which are not looked at again.
    """
    for candidate in choice.cached_candidates() or choice.candidates:
        step = choice.step_for(candidate)
        if step in examined or not choice.is_allowed(candidate):
            continue
        if not step.is_implied:
            examined.add(step)
            if _needs_touch(step, sensors):
                yield step
        elif not step.face_down:
            after = choice.follow_candidate(candidate)[1]
            own = step.touch_target != step.word
            behind = tuple(_unreported_steps_after(after, sensors, set() if own else examined))
            alone = after.action is not None or _may_hide_its_place(after, sensors)
            if alone or (own and behind):
                yield step
            if not own:
                yield from behind


def _needs_touch(step: MoveStep, sensors: TableSensors) -> bool:
    return not (step.is_implied or step.face_down or sensors.can_report_step(step))


def _may_hide_its_place(choice: Choice, sensors: TableSensors) -> bool:
    """Whether something may follow that does not show its place: what nobody saw, or is shown elsewhere."""
    return any(
        (step.face_down and step.is_implied)
        or ((step.also_at_play or step.face_down) and not sensors.can_report_step_by_place(step))
        for _, step, _ in choice.open_branches()
    )


def _steps_left_out(
    search: MoveSearch, complete: Sequence[MovePath], begun: Sequence[MovePath]
) -> Iterable[MoveStep]:
    """What could have been given before: the cheapest steps missing in other moves, or those that nobody could see."""
    actions = [path.choice.action for path in complete if path.choice.action is not None]
    return (
        find_missing_steps(search, besides=actions)
        or find_unseen_steps(complete)
        or (() if begun else guess_missing_steps(search))
    )


def _touch_targets_of(steps: Iterable[MoveStep]) -> Iterator[str]:
    return (step.touch_target for step in steps if step.touch_target)


def sort_touch_targets(targets: Iterable[str]) -> tuple[str, ...]:
    """Words first; then kind by kind as they come, those of a kind by their number where all have one."""
    by_kind: dict[str, list[str]] = {}
    for target in dict.fromkeys(targets):
        by_kind.setdefault(target.partition("/")[0] if "/" in target else "", []).append(target)
    words = by_kind.pop("", [])
    return (*words, *(target for each in by_kind.values() for target in _sort_by_number(each)))


def _sort_by_number(targets: list[str]) -> list[str]:
    if not all(target.partition("/")[2].isdecimal() for target in targets):
        return targets
    return sorted(targets, key=lambda target: int(target.partition("/")[2]))
