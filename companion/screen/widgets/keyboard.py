"""A keyboard on the screen, for names: the letters of the table's language, large enough for a finger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.drawn import Drawn, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, GOLD, INK, LINE, MUTED, PANEL, ROUND, SMALL, TITLE, TOUCH
from companion.screen.widgets.button import PushButton
from companion.voice.language import SOURCE_LANGUAGE, load_translation

ROWS, WIDEST = 4, 12
"""How many rows of letters there are, and how many letters a row has room for."""
LONGEST = 12
"""Letters of a name."""


def letters(lang: str) -> list[str]:
    """The rows of letters of a language, from the top."""
    # Translators: the letters of the keyboard on the screen: four rows, at most 12 letters each.
    rows = load_translation(lang).pgettext("keyboard", "1234567890 qwertyuiop asdfghjkl zxcvbnm-'").split()
    return rows if len(rows) == ROWS and max(map(len, rows)) <= WIDEST else letters(SOURCE_LANGUAGE)


class Keyboard(Drawn):
    """Lies over the page until a name is given. `done` gets the name; it is not called when the keyboard is
    left by `cross`.
    """

    modal = True

    def __init__(self, done: Callable[[str], None]) -> None:
        self.done = done
        self.text = ""
        self.fresh = True
        self.capital = True
        self.keys: list[list[PushButton]] = []
        self.known: list[PushButton] = []
        self.asked = ""
        super().__init__()

    def show(self, lang: str, asked: str, text: str, known: Sequence[str]) -> None:
        """Ask for a name; `text` is the one there is, `known` are those to choose with one touch."""
        self.asked, self.text = asked, text
        self.fresh = True
        self.clear_widgets()
        self.keys = [
            [PushButton(f"key/{letter}", self._key, size=TITLE) for letter in row] for row in letters(lang)
        ]
        below = [
            ("shift", "shift"),
            ("space", ""),
            ("erase", "erase"),
            ("cross", "cross"),
            ("check", "check"),
        ]
        self.keys.append([PushButton(f"key/{name}", self._key, symbol=symbol) for name, symbol in below])
        self.keys[-1][-1].style = "main"
        self.known = [PushButton(f"known/{name}", self._known, name, lines=1) for name in known]
        for key in (*self.known, *(key for row in self.keys for key in row)):
            self.add_widget(key)
        self._say()

    def _say(self) -> None:
        """Letters large or small, and whether the name is one."""
        self.capital = self.fresh or not self.text or self.text.endswith((" ", "-"))
        self._letters()
        self.keys[-1][-1].show(open_=bool(self.text.strip()))

    def _letters(self) -> None:
        for row in self.keys[:-1]:
            for key in row:
                letter = key.thing.removeprefix("key/")
                key.show(letter.upper() if self.capital else letter)
        self.keys[-1][0].show(style="chosen" if self.capital else "plain")
        self.again()

    def _known(self, thing: str) -> None:
        self.done(thing.removeprefix("known/"))

    def _key(self, thing: str) -> None:
        key = thing.removeprefix("key/")
        if key == "check":
            self.done(" ".join(self.text.split()))
        elif key == "cross":
            self.parent.remove_widget(self)
        elif key == "shift":
            self.capital = not self.capital
            self._letters()
        else:
            self._write(key)

    def _write(self, key: str) -> None:
        """A letter more or one less. The first letter replaces the name that was there."""
        if key == "erase":
            self.text = self.text[:-1]
        else:
            letter = " " if key == "space" else key.upper() if self.capital else key
            self.text = (("" if self.fresh else self.text) + letter)[:LONGEST].lstrip()
        self.fresh = False
        self._say()

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below is reached."""
        super().on_touch_down(touch)
        return True

    def arrange(self, whole: Rect) -> None:
        """The name and known ones above, the rows below."""
        top, rest = whole.inset(mm(1.5)).from_top(mm(TOUCH), mm(GAP))
        if self.known:
            known = top.from_right(top.width * 0.56)[0]
            for button, cell in zip(
                self.known, known.columns(max(4, len(self.known)), mm(GAP)), strict=False
            ):
                lay(button, cell)
        rows = list(rest.rows(len(self.keys), mm(GAP)))
        widest = max(len(row) for row in self.keys)
        width = (rest.width - mm(GAP) * (widest - 1)) / widest
        for keys, row in zip(self.keys[:-1], rows[:-1], strict=True):
            line = row.middle(width * len(keys) + mm(GAP) * (len(keys) - 1), row.height)
            for key, cell in zip(keys, line.columns(len(keys), mm(GAP)), strict=True):
                lay(key, cell)
        shift, space, erase, cross, check = self.keys[-1]
        line = rows[-1]
        spots = []
        for share in (0.14, 0.36, 0.14, 0.14):
            spot, line = line.from_left(rest.width * share, mm(GAP))
            spots.append(spot)
        for key, spot in zip((shift, space, erase, cross, check), (*spots, line), strict=True):
            lay(key, spot)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The night behind, the name so far with a mark where the next letter goes."""
        ink.box(whole, INK)
        field = whole.inset(mm(1.5)).from_top(mm(TOUCH))[0]
        field = field.from_left(field.width * 0.42)[0]
        ink.box(field, LINE, mm(ROUND))
        ink.box(field.inset(mm(0.3)), PANEL, mm(ROUND - 0.3))
        asked, name = field.inset(mm(2), mm(0.6)).from_top(mm(3.6))
        ink.words(self.asked, asked, SMALL, MUTED)
        used = ink.words(self.text, name, TITLE, MUTED if self.fresh else CHALK, bold=True)
        ink.box(Rect(name.x + used + mm(0.5), name.y + mm(0.8), mm(0.5), name.height - mm(1.6)), GOLD)
