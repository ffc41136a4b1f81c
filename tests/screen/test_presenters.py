"""What any game's table says of points and of what is told, as values, without a window."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games import game_rules, load_plugin_part
from companion.rules.game import GameSetup, Seat
from companion.rules.history import FrozenHistory
from companion.rules.movements import Movement
from companion.rules.position import Outcome
from companion.screen.context import UiState
from companion.screen.default.piece_faces import movement_symbol
from companion.screen.draw.painter import PROMPT_SPACING, _wrap_text, fit_text
from companion.screen.draw.theme import BAR_HEIGHT, PROMPT_TEXT
from companion.screen.overlays.reports import EventReporter, PendingReport, ReportsTableOverlay
from companion.screen.overlays.standing import chart_columns, make_ranking
from companion.screen.presenters.table_presenter import make_final_prompt
from companion.screen.report_models import MovementListModel, ReportModel
from companion.screen.view_models import ChoiceModel, MovementModel, SymbolCountModel
from companion.screen.widgets.table_frame import PromptBar
from companion.voice.language import languages
from companion.voice.ranking_text import format_signed_points, ranking_text
from companion.voice.voice import Voice
from tests.ours import FIRST, GAMES
from tests.screen.harness.album import PEOPLE
from tests.screen.harness.plain import moments

SEATS = (Seat("blue", "Anna"), Seat("yellow", "Bert"), Seat("red", "Carla"))
SCENE: Any = SimpleNamespace(
    snapshot=SimpleNamespace(setup=GameSetup(SEATS, "blue")),
    voice=Voice(FIRST, {seat.colour: seat.name for seat in SEATS}, "en"),
)


def test_players_of_equal_worth_share_a_place_and_the_next_is_left_out() -> None:
    ranks = make_ranking(SCENE, {"red": 5, "blue": 3, "yellow": 5})
    assert [(rank.seat.colour, rank.place) for rank in ranks] == [("yellow", 1), ("red", 1), ("blue", 3)]


def test_something_else_than_points_may_decide() -> None:
    ranks = make_ranking(SCENE, {"blue": 3, "yellow": 5, "red": 4}, worth=lambda who: (who == "blue",))
    assert [(rank.seat.colour, rank.place, rank.points) for rank in ranks] == [
        ("blue", 1, 3),
        ("yellow", 2, 5),
        ("red", 2, 4),
    ]


def test_points_are_made_of_parts_that_count() -> None:
    (first, *_) = make_ranking(
        SCENE, {"blue": 3}, parts=lambda who: (SymbolCountModel("crown", 3), SymbolCountModel("ring", 0))
    )
    assert first.point_parts == (SymbolCountModel("crown", 3),)


@pytest.mark.parametrize("lang", languages())
def test_where_nobody_wins_that_is_said_with_the_points(lang: str) -> None:
    outcome = Outcome({"blue": 1, "yellow": 0, "red": 2}, (), "nobody")
    translator = Voice(FIRST, {seat.colour: seat.name for seat in SEATS}, lang).translator
    prompt = make_final_prompt(SCENE.snapshot, outcome, translator)
    assert (prompt.seat, prompt.sentence == "Nobody wins") == (None, lang == "en")
    assert ranking_text(translator, outcome.scores, (), prompt.sentence).startswith("1. Carla")


@pytest.mark.parametrize(("number", "said"), [(3, "+3"), (0, "+0"), (-2, "\N{MINUS SIGN}2")])
def test_points_lost_stand_with_a_minus(number: int, said: str) -> None:
    assert format_signed_points(number) == said


def test_the_chart_goes_on_from_the_points_that_a_person_set() -> None:
    def line(event: str, made: int, then: int) -> Any:
        events = (SimpleNamespace(name=event, points_by_player=lambda: {"blue": made}),)
        return SimpleNamespace(
            events=events, position=SimpleNamespace(points_by_player=lambda: {"blue": then})
        )

    opening = SimpleNamespace(position=SimpleNamespace(points_by_player=lambda: {"blue": 0}))
    history: Any = SimpleNamespace(
        opening=opening, accepted_lines=(line("", 2, 7), line("", 1, 8), line("end", 0, 8))
    )
    names = {"": "", "end": "end"}
    made = chart_columns(history, "begun", lambda event: names[event.name], None)  # type: ignore[attr-defined]
    assert [(step.text, scores) for step, scores in made] == [("begun", {"blue": 0}), ("end", {"blue": 8})]


# -- what is told one after another

HANDS = MovementListModel((MovementModel("first", "hand"), MovementModel("second", "hand")))


class Telling(ReportsTableOverlay):
    """The reports of a game that begins now and has one line, with sheets of these kinds."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self._told = [
            PendingReport(kind, lambda scene, kind=kind: ReportModel(kind, (HANDS,)))  # type: ignore[misc]
            for kind in kinds
        ]
        opening: Any = SimpleNamespace(position=None)
        context = SimpleNamespace(history=lambda: FrozenHistory(opening, ()))
        super().__init__(SimpleNamespace(get_context=lambda: context))  # type: ignore[arg-type]

    def make_event_reporter(self) -> EventReporter:
        """What tells them."""
        return lambda line: self._told


