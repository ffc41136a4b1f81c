"""What is told over the table follows what stands, also after something was taken back."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games import game
from companion.games.louis_xiv.screen.asides import Evaluation
from companion.rules.account import Account
from companion.rules.public import public_history
from companion.screen.asides import Carry
from companion.screen.look import Look
from companion.screen.overlays.over import Over
from companion.screen.scene import Scene
from companion.table.messages import Dismiss, Say, Undo
from companion.table.session import Session
from companion.voice.say import Voice
from tests.tables import louis, setup

GAME = game("louis-xiv")


class Evening:
    """A session, and what lies over its table, without a window."""

    def __init__(self, account: Account) -> None:
        self._session = Session(account)
        self._voice = Voice(GAME.name, {seat.colour: seat.name for seat in account.setup.seats}, "en")
        self._over = Over(GAME.name, self._scene, self._session.post, print)

    def _scene(self) -> Scene:
        session = self._session
        return Scene(session.snapshot, partial(public_history, session.account), self._voice, Look())

    def said(self, message: Say | Undo) -> Any:
        """Something is said: what lies over the table then."""
        before = self._session.snapshot.position
        for entry in self._session.handle(message).fresh:
            self._over.happened(before, entry.events, entry.after)
            before = entry.after
        return self._over.value()

    def ticked(self, at: int) -> Any:
        """A hand movement was made: what lies over the table then."""
        assert self._over.touch(f"step/{at}")
        return self._over.value()

    def put_back(self) -> None:
        """Hands have put the table back."""
        self._session.handle(Dismiss())

    def told(self, message: Say | Undo) -> list[int]:
        """Something is said: the tiles of which is told that they were evaluated."""
        self.said(message)
        self.put_back()
        tiles = []
        while isinstance(told := self._over.value(), Evaluation):
            tiles.append(told.tile.number)
            self._over.touch("next")
        return tiles


def test_a_tile_is_told_again_when_its_evaluation_was_taken_back() -> None:
    people = {"red": {"intrigue": {"9": 1}}}
    at = louis("evaluation", tile=4, people=people, stones={tile: {"blue": 2} for tile in (4, 5, 6)})
    evening = Evening(Account(GAME, setup(3), at.position))
    said = Say("table evaluate")
    evening.told(said)
    once = [evening.told(said), evening.told(said)]
    assert once == [[5], [6]]
    assert evening.told(Undo(2, agreed=True)) == []
    assert [evening.told(said), evening.told(said)] == once


def test_the_movements_of_a_second_take_back_are_not_ticked_by_those_of_the_first() -> None:
    evening = Evening(Account(GAME, setup(3), louis("influence").position))
    for _ in range(2):
        evening.said(Say("blue inf6 place 6 6"))
        first = evening.said(Undo(agreed=True))
        assert isinstance(first, Carry)
        assert not any(hand.done for hand in first.hands)
        assert evening.ticked(0).hands[0].done
        evening.put_back()
