"""Evenings of the Princes of Florence that no window shows: an account, and the moment at which something is laid over
its table.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from companion.games import game_rules
from companion.games.florence.rules.position import FlorencePosition
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.public_view import public_history
from companion.rules.tree_walk import pick_legal_move
from companion.screen.context import ScreenContext
from companion.screen.overlays.overlay_controller import OverlayController
from companion.screen.ui_state import UiState
from companion.table.messages import SessionMessage
from companion.table.session import Session
from companion.voice.voice import Voice

GAME = game_rules("florence")
NAMES = ("Anna", "Bert", "Carla", "Dominik", "Eva")
SALE = 0.05
"""How many of the sales that chance would make are made: else nobody would have any prestige."""


def setup(players: int) -> GameSetup:
    """So many people, the first begins."""
    seats = tuple(Seat(colour, name) for colour, name in zip(GAME.colours, NAMES, strict=True))[:players]
    return GameSetup(seats, seats[0].colour)


def played(players: int, seed: int, lines: int = 0) -> GameHistory:
    """A game by chance, to its end or up to so many lines."""
    table, rng = setup(players), Random(seed)
    account = GameHistory(GAME, table, GAME.initial_position(table))
    while account.position.outcome() is None and (not lines or len(account.accepted_lines) < lines):
        move, _ = pick_legal_move(account.position.choice_tree, rng.choice)
        if move.words[1] != "sell" or rng.random() < SALE:
            account.play(move)
    return account


def scene(account: GameHistory, lang: str = "en", *, virtual: bool = False) -> ScreenContext:
    """The moment as the screen tells it."""
    over = account.position.outcome() is not None
    people = {seat.colour: seat.name for seat in account.setup.seats}
    return ScreenContext(
        Session(account).snapshot,
        lambda: account.frozen_copy if over else public_history(account),
        Voice(GAME.name, people, lang),
        UiState(is_virtual=virtual),
    )


class Evening:
    """A session, and what lies over its table, without a window."""

    def __init__(self, account: GameHistory, lang: str = "en") -> None:
        self.session = Session(account)
        self._voice = Voice(GAME.name, {seat.colour: seat.name for seat in account.setup.seats}, lang)
        self.over = OverlayController(GAME.name, self._scene, self._post, lambda _strictness: None)

    def _scene(self) -> ScreenContext:
        history = partial(public_history, self.session.history)
        return ScreenContext(self.session.snapshot, history, self._voice, UiState())

    def _post(self, message: SessionMessage) -> None:
        self.session.post(message)
        self.session.process_queue()

    @property
    def position(self) -> FlorencePosition:
        """The table as the referee knows it."""
        position = self.session.history.position
        assert isinstance(position, FlorencePosition)
        return position

    def tap(self, *things: str) -> Any:
        """Touch them, and see what lies on top."""
        for thing in things:
            assert self.over.touch(thing), thing
        return self.over.current_model()
