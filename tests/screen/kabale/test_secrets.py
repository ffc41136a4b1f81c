"""Kabale und Hiebe twice before the screen, with other cards face down: not one word or value differs (issue 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, product
from random import Random
from types import SimpleNamespace
from weakref import WeakKeyDictionary

import pytest
from msgspec.structs import replace

from companion.table.messages import EnterLine, SessionMessage
from companion.table.session import DeferredMessage, Session
from companion.table.snapshot import Snapshot
from companion.terminal.terminal_game import QUIT_COMMANDS, TerminalGame
from companion.voice.language import languages
from tests.long import ALL, usually
from tests.screen.harness.secrets import Dealt, Screen
from tests.table.secrets import keep_secrets
from tests.table.twins import PLANS, Hands, script

TURNED = 1 if ALL else 5
"""Of so many moments one is turned to all that can be laid over a virtual table."""
_screens: WeakKeyDictionary[Session, list[Screen]] = WeakKeyDictionary()


def on_the_screen(session: Session) -> list[object]:
    """All of it in every language (usually in one); what is turned to in one of them, in turn."""
    if session not in _screens:
        _screens[session] = [Screen(session, lang) for lang in (languages() if ALL else ("cs",))]
    screens = _screens[session]
    shown: list[object] = [screen.shows() for screen in screens]
    return [*shown, *screens[session.snapshot.sequence_number % len(screens)].turned_to()]


@pytest.mark.parametrize(
    ("round_", "plan"),
    usually([(1, "touch")], product([1, 6], PLANS)),
)
def test_no_value_of_the_screen_depends_on_a_card_that_lies_face_down(plan: str, round_: int) -> None:
    told = script(3, Random(f"{plan} {round_}"), round_)
    assert told.others, "nothing was hidden all the round"

    def evening(first: bool) -> tuple[Session, Iterator[SessionMessage | DeferredMessage]]:
        hands = Hands(told, PLANS[plan], first, Random(7))
        return Session(told.account(first), deck=hands.deck, zone_plan=PLANS[plan]), hands.messages()

    assert keep_secrets(evening, on_the_screen) > 3 * len(told.lines)


# -- at a virtual table


@pytest.mark.parametrize("round_", usually([1], [1, 6]))
def test_a_person_at_the_virtual_table_sees_no_card_of_the_others(round_: int) -> None:
    """Their own hand lies open, and nothing depends on what the others hold or lay face down."""
    told = script(4, Random(f"virtual {round_}"), round_)
    who = told.setup.seats[0].colour
    told = replace(told, others={(by, card): other for (by, card), other in told.others.items() if by != who})
    assert told.others, "nobody else hid anything all the round"
    mine = tuple(f"card/{who}/{card}" for card in ("mage", "queen", "storm"))
    screens: dict[Session, Screen] = {}
    fans: set[tuple[str, ...]] = set()

    def on_his_screen(session: Session) -> list[object]:
        if session not in screens:
            screens[session] = Screen(session, "en", (who,), Dealt(who, mine))
        shown = [*screens[session].shows()]
        if session.snapshot.sequence_number % TURNED == 0:
            shown += screens[session].turned_to()
        table = screens[session].model.table_model
        assert table is not None
        fans.add(tuple(card.touch_target for card in table.hand_cards))
        return shown

    def evening(first: bool) -> tuple[Session, Iterator[SessionMessage | DeferredMessage]]:
        hands = Hands(told, PLANS["one reader"], first, Random(8))
        return Session(told.account(first), deck=hands.deck, zone_plan=PLANS["one reader"]), hands.messages()

    assert keep_secrets(evening, on_his_screen) > 3 * len(told.lines)
    assert mine in fans


class Following(Dealt):
    """The others play by the script until it is that person's turn."""

    def __init__(self, who: str, hand: tuple[str, ...], lines: Sequence[str]) -> None:
        super().__init__(who, hand)
        self.left = [*lines]

    def next_session_messages(self, snapshot: Snapshot) -> tuple[SessionMessage, ...]:
        """The next line of somebody else, named as only the dealer knows it."""
        if not self.left or self.left[0].split()[0] == self._who:
            return ()
        return (EnterLine(self.left.pop(0)),)

    def own(self) -> str:
        """The next line of that person, as it is typed."""
        return self.left.pop(0)


@pytest.mark.parametrize("lang", languages())
def test_a_person_at_a_terminal_reads_no_card_of_the_others(lang: str) -> None:
    told = script(4, Random("virtual 1"))
    who = told.setup.seats[0].colour
    others = {(by, card): other for (by, card), other in told.others.items() if by != who}
    assert others

    def read(first: bool) -> list[str]:
        lines = [replace(told, others=others).as_laid(line, first) for line in told.lines]
        dealer, texts = Following(who, (f"card/{who}/mage",), lines), list[str]()
        looks = cycle(("table", "help", "yes", ""))

        def ask(prompt: str) -> str:
            texts.append(prompt)
            look = next(looks)
            return look or (dealer.own() if dealer.left else QUIT_COMMANDS[0])

        TerminalGame(Session(told.account(first)), dealer, (who,), lang, ask, texts.append).play_game()
        assert not dealer.left
        return texts

    one, other = read(True), read(False)
    assert one == other
    assert len(one) > 2 * len(told.lines)


def test_help_at_a_terminal_tells_no_move_of_a_virtual_player_who_is_awaited() -> None:
    told = script(2, Random(1))
    session = Session(told.account(True, 2))
    (awaited,) = session.snapshot.position.choice_tree.awaited_actors
    who = next(seat.colour for seat in told.setup.seats if seat.colour != awaited)
    typed, texts = iter(("help", "help queen", "yes", "quit")), list[str]()
    terminal = TerminalGame(session, Dealt(who, ()), (who,), "en", lambda _: next(typed), texts.append)
    terminal.play_game()
    assert not any(text.startswith("  ") for text in texts)


def test_a_fault_of_the_screen_is_told_without_what_it_says(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("card/black/musketeers")

    screen = Screen(Session(script(2, Random(1)).account(True, 1)), "en")
    monkeypatch.setattr(screen.live, "_presenter", SimpleNamespace(table_model=broken))
    screen.live._show()
    assert screen.model.refusal is not None
    assert "has a fault" in screen.model.refusal.reason
    assert "musketeers" not in str(screen.model.refusal)
    caplog.clear()  # it was meant to fail
