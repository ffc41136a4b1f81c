"""The notation pages hold: every example is legal in its position, and every kind of move is there."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from types import ModuleType

import pytest

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.history import GameHistory, replay_record
from companion.table.storage.journal import read_record
from companion.voice.game_texts import load_clauses, load_common_clauses
from companion.voice.language import SOURCE_LANGUAGE
from tests.ours import GAMES

ROW = re.compile(r"^\| `(.+)` \| .+ \| ([A-Z]-[A-Z]?[\d.]+) \|$", re.MULTILINE)
every_game = pytest.mark.parametrize("name", GAMES)


@cache
def page(name: str) -> str:
    """The notation page of a game."""
    folder = resources.files(f"companion.games.{GAMES[name]}")
    return folder.joinpath("NOTATION.md").read_text(encoding="utf-8")


def moments(name: str) -> ModuleType:
    """A game's own module: `tables(section)`, where the moves of that section are legal, and `kind(move)`."""
    return import_module(f"tests.games.{GAMES[name]}.moments")


def examples(name: str) -> list[tuple[str, str, str]]:
    """Section, example, clause."""
    found = []
    for section in page(name).split("\n## ")[1:]:
        title = section.splitlines()[0]
        found += [(title, example, clause) for example, clause in ROW.findall(section)]
    return found


def accepts(account: GameHistory, text: str) -> bool:
    try:
        account.apply_line(text)
    except MoveRefused:
        return False
    return True


@pytest.mark.parametrize(
    ("name", "section", "example", "clause"), [(name, *each) for name in GAMES for each in examples(name)]
)
def test_every_example_is_accepted_at_its_moment(name: str, section: str, example: str, clause: str) -> None:
    assert any(accepts(account, example) for account in moments(name).tables(section))
    assert clause in load_clauses(name, SOURCE_LANGUAGE) or clause in load_common_clauses(SOURCE_LANGUAGE)


@every_game
def test_every_row_of_the_page_is_an_example(name: str) -> None:
    rows = [line for line in page(name).splitlines() if line.startswith("|")]
    heads = [line for line in rows if line in ("| example | meaning | clause |", "|---|---|---|")]
    assert len(rows) == len(examples(name)) + len(heads)
    assert len(heads) == 2 * len({section for section, _, _ in examples(name)})


@every_game
def test_every_kind_of_move_of_the_golden_evenings_is_on_the_page(name: str) -> None:
    kind = moments(name).kind
    said = {kind(text) for record in records(name) for text in accepted(name, record)}
    assert said
    assert said <= {kind(example) for _, example, _ in examples(name)}


def records(name: str) -> list[Path]:
    """The golden records of a game."""
    return sorted((Path(__file__).parent / GAMES[name] / "records").glob("*.herald"))


def accepted(name: str, record: Path) -> list[str]:
    """The moves and corrections of a record that stand at its end."""
    head, texts = read_record(record)
    return [said.text for said in replay_record(head, game_rules(name), texts).accepted_lines]
