"""Single widgets in their states as small pictures: a sign that is missing or a colour that is another is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from kivy.metrics import mm
from msgspec.structs import replace

from companion.games.florence.rules.state import PlacedTile
from companion.games.florence.rules.state import PlayerState as Prince
from companion.games.florence.screen.player_panel import FlorencePlayer, PlayerPanel
from companion.games.kabale.rules.state import CardState, ColumnState
from companion.games.kabale.rules.state import PlayerState as Intriguer
from companion.games.kabale.screen.columns import ColumnAtTable, ColumnView
from companion.games.kabale.screen.table_view import PlayerPanel as KabalePlayerPanel
from companion.games.louis_xiv.screen.board import TileButton
from companion.games.louis_xiv.screen.table_view import PlayerPanel as LouisXIVPlayerPanel
from companion.rules.game import Seat
from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import NIGHT, PLAYER_COLOURS, TEXT_ON_PLAYER_COLOURS
from companion.screen.pages.deck import PieceFaceView
from companion.screen.report_models import (
    ChartLineModel,
    ChartStepModel,
    ItemListModel,
    ListItemModel,
    PointsChartModel,
    RankingModel,
    SentencesModel,
)
from companion.screen.view_models import (
    CardModel,
    ChoiceModel,
    PlayerAtTable,
    PromptModel,
    RankModel,
    SymbolCountModel,
)
from companion.screen.widgets.button import OptionBar, PushButton
from companion.screen.widgets.item_list import ItemListView
from companion.screen.widgets.overlay import HeaderBar
from companion.screen.widgets.report_blocks import PointsChartView, RankingView, SentencesView
from companion.screen.widgets.slider import StepSlider
from companion.screen.widgets.stepper import StepperView
from companion.screen.widgets.table_frame import (
    ChoicePanel,
    EventPanel,
    HandView,
    PromptBar,
    VirtualReaderView,
)
from companion.voice.translator import Translator
from tests.screen.conftest import Sit
from tests.screen.harness.pictures import Box, as_kept
from tests.screen.harness.stage import EVENTS, HAND, PEOPLE, Alone, things, tile
from tests.screen.harness.stage import PLAYERS as COURT

TOLERATED = 0.002
"""The share of a widget's pixels that may differ clearly: of a button, less than a letter."""
CLEARLY = 16
"""A pixel differs clearly when its red, green or blue does by more, of 255."""
GAP = 2.0


class Put(NamedTuple):
    """A widget, and its size in millimetres."""

    widget: Any
    wide: float
    high: float


def shown(widget: Any, *values: Any, **named: Any) -> Any:
    """The widget when it has been told to show something."""
    widget.show(*values, **named)
    return widget


def with_(widget: Any, **state: Any) -> Any:
    """The widget in a state that otherwise a finger or the program brings."""
    for name, value in state.items():
        setattr(widget, name, value)
    return widget


def deaf(*_touched: Any) -> None:
    """What nobody touches here would do."""


class Sign(CanvasWidget):
    """One symbol, on what it usually lies on."""

    def __init__(self, name: str, colour: str) -> None:
        self.name, self.colour = name, colour
        super().__init__()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        if self.name.endswith("/flat"):
            painter.fill_player_rect(self.colour, bounds, mm(1))
        painter.draw_symbol(self.name, bounds, TEXT_ON_PLAYER_COLOURS[self.colour])


class Shelf(CanvasWidget):
    """Widgets side by side, on the colour of the night; rows as they are given."""

    def __init__(self, rows: Sequence[Sequence[Put]]) -> None:
        self.rows = rows
        super().__init__()
        for row in rows:
            for put in row:
                self.add_widget(put.widget)

    def within(self, whole: Rect) -> Rect:
        """As large as it needs, in the upper left of something larger."""
        wide = max(sum(put.wide + GAP for put in row) for row in self.rows)
        high = sum(max(put.high for put in row) + GAP for row in self.rows)
        return whole.cut_top(mm(high + GAP))[0].cut_left(mm(wide + GAP))[0]

    def around(self, widget: Any) -> Box:
        """Where a widget is in the picture, with the light around it."""
        left, top, edge = widget.x - self.x, self.top - widget.top, round(mm(GAP / 2))
        return (left - edge, top - edge, left + widget.width + edge, top + widget.height + edge)

    def arrange_children(self, bounds: Rect) -> None:
        rest = bounds.inset(mm(GAP))
        for row in self.rows:
            line, rest = rest.cut_top(mm(max(put.high for put in row)), mm(GAP))
            for put in row:
                place, line = line.cut_left(mm(put.wide), mm(GAP))
                place_widget(put.widget, place.cut_top(mm(put.high))[0])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        painter.fill_rect(bounds, NIGHT)


