"""What is drawn on a column, symbol by symbol."""

from __future__ import annotations

import pytest

from companion.games.kabale.rules.state import CardState, ColumnState
from companion.games.kabale.screen.columns import ColumnAtTable, ColumnView
from companion.rules.moves import UNKNOWN
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, Colour
from companion.voice.translator import Translator
from tests.screen.conftest import Sit
from tests.screen.harness.stage import Alone

WORDS = Translator("kabale", {}, "en")
KING, BEGGAR = CardState("black", "king", True), CardState("white", "beggar", True)


def column(objective: str, *cards: CardState, closed: bool = False) -> ColumnAtTable:
    return ColumnAtTable(1, ColumnState(objective, closed, cards), WORDS)


@pytest.mark.parametrize(
    ("column", "drawn"),
    [
        (column("fencing:3", KING), ["fencing"]),
        (column("fencing:1", KING), ["check", "fencing"]),
        (column("fencing:3", KING, closed=True), ["storm", "fencing", "storm"]),
        (
            column("fencing:3", BEGGAR, KING),
            ["fencing", "white/flat", "white/flat", "down", "black"],
        ),
        (
            column("fencing:3", CardState("red", UNKNOWN), CardState("white", UNKNOWN)),
            ["fencing", "red/flat", "white/flat", "red", "white"],
        ),
    ],
    ids=["open", "full", "closed", "led by the lowest", "hidden"],
)
def test_its_signs_are_drawn_beside_its_cards(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, column: ColumnAtTable, drawn: list[str]
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
    before, after = column("fencing:3", KING), column("fencing:3", KING, BEGGAR)
    person = sit(Alone(lambda: ColumnView(before, print), lambda whole: whole.cut_left(whole.width / 6)[0]))
    assert person.sees("King")
    person.app.widget.show(after)
    person.rest()
    assert person.sees("Beggar")


def test_cards_that_share_a_row_open_with_a_touch_while_the_column_glows_and_the_rest_of_it_takes_the_card(
    sit: Sit,
) -> None:
    heard: list[str] = []
    full = column("fencing:5", *[CardState("red", UNKNOWN)] * 12)
    person = sit(
        Alone(
            lambda: ColumnView(full, heard.append),
            lambda whole: whole.cut_left(whole.width / 6)[0].inset(0, 90),
        )
    )
    person.app.widget.show(full, {"column/1"})
    person.rest()
    folded = person.app.widget.folded
    assert any(text.text.startswith("+") for text in folded.painted_texts)
    person.tap_at(*folded.row.center)
    person.tap_at(person.app.widget.center_x, person.app.widget.top - 20)
    assert heard == ["about/column/1", "column/1"]


def test_a_long_column_shows_the_cards_that_decide_and_folds_the_others(sit: Sit) -> None:
    weak, hidden = CardState("white", "squire", True), CardState("red", UNKNOWN)
    cards = (KING, weak, hidden, *[weak] * 7, CardState("green", "dragon", True))
    person = sit(
        Alone(
            lambda: ColumnView(column("fencing:5", *cards), print),
            lambda whole: whole.cut_left(whole.width / 6)[0].inset(0, 90),
        )
    )
    assert person.sees("King")
    assert person.sees("Dragon")
    folded = person.app.widget.folded.cards
    assert {(each.by, each.name) for each in folded} == {("white", "Squire")}


def test_a_finger_that_is_down_does_not_mean_what_comes_in_its_place(sit: Sit) -> None:
    heard: list[str] = []
    first, second = (ColumnAtTable(number, ColumnState(""), WORDS) for number in (1, 2))
    person = sit(Alone(lambda: ColumnView(first, heard.append)))
    for column in (first, second):
        person.app.widget.show(first, {"column/1"})
        person.hold([person.find("column/1").center])
        person.app.widget.show(column, {column.touch_target})
        person.lift()
    assert heard == ["column/1"]
