"""One person's tile: who leads and by how much, what it gives and what it asks, at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import mm

from companion.games.louis_xiv.screen.views import Tile
from companion.screen.draw.drawn import Act, Touchable, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    GOLD,
    LEAD,
    METALS,
    NOTE,
    ON_PLAYER,
    PARCHMENT,
    PLAYERS,
    SEPIA,
    VELLUM,
    WORN,
    mixed,
    rgb,
)
from companion.screen.views import Count
from companion.screen.widgets.blocks import Block

FRONT = rgb("#b3262e")  # the numbers of the fronts are red
BACK = METALS["deep"]
ROUND = 1.2


class TileFace(View[Tile], Touchable):
    """A tile. Left a banner in the leader's colour; above number, name and king; below everybody's stones,
    the reward, the condition.
    """

    BANNER = 5.0
    GIVES = 5.6
    ASKS = 5.0

    def __init__(self, tile: Tile, act: Act) -> None:
        self.shown = tile
        super().__init__(f"tile/{tile.number}", act)
        self.open = False

    def draw(self, ink: Ink, whole: Rect, tile: Tile) -> None:
        """From the ground up."""
        plate = whole.inset(mm(0.6))
        if self.open:
            ink.glow(plate, GOLD, mm(ROUND))
        paper = VELLUM if tile.back else PARCHMENT
        ink.box(plate, METALS["royal"] if tile.king else mixed(paper, SEPIA, 0.5), mm(ROUND))
        face = plate.inset(mm(0.6 if tile.king else 0.2))
        ink.box(face, mixed(paper, GOLD, 0.5) if self.pressed else paper, mm(ROUND - 0.2))
        banner, rest = face.from_left(mm(self.BANNER))
        head, low = rest.from_top(rest.height * 0.4)
        if tile.now:
            ink.box(head, GOLD, mm(ROUND - 0.2))
            ink.box(head.from_left(mm(ROUND))[0], GOLD)
            ink.box(head.from_bottom(mm(ROUND))[0], GOLD)
        self._banner(ink, tile, banner)
        self._head(ink, tile, head.inset(mm(0.6), mm(0.1)))
        asks, low = low.inset(mm(0.5), mm(0.3)).from_right(mm(self.ASKS), mm(0.2))
        gives, stones = low.from_right(mm(self.GIVES), mm(0.4))
        self._stones(ink, tile.stones, stones)
        _gives(ink, tile, gives)
        _asks(ink, tile, asks)
        if tile.noticed is not None:
            self._noticed(ink, face, tile.noticed)

    def _noticed(self, ink: Ink, face: Rect, stones: Count) -> None:
        """Stones that were noticed but belong to no move yet."""
        pill = Rect(
            face.x - mm(2.8), face.top - mm(4.4), mm(7.8), mm(5)
        )  # over the banner: number and stones stay
        ink.box(pill, SEPIA, pill.height / 2)
        inner = pill.inset(mm(0.35))
        ink.box(inner, PLAYERS[stones.symbol], inner.height / 2)
        sign, words = inner.inset(mm(0.6), mm(0.3)).from_left(mm(2.6), mm(0.4))
        ink.picture(f"{stones.symbol}/flat", sign, ON_PLAYER[stones.symbol])
        ink.words(f"+{stones.count}", words, BODY, ON_PLAYER[stones.symbol], bold=True)

    def _banner(self, ink: Ink, tile: Tile, banner: Rect) -> None:
        """The leader's colour, sign and margin; of a tie both colours and an equals sign; bare when nobody
        stands there.
        """
        leaders = tile.leaders
        if not leaders:
            ink.box(banner.from_right(mm(0.25))[0], mixed(WORN, SEPIA, 0.2))
            return
        round_ = mm(ROUND - 0.2)
        ink.box(banner, PLAYERS[leaders[0]], round_)
        ink.box(banner.from_right(round_)[0], PLAYERS[leaders[0]])
        if len(leaders) == 1:
            sign, margin = banner.inset(mm(0.35)).from_top(banner.height * 0.46)
            ink.picture(f"{leaders[0]}/flat", sign, ON_PLAYER[leaders[0]])
            ink.words(f"+{tile.margin}", margin, LEAD, ON_PLAYER[leaders[0]], bold=True, across="center")
            return
        parts = list(banner.rows(len(leaders)))
        for leader, part in zip(leaders[1:], parts[1:], strict=True):
            ink.box(part, PLAYERS[leader], round_ if leader == leaders[-1] else 0)
            ink.box(part.from_right(round_)[0], PLAYERS[leader])
            ink.box(part.from_top(part.height / 2)[0], PLAYERS[leader])
        badge = banner.middle(mm(4.2), mm(4.2))
        ink.picture("dot", badge, SEPIA)
        ink.words("=", badge, BODY, CHALK, bold=True, across="center")

    def _head(self, ink: Ink, tile: Tile, head: Rect) -> None:
        """Number (while its window is open an intrigue card), name, king."""
        number, rest = head.from_left(head.height * 0.96, mm(0.7))
        if tile.window:
            ink.picture("intrigue", number.middle(mm(5.6), mm(5.6)))
        else:
            ink.picture("dot", number, BACK if tile.back else FRONT)
            ink.words(str(tile.number), number, NOTE, CHALK, bold=True, across="center")
        if tile.king:
            figure, rest = rest.from_right(mm(2.6), mm(0.2))
            ink.picture("king", Rect(figure.x - mm(1.2), figure.y, mm(6.4), mm(6.4)))
        ink.words(tile.person, rest, NOTE, SEPIA, bold=True)

    def _stones(self, ink: Ink, piles: Sequence[Count], stones: Rect) -> None:
        """Everybody's stones: in one row as long as there is room, else two by two."""
        cells = stones.columns(2) if len(piles) <= 2 else stones.grid(2, 2)
        for pile, cell in zip(piles, cells, strict=False):
            sign, count = cell.from_left(mm(3.3 if len(piles) <= 2 else 2.9), mm(0.4))
            ink.picture(pile.symbol, sign)
            ink.words(str(pile.count), count, LEAD if len(piles) <= 2 else NOTE, SEPIA, bold=True)


