"""House rules and printed values: questions with their answers, the default marked, some pages of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import cast

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    MUTED,
    NOTE_TEXT,
    PANEL,
    RAISED_PANEL,
    SMALL_TEXT,
    TOUCH_SIZE,
)
from companion.screen.pages.new_game.new_game import NewGame
from companion.screen.pages.page import Framed, House
from companion.screen.view_models import AvailableGameModel, SetupQuestionModel
from companion.screen.widgets.button import ButtonStyle, PushButton

SHOWN = 5
"""Questions on one page."""


class QuestionRow(CanvasWidget):
    """One question. Two answers stand side by side; of more, one is shown and stepped through."""

    ANSWERS = 46.0

    def __init__(self, question: SetupQuestionModel, answer: str, act: TouchHandler) -> None:
        self.question = question
        self.answer = answer
        self.act = act
        super().__init__()
        self.buttons = [
            PushButton(f"{question.name}={value}", act, words, style=style)
            for value, words, style in self._offer()
        ]
        for button in self.buttons:
            self.add_widget(button)

    def _offer(self) -> list[tuple[str, str, ButtonStyle]]:
        """What can be touched: value, words, style."""
        answers = self.question.answers
        if len(answers) == 2:
            return [(a.value, a.text, "chosen" if a.value == self.answer else "quiet") for a in answers]
        if len(answers) > 2:
            values = [a.value for a in answers]
            at = values.index(self.answer)
            return [(values[(at + 1) % len(values)], answers[at].text, "chosen")]
        return []

    def arrange_children(self, whole: Rect) -> None:
        """Answers at the right."""
        if self.buttons:
            spots = whole.inset(mm(0.8)).cut_right(mm(self.ANSWERS))[0]
            for button, spot in zip(self.buttons, spots.split_columns(len(self.buttons), mm(1)), strict=True):
                place_widget(button, spot)

    def paint(self, ink: Painter, whole: Rect) -> None:
        """Clause and words; a gold mark where the answer is not the default."""
        ink.fill_rect(whole, PANEL, mm(CORNER_RADIUS))
        mark, rest = whole.inset(mm(1), mm(0.6)).cut_left(mm(15), mm(2))
        ink.fill_rect(mark.centred(mark.width, mm(7)), RAISED_PANEL, mm(CORNER_RADIUS))
        ink.draw_text(
            self.question.subject, mark.inset(mm(0.8), 0), SMALL_TEXT, MUTED, bold=True, halign="center"
        )
        if self.buttons:
            rest = rest.cut_left(rest.width - mm(self.ANSWERS) - mm(1))[0]
            if self.answer != self.question.answers[0].value:
                ink.fill_rect(Rect(whole.x, whole.y + mm(2), mm(0.7), whole.height - mm(4)), GOLD)
        ink.draw_text(self.question.text, rest, NOTE_TEXT, CHALK, max_lines=3)


class Questions(Framed):
    """Pages of questions about the game that is being set up."""

    def __init__(self, house: House) -> None:
        self.at = 0
        self.rows: list[QuestionRow] = []
        self.up = PushButton("earlier", self.touched, symbol="up")
        self.down = PushButton("later", self.touched, symbol="down")
        super().__init__(house)

    def questions(self, game: AvailableGameModel) -> Sequence[SetupQuestionModel]:
        """Which ones."""
        raise NotImplementedError

    def said(self) -> tuple[str, str]:
        """Title and what stands beneath it."""
        raise NotImplementedError

    @property
    def set_up(self) -> NewGame:
        """The page whose draft is answered."""
        return cast(NewGame, self.house.page("new-game"))

    def refresh(self) -> None:
        """The questions of this page and the answers that stand."""
        game = self.set_up.game
        if game is None:
            return
        self.head(*self.said())
        asked = self.questions(game)
        pages = max(1, ceil(len(asked) / SHOWN))
        self.at = min(self.at, pages - 1)
        for old in self.rows:
            self.remove_widget(old)
        answer = self.set_up.draft.answer
        part = asked[self.at * SHOWN : (self.at + 1) * SHOWN]
        self.rows = [QuestionRow(question, answer(game, question.name), self.touched) for question in part]
        for row in self.rows:
            self.add_widget(row)
        for button, can in ((self.up, self.at > 0), (self.down, self.at < pages - 1)):
            button.update(enabled=can)
            self.set_attached(button, pages > 1)
        self.request_redraw()

    def touched(self, thing: str) -> None:
        """An answer, or another page."""
        name, _, value = thing.partition("=")
        game = self.set_up.game
        if value and game is not None:
            self.set_up.draft = self.set_up.draft.answered(game, name, value)
        elif thing in ("earlier", "later"):
            self.at += 1 if thing == "later" else -1
        else:
            super().touched(thing)
            return
        self.refresh()

    def fill(self, rest: Rect) -> None:
        """Rows, and at the right the way to the other pages."""
        if self.up.parent is not None:
            side, rest = rest.cut_right(mm(TOUCH_SIZE), mm(GAP))
            for button, spot in zip((self.up, self.down), side.split_rows(2, mm(GAP)), strict=True):
                place_widget(button, spot)
        for row, spot in zip(self.rows, rest.split_rows(SHOWN, mm(GAP)), strict=False):
            place_widget(row, spot)


class HouseRules(Questions):
    """What the rulebooks leave open."""

    def questions(self, game: AvailableGameModel) -> Sequence[SetupQuestionModel]:
        """House rules."""
        return game.house_rules

    def said(self) -> tuple[str, str]:
        """Title and what stands beneath it."""
        _ = self.house.words.gettext
        return _("House rules"), _(
            "Where the rulebooks are silent or disagree. The first answer is the default."
        )


class Printed(Questions):
    """What is printed on the cardboard and not in the rulebooks."""

    def questions(self, game: AvailableGameModel) -> Sequence[SetupQuestionModel]:
        """Printed values."""
        return game.edition_questions

    def said(self) -> tuple[str, str]:
        """Title and what stands beneath it."""
        _ = self.house.words.gettext
        return _("Printed values"), _(
            "Assumed until somebody reads them off the cardboard. Touch a value to change it."
        )
