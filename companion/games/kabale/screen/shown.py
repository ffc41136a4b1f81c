"""What the table screen of Kabale und Hiebe shows: a session's snapshot and what people know of their hands, as
plain values in one language. Nothing here knows more than everybody may: cards face down have no names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from companion.games.kabale.rules.effects import AboutCard, Slide, Swap
from companion.games.kabale.rules.objectives import COPIES
from companion.games.kabale.rules.pieces import card_piece
from companion.games.kabale.rules.printed import CARDS, printed, symbol_of, value_of
from companion.games.kabale.rules.state import Table as Position
from companion.games.kabale.rules.turns import Play
from companion.games.kabale.screen.lying import (
    column,
    columns,
    noticed_objectives,
    players,
    round_of,
    trophies,
)
from companion.games.kabale.screen.moving import moves
from companion.games.kabale.screen.named import card, face
from companion.games.kabale.screen.named import value_of as said
from companion.games.kabale.screen.views import Face, Naming, Objective, Table
from companion.rules.game import Seat
from companion.rules.moves import FINGER, PLAY_ZONE, UNKNOWN, Move, MoveStep
from companion.screen.presenters.table_presenter import TablePresenter
from companion.screen.ui_state import UiState
from companion.screen.view_models import CardModel, PromptModel
from companion.table.interpretation.judge import Interpreted
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice


def table(now: Snapshot, look: UiState, voice: Voice, lines: Sequence[NarrationLine]) -> Table:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    rows, words = Columns(now, look, voice), voice.translator
    return Table(
        columns=columns(rows.position, now.pending_input, words),
        players=players(rows.position, now.setup.seats),
        round=round_of(rows.position, words),
        hands=() if look.is_virtual else moves(now, words),
        naming=rows.naming,
        objectives=rows.objectives,
        trophies=tuple(trophies(rows.position, now.setup.seats)),
        **rows.frame_fields(lines),
    )


class Columns(TablePresenter[Position]):
    """Columns and their cards are touched where they lie; characters and objectives are named in place of them."""

    TARGET_SYMBOLS: ClassVar = {"done": "check", "skip": "cross", "slide": "laid", "unseen": "cross"}

    # -- what may be touched

    def has_place(self, thing: str) -> bool:
        """See Presenter."""
        return "/" in thing

    def is_implied(self, thing: str, step: MoveStep) -> bool:
        """Sliding a card has no other way to be told where nobody reads it."""
        return super().is_implied(thing, step) and (thing != "slide" or self.ui_state.is_virtual)

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """First the card, then where it goes; what is named in place of the columns says it itself."""
        laid = any(sight.zone == PLAY_ZONE for sight in self.snapshot.pending_input)
        if self.ui_state.is_virtual and self.hand_asked and self.can_humans_act and not laid:
            holds = self.ui_state.hand_owner == self.hand_asked
            return frozenset(card.touch_target for card in self.hand_cards if holds)
        return frozenset(thing for thing in super().enabled_targets if thing.startswith("column/"))

    def answer_has_place(self, thing: str) -> bool:
        """See Presenter."""
        return thing.startswith("column/")

    # -- the hand

    @property
    def hand_asked(self) -> str:
        """Who is to lay a card from their hand, "" for nobody."""
        item = self.position.agenda[0] if self.position.agenda else None
        return item.awaited_player or "" if isinstance(item, Play | Slide) else ""

    @property
    def needs_hand_card(self) -> bool:
        """See Presenter."""
        return bool(self.hand_asked)

    def make_card(self, piece: str, copies: int) -> CardModel:
        """See Presenter."""
        return card(piece, self.words)

    # -- what lies in place of the columns

    @cached_property
    def naming(self) -> Naming | None:
        """The characters a card may be, once it is clear which card."""
        open_ = {thing for thing in self.next_steps if thing.startswith("card/")}
        place = self._asked_about() if open_ else None
        if place is None:
            return None
        number, at = place
        there = column(self.position, number, self.words, at)
        by = self.position.column(number).cards[at - 1].by
        pieces = {name: card_piece(by, name) for name in CARDS}
        faces = (
            Face(piece, face(self.words, name), said(printed(name, there.symbol)), piece in open_)
            for name, piece in pieces.items()
        )
        return Naming(tuple(faces), there)

    def _asked_about(self) -> tuple[int, int] | None:
        """Column and card that is to be named: the one that is asked about, or that was touched."""
        item = self.position.agenda[0]
        if isinstance(item, AboutCard):
            return item.column, item.at
        for sight in self.snapshot.pending_input:
            match sight.zone.split("/"):
                case ["column", number, at] if sight.piece == FINGER:
                    return int(number), int(at)
        return None

    @cached_property
    def objectives(self) -> tuple[Objective, ...]:
        """All kinds for the column that is next. Everybody saw which were laid out before: who won them lies face down,
        so the position does not say that they are out.
        """
        coming = [thing for thing in self.next_steps if thing.startswith("objective/")]
        if not coming:
            return ()
        number = coming[0].split("/")[1]
        out = Counter(self._laid_out())
        things = {name: f"objective/{number}/{name}" for name in COPIES}
        return tuple(
            Objective(thing, symbol_of(name), value_of(name), thing in coming and out[name] < COPIES[name])
            for name, thing in things.items()
        )

    def _laid_out(self) -> Iterator[str]:
        """Every objective of an earlier round, and those that were noticed now."""
        for line in self.snapshot.accepted_texts:
            match line.split():
                case ["table", "objectives", *names]:
                    yield from names
        for _, name in noticed_objectives(self.snapshot.pending_input):
            yield name

    # -- what is to be done

    def make_follow_up_prompt(self, who: Seat | None, what: str, things: str) -> PromptModel:
        """All objectives of a round are one move."""
        if isinstance(self.snapshot.interpretation, Interpreted) and self.position.phase == "objectives":
            return PromptModel(who, self.words.gettext("Are these the objectives?"), things)
        return super().make_follow_up_prompt(who, what, things)

    def missing_part_text(self, things: Collection[str]) -> str:
        """What can be touched says it."""
        if self.objectives:
            number = self.objectives[0].thing.split("/")[1]
            return self.words.gettext("Which objective heads column {column}?", column=number)
        if self.naming is not None:
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
        if self.objectives:
            return gettext("Column by column, from left to right: touch what is drawn.")
        if self.naming is not None:
            return self._named()
        if not self.enabled_targets:
            return ""
        if not any(map(_is_column, self.enabled_targets)):
            return gettext("Touch a card that lies face down.")
        if isinstance(self.position.agenda[0], Swap):
            return gettext("Touch the other column.")
        return self._laid()

    def _named(self) -> str:
        """A card is named: by the reader, where there is one, or by a finger."""
        seen = (
            sight
            for step in self.snapshot.steps_by_touch_target.values()
            for sight in step.accepted_observations
        )
        if any(self.snapshot.zone_status.has_working_reader(sight.zone) for sight in seen):
            return self.words.gettext("Lay it on the reader, or touch its name.")
        return self.words.gettext("Touch its name.")

    def _laid(self) -> str:
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


def _is_column(thing: str) -> bool:
    """Whether it is no card of one."""
    return thing.startswith("column/") and thing.count("/") == 1
