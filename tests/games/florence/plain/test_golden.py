"""The golden games played once more at the plain table, line by line, and what they cover."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.clauses import MoveRefused
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory
from companion.rules.transaction import Event
from companion.table.storage.journal import read_record
from tests.games.florence.people import LEAST
from tests.games.florence.plain.games import tidy
from tests.games.florence.plain.table import PlainTable, RefusedLine
from tests.games.florence.real import assumed
from tests.games.golden import accepted, begun, records

LAP = 50
"""Squares of the prestige track."""
every_record = pytest.mark.parametrize("record", records("florence"), ids=lambda record: record.stem)


class Corrected(PlainTable):
    """A plain table that takes over positions of a record's head or a correction, which Herald makes."""

    def becomes(self, account: GameHistory) -> None:
        """Take over the position as the history has it now."""
        nothing = dict.fromkeys(("turn", "auction", "owed"))
        self.at = {**nothing, "gone": {}, "actions": [], **account.position.to_json()}

    def correct(self, account: GameHistory) -> None:
        """Take it over so that it can be undone."""
        self.before.append((json.dumps(self.at), self.choosing))
        self.becomes(account)


def plain(table: GameSetup) -> Corrected:
    """The plain table of that set-up, with its outlines and least values."""
    outlines = {**assumed()}
    least: tuple[int, ...] = LEAST
    for print_ in table.edition_lines:
        match print_.words:
            case ("outline", name, rows):
                outlines[name] = tuple(rows.split("/"))
            case ("least", *values):
                least = tuple(map(int, values))
    must_fit = table.options.get("landscape-must-fit") == "yes"
    return Corrected([seat.colour for seat in table.seats], table.start_player, outlines, least, must_fit)


def taken(account: GameHistory, text: str) -> bool:
    try:
        account.apply_line(text)
    except MoveRefused:
        return False
    return True


@every_record
def test_the_plain_table_comes_to_the_same_after_every_line(record: Path) -> None:
    head, texts = read_record(record)
    account, other = begun(head), plain(head.setup)
    if head.position:
        other.becomes(account)
    for text in texts:
        fine = taken(account, text)
        if text.startswith("table correct"):
            if fine:
                other.correct(account)
        elif fine:
            other.play(text)
        else:
            with pytest.raises((RefusedLine, ValueError)):
                other.play(text)
        assert tidy(other.position()) == tidy(account.position.to_json()), text


def happened(record: Path) -> Iterator[Event]:
    """All events of a record, those that were undone, too."""
    head, texts = accepted(record)
    account = begun(head)
    for text in texts:
        yield from account.apply_line(text).events


def kinds(event: Event) -> Iterator[str]:
    """What an event is about, in words."""
    name = str(event.__struct_config__.tag)
    yield name
    for what in ("why", "number", "price", "decided_by"):
        yield f"{name} {what} {getattr(event, what, '')}"
    if counted := getattr(event, "counted", None):
        yield f"counted {counted.why}"
    if cards := getattr(event, "bonus", ()):
        yield f"work with {len(cards)}"
    if getattr(event, "card", "") == "?":
        yield f"{name} unseen"
    if name == "best-work" and len(getattr(event, "who", "")) > 1:
        yield "best-work shared"
    if any(points > LAP for points in getattr(event, "scores", {}).values()):
        yield "beyond the lap"


def test_the_records_hold_what_happens_in_an_evening() -> None:
    found = {kind for record in records("florence") for event in happened(record) for kind in kinds(event)}
    assert found >= {
        *(f"passed why {why}" for why in ("", "builders", "money", "no-room")),
        *("chosen", "freedom-gone", "returned", "gained why landscape", "gained why best-work"),
        *("builder number 2", "builder number 3", "built price 700", "built price 300", "built price 0"),
        *("kept", "kept unseen", "profession unseen", "bonus-card unseen", "recruited", "sold"),
        *("work with 1", "work with 2", "best-work shared", "beyond the lap"),
        *(f"ended decided_by {what}" for what in ("points", "money", "shared")),
        *(f"counted {why}" for why in ("most", "tied", "behind", "none", "met", "unmet")),
    }
