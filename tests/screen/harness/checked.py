"""The table check of any game in mid-game, touched, without a window."""

from __future__ import annotations

from functools import cache
from random import Random

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.tree_walk import pick_legal_move
from companion.screen.context import ScreenContext, UiState
from companion.screen.default.table_check import TableCheckController, TableCheckModel
from companion.table.session import Session
from tests.screen.harness.plain import parted, voice
from tests.table.evenings import begun, setup


@cache
def scene(name: str, moves: int = 40, lang: str = "en", players: int = 0) -> ScreenContext:
    """A game by chance after so many moves or at its end, with as many players as it can have or so many."""
    players = players or game_rules(name).max_players
    position, chance = begun(name, players), Random(f"{name} {players}")
    for _ in range(moves):
        if position.outcome() is not None:
            break
        position = position.play(pick_legal_move(position.choice_tree, chance.choice)[0])[0]
    account = GameHistory(game_rules(name), setup(name, players), position)
    now = Session(account).snapshot
    return ScreenContext(now, lambda: account.frozen_copy, voice(now, lang), UiState())


def touched(moment: ScreenContext, *things: str) -> tuple[TableCheckController, TableCheckModel]:
    """The check after these touches; `=text` touches the entry that says so."""
    check = TableCheckController(moment)
    value = check.make_model(moment)
    for thing in things:
        assert check.touch(*parted(entry(value, thing[1:]) if thing.startswith("=") else thing)), thing
        value = check.make_model(moment)
    return check, value


def entry(value: TableCheckModel, words: str) -> str:
    """The thing of the button or number that says so."""
    found = [each.touch_target for each in value.entries if words in each.text]
    assert found, f"{words}: {[each.text for each in value.entries]}"
    return found[0]


def shown(name: str, *things: str) -> TableCheckModel:
    """What is shown then, in Czech."""
    return touched(scene(name, lang="cs"), *things)[1]
