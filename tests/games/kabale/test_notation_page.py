"""The notation page agrees with positions and events."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import Any

from companion.export.referee import to_json_line
from companion.games import game_rules
from companion.games.kabale.rules import events
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from companion.rules.transaction import Event
from tests.games.kabale.moments import SEATS

PAGE = resources.files("companion.games.kabale").joinpath("NOTATION.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)


def shown(heading: str) -> Any:
    """The JSON under a heading."""
    (block,) = BLOCK.findall(PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0])
    return json.loads(block)


def opened(position: Any, players: int) -> GameHistory:
    return GameHistory.from_header(
        RecordHeader("kabale", GameSetup(SEATS[:players], "black"), position, 1), game_rules("kabale")
    )


def test_the_position_is_read_and_written_as_it_stands_there() -> None:
    position = shown("The position")
    account = opened(position, 3)
    assert account.position.to_json() == position
    account.apply_line("black slide ?")


def test_the_event_is_what_the_referee_makes_of_such_a_column() -> None:
    event = shown("Events")
    there = [{"by": card["by"], "card": card["card"], "up": True} for card in event["cards"]]
    player = {"hand": {"?": 3}, "deck": 20}
    position = {
        "phase": "shown",
        "turn": "red",
        "columns": [{"objective": event["objective"], "cards": there}, {"objective": "trade:1"}],
        "players": {"black": player, "red": player},
    }
    made = json.loads(to_json_line({"events": opened(position, 2).opening.events}))["events"]
    assert event in made


def test_every_event_is_on_the_page() -> None:
    told = PAGE.partition("## Events\n")[2]
    for kind in vars(events).values():
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event:
            assert f"`{kind.__struct_config__.tag}`" in told
