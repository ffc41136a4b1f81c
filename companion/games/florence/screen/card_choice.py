"""Cards to choose from: drawn from a stack, kept, recruited, or played for a work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kivy.metrics import mm
from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules.edition import PRICES
from companion.games.florence.rules.phases.final_scoring import ShowPrestigeCardsDecision
from companion.games.florence.rules.phases.turn_options import ActionDecision
from companion.games.florence.rules.phases.won_objects import KeepPrestigeCardDecision, RecruitingDecision
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    PRESTIGE_CARD,
    PROFESSION,
    RECRUIT_ACTION,
    RECRUITING_CARD,
)
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.screen.piece_faces import card_symbols
from companion.games.florence.screen.short_refusals import choice_after_words
from companion.rules.moves import FINGER, Observation, touch_observation
from companion.screen.context import UiState
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_in_grid
from companion.screen.draw.painter import Painter, fit_text, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    GOLD,
    HEADING_TEXT,
    MUTED,
    NO_RED,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    YES_GREEN,
    Colour,
    fade,
    mix_colours,
)
from companion.screen.view_models import CardModel
from companion.screen.widgets.parchment_card import ParchmentCardView
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator


class CardOptionModel(CardModel, frozen=True):
    """A card that may be meant, with its effect, and the player on whose table it lies."""

    effect: str = ""
    owner: str = ""


class CardChoiceModel(Struct, frozen=True):
    """The cards that may be meant.

    Where the screen must not know which these are there are no options, only what to do.
    """

    options: tuple[CardOptionModel, ...] = ()
    sentence: str = ""
    symbol: str = ""


ACTION_PREFIX = "action/"


def card_option_model(
    piece: str, translator: Translator, *, owner: str = "", open_: bool = True, does: bool = False
) -> CardOptionModel:
    """The model of a card given by its word."""
    kind, _, name = piece.partition("/")
    effect = translator.name_of("does", name) if does and kind != PROFESSION else ""
    return CardOptionModel(
        piece,
        "",
        translator.name_of("face", name),
        printed_symbols=card_symbols(kind, name),
        enabled=open_,
        effect=effect,
        owner=owner,
    )


def card_choice_model(
    snapshot: Snapshot, position: Position, ui_state: UiState, translator: Translator
) -> CardChoiceModel | None:
    """The cards of which one is to be named now, or what to do where only a reader can tell it.

    None where no card is asked for.
    """
    match position.agenda[:1]:
        case (KeepPrestigeCardDecision(who=who),):
            return _stack_choice_model(snapshot, position, who, PRESTIGE_CARD, ui_state, translator)
        case (ActionDecision(who=who),):
            for kind in (PROFESSION, BONUS_CARD):
                if touch_observation(ACTION_PREFIX + kind) in snapshot.pending_input:
                    return _stack_choice_model(snapshot, position, who, kind, ui_state, translator)
            if _is_recruiting(snapshot.pending_input):
                return _recruit_choice_model(snapshot, position, who, ui_state, translator)
        case (RecruitingDecision(who=who),):
            return _recruit_choice_model(snapshot, position, who, ui_state, translator)
        case (ShowPrestigeCardsDecision(),):
            return _prestige_choice_model(snapshot, position, translator)
    return None


def dealt_choice_model(ui_state: UiState, translator: Translator) -> CardChoiceModel | None:
    """P-M1: the four professions of which one goes back, by name only for the player who was dealt them.

    None where nobody is asked.
    """
    if not ui_state.chooser:
        return None
    if not ui_state.pieces_to_choose_from:
        return CardChoiceModel((), translator.gettext("Take the screen, and look at your cards."), PROFESSION)
    return CardChoiceModel(
        tuple(card_option_model(piece, translator) for piece in ui_state.pieces_to_choose_from)
    )


def _is_recruiting(pending_input: Iterable[Observation]) -> bool:
    return any(
        observation == touch_observation(RECRUIT_ACTION) or observation.piece == RECRUITING_CARD
        for observation in pending_input
    )


def _stack_choice_model(
    snapshot: Snapshot, position: Position, who: str, kind: str, ui_state: UiState, translator: Translator
) -> CardChoiceModel:
    """The top cards of a stack, by name only for the player who looks at them at a virtual table."""
    stack = {
        PROFESSION: position.profession_stack_size,
        BONUS_CARD: position.bonus_stack_size,
        PRESTIGE_CARD: position.supply_of("prestige"),
    }
    number = min(int(PRICES["stack"]), stack[kind])
    if ui_state.is_virtual and ui_state.hand_owner == who:
        cards = cards_looked_at(position, who, kind, ui_state)
        return CardChoiceModel(tuple(card_option_model(piece, translator, does=True) for piece in cards))
    if ui_state.is_virtual:
        look = translator.gettext("Take the screen, and look at your cards.")
        return CardChoiceModel((), look if ui_state.is_at_screen(who) else "", kind)
    sentence = translator.ngettext(
        "Look at the top card and take it.",
        "Look at the top {n} cards and keep one. The others go under the stack, in any order.",
        number,
    )
    return CardChoiceModel((), sentence, kind)


def cards_looked_at(position: Position, who: str, kind: str, ui_state: UiState) -> tuple[str, ...]:
    """The cards that the player looks at, which are behind those of their hand."""
    player = position.players[who]
    held = {PROFESSION: player.hand, BONUS_CARD: player.bonus, PRESTIGE_CARD: player.prestige}[kind]
    return tuple(piece for piece in ui_state.hand_pieces if piece.startswith(f"{kind}/"))[
        sum(held.values()) :
    ]


def _recruit_choice_model(
    snapshot: Snapshot, position: Position, who: str, ui_state: UiState, translator: Translator
) -> CardChoiceModel:
    """The professions on other tables; one touch recruits, even where recruiting was not begun.

    Nobody recruits for a virtual player.
    """
    recruit_touch = "" if _is_recruiting(snapshot.pending_input) else f"{RECRUIT_ACTION} "
    may = choice_after_words(position, who, "recruit") if ui_state.is_at_screen(who) else None
    open_ = {step.touch_target for _, step, _ in may.open_branches()} if may is not None else set()
    faces = [
        card_option_model(
            f"{PROFESSION}/{name}", translator, owner=other, open_=f"{PROFESSION}/{name}" in open_
        )
        for other, player in position.players.items()
        for name in player.table
        if name != RECRUITING_CARD and other != who
    ]
    return CardChoiceModel(
        tuple(replace(each, touch_target=f"{recruit_touch}{each.touch_target}") for each in faces)
    )


def _prestige_choice_model(snapshot: Snapshot, position: Position, translator: Translator) -> CardChoiceModel:
    """All prestige cards, in any order, once the player is known; before that what to do."""
    if not snapshot.pending_input:
        return CardChoiceModel((), translator.gettext("Touch whose cards are shown."), PRESTIGE_CARD)
    noticed = {
        observation.zone if observation.piece == FINGER else observation.piece
        for observation in snapshot.pending_input
    }
    gone = {f"{PRESTIGE_CARD}/{name}" for name in position.known_prestige_cards()} | noticed
    cards = (f"{PRESTIGE_CARD}/{name}" for name in PRESTIGE_CARDS)
    return CardChoiceModel(
        tuple(card_option_model(piece, translator, open_=piece not in gone) for piece in cards)
    )


class CardOptionButton(ParchmentCardView[CardOptionModel]):
    """One card: symbols of what it is about, its name and its owner; dark where it must be another."""

    def paint_model(self, painter: Painter, bounds: Rect, face: CardOptionModel) -> None:
        """Paint the card on parchment."""
        inner = self.paint_card_with_glow(painter, bounds, self.enabled, 0.7).inset(mm(0.8), mm(0.6))
        if face.owner:
            sign, inner = inner.cut_right(mm(4.6), mm(0.4))
            painter.draw_symbol(face.owner, sign.centred(mm(4.4), mm(4.4)))
        symbols = face.printed_symbols
        if face.effect:  # needs the lines: the symbols stand beside the name
            side = mm(3.6)
            head, does = inner.cut_top(mm(7.5), mm(0.2))
            signs, below = head.cut_right((side + mm(0.5)) * len(symbols), mm(0.3))
            least = font_pixels(SMALL_TEXT)
            if not fit_text(face.name, below.width, below.height, least, least, True, 2).fits:
                symbols, below = (), head  # the name says what they would
            signs = signs.cut_top(side)[0]
        else:
            signs, below = inner.cut_top(min(inner.height * 0.46, mm(6.4)), mm(0.2))
            side, does = min(signs.height, mm(5.6)), below
        row = signs.cut_left(min(signs.width, (side + mm(0.5)) * len(symbols)))[0]
        for symbol, cell in zip(symbols, row.split_columns(len(symbols)) if symbols else (), strict=True):
            painter.draw_symbol(symbol, cell.inset(mm(0.15)), fade(CHALK, 1.0 if self.enabled else 0.3))
        colour = SEPIA if self.enabled else mix_colours(MUTED, PANEL, 0.4)
        painter.draw_text(
            face.name,
            below,
            BODY_TEXT,
            colour,
            bold=True,
            max_lines=2,
            valign="top",
            min_size=SMALL_TEXT,
        )
        painter.draw_text(
            face.effect, does, NOTE_TEXT, FADED_SEPIA, max_lines=6, valign="top", min_size=SMALL_TEXT
        )


MET_COLOUR: Final = mix_colours(YES_GREEN, SEPIA, 0.5)
UNMET_COLOUR: Final = mix_colours(NO_RED, SEPIA, 0.45)
"""The colours of wants that are met and not met, on parchment."""


class WantModel(Struct, frozen=True):
    """Something a worker wants, and whether it is present."""

    symbol: str
    name: str
    is_present: bool


class WorkerModel(Struct, frozen=True):
    """A profession, its wants, and the value of its work with the bonus cards entered so far.

    `reaches_least_value`: it is enough for the round. Not `enabled`: it cannot be in this hand, or cannot be
    worth enough.
    """

    touch_target: str
    name: str
    wants: tuple[WantModel, ...]
    value: int
    reaches_least_value: bool
    enabled: bool = True


class BonusCardModel(Struct, frozen=True):
    """A bonus card, its effect in a sentence, and what it adds here.

    `is_played`: it was entered. Not `enabled`: it cannot be in this hand.
    """

    touch_target: str
    name: str
    effect: str
    value_added: int
    is_played: bool = False
    enabled: bool = True


class WorkerButton(ParchmentCardView[WorkerModel]):
    """A profession: its name, its wants, and in the seal the value of its work.

    With much room the wants have their names.
    """

    most_on_a_page = 20
    min_width = 23.4
    SEAL_WIDTH = 7.6
    BEST_ASPECT_RATIO = 2.4
    """The ratio of width to height at which it is read best."""

    letter_size = BODY_TEXT

    @property
    def worker_model(self) -> WorkerModel:
        """The worker that is shown."""
        assert self.model is not None
        return self.model

    def paint_model(self, painter: Painter, bounds: Rect, worker: WorkerModel) -> None:
        """Paint the name above, the wants below, and the seal at the right."""
        colour = self.paint_card(painter, bounds)
        inner = bounds.inset(mm(0.5), mm(0.4))
        if inner.height > mm(20) and inner.width > mm(22):
            self._roomy(painter, inner.inset(mm(0.5), mm(0.3)), colour)
            return
        name, low = inner.cut_top(inner.height / 2)
        painter.draw_text(worker.name, name, self.letter_size, colour)
        seal, wants = low.cut_right(mm(self.SEAL_WIDTH), mm(0.8))
        self._seal(painter, seal, colour)
        for want, cell in zip(worker.wants, wants.split_columns(len(worker.wants)), strict=True):
            self._want(painter, cell, want)

    @property
    def helps(self) -> bool:
        """Whether it can work now."""
        return self.worker_model.enabled and self.worker_model.reaches_least_value

    def max_letter_size(self, bounds: Rect) -> float:
        """The largest letter size in millimetres for which its name has room."""
        inner = bounds.inset(mm(0.5), mm(0.4))
        return _max_letter_size(self.worker_model.name, inner.width, inner.height / 2, False, 1)

    def _roomy(self, painter: Painter, inner: Rect, colour: Colour) -> None:
        """Paint a line for each want."""
        head, low = inner.cut_top(mm(7.2), mm(0.6))
        seal, name = head.cut_right(mm(8), mm(0.6))
        painter.draw_text(self.worker_model.name, name, HEADING_TEXT, colour, bold=True, min_size=SMALL_TEXT)
        self._seal(painter, seal, colour)
        rows = low.cut_top(min(low.height, mm(7) * len(self.worker_model.wants)))[0].split_rows(
            len(self.worker_model.wants)
        )
        for want, row in zip(self.worker_model.wants, rows, strict=True):
            sign, name_rect = row.cut_left(mm(6.4), mm(1.2))
            tick, name_rect = name_rect.cut_right(mm(4), mm(0.6))
            there = want.is_present and self.enabled
            painter.draw_symbol(want.symbol, sign.inset(0, mm(0.3)), SEPIA if there else fade(SEPIA, 0.3))
            painter.draw_text(
                want.name,
                name_rect,
                BODY_TEXT,
                SEPIA if there else colour if not self.enabled else FADED_SEPIA,
                bold=there,
            )
            if there:
                painter.draw_symbol("check", tick, MET_COLOUR)

    def _want(self, painter: Painter, cell: Rect, want: WantModel) -> None:
        """Paint a want, underlined where it is met and pale where it is not."""
        bar, above = cell.cut_bottom(mm(0.7), mm(0.2))
        there = want.is_present and self.enabled
        painter.draw_symbol(want.symbol, above.inset(mm(0.2), 0), SEPIA if there else fade(SEPIA, 0.3))
        if there:
            painter.fill_rect(bar.inset(mm(0.5), 0), MET_COLOUR, mm(0.35))

    def _seal(self, painter: Painter, spot: Rect, colour: Colour) -> None:
        """Paint the value: on gold where it is enough, in a ring where not; none on somebody else's card."""
        if self.worker_model.reaches_least_value and not self.enabled:
            return
        seal = spot.centred(mm(self.SEAL_WIDTH), min(spot.height, mm(5.4)))
        if self.worker_model.reaches_least_value:
            painter.fill_rect(seal, mix_colours(GOLD, SEPIA, 0.25), mm(CORNER_RADIUS))
            painter.fill_rect(seal.inset(mm(0.3)), GOLD, mm(CORNER_RADIUS - 0.3))
        else:
            colour = FADED_SEPIA if self.enabled else colour
            painter.outline_rect(seal, colour, mm(0.3), mm(CORNER_RADIUS))
        painter.draw_text(
            str(self.worker_model.value),
            seal,
            NUMBER_TEXT,
            colour,
            bold=True,
            halign="center",
            min_size=NUMBER_TEXT,
        )


