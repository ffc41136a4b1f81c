"""A work by touch: who works, the bonus cards, the value line by line, the income split on the slider."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.metrics import mm

from companion.games.florence.rules.edition import WANTS_BY_PROFESSION
from companion.games.florence.rules.pieces import taggable_pieces
from companion.games.florence.screen.card_choice import WorkerModel
from companion.games.florence.screen.works import WorkModel, WorkView, work_model
from companion.screen.context import UiState
from companion.screen.draw.rect import Rect
from companion.table.messages import ReportInput, TagPresent, TagRemoved, Touch
from companion.table.tags.deck import Deck, make_box_pieces
from companion.table.zones import ZonePlan
from tests.screen import SIZES, in_every_language
from tests.screen.conftest import Sit
from tests.screen.florence.desk import Desk
from tests.screen.harness.driver import Driver

POET = {
    "grid": ["theatre d4 r0"],
    "freedoms": ["travel"],
    "jesters": 2,
    "hand": {"?": 3},
    "table": ["recruiting"],
}
"""The rulebook's example: the poet's work is worth 15."""
RICH = POET | {"bonus": {"?": 2}, "grid": ["theatre d4 r0", "forest a4 r0"], "used": ["each-park"]}
OTHERS = {
    "green": {"hand": {"?": 3}, "table": ["goldsmith"]},
    "orange": {"hand": {"?": 3}},
    "red": {"hand": {"?": 3}, "table": ["lawyer"]},
    "yellow": {"hand": {"?": 3}},
}


def stage(whole: Rect) -> Rect:
    """About where a work is shown on the table's screen, with little room to spare."""
    return Rect(whole.right - mm(99), whole.y + mm(15), mm(97), mm(59.4))


class Work:
    """Blue's work in front of a person."""

    def __init__(
        self,
        sit: Sit,
        blue: dict[str, Any],
        look: UiState | None = None,
        lang: str = "en",
        *size: Any,
        **at: Any,
    ) -> None:
        self.desk = Desk({"blue": blue, **OTHERS}, work_model, WorkView, look, lang, **at)
        self.desk.session.handle_message(Touch("action/work"))
        self.person: Driver = self.desk.before(sit, stage, *size)

    @property
    def sheet(self) -> WorkModel:
        """What is shown."""
        sheet = self.desk.value
        assert isinstance(sheet, WorkModel)
        return sheet

    @property
    def worker(self) -> WorkerModel:
        """The profession that works."""
        assert self.sheet.worker is not None
        return self.sheet.worker

    def tap(self, *things: str) -> Work:
        """One after another."""
        for thing in things:
            self.person.tap(thing)
        return self

    def results(self) -> tuple[str, str]:
        """Florins and prestige as the slider stands, in large numbers."""
        view = self.desk.view
        return tuple(amount.painted_texts[-1].text for amount in (view.florins_view, view.prestige_view))


def test_the_work_of_15_line_by_line_and_every_way_to_split_it(sit: Sit) -> None:
    work = Work(sit, POET).tap("profession/poet")
    assert [(part.text, part.points, part.clause) for part in work.sheet.value_lines] == [
        ("Theatre", 4, "P-B2"),
        ("Lake", 0, "P-B2"),
        ("Travel", 3, "P-B2"),
        ("Jesters", 4, "P-B2"),
        ("Professions", 4, "P-B2"),
    ]
    assert work.person.sees("at least 12")
    assert (work.worker.value, work.worker.reaches_least_value) == (15, True)
    seen = [work.results()]
    while "more/income" in work.person.things():
        seen.append(work.tap("more/income").results())
    assert seen == [(f"{1500 - 200 * points:,}".replace(",", "\u00a0"), str(points)) for points in range(8)]
    work.tap("Complete a work")
    assert work.desk.lines == ("blue work poet take 100",)