def buttons() -> list[list[Put]]:
    styles = [
        PushButton("go", deaf, style, style=style) for style in ("main", "choice", "chosen", "plain", "quiet")
    ]
    return [
        [Put(each, 24, 12.5) for each in styles],
        [
            Put(with_(PushButton("go", deaf, "shut"), enabled=False), 24, 12.5),
            Put(with_(PushButton("go", deaf, "pressed", style="choice"), is_pressed=True), 24, 12.5),
            Put(with_(PushButton("go", deaf, "pointed at", style="choice"), is_pointed_at=True), 24, 12.5),
            Put(PushButton("go", deaf, "for 3", "louis", "choice"), 24, 12.5),
            Put(PushButton("go", deaf, symbol="home"), 12.5, 12.5),
        ],
    ]


def signs() -> list[list[Put]]:
    return [[Put(Sign(f"{who}{flat}", who), 8, 8) for who in PLAYER_COLOURS] for flat in ("", "/flat")]


def prompts() -> list[list[Put]]:
    said = (
        PromptModel(PEOPLE[1], "Zahraj kartu vlivu", "Polož ji na čtečku."),
        PromptModel(PEOPLE[0], "Kam s kameny? Až 3 na Condého a na jeho sousedy"),
        PromptModel(None, "Otoč peněžní kartu", "Kolik louisdorů je na ní?"),
    )
    return [[Put(shown(PromptBar(), each), 120, 14.6)] for each in said]


def choices() -> list[list[Put]]:
    offered = (
        ChoiceModel("done", "Hotovo", "check", "main"),
        ChoiceModel("take", "Vzít 3 zpět"),
        ChoiceModel("clear", "Zahodit: karta 6", "cross", "quiet"),
    )
    return [[Put(shown(ChoicePanel(deaf), offered), 110, 12.5)]]


def one_of() -> list[list[Put]]:
    def values(count: int) -> dict[str, PushButton]:
        return {str(at): PushButton(f"of/{at}", deaf, f"{at}. kolo") for at in range(count)}

    return [[Put(shown(OptionBar(values(count), "quiet"), "1"), 100, 12.5)] for count in (3, 6)]


def cards() -> list[list[Put]]:
    waiting, resting = (
        shown(VirtualReaderView(), "Čtečka", is_card_awaited=waiting) for waiting in (True, False)
    )
    fan = shown(HandView(deaf), HAND, things(HAND[:3]))
    piece = shown(PieceFaceView(), CardModel("card/inf6", "6", "Condé", printed_symbols=("arms", "stones")))
    return [[Put(fan, 90, 12.6)], [Put(waiting, 22, 12.6), Put(resting, 22, 12.6), Put(piece, 60, 30)]]


def numbers() -> list[list[Put]]:
    few, many = (StepperView("arms1", deaf, "arms1", 0, 9) for _ in range(2))
    least, most = (StepSlider("at", deaf) for _ in range(2))
    return [
        [Put(shown(few, 0, "lilie"), 46, 12.5), Put(shown(many, 2, "lilie", is_highlighted=True), 46, 12.5)],
        [Put(shown(least, 0, 9), 60, 12.5), Put(shown(most, 9, 9), 60, 12.5)],
    ]


def heads() -> list[list[Put]]:
    return [
        [
            Put(
                shown(HeaderBar(deaf), "Kontrola stolu", "Co leží jinak?", symbol="hand", is_urgent=urgent),
                140,
                12.5,
            )
        ]
        for urgent in (False, True)
    ]


def told() -> list[list[Put]]:
    ledger = (
        ListItemModel("Mise", "mission", "25"),
        ListItemModel("Erby: nejvíc lilií", "arms1", "7"),
        ListItemModel("Peníze", "louis"),
    )
    return [
        [
            Put(shown(EventPanel(), EVENTS), 60, 16),
            Put(shown(SentencesView(deaf), SentencesModel(EVENTS[:2], is_large=True)), 70, 20),
        ],
        [Put(shown(ItemListView(deaf), ItemListModel(tuple(ledger))), 80, 26)],
    ]


