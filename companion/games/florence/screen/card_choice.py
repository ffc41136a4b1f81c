"""Cards to choose from: drawn from a stack, kept, or recruited."""

from __future__ import annotations

from collections.abc import Iterable

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
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    HEADING_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    SEPIA,
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
                return _recruit_choice_model(snapshot, position, who, translator)
        case (RecruitingDecision(who=who),):
            return _recruit_choice_model(snapshot, position, who, translator)
        case (ShowPrestigeCardsDecision(),):
            return _prestige_choice_model(snapshot, position, translator)
    return None


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
        return CardChoiceModel((), translator.gettext("Take the screen, and look at your cards."), kind)
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
    snapshot: Snapshot, position: Position, who: str, translator: Translator
) -> CardChoiceModel:
    """The professions on other tables; one touch recruits, even where recruiting was not begun."""
    recruit_touch = "" if _is_recruiting(snapshot.pending_input) else f"{RECRUIT_ACTION} "
    may = choice_after_words(position, who, "recruit")
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
        signs, below = inner.cut_top(min(inner.height * 0.46, mm(6.4)), mm(0.2))
        side, symbols = min(signs.height, mm(5.6)), face.printed_symbols
        row = signs.cut_left(min(signs.width, (side + mm(0.5)) * len(symbols)))[0]
        for symbol, cell in zip(symbols, row.split_columns(len(symbols)) if symbols else (), strict=True):
            painter.draw_symbol(symbol, cell.inset(mm(0.15)), fade(CHALK, 1.0 if self.enabled else 0.3))
        name, does = below.cut_top(mm(5.2) if face.effect else below.height, mm(0.2))
        colour = SEPIA if self.enabled else mix_colours(MUTED, PANEL, 0.4)
        painter.draw_text(
            face.name, name, NOTE_TEXT, colour, bold=True, max_lines=1 if face.effect else 2, valign="top"
        )
        painter.draw_text(face.effect, does, NOTE_TEXT, FADED_SEPIA, max_lines=6, valign="top")


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
