"""Measures judgements: what pending input means, at moments of whole evenings of every game, with readers dead.

A random game is played at each number of players. At its positions people carry out a move: some words are touched,
the evidence of dead readers is lost, the order is the usual or any, and now and then a piece lies there that does not
belong. Every prefix of it is judged as a session judges it, and the table asks what it shows and lights after that. The
time is the processor's, of the judgement and of everything asked together. A table plays one evening, so the collector
is not to look at what earlier ones left.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from statistics import quantiles
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.games import game_names, game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.game import Game, GameSetup, Seat
from companion.rules.moves import PLAY_ZONE, Move, MoveStep, Observation, touch_observation
from companion.rules.position import Position
from companion.rules.tree_walk import pick_legal_move
from companion.table.interpretation.evidence import make_actor_step
from companion.table.interpretation.judge import (
    Interpreted,
    Unexplained,
    begins_new_move,
    interpret,
    judge,
    next_observations,
    step_by_touch_target,
)
from companion.table.interpretation.touch_only import TableSensors, TagCoverage, touch_only_targets
from companion.table.zones import ZonePlan, ZoneStatus
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, cpu_clock

MAX_99TH_MS: Final = 20.0
MAX_WORST_MS: Final = 60.0
MISSED_WORD_SHARE: Final = 0.15  # of the words whose reader is dead: people lay the piece and do not touch it
STRANGE_SHARE: Final = 0.15  # of the moves: something lies among it that does not belong
IsDead = Callable[[str], bool]

DEAD_READERS: Final[Mapping[str, IsDead]] = {
    "none dead": lambda zone: False,
    "all dead": lambda zone: True,
    "cards dead": lambda zone: zone == PLAY_ZONE,
    "places dead": lambda zone: zone != PLAY_ZONE,
    "seats dead": lambda zone: zone.startswith("seat/"),
    "one place dead": lambda zone: zone.endswith(("/1", "/2", "/blue")),
}
"""Which of a table's readers do not work; a table has one at every zone."""


class Moment(NamedTuple):
    """The pending input at a position of a random game, and the readers."""

    game: Game
    place: str
    position: Position
    observations: tuple[Observation, ...]
    dead: str
    sensors: TableSensors

    def __str__(self) -> str:
        noticed = ", ".join(f"{each.piece} at {each.zone}" for each in self.observations)
        return f"{self.place}, {self.dead}: {noticed}"


