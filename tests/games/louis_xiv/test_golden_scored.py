"""The golden games scored once more by the plain scorer: every evaluation, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.louis_xiv.rules.events import PhaseBegan
from companion.games.louis_xiv.rules.mission_events import LeftoversExchanged
from companion.games.louis_xiv.rules.pieces import TYPE_OF_MISSION
from companion.games.louis_xiv.rules.position import LouisXIVPosition
from companion.rules.history import GameHistory
from companion.table.storage.journal import read_record
from tests.games.golden import accepted, begun, records
from tests.games.louis_xiv.plain_scorer import PlainTable, evaluate_all, exchange, final
from tests.games.louis_xiv.test_plain_scorer import same

RECORDS = records("louis-xiv")
every_record = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)


def plain(position: LouisXIVPosition) -> PlainTable:
    """The table as the plain scorer has it."""
    players = {
        who: {
            **{name: getattr(player, name) for name in ("own", "general", "money", "arms")},
            "chips": dict(player.chips),
            "influence": sum(player.influence.values()),
            "intrigue": sum(player.intrigue.values()),
            "missions": [TYPE_OF_MISSION[name] for name in player.missions],
        }
        for who, player in position.players.items()
    }
    return {
        "seats": list(position.config.seats),
        "start": position.start,
        "round": position.round,
        "king": position.king,
        "options": dict(position.config.options),
        "conditions": {
            number: {
                side: (each.kind, each.number) for side, each in zip(("front", "back"), both, strict=True)
            }
            for number, both in position.config.edition.conditions.items()
        },
        "tiles": {
            number: {"side": tile.side, "stones": dict(tile.stones)}
            for number, tile in position.tiles.items()
        },
        "players": players,
    }


def played(record: Path) -> GameHistory:
    """The history with all that stands in the end."""
    head, taken = accepted(record)
    account = begun(head)
    for text in taken:
        account.apply_line(text)
    return account


def phases(account: GameHistory, phase: str) -> Iterator[tuple[int, LouisXIVPosition]]:
    """Where a phase began: the number of the line, and the table at that time."""
    position: Any = account.opening.position
    for number, line in enumerate(account.accepted_lines):
        for event in line.events:
            position = event.apply_to(position)
            if isinstance(event, PhaseBegan) and event.phase == phase:
                yield number, position
        position = line.position


def before_the_exchange(account: GameHistory) -> LouisXIVPosition:
    """The table when the last round is over, before L-5.1."""
    position: Any = account.opening.position
    for line in account.accepted_lines:
        for event in line.events:
            if isinstance(event, LeftoversExchanged):
                assert isinstance(position, LouisXIVPosition)
                return position
            position = event.apply_to(position)
        position = line.position
    raise AssertionError("nothing was exchanged")


def wishes(lines: list[tuple[LouisXIVPosition, tuple[str, ...]]]) -> dict[str, Any]:
    """What was chosen in an evaluation, from each line with the table it was entered at."""
    found: dict[str, Any] = {"intrigue": {}, "once_first": set(), "buys": set(), "conde": {}, "maintenon": {}}
    for position, (who, *words) in lines:
        match words:
            case ["intrigue", tile, supply, *stones]:
                found["intrigue"][int(tile)] = (who, supply, int(*stones or ("1",)))
            case ["once-first", "yes"]:
                found["once_first"].add(position.tile)
            case ["buy", "yes"]:
                found["buys"].add((who, position.tile))
            case ["stone", tile]:
                found["conde"][who] = int(tile)
            case ["stones", stones]:
                found["maintenon"][who] = int(stones)
    return found


@every_record
def test_the_plain_scorer_agrees_with_every_evaluation(record: Path) -> None:
    account = played(record)
    ends = list(phases(account, "missions"))
    counted = 0
    for first, before in phases(account, "evaluation"):
        last, after = next(end for end in ends if end[0] >= first)
        said: list[tuple[Any, tuple[str, ...]]] = [
            (account.accepted_lines[number - 1].position, tuple(account.accepted_lines[number].text.split()))
            for number in range(first + 1, last + 1)
        ]
        if any(words[:2] == ("table", "correct") for _, words in said):
            continue
        table = plain(before)
        evaluate_all(table, wishes(said))
        same(table, after)
        counted += 1
    assert counted >= 1


@every_record
def test_the_plain_scorer_agrees_with_the_end(record: Path) -> None:
    account = played(record)
    table = plain(before_the_exchange(account))
    exchange(table)
    over = account.position.to_json()
    shown = {who: dict(player["shown"]) for who, player in over["players"].items()}
    assert final(table, shown) == (over["scores"], over["winners"])


def test_some_records_say_what_is_printed() -> None:
    assert any(read_record(record)[0].setup.edition_lines for record in RECORDS)
