"""House rules, and the printed values that nobody has read off the cardboard yet, before a new game."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import cast

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import (
    CanvasWidget,
    TouchHandler,
    place_widget,
)
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
from companion.screen.overlays.about import clause_model
from companion.screen.pages.new_game import NewGamePage
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.view_models import AvailableGameModel, SetupQuestionModel, TouchAnswer
from companion.screen.widgets.button import ButtonStyle, PushButton
from companion.screen.widgets.overlay import ChoiceOverlay
from companion.voice.explanations import Explanation, ExplanationLine, clause_sentences
from companion.voice.game_texts import load_clauses
from companion.voice.translator import Translator

QUESTIONS_PER_PAGE = 5
"""Questions on one page."""


class QuestionRow(CanvasWidget):
    """One question, with a button for the clause that leaves it open.

    Two answers stand side by side; of more, one is shown and stepped through.
    """

    ANSWERS_WIDTH = 46.0

    def __init__(
        self, question: SetupQuestionModel, answer: str, is_clause: bool, touch_handler: TouchHandler
    ) -> None:
        """`is_clause`: whether the question is about a clause."""
        self.question = question
        self.answer = answer
        self.touch_handler = touch_handler
        super().__init__()
        self.buttons = [
            PushButton(f"{question.name}={value}", touch_handler, words, style=style)
            for value, words, style in self._offer()
        ]
        for button in self.buttons:
            self.add_widget(button)
        self.clause_button = PushButton(
            f"clause/{question.subject}", touch_handler, question.subject, font_size=SMALL_TEXT, max_lines=1
        )
        self.set_attached(self.clause_button, is_clause)

    @property
    def asked_target(self) -> str:
        """Its question."""
        return self.question.name

    def _offer(self) -> list[tuple[str, str, ButtonStyle]]:
        """The buttons: value, text, style."""
        answers = self.question.answers
        if len(answers) == 2:
            return [(a.value, a.text, "chosen" if a.value == self.answer else "quiet") for a in answers]
        if len(answers) > 2:
            values = [a.value for a in answers]
            at = values.index(self.answer)
            return [(values[(at + 1) % len(values)], answers[at].text, "chosen")]
        return []

    def arrange_children(self, bounds: Rect) -> None:
        """Place the clause at the left, the answers at the right."""
        mark = bounds.inset(mm(1), mm(0.6)).cut_left(mm(15))[0]
        place_widget(self.clause_button, mark.centred(mark.width, min(mark.height, mm(TOUCH_SIZE))))
        if self.buttons:
            spots = bounds.inset(mm(0.8)).cut_right(mm(self.ANSWERS_WIDTH))[0]
            for button, spot in zip(self.buttons, spots.split_columns(len(self.buttons), mm(1)), strict=True):
                place_widget(button, spot)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint what it is about and the text, with a gold mark where the answer is not the default."""
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        mark, rest = bounds.inset(mm(1), mm(0.6)).cut_left(mm(15), mm(2))
        if self.clause_button.parent is None:
            painter.fill_rect(mark.centred(mark.width, mm(7)), RAISED_PANEL, mm(CORNER_RADIUS))
            painter.draw_text(
                self.question.subject,
                mark.inset(mm(0.8), 0),
                SMALL_TEXT,
                MUTED,
                bold=True,
                halign="center",
                role="small print",
            )
        if self.buttons:
            rest = rest.cut_left(rest.width - mm(self.ANSWERS_WIDTH) - mm(1))[0]
            if self.answer != self.question.answers[0].value:
                painter.fill_rect(Rect(bounds.x, bounds.y + mm(2), mm(0.7), bounds.height - mm(4)), GOLD)
        painter.draw_text(self.question.text, rest, NOTE_TEXT, CHALK, max_lines=3)