def test_the_knob_is_pushed_to_the_amount_and_the_work_is_done(sit: Sit) -> None:
    work = Work(sit, RICH).tap("profession/poet")
    track = work.person.find("slide/income")
    y = track.y + track.height / 2
    work.person.stroke([(track.x + 10, y), (track.x + track.width / 2, y), (track.x + track.width, y)])
    assert work.results() == ("100", "7")
    work.tap("Complete a work")
    assert work.desk.lines == ("blue work poet take 100",)


@pytest.mark.parametrize("first", ["profession", "bonus"])
def test_bonus_cards_and_profession_are_touched_in_any_order(sit: Sit, first: str) -> None:
    bonus = ("open/bonus", "bonus/each-jester", "bonus/each-forest", "open/")
    work = Work(sit, RICH)
    if first == "bonus":
        work.tap(*bonus)
        assert {worker.name: worker.value for worker in work.sheet.workers}["Poet"] == 15 + 4 + 2
        work.tap("profession/poet")
    else:
        work.tap("profession/poet", *bonus)
    assert sorted((part.text, part.points) for part in work.sheet.value_lines[5:]) == [
        ("Forests", 2),
        ("Jesters", 4),
    ]
    work.tap("more/income", "Complete a work")
    assert work.desk.lines == ("blue work poet bonus each-forest each-jester take 1900",)


def test_a_bonus_card_beyond_those_in_the_hand_cannot_be_touched(sit: Sit) -> None:
    work = Work(sit, RICH).tap("open/bonus")
    assert "bonus/each-park" not in work.person.things()  # it was used
    work.tap("bonus/each-jester", "bonus/each-forest")
    assert [thing for thing in work.person.things() if thing.startswith("bonus/")] == []


def test_below_the_least_value_it_says_what_is_missing_and_leads_to_the_bonus_cards(sit: Sit) -> None:
    work = Work(sit, RICH, round=7).tap("profession/painter")
    assert (work.worker.value, work.worker.reaches_least_value) == (11, False)
    assert work.person.sees("at least 17")
    assert work.person.sees("6 more points are needed")
    assert "slide/income" not in work.person.things()
    work.tap("open/bonus", "bonus/each-jester", "bonus/each-category", "open/")
    assert work.worker.value == 11 + 4 + 3
    work.tap("Complete a work")
    assert work.desk.lines == ("blue work painter bonus each-jester each-category take 1800",)


def test_where_hands_are_hidden_the_sheet_tells_nothing_of_them(sit: Sit) -> None:
    hidden = Work(sit, RICH)
    known = RICH | {
        "hand": {"poet": 1, "painter": 1, "sculptor": 1},
        "bonus": {"each-lake": 1, "each-jester": 1},
    }
    told = Desk({"blue": known, **OTHERS}, work_model, WorkView, lang="en")
    told.touch("action/work")
    assert told.value == hidden.sheet
    assert len(hidden.sheet.workers) == len(WANTS_BY_PROFESSION)
    closed = {worker.name for worker in hidden.sheet.workers if not worker.enabled}
    assert closed == {"Goldsmith", "Lawyer"}  # everybody sees them on a table


def test_of_a_hand_that_lies_open_just_its_own_cards_are_shown(sit: Sit) -> None:
    hand = ("profession/poet", "profession/painter", "bonus/each-jester", "prestige/most-lakes")
    work = Work(sit, RICH, UiState(True, ("blue",), "blue", hand))
    assert [worker.name for worker in work.sheet.workers] == ["Painter", "Poet"]
    work.tap("open/bonus")
    assert [thing for thing in work.person.things() if thing.startswith("bonus/")] == ["bonus/each-jester"]
    work.tap("open/", "profession/poet", "Complete a work")
    assert work.desk.lines == ("blue work poet take 1500",)


def test_at_a_virtual_table_the_hand_must_lie_open_first(sit: Sit) -> None:
    work = Work(sit, RICH, UiState(True, ("blue", "green"), "", ()))
    assert work.person.things() == ["look/blue"]
    assert work.sheet.workers == ()


