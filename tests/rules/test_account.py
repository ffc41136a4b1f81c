"""Undo and corrections of any kind, as hypothesis thinks of them: nothing breaks, nothing is lost."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import game_rules
from companion.rules.choice import branch_choice
from companion.rules.clauses import Clause, MoveRefused, Refusal, declared_clauses
from companion.rules.history import GameHistory, replay_record
from companion.rules.ledger import build_ledger
from companion.rules.moves import MoveStep
from companion.rules.record import RecordHeader
from companion.rules.tree_walk import pick_legal_move
from tests.tables import setup

GAME = game_rules("louis-xiv")
TABLE = setup(3)


def evening(*texts: str) -> GameHistory:
    """A table at which these lines were said."""
    account = GameHistory(GAME, TABLE, GAME.initial_position(TABLE))
    for text in ("table money 4 2", *texts):
        account.apply_line(text)
    return account


def why_not(account: GameHistory, text: str) -> str:
    """Clause and code of the refusal of that line; it changes nothing."""
    before, standing = account.position, account.accepted_lines
    with pytest.raises(MoveRefused) as no:
        account.apply_line(text)
    assert account.position is before
    assert account.accepted_lines == standing
    return f"{no.value.refusal.clause.id} {no.value.refusal.clause.code}"


REFUSED = {
    "H-1 empty-move": "",
    "H-2 undo-number": "undo 1.5",
    "H-2 undo-too-many": "undo 3",
    "H-3 correct-pairs": "table correct /round",
    "H-3 correct-path": "table correct /players/blue/missions/x 3",
    "H-3 correct-value": "table correct /round '3'",
    "H-3 correct-shape": "table correct /start {}",
    "L-S4 stones-add-up": "table correct /players/blue/own 3",
    "L-4.6 agenda-end": "table correct /agenda []",
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_cannot_be_said_is_refused_and_changes_nothing(code: str) -> None:
    assert why_not(evening("blue inf6 take"), REFUSED[code]) == code


def test_every_refusal_of_a_line_by_the_house_is_provoked() -> None:
    ours = {
        f"{clause.id} {clause.code}"
        for clause in declared_clauses()
        if clause.id.startswith("H-")
        and clause.id != "H-4"  # of records: tests/commands/test_invalid_records.py
    }
    said_under_the_open_decision = {"H-1 unfinished": "blue inf6", "H-1 not-offered": "stranger joker take"}
    said_of_dead_ends, said_by_the_judge = {"H-1 nothing-allowed"}, {"H-1 instead"}
    provoked = {code for code in REFUSED if code.startswith("H-")}
    provoked |= said_under_the_open_decision.keys() | said_of_dead_ends | said_by_the_judge
    assert ours == provoked
    for code, text in said_under_the_open_decision.items():
        assert why_not(evening(), text).split()[1] == code.split()[1]


def test_a_dead_end_names_the_reason_that_all_its_words_share_else_its_own_decision() -> None:
    one, other, own = (Clause("T-2", code)() for code in ("one", "other", "own"))

    def dead_end(*refusals: Refusal, own: Refusal | None = None) -> str:
        choice = branch_choice("T-1", [(MoveStep(f"{n}"), each) for n, each in enumerate(refusals)])
        choice.refusal_when_empty = own
        return str(choice.dead_end_refusal())

    assert dead_end(one, one) == "T-2 one"
    assert dead_end(one, other) == "T-1 nothing-allowed"
    assert dead_end(one, other, own=own) == "T-2 own"


# -- corrections


@pytest.mark.parametrize(
    ("pairs", "path", "value"),
    [
        ('/players/blue/influence {"inf6":1,"?":4}', ("players", "blue", "influence"), {"?": 4, "inf6": 1}),
        ("/players/blue/chips/ring 2", ("players", "blue", "chips"), {"ring": 2}),
        (
            '/players/blue/missions/- "light-renew:ring"',
            ("players", "blue", "missions"),
            ["light-renew:ring"],
        ),
        ("/king null", ("king",), None),
        ('/tiles/6/side "back"', ("tiles", "6", "side"), "back"),
        ('/turn "red"', ("turn",), "red"),
        ("/round 3", ("round",), 3),
        ('/start "red"', ("start",), "red"),
    ],
)
def test_a_correction_reaches_everything(pairs: str, path: tuple[str, ...], value: Any) -> None:
    account = evening()
    account.apply_line(f"table correct {pairs}")
    found: Any = account.position.to_json()
    for key in path:
        found = found.get(key)
    assert found == value


def test_the_card_that_was_seen_may_be_named_afterwards() -> None:
    account = evening()
    account.apply_line('table correct /players/blue/influence {"inf6":1,"?":4}')
    account.apply_line("blue inf6 take")
    assert account.position.to_json()["players"]["blue"]["influence"] == {"?": 4}


def test_points_a_person_corrected_stand_in_the_ledger() -> None:
    account = evening("table correct /players/blue/arms 3")
    [entry] = build_ledger(account).entries
    assert (entry.player, entry.points, entry.event) == ("blue", 3, None)


PLACES = """
    /round /phase /turn /king /tile /start /players /players/blue /players/blue/own /players/blue/missions
    /players/blue/missions/0 /players/blue/chips /tiles /tiles/6 /tiles/6/stones /agenda /agenda/0 /agenda/0/who
    /agenda/- /played /played/inf6 / /~ // x
"""
PATHS = st.sampled_from(PLACES.split())
VALUES = st.recursive(
    st.sampled_from(
        [None, True, 0, 1, -1, 3, 2.5, 10**30, "blue", "red", "missions", "light-renew:ring", "inf6"]
    ),
    lambda deeper: (
        st.lists(deeper, max_size=2) | st.dictionaries(st.sampled_from(["blue", "do", "6"]), deeper)
    ),
    max_leaves=3,
)


@given(st.lists(st.tuples(PATHS, VALUES), min_size=1, max_size=3))
def test_no_correction_breaks_the_table(pairs: list[tuple[str, Any]]) -> None:
    account = evening("blue inf6 take")
    before = account.position
    words = [f"{path} {json.dumps(value, separators=(',', ':'))}" for path, value in pairs]
    try:
        account.apply_line(" ".join(("table correct", *words)))
    except MoveRefused:
        assert account.position is before
    else:
        assert account.position.faults() == ()
        account.apply_line("undo")
        assert account.position == before


# -- replay


@given(
    st.lists(
        st.one_of(st.integers(0, 10**6), st.sampled_from(["undo", "undo 2", "nonsense", "undo 9"])),
        max_size=40,
    )
)
def test_replay_of_all_that_was_said_is_the_same_evening(program: list[int | str]) -> None:
    account = GameHistory(GAME, TABLE, GAME.initial_position(TABLE))
    texts = []
    for line in program:
        texts.append(
            line
            if isinstance(line, str)
            else str(pick_legal_move(account.position.choice_tree, Random(line).choice)[0])
        )
        try:
            account.apply_line(texts[-1])
        except MoveRefused:
            continue
    again = replay_record(RecordHeader("louis-xiv", TABLE), GAME, tuple(texts))
    assert again.accepted_lines == account.accepted_lines
    assert again.position == account.position
    kept = replay_record(
        RecordHeader("louis-xiv", TABLE), GAME, tuple(accepted.text for accepted in account.accepted_lines)
    )
    assert kept.position == account.position
