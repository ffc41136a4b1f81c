"""What a hub keeps in its flash: the plan's settings, whatever it had before; and how it is sent away."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from hardware.common.events import TAG_CAME
from hardware.common.link.hub_settings import encode_settings
from hardware.readers.hub.configuration import settings_from_wiring
from hardware.readers.hub.probe import HubProbe
from hardware.readers.serial_ports import RealSerialPorts
from tests.hardware.over_pty.hub import Hub, uid, wiring
from tests.hardware.over_pty.table import Table, wait

PLANNED = encode_settings(settings_from_wiring(wiring(count=3)))
OTHERS = encode_settings(settings_from_wiring(wiring("tiles", 2)))


@pytest.mark.long(usual="torn")
@pytest.mark.parametrize(
    "stored", [OTHERS, PLANNED[:-1], b"", b"\xff" * 100], ids=["others", "torn", "none", "rubbish"]
)
def test_a_hub_gets_the_plans_settings_and_keeps_them_without_power(stored: bytes, tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub, Table([hub]) as table:
        hub.keep(stored)
        hub.lay(2, 1)
        hub.plug()
        table.settles()
        assert (hub.kept(), table.about().settings_state, hub.world.starts) == (PLANNED, "sent", [1, 3])
        hub.unplug()
        table.settles(hub)
        hub.plug("ttyACM3")
        table.settles()
        assert hub.world.starts == [1, 3, 1]
        assert [each for each in table.said() if each[1] == TAG_CAME] == [("tiles/2", TAG_CAME, uid(1), True)]


@pytest.mark.long(instead="test_a_hub_gets_the_plans_settings_and_keeps_them_without_power")
def test_a_hub_with_another_name_is_left_alone_until_the_plan_says_where_it_is(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=2)) as hub:
        hub.keep(encode_settings(settings_from_wiring(wiring("columns", 2))))
        hub.plug()
        with Table([hub]) as table:
            table.settles(hub)
            table.until(lambda: any('a hub named "columns"' in each for each in table.troubles()))
            assert hub.world.starts == [1]
        there = msgspec.structs.replace(hub.wired, port=str(tmp_path / "ttyACM0"))
        with Table([hub], [there]) as table:
            table.settles()
            assert table.about().settings_state == "sent"


@pytest.mark.long(instead="test_a_hub_gets_the_plans_settings_and_keeps_them_without_power")
@pytest.mark.parametrize("written", [0, 7, len(PLANNED)])
def test_power_that_goes_while_settings_are_written_costs_no_more_than_another_try(
    written: int, tmp_path: Path
) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub:
        hub.keep(OTHERS)
        new = hub.flash / "settings.new"
        os.mkfifo(new)  # whoever opens it waits until somebody reads: the hub stands still amid its writing
        with Table([hub]) as table:
            hub.plug()
            table.until(lambda: table.about().settings_state == "sent")
            table.settles(hub)
            hub.unplug()
        new.unlink()
        new.write_bytes(PLANNED[:written])
        assert hub.kept() == OTHERS
        with Table([hub]) as table:
            hub.plug()
            table.settles()
            assert hub.kept() == PLANNED
            assert hub.world.starts == [1, 1, 3]


@pytest.mark.long(instead="test_a_hub_gets_the_plans_settings_and_keeps_them_without_power")
def test_a_hub_that_is_sent_away_leaves_the_prompt_to_others_and_works_after_the_next_start(
    tmp_path: Path,
) -> None:
    with Hub(tmp_path, wiring(count=2)) as hub:
        hub.lay(0, 1)
        hub.plug()
        wait(lambda: hub.cable.path)
        with HubProbe(RealSerialPorts(), str(hub.cable.path)) as visit:
            welcome = visit.ask_welcome()
            assert welcome is not None
            assert (welcome.name, welcome.program) == ("tiles", hub.program)
            visit.send_to_repl()
        wait(lambda: hub.world.starts == [1, 3] and hub.pico.status == 0)
        assert hub.pico.error_output == ""
        assert not list(hub.flash.glob("stay"))
        hub.unplug()
        with Table([hub]) as table:
            hub.plug()
            table.settles()
            assert table.said() == [("tiles/0", TAG_CAME, uid(1), True)]
