"""The presenter of the table screen of Kabale und Hiebe.

It makes plain values in one language from a snapshot of the session and what the people at the screen may see
of their hands. It knows only what everybody may: cards face down have no names.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import ClassVar

from companion.games.kabale.rules.card_effects import SlideDecision, SwapDecision
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.rules.turns import PlayDecision
from companion.games.kabale.screen.card_naming import CardNamingModel, card_naming_model
from companion.games.kabale.screen.columns import columns_at_table
from companion.games.kabale.screen.objectives import objective_cards
from companion.games.kabale.screen.piece_faces import hand_card_model
from companion.games.kabale.screen.table_view import TableModel, pending_movements, round_progress
from companion.rules.game import Seat
from companion.rules.moves import PLAY_ZONE, UNKNOWN, Move, MoveStep
from companion.screen.context import UiState
from companion.screen.presenters.table_presenter import TablePresenter, players_at_table
from companion.screen.view_models import CardModel, ChoiceModel, PromptModel
from companion.table.interpretation.judge import Interpreted
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice

BOARD_CAN_TURN = False


def table_model(
    snapshot: Snapshot, ui_state: UiState, voice: Voice, lines: Sequence[NarrationLine]
) -> TableModel:
    """The table as the snapshot has it; `lines` are the latest narration, the newest last."""
    presenter, translator = KabalePresenter(snapshot, ui_state, voice), voice.translator
    position = presenter.position
    players = players_at_table(snapshot, position, position.turn_player if position.phase == "play" else None)
    outcome = position.outcome()
    return TableModel(
        columns=columns_at_table(position, snapshot.pending_input, translator),
        players=players,
        round_progress=round_progress(position, translator),
        movements=pending_movements(snapshot, translator) if ui_state.has_real_pieces else (),
        card_naming=presenter.card_naming_model,
        objectives=presenter.objective_cards,
        won_objectives=(outcome, players) if outcome is not None else None,
        **presenter.frame_fields(lines),
    )


class KabalePresenter(TablePresenter[Position]):
    """The presenter of Kabale und Hiebe.

    Columns and their cards are touched where they lie; characters and objectives are named in place of them.
    """

    TARGET_SYMBOLS: ClassVar = {"done": "check", "skip": "cross", "slide": "laid", "unseen": "cross"}

    # -- what may be touched

    def is_touched_in_place(self, touch_target: str) -> bool:
        """Whether the target is touched where it lies, as all but words are."""
        return "/" in touch_target

    def needs_no_button(self, touch_target: str, step: MoveStep) -> bool:
        """Whether the target needs no button; `slide` always does where no reader sees it."""
        return super().needs_no_button(touch_target, step) and (
            touch_target != "slide" or self.ui_state.is_virtual
        )

    @property
    def choices(self) -> tuple[ChoiceModel, ...]:
        """The way to the cards keeps its place at the left: a touch there out of habit gives no right away."""
        choices = super().choices
        return *(each for each in choices if each.touch_target != "skip"), *(
            each for each in choices if each.touch_target == "skip"
        )

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """The card first, then its column; what is named in place of the columns is not among them."""
        laid = any(observation.zone == PLAY_ZONE for observation in self.snapshot.pending_input)
        if self.ui_state.is_virtual and self.player_to_lay_card and self.can_humans_act and not laid:
            holds = self.ui_state.hand_owner == self.player_to_lay_card
            return frozenset(card.touch_target for card in self.hand_cards if holds)
        return frozenset(thing for thing in super().enabled_targets if thing.startswith("column/"))

    def is_answer_touched_in_place(self, touch_target: str) -> bool:
        """Whether such answers are touched where they lie: columns and their cards."""
        return touch_target.startswith("column/")

    # -- the hand

    @property
    def player_to_lay_card(self) -> str:
        """The player who is to lay a card from their hand; "" where nobody is."""
        item = self.position.agenda[0] if self.position.agenda else None
        return item.awaited_player or "" if isinstance(item, PlayDecision | SlideDecision) else ""

    @property
    def needs_hand_card(self) -> bool:
        """Whether the player on turn plays cards from their hand."""
        return bool(self.player_to_lay_card)

    def make_card(self, piece: str, copies: int) -> CardModel:
        """The model of a card of a hand."""
        return hand_card_model(piece, self.translator)

    # -- what lies in place of the columns

    @cached_property
    def card_naming_model(self) -> CardNamingModel | None:
        """The characters that a card may be, once it is known which card is named; None before that."""
        return card_naming_model(
            self.position, self.next_step_by_touch_target, self.snapshot.pending_input, self.translator
        )

    @cached_property
    def objective_cards(self) -> tuple[CardModel, ...]:
        """All kinds of objectives, for the next column."""
        return objective_cards(self.position, self.next_step_by_touch_target, self.snapshot)

    # -- what is to be done

    def make_follow_up_prompt(self, who: Seat | None, what: str, hint: str) -> PromptModel:
        """The prompt for the objectives of a round, which are one move."""
        if isinstance(self.snapshot.interpretation, Interpreted) and self.position.phase == "objectives":
            return PromptModel(who, self.translator.gettext("Are these the objectives?"), hint)
        return super().make_follow_up_prompt(who, what, hint)

    def missing_part_text(self, touch_targets: Collection[str]) -> str:
        """The question for what is still missing, by what can be touched."""
        if self.objective_cards:
            number = self.objective_cards[0].touch_target.split("/")[1]
            return self.translator.gettext("Which objective heads column {column}?", column=number)
        if self.card_naming_model is not None:
            return self.translator.gettext("Which card is it?")
        if any(map(_is_column, self.enabled_targets)):
            return self.translator.gettext("Which column?")
        return self.translator.gettext("Which card?") if self.enabled_targets else ""

    def how_to_finish_text(self, move: Move) -> str:
        """How to finish the move; a card not named yet could still be shown to a reader."""
        if not self.ui_state.has_needed_cards(move, self.snapshot.pending_input):
            return self.translator.gettext("Lay a card on the reader, or touch it.")
        if UNKNOWN in move.words:
            return self.translator.gettext("Lay the card on the reader. Done, if it was not read.")
        return super().how_to_finish_text(move)

    def how_to_touch_text(self) -> str:
        """How to make the move by touch."""
        gettext = self.translator.gettext
        if self.objective_cards:
            return gettext("Column by column, from left to right: touch what is drawn.")
        if self.card_naming_model is not None:
            return self._how_to_name_card()
        if not self.enabled_targets:
            return ""
        if not any(map(_is_column, self.enabled_targets)):
            return gettext("Touch a card that lies face down.")
        if isinstance(self.position.agenda[0], SwapDecision):
            return gettext("Touch the other column.")
        return self._how_to_lay_card()

    def _how_to_name_card(self) -> str:
        """How to name a card: by a reader, where there is one, or by touch."""
        seen = (
            observation
            for step in self.snapshot.step_by_touch_target.values()
            for observation in step.accepted_observations
        )
        if any(self.snapshot.zone_status.has_working_reader(observation.zone) for observation in seen):
            return self.translator.gettext("Lay it on the reader, or touch its name.")
        return self.translator.gettext("Touch its name.")

    def _how_to_lay_card(self) -> str:
        """How to lay a card: on the reader of its column, on the common reader first, or by touch alone."""
        watched, gettext = self.snapshot.zone_status, self.translator.gettext
        if any(
            watched.has_working_reader(thing)
            for thing in self.snapshot.step_by_touch_target
            if thing.startswith("column/")
        ):
            return gettext("Lay it face down in its column.")
        if watched.has_working_reader(PLAY_ZONE):
            return gettext("Lay it on the reader, then face down in its column, and touch the column.")
        return gettext("Lay it face down in its column, and touch the column.")


def _is_column(touch_target: str) -> bool:
    """Whether the target is a column and not a card in it."""
    return touch_target.startswith("column/") and touch_target.count("/") == 1
