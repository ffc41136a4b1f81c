"""Whatever is shown, touched or said in any game is taken, or refused by a clause of that game, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from companion.games import game_rules, playable_plugin_by_name
from companion.rules.clauses import MoveRefused, Refusal
from companion.rules.layout import touch_targets
from companion.rules.moves import Move, Observation, touch_observation
from companion.rules.position import Position
from companion.table.interpretation.evidence import is_answer
from companion.table.interpretation.judge import Unexplained, judge
from companion.voice.game_texts import clause_text, load_clauses
from companion.voice.language import SOURCE_LANGUAGE, languages
from companion.voice.voice import Voice
from nine_mens_morris.plugin import PLUGIN as MORRIS
from tests.long import ALL
from tests.table.evenings import EVERYWHERE, NOWHERE, TABLES, evening, evidence, setup

WITHOUT_A_WORD = ("This is not among the choices now", "Something is still to be chosen here", "{", "  ")
ASKED_AT_A_POSITION = 150 if ALL else 15
"""Of the pieces and fingers, and of the words."""
POSITIONS_OF_A_PHASE = 3 if ALL else 1


@pytest.fixture(autouse=True)
def from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game from outside is installed, too."""
    monkeypatch.setitem(playable_plugin_by_name(), MORRIS.name, MORRIS)


class Told:
    """What one table was told: each refusal is of a clause of its game, and a sentence in every language."""

    def __init__(self, name: str, players: int) -> None:
        people = {seat.colour: seat.name for seat in setup(name, players).seats}
        self.name = name
        self.voices = {lang: Voice(name, people, lang) for lang in languages()}
        self.clauses = load_clauses(name, SOURCE_LANGUAGE)
        self.codes: set[str] = set()

    def hears(self, refusal: Refusal, position: Position, asked: object) -> None:
        code = f"{refusal.clause.id} {refusal.clause.code}"
        assert refusal.clause.id in self.clauses, (asked, code)
        public = position.to_public()
        for lang, voice in self.voices.items():
            text = voice.refusal_text(refusal, public)
            assert text.endswith((".", "!", "?", "“", "’")), (asked, lang, code, text)
            assert not any(each in text for each in WITHOUT_A_WORD), (asked, lang, code, text)
            if public.outcome() is None:  # else nobody is to do anything, and the clause is told
                assert text != clause_text(self.name, refusal.clause.id, lang), (asked, lang, code)
        self.codes.add(code)


def positions_by_phase(name: str, players: int, rng: Random) -> Iterator[tuple[Position, Move]]:
    """Some positions of each phase of a random game, each with the move that was played there."""
    by_phase: dict[tuple[Any, ...], list[tuple[Position, Move]]] = {}
    for position, played in evening(name, players, rng):
        turn = position.choice_tree
        decision = turn.out_of_turn_clause.id, *(each.clause_id for each in turn.choice_by_actor.values())
        by_phase.setdefault((position.to_json()["phase"], *sorted(set(decision))), []).append(
            (position, played)
        )
    for found in by_phase.values():
        yield from rng.sample(found, min(POSITIONS_OF_A_PHASE, len(found)))


def shown_or_touched(name: str, players: int, position: Position, move: Move) -> Iterable[Observation]:
    """Every piece that may carry a tag, at every zone, and whatever a finger finds on the table or in the tree."""
    game, table = game_rules(name), setup(name, players)
    steps = [step for choice in choices(position, move) for step in map(choice.step_for, choice.candidates)]
    yield from (
        Observation(piece, zone)
        for piece in dict.fromkeys(game.taggable_pieces(table))
        for zone in game.zones(table)
    )
    yield from (each for step in steps for each in step.accepted_observations)
    yield from map(touch_observation, touch_targets(game.layout(position)))
    yield from (touch_observation(step.touch_target) for step in steps if step.touch_target)
    yield from (touch_observation(f"player/{who}") for who in position.choice_tree.all_actors)


def choices(position: Position, move: Move) -> Iterator[Any]:
    """Those at the beginning of everybody's moves, and those within that one."""
    yield from position.choice_tree.choice_by_actor.values()
    choice = position.choice_tree.choice_for(move.words[0])
    for word in move.words[1:]:
        choice = choice.follow_word(word)[1]
        yield choice


def lines(position: Position, move: Move, words: Iterable[str]) -> Iterator[Move]:
    """Each word as everybody's move, and in place of each word of that one; and that one cut short."""
    for word in words:
        yield from (Move((who, word)) for who in position.choice_tree.all_actors)
        yield from (Move((*move.words[:at], word)) for at in range(1, len(move.words)))
    yield from (Move(move.words[:at]) for at in range(1, len(move.words)))


@pytest.mark.long(usual=("louis-xiv-2", "kabale-3", "florence-2", "nine-mens-morris-2"))
@pytest.mark.parametrize(("name", "players"), [*TABLES, (MORRIS.name, 2)])
def test_whatever_is_shown_touched_or_said_is_taken_or_answered_by_a_clause(name: str, players: int) -> None:
    rng, told = Random(f"answers {name} {players}"), Told(name, players)
    at = [*positions_by_phase(name, players, rng)]
    said = {word for _, move in evening(name, players, rng) for word in move.words[1:]}
    words = sorted(
        {
            *said,
            *(piece.rpartition("/")[2] for piece in game_rules(name).taggable_pieces(setup(name, players))),
            "0",
            "3",
            "banana",
        }
    )
    for position, move in at:
        begun = [each for each in evidence(position, move, 0.5, rng) if not is_answer(each)][:1]
        noticed = [*dict.fromkeys(shown_or_touched(name, players, position, move))]
        for each in rng.sample(noticed, min(ASKED_AT_A_POSITION, len(noticed))):
            for before in ((), tuple(begun)):
                readers = rng.choice((EVERYWHERE, NOWHERE))
                verdict = judge(position, (*before, each), readers)
                if isinstance(verdict, Unexplained):
                    told.hears(verdict.refusal, position, (*before, each))
        typed = [*dict.fromkeys(lines(position, move, words))]
        for line in rng.sample(typed, min(ASKED_AT_A_POSITION, len(typed))):
            try:
                position.action_for(line)
            except MoveRefused as refused:
                told.hears(refused.refusal, position, line)
    assert len(told.codes) > 4
