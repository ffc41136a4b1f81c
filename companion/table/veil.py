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
from companion.table.evidence import SAYS, Readers, says
from companion.table.judge import Ask, Done, Misfit, Verdict, Wait, judge, meant, misfit
from companion.table.question import Option, Question
from companion.table.snapshot import Entry, No

_NAME = re.compile(r'[^\s"{}\[\]:,/]+')


class Veil:
    """One game's. It keeps what it gave last, so that the same is not made again for every picture."""

    def __init__(self, game: Game, setup: GameSetup) -> None:
        self._game, self._setup = game, setup
        self._position: tuple[Position, Position] | None = None
        self._verdict: tuple[Verdict, Verdict] | None = None
        self._no: tuple[No, No] | None = None

    def position(self, private: Position) -> Position:
        """The table as everybody may know it."""
        if self._position is None or self._position[0] is not private:
            self._position = private, private.to_public()
        return self._position[1]

    def entry(self, accepted: AcceptedLine) -> Entry:
        """A line and its events as everybody may know them."""
        text, events = public_text(self._game, accepted.text), public_events(self._game, accepted.events)
        return Entry(text, events, accepted.position.to_public())

    def texts(self, standing: Iterable[AcceptedLine]) -> tuple[str, ...]:
        """Those lines as everybody may hear them."""
        return tuple(public_text(self._game, accepted.text) for accepted in standing)

    def sights(self, seen: Sequence[Observation], position: Position) -> tuple[Observation, ...]:
        """What was noticed there, and what was answered, as everybody may see it."""
        noticed = iter(
            self._game.public_observations(position, [sight for sight in seen if sight.piece != SAYS])
        )
        return tuple(self._sight(sight) if sight.piece == SAYS else next(noticed) for sight in seen)

    def _sight(self, sight: Observation) -> Observation:
        if sight.piece == SAYS:
            return Observation(SAYS, public_text(self._game, sight.zone))
        return public_observation(self._game, sight)

    # -- what the bag means

    def verdict(
        self, private: Verdict | None, position: Position, bag: tuple[Observation, ...], readers: Readers
    ) -> Verdict | None:
        """What the bag means to somebody who knows only what everybody may know."""
        if private is None:
            return None
        if self._verdict is None or self._verdict[0] is not private:
            public, seen = self.position(position), self.sights(bag, position)
            hidden = public is not position or seen != bag
            heard = self._heard(private, _judged(public, seen, readers, private)) if hidden else private
            self._verdict = private, heard
        return self._verdict[1]

    def _heard(self, private: Verdict, public: Verdict | None) -> Verdict:
        """The public one; but never one that people could not act upon, because the session waits for more."""
        match private, public:
            case Done(), Done(move, sure=sure):
                return Done(move, open=True, sure=sure)  # else it would be taken by now
            case (
                (Done(), Ask() as heard)
                | (Ask(), Ask() as heard)
                | (Wait(), Wait() as heard)
                | (Misfit(), Misfit() as heard)
            ):
                return heard
            case Done(move), _:
                return Done(public_move(self._game, move), open=True)
            case Ask(question), _:
                return Ask(Question(question.kind, tuple(map(self._option, question.options))))
            case Wait(_, sure), _:
                return Wait((), sure)
            case Misfit(refusal, _, undo, tried), _:
                words = public_move(self._game, Move(tried)).words
                return Misfit(self._refusal(refusal, " ".join(tried)), (), self._sight(undo), words)
        return private

    def _option(self, option: Option) -> Option:
        return replace(option, moves=self._moves(option.moves))

    def _moves(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        return tuple(dict.fromkeys(public_move(self._game, move) for move in moves))

    def answer(self, said: Observation, verdict: Verdict | None) -> Observation:
        """A public answer as it narrows what the session knows: a whole move may have had hidden words."""
        if said.piece != SAYS:
            return said
        match verdict:
            case Ask(question):
                meant = [move for option in question.options for move in option.moves]
            case Done(move):
                meant = [move]
            case _:
                meant = []
        fitting = [move for move in meant if str(public_move(self._game, move)) == said.zone]
        return says(fitting[0]) if len(fitting) == 1 else said

    # -- refusals

    def no(self, private: No | None, position: Position, readers: Readers) -> No | None:
        """A refusal as everybody may read it: what was refused in public eyes too, else the reason without names."""
        if private is None:
            return None
        if self._no is None or self._no[0] is not private:
            public = self.position(position)
            seen, said = self.sights(private.tried, position), public_text(self._game, private.said)
            if public is position and (seen, said) == (private.tried, private.said):
                heard = replace(private, nearest=self._moves(private.nearest))
            elif private.said:
                heard = self._no_line(private, public, said)
            else:
                heard = self._no_sight(private, judge(public, seen, readers), seen)
            self._no = private, heard
        return self._no[1]

    def _no_line(self, private: No, public: Position, said: str) -> No:
        """A line that was refused. No moves near it that only the referee can tell to be possible."""
        words = tuple(said.split())
        refusal, near = self._refusal(private.refusal, private.said), tuple[Move, ...]()
        if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX:
            refusal = self._not_so(public, words[len(CORRECTION_PREFIX) :]) or refusal
        elif words[:1] != ("undo",):
            try:
                public.action_for(Move(words))
            except MoveRefused as refused:
                refusal, near = refused.refusal, self._moves(refused.nearest_moves)
        return replace(private, refusal=refusal, nearest=near, said=said)

    def _not_so(self, public: Position, words: tuple[str, ...]) -> Refusal | None:
        """Why the table cannot be corrected so, by what everybody knows; None where only the referee can tell."""
        try:
            after = position_with_values(self._game, self._setup, public, parse_correction(words))
        except MoveRefused as refused:
            return refused.refusal
        before = public.faults()  # names that nobody may know are one
        return next((fault for fault in after.faults() if fault not in before), None)

    def _no_sight(self, private: No, public: Verdict, seen: tuple[Observation, ...]) -> No:
        if isinstance(public, Misfit):
            return No(
                public.refusal,
                self._moves(public.nearest),
                seen,
                public.undo,
                public.tried,
                private.may_allow,
            )
        return No(
            self._refusal(private.refusal, " ".join(private.words)),
            (),
            seen,
            None if private.undo is None else self._sight(private.undo),
            public_move(self._game, Move(private.words)).words,
            private.may_allow,
        )

    def _refusal(self, refusal: Refusal, tried: str) -> Refusal:
        """The reason, its facts without the names that `tried` says and nobody may hear."""
        hidden = set(_NAME.findall(tried)) - set(_NAME.findall(public_text(self._game, tried)))
        return Refusal(refusal.clause, tuple(self._fact(value, hidden) for value in refusal.fact_values))

    def _fact(self, value: Any, hidden: set[str]) -> Any:
        if not isinstance(value, str):
            return UNKNOWN if hidden else value
        words = (UNKNOWN if word in hidden else self._game.public_piece(word) for word in value.split(" "))
        return " ".join(words)


def _judged(
    public: Position, seen: Sequence[Observation], readers: Readers, private: Verdict
) -> Verdict | None:
    """What the bag means in public eyes; None: no legal move, and nobody asks why."""
    found = meant(public, seen, readers)
    return misfit(public, seen, readers) if found is None and isinstance(private, Misfit) else found
