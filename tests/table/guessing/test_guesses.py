"""Guesses at two tables that differ in nothing but what lies face down: nobody can tell by the answers which is which.

Lines of every kind are typed, right and wrong, moves and corrections; what glows is touched; what was accepted is let
stand, taken back, or corrected again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.contract.hidden_names import NamedTables
from companion.games import game_rules
from companion.rules.game import Game, GameSetup, Seat
from companion.rules.history import GameHistory
from companion.table.messages import (
    DismissNotices,
    EnterLine,
    FinishMove,
    OverruleRefusal,
    SessionMessage,
    SetStrictness,
    Touch,
    UndoMoves,
)
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.voice.voice import Voice
from tests import long
from tests.long import usually
from tests.ours import GAMES
from tests.table import backs
from tests.table.evenings import setup
from tests.table.guessing.guesses import Guesser, random_position
from tests.table.secrets import everything

SHORT, LONG = 4, 40 * long.LONG
"""Tables of each game, usually and for long."""
GUESSES = 4
MAX_MOVES = 120
MAX_TOUCHES = 6


def table_of(name: str, rng: Random) -> tuple[Game, GameSetup]:
    if name == "backs":
        return backs.GAME, GameSetup((Seat("black", "Anna"), Seat("white", "Bert")), "black")
    game = game_rules(name)
    return game, setup(name, rng.randint(game.min_players, game.max_players))


class TwoTables:
    """A session at each of the two tables, which hear the same messages."""

    def __init__(self, game: Game, sessions: tuple[Session, Session]) -> None:
        self._game, self.sessions = game, sessions
        self.is_revealed = False

    def hear(self, message: SessionMessage) -> Snapshot:
        """Both handle it, and what everybody sees is the same, but for what a move has turned up.

        That is seen by everybody then; where it was forgotten, they are asked for it.
        """
        before = self.sessions[0].snapshot
        one, other = (session.handle_message(message) for session in self.sessions)
        assert not any(problem.code == "fault" for problem in one.problems), (message, one.problems)
        told = [self._told(now) for now in (one, other)]
        differing = [what for what in told[0] if str(told[0][what]) != str(told[1][what])]
        if differing and any(map(self._is_revealed_by_move, (one, other))):
            assert one.accepted_texts[:] == other.accepted_texts[:]
            self.is_revealed = True
            for session in self.sessions:
                session.handle_message(EnterLine(f"undo {len(one.new_entries)}"))
                session.handle_message(DismissNotices())
            back = [session.snapshot.position for session in self.sessions]
            assert before.position == back[0] == back[1]
        else:
            assert differing == [], (message, *(told[at][differing[0]] for at in (0, 1)))
        return one

    def _is_revealed_by_move(self, now: Snapshot) -> bool:
        """Whether moves, and no correction, have turned up what is seen now."""
        return any(self._game.irreversible_events(entry.events) for entry in now.new_entries) and not any(
            entry.is_correction for entry in now.new_entries
        )

    def _told(self, now: Snapshot) -> dict[str, Any]:
        told = everything(now)
        if self._game is not backs.GAME and now.refusal_notice is not None:
            voice = Voice(now.game, now.player_name_by_colour, "cs")
            notice = now.refusal_notice
            told["sentence"] = voice.refusal_text(notice.refusal, notice.nearest_moves)
        return told


def guess(two: TwoTables, guesser: Guesser, rng: Random) -> None:
    """One guess, with what comes after it."""
    text = guesser.line()
    two.hear(EnterLine(text))
    after = rng.choice(
        ((DismissNotices(),), (OverruleRefusal(),), (UndoMoves(1), UndoMoves(1, is_confirmed=True)))
    )
    for message in after:
        if not two.is_revealed:
            two.hear(message)


def touch(two: TwoTables, rng: Random) -> None:
    """What glows is touched, step by step."""
    for _ in range(MAX_TOUCHES):
        targets = [*two.sessions[0].snapshot.step_by_touch_target]
        if not targets or two.is_revealed:
            return
        two.hear(Touch(rng.choice(targets)))
    if not two.is_revealed:
        two.hear(FinishMove())


def tables_guessed_at(name: str, seed: int) -> int:
    """How many guesses were answered alike at two tables of that seed; none where nothing can lie face down there."""
    rng = Random(f"{name} {seed}")
    game, table = table_of(name, rng)
    position = random_position(game, table, rng, rng.randint(0, MAX_MOVES))
    twins = NamedTables(game, table, position, rng).twins()
    if twins is None:
        return 0
    for number in range(GUESSES):
        one, other = (Session(GameHistory(game, table, each)) for each in twins)
        two = TwoTables(game, (one, other))
        two.hear(SetStrictness(rng.choice(("strict", "hint", "silent"))))
        guesser = Guesser(game, table, twins, rng)
        while not two.is_revealed and rng.random() < 0.8:
            touch(two, rng) if number == 0 else guess(two, guesser, rng)
    return GUESSES


@pytest.mark.parametrize("name", [*GAMES, "backs"])
@pytest.mark.parametrize("tables", usually([SHORT], [SHORT, LONG]))
def test_no_guess_is_answered_by_what_lies_face_down(name: str, tables: int) -> None:
    assert sum(tables_guessed_at(name, seed) for seed in range(tables))
