"""What everybody may know follows from what everybody may know: words, events and sights of every game in public."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import game
from companion.rules.moves import Move, Step
from companion.rules.position import Position
from companion.rules.public import public_events, public_move, public_sight, public_text
from tests.contract.corpus import TABLES, Played, games

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)
GAMES_LOOKED_AT = 4


def played(name: str, players: int) -> Iterator[Played]:
    for whole in games(name, players)[:GAMES_LOOKED_AT]:
        yield from whole.played


def on_the_table(position: Position) -> dict[str, Any]:
    """All but what is still to be done: that is no event's."""
    paper = position.to_json()
    return {key: value for key, value in paper.items() if key not in ("agenda", "turn", "asked", "owed")}


def steps(position: Position, move: Move) -> list[Step]:
    choice, found = position.offered.at(move.words[0]), []
    for word in move.words[1:]:
        step, choice = choice.at(word)
        found.append(step)
    return found


@at_every_table
def test_public_is_public_already(name: str, players: int) -> None:
    for each in played(name, players):
        public = each.before.public()
        assert public.public() is public
        heard = public_text(game(name), str(each.move))
        assert public_text(game(name), heard) == heard


@at_every_table
def test_public_events_lead_from_the_public_table_to_the_public_table(name: str, players: int) -> None:
    for each in played(name, players):
        told = each.before.public()
        for event in public_events(game(name), each.events):
            assert public_events(game(name), [event]) == (event,)
            told = event.change(told)
        assert on_the_table(told.public()) == on_the_table(each.after.public()), each.move


@at_every_table
def test_a_move_is_legal_in_public_by_its_public_words_and_shown_by_its_public_sights(
    name: str, players: int
) -> None:
    for each in played(name, players):
        public, heard = each.before.public(), public_move(game(name), each.move)
        for step, shown in zip(steps(each.before, each.move), steps(public, heard), strict=True):
            sights = tuple(public_sight(game(name), sight) if step.hidden else sight for sight in step.sights)
            assert shown.sights == sights, each.move
            assert (shown.thing, shown.hidden) == (step.thing, step.hidden)


@at_every_table
def test_who_is_awaited_is_no_secret(name: str, players: int) -> None:
    for each in played(name, players):
        public = each.before.public().offered
        assert public.awaited == each.before.offered.awaited
        assert public.after.keys() == each.before.offered.after.keys()
