"""The table screen of the Princes of Florence: the principalities at the left, at the right what the moment is about,
in the frame every table has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kivy.metrics import Metrics, mm

from companion.games.florence.screen.acting import ActionsView
from companion.games.florence.screen.auction import AuctionView
from companion.games.florence.screen.naming import NamingView
from companion.games.florence.screen.offered import OfferedView
from companion.games.florence.screen.placing import Placing
from companion.games.florence.screen.placing_view import PlacingView
from companion.games.florence.screen.results import ResultsView
from companion.games.florence.screen.selling import Selling
from companion.games.florence.screen.selling_view import SellingView
from companion.games.florence.screen.stages import Stage, Table
from companion.games.florence.screen.strip import PlayerPanel
from companion.games.florence.screen.views import Actions, Auction, Naming, Offered, Results, When
from companion.games.florence.screen.work_sheet import WorkSheet
from companion.games.florence.screen.work_view import WorkView
from companion.screen.draw.drawn import Act, Glowing, View, lay
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, LEAD, LINE, MUTED
from companion.screen.widgets.frame import TableFrame, Words

STAGES: Final[Mapping[type, Callable[[Act], Any]]] = {
    Auction: AuctionView,
    Actions: ActionsView,
    Offered: OfferedView,
    Naming: NamingView,
    Results: lambda _act: ResultsView(),
    Placing: PlacingView,
    WorkSheet: WorkView,
    Selling: SellingView,
}
"""What the stage shows -> its widget, which is made when it is first needed."""


class WhenBar(View[When]):
    """Which round it is, in words and as so many dots of how many; what a work must be worth."""

    def draw(self, ink: Ink, whole: Rect, when: When) -> None:
        """Round, dots, least value."""
        least, row = whole.from_right(mm(15))
        sign, number = least.from_left(mm(4.6), mm(0.6))
        ink.picture("work", sign.middle(mm(4.4), mm(4.4)))
        ink.words(f"≥ {when.least}", number, LEAD, CHALK, bold=True)
        wide = min(row.width - mm(2.2) * when.of, width_of(when.said, letters(LEAD), True) + 2.0)
        said, dots = row.from_left(wide, mm(1.6))
        ink.words(when.said, said, LEAD, CHALK, bold=True)
        dots = dots.from_left(mm(2.1) * when.of)[0]
        for at, cell in enumerate(dots.columns(when.of), 1):
            ink.picture("dot", cell.middle(mm(1.5), mm(1.5)), MUTED if at <= when.round else LINE)


class TableView(TableFrame):
    """The panels go down to the lower edge, unless cards of a hand need the whole foot."""

    HAND = 11.8
    PANELS = 52.0
    WHEN = 5.0
    SAID = 34.0
    """Millimetres that what has just happened needs at least beside the buttons."""
    BUTTON = 27.0
    QUIET = 20.0
    CARD = 12.6
    """Millimetres of a button, of one beside the matter, and of a card at least."""

    def __init__(self, act: Act, words: Words) -> None:
        self.act = act
        self.panels: list[PlayerPanel] = []
        self.when = WhenBar()
        self.stages: dict[type, Any] = {}
        self.stage: Any = None
        super().__init__(act, words)
        self.beneath(self.when)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        self.when.show(table.when)
        self.each(self.panels, table.players, lambda player: PlayerPanel(player, self.act), table.open)
        self._stage(table.stage, table.open)
        self.frame(table)
        if Metrics.fontscale > 1:  # the newest one is told whole
            self.events.show(table.events[-2:])

    def _stage(self, stage: Stage | None, open_: frozenset[str]) -> None:
        """The widget of what the moment is about, showing it."""
        kind = type(stage)
        if stage is not None and kind not in self.stages:
            self.stages[kind] = STAGES[kind](self.act)
        view: Any = self.stages.get(kind)
        if view is not self.stage:
            if self.stage is not None:
                self.there(self.stage, False)
            if view is not None:
                self.there(view, True)
            self.stage = view
        if isinstance(view, Glowing):
            view.show(stage, open_)
        elif stage is not None:
            view.show(stage)

    @property
    def _whole_foot(self) -> bool:
        """Whether the foot goes beneath the panels."""
        return bool(self.fan.cards)

    def middle(self, room: Rect, low: Rect) -> None:
        """Panels beside the stage."""
        left, stage = room.from_left(mm(self.PANELS), mm(GAP))
        if not self._whole_foot:
            left = Rect(left.x, low.y, left.width, left.top - low.y)
        when, left = left.from_top(mm(self.WHEN), mm(0.4))
        lay(self.when, when)
        if self.panels:
            for panel, cell in zip(self.panels, left.rows(len(self.panels), mm(0.6)), strict=True):
                lay(panel, cell)
        if self.stage is not None:
            lay(self.stage, stage.inset(0, mm(0.3)))

    def foot(self, low: Rect) -> None:
        """Cards, answers, and beside them what has just happened: for that cards are narrower than they like."""
        if not self._whole_foot:
            _, low = low.from_left(mm(self.PANELS), mm(GAP))
        buttons = sum(
            mm(GAP + (self.QUIET if choice.weight == "quiet" else self.BUTTON))
            for choice in self.choices.shown
        )
        cards = mm(self.CARD) * len(self.fan.cards)
        told = buttons + cards + mm(self.SAID) <= low.width
        self.there(self.events, told)
        if told:
            wanted = buttons + self.fan.wanted()
            used = min(wanted, low.width - mm(self.SAID))
            low, said = low.from_left(used, mm(GAP) if used else 0.0)
            lay(self.events, said)
        super().foot(low)
