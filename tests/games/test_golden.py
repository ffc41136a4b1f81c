"""Golden records: their results, and the journals, undos, positions and ledgers they make.

Beside each record stands its result, which was read against the rules page before it was kept.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games import game_rules
from companion.rules.ledger import build_ledger
from companion.rules.record import RecordHeader
from companion.table.storage.journal import Journal, read_record, resume_journal
from tests.games.golden import accepted, begun, came_to, records
from tests.ours import GAMES

every_game = pytest.mark.parametrize("name", GAMES)
every_record = pytest.mark.parametrize(
    "record",
    [record for name in GAMES for record in records(name)],
    ids=lambda record: f"{record.parent.parent.name}-{record.stem}",
)


@every_record
def test_it_comes_to_what_was_blessed(record: Path) -> None:
    assert came_to(record) == json.loads(record.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.long(usual="*-four-players")
@every_record
def test_a_journal_written_by_the_app_comes_to_the_same(record: Path, tmp_path: Path) -> None:
    head, taken = accepted(record)
    journal = Journal.create(tmp_path / "evening.herald", head)
    for text in taken:
        journal.append(text)
    journal.close()
    resumed = resume_journal(tmp_path / "evening.herald")
    resumed.journal.close()
    blessed = json.loads(record.with_suffix(".json").read_text(encoding="utf-8"))
    assert resumed.history.position.to_json() == blessed["position"]
    assert resumed.end_file is None


@pytest.mark.long(usual="*-four-players")
@every_record
def test_undo_is_a_replay_without_the_last(record: Path) -> None:
    head, taken = accepted(record)
    account, before = begun(head), [begun(head).position]
    for number, text in enumerate(taken):
        count = len(account.accepted_lines)
        account.apply_line(text)
        if len(account.accepted_lines) > count:  # a move or a correction
            del before[count + 1 :]
            before.append(account.position)
        assert account.position == before[len(account.accepted_lines)]
        if number % 7 == 0 and len(account.accepted_lines) > 3:
            again = begun(head)
            for each in account.accepted_lines[:-3]:
                again.apply_line(each.text)
            assert again.position == before[len(account.accepted_lines) - 3]


@pytest.mark.long(usual="*-four-players")
@every_record
def test_every_position_of_it_goes_out_and_comes_back(record: Path) -> None:
    head, taken = accepted(record)
    account = begun(head)
    for number, text in enumerate(taken):
        account.apply_line(text)
        if number % 5 == 0:
            position = account.position
            assert begun(RecordHeader(head.game, head.setup, position.to_json())).position == position


@every_record
def test_its_ledger_explains_every_point(record: Path) -> None:
    head, taken = accepted(record)
    account = begun(head)
    for text in taken:
        account.apply_line(text)
    outcome = account.position.outcome()
    assert outcome is not None
    book = build_ledger(account)
    assert {who: book.totals().get(who, 0) for who in outcome.scores} == dict(outcome.scores)
    unexplained = [entry for entry in book.entries if entry.event is None]
    assert all(not entry.line_text or entry.line_text.startswith("table correct") for entry in unexplained)


@every_game
def test_the_records_show_what_happens_at_tables(name: str) -> None:
    said = {record: read_record(record) for record in records(name)}
    played = game_rules(name)
    assert len(said) >= 6
    assert {len(head.setup.seats) for head, _ in said.values()} == {
        *range(played.min_players, played.max_players + 1)
    }
    assert {option for head, _ in said.values() for option in head.setup.options} == {
        option.name for option in played.options
    }
    assert any(head.position for head, _ in said.values())
    texts = [text for _, lines_ in said.values() for text in lines_]
    assert any(text.startswith("table correct") for text in texts)
    assert any(text.startswith("undo ") for text in texts)
    assert all("undo" in " ".join(lines_) for _, lines_ in said.values())