def test_cards_shown_at_the_reader_make_the_same_sheet() -> None:
    desk = Desk({"blue": RICH, **OTHERS}, work_model, WorkView, lang="en")
    touched = Desk({"blue": RICH, **OTHERS}, work_model, WorkView, lang="en")
    deck = Deck("florence", make_box_pieces(taggable_pieces()))
    for at, piece in enumerate(deck.pieces_by_key.values()):
        deck.bind_tag(piece, f"{at:08x}")
    desk.begin(deck, ZonePlan({"play": "reader"}))
    desk.touch("action/work")
    for word in ("bonus/each-jester", "profession/poet"):
        tag = (
            deck.uid_of_piece(next(piece for piece in deck.pieces_by_key.values() if piece.word == word))
            or ""
        )
        for message in (ReportInput(TagPresent("play", tag)), ReportInput(TagRemoved("play", tag))):
            desk.session.handle_message(message)
    desk.show()
    touched.say("action/work", "bonus/each-jester", "profession/poet")
    assert desk.value == touched.value
    desk.say("take/1900 done")
    assert desk.lines == ("blue work poet bonus each-jester take 1900",)


def test_who_can_work_now_is_on_the_first_page_and_all_others_behind_one_touch(sit: Sit) -> None:
    work = Work(sit, RICH)
    every = {worker.touch_target: worker for worker in work.sheet.workers}
    first = [thing for thing in work.person.things() if thing in every]
    assert first == [thing for thing, each in every.items() if each.enabled and each.reaches_least_value]
    others = [thing for thing in work.tap("others").person.things() if thing in every]
    assert {*first, *others} == {thing for thing, each in every.items() if each.enabled}
    assert work.person.faults() == []
    width, stage_left = work.desk.view.rect.width, work.desk.view.rect.x
    assert all(stage_left <= work.person.find(thing).x <= stage_left + width for thing in others)
    assert [thing for thing in work.tap("others").person.things() if thing in every] == first


def test_an_amount_that_was_said_stands_until_it_is_done(sit: Sit) -> None:
    work = Work(sit, RICH).tap("profession/poet")
    work.desk.touch("take/700")
    work.person.rest()
    assert work.results() == ("700", "4")
    assert "slide/income" not in work.person.things()
    work.tap("Done")
    assert work.desk.lines == ("blue work poet take 700",)


@pytest.mark.long(usual="cs-0")
@pytest.mark.parametrize(("lang", "size"), [("cs", 0), ("de", 0), ("nl", 1), ("en", 1)])
def test_everything_fits_in_every_language(sit: Sit, lang: str, size: int) -> None:
    work = Work(sit, RICH, None, lang, SIZES[size])
    faults = [*work.person.faults()]
    for things in (
        ("open/bonus",),
        ("bonus/each-small-building-and-landscape", "open/"),
        ("profession/organ-builder",),
    ):
        faults += work.tap(*things).person.faults()
    assert faults == []


@in_every_language
def test_a_hand_of_few_and_a_work_too_poor_fit_in_every_language(sit: Sit, lang: str) -> None:
    hand = ("profession/organ-builder", "profession/painter", "bonus/each-jester")
    poor = RICH | {"freedoms": [], "grid": []}
    work = Work(sit, poor, UiState(True, ("blue",), "blue", hand), lang, SIZES[0])
    faults = [*work.person.faults(), *work.tap("open/bonus").person.faults()]
    faults += work.tap("open/", "profession/painter").person.faults()
    assert not work.worker.reaches_least_value
    assert faults == []


def test_who_reaches_too_little_with_all_bonus_cards_of_an_open_hand_can_not_be_touched(sit: Sit) -> None:
    poor = RICH | {"freedoms": [], "grid": []}
    for card, enough in (("bonus/each-jester", True), ("bonus/each-builder", False)):
        hand = ("profession/organ-builder", "profession/painter", card)
        sheet = Work(sit, poor, UiState(True, ("blue",), "blue", hand), "en", SIZES[0]).sheet
        assert [worker.enabled for worker in sheet.workers] == [enough, enough]
