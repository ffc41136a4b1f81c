"""How this game goes: a few short steps at the table itself, each beside what it tells about.

It is opened from the menu, and once by itself: at the first evening of a game.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from math import ceil
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import mm
from msgspec import Struct

from companion.rules.moves import TABLE_ACTOR
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.screen.context import LOOK_WORDS, ScreenContext
from companion.screen.default.set_up import setup_presenter_of
from companion.screen.draw.canvas_widget import (
    ModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
    visible_within,
    window_rect,
)
from companion.screen.draw.painter import LINE_SPACING, Painter, fit_text, font_pixels
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CORNER_RADIUS,
    FADED_SEPIA,
    GOLD,
    MIN_TOUCH_SIZE,
    NOTE_TEXT,
    OVERLAY_SHADE,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TOUCH_SIZE,
)
from companion.screen.overlays import RESERVED_TARGETS, TableOverlay
from companion.screen.view_models import ChoiceModel
from companion.screen.widgets.button import PushButton
from companion.voice.explanations import GuideStep, guide_to_game
from companion.voice.language import mark_message

GLOWING: Final = "*"
"""The target of the step about whatever may be touched now."""
SCATTERED: Final = 0.1
"""The share of a frame around things that glow which may lie between them: what is dark does not seem to glow."""
NO_MOVES: Final = RESERVED_TARGETS | LOOK_WORDS - {"look"} | {""}
"""What of touchable things leads to nothing in the game; a look at one's cards is the way to a move."""
AT_VIRTUAL_TABLE: Final = GuideStep(
    mark_message(
        "Herald deals, lays out what lies on the table, and plays the virtual players. Only your own cards lie open."
    ),
    targets=("card", "profession"),
)
AT_SHARED_TABLE: Final = GuideStep(
    mark_message(
        "Herald deals, and lays out what lies on the table. Whoever is to move takes the screen and opens their cards"
        " with one touch; nobody else looks."
    ),
    targets=("look",),
)
AT_REAL_TABLE: Final = GuideStep(
    mark_message(
        "You play with what is in your box. Touch here what you do there, or lay it on a reader: Herald keeps score,"
        " and knows the rules."
    ),
)
WAYS_OF_HERALD: Final = (
    GuideStep(
        mark_message(
            "Above stands whose turn it is, and what is to be done. What glows in gold may be touched now; what is"
            " dark says why not."
        ),
        targets=("prompt", GLOWING),
    ),
    GuideStep(
        mark_message(
            "What the rules forbid is refused with the reason, and nothing has happened. This arrow takes back what"
            " was done in error, move by move."
        ),
        targets=("undo",),
    ),
    GuideStep(
        mark_message(
            "Hold a finger on anything, and you are told what it is. The menu has what may be done now, the points,"
            " and these steps."
        ),
        targets=("menu",),
    ),
)
"""What holds for every game, told before how it ends."""


class GuideModel(Struct, frozen=True):
    """One step: its number from 1 on and how many there are, what it tells, its clause, what of the table it shows."""

    number: int
    count: int
    text: str
    clause: str
    targets: tuple[str, ...]
    lead_on: str
    """The label of the button that leads on, at the last step to the game."""


