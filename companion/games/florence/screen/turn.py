"""The actions of a turn, and what can be bought: buildings and freedoms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kivy.metrics import mm
from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules.edition import BUILDINGS, FREEDOMS, PIECE_COUNTS, PRICES
from companion.games.florence.rules.phases.turn_actions import actions_left
from companion.games.florence.rules.phases.turn_options import ActionDecision, building_price
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION, RECRUIT_ACTION, WORK_ACTION
from companion.games.florence.rules.state import PlayerState
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.rules.tile_placement import BUILDERS_TO_TOUCH
from companion.games.florence.screen.auction import next_builder_text
from companion.games.florence.screen.piece_faces import symbol_of_target
from companion.games.florence.screen.principality import TILE_COLOURS, paint_principality
from companion.games.florence.screen.selling import purse_target
from companion.games.florence.screen.short_refusals import (
    choice_after_words,
    no_work_reaches_text,
    refusal_by_target,
    short_refusal,
)
from companion.games.florence.screen.works import can_work
from companion.games.florence.voice import names
from companion.rules.clauses import Refusal
from companion.rules.moves import touch_observation
from companion.screen.context import UiState
from companion.screen.draw.canvas_widget import GlowingModelView, TouchHandler, place_in_grid, place_widget
from companion.screen.draw.painter import LINE_SPACING, Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    GAP,
    GOLD,
    HEADING_TEXT,
    LEAD_TEXT,
    MUTED,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    Colour,
    fade,
    mix_colours,
)
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.parchment_card import ParchmentCardView
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator


class ActionModel(Struct, frozen=True):
    """An action: its name, and its price or why it may not be done now."""

    touch_target: str
    name: str
    note: str = ""
    is_barred: bool = False


class ActionsModel(Struct, frozen=True):
    """The actions of a player, and how many are left (`actions_left_text` in words).

    `next_builder_text` says what the next builder would change.
    """

    player: PlayerState
    actions: tuple[ActionModel, ...]
    actions_left: int
    actions_left_text: str
    next_builder_text: str
    end_turn_text: str
    """The text of ending the turn; "" where it may not be ended."""
    purse_target: str
    """The way to the purse, "" where there is none."""
    sell_text: str


class PurchaseOptionModel(Struct, frozen=True):
    """A building or a freedom that may be taken: how many are left, or why it cannot be had.

    Its touch target is also its symbol.
    """

    touch_target: str
    name: str
    outline_rows: tuple[str, ...] = ()
    """The outline of a building, rows from the top."""
    left_in_supply: int = 0
    note: str = ""
    is_barred: bool = False


class PurchaseModel(Struct, frozen=True):
    """Buildings or freedoms to choose from: the question, what holds for all of them, and the price."""

    title: str
    note: str
    price: str
    options: tuple[PurchaseOptionModel, ...]


BUILD_TARGET, FREEDOM_TARGET = "build", "freedom"
WORD_BY_ACTION_TARGET = {
    WORK_ACTION: "work",
    BUILD_TARGET: "build",
    f"action/{PROFESSION}": PROFESSION,
    f"action/{BONUS_CARD}": BONUS_CARD,
    FREEDOM_TARGET: FREEDOM_TARGET,
    RECRUIT_ACTION: "recruit",
}
"""Touch target -> the word of the action."""


def actions_model(
    snapshot: Snapshot, position: Position, ui_state: UiState, translator: Translator
) -> ActionsModel | None:
    """The current turn before an action was begun; None while something else is going on."""
    item = position.agenda[0] if position.agenda else None
    if not isinstance(item, ActionDecision):
        return None
    who, player, left_ = item.who, position.players[item.who], actions_left(position)
    here = ui_state.is_at_screen(who)
    return ActionsModel(
        player,
        tuple(_action_models(snapshot, position, who, ui_state, translator)),
        left_,
        translator.ngettext("{n} action left", "{n} actions left", left_),
        _next_builder_sentence(player.builders, translator),
        translator.gettext("End the turn") if here else "",
        purse_target(who) if here and player.points else "",
        translator.name_of("word", "sell"),
    )


def _next_builder_sentence(number: int, translator: Translator) -> str:
    """What one more builder would change, or what all three do."""
    more = next_builder_text(number, translator)
    if not more:
        return translator.gettext("All builders are here: buildings cost nothing.")
    return translator.gettext("The next builder: {what}", what=more)


def _action_models(
    snapshot: Snapshot, position: Position, who: str, ui_state: UiState, translator: Translator
) -> Iterator[ActionModel]:
    """All actions, each with its price or why it may not be done."""
    why = refusal_by_target(choice_after_words(position, who))
    for thing in WORD_BY_ACTION_TARGET:
        action = _action_model(position, who, thing, why.get(thing), translator)
        if (
            thing == WORK_ACTION
            and not action.is_barred
            and not can_work(snapshot, position, who, ui_state, translator)
        ):
            action = replace(action, note=no_work_reaches_text(position, translator), is_barred=True)
        yield action


def _action_model(
    position: Position, who: str, touch_target: str, why: Refusal | None, translator: Translator
) -> ActionModel:
    name = translator.name_of("word", WORD_BY_ACTION_TARGET[touch_target])
    if why is None:
        return ActionModel(touch_target, name, _action_price_text(position, who, touch_target, translator))
    return ActionModel(touch_target, name, short_refusal(why, position, translator), True)


def _action_price_text(position: Position, who: str, touch_target: str, translator: Translator) -> str:
    """The price of an action."""
    match touch_target:
        case "action/work":
            return translator.gettext("value {least} or more", least=position.least_work_value)
        case "build":
            return price_text(building_price(position, who), translator)
        case "action/recruit":
            return translator.gettext("no action")
    return price_text(int(PRICES["card" if touch_target != FREEDOM_TARGET else "freedom"]), translator)


def price_text(number: int, translator: Translator) -> str:
    """The text of a price, or of none."""
    return names.florins_text(translator, number) if number else translator.gettext("for nothing")


def purchase_model(snapshot: Snapshot, position: Position, translator: Translator) -> PurchaseModel | None:
    """The options to choose from, once that action was begun or the shared buttons point at one.

    None before that.
    """
    item = position.agenda[0] if position.agenda else None
    if not isinstance(item, ActionDecision):
        return None
    kind, _, pointed = snapshot.pointed_at.partition("/")
    if touch_observation(BUILD_TARGET) in snapshot.pending_input or (kind == "building" and pointed):
        why = refusal_by_target(choice_after_words(position, item.who, BUILD_TARGET))
        sites = tuple(_option_model(position, f"building/{each}", why, translator) for each in BUILDINGS)
        near = translator.gettext("They may touch each other.")
        if position.players[item.who].builders < BUILDERS_TO_TOUCH:
            near = translator.gettext("They must not share an edge.")
        price = price_text(building_price(position, item.who), translator)
        return PurchaseModel(translator.gettext("Which building?"), near, price, sites)
    if touch_observation(FREEDOM_TARGET) in snapshot.pending_input or (kind == FREEDOM_TARGET and pointed):
        why = refusal_by_target(choice_after_words(position, item.who, FREEDOM_TARGET))
        sites = tuple(_option_model(position, f"freedom/{each}", why, translator) for each in FREEDOMS)
        price = price_text(int(PRICES["freedom"]), translator)
        return PurchaseModel(
            translator.gettext("Which freedom?"), translator.gettext("One in a turn."), price, sites
        )
    return None


def _option_model(
    position: Position, touch_target: str, why: Mapping[str, Refusal], translator: Translator
) -> PurchaseOptionModel:
    name = touch_target.partition("/")[2]
    rows = position.config.outlines[name].rows if name in BUILDINGS else ()
    refusal, number = why.get(touch_target), position.supply_of(name)
    note = short_refusal(refusal, position, translator) if refusal is not None else ""
    if not note and not rows:
        note = translator.gettext("{n} left", n=number)
    return PurchaseOptionModel(
        touch_target, translator.name_of("face", name), rows, number, note, refusal is not None
    )


class TurnActionButton(ParchmentCardView[ActionModel]):
    """An action: symbol, name and price; dark with the reason where it may not be done."""

    def paint_model(self, painter: Painter, bounds: Rect, action: ActionModel) -> None:
        """Paint the symbol at the left of name and note."""
        bright = self.enabled or not action.is_barred
        inner = self.paint_card_with_glow(painter, bounds, bright, 0.7).inset(mm(0.6), mm(0.2))
        pixels = font_pixels(SMALL_TEXT)
        above = 1 + (text_width(action.name, pixels, True) > inner.width - mm(8.2))
        below = 1 + (text_width(action.note, pixels) > inner.width)
        share = min(max(above / (above + below), 0.4), 0.6) if action.note else 1.0
        head, note = inner.cut_top(inner.height * share)
        sign, name = head.cut_left(mm(7.4), mm(0.8))
        painter.draw_symbol(symbol_of_target(action.touch_target), sign, fade(CHALK, 1.0 if bright else 0.25))
        colour = SEPIA if bright else MUTED
        painter.draw_text(action.name, name, BODY_TEXT, colour, bold=True, max_lines=2, min_size=SMALL_TEXT)
        colour = FADED_SEPIA if bright else MUTED
        painter.draw_text(
            action.note, note, BODY_TEXT, colour, halign="center", max_lines=2, min_size=SMALL_TEXT
        )


class ActionsView(GlowingModelView[ActionsModel]):
    """Principality and builders at the left; at the right the actions that are left, and done."""

    PRINCIPALITY_SIZE = 31.0
    BUILDERS_HEIGHT = 17.2
    PURSE_BUTTON_HEIGHT = 9.6
    END_TURN_HEIGHT = 10.6

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.action_buttons: list[TurnActionButton] = []
        self.end_turn_button = PushButton(
            "done", touch_handler, symbol="check", style="choice", font_size=HEADING_TEXT
        )
        self.purse_button = PushButton("", touch_handler, symbol="points", style="quiet")
        super().__init__()

    def on_model_changed(self, actions: ActionsModel, previous: object) -> None:
        """Show the actions, done, and the way to the purse."""
        self.sync_children(
            self.action_buttons, actions.actions, lambda action: TurnActionButton(action, self.touch_handler)
        )
        self.end_turn_button.update(actions.end_turn_text, style="choice" if actions.actions_left else "main")
        self.purse_button.touch_target = actions.purse_target
        self.purse_button.update(actions.sell_text)
        self.set_attached(self.end_turn_button, bool(actions.end_turn_text))
        self.set_attached(self.purse_button, bool(actions.purse_target))

    def _parts(self, bounds: Rect) -> tuple[Rect, Rect]:
        """The rectangles of the left and the right part."""
        return bounds.cut_left(mm(self.PRINCIPALITY_SIZE), mm(GAP))

    def _left_parts(self, left: Rect) -> tuple[Rect, Rect, Rect]:
        """The rectangles of the principality, the builders, and the way to the purse."""
        high = mm(self.BUILDERS_HEIGHT + self.PURSE_BUTTON_HEIGHT + 1.6)
        ground, rest = left.cut_top(min(mm(self.PRINCIPALITY_SIZE), left.height - high), mm(0.8))
        purse, builders = rest.cut_bottom(mm(self.PURSE_BUTTON_HEIGHT), mm(0.8))
        return ground, builders, purse

    def _foot(self, right: Rect, has_left: bool) -> tuple[Rect, Rect]:
        """The rectangles of done, and of how many actions are left.

        Who ends their turn without any left does not lie over the next person's, who would give all up.
        """
        foot = right.cut_bottom(mm(self.END_TURN_HEIGHT))[0].inset(mm(0.7), 0)
        early, late = foot.split_columns(2, mm(GAP))
        return (early, late) if has_left else (late, early)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the actions two by two, with done below."""
        left, right = self._parts(bounds)
        place_widget(self.purse_button, self._left_parts(left)[2])
        has_left = self.model is not None and self.model.actions_left > 0
        place_widget(self.end_turn_button, self._foot(right, has_left)[0])
        _, rest = right.cut_bottom(mm(self.END_TURN_HEIGHT), mm(0.9))
        place_in_grid(self.action_buttons, rest, 2, mm(0.3))

    def paint_model(self, painter: Painter, bounds: Rect, actions: ActionsModel) -> None:
        """Paint principality, builders, and how many actions are left."""
        left, right = self._parts(bounds)
        ground, builders, _ = self._left_parts(left)
        paint_principality(painter, ground, actions.player.grid)
        self._builders(painter, builders, actions)
        self._left(painter, self._foot(right, actions.actions_left > 0)[1], actions)

    def _builders(self, painter: Painter, room: Rect, actions: ActionsModel) -> None:
        """Paint three places, and what the next builder would change."""
        painter.fill_rect(room, PANEL, mm(CORNER_RADIUS))
        signs, text_rect = room.inset(mm(0.6), mm(0.3)).cut_top(mm(4.4), mm(0.2))
        most = PIECE_COUNTS["builders-most"]
        for number, cell in enumerate(signs.cut_left(mm(15))[0].split_columns(most, mm(0.4))):
            taken = number < actions.player.builders
            painter.draw_symbol(
                "builder" if taken else "builder/flat",
                cell,
                CHALK if taken else mix_colours(BORDER, PANEL, 0.2),
            )
        painter.draw_text(
            actions.next_builder_text, text_rect, NOTE_TEXT, MUTED, max_lines=4, min_size=SMALL_TEXT
        )

    def _left(self, painter: Painter, row: Rect, actions: ActionsModel) -> None:
        """Paint a light for each action that is left."""
        for number in range(int(PRICES["actions"])):
            spot, row = row.cut_left(mm(4.0), mm(0.4))
            lit = number < actions.actions_left
            painter.draw_symbol("dot", spot.centred(mm(3.8), mm(3.8)), GOLD if lit else RAISED_PANEL)
        text_rect = row.cut_left(0, mm(0.8))[1]
        painter.draw_text(
            actions.actions_left_text,
            text_rect,
            HEADING_TEXT,
            CHALK,
            bold=True,
            max_lines=2,
            min_size=SMALL_TEXT,
        )


