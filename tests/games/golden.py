"""Golden records of every game: whole evenings with all that happens at a table, and what they came to."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.export.referee import as_json, referee
from companion.games import game
from companion.rules.account import Account
from companion.rules.clauses import Refused
from companion.rules.record import Head
from companion.table.journal import read
from tests.ours import GAMES


def records(name: str) -> list[Path]:
    """The golden records of a game."""
    return sorted((Path(__file__).parent / GAMES[name] / "records").glob("*.herald"))


def begun(head: Head) -> Account:
    """The game before its first line."""
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
