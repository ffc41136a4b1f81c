"""Golden records of every game: whole games with all that happens at a table, and their results."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.export.referee import answer_record, to_json_line
from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from companion.table.storage.journal import read_record
from tests.ours import GAMES


def records(name: str) -> list[Path]:
    """The golden records of a game."""
    return sorted((Path(__file__).parent / GAMES[name] / "records").glob("*.herald"))


def begun(head: RecordHeader) -> GameHistory:
    """The game before its first line."""
    return GameHistory.from_header(head, game_rules(head.game))


def accepted(record: Path) -> tuple[RecordHeader, list[str]]:
    """Head and the lines that were accepted."""
    head, texts = read_record(record)
    account = begun(head)
    taken: list[str] = []
    for text in texts:
        try:
            account.apply_line(text)
        except MoveRefused:
            continue
        taken.append(text)
    return head, taken


def came_to(record: Path) -> dict[str, Any]:
    """The results of a record, as kept beside it; `stream` is a digest of all answers without sentences."""
    with record.open("rb") as stream:
        answers = [json.loads(to_json_line(answer)) for answer in answer_record(stream, "en", position=True)]
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
