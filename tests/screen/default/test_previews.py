"""The grids beside answers: what the judge says of each, and none where that would take too long."""

from __future__ import annotations

from unittest.mock import patch

from companion.rules.moves import touch_observation
from companion.screen.context import UiState
from companion.screen.default import presenter
from companion.screen.default.place_models import make_place_models
from companion.screen.default.presenter import DefaultPresenter
from companion.table.interpretation.judge import Interpreted, interpret, only_meaning
from companion.table.snapshot import Snapshot
from tests.screen.harness.plain import moments, table, voice

MOMENTS = 30


def previewable(now: Snapshot) -> bool:
    """Whether an answer would lay something on a grid."""
    return bool(table(now).previews)


def test_an_answer_shows_the_grid_that_the_judge_would_leave() -> None:
    seen = 0
    for now in filter(previewable, moments("florence", 3, MOMENTS)):
        appearances = DefaultPresenter(now, UiState(), voice(now, "en")).appearances
        for target, shown in table(now).previews.items():
            meaning = interpret(
                now.position, (*now.pending_input, touch_observation(target)), now.zone_status
            )
            assert isinstance(meaning, Interpreted)
            layout = presenter.layout_after(now, meaning.move) or ()
            after = make_place_models(layout, appearances, (), now.layout)
            assert shown in after
            seen += 1
    assert seen


def test_the_only_meaning_is_what_the_judge_understands() -> None:
    understood = 0
    for name in ("florence", "kabale"):
        for now in moments(name, 3, MOMENTS):
            for target in [*now.step_by_touch_target][:8]:
                noticed = *now.pending_input, touch_observation(target)
                meaning = interpret(now.position, noticed, now.zone_status)
                move = meaning.move if isinstance(meaning, Interpreted) else None
                assert only_meaning(now.position, noticed, now.zone_status) == move
                understood += move is not None
    assert understood


def test_no_answer_is_looked_into_where_that_would_hold_the_frame() -> None:
    now = next(filter(previewable, moments("florence", 3, MOMENTS)))
    with (
        patch.object(presenter, "MAX_WORK", 0),
        patch.object(presenter, "only_meaning", side_effect=AssertionError("looked into")),
    ):
        assert table(now).previews == {}
