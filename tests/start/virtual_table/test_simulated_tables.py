"""`herald simulate --kit`: its table, and what is said of one that cannot be."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from companion.cli import main
from companion.simulator.campaign import without_warnings
from companion.start.virtual_table.simulated_tables import make_simulated_table
from hardware.virtual.faults import HUB_FAULTS
from tests.simulator.parties import answers
from tests.start.kits import HUB_OF_COLUMNS, of_plan


def test_a_kits_evening_is_told_with_its_touches_and_its_record_is_refereed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("simulate", "--game=kabale", "--kit", of_plan(tmp_path, HUB_OF_COLUMNS), "--players=2", "--json")
    assert main((*words, f"--record={tmp_path}", "--faults=hub-restart=0.1")) == 0
    first, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["touches"] == first["typed"] == last["summary"]["touches"] == last["summary"]["typed"] == 0
    assert last["summary"]["faults"]["hub-restart"] > 0
    *said, end = answers(Path(first["record"]).read_bytes())
    assert not any("refused" in answer for answer in said)
    assert end["position"]["scores"] == first["scores"]


def test_the_table_tells_how_often_the_screen_was_touched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("simulate", "--game=kabale", "--players=2", "--from=sightings")) == 0
    assert "touches of the screen: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--kit=three",),
            "--kit: there is no kit three and no such file; kits: one, two, five, hub, columns, usb",
        ),
        (("--kit=hub", "--from=sightings"), "--kit: its readers begin at their registers"),
        (("--kit=one", "--faults=hub-restart=0.1"), "hub-restart: no hub is wired here; take --kit hub"),
        (("--faults=line-cut=0.1",), "line-cut: no hub is wired here; take --kit hub"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("simulate", *words)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert told in err


def test_a_plan_that_is_none_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("simulate", "--kit", of_plan(tmp_path, "[[reader]]\nname = 'play'\n"))) == 2
    assert "wiring.toml" in capsys.readouterr().err


def test_only_a_table_with_a_hub_has_its_faults() -> None:
    assert set(HUB_FAULTS) <= set(make_simulated_table("hub").reader_faults)
    assert not set(HUB_FAULTS) & set(make_simulated_table("five").reader_faults)


def test_nobody_is_warned_of_what_was_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    with without_warnings():
        logging.getLogger("companion.start.real_table.real_table_hardware").warning("the hub is away")
    assert caplog.records == []
    logging.getLogger("companion.start.real_table.real_table_hardware").warning("the hub is away")
    assert len(caplog.records) == 1