class QuestionsPage(FramedPage):
    """Pages of questions about the game that is being set up."""

    def __init__(self, app: AppShell) -> None:
        self.page_index = 0
        self.rows: list[QuestionRow] = []
        self.previous_button = PushButton("earlier", self.on_touched, symbol="up")
        self.next_button = PushButton("later", self.on_touched, symbol="down")
        self.clause_view = ChoiceOverlay(self.on_touched, lambda: self.app.translations)
        super().__init__(app)

    def questions(self, game: AvailableGameModel) -> Sequence[SetupQuestionModel]:
        """The questions of this page."""
        raise NotImplementedError

    def title_and_subtitle(self) -> tuple[str, str]:
        """The title, and the line beneath it."""
        raise NotImplementedError

    @property
    def new_game_page(self) -> NewGamePage:
        """The page whose draft is answered."""
        return cast(NewGamePage, self.app.page_named("new-game"))

    def refresh(self) -> None:
        """Show the questions of this page and the present answers."""
        game = self.new_game_page.game
        if game is None:
            return
        self.show_header(*self.title_and_subtitle())
        questions = self.questions(game)
        pages = max(1, ceil(len(questions) / QUESTIONS_PER_PAGE))
        self.page_index = min(self.page_index, pages - 1)
        for old in self.rows:
            self.remove_widget(old)
        answer = self.new_game_page.draft.answer_to
        visible = questions[self.page_index * QUESTIONS_PER_PAGE : (self.page_index + 1) * QUESTIONS_PER_PAGE]
        known = load_clauses(game.name, self.app.app_state.lang)
        self.rows = [
            QuestionRow(question, answer(game, question.name), question.subject in known, self.on_touched)
            for question in visible
        ]
        for row in self.rows:
            self.add_widget(row)
        for button, enabled in (
            (self.previous_button, self.page_index > 0),
            (self.next_button, self.page_index < pages - 1),
        ):
            button.update(enabled=enabled)
            self.set_attached(button, pages > 1)
        self.request_redraw()

    def on_touched(self, touch_target: str) -> None:
        """Set an answer, turn the page, or read a clause."""
        name, _, value = touch_target.partition("=")
        kind, _, clause = touch_target.partition("/")
        game = self.new_game_page.game
        was_reading = self.clause_view.parent is not None
        self.set_attached(self.clause_view, kind == "clause" and game is not None)
        if kind == "clause" and game is not None:
            self.clause_view.show(clause_model(clause, Translator(game.name, {}, self.app.app_state.lang)))
            self.request_redraw()
            return
        if value and game is not None:
            self.new_game_page.draft = self.new_game_page.draft.with_answer(game, name, value)
        elif touch_target in ("earlier", "later"):
            self.page_index += 1 if touch_target == "later" else -1
        elif touch_target != "back" or not was_reading:
            super().on_touched(touch_target)
            return
        self.refresh()

    def answer_about(self, touch_target: str) -> TouchAnswer | None:
        """What the clause says that leaves the question open."""
        name, _, value = touch_target.partition("=")
        game = self.new_game_page.game
        questions = self.questions(game) if game is not None else ()
        asked = next((each for each in questions if each.name == name), None)
        if game is None or asked is None:
            return super().answer_about(touch_target)
        said = [answer.text for answer in asked.answers if answer.value == value]
        rule = clause_sentences(asked.subject, Translator(game.name, {}, self.app.app_state.lang))
        told = Explanation(" ".join((asked.text, *said)), tuple(map(ExplanationLine, rule)))
        return TouchAnswer(told.brief.text, asked.subject if rule else "", title=told.title)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the clause that is read over all of it."""
        super().arrange_children(bounds)
        place_widget(self.clause_view, bounds)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the rows, and at the right the buttons of the other pages."""
        if self.previous_button.parent is not None:
            side, body_rect = body_rect.cut_right(mm(TOUCH_SIZE), mm(GAP))
            for button, spot in zip(
                (self.previous_button, self.next_button), side.split_rows(2, mm(GAP)), strict=True
            ):
                place_widget(button, spot)
        for row, spot in zip(self.rows, body_rect.split_rows(QUESTIONS_PER_PAGE, mm(GAP)), strict=False):
            place_widget(row, spot)


class HouseRulesPage(QuestionsPage):
    """What the rulebooks leave open."""

    def questions(self, game: AvailableGameModel) -> Sequence[SetupQuestionModel]:
        """The house rules."""
        return game.house_rules

    def title_and_subtitle(self) -> tuple[str, str]:
        """The title, and the line beneath it."""
        _ = self.app.translations.gettext
        return _("House rules"), _(
            "Where the rulebooks are silent or disagree. The first answer is the default."
        )


class EditionQuestionsPage(QuestionsPage):
    """What is printed on the cardboard and not in the rulebooks."""

    def questions(self, game: AvailableGameModel) -> Sequence[SetupQuestionModel]:
        """The printed values."""
        return game.edition_questions

    def title_and_subtitle(self) -> tuple[str, str]:
        """The title, and the line beneath it."""
        _ = self.app.translations.gettext
        return _("Printed values"), _(
            "Assumed until somebody reads them off the cardboard. Touch a value to change it."
        )