class GuideView(ModelView[GuideModel]):
    """Shade over the table but for what is told about, and a card of parchment beside it."""

    is_modal = True
    WIDTHS: Final = 70.0, 92.0, 60.0, 50.0
    """Millimetres of the card, the first one first."""
    STEP: Final = 4.0
    """Millimetres between the places that are tried for the card."""
    MARGIN: Final = 0.8
    """Millimetres from what is told about to the frame around it."""
    CLAUSE_WIDTH: Final = 16.0
    MAX_LINES: Final = 12

    def __init__(
        self, touch_handler: TouchHandler, get_translations: Callable[[], gettext.NullTranslations]
    ) -> None:
        self.skip_button = PushButton("back", touch_handler, symbol="cross", style="quiet")
        self.previous_button = PushButton("", touch_handler, symbol="back", style="quiet")
        self.clause_button = PushButton("", touch_handler, style="quiet", font_size=SMALL_TEXT, max_lines=1)
        self.next_button = PushButton("", touch_handler, style="main", max_lines=1)
        self._framed: list[Rect] = []
        """What was framed last."""
        self._foot: tuple[float, float] | None = None
        """The lower right corner of the card, where one touches to read on."""
        self._look_again = Clock.create_trigger(self._on_frame, 0)
        super().__init__()
        for button in (self.skip_button, self.next_button):
            self.add_widget(button)

    def show(self, model: GuideModel) -> None:
        """Show this step; what it is about may lie elsewhere now."""
        super().show(model)
        self.request_redraw()

    def _on_frame(self, _elapsed: float) -> None:
        """Frame what it is about anew, if that was laid out after this was painted."""
        if self._shown_rects() != self._framed:
            self.request_redraw()

    def on_model_changed(self, model: GuideModel, previous: GuideModel | None) -> None:
        """Lead to the neighbours of this step."""
        self.previous_button.touch_target = f"guide/{model.number - 1}"
        self.next_button.touch_target = f"guide/{model.number + 1}" if model.number < model.count else "back"
        self.next_button.update(model.lead_on)
        self.clause_button.touch_target = f"clause/{model.clause}"
        self.clause_button.update(model.clause)
        self.set_attached(self.previous_button, model.number > 1)
        self.set_attached(self.clause_button, bool(model.clause))
        self.set_attached(self.skip_button, model.number < model.count)

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from the table."""
        super().on_touch_down(touch)
        return True

    # -- what is shown

    def _shown_rects(self) -> list[Rect]:
        """Where what the step is about lies on the table; what lies side by side is one rectangle."""
        shown: list[Rect] = []
        for target in self.model.targets if self.model is not None else ():
            part_by_name: dict[str, Rect] = {}  # of several of one name the largest
            for part in visible_within(getattr(self.parent, "view", None) or self):
                own, rect = getattr(part, "touch_target", ""), part.rect
                names = {name for each in (own, part.asked_target) for name in (each, each.partition("/")[0])}
                leads_on = own.partition("/")[0] not in NO_MOVES and isinstance(part, TouchableWidget)
                if target in names or (target == GLOWING and leads_on and part.enabled):
                    name = own or part.asked_target
                    part_by_name[name] = max(rect, part_by_name.get(name, rect), key=_area)
            parts = [each.inset(-mm(self.MARGIN)) for each in part_by_name.values()]
            shown += _side_by_side(parts, SCATTERED if target == GLOWING else 1.0)
        return shown

    def _card_rect(self, bounds: Rect) -> Rect:
        """Where the card covers least of what it is about, with its foot as near to the last one's as may be."""
        shown, room = self._shown_rects(), bounds.inset(mm(1.5))
        x, y = self._foot or (bounds.center[0] + mm(self.WIDTHS[0]) / 2, bounds.center[1] - mm(20))
        places = []
        for rank, width in enumerate(map(mm, self.WIDTHS)):
            high = self._height(width)
            if high > room.height:
                continue
            step, free = mm(self.STEP), (room.width - width, room.height - high)
            lefts, bottoms = ([step * at for at in range(int(most / step) + 1)] + [most] for most in free)
            for left, bottom in product(lefts, bottoms):
                place = Rect(room.x + left, room.y + bottom, width, high)
                covered = sum(_common_area(place, each) for each in shown)
                off = abs(place.right - x) + abs(place.y - y)
                places.append((covered, rank, off, place))
        widest = room.centred(mm(max(self.WIDTHS)), room.height)
        place = min(places, key=lambda each: each[:3])[3] if places else widest
        self._foot = place.right, place.y
        return place

    def _height(self, width: float) -> float:
        """The height of a card of that width with its text and its buttons."""
        text, pixels = self.model.text if self.model is not None else "", font_pixels(BODY_TEXT)
        inner = width - mm(6)
        lines = fit_text(text, inner, mm(1000), pixels, pixels, False, self.MAX_LINES).lines
        return float(ceil(pixels * LINE_SPACING) * len(lines) + mm(TOUCH_SIZE + MIN_TOUCH_SIZE + 6))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons at the foot of the card, and what leads away above."""
        inner = self._card_rect(bounds).inset(mm(3), mm(2))
        foot = inner.cut_bottom(mm(TOUCH_SIZE))[0]
        for button in (self.skip_button, self.previous_button):
            if button.parent is not None:
                place, foot = foot.cut_left(mm(TOUCH_SIZE), mm(1.4))
                place_widget(button, place)
        place_widget(self.next_button, foot)
        head = inner.cut_top(mm(MIN_TOUCH_SIZE))[0]
        place_widget(self.clause_button, head.cut_right(mm(self.CLAUSE_WIDTH))[0])

    def paint_model(self, painter: Painter, bounds: Rect, model: GuideModel) -> None:
        """Paint the shade, a frame around what is told about, and the card."""
        shown = self._framed = self._shown_rects()
        self._look_again()
        for part in _around_holes(window_rect(), shown):
            painter.fill_rect(part, OVERLAY_SHADE)
        for part in shown:
            painter.outline_rect(part, GOLD, mm(0.7), mm(CORNER_RADIUS))
        card = self._card_rect(bounds)
        painter.fill_rect(card, SEPIA, mm(CORNER_RADIUS))
        painter.fill_rect(card.inset(mm(0.4)), PARCHMENT, mm(CORNER_RADIUS - 0.4))
        inner = card.inset(mm(3), mm(2)).cut_bottom(mm(TOUCH_SIZE), mm(1))[1]
        head, text = inner.cut_top(mm(MIN_TOUCH_SIZE), mm(0.6))
        painter.draw_text(f"{model.number} / {model.count}", head, NOTE_TEXT, FADED_SEPIA, role="small print")
        painter.draw_text(model.text, text, BODY_TEXT, SEPIA, max_lines=self.MAX_LINES, valign="top")


def _around(one: Rect, other: Rect) -> Rect:
    """The rectangle around both."""
    left, bottom = min(one.x, other.x), min(one.y, other.y)
    return Rect(left, bottom, max(one.right, other.right) - left, max(one.top, other.top) - bottom)


def _around_holes(whole: Rect, holes: Sequence[Rect]) -> Iterator[Rect]:
    """What is left of a rectangle around holes in it, in rectangles."""
    cut = [hole for hole in holes if hole.overlaps(whole)]
    rows = sorted({whole.y, whole.top, *(side for hole in cut for side in (hole.y, hole.top))})
    columns = sorted({whole.x, whole.right, *(side for hole in cut for side in (hole.x, hole.right))})
    for (bottom, top), (left, right) in product(pairwise(rows), pairwise(columns)):
        middle = (left + right) / 2, (bottom + top) / 2
        if whole.contains_point(*middle) and not any(hole.contains_point(*middle) for hole in cut):
            yield Rect(left, bottom, right - left, top - bottom)


def _side_by_side(parts: Sequence[Rect], most_between: float) -> list[Rect]:
    """The parts, those that overlap as one rectangle, of which what lies between them is at most that share."""
    groups: list[Rect] = []
    for part in parts:
        whole = part
        while near := next((each for each in groups if _are_one(each, whole, most_between)), None):
            groups.remove(near)
            whole = _around(whole, near)
        groups.append(whole)
    return groups


def _are_one(one: Rect, other: Rect, most_between: float) -> bool:
    both = _area(_around(one, other))
    return one.overlaps(other) and both - _area(one) - _area(other) <= most_between * both


def _area(rect: Rect) -> float:
    return rect.width * rect.height


def _common_area(one: Rect, other: Rect) -> float:
    """The area that both cover."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.top, other.top) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)


