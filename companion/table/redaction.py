"""The only way from what the session knows to what people are shown.

A reader may have seen a card that lies face down: position, pending input, interpretation and refusal name it then,
and so does the record. In public it is `?`. The pending input is interpreted again with public knowledge, so nothing
that is shown, asked or lit follows from a hidden name. Where nothing is hidden, nothing is done twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.rules.clauses import MoveRefused, Refusal
from companion.rules.corrections import position_with_values
from companion.rules.game import Game, GameSetup, public_observation
from companion.rules.history import CORRECTION_PREFIX, parse_correction
from companion.rules.moves import UNKNOWN, Move, Observation
from companion.rules.position import Position
from companion.rules.public_view import public_move, public_text
from companion.table.interpretation.evidence import MOVE_ANSWER, ReaderAvailability, make_move_answer
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
from companion.table.snapshot import RefusalNotice

_NAME = re.compile(r'[^\s"{}\[\]:,/]+')


class Redactor:
    """The redactor of one game. It keeps its last results, so that they are not made again for every snapshot."""

    def __init__(self, game: Game, setup: GameSetup) -> None:
        self._game, self._setup = game, setup
        self._position: tuple[Position, Position] | None = None
        self._last_interpretation: tuple[Interpretation, Interpretation] | None = None
        self._last_refusal: tuple[RefusalNotice, RefusalNotice] | None = None

    def public_position(self, private: Position) -> Position:
        """The position as everybody may know it."""
        if self._position is None or self._position[0] is not private:
            self._position = private, private.to_public()
        return self._position[1]

    def public_observations(
        self, observations: Sequence[Observation], position: Position
    ) -> tuple[Observation, ...]:
        """Observations and answers as everybody may see them."""
        public = iter(
            self._game.public_observations(
                position, [observation for observation in observations if observation.piece != MOVE_ANSWER]
            )
        )
        return tuple(
            self._public_observation(observation) if observation.piece == MOVE_ANSWER else next(public)
            for observation in observations
        )

    def _public_observation(self, observation: Observation) -> Observation:
        if observation.piece == MOVE_ANSWER:
            return Observation(MOVE_ANSWER, public_text(self._game, observation.zone))
        return public_observation(self._game, observation)

    # -- interpretations

    def public_interpretation(
        self,
        private: Interpretation | None,
        position: Position,
        pending_input: tuple[Observation, ...],
        readers: ReaderAvailability,
    ) -> Interpretation | None:
        """The interpretation of the pending input for somebody who knows only what everybody may know."""
        if private is None:
            return None
        if self._last_interpretation is None or self._last_interpretation[0] is not private:
            public, public_input = (
                self.public_position(position),
                self.public_observations(pending_input, position),
            )
            hidden = public is not position or public_input != pending_input
            published = (
                self._actionable_interpretation(
                    private, _interpret_publicly(public, public_input, readers, private)
                )
                if hidden
                else private
            )
            self._last_interpretation = private, published
        return self._last_interpretation[1]

    def _actionable_interpretation(
        self, private: Interpretation, public: Interpretation | None
    ) -> Interpretation:
        """The public interpretation, but never one on which people cannot act as the session waits for more."""
        match private, public:
            case Interpreted(), Interpreted(move, is_search_complete=is_search_complete):
                # else it would have been accepted by now
                return Interpreted(move, may_continue=True, is_search_complete=is_search_complete)
            case (
                (Interpreted(), Ambiguous() as same_kind)
                | (Ambiguous(), Ambiguous() as same_kind)
                | (Incomplete(), Incomplete() as same_kind)
                | (Unexplained(), Unexplained() as same_kind)
            ):
                return same_kind
            case Interpreted(move), _:
                return Interpreted(public_move(self._game, move), may_continue=True)
            case Ambiguous(question), _:
                return Ambiguous(
                    ClarifyingQuestion(question.kind, tuple(map(self._public_option, question.options)))
                )
            case Incomplete(_, is_search_complete), _:
                return Incomplete((), is_search_complete)
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
        """A public answer as it narrows what the session knows: a complete move may have had hidden words."""
        if answer.piece != MOVE_ANSWER:
            return answer
        match interpretation:
            case Ambiguous(question):
                candidates = [move for option in question.options for move in option.moves]
            case Interpreted(move):
                candidates = [move]
            case _:
                candidates = []
        fitting = [move for move in candidates if str(public_move(self._game, move)) == answer.zone]
        return make_move_answer(fitting[0]) if len(fitting) == 1 else answer

    # -- refusals

    def public_refusal_notice(
        self, private: RefusalNotice | None, position: Position, readers: ReaderAvailability
    ) -> RefusalNotice | None:
        """A refusal as everybody may read it: the refusal of the public input, else the reason without names."""
        if private is None:
            return None
        if self._last_refusal is None or self._last_refusal[0] is not private:
            public = self.public_position(position)
            public_input, public_line = (
                self.public_observations(private.tried_observations, position),
                self._public_refused_line(private.tried_line),
            )
            if public is position and (public_input, public_line) == (
                private.tried_observations,
                private.tried_line,
            ):
                published = replace(private, nearest_moves=self._public_moves(private.nearest_moves))
            elif private.tried_line:
                published = self._public_line_refusal(private, public, public_line)
            else:
                published = self._public_observation_refusal(
                    private, judge(public, public_input, readers), public_input
                )
            self._last_refusal = private, published
        return self._last_refusal[1]

    def _public_refused_line(self, text: str) -> str:
        """A line that was tried; a correction nested deeper than can be read, of which nothing stands, as unknown."""
        try:
            return public_text(self._game, text)
        except RecursionError:
            return " ".join((*CORRECTION_PREFIX, UNKNOWN, UNKNOWN))

    def _public_line_refusal(
        self, private: RefusalNotice, public: Position, public_line: str
    ) -> RefusalNotice:
        """The refusal of a line, without near moves that only the referee can know to be possible."""
        words = tuple(public_line.split())
        refusal, nearest_moves = self._public_refusal(private.refusal, private.tried_line), tuple[Move, ...]()
        if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX:
            refusal = self._public_correction_refusal(public, words[len(CORRECTION_PREFIX) :]) or refusal
        elif words[:1] != ("undo",):
            try:
                public.action_for(Move(words))
            except MoveRefused as refused:
                refusal, nearest_moves = refused.refusal, self._public_moves(refused.nearest_moves)
        return replace(private, refusal=refusal, nearest_moves=nearest_moves, tried_line=public_line)

    def _public_correction_refusal(self, public: Position, words: tuple[str, ...]) -> Refusal | None:
        """Why the correction is impossible, by public knowledge; None where only the referee can know."""
        try:
            after = position_with_values(self._game, self._setup, public, parse_correction(words))
        except MoveRefused as refused:
            return refused.refusal
        before = public.faults()  # hidden names count as one fault
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
        """The reason, its facts without the hidden names in `tried`."""
        hidden = set(_NAME.findall(tried)) - set(_NAME.findall(self._public_refused_line(tried)))
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
    """The interpretation by public knowledge; None: no legal move fits, and no reason is needed."""
    found = interpret(public, observations, readers)
    return (
        explain_rejection(public, observations, readers)
        if found is None and isinstance(private, Unexplained)
        else found
    )