MIN_PICTURE_HEIGHT = 3.0
"""The least height of a picture in millimetres: less room is left free."""


class PurchaseOptionButton(ParchmentCardView[PurchaseOptionModel]):
    """One building or freedom."""

    def paint_model(self, painter: Painter, bounds: Rect, option: PurchaseOptionModel) -> None:
        """Paint symbol, outline and name; below, how many are left, or why it cannot be had."""
        bright = not option.is_barred
        inner = self.paint_card_with_glow(painter, bounds, bright, 0.8).inset(mm(0.3), mm(0.6))
        name, rest = inner.cut_top(mm(4.4), mm(0.3))
        lines = 0 if not option.note else 1 + (text_width(option.note, font_pixels(SMALL_TEXT)) > rest.width)
        note, rest = rest.cut_bottom(mm(SMALL_TEXT * LINE_SPACING * 1.03) * lines, mm(0.3))
        colour = SEPIA if bright else MUTED
        painter.draw_text(
            option.name, name, BODY_TEXT, colour, bold=True, halign="center", min_size=SMALL_TEXT
        )
        colour = FADED_SEPIA if bright else MUTED
        painter.draw_text(
            option.note, note, SMALL_TEXT, colour, halign="center", max_lines=2, min_size=SMALL_TEXT
        )
        if rest.height < mm(MIN_PICTURE_HEIGHT):
            return
        shade = fade(CHALK, 1.0 if bright else 0.25)
        if not option.outline_rows:
            painter.draw_symbol(option.touch_target, rest, shade)
            return
        if bright:
            number, rest = rest.cut_right(mm(6), mm(0.4))
            text = f"×{option.left_in_supply}"
            painter.draw_text(
                text, number, NUMBER_TEXT, FADED_SEPIA, bold=True, halign="right", min_size=NUMBER_TEXT
            )
        sign, shape = rest.split_columns(2, mm(0.6))
        painter.draw_symbol(option.touch_target, sign, shade)
        colour = TILE_COLOURS[option.touch_target.partition("/")[2]]
        paint_small_outline(
            painter,
            shape.inset(0, mm(0.4)),
            option.outline_rows,
            colour if bright else mix_colours(PANEL, MUTED, 0.3),
        )