def _max_letter_size(name: str, width: float, height: float, bold: bool, max_lines: int) -> float:
    """The largest letter size of a name in millimetres with which it has room."""
    wanted = font_pixels(BODY_TEXT)
    text = fit_text(name, width, height, wanted, min(wanted, round(mm(SMALL_TEXT))), bold, max_lines)
    return BODY_TEXT * text.font_pixels / wanted


class BonusCardButton(ParchmentCardView[BonusCardModel]):
    """A bonus card: what it counts and what that adds, ticked once it is played.

    `letter_size` is how large its letters are, in millimetres.
    """

    most_on_a_page = 12
    min_width = 30.0
    BEST_ASPECT_RATIO = 2.6

    letter_size = BODY_TEXT

    @property
    def bonus_card_model(self) -> BonusCardModel:
        """The bonus card that is shown."""
        assert self.model is not None
        return self.model

    def on_model_changed(self, addition: BonusCardModel, previous: BonusCardModel | None) -> None:
        """Enable the card while it may be played."""
        super().on_model_changed(addition, previous)
        self.enabled = addition.enabled and not addition.is_played

    def paint_model(self, painter: Painter, bounds: Rect, addition: BonusCardModel) -> None:
        """Paint words at the left and points at the right; with much room the effect below."""
        colour = self.paint_card(painter, bounds)
        if self.bonus_card_model.is_played:
            painter.fill_rect(
                bounds.inset(mm(0.25)), mix_colours(PARCHMENT, GOLD, 0.35), mm(CORNER_RADIUS - 0.25)
            )
            colour = SEPIA
        if bounds.height > mm(20):
            bounds, low = bounds.cut_top(mm(11))
            painter.draw_text(
                self.bonus_card_model.effect,
                low.inset(mm(1.4), mm(0.8)),
                NOTE_TEXT,
                colour,
                valign="top",
                max_lines=6,
                min_size=SMALL_TEXT,
            )
        number, text_rect = self._parts(bounds)
        strong = self.bonus_card_model.value_added > 0
        painter.draw_text(
            self.bonus_card_model.name,
            text_rect,
            self.letter_size,
            colour,
            max_lines=3,
            min_size=SMALL_TEXT,
        )
        if self.bonus_card_model.is_played:
            sign, number = number.cut_top(number.height * 0.45)
            painter.draw_symbol("check", sign, MET_COLOUR)
        paint = colour if strong or not self.enabled else FADED_SEPIA
        painter.draw_text(
            self._adds, number, NUMBER_TEXT, paint, bold=True, halign="right", min_size=NUMBER_TEXT
        )

    @property
    def _adds(self) -> str:
        return f"+{self.bonus_card_model.value_added}"

    def _parts(self, bounds: Rect) -> tuple[Rect, Rect]:
        """The rectangles of the points and of the words."""
        wide = text_width(self._adds, font_pixels(NUMBER_TEXT), True) + 2
        return bounds.inset(mm(0.4), mm(0.2)).cut_right(wide, mm(0.1))

    @property
    def helps(self) -> bool:
        """Whether it adds something."""
        return self.bonus_card_model.value_added > 0

    def max_letter_size(self, bounds: Rect) -> float:
        """The largest letter size in millimetres for which its words have room."""
        text_rect = self._parts(bounds)[1]
        return _max_letter_size(self.bonus_card_model.name, text_rect.width, text_rect.height, False, 3)