def measure_judgements(effort: MeasuringEffort) -> BenchLines:
    """Measure judgements, and all that is asked after an observation, at moments of whole evenings."""
    judged: list[tuple[float, str]] = []
    asked: list[tuple[float, str]] = []
    for moment in _moments(max(2, effort.rounds // 5), share=0.02 if effort.rounds == 1 else 1.0):
        begun = cpu_clock()
        ask_judge(moment)
        judged.append(((cpu_clock() - begun) * 1e3, str(moment)))
        ask_for_the_table(moment)
        asked.append(((cpu_clock() - begun) * 1e3, str(moment)))
    for what, each in (("a judgement", judged), ("a judgement and all the table asks", asked)):
        yield from _lines(what, each)


def _lines(what: str, taken: Sequence[tuple[float, str]]) -> BenchLines:
    percentile = quantiles((ms for ms, _ in taken), n=100)
    worst, moment = max(taken)
    yield BenchLine(f"{what}, {len(taken):,} moments, median", f"{percentile[49]:.2f} ms")
    yield _aim(f"{what}, 99th percentile", percentile[98], MAX_99TH_MS)
    yield _aim(f"{what}, worst", worst, MAX_WORST_MS)
    yield BenchLine(f"  {moment}", "")


def _aim(what: str, ms: float, at_most: float) -> BenchLine:
    return BenchLine(what, f"{ms:.1f} ms", f"at most {at_most:.0f} ms", ms <= at_most)


def ask_judge(moment: Moment) -> None:
    """Judge as a session does; after a move that could go on it looks whether the next one begins."""
    readers = moment.sensors.zone_status
    found = judge(moment.position, moment.observations, readers)
    if not isinstance(found, Unexplained) or len(moment.observations) == 1:
        return
    before = interpret(moment.position, moment.observations[:-1], readers)
    if isinstance(before, Interpreted) and before.is_search_complete:
        after, _ = moment.position.play(before.move)
        begins_new_move(after, moment.observations[-1], readers, before.move)


def ask_for_the_table(moment: Moment) -> None:
    """Everything that is shown, lit and pointed at after the observation, as everybody may know it."""
    readers = moment.sensors.zone_status
    public = moment.position.to_public()
    observations = tuple(moment.game.public_observations(public, moment.observations))
    if public is not moment.position or observations != moment.observations:
        interpret(public, observations, readers)
    step_by_touch_target(public, observations, readers)
    next_observations(public, observations, readers)
    touch_only_targets(public, observations, moment.sensors)


# -- the moments


def _moments(evenings: int, share: float) -> Iterator[Moment]:
    """Moments of so many evenings at every table; `share`: of their positions."""
    for game in map(game_rules, game_names()):
        for players in range(game.min_players, game.max_players + 1):
            for seed in range(evenings):
                gc.collect()
                gc.freeze()
                yield from evening_moments(game, players, seed, share)
    gc.unfreeze()


def evening_moments(game: Game, players: int, seed: int, share: float = 1.0) -> Iterator[Moment]:
    """Moments of one evening, at that share of its positions.

    In every other evening no reader has ever seen what lies face down. What is refused does not stay pending.
    """
    rng = Random(f"{game.name} {players} {seed}")
    setup = GameSetup(tuple(Seat(colour, colour) for colour in game.colours[:players]), game.colours[0])
    coverage = TagCoverage.from_tagged_words(game, setup, frozenset(game.taggable_pieces(setup)))
    plan = ZonePlan(dict.fromkeys(game.zones(setup), "reader"))
    position = game.initial_position(setup).settled_with_events()[0]
    number = 0
    while position.outcome() is None:
        move, _ = pick_legal_move(position.choice_tree, rng.choice)
        if seed % 2:
            move = _public_if_legal(game, position, move)
        if rng.random() < share:
            dead = rng.choice([*DEAD_READERS])
            down = {zone: "no answer" for zone in plan.zones if DEAD_READERS[dead](zone)}
            sensors = TableSensors(ZoneStatus(plan, down), coverage)
            noticed = _noticed(position, move, sensors.zone_status, rng)
            if rng.random() < STRANGE_SHARE:
                noticed.insert(rng.randrange(len(noticed) + 1), _strange(game, setup, rng))
            place = f"{game.name} {players} players, seed {seed}, move {number} ({move})"
            begun = Moment(game, place, replace(position), (), dead, sensors)  # its choices are not known yet
            yield from _moments_until(begun, noticed)
        position = position.play(move)[0]
        number += 1


def _moments_until(begun: Moment, noticed: Sequence[Observation]) -> Iterator[Moment]:
    pending: tuple[Observation, ...] = ()
    for observation in noticed:
        moment = begun._replace(observations=(*pending, observation))
        yield moment
        verdict = judge(moment.position, moment.observations, moment.sensors.zone_status)
        if not isinstance(verdict, Unexplained):
            pending = moment.observations


def _strange(game: Game, setup: GameSetup, rng: Random) -> Observation:
    """A piece somewhere, or a finger on it."""
    piece = rng.choice(game.taggable_pieces(setup))
    return (
        Observation(piece, rng.choice(game.zones(setup))) if rng.random() < 0.5 else touch_observation(piece)
    )


def _public_if_legal(game: Game, position: Position, move: Move) -> Move:
    public = Move(game.public_words(move.words))
    try:
        position.action_for(public)
    except MoveRefused:
        return move
    return public


def _noticed(position: Position, move: Move, readers: ZoneStatus, rng: Random) -> list[Observation]:
    """What is noticed of people who carry the move out."""
    fingers = rng.choice((0.0, 0.3, 1.0))
    noticed: list[Observation] = []
    steps = _steps(position, move)
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        seen = [each for each in step.observations if readers.would_report(each.zone)]
        if step.is_implied and not (after is not None and after.face_down and after.is_implied):
            continue
        if seen and (step.face_down or rng.random() >= fingers):
            noticed += seen
        elif step.touch_target and (not step.observations or rng.random() >= MISSED_WORD_SHARE):
            noticed.append(touch_observation(step.touch_target))
    if rng.random() < 0.5:
        rng.shuffle(noticed)
    return noticed


def _steps(position: Position, move: Move) -> list[MoveStep]:
    choice = position.choice_tree.choice_for(move.words[0])
    steps = [make_actor_step(move.words[0])]
    for word in move.words[1:]:
        step, choice = choice.follow_word(word)
        steps.append(step)
    return steps
