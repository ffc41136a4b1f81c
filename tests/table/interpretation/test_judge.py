"""The bag, for every game at every number of players."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import game_rules
from companion.rules.moves import FINGER, PLAY_ZONE, UNKNOWN, Move, MoveStep, Observation, touch_observation
from companion.rules.position import Position
from companion.rules.tree_walk import pick_legal_move
from companion.table.interpretation.evidence import ReaderAvailability, is_button_press
from companion.table.interpretation.judge import (
    Ambiguous,
    Incomplete,
    Interpreted,
    Unexplained,
    judge,
    next_observations,
    step_by_touch_target,
)
from companion.table.interpretation.question import AnswerOption
from tests.games.kabale.tables import kabale
from tests.long import usually
from tests.table.evenings import EVERYWHERE, NOWHERE, TABLES, USUAL, Watching, evening, evidence, steps
from tests.tables import louis

every_table = pytest.mark.parametrize(("name", "players"), usually(USUAL, TABLES))
some_evenings = settings(
    max_examples=2, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
seeds = st.integers(0, 2**32)
SAMPLED = 0.4  # of the positions of an evening
MOVES = 2  # tried in each
PREFIXES = 3  # of the evidence of a move


def sampled(name: str, players: int, seed: int, check: Callable[[Position, Move, Random], None]) -> None:
    rng = Random(seed)
    for position, played in evening(name, players, rng):
        if rng.random() < SAMPLED or position.choice_tree.always_ask:
            others = [pick_legal_move(position.choice_tree, rng.choice)[0] for _ in range(MOVES - 1)]
            for move in (played, *others):
                check(position, move, rng)


def same(position: Position, move: Move, other: Move) -> bool:
    """Whether two moves mean the same there."""
    return (
        position.action_for(move) == position.action_for(other)
        or position.play(move)[0] == position.play(other)[0]
    )


def unread(position: Position, move: Move, blind: str) -> Move:
    """The move as it is where that reader told nobody what was laid face down."""
    said = steps(position, move)
    hidden = [step.face_down and any(sight.zone == blind for sight in step.observations) for step in said]
    return Move(tuple(UNKNOWN if each else step.word for each, step in zip(hidden, said, strict=True)))


def options(verdict: Ambiguous, right: Callable[[Move], bool]) -> list[AnswerOption]:
    """The options of the question behind which such a move is."""
    return [option for option in verdict.question.options if any(map(right, option.moves))]


def found_again(position: Position, move: Move, seen: list[Observation], readers: ReaderAvailability) -> None:
    """Taken as what it was, or asked for in one question that has the right answer."""
    verdict = judge(position, tuple(seen), readers)
    said = f"{move} from {seen}: {verdict}"
    if isinstance(verdict, Ambiguous):
        right = options(
            verdict, lambda other: position.action_for(move) == position.action_for(other)
        ) or options(verdict, lambda other: same(position, move, other))
        assert len(right) == 1, said
        verdict = judge(position, (*seen, right[0].observation), readers)
    assert isinstance(verdict, Interpreted), said
    assert same(position, move, verdict.move), said


def never_wrong(
    position: Position, move: Move, seen: list[Observation], readers: ReaderAvailability, rng: Random
) -> None:
    """However much of the evidence has come: what is taken at once is what it was."""
    for count in sorted(rng.sample(range(1, len(seen) + 1), min(len(seen), PREFIXES))):
        verdict = judge(position, tuple(seen[:count]), readers)
        said = f"{move} from {seen[:count]}: {verdict}"
        assert not isinstance(verdict, Unexplained), said
        if isinstance(verdict, Interpreted) and not verdict.may_continue:
            assert same(position, move, verdict.move), said


SECOND_CARD = kabale("alchemy:5", "music:5 +white/storm -black/?").position
INFLUENCE = louis("influence", turn="blue").position
BESIDE_SOMETHING = {
    "K-1.3 instead": (SECOND_CARD, ["card/black/king", "card/black/queen"]),
    "L-2.3 instead": (INFLUENCE, ["card/inf10", "card/inf9"]),
    "L-2.3 instead of its copy": (INFLUENCE, ["card/inf6", "card/inf6"]),
    "L-2.3 not-offered": (INFLUENCE, ["take", "take"]),
    "L-2.4 two-directions": (INFLUENCE, ["card/inf6", "tile/6", "tile/5", "tile/1"]),
    "L-2.4 not-a-neighbour": (INFLUENCE, ["card/inf6", "tile/6", "tile/9"]),
}


@pytest.mark.parametrize("reason", BESIDE_SOMETHING)
def test_what_would_do_in_place_of_something_entered_is_told_unless_a_rule_forbids_it_there(
    reason: str,
) -> None:
    position, shown = BESIDE_SOMETHING[reason]
    seen = [Observation(each, PLAY_ZONE) if "card/" in each else touch_observation(each) for each in shown]
    verdict = judge(position, seen, EVERYWHERE)
    assert isinstance(verdict, Unexplained)
    assert reason.startswith(f"{verdict.refusal.clause.id} {verdict.refusal.clause.code}")
    assert verdict.offending_observation == seen[-1]


@pytest.mark.long(usual="kabale-3")
@every_table
@some_evenings
@given(seed=seeds)
def test_every_move_is_found_again_from_its_evidence_in_any_order(name: str, players: int, seed: int) -> None:
    def check(position: Position, move: Move, rng: Random) -> None:
        seen = evidence(position, move, 0.2, rng)
        rng.shuffle(seen)
        if seen:
            found_again(position, move, seen, EVERYWHERE)
            never_wrong(position, move, seen, EVERYWHERE, rng)

    sampled(name, players, seed, check)


@pytest.mark.long(usual="kabale-3")
@every_table
@some_evenings
@given(seed=seeds)
def test_every_move_is_found_again_from_touches_alone(name: str, players: int, seed: int) -> None:
    def check(position: Position, move: Move, rng: Random) -> None:
        seen = evidence(position, move, 1.0, rng)
        if seen:
            found_again(position, move, seen, EVERYWHERE)
            never_wrong(position, move, seen, EVERYWHERE, rng)

    sampled(name, players, seed, check)


@pytest.mark.long(usual="louis-xiv-3")
@every_table
@some_evenings
@given(seed=seeds)
def test_with_one_zone_blind_no_move_is_ever_taken_wrongly(name: str, players: int, seed: int) -> None:
    def check(position: Position, move: Move, rng: Random) -> None:
        seen = evidence(position, move, 0.0, rng)
        zones = sorted({sight.zone for sight in seen if sight.piece != FINGER})
        if not zones:
            return
        blind = rng.choice(zones)
        move = unread(position, move, blind)
        left = [sight for sight in seen if sight.zone != blind or sight.piece == FINGER]
        rng.shuffle(left)
        readers = Watching(lambda zone: zone != blind)
        never_wrong(position, move, left, readers, rng)
        if left:
            verdict = judge(position, tuple(left), readers)
            said = f"{move} from {left}, {blind} blind: {verdict}"
            if isinstance(verdict, Interpreted):
                assert same(position, move, verdict.move), said
            elif isinstance(verdict, Ambiguous):
                offered = [other for option in verdict.question.options for other in option.moves]
                assert any(same(position, move, other) for other in offered), said
            else:
                assert isinstance(verdict, Incomplete), said
                assert not verdict.is_search_complete, said

    sampled(name, players, seed, check)


@every_table
@some_evenings
@given(seed=seeds)
def test_what_people_do_next_glows(name: str, players: int, seed: int) -> None:
    def check(position: Position, move: Move, rng: Random) -> None:
        seen: list[Observation] = []
        for step in steps(position, move):
            if step.is_implied:
                continue
            assert step.face_down or step.touch_target in step_by_touch_target(
                position, tuple(seen), EVERYWHERE
            ), f"{move} after {seen}"
            seen += step.observations or (Observation(FINGER, step.touch_target),)

    sampled(name, players, seed, check)


@every_table
@some_evenings
@given(seed=seeds)
def test_the_buttons_that_may_be_pressed_next_are_known_and_each_of_them_fits(
    name: str, players: int, seed: int
) -> None:
    def check(position: Position, move: Move, rng: Random) -> None:
        seen: list[Observation] = []
        for step in steps(position, move):
            offered = list(filter(is_button_press, next_observations(position, tuple(seen), EVERYWHERE)))
            pressed = {sight for sight in step.observations if sight.piece.startswith("button/")}
            assert pressed <= set(offered), f"{move} after {seen}"
            for sight in offered:
                assert not isinstance(judge(position, (*seen, sight), EVERYWHERE), Unexplained), sight
            if not step.is_implied:
                seen += step.observations or (Observation(FINGER, step.touch_target),)

    sampled(name, players, seed, check)


# -- cards laid face down


def hides(name: str, players: int) -> bool:
    """Whether any word of an evening says what lies face down."""
    played = islice(evening(name, players, Random(1)), 20)
    return any(step.face_down for position, move in played for step in steps(position, move))


HIDING = [table for table in TABLES if hides(*table)]
every_hiding_table = pytest.mark.parametrize(
    ("name", "players"), usually([table for table in USUAL if table in HIDING], HIDING)
)


def test_there_are_games_that_hide_cards() -> None:
    assert HIDING


def laid(position: Position, move: Move) -> tuple[MoveStep, MoveStep] | None:
    """The word that says a card laid face down, and the one before it that says where; None: there is none."""
    said = steps(position, move)
    return next(((where, card) for where, card in pairwise(said) if card.face_down), None)


@every_hiding_table
@some_evenings
@given(seed=seeds)
def test_a_card_shown_at_the_only_reader_is_taken_for_what_it_is(name: str, players: int, seed: int) -> None:
    """With its place touched, before or after; without, one that goes without saying is asked for in one question."""

    def check(position: Position, move: Move, rng: Random) -> None:
        found = laid(position, move)
        if found is None or found[1].word == UNKNOWN:
            return
        where, card = found
        seen = [Observation(sight.piece, PLAY_ZONE) for sight in card.observations]
        asked = where.is_implied and rng.random() < 0.5
        if not asked:
            seen.append(touch_observation(where.touch_target))
            rng.shuffle(seen)
        readers = Watching(lambda zone: zone == PLAY_ZONE)
        found_again(position, move, [*before_it(position, move), *seen], readers)

    sampled(name, players, seed, check)


def before_it(position: Position, move: Move) -> list[Observation]:
    """Fingers on the words in front of the place and the card, but for those that are implied."""
    return [
        touch_observation(step.touch_target) for step in steps(position, move)[1:-2] if not step.is_implied
    ]


@every_hiding_table
@some_evenings
@given(seed=seeds)
def test_without_readers_a_column_touched_is_a_card_that_nobody_saw(
    name: str, players: int, seed: int
) -> None:
    def check(position: Position, move: Move, rng: Random) -> None:
        found = laid(position, move)
        if found is not None:
            heard = Move(game_rules(name).public_words(move.words))
            seen = (*before_it(position, move), touch_observation(found[0].touch_target))
            verdict = judge(position, seen, NOWHERE)
            assert isinstance(verdict, Interpreted), f"{heard}: {verdict}"
            assert not verdict.may_continue
            assert verdict.move == heard

    sampled(name, players, seed, check)


# -- an owner's exchange of a chip beside the decision of somebody else (L-4.3)

RING = Observation("chip/ring", PLAY_ZONE)
SWAPS = {
    "blue": {
        "chips": {"ring": 1, "letter": 1},
        "hand": {"light": 1, "dark": 1},
        "missions": ["light-swap-chip:ring", "light-renew:ring"],
    },
    "yellow": {"chips": {"ring": 1}, "missions": ["light-swap-chip:letter"]},
}


def asked(do: str) -> Position:
    agenda = [{"do": do, "who": "blue"}, {"do": "round-ends"}]
    return louis("missions", people=SWAPS, agenda=agenda).position


@pytest.mark.parametrize("do", ["missions", "draw", "renew"])
@pytest.mark.parametrize("who", ["blue", "yellow"])
def test_L_4_3__a_chip_shown_after_its_owner_has_said_it_is_exchanged(do: str, who: str) -> None:
    said = touch_observation(f"swap/{who}")
    for chip in (RING, touch_observation("chip/ring")):
        assert judge(asked(do), (said, chip), EVERYWHERE) == Interpreted(
            Move.parse(f"{who} swap ring"), False
        )


def test_L_4_3__a_chip_shown_or_touched_while_one_is_to_be_kept_is_kept_and_nothing_may_follow() -> None:
    for chip in (RING, touch_observation("chip/ring")):
        assert judge(asked("keep"), (chip,), EVERYWHERE) == Interpreted(Move.parse("blue keep ring"), False)
    for who in ("blue", "yellow"):
        said = touch_observation(f"swap/{who}"), touch_observation(f"swap/{who}/ring")
        assert judge(asked("keep"), said, EVERYWHERE) == Interpreted(Move.parse(f"{who} swap ring"), False)
