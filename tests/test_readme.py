"""What README shows is true: its record is judged as it says, its commands and files are there."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest

from companion.cli import make_parser
from companion.export.referee import answer_record

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def record() -> bytes:
    """The record in README, as a file."""
    start = README.index("    herald 1\n")
    lines = README[start:].split("\n\n")[0].splitlines()
    return "".join(line.removeprefix("    ") + "\n" for line in lines).encode()


def test_the_record_is_accepted_up_to_its_last_line() -> None:
    answers = list(answer_record(BytesIO(record()), "en"))
    assert ["refused" in answer for answer in answers] == [False, False, False, True]


def test_the_last_line_is_refused_for_the_reason_it_gives() -> None:
    *_, last = answer_record(BytesIO(record()), "en")
    assert (last["clause"], last["code"]) == ("L-2.4", "two-directions")
    for person in ("Condé", "Montespan", "Anne"):
        assert person in last["text"]


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`herald (\w+)", README))))
def test_its_commands_are_there(command: str) -> None:
    assert command in make_parser(()).format_help()


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_its_links_and_pictures_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_no_picture_of_a_whole_screen_is_kept_that_it_does_not_show() -> None:
    kept = {path.stem for path in (ROOT / "tests/pictures").glob("*.png")}
    assert kept == set(re.findall(r"tests/pictures/([\w-]+)\.png", README))