class CardChoiceView(ModelView[CardChoiceModel]):
    """All cards that may be meant in a grid, or what to do where only a reader can tell it."""

    MAX_CARD_HEIGHT = 20.0
    MAX_CARD_WITH_TEXT_HEIGHT = 30.0
    """The greatest height of a card, and of one with its effect written on it, in millimetres."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.card_buttons: list[CardOptionButton] = []
        super().__init__()

    def on_model_changed(self, naming: CardChoiceModel, previous: object) -> None:
        """Show these cards."""
        self.sync_children(
            self.card_buttons, naming.options, lambda face: CardOptionButton(face, self.touch_handler)
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the cards in as many columns as make them wider than high."""
        if self.model is None:
            return
        count = len(self.card_buttons)
        across = 2 if count <= 4 else 3 if count <= 9 else 4
        rows = max(1, -(-count // across))
        highest = (
            self.MAX_CARD_WITH_TEXT_HEIGHT
            if any(face.effect for face in self.model.options)
            else self.MAX_CARD_HEIGHT
        )
        room = bounds.cut_top(min(bounds.height, mm(highest) * rows))[0]
        place_in_grid(self.card_buttons, room, across, mm(0.4))

    def paint_model(self, painter: Painter, bounds: Rect, naming: CardChoiceModel) -> None:
        """Paint a sheet that says what to do."""
        if not naming.sentence:
            return
        sheet = bounds.centred(bounds.width - mm(4), mm(34))
        painter.fill_rect(sheet, PANEL, mm(CORNER_RADIUS))
        sign, text_rect = sheet.inset(mm(3), mm(3)).cut_left(mm(24), mm(3))
        painter.draw_symbol(naming.symbol, sign)
        painter.draw_text(naming.sentence, text_rect, HEADING_TEXT, CHALK, max_lines=6)
