"""A tile that was evaluated: who stood there, who gets what and why, and what hands must do on the table."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.louis_xiv.screen.asides import Evaluation, Stand
from companion.games.louis_xiv.screen.tile import TileFace
from companion.games.louis_xiv.screen.views import Tile
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    GOLD,
    LINE,
    PANEL,
    PLAYERS,
    RAISED,
    ROUND,
    faded,
)
from companion.screen.overlays.steps import Steps
from companion.screen.widgets.layer import Words
from companion.screen.widgets.one_by_one import OneByOne
from companion.screen.widgets.sentences import Sentences


class Stands(View[tuple[Stand, ...]]):
    """Everybody at the tile: sign, name, a bar of stones, and at the end what he gets."""

    def draw(self, ink: Ink, whole: Rect, stands: tuple[Stand, ...]) -> None:
        """A row each."""
        most = max((stand.stones for stand in stands), default=1)
        for stand, row in zip(stands, whole.rows(4, mm(1.2)), strict=False):
            self._row(ink, row, stand, most)

    def _row(self, ink: Ink, row: Rect, stand: Stand, most: int) -> None:
        if stand.gains:
            ink.box(row.inset(-mm(0.35)), GOLD, mm(ROUND + 0.3))
        ink.box(row, RAISED if stand.gains else PANEL, mm(ROUND))
        inner = row.inset(mm(1), mm(0.7))
        sign, inner = inner.from_left(mm(7), mm(1.2))
        ink.picture(stand.colour, sign)
        for gain in reversed(stand.gains):
            spot, inner = inner.from_right(mm(6.4 if gain.count == 1 else 9.4), mm(0.6))
            if gain.count > 1:
                number, spot = spot.from_left(mm(3.2))
                ink.words(str(gain.count), number, 4.4, CHALK, bold=True, across="right")
            ink.picture(gain.symbol, spot.middle(mm(6), mm(6)))
        count, inner = inner.from_left(mm(6), mm(1.2))
        ink.words(str(stand.stones), count, 6.0, CHALK, bold=True, across="right")
        name, bar = inner.from_top(inner.height * 0.58)
        ink.words(stand.name, name, BODY, CHALK)
        track = bar.middle(bar.width, mm(1.4))
        ink.box(track, faded(LINE, 0.6), mm(0.7))
        ink.box(track.from_left(track.width * stand.stones / most)[0], PLAYERS[stand.colour], mm(0.7))


class EvaluationLayer(OneByOne):
    """At the left the tile and everybody's stones there; at the right who gets what and why, and the hands."""

    LEFT = 56.0
    TILE = 34.0
    ABOVE = 15.0

    def __init__(self, act: Act, words: Words) -> None:
        self.value: Evaluation | None = None
        self.face: TileFace | None = None
        self.stands = Stands()
        self.why = Sentences()
        self.steps = Steps(act)
        super().__init__(act, words)
        for part in (self.stands, self.why):
            self.add_widget(part)

    def show(self, value: Evaluation) -> None:
        """Tell this tile."""
        _ = self.words().gettext
        self.value = value
        last = value.at == value.of
        far = f"{value.at} / {value.of}" if value.of > 1 else ""
        self.head.show(value.tile.person, self._asks(value.tile), far=far)
        if self.face is None:
            self.face = TileFace(value.tile, self.act)
            self.add_widget(self.face)
        self.face.show(value.tile)
        self.stands.show(value.stands)
        self.why.show(value.lines)
        self.steps.show(value.hands)
        self.there(self.steps, bool(value.hands))
        self.ways(last, _("Go on") if last else _("Next tile"), _("Skip to what is asked"))

    def _asks(self, tile: Tile) -> str:
        """Its number and condition in words."""
        texts = self.words()
        count = tile.value or 0
        match tile.condition:
            case "first":
                asks = texts.gettext("for the one who alone has most stones")
            case "stones":
                asks = texts.ngettext("for everyone with {n} stone", "for everyone with {n} stones", count)
            case _:
                asks = texts.ngettext(
                    "free for most stones, others pay {n} louis",
                    "free for most stones, others pay {n} louis",
                    count,
                )
        return texts.gettext("Tile {number}: {asks}").format(number=tile.number, asks=asks.format(n=count))

    def fill(self, rest: Rect, foot: Rect) -> None:
        """The tile above those who stand there; why above the hands, or alone at the right."""
        above, below = rest.from_top(mm(self.ABOVE), mm(2))
        stands, right = below.from_left(mm(self.LEFT), mm(4))
        lay(self.stands, stands.inset(mm(0.4), mm(0.4)))
        tile, why = above.from_left(mm(self.TILE), mm(4))
        if self.face is not None:
            lay(self.face, tile.middle(mm(self.TILE), mm(13.5)))
        if self.steps.parent is None:
            lay(self.why, Rect(right.x, rest.y, right.width, rest.height))
        else:
            lay(self.why, why)
            lay(self.steps, right)
        self.low(foot)
