"""The Princes of Florence twice before the screen, with other cards in hands and kept face down: not one word or value
differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.table.messages import SessionMessage
from companion.table.session import DeferredMessage, Session
from tests.long import usually
from tests.screen.florence.scenes import setup
from tests.screen.florence.twins import PLANS, Hands, script
from tests.screen.harness.secrets import Dealt, Screen
from tests.table.secrets import keep_secrets

TURNED = 5
"""Of so many moments one is turned to all that can be laid over the table."""


@pytest.mark.parametrize(
    ("lang", "players", "before", "plan"),
    usually(
        [("cs", 2, 0, "one reader")],
        [
            ("cs", 2, 0, "one reader"),
            ("de", 3, 0, "touch"),
            ("nl", 3, 60, "one reader"),
            ("en", 5, 105, "one reader"),
        ],
    ),
)
def test_no_value_of_the_screen_depends_on_a_card_in_a_hand_or_kept(
    lang: str, players: int, before: int, plan: str
) -> None:
    told = script(players, Random(f"{plan} {players} {before}"), before, 40)
    assert len(told.others) > 2, "hardly anything was hidden"
    screens: dict[Session, Screen] = {}

    def on_the_screen(session: Session) -> list[object]:
        if session not in screens:
            screens[session] = Screen(session, lang)
        shown = screens[session].shows()
        if session.snapshot.sequence_number % TURNED == 0:
            shown += screens[session].turned_to()
        return shown

    def evening(first: bool) -> tuple[Session, Iterator[SessionMessage | DeferredMessage]]:
        hands = Hands(told, PLANS[plan], first, Random(7))
        return Session(told.account(first), deck=hands.deck, zone_plan=PLANS[plan]), hands.messages()

    assert keep_secrets(evening, on_the_screen) > 3 * len(told.lines)


@pytest.mark.long(instead="test_no_value_of_the_screen_depends_on_a_card_in_a_hand_or_kept")
def test_a_person_at_the_virtual_table_sees_no_card_of_the_others() -> None:
    """Their own cards lie open, and nothing depends on what the others hold."""
    who = setup(4).seats[0].colour
    told = script(4, Random("virtual table"), 40, 40, but=who)
    assert len(told.others) > 2, "nobody else hid anything"
    mine = ("profession/poet", "profession/lawyer", "bonus/each-lake", "prestige/most-lakes")
    screens: dict[Session, Screen] = {}
    fans: set[str] = set()

    def on_his_screen(session: Session) -> list[object]:
        if session not in screens:
            screens[session] = Screen(session, "en", (who,), Dealt(who, mine))
        shown = screens[session].shows()
        if session.snapshot.sequence_number % TURNED == 0:
            shown += screens[session].turned_to()
        table = screens[session].model.table_model
        assert table is not None
        fans.update(card.touch_target for card in table.hand_cards)
        return shown

    def evening(first: bool) -> tuple[Session, Iterator[SessionMessage | DeferredMessage]]:
        hands = Hands(told, PLANS["one reader"], first, Random(8))
        account = told.account(first)
        return Session(account, deck=hands.deck, zone_plan=PLANS["one reader"]), hands.messages()

    assert keep_secrets(evening, on_his_screen) > 3 * len(told.lines)
    assert fans == set(mine)
