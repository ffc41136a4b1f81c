"""What is drawn on a column, symbol by symbol."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.kabale.screen.columns import ColumnCardModel, ColumnLeadModel, ColumnModel, ColumnView
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, Colour
from tests.screen.conftest import Sit
from tests.screen.harness.stage import Alone

KING = ColumnCardModel("black", "King", "20")
QUEEN = ColumnCardModel("white", "Queen", "19")


@pytest.mark.parametrize(
    ("column", "drawn"),
    [
        (ColumnModel(1, "fencing", 3, cards=(KING,)), ["fencing"]),
        (ColumnModel(1, "fencing", 1, is_full=True, cards=(KING,)), ["fencing", "check"]),
        (ColumnModel(1, "fencing", 3, is_closed=True, cards=(KING,)), ["fencing", "storm", "storm"]),
        (
            ColumnModel(1, "fencing", 3, lead=ColumnLeadModel("white", "leads", "lowest")),
            ["fencing", "white/flat", "down"],
        ),
        (
            ColumnModel(1, "fencing", 3, lead=ColumnLeadModel(face_down_owners=("red", "white"))),
            ["fencing", "red", "white"],
        ),
    ],
    ids=["open", "full", "closed", "led by the lowest", "hidden"],
)
def test_its_signs_are_drawn_beside_its_cards(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, column: ColumnModel, drawn: list[str]
) -> None:
    seen, heard = list[str](), list[str]()
    picture = Painter.draw_symbol

    def noted(ink: Painter, name: str, rect: Rect, colour: Colour = CHALK) -> None:
        seen.append(name)
        picture(ink, name, rect, colour)

    monkeypatch.setattr(Painter, "draw_symbol", noted)
    person = sit(
        Alone(lambda: ColumnView(column, heard.append), lambda whole: whole.cut_left(whole.width / 6)[0])
    )
    seen.clear()
    person.app.widget.request_redraw()
    person.rest()
    assert [name for name in seen if name != "black/flat"] == drawn  # whose the card is


def test_a_card_that_is_laid_is_seen_though_nothing_else_may_be_touched_than_before(sit: Sit) -> None:
    column = ColumnModel(1, "fencing", 3, cards=(KING,))
    person = sit(Alone(lambda: ColumnView(column, print), lambda whole: whole.cut_left(whole.width / 6)[0]))
    assert person.sees("King")
    person.app.widget.show(replace(column, cards=(KING, QUEEN)))
    person.rest()
    assert person.sees("Queen")


def test_a_finger_that_is_down_does_not_mean_what_comes_in_its_place(sit: Sit) -> None:
    heard: list[str] = []
    person = sit(Alone(lambda: ColumnView(ColumnModel(1), heard.append)))
    for number in (1, 2):
        person.app.widget.show(ColumnModel(1), {"column/1"})
        person.hold([person.find("column/1").center])
        person.app.widget.show(ColumnModel(number), {f"column/{number}"})
        person.lift()
    assert heard == ["column/1"]
