"""An evening as a page: its numbers, its words, that it fetches nothing, and how it lies on a screen and on paper."""

from __future__ import annotations

import html
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.export import html_report
from companion.export.evening_result import ToldEvening, load_told_evening
from companion.export.html_report import leaders, turning_points
from companion.export.result_files import RESULT_FILES, result_html
from companion.rules.errors import HeraldError
from companion.rules.record import EveningTable, RecordHeader
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.voice.evening_text import Story, tell_refusal
from companion.voice.language import languages
from companion.voice.narration import Majority
from companion.voice.ranking_text import format_signed_points
from tests.export.test_report import ended, written
from tests.export.test_result import FIVE, RECORDS, every_record
from tests.start.test_secrets_told import kept
from tests.table.twins import script
from tests.tables import setup

FOUR = next(record for record in RECORDS if record.match("louis_xiv/records/four-players.herald"))
VOID = {"meta", "br", "path", "polyline"}
"""Elements that are not closed; those of the drawings close themselves."""
HOSTILE = (
    "<script>alert(1)</script>",
    "\U0001f600\U0001f3f4" * 9,
    "\u05d0\u05e0\u05d4 \u05dc\u05d5\u05d9",
    "W" * 200,
)


class Element:
    """An element of a page."""

    def __init__(self, tag: str, classes: str = "") -> None:
        self.tag, self.classes = tag, classes.split()
        self.children: list[Element | str] = []

    @property
    def text(self) -> str:
        """All that is written in it."""
        parts = (each if isinstance(each, str) else each.text for each in self.children)
        return re.sub(r"\s+", " ", "".join(parts)).strip()

    def all(self, tag: str = "", name: str = "") -> Iterator[Element]:
        """Those of that tag and class in it, at any depth."""
        for each in self.children:
            if isinstance(each, Element):
                if tag in ("", each.tag) and (not name or name in each.classes):
                    yield each
                yield from each.all(tag, name)

    def one(self, tag: str = "", name: str = "") -> Element:
        """The first of those."""
        return next(self.all(tag, name))


