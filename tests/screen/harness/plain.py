"""The default table at any moment of any game, without an evening around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

from companion.games import find_plugin, game_rules, playable_plugin_by_name
from companion.rules.history import GameHistory
from companion.rules.position import Position
from companion.rules.tree_walk import pick_legal_move
from companion.screen.context import ScreenContext, UiState
from companion.screen.default import presenter
from companion.screen.overlays import OverlayController
from companion.table.messages import Touch
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.voice.voice import Voice
from tests.ours import GAMES
from tests.table.evenings import begun, setup, steps


def table(now: Snapshot, lang: str = "en", look: UiState | None = None) -> presenter.DefaultTableModel:
    """What the default table shows then, at a real table where nothing reads."""
    return presenter.table_model(now, look or UiState(), voice(now, lang), ())


def voice(now: Snapshot, lang: str) -> Voice:
    """The voice of that table."""
    return Voice(now.game, now.player_name_by_colour, lang)


def moments(name: str, players: int, count: int, seed: int = 1) -> Iterator[Snapshot]:
    """Of a random game so many positions that lie all over it, in each a move touched thing by thing."""
    chance = Random(f"{name} {players} {seed}")
    whole = [*_positions(begun(name, players), chance)]
    for position in whole[:: max(1, len(whole) // count)]:
        session = Session(GameHistory(game_rules(name), setup(name, players), position))
        yield session.snapshot
        if position.outcome() is None:
            for step in steps(position, pick_legal_move(position.choice_tree, chance.choice)[0]):
                if (
                    step.touch_target in session.snapshot.step_by_touch_target
                    and not step.is_implied
                    and not session.snapshot.accepted_texts
                ):
                    session.handle_message(Touch(step.touch_target))
                    yield session.snapshot


def _positions(position: Position, chance: Random) -> Iterator[Position]:
    while position.outcome() is None:
        yield position
        position = position.play(pick_legal_move(position.choice_tree, chance.choice)[0])[0]
    yield position


def parted(touch_target: str) -> tuple[str, str]:
    """Kind and name of a touch target."""
    kind, _, name = touch_target.partition("/")
    return kind, name


def overlays(now: ScreenContext) -> OverlayController:
    """What may lie over the table at that moment."""
    return OverlayController(now.snapshot.game, lambda: now, print, print)


@contextmanager
def without_views() -> Iterator[None]:
    """Our own games have the default table, as any other."""
    plain = {name: find_plugin(name)._replace(screen="") for name in GAMES}
    with patch.dict(playable_plugin_by_name(), plain):
        yield
