"""Table check of one principality: its grid, what is counted, its freedoms; tiles are taken away and put there."""

from __future__ import annotations

from typing import Any

from kivy.metrics import mm

from companion.games.florence.rules.grid import bits
from companion.games.florence.screen.as_set import HUNDREDS, place_code
from companion.games.florence.screen.asides import PrincipalityCheck, Tile, Toggle
from companion.games.florence.screen.ground import Squares, paint_ground
from companion.games.florence.screen.placing import square_of
from companion.games.florence.screen.placing_view import PlacingView
from companion.screen.draw.drawn import Act, Drawn, Touchable, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    GAP,
    GOLD,
    GRANTED,
    LINE,
    MUTED,
    PANEL,
    PARCHMENT,
    REFUSED,
    ROUND,
    SEPIA,
    SHADE,
    faded,
    mixed,
)
from companion.screen.overlays.check import Checking
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Words
from companion.screen.widgets.stepper import Stepper


class CheckedGround(View[tuple[Tile, ...]], Touchable):
    """The grid: a tile that is touched is taken away, or put back; where nothing lies, `empty` is told."""

    shown: tuple[Tile, ...] = ()

    def __init__(self, act: Act, empty: Act) -> None:
        self.tell, self.empty = act, empty
        self.at: int | None = None
        super().__init__("ground", self._touched)

    def on_touch_up(self, touch: Any) -> bool:
        """Where the finger leaves it is what counts."""
        self.at = Squares(self.rect).touched(*touch.pos)
        return super().on_touch_up(touch)

    def _touched(self, _thing: str) -> None:
        if self.at is None:
            return
        lying = [tile for tile in self.shown if tile.laid.squares >> self.at & 1]
        there = sorted(lying, key=lambda tile: tile.gone)  # what lies there before what was taken away
        if there:
            self.tell(there[0].thing)
        else:
            self.empty("")

    def draw(self, ink: Ink, whole: Rect, tiles: tuple[Tile, ...]) -> None:
        """As it lies; what was taken away is crossed out."""
        there = [tile.laid for tile in tiles if not tile.gone]
        paint_ground(ink, whole, there)
        squares, covered = Squares(whole), sum(laid.squares for laid in there)
        for tile in tiles:
            if not tile.gone:
                continue
            for bit in bits(tile.laid.squares & ~covered):
                place = squares.square(bit)
                ink.box(place, faded(SHADE, 0.4))
                ink.picture("cross", place.inset(place.width * 0.2), REFUSED)


