"""The presenter of the table screen of Louis XIV.

It makes plain values in one language from a snapshot of the session and what the people at the screen may see
of their hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import ClassVar, Final

from msgspec.structs import replace

from companion.games.louis_xiv.rules.phases.final_scoring import ALL_ARMS_KINDS
from companion.games.louis_xiv.rules.phases.missions import MissionsDecision
from companion.games.louis_xiv.rules.phases.tile_items import BuyRewardDecision
from companion.games.louis_xiv.rules.state import TableState as Position
from companion.games.louis_xiv.screen.board import board_model
from companion.games.louis_xiv.screen.piece_faces import hand_card_model
from companion.games.louis_xiv.screen.table_view import TableModel
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.names import touch_target_name
from companion.games.louis_xiv.voice.prompts import missions_request
from companion.rules.agenda import AgendaItem
from companion.rules.game import Seat
from companion.rules.moves import FINGER, TABLE_ACTOR, Move, MoveStep
from companion.screen.context import UiState
from companion.screen.presenters.table_presenter import (
    TablePresenter,
    answers_in_folder,
    find_seat,
    players_at_table,
)
from companion.screen.view_models import CardModel, ChoiceModel, PromptModel, StepperModel
from companion.table.snapshot import Snapshot
from companion.voice.language import mark_message
from companion.voice.narration import NarrationLine
from companion.voice.translator import capitalised
from companion.voice.voice import Voice

HAND_CARD_KINDS = ("card", "mission", "intrigue", "arms")
HAND_CARD_KIND_OF_PHASE = {"missions": "mission", "evaluation": "intrigue"}
"""Phase -> the kind of hand cards it needs; in all other phases the influence cards."""

QUESTIONS: Final = {
    "stack": mark_message("From which stack?"),
    "own": mark_message("From which supply?"),
    "general": mark_message("From which supply?"),
    "card": mark_message("Which card?"),
    "louis": mark_message("How many louis?"),
    "player": mark_message("Who?"),
}
"""Kind of touch target -> what is asked where one is still to be touched, the most likely first."""

BOARD_CAN_TURN = True


def table_model(
    snapshot: Snapshot, ui_state: UiState, voice: Voice, lines: Sequence[NarrationLine]
) -> TableModel:
    """The table as the snapshot has it; `lines` are the latest narration, the newest last."""
    presenter = LouisXIVPresenter(snapshot, ui_state, voice)
    position = presenter.position
    return TableModel(
        board=board_model(position, snapshot, voice.translator, ui_state.board_rotation),
        players=players_at_table(snapshot, position, ui_state.chooser or position.awaited_player),
        arms_steppers=presenter.arms_steppers,
        **presenter.frame_fields(lines),
    )


class LouisXIVPresenter(TablePresenter[Position]):
    """The presenter of Louis XIV.

    Tiles are touched on the board, coats of arms are counted, and missions are chosen by their type.
    """

    ENDING_SYMBOL = "king"
    MAIN_TARGETS = ("done", "evaluate")
    TARGET_SYMBOLS: ClassVar = {
        "yes": "check",
        "no": "cross",
        "skip": "cross",
        "done": "check",
        "0": "cross",
        "evaluate": "next",
        "general": "stones",
        "money": "louis",
        "from-own": "stones",
        "swap": "crown",
        "card": "influence",
    }

    def is_touched_in_place(self, touch_target: str) -> bool:
        """Whether the target is touched where it lies: a tile on the board, or a card of the hand."""
        return touch_target.startswith("tile/") or touch_target in {
            card.touch_target for card in self.hand_cards
        }

    def needs_no_button(self, touch_target: str, step: MoveStep) -> bool:
        """Whether the target needs no button: the table as a player, and coats of arms, which are counted.

        In the missions neither do players: who is asked answers, and an exchange of chips says whose it is.
        """
        kind = touch_target.partition("/")[0]
        return (
            touch_target == f"player/{TABLE_ACTOR}"
            or (kind == "player" and self.position.phase == "missions")
            or kind in ALL_ARMS_KINDS
            or super().needs_no_button(touch_target, step)
        )

    def answer_choices(self) -> Iterator[ChoiceModel]:
        """The answers, or while coats of arms are counted the one that confirms the count."""
        if not self.arms_steppers:
            yield from super().answer_choices()
        elif self.counted_arms == self.arms_to_count:
            yield ChoiceModel("counted", self.translator.name_of("word", "done"), "check", "main")

    def make_choice(self, touch_target: str) -> ChoiceModel:
        """The button of a touch target that has no place; who buys sees on it what they get."""
        choice, item = super().make_choice(touch_target), self.asked_item
        if touch_target != "yes" or not isinstance(item, BuyRewardDecision):
            return choice
        things = names.reward_text(self.translator, item.tile)
        return replace(choice, text=self.translator.gettext("Yes: {what}", what=things))

    @property
    def asked_item(self) -> AgendaItem | None:
        """What is asked now; None when the game is over."""
        return self.position.agenda[0] if self.position.agenda else None

    @property
    def opened_missions(self) -> Sequence[str]:
        """The missions of the type that was touched, whose printed chips are asked for; none before that."""
        if not self.ui_state.answer_folder:
            return ()
        return answers_in_folder(self.targets_shown_as_buttons(), f"mission/{self.ui_state.answer_folder}")

    def choices_in_folder(self, touch_targets: Sequence[str]) -> Iterator[ChoiceModel]:
        """The choices of a folder; missions are grouped by type, with the printed chips inside a group."""
        missions = answers_in_folder(touch_targets, "mission")
        opened = self.opened_missions
        for thing in opened:
            chips = thing.partition(":")[2].split("+")
            yield ChoiceModel(
                thing, ", ".join(self.translator.name_of("chip", chip) for chip in chips), chips[0]
            )
        if opened:
            yield ChoiceModel("open/", self.translator.gettext("Back"), "back", "quiet")
            return
        yield from super().choices_in_folder([thing for thing in touch_targets if thing not in missions])
        cards_by_kind: dict[str, list[str]] = {}
        for thing in missions:
            cards_by_kind.setdefault(thing.partition("/")[2].partition(":")[0], []).append(thing)
        for kind, cards in cards_by_kind.items():
            # of a single card nothing is left to ask
            target = cards[0] if len(cards) == 1 else f"open/{kind}"
            yield ChoiceModel(target, self.translator.name_of("mission", kind))

    # -- cards

    @property
    def shown_card_kind(self) -> str:
        """The kind of hand cards that is shown."""
        if self.ui_state.chooser:
            return "mission"  # L-4.5
        return self.ui_state.card_kind or HAND_CARD_KIND_OF_PHASE.get(self.position.phase, "card")

    @cached_property
    def hand_cards(self) -> tuple[CardModel, ...]:
        """The cards of that kind in the open hand.

        At a real table they are all influence cards that may be played.
        """
        if not self.ui_state.is_virtual:
            return tuple(
                self.make_card(thing, 1)
                for thing in self.snapshot.step_by_touch_target
                if thing.startswith("card/")
            )
        of_it = (
            (piece, copies)
            for piece, copies in self.open_hand_counts.items()
            if piece.startswith(f"{self.shown_card_kind}/")
        )
        return tuple(self.make_card(piece, copies) for piece, copies in of_it)

    def make_card(self, piece: str, copies: int) -> CardModel:
        """The model of a card of a hand."""
        return hand_card_model(piece, copies, self.translator)

    def hand_opening_choices(self) -> Iterator[ChoiceModel]:
        """The hands of other people, then the next kind of cards of the open hand."""
        yield from super().hand_opening_choices()
        if self.snapshot.pending_input:
            return
        shown = HAND_CARD_KINDS.index(self.shown_card_kind)
        for kind in (*HAND_CARD_KINDS[shown + 1 :], *HAND_CARD_KINDS[:shown]):
            if any(piece.startswith(f"{kind}/") for piece in self.ui_state.hand_pieces):
                name = self.translator.name_of("thing", "influence" if kind == "card" else kind)
                yield ChoiceModel(f"cards/{kind}", name, emphasis="quiet")
                return

    # -- counting

    @cached_property
    def arms_steppers(self) -> tuple[StepperModel, ...]:
        """A stepper for each kind of coats of arms, once it is known whose are counted."""
        most = Counter[str]()
        for thing in self.snapshot.step_by_touch_target if self.snapshot.pending_input else ():
            kind, _, count = thing.partition("/")
            if kind in ALL_ARMS_KINDS:
                most[kind] = max(most[kind], int(count))
        return tuple(
            StepperModel(
                kind,
                self.translator.name_of("arms", kind),
                self.target_symbol(kind) or "arms",
                self.ui_state.stepper_values.get(kind, 0),
                most[kind],
            )
            for kind in ALL_ARMS_KINDS
            if kind in most
        )

    @property
    def counted_player(self) -> str:
        """The player whose coats of arms are counted; "" where nobody's are."""
        zones = (observation.zone.partition("/") for observation in self.snapshot.pending_input)
        return next((who for kind, _, who in zones if kind == "player"), "")

    @property
    def arms_to_count(self) -> int:
        """How many coats of arms that player has."""
        return self.position.players[self.counted_player].arms if self.counted_player else 0

    @property
    def counted_arms(self) -> int:
        """How many of them are counted, on the steppers or by single touches."""
        touches = (
            observation.zone.partition("/")
            for observation in self.snapshot.pending_input
            if observation.piece == FINGER
        )
        of_arms = sum(int(number) for kind, _, number in touches if kind in ALL_ARMS_KINDS)
        return sum(self.ui_state.stepper_values.values()) + of_arms

    # -- what is to be done

    def make_follow_up_prompt(self, who: Seat | None, what: str, hint: str) -> PromptModel:
        """The prompt while coats of arms are counted tells how far the count is."""
        if not self.arms_steppers:
            return super().make_follow_up_prompt(who, what, hint)
        counted = self.translator.gettext("{n} of {all} counted", n=self.counted_arms, all=self.arms_to_count)
        return PromptModel(
            find_seat(self.snapshot, self.counted_player),
            self.translator.gettext("Count the coats of arms"),
            counted,
        )

    def missing_part_text(self, touch_targets: Collection[str]) -> str:
        """The question for what is still missing, by the kind of what can be touched; "" for none."""
        kinds = {thing.partition("/")[0] for thing in touch_targets}
        if self.opened_missions:
            return self.printed_chips_question
        if kinds and kinds <= {"chip", "swap"}:
            return self._chip_question([*touch_targets])
        if "tile" in kinds:
            if "take" in kinds:
                return self.translator.gettext("Place stones, or take them back")
            return self.translator.gettext("Touch a person")
        return next(
            (self.translator.gettext(asked) for kind, asked in QUESTIONS.items() if kind in kinds), ""
        )

    def _chip_question(self, touch_targets: Sequence[str]) -> str:
        """Which chip of what; where only one is left, what is done with that one."""
        translator, pending = self.translator, self.snapshot.pending_input
        chip = touch_targets[0].rpartition("/")[2] if len(touch_targets) == 1 else ""
        name = names.chip_name(translator, chip)
        if any(seen.piece == FINGER and seen.zone.startswith("swap/") for seen in pending):
            if chip:
                return translator.gettext("Exchange the {chip} chip for a crown", chip=name)
            return translator.gettext("Which chip is exchanged for a crown?")
        if not any("mission/" in f"{seen.zone} {seen.piece}" for seen in pending):
            return ""
        if chip:
            return translator.gettext("Give the {chip} chip for the mission", chip=name)
        return translator.gettext("Which chip is given for the mission?")

    @property
    def printed_chips_question(self) -> str:
        """The question for what is printed on the mission card whose type was touched."""
        return self.translator.gettext("Which chips are printed on the card?")

    def request_text(self, request: str) -> str:
        """The request, which asks the owner of the open hand for no mission that they cannot fulfil."""
        item, allowed = self.asked_item, self.ui_state.allowed_targets
        if self.opened_missions:
            return self.printed_chips_question
        if (
            isinstance(item, MissionsDecision)
            and item.who == self.ui_state.hand_owner
            and allowed is not None
            and not answers_in_folder([*allowed], "mission")
        ):
            can_swap = f"swap/{item.who}" in self.snapshot.step_by_touch_target
            return capitalised(missions_request(self.translator, False, can_swap))
        return request

    def understood_move_text(self, move: Move) -> str:
        """The move as text; stones that are placed lie on the tiles, and are only counted."""
        words, move_words = self.translator, move.words[1:]
        if len(move_words) > 2 and "place" in move_words[1:3]:
            stones = len(move_words) - move_words.index("place") - 1
            card = names.influence_card_name(words, move_words[0])
            return f"{card}: {names.stone_count_text(words, stones)}"
        return super().understood_move_text(move)

    def how_to_do_text(self) -> str:
        """How to make the move; pieces still to be moved come first."""
        owed = (
            f"{self.translator.name_of('thing', s.piece)} ({touch_target_name(s.zone, self.translator)})"
            for s in self.snapshot.expected_observations
        )
        if self.snapshot.expected_observations:
            return self.translator.gettext("Still to be moved on the table: {things}", things=", ".join(owed))
        if self.opened_missions:
            return names.mission_name(self.translator, self.ui_state.answer_folder)
        return super().how_to_do_text()

    def how_to_touch_text(self) -> str:
        """How to make the move by touch."""
        if not any(thing.startswith("tile/") for thing in self.enabled_targets):
            return super().how_to_touch_text()
        return super().how_to_touch_text() or self.translator.gettext("Touch a person that glows.")
