"""Cards to be named on the stage: which profession is recruited, which prestige cards are shown."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.views import Face, Naming
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED,
    HEADING,
    MUTED,
    NOTE,
    PANEL,
    ROUND,
    SEPIA,
    faded,
    mixed,
)
from companion.screen.widgets.paper import Paper


class FaceButton(Paper[Face]):
    """One card: what it is about in signs, its name, on whose table it lies. Dark when it is known to be another."""

    def draw(self, ink: Ink, whole: Rect, face: Face) -> None:
        """Parchment."""
        inner = self.plate(ink, whole, self.open, 0.7).inset(mm(0.8), mm(0.6))
        if face.owner:
            sign, inner = inner.from_right(mm(4.6), mm(0.4))
            ink.picture(face.owner, sign.middle(mm(4.4), mm(4.4)))
        signs, below = inner.from_top(min(inner.height * 0.46, mm(6.4)), mm(0.2))
        side = min(signs.height, mm(5.6))
        row = signs.from_left(min(signs.width, (side + mm(0.5)) * len(face.signs)))[0]
        for symbol, cell in zip(face.signs, row.columns(len(face.signs)) if face.signs else (), strict=True):
            ink.picture(symbol, cell.inset(mm(0.15)), faded(CHALK, 1.0 if self.open else 0.3))
        name, does = below.from_top(mm(5.2) if face.does else below.height, mm(0.2))
        colour = SEPIA if self.open else mixed(MUTED, PANEL, 0.4)
        ink.words(face.name, name, NOTE, colour, bold=True, most=1 if face.does else 2, along="top")
        ink.words(face.does, does, NOTE, FADED, most=6, along="top")


class NamingView(View[Naming]):
    """All that may be meant, in a grid; or what to do, where only a reader may say which card it is."""

    HIGHEST = 20.0
    READ = 30.0
    """Millimetres of a card at most; of one on which is written what it does."""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.faces: list[FaceButton] = []
        super().__init__()

    def changed(self, naming: Naming, before: object) -> None:
        """Which of these is it?"""
        self.each(self.faces, naming.faces, lambda face: FaceButton(face, self.act))

    def arrange(self, whole: Rect) -> None:
        """As many columns as make cards broad rather than high."""
        if self.shown is None:
            return
        count = len(self.faces)
        across = 2 if count <= 4 else 3 if count <= 9 else 4
        rows = max(1, -(-count // across))
        highest = self.READ if any(face.does for face in self.shown.faces) else self.HIGHEST
        room = whole.from_top(min(whole.height, mm(highest) * rows))[0]
        for face, cell in zip(self.faces, room.grid(across, rows, mm(0.4)), strict=False):
            lay(face, cell)

    def draw(self, ink: Ink, whole: Rect, naming: Naming) -> None:
        """A sheet with what to do."""
        if not naming.sentence:
            return
        sheet = whole.middle(whole.width - mm(4), mm(34))
        ink.box(sheet, PANEL, mm(ROUND))
        sign, words = sheet.inset(mm(3), mm(3)).from_left(mm(24), mm(3))
        ink.picture(naming.symbol, sign)
        ink.words(naming.sentence, words, HEADING, CHALK, most=6)
