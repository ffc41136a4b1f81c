"""Golden records: whole evenings with all that happens at a table, and what they came to.

Beside each record stands what it came to; those values were read against the rules page before they were kept.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from companion.export.referee import as_json, referee
from companion.games import game
from companion.rules.account import Account
from companion.rules.clauses import Refused
from companion.rules.ledger import ledger
from companion.rules.record import Head
from companion.table.journal import Journal, read, resume

RECORDS = sorted(Path(__file__).with_name("records").glob("*.herald"))
every_record = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)


def begun(head: Head) -> Account:
    return Account.of(head, game(head.game))


def accepted(record: Path) -> tuple[Head, list[str]]:
    """Head and the lines that were accepted."""
    head, texts = read(record)
    account = begun(head)
    taken: list[str] = []
    for text in texts:
        try:
            account.say(text)
        except Refused:
            continue
        taken.append(text)
    return head, taken


def came_to(record: Path) -> dict[str, Any]:
    """What a record came to, as it is kept beside it. `stream`: a digest of every answer but its sentences."""
    with record.open("rb") as stream:
        answers = [json.loads(as_json(answer)) for answer in referee(stream, "en", position=True)]
    position = answers.pop()["position"]
    refused = [answer for answer in answers if "refused" in answer]
    said = [{key: each[key] for key in each if key not in ("text", "nearest")} for each in answers]
    return {
        "scores": position["scores"],
        "winners": position["winners"],
        "refused": [
            f"{each['line']}: {each['refused']} ({each['clause']} {each['code']})" for each in refused
        ],
        "events": dict(
            sorted(Counter(event["event"] for each in said for event in each.get("events", ())).items())
        ),
        "stream": sha256("\n".join(map(json.dumps, said)).encode()).hexdigest(),
        "position": position,
    }


@every_record
def test_it_comes_to_what_was_blessed(record: Path) -> None:
    assert came_to(record) == json.loads(record.with_suffix(".json").read_text(encoding="utf-8"))


@every_record
def test_a_journal_written_by_the_app_comes_to_the_same(record: Path, tmp_path: Path) -> None:
    head, taken = accepted(record)
    journal = Journal.begin(tmp_path / "evening.herald", head)
    for text in taken:
        journal.append(text)
    journal.close()
    resumed = resume(tmp_path / "evening.herald")
    resumed.journal.close()
    blessed = json.loads(record.with_suffix(".json").read_text(encoding="utf-8"))
    assert resumed.account.position.to_json() == blessed["position"]
    assert resumed.set_aside is None


@every_record
def test_undo_is_a_replay_without_the_last(record: Path) -> None:
    head, taken = accepted(record)
    account, before = begun(head), [begun(head).position]
    for number, text in enumerate(taken):
        count = len(account.standing)
        account.say(text)
        if len(account.standing) > count:  # a move or a correction
            del before[count + 1 :]
            before.append(account.position)
        assert account.position == before[len(account.standing)]
        if number % 7 == 0 and len(account.standing) > 3:
            again = begun(head)
            for each in account.standing[:-3]:
                again.say(each.text)
            assert again.position == before[len(account.standing) - 3]


@every_record
def test_every_position_of_it_goes_out_and_comes_back(record: Path) -> None:
    head, taken = accepted(record)
    account = begun(head)
    for number, text in enumerate(taken):
        account.say(text)
        if number % 5 == 0:
            position = account.position
            assert begun(Head(head.game, head.setup, position.to_json())).position == position


@every_record
def test_its_ledger_explains_every_point(record: Path) -> None:
    head, taken = accepted(record)
    account = begun(head)
    for text in taken:
        account.say(text)
    outcome = account.position.outcome()
    assert outcome is not None
    book = ledger(account)
    assert {who: book.sums().get(who, 0) for who in outcome.scores} == dict(outcome.scores)
    unexplained = [entry for entry in book.entries if entry.event is None]
    assert all(not entry.move or entry.move.startswith("table correct") for entry in unexplained)


def test_the_records_show_what_happens_at_tables() -> None:
    said = {record: read(record) for record in RECORDS}
    assert len(said) >= 6
    assert {len(head.setup.seats) for head, _ in said.values()} == {2, 3, 4}
    assert {name for head, _ in said.values() for name in head.setup.options} == {
        option.name for option in game("louis-xiv").options
    }
    assert any(head.setup.prints for head, _ in said.values())
    assert any(head.position for head, _ in said.values())
    texts = [text for _, lines_ in said.values() for text in lines_]
    assert any(text.startswith("table correct") for text in texts)
    assert any(text.startswith("undo ") for text in texts)
    assert all("undo" in " ".join(lines_) for _, lines_ in said.values())