def telling(*kinds: str) -> ReportsTableOverlay:
    """Of one move, sheets of these kinds, each called by its kind and with movements to be ticked off."""
    made = Telling(kinds)
    made.on_line_accepted(None, (), SimpleNamespace(outcome=lambda: None))  # type: ignore[arg-type]
    return made


def sheet(told: ReportsTableOverlay) -> tuple[str, int, int]:
    shown = told.model(SCENE, "")
    return shown.title, shown.page_number, shown.page_count


def test_sheets_of_a_kind_are_counted_together() -> None:
    told, seen = telling("tile", "tile", "card"), []
    while told.is_due(SCENE):
        seen.append(sheet(told))
        assert told.on_touch("next", "")
    assert seen == [("tile", 1, 2), ("tile", 2, 2), ("card", 1, 1)]


def test_sheets_of_a_kind_are_skipped_together() -> None:
    told = telling("tile", "tile", "card")
    assert [way.touch_target for way in told.model(SCENE, "").actions] == ["next", "skip-all"]
    told.on_touch("skip-all", "")
    assert sheet(told) == ("card", 1, 1)
    assert [way.touch_target for way in told.model(SCENE, "").actions] == ["next"]


def test_movements_ticked_off_on_one_sheet_are_not_on_the_next() -> None:
    told = telling("tile", "tile")
    told.on_touch("step", "1")
    assert [hand.is_done for hand in told.model(SCENE, "").left_blocks[0].movements] == [False, True]
    told.on_touch("next", "")
    assert [hand.is_done for hand in told.model(SCENE, "").left_blocks[0].movements] == [False, False]


def test_the_sheets_can_be_leafed_back_to_the_first_one_and_what_was_ticked_off_stays() -> None:
    told = telling("tile", "tile", "card")
    told.on_touch("step", "1")
    for thing in ("next", "next"):
        told.on_touch(thing, "")
    seen = []
    while told.is_due(SCENE):
        seen.append(sheet(told))
        told.on_back()
    assert seen == [("card", 1, 1), ("tile", 2, 2), ("tile", 1, 2)]
    told.on_touch("reports", "")
    assert sheet(told)[0] == "card"  # what was not gone on from is first
    told.on_back()
    told.on_back()
    assert [hand.is_done for hand in told.model(SCENE, "").left_blocks[0].movements] == [False, True]


def test_what_was_left_unseen_is_there_again_with_the_next_report() -> None:
    told = telling("tile")
    told.on_back()
    assert not told.is_due(SCENE)
    told.on_line_accepted(None, (), SimpleNamespace(outcome=lambda: None))  # type: ignore[arg-type]
    assert told.is_due(SCENE)
    assert sheet(told) == ("tile", 1, 2)


def test_a_sheet_with_ways_of_its_own_keeps_them() -> None:
    told = telling()
    own = ReportModel("choose", (), actions=(ChoiceModel("one", "One"),))
    told._reports.append(PendingReport("own", lambda scene: own))
    assert told.model(SCENE, "") is own


# -- what is asked, read from two metres


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_has_two_lines_of_full_size_at_most(game: str, lang: str) -> None:
    pixels_a_mm = 800 / 154
    pixels = round(PROMPT_TEXT * pixels_a_mm)
    for now in moments(game, game_rules(game).max_players, 40):
        spoken = Voice(now.game, dict(zip(now.player_name_by_colour, PEOPLE, strict=False)), lang)
        prompt = load_plugin_part(game, "screen", "presenter").table_model(now, UiState(), spoken, ()).prompt
        width = (123.0 - 2 * 2.2 - (PromptBar.PLAYER_WIDTH if prompt.seat else 0)) * pixels_a_mm
        height = (BAR_HEIGHT - 0.4) * pixels_a_mm
        found = fit_text(prompt.sentence, width, height, pixels, pixels, True, 2, PROMPT_SPACING)
        assert found.fits, f"{prompt.sentence}: {found.lines}"


# -- the default table's own


@pytest.mark.parametrize(("what", "sign"), [("stone/yellow", "yellow"), ("card/?", "hand"), ("king", "hand")])
def test_a_movement_of_a_players_piece_has_the_players_sign(what: str, sign: str) -> None:
    assert movement_symbol(Movement("move", what, 1, "a", "b")) == sign


def test_the_lines_that_are_written_are_those_of_the_size_that_was_found() -> None:
    words = "Who lays the first card of the evening"
    for width in range(200, 1200, 5):
        found = fit_text(words, float(width), 260.0, 100, 8, False, 3)
        if found.fits:
            assert [*found.lines] == _wrap_text(words, found.font_pixels, False, float(width))
