"""Evenings of the Princes of Florence that no window shows: an account, and the moment at which something is laid over
its table.
"""

from __future__ import annotations

from random import Random

from companion.games import game_rules
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.public_view import told_history
from companion.rules.tree_walk import pick_legal_move
from companion.screen.context import ScreenContext, UiState
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
    people = {seat.colour: seat.name for seat in account.setup.seats}
    return ScreenContext(
        Session(account).snapshot,
        lambda: told_history(account),
        Voice(GAME.name, people, lang),
        UiState(is_virtual=virtual),
    )