def standings() -> list[list[Put]]:
    ranks = [
        RankModel(
            place,
            seat,
            45 - 9 * place,
            (SymbolCountModel("mission", 25), SymbolCountModel("arms", 11 - 2 * place)),
            "",
            f"ledger/{place}",
        )
        for place, seat in enumerate(PEOPLE, 1)
    ]
    steps = (
        ChartStepModel("1"),
        ChartStepModel("2", "", "history/9"),
        ChartStepModel("", "king", "history/20"),
    )
    runs = [ChartLineModel(seat.colour, (0, 4 + 3 * at, 20 - at)) for at, seat in enumerate(PEOPLE)]
    return [
        [Put(shown(RankingView(deaf), RankingModel(tuple(ranks))), 80, 50)],
        [Put(shown(PointsChartView(deaf), PointsChartModel(tuple(steps), tuple(runs))), 80, 30)],
    ]


def court() -> list[list[Put]]:
    faces = [
        TileButton(tile(number, now=number if number == 1 else 0), deaf) for number in (1, 2, 4, 5, 6, 11)
    ]
    faces[-1].enabled = True
    return [
        [Put(face, 31, 12.3) for face in faces[:3]],
        [Put(face, 31, 12.3) for face in faces[3:]],
        [Put(LouisXIVPlayerPanel(player), 45.8, 10.4) for player in COURT[:2]],
        [Put(LouisXIVPlayerPanel(player), 45.8, 10.4) for player in COURT[2:]],
    ]


def columns() -> list[list[Put]]:
    lying = (
        CardState("black", "king", True),
        CardState("green", "hermit", True),
        CardState("red", "beggar", True),
        CardState("blue", "witch", True),
        CardState("white", "?"),
    )
    beggars = CardState("white", "beggar", True), CardState("black", "beggar", True)
    words = Translator("kabale", {}, "cs")
    seen = (
        ColumnAtTable(1, ColumnState("fencing:5", cards=lying), words, asked_about=5),
        ColumnAtTable(2, ColumnState("alchemy:3", cards=beggars), words),
        ColumnAtTable(3, ColumnState("trade:4", True, lying[1:2]), words),
    )
    faces = [shown(ColumnView(column, deaf), column, frozenset({"column/2"})) for column in seen]
    strips = [
        KabalePlayerPanel(
            PlayerAtTable(
                Seat("black", "Kateřina"), Intriguer({"?": 3}, 12, {"mage": 6}), is_start_player=True
            )
        ),
        KabalePlayerPanel(PlayerAtTable(Seat("white", "Bert"), Intriguer({"?": 3}, 11), is_on_turn=True)),
    ]
    return [[Put(face, 37.6, 52.2) for face in faces], [Put(strip, 36, 9.6) for strip in strips]]


def principalities() -> list[list[Put]]:
    state = Prince(
        money=1400,
        points=13,
        grid=(
            PlacedTile("theatre", "d4", "r0", 0b11 << 24 | 0b11 << 31),
            PlacedTile("lake", "e1", "r0", 0b111 << 4),
        ),
        jesters=2,
        builders=1,
        recruiting=1,
        freedoms=("travel",),
        hand={"?": 4},
        table=("poet", "lawyer"),
        bonus={"?": 2},
        prestige={"?": 1},
        best=14,
    )
    player = FlorencePlayer(
        Seat("blue", "Anna"),
        state,
        is_start_player=True,
        purse_target="purse/blue",
    )
    other = replace(
        player,
        seat=Seat("orange", "Dominik"),
        state=replace(state, grid=(), jesters=0, builders=0),
        is_on_turn=True,
        is_start_player=False,
    )
    return [[Put(PlayerPanel(each, deaf), 58, 27) for each in (player, other)]]


KINDS = {
    each.__name__.replace("_", "-"): each
    for each in (
        *(buttons, signs, prompts, choices, one_of, cards, numbers, heads, told, standings),
        *(court, columns, principalities),
    )
}


@pytest.mark.parametrize("kind", KINDS)
def test_widgets_look_as_they_are_kept(sit: Sit, kind: str) -> None:
    app = Alone(lambda: Shelf(KINDS[kind]()), lambda whole: app.widget.within(whole))
    person = sit(app)
    shelf = app.widget
    parts = [shelf.around(put.widget) for row in shelf.rows for put in row]
    picture = person.picture().crop((0, 0, round(shelf.width), round(shelf.height)))
    assert as_kept(f"widgets/{kind}", picture, TOLERATED, CLEARLY, parts) == []
