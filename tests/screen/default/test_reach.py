"""The table that any game has: whatever a finger may say can be touched there, through its folders and its pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import fields

from companion.games import game_rules
from companion.rules.position import Position
from companion.rules.tree_walk import pick_legal_move
from companion.screen.context import UiState
from companion.screen.default.presenter import table_model
from companion.screen.game_session.game_controller import TouchInterpreter
from companion.table.interpretation.judge import Ambiguous
from companion.table.pointer import ANSWER_PREFIX
from companion.voice.voice import Voice
from tests.long import usually
from tests.ours import GAMES
from tests.screen.harness.plain import parted
from tests.table.evenings import TABLES
from tests.table.fingers import Finger, by_finger, sampled

TURNS = ("open/", "before/")
"""How things begin that only turn to another page of the answers, or to another player's places."""
MOST = 200
"""Pages looked at."""
POSITIONS = 6
"""Of a game; they lie all over it."""


def touched(value: Any) -> Iterator[str]:
    """The names of all things in a value that is shown."""
    if isinstance(value, Struct):
        for field in fields(value):
            each = getattr(value, field.name)
            if field.name == "touch_target":
                yield each
            yield from touched(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from touched(each)


class DefaultTable(Finger):
    """A finger before the default table: what that does not show cannot be touched."""

    def __init__(self, name: str, players: int, position: Position) -> None:
        super().__init__(name, players, position)
        self.voice = Voice(name, {}, "en")
        self.fingers = TouchInterpreter(None)

    def shows(self, thing: str) -> bool:
        """Whether it glows or answers and is shown, at once or once it was turned to: the thing that it is about."""
        shown = {thing, *self._about(thing)}
        return super().shows(thing) and any(not shown.isdisjoint(page) for page in self._pages())

    def _about(self, thing: str) -> Iterator[str]:
        if (
            isinstance(self.now.interpretation, Ambiguous)
            and thing not in self.now.step_by_touch_target
            and thing.startswith(ANSWER_PREFIX)
        ):
            yield self.now.interpretation.question.options[
                int(thing.removeprefix(ANSWER_PREFIX))
            ].touch_target

    def _pages(self) -> Iterator[set[str]]:
        """What can be touched on each page that one comes to by turning."""
        looks, seen = [UiState()], list[UiState]()
        while looks and len(seen) < MOST:
            look = looks.pop(0)
            if look not in seen:
                seen.append(look)
                page = {*touched(table_model(self.now, look, self.voice, ()))}
                yield page
                for begins in TURNS:  # other answers before other players' places
                    turns = sorted(thing for thing in page if thing.startswith(begins))
                    turned = [
                        self.fingers.interpret_touch(thing, *parted(thing), self.now, look) for thing in turns
                    ]
                    there = [each for each in turned if isinstance(each, UiState)]
                    looks = [*there, *looks] if begins == TURNS[0] else [*looks, *there]


@pytest.mark.long(usual="kabale-2")
@pytest.mark.parametrize(
    ("name", "players"), usually([(name, game_rules(name).min_players) for name in GAMES], TABLES)
)
def test_every_legal_move_that_a_finger_may_make_is_made_on_the_default_table(
    name: str, players: int
) -> None:
    made = 0
    for position, rng in sampled(name, players, POSITIONS):
        said = by_finger(position, pick_legal_move(position.choice_tree, rng.choice)[0])
        if said is not None:  # else it names a card that only a reader sees
            DefaultTable(name, players, position).make(said)
            made += 1
    assert made
