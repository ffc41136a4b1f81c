"""What the table screen of Kabale und Hiebe shows: a session's snapshot and what people know of their hands, as
plain values in one language. Nothing here knows more than everybody may: cards face down have no names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from companion.games.kabale.rules.card_effects import CardQuestion, SlideDecision, SwapDecision
from companion.games.kabale.rules.constants import (
    CHARACTERS,
    objective_symbol,
    objective_value,
    printed_value,
)
from companion.games.kabale.rules.objectives import OBJECTIVE_COPY_COUNTS
from companion.games.kabale.rules.pieces import card_piece
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.rules.turns import PlayDecision
from companion.games.kabale.screen.pending_movements import pending_movements
from companion.games.kabale.screen.piece_names import character_name, hand_card_model
from companion.games.kabale.screen.piece_names import value_text as said
from companion.games.kabale.screen.table_models import (
    column_model,
    column_models,
    noticed_objectives,
    player_models,
    round_progress,
    won_objectives_models,
)
from companion.games.kabale.screen.view_models import (
    CardNamingModel,
    CharacterModel,
    ObjectiveModel,
    TableModel,
)
from companion.rules.game import Seat
from companion.rules.moves import FINGER, PLAY_ZONE, UNKNOWN, Move, MoveStep
from companion.screen.presenters.table_presenter import TablePresenter
from companion.screen.ui_state import UiState
from companion.screen.view_models import CardModel, PromptModel
from companion.table.interpretation.judge import Interpreted
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice


def table_model(
    snapshot: Snapshot, ui_state: UiState, voice: Voice, lines: Sequence[NarrationLine]
) -> TableModel:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    rows, words = KabalePresenter(snapshot, ui_state, voice), voice.translator
    return TableModel(
        columns=column_models(rows.position, snapshot.pending_input, words),
        players=player_models(rows.position, snapshot.setup.seats),
        round_progress=round_progress(rows.position, words),
        movements=() if ui_state.is_virtual else pending_movements(snapshot, words),
        card_naming=rows.card_naming,
        objectives=rows.objective_models,
        won_objectives=tuple(won_objectives_models(rows.position, snapshot.setup.seats)),
        **rows.frame_fields(lines),
    )


class KabalePresenter(TablePresenter[Position]):
    """Columns and their cards are touched where they lie; characters and objectives are named in place of them."""

    TARGET_SYMBOLS: ClassVar = {"done": "check", "skip": "cross", "slide": "laid", "unseen": "cross"}

    # -- what may be touched

    def has_place(self, touch_target: str) -> bool:
        """See Presenter."""
        return "/" in touch_target

    def is_implied(self, touch_target: str, step: MoveStep) -> bool:
        """Sliding a card has no other way to be told where nobody reads it."""
        return super().is_implied(touch_target, step) and (
            touch_target != "slide" or self.ui_state.is_virtual
        )

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """First the card, then where it goes; what is named in place of the columns says it itself."""
        laid = any(sight.zone == PLAY_ZONE for sight in self.snapshot.pending_input)
        if self.ui_state.is_virtual and self.player_to_lay_card and self.can_humans_act and not laid:
            holds = self.ui_state.hand_owner == self.player_to_lay_card
            return frozenset(card.touch_target for card in self.hand_cards if holds)
        return frozenset(thing for thing in super().enabled_targets if thing.startswith("column/"))

    def answer_has_place(self, touch_target: str) -> bool:
        """See Presenter."""
        return touch_target.startswith("column/")

    # -- the hand

    @property
    def player_to_lay_card(self) -> str:
        """Who is to lay a card from their hand, "" for nobody."""
        item = self.position.agenda[0] if self.position.agenda else None
        return item.awaited_player or "" if isinstance(item, PlayDecision | SlideDecision) else ""

    @property
    def needs_hand_card(self) -> bool:
        """See Presenter."""
        return bool(self.player_to_lay_card)

    def make_card(self, piece: str, copies: int) -> CardModel:
        """See Presenter."""
        return hand_card_model(piece, self.words)

    # -- what lies in place of the columns

    @cached_property
    def card_naming(self) -> CardNamingModel | None:
        """The characters a card may be, once it is clear which card."""
        open_ = {thing for thing in self.next_steps if thing.startswith("card/")}
        place = self._asked_about() if open_ else None
        if place is None:
            return None
        number, at = place
        there = column_model(self.position, number, self.words, at)
        by = self.position.column(number).cards[at - 1].by
        pieces = {name: card_piece(by, name) for name in CHARACTERS}
        faces = (
            CharacterModel(
                piece,
                character_name(self.words, name),
                said(printed_value(name, there.symbol)),
                piece in open_,
            )
            for name, piece in pieces.items()
        )
        return CardNamingModel(tuple(faces), there)

    def _asked_about(self) -> tuple[int, int] | None:
        """Column and card that is to be named: the one that is asked about, or that was touched."""
        item = self.position.agenda[0]
        if isinstance(item, CardQuestion):
            return item.column, item.at
        for sight in self.snapshot.pending_input:
            match sight.zone.split("/"):
                case ["column", number, at] if sight.piece == FINGER:
                    return int(number), int(at)
        return None

    @cached_property
    def objective_models(self) -> tuple[ObjectiveModel, ...]:
        """All kinds for the column that is next. Everybody saw which were laid out before: who won them lies face down,
        so the position does not say that they are out.
        """
        coming = [thing for thing in self.next_steps if thing.startswith("objective/")]
        if not coming:
            return ()
        number = coming[0].split("/")[1]
        out = Counter(self._objectives_laid_out())
        things = {name: f"objective/{number}/{name}" for name in OBJECTIVE_COPY_COUNTS}
        return tuple(
            ObjectiveModel(
                thing,
                objective_symbol(name),
                objective_value(name),
                thing in coming and out[name] < OBJECTIVE_COPY_COUNTS[name],
            )
            for name, thing in things.items()
        )

    def _objectives_laid_out(self) -> Iterator[str]:
        """Every objective of an earlier round, and those that were noticed now."""
        for line in self.snapshot.accepted_texts:
            match line.split():
                case ["table", "objectives", *names]:
                    yield from names
        for _, name in noticed_objectives(self.snapshot.pending_input):
            yield name

    # -- what is to be done

    def make_follow_up_prompt(self, who: Seat | None, what: str, touch_targets: str) -> PromptModel:
        """All objectives of a round are one move."""
        if isinstance(self.snapshot.interpretation, Interpreted) and self.position.phase == "objectives":
            return PromptModel(who, self.words.gettext("Are these the objectives?"), touch_targets)
        return super().make_follow_up_prompt(who, what, touch_targets)

    def missing_part_text(self, touch_targets: Collection[str]) -> str:
        """What can be touched says it."""
        if self.objective_models:
            number = self.objective_models[0].touch_target.split("/")[1]
            return self.words.gettext("Which objective heads column {column}?", column=number)
        if self.card_naming is not None:
            return self.words.gettext("Which card is it?")
        if any(map(_is_column, self.enabled_targets)):
            return self.words.gettext("Which column?")
        return self.words.gettext("Which card?") if self.enabled_targets else ""

    def how_to_finish_text(self, move: Move) -> str:
        """A reader could still see a card that nobody named: else it would be taken by now."""
        if UNKNOWN in move.words:
            return self.words.gettext("Lay the card on the reader. Done, if it was not read.")
        return super().how_to_finish_text(move)

    def how_to_touch_text(self) -> str:
        """See Presenter."""
        gettext = self.words.gettext
        if self.objective_models:
            return gettext("Column by column, from left to right: touch what is drawn.")
        if self.card_naming is not None:
            return self._how_to_name_card()
        if not self.enabled_targets:
            return ""
        if not any(map(_is_column, self.enabled_targets)):
            return gettext("Touch a card that lies face down.")
        if isinstance(self.position.agenda[0], SwapDecision):
            return gettext("Touch the other column.")
        return self._how_to_lay_card()

    def _how_to_name_card(self) -> str:
        """A card is named: by the reader, where there is one, or by a finger."""
        seen = (
            sight
            for step in self.snapshot.steps_by_touch_target.values()
            for sight in step.accepted_observations
        )
        if any(self.snapshot.zone_status.has_working_reader(sight.zone) for sight in seen):
            return self.words.gettext("Lay it on the reader, or touch its name.")
        return self.words.gettext("Touch its name.")

    def _how_to_lay_card(self) -> str:
        """A card is laid: on the reader of its column, on the one reader before it, or by a finger alone."""
        watched, gettext = self.snapshot.zone_status, self.words.gettext
        if any(
            watched.has_working_reader(thing)
            for thing in self.snapshot.steps_by_touch_target
            if thing.startswith("column/")
        ):
            return gettext("Lay it face down in its column.")
        if watched.has_working_reader(PLAY_ZONE):
            return gettext("Lay it on the reader, then face down in its column, and touch the column.")
        return gettext("Lay it face down in its column, and touch the column.")


def _is_column(touch_target: str) -> bool:
    """Whether it is no card of one."""
    return touch_target.startswith("column/") and touch_target.count("/") == 1
