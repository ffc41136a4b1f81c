"""The golden games played once more at the plain table, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.clauses import MoveRefused
from companion.rules.history import GameHistory
from companion.table.storage.journal import read_record
from tests.games.golden import begun, records
from tests.games.kabale.plain.games import tidy
from tests.games.kabale.plain.layout import PlainLie
from tests.games.kabale.plain.table import PlainTable, RefusedLine

every_record = pytest.mark.parametrize("record", records("kabale"), ids=lambda record: record.stem)


def accepted(account: GameHistory, text: str) -> bool:
    try:
        account.apply_line(text)
    except MoveRefused:
        return False
    return True


def correct(plain: PlainTable, account: GameHistory) -> None:
    """Copy what a correction makes of a table, which Herald's own rules decide, so that it can be undone."""
    plain.before.append(plain.kept())
    corrected = PlainLie(plain.seats, "", plain.own_column, account.position.to_json())
    plain.__dict__.update(corrected.kept())


@every_record
def test_the_plain_table_comes_to_the_same_after_every_line(record: Path) -> None:
    head, texts = read_record(record)
    account = begun(head)
    own_column = head.setup.options.get("explorer-own-column") == "yes"
    seats = [seat.colour for seat in head.setup.seats]
    plain = PlainTable(seats, head.setup.start_player, own_column, account.position.to_json())
    for text in texts:
        taken = accepted(account, text)
        if text.startswith("table correct"):
            assert taken
            correct(plain, account)
        elif taken:
            plain.play(text)
        else:
            with pytest.raises(RefusedLine):
                plain.play(text)
        assert tidy(plain.position()) == tidy(account.position.to_json()), text


def test_the_records_hold_every_effect_both_ways() -> None:
    happened = {event for record in records("kabale") for event in events(record)}
    assert happened >= {
        *(
            "explorer-moved",
            "explorer-stayed no-column",
            "explorer-stayed moved-already",
            "explorer-moved own",
        ),
        *("removed", "removed ?", "closed", "slid", "slid ?", "swapped", "refilled", "laid", "laid ?"),
        *("rule prince-and-squire", "rule highest", "rule lowest", "musketeers", "idle"),
        *("doubled", "not doubled"),
    }


def events(record: Path) -> set[str]:
    """The kinds of events in a record."""
    found: set[str] = set()
    head, texts = read_record(record)
    account = begun(head)
    for text in texts:
        accepted(account, text)
    for each in account.accepted_lines:
        for event in each.events:
            name = str(event.__struct_config__.tag)
            unknown = " ?" if getattr(event, "card", "") == "?" else ""
            found |= {f"{name}{unknown}", f"{name} {getattr(event, 'why', '')}"}
            found.add(f"rule {getattr(event, 'rule', '')}")
            found |= {kind for kind in ("musketeers", "idle") if getattr(event, kind, None)}
            if name == "explorer-moved" and getattr(event, "to", 0) == getattr(event, "column", 0):
                found.add("explorer-moved own")
            if name == "counted":
                count = getattr(event, "count", None)
                found.add("doubled" if getattr(count, "doubled", None) else "not doubled")
    return found