def paint_small_outline(painter: Painter, room: Rect, rows: tuple[str, ...], colour: Colour) -> None:
    """Paint the squares of a tile as printed."""
    side = int(min(room.width / len(rows[0]), room.height / len(rows), mm(3.4)))
    spot = room.centred(side * len(rows[0]), side * len(rows))
    squares = [
        Rect(spot.x + across * side, spot.top - (down + 1) * side, side, side)
        for down, row in enumerate(rows)
        for across, mark in enumerate(row)
        if mark == "x"
    ]
    for square in squares:
        painter.fill_rect(square.inset(-1), mix_colours(colour, SEPIA, 0.6))
    for square in squares:
        painter.fill_rect(square.inset(0.5), colour)


class PurchaseView(GlowingModelView[PurchaseModel]):
    """A row with what holds for all and the price, and below it all options."""

    HEADER_HEIGHT = 6.0
    COLUMNS = 4

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.option_buttons: list[PurchaseOptionButton] = []
        super().__init__()

    def on_model_changed(self, purchase: PurchaseModel, previous: object) -> None:
        """Show a button for each option."""
        self.sync_children(
            self.option_buttons,
            purchase.options,
            lambda option: PurchaseOptionButton(option, self.touch_handler),
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons side by side, in two rows where there are many."""
        _, rest = bounds.cut_top(mm(self.HEADER_HEIGHT), mm(0.6))
        across = min(max(1, len(self.option_buttons)), self.COLUMNS)
        rows = max(1, -(-len(self.option_buttons) // across))
        room = rest if rows > 1 else rest.cut_top(min(rest.height, mm(36)))[0]
        place_in_grid(self.option_buttons, room, across, mm(0.3))

    def paint_model(self, painter: Painter, bounds: Rect, purchase: PurchaseModel) -> None:
        """Paint the price."""
        head, _ = bounds.cut_top(mm(self.HEADER_HEIGHT))
        price, text_rect = head.cut_right(mm(26), mm(1))
        painter.draw_text(purchase.note, text_rect, LEAD_TEXT, MUTED, min_size=SMALL_TEXT)
        painter.draw_text(
            purchase.price, price, TITLE_TEXT, CHALK, bold=True, halign="right", min_size=SMALL_TEXT
        )
