"""What people see at a table of Florence when a card that only its owner may know is shown by mistake."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.history import GameHistory
from companion.rules.moves import UNKNOWN
from companion.rules.record import RecordHeader
from companion.table.messages import (
    OverruleRefusal,
    ReportInput,
    SessionMessage,
    SetStrictness,
    TagPresent,
    Touch,
)
from companion.table.session import Session
from companion.table.snapshot import RefusalNotice
from companion.table.tags.deck import Deck, make_box_pieces
from companion.table.zones import ZonePlan
from tests.games.florence.tables import GAME, paper, setup

BOX = make_box_pieces(GAME.taggable_pieces(setup()), GAME.colours)
DECK = Deck(GAME.name, BOX)
TAGS: dict[str, str] = {}
for number, piece in enumerate(BOX):
    DECK.bind_tag(piece, f"{number:08x}")
    TAGS.setdefault(piece.word, f"{number:08x}")
POET_WORKS: dict[str, Any] = {
    "hand": {"painter": 1, "poet": 1},
    "grid": ["theatre e2 r0", "lake d6 r0"],
    "freedoms": ["travel"],
    "jesters": 1,
}
RECRUITABLE: dict[str, Any] = {"green": {"table": ["poet"]}, "blue": {"recruiting": 1, "table": ["lawyer"]}}


def session(position: dict[str, Any]) -> Session:
    """A table with a reader for cards."""
    account = GameHistory.from_header(
        RecordHeader("florence", setup(len(position["players"])), position, 1), GAME
    )
    return Session(account, deck=DECK, zone_plan=ZonePlan({"play": "reader"}))


def shown(*pieces: str) -> list[SessionMessage]:
    """Messages of pieces at the reader, or of touches."""
    return [
        ReportInput(TagPresent("play", TAGS[piece]))
        if piece in TAGS
        else Touch(piece.removeprefix("finger/"))
        for piece in pieces
    ]


def refused(table: Session, *messages: SessionMessage) -> RefusalNotice:
    """The refusal that people read in the end."""
    for message in messages:
        table.handle_message(message)
    assert not table.snapshot.problems
    assert table.snapshot.refusal_notice is not None
    return table.snapshot.refusal_notice


@pytest.mark.parametrize("seen", [["painter"], ["poet", "painter"], ["lawyer", "poet"]])
def test_P_B2__a_profession_shown_before_anything_is_said_is_not_named(seen: list[str]) -> None:
    position = paper("actions", people={"blue": {"hand": {"painter": 1, "?": 1}, "jesters": 1}}, round=4)
    no = refused(session(position), *shown(*(f"profession/{name}" for name in seen)))
    told = str((no.refusal, no.tried_words, no.tried_observations, no.offending_observation))
    assert not any(name in told for name in seen)
    assert set(no.refusal.fact_values) <= {UNKNOWN, f"profession/{UNKNOWN}"}, "a value tells which it is"


def test_P_B2__once_a_work_is_said_the_reason_names_who_cannot_work() -> None:
    position = paper("actions", people={"blue": POET_WORKS}, round=4)
    no = refused(session(position), *shown("finger/action/work", "profession/painter"))
    assert no.refusal.facts == {"profession": "painter", "value": 10, "least": 14}


def test_P_B2__what_other_bonus_cards_would_add_is_told_to_nobody() -> None:
    position = paper("actions", people={"blue": {**POET_WORKS, "bonus": {"each-jester": 1}}}, round=4)
    no = refused(session(position), *shown("finger/action/work", "profession/painter"))
    assert no.refusal.facts == {"profession": "painter", "value": 10, "least": 14}


def test_P_B6__a_bonus_card_shown_where_somebody_may_recruit_is_not_named() -> None:
    no = refused(session(paper(people=RECRUITABLE, owed="recruit")), *shown("bonus/each-lake"))
    assert "each-lake" not in str(no)
    assert "poet" not in str(no.refusal), "it was not meant for recruiting"


def test_P_B6__from_whom_is_told_where_another_is_touched_and_allowing_it_changes_nothing() -> None:
    table = session(paper("actions", people={**RECRUITABLE, "orange": {"table": ["painter"]}}))
    before = table.history.position
    table.handle_message(SetStrictness("hint"))
    steps = shown("finger/action/recruit", "profession/lawyer")
    assert str(refused(table, *steps).refusal) == "P-B6 your-own (profession=lawyer)"
    refused(table, OverruleRefusal())
    assert table.history.position == before


def test_P_B6__a_finger_says_recruit_in_any_order() -> None:
    table = session(paper("actions", people=RECRUITABLE))
    for message in shown("profession/poet", "finger/action/recruit"):
        table.handle_message(message)
    assert [entry.text for entry in table.snapshot.recent_entries] == ["blue recruit poet from green"]
    assert not table.snapshot.pending_input
