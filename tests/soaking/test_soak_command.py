"""deploy/soak as people start it: its parts, its table, and what is left of it when they end it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from soaking.soak_tally import PartUnavailableError, SoakRequest, SoakTally
from soaking.watched_calls import compile_library

SOAK = Path(__file__).parents[2] / "deploy" / "soak"


@pytest.fixture
def soak() -> ModuleType:
    loader = SourceFileLoader("soak", str(SOAK))
    spec = spec_from_loader("soak", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def run(
    soak: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["soak", *words])
    monkeypatch.setenv("HERALD_HOME", "nowhere")  # soaking sets it
    status = soak.main()
    return status, capsys.readouterr().out


def test_every_part_has_its_function_and_stands_in_the_list(
    soak: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, listed = run(soak, monkeypatch, capsys, "--list")
    assert status == 0
    assert [line.split()[0] for line in listed.splitlines()] == [*soak.PARTS]
    assert all(callable(soak.part(name)) for name in soak.PARTS)


@pytest.mark.parametrize("words", [("nothing",), ("--times", "0"), ("--jobs", "0"), ("--seed", "0")])
def test_what_cannot_be_is_said_and_nothing_is_tried(
    soak: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
) -> None:
    with pytest.raises(SystemExit) as left:
        run(soak, monkeypatch, capsys, *words)
    assert left.value.code == 2
    assert capsys.readouterr().out == ""


def some_losses(request: SoakRequest) -> Iterator[SoakTally]:
    tally = SoakTally()
    for number in range(request.times):
        yield (tally := tally.count(lost=f"case {number}" if number == 1 else ""))


def ended_by_hand(request: SoakRequest) -> Iterator[SoakTally]:
    yield SoakTally(tried=7)
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("tried", "status", "row"), [(some_losses, 1, ["3", "1", "0"]), (ended_by_hand, 130, ["7", "0", "0"])]
)
def test_the_table_tells_what_was_found_also_when_somebody_ends_it(
    soak: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tried: object,
    status: int,
    row: list[str],
) -> None:
    monkeypatch.setattr(soak, "part", lambda name: tried)
    found, told = run(soak, monkeypatch, capsys, "kills", "--times", "3")
    assert found == status
    _, first, *faults = told.splitlines()
    assert first.split()[:4] == ["kills", *row]
    assert faults == ["    case 1"] * (tried is some_losses)


def test_without_a_compiler_people_are_told_what_to_install_and_it_is_no_success(
    soak: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PartUnavailableError):
        compile_library(tmp_path)
    status, told = run(soak, monkeypatch, capsys, "kills", "blocks", "--times", "1")
    assert status == 1
    assert told.count("not tried   kills, errors and blocks need a C compiler: sudo apt-get install gcc") == 2
