"""What the table screen shows: a session's snapshot and what people know of their hands, as plain values in
one language.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import ClassVar, Final

from companion.games.louis_xiv.rules.pieces import TABLE
from companion.games.louis_xiv.rules.state import Table as Position
from companion.games.louis_xiv.screen.card import card
from companion.games.louis_xiv.screen.court import board, players
from companion.games.louis_xiv.screen.views import Table
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.things import ARMS_KINDS, called
from companion.rules.game import Seat
from companion.rules.moves import FINGER, Move, MoveStep
from companion.rules.transaction import Event as Happened
from companion.screen.presenters.answer_folders import answers_in_folder
from companion.screen.presenters.prompt import find_seat
from companion.screen.presenters.table_presenter import TablePresenter
from companion.screen.ui_state import UiState
from companion.screen.view_models import CardModel, ChoiceModel, PromptModel, StepperModel
from companion.table.snapshot import Snapshot
from companion.voice.language import message
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice

IN_HAND = ("card", "mission", "intrigue")
KINDS = {"missions": "mission", "evaluation": "intrigue"}
"""The cards of a hand that a phase is about; in all other phases the influence cards."""

QUESTIONS: Final = {
    "chip": message("Which chip?"),
    "stack": message("From which stack?"),
    "own": message("From which supply?"),
    "general": message("From which supply?"),
    "card": message("Which card?"),
    "louis": message("How many louis?"),
    "player": message("Who?"),
}
"""What is asked where such things are still to be touched, the likeliest first."""


def table(now: Snapshot, look: UiState, voice: Voice, lines: Sequence[NarrationLine]) -> Table:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    court = Court(now, look, voice)
    return Table(
        board=board(court.position, _latest(now), now.pending_input, voice.translator, look.board_rotation),
        players=players(court.position, now.setup.seats),
        counters=court.counters,
        **court.frame_fields(lines),
    )


def _latest(now: Snapshot) -> Iterator[Happened]:
    for entry in reversed(now.recent_entries):
        yield from reversed(entry.events)


class Court(TablePresenter[Position]):
    """The persons have their places on the board; coats of arms are counted; missions are chosen by their type."""

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
        "card": "influence",
    }

    def has_place(self, thing: str) -> bool:
        """See Presenter."""
        return thing.startswith("tile/") or thing in {card.touch_target for card in self.hand_cards}

    def is_implied(self, thing: str, step: MoveStep) -> bool:
        """Of the table itself nobody speaks; coats of arms are counted."""
        return (
            thing == f"player/{TABLE}"
            or thing.partition("/")[0] in ARMS_KINDS
            or super().is_implied(thing, step)
        )

    def answer_choices(self) -> Iterator[ChoiceModel]:
        """While coats of arms are counted, that they are."""
        if not self.counters:
            yield from super().answer_choices()
        elif self.counted == self.held_arms:
            yield ChoiceModel("counted", self.words.name_of("word", "done"), "check", "main")

    def choices_in_folder(self, things: Sequence[str]) -> Iterator[ChoiceModel]:
        """Missions by their type, all types at once: of the one that is open, the chips printed on them."""
        missions = answers_in_folder(things, "mission")
        opened = (
            answers_in_folder(missions, f"mission/{self.ui_state.answer_folder}")
            if self.ui_state.answer_folder
            else []
        )
        for thing in opened:
            chips = thing.partition(":")[2].split("+")
            yield ChoiceModel(thing, ", ".join(self.words.name_of("chip", chip) for chip in chips), chips[0])
        if opened:
            yield ChoiceModel("open/", self.words.gettext("Back"), "back", "quiet")
            return
        yield from super().choices_in_folder([thing for thing in things if thing not in missions])
        for kind in dict.fromkeys(thing.partition("/")[2].partition(":")[0] for thing in missions):
            yield ChoiceModel(f"open/{kind}", self.words.name_of("mission", kind))

    # -- cards

    @property
    def kind(self) -> str:
        """Which cards of the hand are shown."""
        return self.ui_state.card_kind or KINDS.get(self.position.phase, "card")

    @cached_property
    def hand_cards(self) -> tuple[CardModel, ...]:
        """Of the hand that lies open those of a kind; without one every influence card that may be played."""
        if not self.ui_state.is_virtual:
            return tuple(
                self.make_card(thing, 1)
                for thing in self.snapshot.steps_by_touch_target
                if thing.startswith("card/")
            )
        of_it = (
            (piece, copies)
            for piece, copies in self.open_hand_counts.items()
            if piece.startswith(f"{self.kind}/")
        )
        return tuple(self.make_card(piece, copies) for piece, copies in of_it)

    def make_card(self, piece: str, copies: int) -> CardModel:
        """See Presenter."""
        return card(piece, copies, self.words)

    def hand_choices(self) -> Iterator[ChoiceModel]:
        """Behind those of other people the other cards of the hand that lies open."""
        yield from super().hand_choices()
        if self.snapshot.pending_input:
            return
        shown = IN_HAND.index(self.kind)
        for kind in (*IN_HAND[shown + 1 :], *IN_HAND[:shown]):
            if any(piece.startswith(f"{kind}/") for piece in self.ui_state.hand_pieces):
                name = self.words.name_of("thing", "influence" if kind == "card" else kind)
                yield ChoiceModel(f"cards/{kind}", name, emphasis="quiet")
                return

    # -- counting

    @cached_property
    def counters(self) -> tuple[StepperModel, ...]:
        """Coats of arms by kind, once it is said whose."""
        most = Tally[str]()
        for thing in self.snapshot.steps_by_touch_target if self.snapshot.pending_input else ():
            kind, _, count = thing.partition("/")
            if kind in ARMS_KINDS:
                most[kind] = max(most[kind], int(count))
        return tuple(
            StepperModel(
                kind,
                self.words.name_of("arms", kind),
                self.target_symbol(kind) or "arms",
                self.ui_state.stepper_values.get(kind, 0),
                most[kind],
            )
            for kind in ARMS_KINDS
            if kind in most
        )

    @property
    def counting(self) -> str:
        """Whose coats of arms are counted."""
        zones = (sight.zone.partition("/") for sight in self.snapshot.pending_input)
        return next((who for kind, _, who in zones if kind == "player"), "")

    @property
    def held_arms(self) -> int:
        """How many that is."""
        return self.position.players[self.counting].arms if self.counting else 0

    @property
    def counted(self) -> int:
        """How many of them are counted: on the screen, or said one kind after another."""
        said = (sight.zone.partition("/") for sight in self.snapshot.pending_input if sight.piece == FINGER)
        of_arms = sum(int(number) for kind, _, number in said if kind in ARMS_KINDS)
        return sum(self.ui_state.stepper_values.values()) + of_arms

    # -- what is to be done

    def make_follow_up_prompt(self, who: Seat | None, what: str, things: str) -> PromptModel:
        """How far the count is."""
        if not self.counters:
            return super().make_follow_up_prompt(who, what, things)
        counted = self.words.gettext("{n} of {all} counted", n=self.counted, all=self.held_arms)
        return PromptModel(
            find_seat(self.snapshot, self.counting), self.words.gettext("Count the coats of arms"), counted
        )

    def missing_part_text(self, things: Collection[str]) -> str:
        """See Presenter."""
        kinds = {thing.partition("/")[0] for thing in things}
        if "tile" in kinds:
            if "take" in kinds:
                return self.words.gettext("Place stones, or take them back")
            return self.words.gettext("Touch a person")
        return next((self.words.gettext(asked) for kind, asked in QUESTIONS.items() if kind in kinds), "")

    def understood_move_text(self, move: Move) -> str:
        """Stones counted by person, as short as can be."""
        words, said = self.words, move.words[1:]
        if len(said) > 2 and "place" in said[1:3]:
            tiles = said[said.index("place") + 1 :]
            each = (f"{names.tile(words, tile)} {tiles.count(tile)}" for tile in dict.fromkeys(tiles))
            return f"{names.card(words, said[0])}: {', '.join(each)}"
        return super().understood_move_text(move)

    def how_to_do_text(self) -> str:
        """What is still owed comes first."""
        owed = (
            f"{self.words.name_of('thing', s.piece)} ({called(s.zone, self.words)})"
            for s in self.snapshot.expected_observations
        )
        if self.snapshot.expected_observations:
            return self.words.gettext("Still to be moved on the table: {things}", things=", ".join(owed))
        return super().how_to_do_text()

    def how_to_touch_text(self) -> str:
        """See Presenter."""
        if not any(thing.startswith("tile/") for thing in self.enabled_targets):
            return super().how_to_touch_text()
        return super().how_to_touch_text() or self.words.gettext("Touch a person that glows.")