class Page(HTMLParser):
    """A page as a browser reads it."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.root = Element("")
        self.open = [self.root]
        self.feed(page.decode())
        assert len(self.open) == 1  # whatever was opened is closed

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs).get("class") or "")
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs).get("class") or ""))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def page_of(evening: ToldEvening) -> Element:
    return Page(result_html(evening)).root


def number_in(element: Element) -> int:
    return int(element.text.replace("\N{MINUS SIGN}", "-"))


def won_in(fold: Element) -> int:
    """The sum of what is written in the lines of a fold."""
    return sum(number_in(line.one("span", "won")) for line in fold.one("ul", "lines").all("li"))


def renamed(evening: ToldEvening, *names: str) -> ToldEvening:
    """The evening, played by people of these names."""
    by_colour = evening.voice.translator.names_by_colour
    voice = type(evening.voice)(
        evening.result.game, dict(zip(by_colour, names, strict=True)), evening.result.language
    )
    players = tuple(
        replace(player, name=name) for player, name in zip(evening.result.players, names, strict=True)
    )
    return ToldEvening(replace(evening.result, players=players), evening.history, voice, evening.refusals)


# -- the numbers


@every_record
def test_every_number_is_that_of_the_result_and_its_fold_adds_up_to_it(record: Path) -> None:
    evening = load_told_evening(record, "cs")
    result, page = evening.result, page_of(evening)
    points = {player.name: player.points for player in result.players}
    seats = {each.one("span", "name").text: each for each in page.all("details", "seat")}
    assert {name: number_in(seat.one("span", "number")) for name, seat in seats.items()} == points
    for name, seat in seats.items():
        kinds = [*seat.all("details", "kind")]
        for kind in kinds:
            assert number_in(kind.one("span", "number")) == won_in(kind)
        assert sum(map(won_in, kinds)) == points[name]
    before = dict.fromkeys(points, 0)
    told = [each for each in result.rounds if any(each.points.values())]
    rounds = [each for each in page.all("div", "round") if [*each.all("div", "shares")]]
    assert len(rounds) == len(told)
    for each, shown in zip(told, rounds, strict=True):
        folds = (row for row in shown.one("div", "shares").all("details") if "clause" not in row.classes)
        rows = {row.one("span", "name").text: row for row in folds}
        now = {player.name: each.points[player.colour] for player in result.players}
        assert {name: number_in(row.one("span", "number")) for name, row in rows.items()} == now
        gained = {name: number_in(row.one("summary").one("span", "won")) for name, row in rows.items()}
        assert gained == {name: now[name] - before[name] for name in now}
        assert gained == {name: won_in(row) for name, row in rows.items()}
        before = now


def test_a_planted_wrong_number_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        html_report, "format_signed_points", lambda number: format_signed_points(number + (number == 5))
    )
    with pytest.raises(AssertionError):
        test_every_number_is_that_of_the_result_and_its_fold_adds_up_to_it(FOUR)


@every_record
def test_behind_every_line_of_points_is_its_clause(record: Path) -> None:
    page = page_of(load_told_evening(record, "en"))
    for fold in (each for each in page.all("details", "kind")):
        cited = {small.text for small in fold.one("ul", "lines").all("small")}
        assert {clause.one("b").text for clause in fold.all("details", "clause")} == cited
        assert all(clause.one("p").text for clause in fold.all("details", "clause"))


def test_the_chart_shows_every_point_and_needs_no_colour() -> None:
    evening = load_told_evening(FIVE, "en")
    chart = html_report._chart(evening.result.rounds, [*html_report._seats(evening)])
    assert len({seat.sign for seat, _ in chart.lines}) == len({seat.dashes for seat, _ in chart.lines}) == 5
    height = {points: y for y, points in chart.ticks}
    one = (height[0] - height[20]) / 20
    for seat, marks in chart.lines:
        shown = [round((height[0] - y) / one) for _, y in marks]
        assert shown == [each.points[seat.player.colour] for each in evening.result.rounds]


@pytest.mark.parametrize(
    ("record", "kind", "pattern"),
    [
        ("florence/records/five*", "work", r"Value (\d+): (.*?)\."),
        ("kabale/records/two*", "counted", r": (\d+) points?\. \w+: (.*?)\."),
    ],
)
def test_what_a_number_is_made_of_is_told_and_adds_up(record: str, kind: str, pattern: str) -> None:
    result = load_told_evening(next(each for each in RECORDS if each.match(record)), "en").result
    lines = [line for player in result.players for line in player.ledger if line.kind == kind]
    found = [made for line in lines for made in re.findall(pattern, line.reason)]
    assert len(found) == len(lines) > 1
    for number, parts in found:
        assert sum(int(part.split()[-1]) for part in parts.split(", ")) == int(number)


# -- looking back


def test_the_chart_holds_any_number_of_points() -> None:
    evening = load_told_evening(FIVE, "en")
    rounds = tuple(
        replace(each, points={who: points * 10**6 for who, points in each.points.items()})
        for each in evening.result.rounds
    )
    page = result_html(replace(evening, result=replace(evening.result, rounds=rounds))).decode()
    assert ">80000000</text>" in page


def test_turning_points_are_the_rounds_whose_leader_changed() -> None:
    assert [*turning_points(load_told_evening(FIVE, "en").result.rounds)] == [
        (2, ("blue",), ("orange", "red")),
        (4, ("yellow",), ("blue",)),
    ]
    assert leaders({"blue": 3, "red": 3}) == ()


def test_a_game_that_has_points_at_its_end_alone_has_a_page() -> None:
    evening = load_told_evening(FIVE, "en")
    result = evening.result
    rounds = tuple(replace(each, points={}) for each in result.rounds[:-1])
    assert result_html(replace(evening, result=replace(result, rounds=(*rounds, result.rounds[-1]))))
    assert result_html(replace(evening, result=replace(result, rounds=rounds)))


SAID = {
    "kabale": r"wins with ([\d½]+), next ([\d½]+)",
    "louis-xiv": r"(?:Anna|Bert|Carla|Dirk) has most \(\w+ (\d+)(?:, \w+ (\d+))?",
}
"""How the game says by how much something was won."""


@every_record
def test_majorities_are_as_the_sentences_have_them(record: Path) -> None:
    evening = load_told_evening(record, "en")
    said = " ".join(" ".join(line.sentences) for line in Story(evening.history, (), evening.voice))
    pattern = SAID.get(evening.result.game, "$^")
    leads = [
        Fraction(more.replace("½", ".5")) - Fraction((less or "0").replace("½", ".5"))
        for more, less in re.findall(pattern, said)
    ]
    shown = [
        Fraction(each.one("b").text.rpartition(" by ")[2].replace("½", ".5"))
        for listed in page_of(evening).all("ul", "majorities")
        for each in listed.all("li")
        if " by " in each.one("b").text
    ]
    assert bool(shown) == (evening.result.game != "florence")
    assert Counter(each for each in leads if each > 0) <= Counter(shown)


@pytest.mark.parametrize(
    ("counts", "winners", "lead"),
    [
        ({"blue": 5, "red": 3, "green": 1}, ("blue",), 2),
        ({"blue": 4}, ("blue",), 4),
        ({"blue": 1.5, "red": 4}, ("blue",), 2.5),  # the lowest sum won
        ({"blue": 3, "red": 3}, ("blue",), 0),
        ({"blue": 3, "red": 3}, ("blue", "red"), 0),
        ({"blue": 3, "red": 3}, (), 0),
        ({"red": 3}, ("blue",), 0),
    ],
)
def test_by_how_much_a_majority_was_won(
    counts: dict[str, float], winners: tuple[str, ...], lead: float
) -> None:
    assert Majority("", counts, winners).lead == lead


@every_record
def test_all_that_was_told_is_there_once(record: Path) -> None:
    evening = load_told_evening(record, "cs")
    page = page_of(evening)
    story = [*Story(evening.history, evening.refusals, evening.voice)]
    listed = [each for round_ in page.all("div", "round") for each in round_.all("ol", "told")]
    assert sorted(
        (number_in(line.one("span", "line")), line.text) for each in listed for line in each.all("li")
    ) == sorted(
        (line.number, " ".join(filter(None, (str(line.number), *line.sentences, line.clause))))
        for line in story
    )
    aside = [*page.all("ol", "told")][len(listed) :]
    assert sum(len([*each.all("li")]) for each in aside) == sum(line.kind != "line" for line in story)


def test_what_was_refused_is_told_where_it_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "2026-11-20-2005-louis-xiv.herald"
    session = Session.create(path, RecordHeader("louis-xiv", setup(3), table=EveningTable()))
    session.handle_message(EnterLine("table money 4 2"))
    assert "Nothing was refused" in page_of(load_told_evening(path, "en")).text
    session.handle_message(EnterLine("undo 9"))
    session.close()
    evening = load_told_evening(path, "en")
    assert evening.refusals is not None
    (refused,) = evening.refusals
    text = page_of(evening).text
    assert tell_refusal(refused, evening.voice) in text
    assert "20. 11. 2026 20:05" in text
    old = written(tmp_path, RecordHeader("louis-xiv", setup(3)), "table money 4 2")
    assert "was not kept" in page_of(load_told_evening(old, "en")).text


# -- a stranger's bytes


@pytest.mark.parametrize("lang", languages())
def test_it_fetches_nothing_and_runs_nothing_and_names_are_text(lang: str) -> None:
    evening = renamed(load_told_evening(FOUR, lang), *HOSTILE)
    page = result_html(evening).decode()
    for forbidden in (
        "<script",
        "http:",
        "https:",
        "src=",
        "href",
        "url(",
        "@import",
        "<link",
        "<iframe",
        " on",
    ):
        within = page.replace("alert(1)", "") if forbidden != " on" else "".join(re.findall("<[^>]*>", page))
        assert forbidden not in within.lower()
    assert "default-src 'none'" in page
    root = page_of(evening)
    assert {element.tag for element in root.all()} <= {
        *("html", "head", "meta", "title", "style", "body", "header", "main", "section", "footer"),
        *("h1", "h2", "h3", "h4", "p", "div", "span", "small", "b", "bdi", "br", "ul", "ol", "li"),
        *("details", "summary", "svg", "path", "polyline", "text"),
    }
    assert {seat.one("span", "name").text for seat in root.all("details", "seat")} == {*HOSTILE}


def test_nothing_hidden_of_an_unfinished_evening_is_in_any_file(tmp_path: Path) -> None:
    told = script(3, Random(1), 1)
    assert told.others
    for lines in range(1, len(told.lines) + 1, 4):
        one, other = (
            load_told_evening(kept(tmp_path / name, told, first, lines), "cs")
            for name, first in (("one", True), ("other", False))
        )
        assert not one.result.is_over
        for kind in ("json", "csv", "html"):
            assert RESULT_FILES[kind][1](one) == RESULT_FILES[kind][1](other)


def test_evenings_of_every_version_have_their_page() -> None:
    for record in (Path(__file__).parents[1] / "version_before/home/evenings").glob("*.herald"):
        assert page_of(load_told_evening(record, "cs")).one("h1").text


@pytest.mark.parametrize(
    "record",
    ["", "nonsense\n", "# herald 1\ngame gone\nseat blue Anna\nseat red Bert\nstart blue\n", "game kabale\n"],
)
def test_of_what_is_no_evening_there_is_one_sentence(tmp_path: Path, record: str) -> None:
    path = tmp_path / "evening.herald"
    path.write_text(record, encoding="utf-8")
    with pytest.raises(HeraldError) as wrong:
        load_told_evening(path, "en")
    assert str(wrong.value)
    assert "\n" not in str(wrong.value)
    assert path.read_text(encoding="utf-8") == record


def test_an_evening_that_began_in_the_middle_has_its_page(tmp_path: Path) -> None:
    page = page_of(load_told_evening(ended(tmp_path), "en"))
    (anna,) = (each for each in page.all("details", "seat") if each.one("span", "name").text == "Anna")
    assert "There at the start" in anna.text


def test_the_command_prints_it_or_puts_it_into_a_folder(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    page = result_html(load_told_evening(FOUR, "de"))
    assert main(["report", str(FOUR), "--html", "--lang", "de"]) == 0
    assert capsysbinary.readouterr().out == page
    assert main(["report", str(FOUR), "--html", "--lang", "de", "--to", str(tmp_path)]) == 0
    assert (tmp_path / "four-players.html").read_bytes() == page


# -- in a browser

MEASURE = """<!DOCTYPE html><body>%s<script>
onload = () => {
  const widths = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument;
    for (const fold of page.querySelectorAll("details")) fold.open = true;
    return page.documentElement.scrollWidth;
  });
  document.body.textContent = "widths " + widths.join(" ");
};
</script></body>"""
"""A page that opens all folds of the pages in it, and says how wide each then is."""
SIZES = (360, 1200)


def chromium(folder: Path, page: Path, *arguments: str) -> str:
    """What Chromium prints of a page."""
    quiet = ("no-first-run", "disable-background-networking", "disable-component-update", "disable-sync")
    options = ("headless", "no-sandbox", "disable-gpu", *quiet, f"user-data-dir={folder / 'profile'}")
    done = subprocess.run(
        ["chromium", *(f"--{option}" for option in options), *arguments, page.as_uri()],
        capture_output=True,
        check=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout.decode(errors="replace")


@pytest.mark.long(usual="four")
@pytest.mark.parametrize("record", [FOUR, FIVE], ids=["four", "five"])
def test_nothing_is_wider_than_the_screen_whatever_people_are_called(tmp_path: Path, record: Path) -> None:
    evening = load_told_evening(record, "cs")
    names = (*HOSTILE, "\u202eevE")[: len(evening.result.players)]
    shown = html.escape(result_html(renamed(evening, *names)).decode())
    frames = "".join(
        f'<iframe style="width:{size}px;height:700px;border:0" srcdoc="{shown}"></iframe>' for size in SIZES
    )
    page = tmp_path / "measure.html"
    page.write_text(MEASURE % frames, encoding="utf-8")
    said = chromium(tmp_path, page, "--dump-dom", "--hide-scrollbars", "--window-size=1300,800")
    assert re.findall(r"widths ([0-9 ]+)", said) == [" ".join(map(str, SIZES))]


def test_a_page_that_is_too_wide_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "measure.html"
    wide = html.escape("<!DOCTYPE html><p style='width:400px'>wide</p>")
    page.write_text(
        MEASURE % f'<iframe style="width:360px;border:0" srcdoc="{wide}"></iframe>', encoding="utf-8"
    )
    assert "widths 408" in chromium(tmp_path, page, "--dump-dom")


def test_it_prints_on_a_few_pages_with_the_whole_ledger(tmp_path: Path) -> None:
    """Folds of points are open on paper, those of the lines of the evening are not."""
    counts = []
    for ledger in (True, False):
        evening = load_told_evening(FOUR, "cs")
        text = result_html(evening).decode()
        page = tmp_path / f"{ledger}.html"
        page.write_text(text if ledger else text.replace("details-content", "nothing"), encoding="utf-8")
        made = page.with_suffix(".pdf")
        chromium(tmp_path, page, f"--print-to-pdf={made}", "--no-pdf-header-footer")
        counts.append(len(re.findall(rb"/Type ?/Page\b(?!s)", made.read_bytes())))
    whole, folded = counts
    assert folded < whole <= 8