class OnOffButton(Touchable):
    """Something that is there or not: with a yes or a no before it; gold around what was touched."""

    def __init__(self, toggle: Toggle, act: Act) -> None:
        self.toggle = toggle
        super().__init__(toggle.thing, act)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Parchment when it is there."""
        toggle = self.toggle
        if toggle.differs:
            ink.box(whole.inset(-mm(0.6)), GOLD, mm(ROUND + 0.5))
        face = PARCHMENT if toggle.there else PANEL
        ink.box(whole, LINE, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), mixed(face, GOLD, 0.3) if self.pressed else face, mm(ROUND - 0.25))
        inner = whole.inset(mm(1.2), mm(0.8))
        mark, inner = inner.from_left(mm(4.4), mm(0.8))
        ink.picture("check" if toggle.there else "cross", mark, GRANTED if toggle.there else MUTED)
        sign, inner = inner.from_left(mm(6), mm(1))
        ink.picture(toggle.symbol, sign, SEPIA)
        ink.words(toggle.words, inner, BODY, SEPIA if toggle.there else MUTED, bold=toggle.there)


class PrincipalityCheckLayer(Checking):
    """At the left the grid, at the right what is counted and the freedoms; over them, when a tile is to be put there,
    which one, and then where.
    """

    ROWS = 6
    BETWEEN = 0.9
    """Millimetres between two rows."""
    STEP = 9.2
    """The width of a button of a stepper, in millimetres."""

    def __init__(self, act: Act, words: Words) -> None:
        self.value: PrincipalityCheck | None = None
        self.ground = CheckedGround(act, self._choose)
        self.steppers: list[Stepper] = []
        self.freedoms: list[OnOffButton] = []
        self.add = PushButton("add", self._choose, symbol="plus")
        self.tiles: list[PushButton] = []
        self.keep = PushButton("keep", self._keep, symbol="back", style="quiet")
        self.placing = PlacingView(self._placed)
        self.square = ""
        self.choosing = False
        super().__init__(act, words)

    def show(self, value: PrincipalityCheck) -> None:
        """Show what is believed, and what was touched."""
        if self.value is None or value.who != self.value.who:
            self.choosing = False
        _ = self.words().gettext
        self.value = value
        self.add.show(_("Put a tile there"))
        self.keep.show(_("Back"))
        self._lie()
        self.say(value)

    def _lie(self) -> None:
        """What is looked at now: the principality, the tiles to choose from, or one of them to be put there."""
        assert self.value is not None
        value = self.value
        self._clear()
        if value.adding is not None:
            self.placing.show(value.adding.placing)
            self.add_widget(self.placing)
            return
        if self.choosing:
            self.tiles = [
                PushButton(each.thing, self._chosen, each.words, each.symbol) for each in value.more
            ]
            parts: list[Drawn] = [*self.tiles, self.keep]
        else:
            self.ground.show(value.tiles)
            self.freedoms = [OnOffButton(each, self.act) for each in value.freedoms]
            self._count(value)
            parts = [self.ground, *self.steppers, self.add, *self.freedoms]
        for part in parts:
            self.add_widget(part)

    def _count(self, value: PrincipalityCheck) -> None:
        """The steppers; they stay, so that one may be touched again and again."""
        if [each.name for each in self.steppers] != [each.thing for each in value.counters]:
            self.steppers = [
                Stepper(
                    each.thing,
                    self._counted,
                    each.symbol,
                    most=each.most,
                    wide=self.STEP,
                    unit=HUNDREDS if each.thing == "money" else 1,
                )
                for each in value.counters
            ]
        for stepper, each in zip(self.steppers, value.counters, strict=True):
            stepper.show(each.number, each.words, marked=each.thing in value.differs)

    def _clear(self) -> None:
        for part in (
            self.ground,
            *self.steppers,
            *self.freedoms,
            self.add,
            *self.tiles,
            self.keep,
            self.placing,
        ):
            self.there(part, False)

    # -- what is touched

    def _counted(self, thing: str, number: int) -> None:
        self.act(f"count/{thing}={number}")

    def _choose(self, _thing: str) -> None:
        """Which tile is to be put there?"""
        self.choosing = True
        self._lie()
        self.again()

    def _keep(self, _thing: str) -> None:
        """None."""
        self.choosing = False
        self._lie()
        self.again()

    def _chosen(self, thing: str) -> None:
        self.choosing = False
        self.act(thing)

    def _placed(self, thing: str) -> None:
        """One after another, the square and the turn are told; or that it is put nowhere."""
        assert self.value is not None
        adding = self.value.adding
        assert adding is not None
        kind, _, which = thing.partition("/")
        if square := square_of(thing):
            self.square = square
        elif kind == "turn":
            spot = adding.placing.at((self.square, which))
            assert spot is not None
            self.act(f"{adding.there}{place_code(adding.placing.tile, spot)}")
            self.act(adding.keep)
        elif thing == "clear":
            self.act(adding.keep)

    # -- where it lies

    def checked(self, rest: Rect) -> None:
        """The grid and the rows beside it, or what lies over them."""
        if self.placing.parent is not None:
            lay(self.placing, rest)
            return
        if self.choosing:
            for button, cell in zip((*self.tiles, self.keep), rest.grid(4, 4, mm(GAP)), strict=False):
                lay(button, cell)
            return
        ground, right = rest.from_left(rest.height, mm(GAP + 1))
        lay(self.ground, ground)
        *rows, last = right.rows(self.ROWS, mm(self.BETWEEN))
        cells = [cell for row in rows for cell in row.columns(2, mm(GAP))]
        for part, cell in zip((*self.steppers, self.add), cells, strict=False):
            lay(part, cell)
        for part, cell in zip(self.freedoms, last.columns(3, mm(GAP)), strict=False):
            lay(part, cell)
