"""Compares this checkout's table with another's, measured in turns, so that other load affects both."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

FIGURE_LINE = re.compile(r"(?P<what>.*\S)\s{2,}(?P<number>[\d,.]+|inf)(?P<unit>%?\S*(?: \S+)*?)(?:\s{2,}.*)?")
THIS_CHECKOUT = Path(__file__).resolve().parents[2]

FigureByName = Mapping[str, float]


def compare_checkouts(other: Path, arguments: Sequence[str], rounds: int) -> Iterator[str]:
    """Lines to print: each figure that both checkouts have, the medians of both, and their ratio.

    `arguments` are those of `deploy/bench`. Raises OSError where the other checkout has no bench.
    """
    measured: dict[Path, list[FigureByName]] = {other: [], THIS_CHECKOUT: []}
    for number in range(rounds):
        for checkout in (other, THIS_CHECKOUT) if number % 2 == 0 else (THIS_CHECKOUT, other):
            measured[checkout].append(parse_figures(run_bench(checkout, arguments)))
        yield f"round {number + 1} of {rounds} is measured"
    yield f"{'median':<67}{'other':>12}{'this':>12}{'this / other':>14}"
    for what in measured[THIS_CHECKOUT][0]:
        before, now = (median_figure(measured[each], what) for each in (other, THIS_CHECKOUT))
        if before is None or now is None:
            yield f"{what:<67}{'':12}{'only here':>12}"
        else:
            yield f"{what:<67}{before:12,.2f}{now:12,.2f}{now / before if before else 1:14.3f}"


def run_bench(checkout: Path, arguments: Sequence[str]) -> str:
    """The output of a checkout's bench; missed targets do not matter here."""
    bench = checkout / "deploy/bench"
    return subprocess.run(
        [bench, *arguments], cwd=checkout, capture_output=True, text=True, check=False
    ).stdout


def parse_figures(printed: str) -> FigureByName:
    """Name of a figure -> its number, in any unit."""
    found = (FIGURE_LINE.fullmatch(line) for line in printed.splitlines())
    return {each["what"]: float(each["number"].replace(",", "")) for each in found if each is not None}


def median_figure(rounds: Sequence[FigureByName], what: str) -> float | None:
    """The median of a figure over the rounds; None where one of them has none."""
    values = [each[what] for each in rounds if what in each]
    return median(values) if len(values) == len(rounds) else None
