"""Cables pulled and plugged, hubs that restart, hosts that come and go: nothing is invented and nothing lost."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from hardware.common.events import READER_BACK, READER_DOWN, TAG_CAME, TAG_LEFT
from tests.hardware.hubs_of import hubs_of
from tests.hardware.over_pty.hub import Hub, uid, wiring
from tests.hardware.over_pty.table import Table, wait

HOUSE = Path(__file__).parents[3]


@pytest.mark.long(instead="test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing")
@pytest.mark.parametrize("count", [1, 30])
def test_unplugged_in_the_middle_of_a_frame_and_plugged_into_another_port(count: int, tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=2)) as hub, Table([hub]) as table:
        hub.plug("ttyACM0")
        hub.lay(0, 1)
        table.sure()
        start = len(table.heard)
        fallen = hub.cable.fall_after(count)
        hub.lay(1, 2)
        assert fallen.wait(10)
        hub.unplug()
        table.settles(hub)
        hub.take(0)
        hub.plug("ttyACM7")
        table.settles()
        assert table.about().path.endswith("ttyACM7")
        assert table.about().start_cause == "power"
        told = {name: [each[1:] for each in table.said(start) if each[0] == name] for name in table.lies}
        away = [(READER_DOWN, b"", False), (READER_BACK, b"", False)]
        assert told["tiles/0"] == [*away, (TAG_LEFT, uid(1), False)]
        assert told["tiles/1"] in (
            [*away, (TAG_CAME, uid(2), True)],
            [(TAG_CAME, uid(2), False), *away],  # its frame came before the one that was torn
        )


def test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub, Table([hub]) as table:
        hub.plug()
        hub.lay(0, 1)
        table.sure()
        start = len(table.heard)
        for number in (2, 3, 4):
            hub.cut()
            hub.lay(1, number)
            table.until(hub.noticing(came={1}))
            hub.mend(f"ttyACM{number}")
            table.settles()
            hub.cut()
            hub.mend()
            hub.take(1)
            table.settles()
        assert table.said(start) == [
            ("tiles/1", kind, uid(number), False) for number in (2, 3, 4) for kind in (TAG_CAME, TAG_LEFT)
        ]
        assert hub.world.starts == [1]


@pytest.mark.long(instead="test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing")
def test_a_line_that_is_away_for_long_is_missed_and_only_differences_are_told(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub, Table([hub]) as table:
        hub.plug()
        hub.lay(0, 1)
        hub.lay(1, 2)
        table.sure()
        start = len(table.heard)
        hub.cut()
        hub.take(1)
        hub.lay(2, 3)
        table.until(hub.noticing(came={2}, left={1}))
        table.settles(hub)
        hub.mend()
        table.settles()
        assert sorted(each for each in table.said(start) if each[1] in (TAG_CAME, TAG_LEFT)) == [
            ("tiles/1", TAG_LEFT, uid(2), False),
            ("tiles/2", TAG_CAME, uid(3), True),
        ]
        assert [kind for _, kind, _, _ in table.said(start)].count(READER_DOWN) == 3
        assert any("not found" in sentence for sentence in table.troubles(start))
        assert hub.world.starts == [1]


@pytest.mark.long(instead="test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing")
def test_a_line_on_which_nothing_gets_through_is_given_up_and_found_again(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=2)) as hub, Table([hub]) as table:
        hub.plug()
        table.sure()
        hub.cable.mute(True)
        hub.lay(0, 1)
        table.settles(hub)
        hub.cable.mute(False)
        table.settles()
        assert hub.world.starts == [1]


def test_two_hubs_that_change_ports_are_told_apart(tmp_path: Path) -> None:
    one, two = wiring("tiles", 2), wiring("columns", 3, button="no")
    with (
        Hub(tmp_path, one, number=1) as tiles,
        Hub(tmp_path, two, number=2) as columns,
        Table([tiles, columns]) as table,
    ):
        tiles.plug("ttyACM0")
        columns.plug("ttyACM1")
        tiles.lay(0, 1)
        columns.lay(2, 2)
        table.sure()
        for hub in (tiles, columns):
            hub.unplug()
        table.settles(tiles, columns)
        columns.plug("ttyACM0")
        tiles.plug("ttyACM1")
        table.sure()
        tiles.lay(1, 3)
        columns.take(2)
        columns.button.tap()
        table.settles()
        table.until(table.pressed)
        assert table.pressed() == ["no"]
        assert [about.path[-1] for about in hubs_of(table.rig)] == ["1", "0"]


@pytest.mark.long(instead="test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing")
def test_two_hubs_away_for_the_same_moment_change_places_and_neither_session_ends(tmp_path: Path) -> None:
    one, two = wiring("tiles", 2), wiring("columns", 2, button="no")
    with (
        Hub(tmp_path, one, number=1) as tiles,
        Hub(tmp_path, two, number=2) as columns,
        Table([tiles, columns]) as table,
    ):
        tiles.plug("ttyACM0")
        columns.plug("ttyACM1")
        table.sure()
        sessions = tiles.session, columns.session
        for number in range(4):
            first, second = (tiles, columns) if number % 2 else (columns, tiles)
            for hub in (tiles, columns):
                hub.cut()
                hub.lay(0, number)
            table.until(tiles.noticing(came={0}))
            first.mend(f"ttyACM{number % 2}")
            table.until(partial(table.agrees, first))
            second.mend(f"ttyACM{1 - number % 2}")
            table.settles()
            for hub in (tiles, columns):
                hub.take(0)
            table.settles()
        assert [each for each in table.said() if each[3] or each[1] not in (TAG_CAME, TAG_LEFT)] == []
        assert (tiles.session, columns.session) == sessions


@pytest.mark.long(instead="test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing")
def test_one_hub_goes_on_while_the_other_one_is_away(tmp_path: Path) -> None:
    one, two = wiring("tiles", 2), wiring("columns", 2, button="no")
    with (
        Hub(tmp_path, one, number=1) as tiles,
        Hub(tmp_path, two, number=2) as columns,
        Table([tiles, columns]) as table,
    ):
        tiles.plug("ttyACM0")
        table.settles(columns)
        columns.plug("ttyACM1")
        table.sure()
        start = len(table.heard)
        tiles.unplug()
        columns.lay(0, 1)
        table.until(lambda: table.lies["columns/0"] == [uid(1)])
        table.settles(tiles)
        columns.take(0)
        table.until(lambda: not table.lies["columns/0"])
        tiles.plug()
        table.settles()
        assert [each for each in table.said(start) if each[0].startswith("columns")] == [
            ("columns/0", TAG_CAME, uid(1), False),
            ("columns/0", TAG_LEFT, uid(1), False),
        ]


@pytest.mark.long(instead="test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing")
@pytest.mark.parametrize("usb_stays", [False, True], ids=["USB begins anew", "the line stays"])
def test_a_hub_that_hangs_is_bitten_by_its_watchdog_and_comes_back(usb_stays: bool, tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=2), usb_stays=usb_stays) as hub, Table([hub]) as table:
        hub.world.haste = 8
        hub.plug()
        hub.lay(0, 1)
        table.sure()
        start = len(table.heard)
        hub.freeze()
        hub.lay(1, 2)
        table.until(lambda: hub.world.starts == [1, 3])
        table.sure()
        assert table.about().start_cause == "watchdog"
        told = [each for each in table.said(start) if each[1] not in (READER_DOWN, READER_BACK)]
        assert told == [("tiles/1", TAG_CAME, uid(2), True)]


@pytest.mark.long(instead="test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing")
def test_a_hub_that_stumbles_for_less_than_anybody_minds_goes_on(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=2)) as hub, Table([hub]) as table:
        hub.plug()
        table.sure()
        hub.freeze()
        hub.lay(1, 2)
        table.rig.show_light("tiles/0", "go")
        hub.thaw()
        table.settles()
        table.until(lambda: hub.shown(0) == "green")
        assert table.said() == [("tiles/1", TAG_CAME, uid(2), False)]
        assert hub.world.starts == [1]


@pytest.mark.long(instead="test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing")
def test_a_hub_whose_program_falls_says_why_and_begins_anew(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=1)) as hub, Table([hub]) as table:
        module = hub.flash / "firmware/buttons.py"
        whole = module.read_text()
        look = "        if now_us >= self._due_us:\n"
        assert look in whole
        module.write_text(whole.replace(look, f"        assert now_us < 1_000_000, 'it fell'\n{look}"))
        hub.plug()
        table.settles()
        table.until(lambda: (hub.flash / "last_words.txt").exists())
        module.write_text(whole)
        table.settles(hub)
        hub.lay(0, 1)
        table.settles()
        table.until(lambda: table.about().crash_message)
        assert "AssertionError" in table.about().crash_message
        assert (table.about().start_cause, hub.world.starts) == ("restart", [1, 3])


def test_a_host_that_is_closed_and_opened_again_is_told_all_anew(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub, Table([hub]) as table:
        hub.plug()
        hub.lay(0, 1)
        table.sure()
        table.rig.close()
        hub.take(0)
        hub.lay(2, 2)
        table.until(hub.noticing(came={2}, left={0}))
        start = len(table.heard)
        table.begin()
        table.settles()
        assert table.said(start) == [("tiles/2", TAG_CAME, uid(2), True)]
        assert hub.world.starts == [1]


@pytest.mark.long(instead="test_a_line_that_is_away_for_a_moment_is_not_missed_and_loses_and_doubles_nothing")
def test_a_host_that_is_killed_leaves_the_hub_to_the_next_one(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub:
        hub.plug()
        hub.lay(0, 1)
        with subprocess.Popen(
            [sys.executable, "-m", "tests.hardware.over_pty.lone", str(tmp_path / "ttyACM0")],
            stdout=subprocess.PIPE,
            cwd=HOUSE,
            text=True,
        ) as first:
            assert first.stdout is not None
            assert first.stdout.readline().split() == ["tiles/0", TAG_CAME, uid(1).hex()]
            first.kill()
        hub.lay(1, 2)
        hub.take(0)
        wait(hub.noticing(came={1}, left={0}))
        with Table([hub]) as table:
            table.settles()
            assert table.said() == [("tiles/1", TAG_CAME, uid(2), True)]
            assert hub.world.starts == [1]
