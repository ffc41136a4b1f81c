"""What lies on a hub's readers, what is pressed and what is shown: through the whole of it, by the real clock."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from hardware.common.events import READER_BACK, READER_DOWN, SEVERAL_TAGS, TAG_CAME, TAG_LEFT, TROUBLE_OVER
from hardware.virtual.faults import UNPLUGGED
from hardware.virtual.tags import make_ntag213
from tests.hardware.over_pty.hub import LIGHTS, Hub, uid, wiring
from tests.hardware.over_pty.table import Table


def test_tags_are_told_where_they_are_laid_and_taken_once_and_in_order(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=12)) as hub, Table([hub]) as table:
        hub.plug()
        table.sure()
        done = []
        for n in (11, 0, 5):
            hub.lay(n, n)
            done.append((f"tiles/{n}", TAG_CAME, uid(n), False))
            table.settles()
        for n in (0, 11, 5):
            hub.take(n)
            done.append((f"tiles/{n}", TAG_LEFT, uid(n), False))
            table.settles()
        assert table.said() == done
        assert table.troubles() == []
        assert table.about().program == hub.program


@pytest.mark.long(instead="test_tags_are_told_where_they_are_laid_and_taken_once_and_in_order")
def test_what_lies_there_when_the_hub_is_plugged_in_is_found(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub, Table([hub]) as table:
        hub.lay(2, 9)
        hub.plug()
        table.sure()
        hub.lay(0, 8)
        table.settles()
        assert table.said() == [("tiles/2", TAG_CAME, uid(9), True), ("tiles/0", TAG_CAME, uid(8), False)]


@pytest.mark.long(instead="test_tags_are_told_where_they_are_laid_and_taken_once_and_in_order")
def test_tags_on_all_readers_at_once_are_all_told(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=12)) as hub, Table([hub]) as table:
        hub.plug()
        table.sure()
        for n in range(12):
            hub.lay(n, n)
        table.settles()
        for n in range(12):
            hub.take(n)
        table.settles()
        told = table.tags(hub)
        assert sorted(told[:12]) == [(n, TAG_CAME, uid(n)) for n in range(12)]
        assert sorted(told[12:]) == [(n, TAG_LEFT, uid(n)) for n in range(12)]
        assert told == hub.told()


@pytest.mark.long(instead="test_tags_are_told_where_they_are_laid_and_taken_once_and_in_order")
def test_two_tags_on_one_reader_are_a_crowd_until_one_is_taken(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub, Table([hub]) as table:
        hub.plug()
        table.sure()
        hub.lay(1, 1)
        table.settles()
        hub.readers[1].field.put_tag(beside := make_ntag213(uid(2)))
        table.until(lambda: ("tiles/1", SEVERAL_TAGS, b"", False) in table.said())
        hub.readers[1].field.take_tag(beside)
        table.until(lambda: ("tiles/1", TROUBLE_OVER, b"", False) in table.said())
        table.settles()
        assert [kind for _, kind, _, _ in table.said()] == [TAG_CAME, SEVERAL_TAGS, TROUBLE_OVER]


@pytest.mark.long(instead="test_tags_are_told_where_they_are_laid_and_taken_once_and_in_order")
def test_a_reader_whose_plug_falls_out_is_down_and_back_and_the_others_do_not_care(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub, Table([hub]) as table:
        hub.plug()
        table.sure()
        hub.lay(0, 1)
        table.settles()
        hub.readers[0].inject_fault(UNPLUGGED)
        table.until(lambda: table.down == {"tiles/0"})
        state = table.rig.reader_health()[0]
        assert (state.state, "no chip answers" in state.why) == ("down", True)
        hub.lay(1, 2)
        table.until(lambda: table.lies["tiles/1"] == [uid(2)])
        hub.take(0)
        hub.lay(0, 3)
        hub.readers[0].clear_fault(UNPLUGGED)
        table.settles()
        assert [(kind, tag) for name, kind, tag, _ in table.said() if name == "tiles/0"] == [
            (TAG_CAME, uid(1)),
            (READER_DOWN, b""),
            (READER_BACK, b""),
            (TAG_CAME, uid(3)),
            (TAG_LEFT, uid(1)),
        ]


@pytest.mark.long(instead="test_tags_are_told_where_they_are_laid_and_taken_once_and_in_order")
@pytest.mark.parametrize("bounce", ["clean", "usual", "worn"])
def test_a_button_on_the_hub_is_pressed_once_however_it_bounces(bounce: str, tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=1)) as hub, Table([hub]) as table:
        hub.plug()
        table.settles()
        for count in (1, 2, 3):
            hub.button.press(bounce)
            table.until(partial(lambda wanted: len(table.pressed()) == wanted, count))
            table.until(hub.let_go(bounce))
        hub.button.graze()
        hub.lay(0, 1)
        table.settles()
        assert table.pressed() == ["yes"] * 3


def test_lights_show_what_they_are_told_and_go_dark_with_the_host(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=3)) as hub, Table([hub]) as table:
        hub.plug()
        table.settles()
        table.rig.show_light("tiles/1", "go")
        table.until(lambda: hub.shown(1) == "green")
        table.rig.show_light("tiles/2", "no")
        table.until(lambda: hub.lit(2) == 3)
        assert [hub.shown(n) for n in (0, 1)] == ["dark", "green"]
        table.rig.close()
        table.until(lambda: [hub.shown(n) for n in range(3)] == ["dark"] * 3)
        table.begin()
        table.settles()
        assert [hub.lit(n) for n in range(3)] == [0, 1, 3]
    assert list(hub.world.chains) == [LIGHTS]


def test_a_tag_is_read_and_written_through_the_hub(tmp_path: Path) -> None:
    with Hub(tmp_path, wiring(count=2)) as hub, Table([hub]) as table:
        hub.plug()
        hub.lay(1, 1)
        table.settles()
        text = bytes(range(100))
        table.rig.submit_reader_job("tiles/1", lambda memory: memory.write_user_memory(uid(1), text)).result(
            10
        )
        told = table.rig.submit_reader_job("tiles/1", lambda memory: memory.read_user_memory(uid(1))).result(
            10
        )
        assert (len(told), told[:100]) == (144, text)
        table.settles()
        assert table.said() == [("tiles/1", TAG_CAME, uid(1), True)]
