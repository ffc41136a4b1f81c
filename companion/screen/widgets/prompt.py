"""The biggest thing on the screen: whose turn it is and what to do now."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.drawn import View
from companion.screen.draw.ink import Ink, letters, set_words
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GOLD,
    HEADING,
    LETTERS,
    MUTED,
    ON_PLAYER,
    PANEL,
    PLAYERS,
    PROMPT,
    ROUND,
    SMALL,
    Colour,
    Role,
)
from companion.screen.views import Prompt


class PromptBar(View[Prompt]):
    """The player's colour, symbol and name; the sentence; beneath it the ways to do it."""

    WHO = 21.0
    """Millimetres for the player's sign and name."""
    WAYS = 4.0
    """Millimetres for the line beneath."""

    def draw(self, ink: Ink, whole: Rect, prompt: Prompt) -> None:
        """Who on the left, what on the right."""
        ink.box(whole, PANEL, mm(ROUND))
        rest = whole
        if prompt.who is not None:
            left, rest = whole.from_left(mm(self.WHO))
            ink.box(left.from_right(mm(ROUND))[0], PLAYERS.get(prompt.who.colour, GOLD))
            ink.seat(prompt.who.colour, left, mm(ROUND))
            name, sign = left.inset(mm(0.8)).from_bottom(mm(4.6))
            ink.picture(f"{prompt.who.colour}/flat", sign.inset(0, mm(0.2)), _on(prompt.who.colour))
            ink.words(prompt.who.name, name, HEADING, _on(prompt.who.colour), bold=True, across="center")
        self._sentence(ink, rest.inset(mm(2.2), mm(0.2)), prompt)

    def _sentence(self, ink: Ink, rest: Rect, prompt: Prompt) -> None:
        """In one large line with the ways beneath; a long one takes their place, if need be in smaller letters."""
        least = round(mm(LETTERS["prompt"]))
        beneath, above = rest.from_bottom(mm(self.WAYS) if prompt.ways else 0)
        single = set_words(prompt.sentence, above.width, above.height, letters(PROMPT), least, True, 1)
        if single.fits:
            ink.words(prompt.sentence, above, PROMPT, CHALK, bold=True, role="prompt")
            ink.words(prompt.ways, beneath, SMALL, MUTED)
        else:
            double = set_words(prompt.sentence, rest.width, rest.height, letters(PROMPT), least, True, 2)
            role: Role = "prompt" if double.fits else "title"
            lines = 2 if double.fits else 3
            ink.words(prompt.sentence, rest, PROMPT, CHALK, bold=True, role=role, most=lines)


def _on(colour: str) -> Colour:
    return ON_PLAYER.get(colour, CHALK)