class TileInReport(Block[Tile]):
    """The tile of which a report is, as large as on the board."""

    WIDE, HIGH = 34.0, 13.5

    def heights(self, width: float) -> tuple[float, float]:
        """It has one size."""
        return mm(self.HIGH), mm(self.HIGH)

    def changed(self, value: Tile, before: object) -> None:
        """Another one."""
        self.clear_widgets()
        self.add_widget(TileFace(value, self.act))

    def arrange(self, whole: Rect) -> None:
        """At the left."""
        for face in self.children:
            lay(face, whole.from_left(mm(self.WIDE))[0])


def _gives(ink: Ink, tile: Tile, rect: Rect) -> None:
    """The reward: one large symbol, or two, the second before the first."""
    if len(tile.reward) == 2:
        side = rect.height * 0.66
        ink.picture(tile.reward[0].symbol, Rect(rect.x - mm(0.4), rect.top - side, side, side))
        ink.picture(tile.reward[1].symbol, Rect(rect.right - side + mm(0.4), rect.y, side, side))
        return
    for thing in tile.reward:
        if thing.count == 1:
            ink.picture(thing.symbol, rect.middle(mm(5.4), min(rect.height, mm(5.4))))
        else:
            count, sign = rect.from_left(mm(2.2))
            ink.words(str(thing.count), count, BODY, SEPIA, bold=True, across="right")
            ink.picture(thing.symbol, sign)


def _asks(ink: Ink, tile: Tile, rect: Rect) -> None:
    """The condition: a price, the first place alone, or so many stones."""
    if tile.condition == "first":
        ink.picture("laurel", rect, METALS["leaf"])
        ink.words("1", rect, NOTE, SEPIA, bold=True, across="center")
        return
    value = "?" if tile.value is None else str(tile.value)
    sign, words = rect.from_bottom(rect.height * 0.48)
    ink.picture("stones" if tile.condition == "stones" else "louis", sign)
    ink.words(
        f"≥{value}" if tile.condition == "stones" else value, words, NOTE, SEPIA, bold=True, across="center"
    )