def _about_table(context: ScreenContext) -> GuideStep:
    """How it is played at a table like this."""
    if not context.ui_state.is_virtual:
        return AT_REAL_TABLE
    return AT_SHARED_TABLE if len(context.ui_state.human_colours) > 1 else AT_VIRTUAL_TABLE


class GuideTableOverlay(TableOverlay):
    """The steps, from the first one on; at a game's first evening they are due at the first turn of a person."""

    word = "guide"
    menu_order = 25
    view = GuideView

    step_number = 1
    is_shown = False
    """Whether somebody has seen it."""
    on_read: Callable[[], None] | None = None
    """What hears that it was read, as long as it is due."""

    @staticmethod
    def menu_entry(context: ScreenContext) -> ChoiceModel:
        """Its button in the menu."""
        emblem = setup_presenter_of(context.snapshot.game).SYMBOL
        return ChoiceModel("guide", context.voice.translator.gettext("How this game goes"), emblem)

    def is_due(self, context: ScreenContext) -> bool:
        """Whether it is to be told by itself, and the table is laid: a person is asked."""
        at_screen, asked = context.ui_state.is_at_screen, context.snapshot.position.choice_tree.awaited_actors
        is_asked = any(who != TABLE_ACTOR and at_screen(who) for who in asked)
        return self.on_read is not None and (is_asked or bool(context.ui_state.chooser))

    def on_first_evening(self, on_read: Callable[[], None]) -> None:
        """Be due; tell when it was read or skipped."""
        self.on_read = on_read

    def on_back(self) -> None:
        """It is read, or skipped."""
        if self.on_read is not None:
            self.on_read()
            self.on_read = None

    def on_line_accepted(self, before: Position, events: Sequence[Event], after: Position) -> None:
        """Whoever plays on at the table needs it no more."""
        if self.is_shown:
            self.on_back()

    def on_open(self, subject: str) -> None:
        """Begin with the first step."""
        self.step_number = 1

    def model(self, context: ScreenContext, subject: str) -> GuideModel:
        """The step of now, in words of the table."""
        _ = context.voice.translator.gettext
        steps = game = guide_to_game(context.snapshot, context.voice)
        is_over = context.snapshot.position.outcome() is not None
        if not is_over:  # then nothing is to be done any more
            herald = [step._replace(text=_(step.text)) for step in (_about_table(context), *WAYS_OF_HERALD)]
            steps = (herald[0], *game[:-1], *herald[1:], *game[-1:])
        number = min(self.step_number, len(steps))
        step = steps[number - 1]
        lead_on = _("Next") if number < len(steps) else _("Done") if is_over else _("Let's play")
        self.is_shown = True
        return GuideModel(number, len(steps), step.text, step.clause, step.targets, lead_on)

    def on_touch(self, kind: str, name: str) -> bool:
        """Go to another step."""
        if kind != self.word or not name.isdecimal():
            return False
        self.step_number = max(1, int(name))
        return True
