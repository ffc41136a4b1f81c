"""What README and the guide show is true: commands, records, pictures and files are there. The links of all pages lead
somewhere.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from companion.cli import make_parser
from companion.export.referee import answer_record
from hardware.wiring_plan import KIT_NAMES

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
GUIDE = ROOT / "companion" / "guide"
SHOWING_PAGES = (README, *sorted(GUIDE.glob("*.md")))
"""The pages for players: README and the guide."""
PROSE_PAGES = (
    *SHOWING_PAGES,
    *(
        ROOT / name
        for name in (
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "wiring.md",
            "firmware/README.md",
            "firmware/PROTOCOL.md",
        )
    ),
)
"""The pages that are written by hand for people."""
MAX_README_LINES = 90
"""Two screens."""

LINK = re.compile(r"\]\(([^)\s]+)\)")
PICTURE = re.compile(r"tests/pictures/([\w-]+)\.png")


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def tracked_pages() -> list[str]:
    """The paths of all Markdown files in the repository, as git has them."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return sorted(name for name in listed.stdout.split("\0") if name and (ROOT / name).exists())


@cache
def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", re.sub(r"(?ms)^```.*?^```$", "", text_of(page)), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w -]", "", plain.strip().lower()).replace(" ", "-")
        again = sum(re.fullmatch(rf"{re.escape(anchor)}(-\d+)?", each) is not None for each in found)
        found.add(f"{anchor}-{again}" if again else anchor)
    return found


def broken_links(page: Path) -> Iterator[str]:
    """The relative links and pictures of a page that lead nowhere."""
    for link in LINK.findall(text_of(page)):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


def commands_shown() -> set[str]:
    """Every command of `herald` with its arguments, as the pages show it."""
    shown: set[str] = set()
    for page in PROSE_PAGES:
        text = text_of(page)
        shown |= set(re.findall(r"`(?:\.venv/bin/)?herald( [^`]*)?`", text))
        shown |= set(re.findall(r"^ +\.venv/bin/herald( .*?)?(?: +#.*)?$", text, re.MULTILINE))
    return shown


def exit_status(arguments: list[str]) -> object:
    """With what `herald` ends that only reads its command line."""
    try:
        make_parser(arguments).parse_args(arguments)
    except SystemExit as end:
        return end.code
    return 0


def record() -> bytes:
    """The record on the page about records, as a file."""
    page = text_of(GUIDE / "records.md")
    lines = page[page.index("    herald 1\n") :].split("\n\n")[0].splitlines()
    return "".join(line.removeprefix("    ") + "\n" for line in lines).encode()


def test_the_record_is_accepted_up_to_its_last_line() -> None:
    answers = list(answer_record(BytesIO(record()), "en"))
    assert ["refused" in answer for answer in answers] == [False, False, False, True]


def test_the_last_line_is_refused_for_the_reason_it_gives() -> None:
    *_, last = answer_record(BytesIO(record()), "en")
    assert (last["clause"], last["code"]) == ("L-2.4", "two-directions")
    for person in ("Condé", "Montespan", "Anne"):
        assert person in last["text"]


@pytest.mark.parametrize("shown", sorted(commands_shown()))
def test_a_command_is_there_with_its_options(shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = shlex.split(shown)
    if re.fullmatch(r"[a-z -]*", shown) and "--" not in shown:  # only the command's name
        arguments.append("--help")
    assert exit_status(arguments) == 0, capsys.readouterr().err


def test_programs_kits_and_folders_that_are_named_are_there() -> None:
    for page in SHOWING_PAGES:
        text = text_of(page)
        named = set(re.findall(r"(?<![\w~]/)(?<![\w.-])((?:deploy|hardware|firmware)/[\w/.-]*\w)", text))
        assert [name for name in sorted(named) if not (ROOT / name).exists()] == [], page.name
        assert set(re.findall(r"--kit ([a-z]+)", text)) <= set(KIT_NAMES), page.name


def test_the_firmware_page_names_every_module_and_no_other() -> None:
    folder = ROOT / "firmware"
    named = set(re.findall(r"`([\w/]+\.py)`", text_of(folder / "README.md"))) - {"main.py"}  # that is made
    assert {path.name for path in folder.glob("*.py")} - {"__init__.py"} == {n for n in named if "/" not in n}
    assert [name for name in named if "/" in name and not (ROOT / name).exists()] == []


@pytest.mark.parametrize("name", tracked_pages())
def test_links_and_pictures_lead_somewhere(name: str) -> None:
    assert list(broken_links(ROOT / name)) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One `two` (three)\n# Same\n# Same\n```\n# No heading\n```\n"
        "[a](#one-two-three) [b](#same-1) [c](page.md#same) [d](https://example.org/nothing)\n"
        "[e](#two) ![f](none.png) [g](page.md#same-2) [h](#no-heading)\n",
        encoding="utf-8",
    )
    assert list(broken_links(page)) == ["#two", "none.png", "page.md#same-2", "#no-heading"]


def test_no_picture_of_a_whole_screen_is_kept_that_they_do_not_show() -> None:
    kept = {path.stem for path in (ROOT / "tests/pictures").glob("*.png")}
    assert kept == {name for page in SHOWING_PAGES for name in PICTURE.findall(text_of(page))}


def test_readme_is_two_screens_with_one_picture() -> None:
    assert len(text_of(README).splitlines()) <= MAX_README_LINES
    assert len(PICTURE.findall(text_of(README))) == 1


@pytest.mark.parametrize("of", [README, GUIDE / "README.md"], ids=["README", "the guide"])
def test_every_page_of_the_guide_is_listed(of: Path) -> None:
    linked = {(of.parent / link.partition("#")[0]).resolve() for link in LINK.findall(text_of(of))}
    assert {page.resolve() for page in GUIDE.glob("*.md")} - {GUIDE / "README.md"} <= linked


@pytest.mark.parametrize("page", PROSE_PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_people_are_they(page: Path) -> None:
    assert re.findall(r"\b(?:he|she|him|his|her|hers|himself|herself)\b", text_of(page), re.IGNORECASE) == []
