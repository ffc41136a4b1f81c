"""Kabale und Hiebe twice before the screen, with other cards face down: not one word or value differs (issue 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from weakref import WeakKeyDictionary

import pytest

from companion.rules.public import public_history
from companion.screen.live import Live
from companion.screen.model import Model
from companion.screen.settings import Settings
from companion.table.messages import Message
from companion.table.session import Meaning, Session
from companion.voice.language import LANGUAGES
from tests.table.secrets import keep_secrets
from tests.table.twins import PLANS, Hands, script


class Screen:
    """The screen of a session in one language, without a window: brought up to date after each message."""

    def __init__(self, session: Session, lang: str) -> None:
        self.heard: list[object] = []
        self.model = Model(lang=lang, settings=Settings(strictness="hint"))
        history = public_history(session.account)
        earlier = [
            (before.position, after.events)
            for before, after in pairwise((history.opening, *history.standing))
        ]
        self.live = Live(session, self.model, (), pause=0, speak=self._speak, earlier=earlier)

    def _speak(self, lines: object, prompt: str) -> None:
        self.heard += (lines, prompt)

    def shows(self) -> list[object]:
        """Everything it is given: the table, what lies over it, what is refused, what is spoken."""
        self.live._arrived(self.live.session.snapshot)
        return [*self._now(), self.heard]

    def turned_to(self) -> Iterator[object]:
        """What can be laid over the table by touch, from the menu to the check of every place."""
        now = self.live.now
        ledgers = [f"ledger/{seat.colour}" for seat in now.setup.seats]
        for thing in ("menu", "standing", "help", *ledgers):
            self.live.touch(thing)
            yield self._now()
            self.live.touch("back")
        self.live.touch("check")
        for place in (
            *now.names,
            *(f"column/{at + 1}" for at in range(len(now.position.to_json()["columns"]))),
        ):
            self.live.touch(f"of/{place}")
            yield self._now()
        self.live.touch("back")

    def _now(self) -> list[object]:
        self.live._show_soon.cancel()
        self.live._show()
        assert self.model.table is not None
        return [self.model.table, self.model.aside, self.model.refusal]


_screens: WeakKeyDictionary[Session, list[Screen]] = WeakKeyDictionary()


def on_the_screen(session: Session) -> list[object]:
    """All of it in every language; what is turned to in one of them, in turn."""
    if session not in _screens:
        _screens[session] = [Screen(session, lang) for lang in LANGUAGES]
    screens = _screens[session]
    shown: list[object] = [screen.shows() for screen in screens]
    return [*shown, *screens[session.snapshot.number % len(screens)].turned_to()]


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("round_", [1, 6])
def test_no_value_of_the_screen_depends_on_a_card_that_lies_face_down(plan: str, round_: int) -> None:
    told = script(3, Random(f"{plan} {round_}"), round_)
    assert told.others, "nothing was hidden all the round"

    def evening(first: bool) -> tuple[Session, Iterator[Message | Meaning]]:
        hands = Hands(told, PLANS[plan], first, Random(7))
        return Session(told.account(first), deck=hands.deck, plan=PLANS[plan]), hands.messages()

    assert keep_secrets(evening, on_the_screen) > 3 * len(told.lines)
