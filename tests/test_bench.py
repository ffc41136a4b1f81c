"""deploy/bench says what it measures; how fast this computer is, no test asks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from measuring.checkout_comparison import median_figure

ROOT = Path(__file__).parents[1]
GAME = "Louis XIV"


GROWTH_LINES = [
    f"{GAME}, lines; usual: ",
    *(f"{GAME}: {what}, ms " for what in ("a touch judged", "a line accepted", "the table shown", "resumed")),
    f"{GAME}: ten moves undone, ten times ",
    "dealt evening: a move undone, slope ",
    "evenings kept: the one to go on with, as at each start, slope ",
    "box: a tag laid, slope ",
    "games added: all found at the start, slope ",
    "group: a touch judged, slope ",
]


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / "deploy" / "bench", *words], capture_output=True, text=True, check=False)


@pytest.mark.long(usual=("engine-*", "layout-*", "disk-*"))
@pytest.mark.parametrize(
    ("part", "lines"),
    [
        (
            "engine",
            [f"{GAME}: {line}" for line in ("listed / python-chess asked", "walked / python-chess asked")]
            + [f"{GAME}: 4 players, {how}, whole games/s" for how in ("walked", "played out")],
        ),
        ("shares", [f"{GAME}, walked: "]),
        ("placing", ["legal places of a tile of 7 squares"]),
        ("layout", [f"{GAME}: a layout, ", f"{GAME}: its census"]),
        ("movements", [f"{GAME}: movements of an undo, each move"]),
        ("replay", [f"{GAME}: replay of an evening of", f"{GAME}: replay of 100 in one program"]),
        ("memory", [f"{GAME}: memory after 0 games listed"]),
        (
            "judgements",
            [
                f"{what}, {line}"
                for what in ("a judgement", "a judgement and all the table asks")
                for line in ("99th percentile", "worst")
            ],
        ),
        ("disk", ["journal append, synced", "journal / plain"]),
        ("growth", GROWTH_LINES),
        ("campaigns", [f"{GAME}: 2 games, in one process, games/s", f"{GAME}: the same in "]),
        ("story", [f"{GAME}, 400 lines: its story, {what}" for what in ("opened", "a step")]),
        ("touch", [f"{GAME}: frames a touch causes", f"{GAME}: frames in 0.1 s at rest"]),
        ("footprint", [f"{GAME}: {where}, resumed, anonymous memory" for where in ("screen", "terminal")]),
    ],
)
def test_each_part_prints_its_lines(part: str, lines: list[str]) -> None:
    ran = bench("--tiny", "--only", part)
    assert not ran.stderr
    assert ran.returncode == ("MISSED" in ran.stdout)
    said = ran.stdout.splitlines()
    assert said[0].startswith("CPython 3.")
    assert said[1] == f"-- {part}"
    for line in lines:
        assert any(each.startswith(line) for each in said), f"no line begins with {line!r}"


SPEEDS = (" 1 MHz", " 4 MHz", "10 MHz")
TABLES = (" 1", " 5", "13")
RESTING = [f"12 at rest, {what}: " for what in ("empty", "a sticker on each")]
LAID = "percentile of 3 tags laid to heard: "

HUB_AIMS = {
    **{f"{what}{share}": "under 60%" for what in RESTING for share in ("the hub scans", "with its turns")},
    **{f"{what}scans/s of each": "at least 10" for what in RESTING},
    f"99th {LAID}hub, 1 hand": "under 100 ms",
}
ON_THE_CLOCK = [
    "empty poll, 8 transfers; on an emulated Pico 1.6 ms",
    "identification and HLTA, 43 transfers; on an emulated Pico 10 ms",
    *(f"{what}bytes/s from the hub, to it" for what in RESTING),
    "a tag that comes, bytes on the line, and of its acknowledgement",
    *(f"50th {LAID}{who}, {hands}" for who in ("hub", "the Pi's own") for hands in ("1 hand", "4 hands")),
]
IN_MICROPYTHON = [
    *(f"{kind}, driver alone: " for kind in ("empty poll", "identification", "confirmation")),
    *(f"{kind}, frames/s: " for kind in ("SAID, UID of 7 bytes", "longest STATE")),
    "a hub's turn, nothing due: ",
    *(f"{what} through the pipe: " for what in ("an SPI frame", "empty polls/s", "identifications/s")),
    *(
        f"99th percentile of 2 tags laid to heard: {who}, real time"
        for who in ("MicroPython", "the Pi's own")
    ),
]


@pytest.mark.long(usual="radio-*")
@pytest.mark.parametrize(
    ("part", "wanted", "beside"),
    [
        (
            "radio",
            {
                f"{speed}: {kind}, {how}": limit
                for speed in SPEEDS
                for kind, limit in (("empty poll", "at most 1.5 ms"), ("identification", "at most 1.4 x"))
                for how in ("", "with Python's own")
            },
            [
                f"{speed}: {kind}, {what}"
                for speed in SPEEDS
                for kind in ("empty poll", "identification", "confirmation")
                for what in ("stock package", "in real time here")
            ],
        ),
        (
            "readers",
            {
                f"{n} at rest, {what}: ": "under 3 %"
                for n in TABLES
                for what in ("empty", "a sticker on each")
            },
            [f"{n} threads{what}" for n in TABLES for what in (" that only sleep", ", virtual chips: ")],
        ),
        (
            "tags",
            {f"{GAME}: 13 readers, 3 tags, laid to announced, 99th": "under 100 ms"},
            [f"{GAME}: 13 readers, 3 tags, laid to announced, 50th"],
        ),
        ("hub", HUB_AIMS, [*ON_THE_CLOCK, *IN_MICROPYTHON]),
    ],
)
def test_what_readers_must_reach_stands_beside_each_figure(
    part: str, wanted: dict[str, str], beside: list[str]
) -> None:
    ran = bench("--tiny", "--only", part)
    assert not ran.stderr
    assert ran.returncode == ("MISSED" in ran.stdout)
    said = ran.stdout.splitlines()
    for line, limit in wanted.items():
        found = [each for each in said if each.startswith(line)]
        assert found, f"no line begins with {line!r}"
        assert limit in found[0]
        assert found[0].endswith((": reached", ": MISSED"))
    for line in beside:
        found = [each for each in said if each.startswith(line)]
        assert found, f"no line begins with {line!r}"
        assert not found[0].endswith((": reached", ": MISSED"))


@pytest.mark.long(usual="MicroPython")
@pytest.mark.parametrize(
    ("part", "gone", "kept", "left_out", "said"),
    [
        (
            "hub",
            "from hardware.virtual.unix_port import process; process.MICROPYTHON_PATH = Path('nowhere')",
            ON_THE_CLOCK,
            IN_MICROPYTHON,
            "is measured in a real MicroPython, too: deploy/setup --tests brings it",
        ),
        (
            "engine",
            "import importlib.metadata as known; known.version = lambda name: known.distribution('no ' + name)",
            [],
            [f"{GAME}: "],
            "is measured against python-chess: deploy/setup --tests brings it",
        ),
    ],
    ids=["MicroPython", "python-chess"],
)
def test_what_is_not_here_is_named_in_one_line_and_the_rest_is_measured(
    part: str, gone: str, kept: Sequence[str], left_out: Sequence[str], said: str
) -> None:
    begin = f"import runpy, sys; from pathlib import Path; sys.path.insert(0, 'deploy'); {gone}; "
    start = (
        f"sys.argv[1:] = ['--tiny', '--only', {part!r}]; runpy.run_path('deploy/bench', run_name='__main__')"
    )
    words = [sys.executable, "-c", begin + start]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not ran.stderr
    assert ran.returncode == ("MISSED" in ran.stdout)
    lines = ran.stdout.splitlines()
    assert [line for line in lines if "deploy/setup" in line] == [said]
    assert all(any(line.startswith(each) for line in lines) for each in kept)
    assert not any(line.startswith(each) for line in lines for each in left_out)


def test_another_checkout_stands_beside_this_one() -> None:
    ran = bench("--tiny", "--only", "disk", "--against", str(ROOT), "--rounds", "1")
    assert (ran.stderr, ran.returncode) == ("", 0)
    said = {line[:67].strip(): line[67:].split() for line in ran.stdout.splitlines()}
    assert said["median"] == ["other", "this", "this", "/", "other"]
    other, this, ratio = (float(figure) for figure in said["journal append, synced"])
    assert other > 0
    assert ratio == pytest.approx(this / other, rel=0.2), "medians are rounded"


def test_a_figure_that_only_one_checkout_has_is_not_compared() -> None:
    here = {"journal / plain": 1.0, "journal append, synced": 0.2}
    assert median_figure([here, {"journal / plain": 3.0}, {"journal / plain": 2.0}], "journal / plain") == 2.0
    assert median_figure([here, {"journal / plain": 3.0}], "journal append, synced") is None


def test_a_part_it_does_not_know_is_refused() -> None:
    ran = bench("--only", "engines")
    assert ran.returncode == 2
    assert "invalid choice: 'engines'" in ran.stderr
