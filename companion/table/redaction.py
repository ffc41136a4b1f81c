"""The only way from what the session knows to what people are shown.

A reader may have seen a card that lies face down: position, bag, verdict and refusal name it then, and so
does the record. In public it is `?`. What the bag means is judged again with public eyes, so nothing that
is shown, asked or lit follows from a hidden name. Where nothing is hidden nothing is done twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.rules.clauses import MoveRefused, Refusal
from companion.rules.corrections import position_with_values
from companion.rules.game import Game, GameSetup
from companion.rules.history import CORRECTION_PREFIX, AcceptedLine, parse_correction
from companion.rules.moves import UNKNOWN, Move, Observation
from companion.rules.position import Position
from companion.rules.public_view import public_events, public_move, public_observation, public_text
from companion.table.interpretation.evidence import MOVE_ANSWER, ReaderAvailability, move_answer
from companion.table.interpretation.judge import (
    Ambiguous,
    Incomplete,
    Interpretation,
    Interpreted,
    Unexplained,
    explain_rejection,
    interpret,
    judge,
)
from companion.table.interpretation.question import AnswerOption, ClarifyingQuestion
from companion.table.snapshot import GameLogEntry, RefusalNotice

_NAME = re.compile(r'[^\s"{}\[\]:,/]+')


class Redactor:
    """One game's. It keeps what it gave last, so that the same is not made again for every picture."""

    def __init__(self, game: Game, setup: GameSetup) -> None:
        self._game, self._setup = game, setup
        self._position: tuple[Position, Position] | None = None
        self._verdict: tuple[Interpretation, Interpretation] | None = None
        self._no: tuple[RefusalNotice, RefusalNotice] | None = None

    def public_position(self, private: Position) -> Position:
        """The table as everybody may know it."""
        if self._position is None or self._position[0] is not private:
            self._position = private, private.to_public()
        return self._position[1]

    def public_entry(self, accepted: AcceptedLine) -> GameLogEntry:
        """A line and its events as everybody may know them."""
        text, events = public_text(self._game, accepted.text), public_events(self._game, accepted.events)
        return GameLogEntry(text, events, accepted.position.to_public())

    def public_texts(self, standing: Iterable[AcceptedLine]) -> tuple[str, ...]:
        """Those lines as everybody may hear them."""
        return tuple(public_text(self._game, accepted.text) for accepted in standing)

    def public_observations(
        self, observations: Sequence[Observation], position: Position
    ) -> tuple[Observation, ...]:
        """What was noticed there, and what was answered, as everybody may see it."""
        noticed = iter(
            self._game.public_observations(
                position, [sight for sight in observations if sight.piece != MOVE_ANSWER]
            )
        )
        return tuple(
            self._public_observation(sight) if sight.piece == MOVE_ANSWER else next(noticed)
            for sight in observations
        )

    def _public_observation(self, observation: Observation) -> Observation:
        if observation.piece == MOVE_ANSWER:
            return Observation(MOVE_ANSWER, public_text(self._game, observation.zone))
        return public_observation(self._game, observation)

    # -- what the bag means

    def public_interpretation(
        self,
        private: Interpretation | None,
        position: Position,
        pending_input: tuple[Observation, ...],
        readers: ReaderAvailability,
    ) -> Interpretation | None:
        """What the bag means to somebody who knows only what everybody may know."""
        if private is None:
            return None
        if self._verdict is None or self._verdict[0] is not private:
            public, seen = self.public_position(position), self.public_observations(pending_input, position)
            hidden = public is not position or seen != pending_input
            heard = (
                self._actionable_interpretation(private, _interpret_publicly(public, seen, readers, private))
                if hidden
                else private
            )
            self._verdict = private, heard
        return self._verdict[1]

    def _actionable_interpretation(
        self, private: Interpretation, public: Interpretation | None
    ) -> Interpretation:
        """The public one; but never one that people could not act upon, because the session waits for more."""
        match private, public:
            case Interpreted(), Interpreted(move, is_search_complete=sure):
                # else it would be taken by now
                return Interpreted(move, may_continue=True, is_search_complete=sure)
            case (
                (Interpreted(), Ambiguous() as heard)
                | (Ambiguous(), Ambiguous() as heard)
                | (Incomplete(), Incomplete() as heard)
                | (Unexplained(), Unexplained() as heard)
            ):
                return heard
            case Interpreted(move), _:
                return Interpreted(public_move(self._game, move), may_continue=True)
            case Ambiguous(question), _:
                return Ambiguous(
                    ClarifyingQuestion(question.kind, tuple(map(self._public_option, question.options)))
                )
            case Incomplete(_, sure), _:
                return Incomplete((), sure)
            case Unexplained(refusal, _, undo, tried), _:
                words = public_move(self._game, Move(tried)).words
                return Unexplained(
                    self._public_refusal(refusal, " ".join(tried)), (), self._public_observation(undo), words
                )
        return private

    def _public_option(self, option: AnswerOption) -> AnswerOption:
        return replace(option, moves=self._public_moves(option.moves))

    def _public_moves(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        return tuple(dict.fromkeys(public_move(self._game, move) for move in moves))

    def to_private_answer(self, answer: Observation, interpretation: Interpretation | None) -> Observation:
        """A public answer as it narrows what the session knows: a whole move may have had hidden words."""
        if answer.piece != MOVE_ANSWER:
            return answer
        match interpretation:
            case Ambiguous(question):
                meant = [move for option in question.options for move in option.moves]
            case Interpreted(move):
                meant = [move]
            case _:
                meant = []
        fitting = [move for move in meant if str(public_move(self._game, move)) == answer.zone]
        return move_answer(fitting[0]) if len(fitting) == 1 else answer

    # -- refusals

    def public_refusal_notice(
        self, private: RefusalNotice | None, position: Position, readers: ReaderAvailability
    ) -> RefusalNotice | None:
        """A refusal as everybody may read it: what was refused in public eyes too, else the reason without names."""
        if private is None:
            return None
        if self._no is None or self._no[0] is not private:
            public = self.public_position(position)
            seen, said = (
                self.public_observations(private.tried_observations, position),
                public_text(self._game, private.tried_line),
            )
            if public is position and (seen, said) == (private.tried_observations, private.tried_line):
                heard = replace(private, nearest_moves=self._public_moves(private.nearest_moves))
            elif private.tried_line:
                heard = self._public_line_refusal(private, public, said)
            else:
                heard = self._public_observation_refusal(private, judge(public, seen, readers), seen)
            self._no = private, heard
        return self._no[1]

    def _public_line_refusal(self, private: RefusalNotice, public: Position, said: str) -> RefusalNotice:
        """A line that was refused. No moves near it that only the referee can tell to be possible."""
        words = tuple(said.split())
        refusal, near = self._public_refusal(private.refusal, private.tried_line), tuple[Move, ...]()
        if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX:
            refusal = self._public_correction_refusal(public, words[len(CORRECTION_PREFIX) :]) or refusal
        elif words[:1] != ("undo",):
            try:
                public.action_for(Move(words))
            except MoveRefused as refused:
                refusal, near = refused.refusal, self._public_moves(refused.nearest_moves)
        return replace(private, refusal=refusal, nearest_moves=near, tried_line=said)

    def _public_correction_refusal(self, public: Position, words: tuple[str, ...]) -> Refusal | None:
        """Why the table cannot be corrected so, by what everybody knows; None where only the referee can tell."""
        try:
            after = position_with_values(self._game, self._setup, public, parse_correction(words))
        except MoveRefused as refused:
            return refused.refusal
        before = public.faults()  # names that nobody may know are one
        return next((fault for fault in after.faults() if fault not in before), None)

    def _public_observation_refusal(
        self, private: RefusalNotice, public: Interpretation, observations: tuple[Observation, ...]
    ) -> RefusalNotice:
        if isinstance(public, Unexplained):
            return RefusalNotice(
                public.refusal,
                self._public_moves(public.nearest_moves),
                observations,
                public.offending_observation,
                public.tried_words,
                private.can_be_allowed,
            )
        return RefusalNotice(
            self._public_refusal(private.refusal, " ".join(private.tried_words)),
            (),
            observations,
            None
            if private.offending_observation is None
            else self._public_observation(private.offending_observation),
            public_move(self._game, Move(private.tried_words)).words,
            private.can_be_allowed,
        )

    def _public_refusal(self, refusal: Refusal, tried: str) -> Refusal:
        """The reason, its facts without the names that `tried` says and nobody may hear."""
        hidden = set(_NAME.findall(tried)) - set(_NAME.findall(public_text(self._game, tried)))
        return Refusal(
            refusal.clause, tuple(self._public_fact(value, hidden) for value in refusal.fact_values)
        )

    def _public_fact(self, value: Any, hidden: set[str]) -> Any:
        if not isinstance(value, str):
            return UNKNOWN if hidden else value
        words = (UNKNOWN if word in hidden else self._game.public_piece(word) for word in value.split(" "))
        return " ".join(words)


def _interpret_publicly(
    public: Position,
    observations: Sequence[Observation],
    readers: ReaderAvailability,
    private: Interpretation,
) -> Interpretation | None:
    """What the bag means in public eyes; None: no legal move, and nobody asks why."""
    found = interpret(public, observations, readers)
    return (
        explain_rejection(public, observations, readers)
        if found is None and isinstance(private, Unexplained)
        else found
    )
