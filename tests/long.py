"""What is long stays for `deploy/test --long`, which sets HERALD_LONG; the usual suite has one of its kind.

A test, or a case of one, is marked `long`. tests/conftest.py leaves those out unless HERALD_LONG is set, and
tests/test_long.py holds that a usual test stands for each: another case of the same function, as those whose names a
mark gives by patterns, `pytest.mark.long(usual="kabale-*")`, or the test that it names,
`pytest.mark.long(instead="test_of_the_same_file")`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any

import pytest

ALL = bool(os.environ.get("HERALD_LONG"))
"""Whether what is long is run too."""
QUICK = bool(os.environ.get("HERALD_QUICK"))
"""Whether only what is quick is run: of each test that is not in `SLOW` one case."""
LONG = int(os.environ.get("HERALD_LONG") or 1)
"""So many times as many games, tables and seconds as usual: HERALD_LONG=10 plays ten times as many."""

SLOW = (
    "tests/commands/test_cli.py",
    "tests/commands/test_deck.py",
    "tests/commands/test_doctor.py",
    "tests/commands/test_enrol.py",
    "tests/commands/test_new_game.py",
    "tests/commands/test_no_disk.py",
    "tests/commands/test_outside_game.py",
    "tests/deploy/test_machine_faults.py",
    "tests/deploy/test_played.py",
    "tests/deploy/test_soak_table.py",
    "tests/export/test_referee.py",
    "tests/firmware/test_reading.py",
    "tests/firmware/test_start.py",
    "tests/games/florence/plain/",
    "tests/games/kabale/plain/",
    "tests/games/kabale/test_scoring_properties.py",
    "tests/hardware/hub/test_evening.py",
    "tests/hardware/hub/test_flashing.py",
    "tests/hardware/link/test_micropython.py",
    "tests/hardware/over_pty/",
    "tests/hardware/test_rig.py",
    "tests/hardware/unix_port/",
    "tests/rules/test_long_histories.py",
    "tests/screen/default/test_table_check.py",
    "tests/screen/florence/test_game.py",
    "tests/screen/game_session/test_live_game.py",
    "tests/screen/kabale/test_game.py",
    "tests/screen/test_slips.py",
    "tests/simulator/florence/test_hidden.py",
    "tests/simulator/kabale/test_hidden.py",
    "tests/simulator/test_campaigns.py",
    "tests/simulator/test_cheating.py",
    "tests/simulator/test_command.py",
    "tests/simulator/test_evening.py",
    "tests/simulator/test_faults.py",
    "tests/simulator/test_players.py",
    "tests/soaking/test_write_path.py",
    "tests/start/real_table/test_button_presses.py",
    "tests/start/real_table/test_reader_lights.py",
    "tests/start/real_table/test_real_table_hardware.py",
    "tests/start/test_closing.py",
    "tests/start/test_deck_page.py",
    "tests/start/test_games_command.py",
    "tests/start/test_kiosk.py",
    "tests/start/test_readers_page.py",
    "tests/start/test_report_bug.py",
    "tests/start/test_secrets",
    "tests/start/virtual_table/test_kit_games.py",
    "tests/start/virtual_table/test_register_sensors.py",
    "tests/table/storage/test_restore.py",
    "tests/table/interpretation/test_judge.py",
    "tests/table/raised/",
    "tests/table/test_blind.py",
    "tests/table/test_pointing.py",
    "tests/test_bench.py",
    "tests/test_deploy.py",
    "tests/test_names.py",
    "tests/test_planted.py",
    "tests/test_power.py",
    "tests/test_requirements.py",
)
"""Where tests play whole evenings, wait for lines and children, or compare thousands. Each room has others too."""
SLOW_NAMES = re.compile("pictures|secrets|reach|evening|whole_game")
"""So are tests with such a name."""


def is_long(test: pytest.Item) -> bool:
    """Whether it is left to the long suite."""
    return any(not is_usual_case(test, mark) for mark in test.iter_markers("long"))


def is_usual_case(test: pytest.Item, mark: pytest.Mark) -> bool:
    """Whether it is a case that its mark leaves in the usual suite."""
    case = test.name.partition("[")[2].removesuffix("]")
    return any(fnmatchcase(case, pattern) for pattern in usual_patterns(mark))


def usual_patterns(mark: pytest.Mark) -> tuple[str, ...]:
    """The patterns of the cases that a mark leaves in the usual suite."""
    given = mark.kwargs.get("usual", ())
    return (given,) if isinstance(given, str) else tuple(given)


def usually(wanted: Iterable[Any], values: Iterable[Any]) -> list[Any]:
    """The values of a parameter in their order, those that are not wanted every time marked `long`."""
    first, each = list(wanted), list(values)
    assert all(value in each for value in first), f"not all of {first} are among {each}"
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in first else pytest.mark.long,
        )
        for value in each
    ]


def examples(many: int) -> int:
    """So many examples of a property: a quarter in the usual suite, a quarter of those in the quick one."""
    return many if ALL else max(1, many // 16) if QUICK else many // 4
