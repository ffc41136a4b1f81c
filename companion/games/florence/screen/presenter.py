"""The presenter of the table screen of the Princes of Florence.

It makes plain values in one language from a snapshot of the session and what the people at the screen may see
of their hands. It knows only what everybody may: cards in hands have no names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from companion.games.florence.rules.edition import AUCTION_VALUES
from companion.games.florence.rules.phases.auction import (
    BiddingDecision,
    OpeningDecision,
    players_in_auction_phase,
)
from companion.games.florence.rules.phases.final_scoring import ShowPrestigeCardsDecision
from companion.games.florence.rules.phases.turn_options import ActionDecision
from companion.games.florence.rules.phases.won_objects import ObjectChoiceDecision
from companion.games.florence.rules.pieces import PROFESSION
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.screen.amounts import group_digits
from companion.games.florence.screen.auction import AuctionModel, auction_model
from companion.games.florence.screen.card_choice import (
    CardChoiceModel,
    card_choice_model,
    card_option_model,
    dealt_choice_model,
)
from companion.games.florence.screen.piece_faces import symbol_of_target
from companion.games.florence.screen.placement import PlacementModel, placement_model
from companion.games.florence.screen.player_panel import florence_players
from companion.games.florence.screen.selling import prestige_sale_model, purse_target
from companion.games.florence.screen.table_view import (
    RoundModel,
    StageModel,
    TableModel,
    results_model,
)
from companion.games.florence.screen.turn import (
    BUILD_TARGET,
    WORD_BY_ACTION_TARGET,
    ActionsModel,
    PurchaseModel,
    actions_model,
    purchase_model,
)
from companion.games.florence.screen.works import WorkModel, work_model
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.moves import PLAY_ZONE, Move, MoveStep
from companion.screen.context import UiState
from companion.screen.presenters.table_presenter import TablePresenter
from companion.screen.view_models import CardModel, ChoiceModel, PromptModel
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.translator import capitalised
from companion.voice.voice import Voice

GLOWING_STAGES = (AuctionModel, ActionsModel, PurchaseModel, CardChoiceModel)
"""The stages that get `enabled_targets` to know what may be touched; the others know it themselves."""
STAGE_PREFIXES = ("pile/", "building/", "freedom/", "profession/", "bonus/", "prestige/", "action/")
STAGE_BUTTONS = ("bid", "pass", "build", "freedom", "done")
"""Touch targets of buttons on the stage."""

BOARD_CAN_TURN = False


def table_model(
    snapshot: Snapshot, ui_state: UiState, voice: Voice, lines: Sequence[NarrationLine]
) -> TableModel:
    """The table as the snapshot has it; `lines` are the latest narration, the newest last."""
    presenter, translator = FlorencePresenter(snapshot, ui_state, voice), voice.translator
    position = presenter.position
    return TableModel(
        players=tuple(florence_players(position, snapshot.setup.seats, translator, ui_state.chooser)),
        round_progress=RoundModel(
            position.round,
            translator.gettext("Round {round}", round=position.round),
            position.least_work_value,
        ),
        stage=presenter.stage_model,
        **presenter.frame_fields(lines),
    )


class FlorencePresenter(TablePresenter[Position]):
    """The presenter of the Princes of Florence; what is going on is shown on the stage and touched there."""

    has_virtual_reader = False

    @cached_property
    def stage_model(self) -> StageModel | None:
        """What the stage shows: the results, else what somebody opened, was begun, or is asked."""
        snapshot, position, ui_state, words = self.snapshot, self.position, self.ui_state, self.translator
        return (
            results_model(position, snapshot.setup.seats)
            or prestige_sale_model(snapshot, ui_state, words)
            or dealt_choice_model(ui_state, words)
            or work_model(snapshot, ui_state, words)
            or placement_model(snapshot, ui_state, self.voice)
            or purchase_model(snapshot, position, words)
            or card_choice_model(snapshot, position, ui_state, words)
            or auction_model(snapshot, position, ui_state, words)
            or actions_model(snapshot, position, ui_state, words)
        )

    @property
    def pointed_targets(self) -> frozenset[str]:
        """The targets that the shared buttons point at.

        For a sale that is the player's panel, for a building or an action all targets that begin with it.
        """
        found = set(super().pointed_targets)
        found |= {thing.replace("sell/", "player/") for thing in found if thing.startswith("sell/")}
        if "building" in found and not self.snapshot.pending_input:
            found.add(BUILD_TARGET)
        if "action" in found:
            found |= {thing for thing in WORD_BY_ACTION_TARGET if thing.startswith("action/")}
        return frozenset(found)

    # -- what may be touched

    @cached_property
    def next_step_by_touch_target(self) -> Mapping[str, MoveStep]:
        """The next steps by touch target, without those of absent players and of sales by others.

        Others sell from their purses.
        """
        asked = self.position.awaited_player
        absent = asked and not self.ui_state.is_at_screen(asked) and not self.snapshot.pending_input
        return {} if absent else super().next_step_by_touch_target

    def is_touched_in_place(self, touch_target: str) -> bool:
        """Whether the target is on stage or panels; a player must be named only where cards are shown."""
        shown = isinstance(self.position.agenda[0], ShowPrestigeCardsDecision) and touch_target.startswith(
            "player/"
        )
        return shown or touch_target in STAGE_BUTTONS or touch_target.startswith(STAGE_PREFIXES)

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """The targets that may be touched, and those that are refused with a reason."""
        actions = self.stage_model.actions if isinstance(self.stage_model, ActionsModel) else ()
        return super().enabled_targets - {action.touch_target for action in actions if action.is_barred}

    def is_answer_touched_in_place(self, touch_target: str) -> bool:
        """Whether answers of that kind are touched on the stage."""
        return touch_target.startswith("player/")

    def targets_shown_as_buttons(self) -> list[str]:
        """The buttons besides the stage: only keeping a card that no reader saw, which nobody can name."""
        kept = isinstance(self.stage_model, CardChoiceModel) and not self.ui_state.is_virtual
        return [
            thing
            for thing in ("skip", "keep")
            if thing in self.next_step_by_touch_target and (thing == "skip" or kept)
        ]

    def answer_choices(self) -> Iterator[ChoiceModel]:
        """The answers, unless the stage has buttons of its own."""
        return (
            super().answer_choices()
            if isinstance(self.stage_model, GLOWING_STAGES)
            else self.question_choices()
        )

    def start_over_choices(self) -> Iterator[ChoiceModel]:
        """The way to start over, unless a tile is being placed: the stage has a button for that."""
        return iter(()) if isinstance(self.stage_model, PlacementModel) else super().start_over_choices()

    def hand_opening_choices(self) -> Iterator[ChoiceModel]:
        """The hand of the player who is asked, which the stage may need, and the way to their purse."""
        asked, ui_state = self.position.awaited_player or "", self.ui_state
        if not isinstance(self.stage_model, GLOWING_STAGES):
            return
        if ui_state.is_virtual and asked in ui_state.human_colours and ui_state.hand_owner != asked:
            yield self.make_hand_opening_choice(
                asked, isinstance(self.stage_model, CardChoiceModel) and not self.stage_model.options
            )
        if asked and self._offers_purse(asked):
            yield ChoiceModel(purse_target(asked), self.translator.name_of("word", "sell"), "points", "quiet")

    def _offers_purse(self, asked: str) -> bool:
        """Whether to show the way to the purse of the player asked.

        They are here and have prestige, and the stage does not lead there.
        """
        here = self.ui_state.is_at_screen(asked)
        led = isinstance(self.stage_model, ActionsModel)
        if isinstance(self.stage_model, AuctionModel) and self.stage_model.bidding is not None:
            led = bool(self.stage_model.bidding.purse_target)
        return (
            here and not self.snapshot.pending_input and not led and self.position.players[asked].points > 0
        )

    needs_hand_card = False
    """The stage asks for cards itself."""

    def target_symbol(self, touch_target: str) -> str:
        """The symbol of what the target names; "" where it has none."""
        return symbol_of_target(touch_target)

    @cached_property
    def hand_cards(self) -> tuple[CardModel, ...]:
        """The open hand, to be looked at, as what is bought should fit it; cards to choose are on the stage."""
        shows_hand = isinstance(self.stage_model, AuctionModel | ActionsModel | PurchaseModel)
        return super().hand_cards if shows_hand else ()

    def make_card(self, piece: str, copies: int) -> CardModel:
        """The model of a card, with the symbols of what it is about."""
        shown = card_option_model(piece, self.translator)
        kind = piece.partition("/")[0]
        signs = shown.printed_symbols if kind == PROFESSION else (kind, *shown.printed_symbols[:1])
        return CardModel(piece, "", shown.name, kind, signs)

    # -- what is to be done, in fewer words than aloud, as the stage shows the rest

    def request_text(self, request: str) -> str:
        """What is asked, in few words."""
        position, words = self.position, self.translator
        match position.agenda[:1]:
            case (OpeningDecision(who=who),) if players_in_auction_phase(position) == (who,):
                return words.gettext("Take an object for {price}", price=AUCTION_VALUES["opening"])
            case (OpeningDecision(),):
                return words.gettext("Open an object at {price}", price=AUCTION_VALUES["opening"])
            case (BiddingDecision(),) if position.auction is not None:
                lot, price = (
                    names.object_with_article(words, position.auction.kind),
                    position.auction.bid + AUCTION_VALUES["step"],
                )
                return capitalised(words.gettext("{price} for {lot}?", price=group_digits(price), lot=lot))
            case (ObjectChoiceDecision(),):
                return words.gettext("Which one do you keep?")
            case (ActionDecision(),):
                return words.gettext("Choose an action")
            case (ShowPrestigeCardsDecision(),):
                return words.gettext("Show the prestige cards")
        return request

    def make_follow_up_prompt(self, who: Seat | None, what: str, hint: str) -> PromptModel:
        """The prompt for what the stage asks next."""
        match self.stage_model:
            case WorkModel(question=asks):
                return PromptModel(who, asks, hint)
            case PlacementModel():
                return PromptModel(who, self.missing_part_text(()), self.how_to_do_text())
            case CardChoiceModel(options=faces) if faces:
                return PromptModel(who, self.missing_part_text(()))
        return super().make_follow_up_prompt(who, what, hint)

    def missing_part_text(self, touch_targets: Collection[str]) -> str:
        """The question for what is still missing, by what stands on the stage."""
        match self.stage_model:
            case PurchaseModel(title=title):
                return title
            case PlacementModel(tile_name=tile):
                return self.translator.gettext("{tile}: where to?", tile=tile)
            case CardChoiceModel(options=faces) if faces:
                return self.translator.gettext("Which card?")
        return ""

    def how_to_finish_text(self, move: Move) -> str:
        """How to finish the move."""
        if self.snapshot.zone_status.has_working_reader(PLAY_ZONE):
            return self.translator.gettext("Lay the card on the reader. Done, if it was not read.")
        return super().how_to_finish_text(move)

    def how_to_touch_text(self) -> str:
        """How to make the move by touch."""
        gettext, read = (
            self.translator.gettext,
            self.snapshot.zone_status.has_working_reader(PLAY_ZONE) and not self.ui_state.is_virtual,
        )
        match self.stage_model:
            case AuctionModel(bidding=None):
                if read and any(map(self.can_be_laid_on_reader, self.enabled_targets)):
                    return gettext("Lay the object on the reader, or touch it.")
                return gettext("Touch the object.")
            case AuctionModel():
                return gettext("Bid or pass: by your buttons, or here.")
            case PlacementModel():
                return gettext("Drag it or touch a square; turn and flip it beside.")
            case ActionsModel():
                if read:
                    return gettext("A building or a freedom may be laid on the reader at once.")
                return gettext("In any order; each may be given up.")
            case CardChoiceModel(options=()) if read:
                return gettext("Lay the card on the reader, face down.")
        return ""
