"""Home: go on with the evening that was interrupted, begin another, and the doors to the rest."""

from __future__ import annotations

from kivy.metrics import mm

from companion.rules.game import Seat
from companion.screen.draw.drawn import Touchable, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED,
    GAP,
    GOLD,
    HEADING,
    HUGE,
    LARGE,
    MUTED,
    NOTE,
    ON_PLAYER,
    PARCHMENT,
    ROUND,
    SEPIA,
    TITLE,
    TOUCH,
    TOUCH_LEAST,
    mixed,
)
from companion.screen.pages.page import House, Page
from companion.screen.views import Evening
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.one_of import MOST, OneOf
from companion.voice.language import languages

DOORS = {"deck": "deck", "readers": "reader", "settings": "gear"}
"""Pages and the symbols of their doors. Where the computer is Herald's to shut down there is one more."""


class EveningCard(View[tuple[Evening, str]], Touchable):
    """The interrupted evening beneath a title: touch it to go on."""

    def __init__(self, page: Home) -> None:
        super().__init__("go-on", page.touched)

    def draw(self, ink: Ink, whole: Rect, value: tuple[Evening, str]) -> None:
        """Parchment in gold light, and the sign of the game that waits."""
        evening, heading = value
        plate = whole.inset(mm(0.8))
        ink.glow(plate, GOLD, mm(ROUND))
        ink.box(plate, mixed(PARCHMENT, GOLD, 0.5) if self.pressed else PARCHMENT, mm(ROUND))
        inner = plate.inset(mm(4), mm(3))
        rows = -(-len(evening.seats) // 4)
        seats, above = inner.from_bottom(rows * mm(7) + (rows - 1) * mm(1.2), mm(2))
        ink.picture(evening.symbol, above.from_right(mm(26))[0])
        above = above.from_left(above.width - mm(24))[0]
        title, above = above.from_top(mm(9))
        ink.words(heading, title, LARGE, SEPIA, bold=True)
        what, above = above.from_top(mm(6))
        ink.words(f"{evening.game}: {evening.how_far}", what, HEADING, SEPIA)
        ink.words(evening.when, above.from_top(mm(5))[0], NOTE, FADED)
        for seat, cell in zip(evening.seats, seats.grid(4 if rows == 1 else 3, rows, mm(1.2)), strict=False):
            _person(ink, seat, cell)


def _person(ink: Ink, seat: Seat, cell: Rect) -> None:
    """Somebody at the table."""
    ink.seat(seat.colour, cell, mm(ROUND))
    sign, name = cell.inset(mm(1), mm(0.5)).from_left(mm(4), mm(1))
    ink.picture(f"{seat.colour}/flat", sign, ON_PLAYER[seat.colour])
    ink.words(seat.name, name, NOTE, ON_PLAYER[seat.colour], bold=True)


class Home(Page):
    """The first page."""

    def __init__(self, house: House) -> None:
        self.card = EveningCard(self)
        self.fresh = PushButton("new-game", self.touched, symbol="plus", size=TITLE)
        doors = DOORS if house.desk.power is None else DOORS | {"power": "power"}
        self.doors = {door: PushButton(door, self.touched, symbol=symbol) for door, symbol in doors.items()}
        self.tongues = OneOf(
            {lang: PushButton(f"lang/{lang}", self.touched, lang.upper()) for lang in languages()}, "quiet"
        )
        super().__init__(house)
        for part in (self.fresh, *self.doors.values(), self.tongues):
            self.add_widget(part)

    def refresh(self) -> None:
        """The evening, if there is one; else a new game is the way on."""
        _ = self.house.words.gettext
        evening = self.house.model.evening
        if evening is not None:
            self.card.show((evening, _("Go on with the game")))
        self.there(self.card, evening is not None)
        self.fresh.show(_("New game"), style="plain" if evening is not None else "main")
        words = {
            "deck": _("Deck"),
            "readers": _("Readers"),
            "settings": _("Settings"),
            "power": _("Switch off"),
        }
        for name, door in self.doors.items():
            door.show(words[name])
        self.tongues.show(self.house.model.lang)
        self.again()

    def touched(self, thing: str) -> None:
        """Where one wants to go."""
        if thing.startswith("lang/"):
            self.house.model.lang = thing.removeprefix("lang/")
        elif thing == "go-on":
            self.house.desk.go_on()
            self.house.go("table")
        else:
            self.house.go(thing)

    def arrange(self, whole: Rect) -> None:
        """Name and languages above, doors below, between them the ways into a game."""
        top, rest = whole.inset(mm(4), mm(3)).from_top(mm(TOUCH_LEAST + 8), mm(3))
        tongues = min(len(self.tongues.buttons), MOST)
        wide = mm(11) * tongues + mm(GAP) * (tongues - 1)
        lay(self.tongues, top.from_right(wide)[0].from_top(mm(TOUCH_LEAST + 0.5))[0])
        low, rest = rest.from_bottom(mm(TOUCH + 1), mm(6.5))
        for door, cell in zip(self.doors.values(), low.columns(len(self.doors), mm(3)), strict=True):
            lay(door, cell)
        if self.card.parent is None:
            lay(self.fresh, rest.middle(mm(90), mm(22)))
            return
        card, right = rest.from_left(rest.width * 0.66, mm(3))
        lay(self.card, card)
        lay(self.fresh, right)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The name of the house, and the one line about this table."""
        super().paint(ink, whole)
        _ = self.house.words.gettext
        top = whole.inset(mm(4), mm(3)).from_top(mm(TOUCH_LEAST + 8))[0]
        sign, words = top.from_left(mm(16), mm(3))
        ink.picture("sun", sign.middle(mm(16), mm(16)))
        words = words.from_left(mm(78))[0]
        below, name = words.inset(0, mm(1.2)).from_bottom(mm(5))
        ink.words("Herald", name, HUGE, CHALK, bold=True)
        ink.words(_("The table is the truth, the app is the witness."), below, NOTE, MUTED)
        if self.house.model.notice:
            first = self.doors["deck"]
            spot = Rect(first.x, first.top + mm(1), whole.width - mm(8), mm(4.8))
            mark, line = spot.from_left(mm(4.4), mm(1))
            ink.picture("reader", mark, MUTED)
            ink.words(self.house.model.notice, line, NOTE, MUTED)
