"""What the table of any game shows of a moment besides its board: what is to be done, the cards that lie open, the
answers that can be touched, and what of board and cards glows.

It is what the default table asks, too. A view of a game's own overrides of a `TablePresenter`

    has_place                                   which things have a place on that view
    answer_has_place                            which answers have one
    is_implied                                  which of the others need no button
    target_symbol, make_card                    how a thing and a card are drawn
    needs_hand_card                             whether cards are played that lie open only before their owner
    request_text, missing_part_text             what is asked, and what is still missing of a move
    understood_move_text, how_to_finish_text    a move that was understood, and how it is carried out
    how_to_touch_text                           how it is done here, beyond what holds for every game

and, where its view is another one altogether, `hand_cards`, `enabled_targets`, `button_targets`, `answer_choices`,
`hand_choices`, `make_follow_up_prompt` or `how_to_do_text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import starmap
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

from companion.games import load_plugin_part
from companion.rules.game import Seat
from companion.rules.moves import PLAY_ZONE, UNKNOWN, Move, MoveStep
from companion.rules.position import Position
from companion.screen.draw.symbols import game_emblem
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.presenters.answer_folders import (
    MAX_UNFOLDED_ANSWERS,
    answers_in_folder,
    open_answer_folder,
)
from companion.screen.presenters.appearance import AppearanceLookup, appearance_lookup
from companion.screen.presenters.prompt import capitalise, find_seat, make_final_prompt, pointed_targets
from companion.screen.ui_state import UiState
from companion.screen.view_models import CardModel, ChoiceModel, EventModel, PromptModel
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.pending_text import option_text, pending_input_text, yes_no_hint
from companion.voice.problem_messages import readers_down_message
from companion.voice.voice import Voice

P = TypeVar("P", bound=Position)
ANSWERS_PER_PAGE: Final = ((28, 11), (16, 14), (0, 23))
"""So many answers are shown together, by the letters of the longest."""


class TablePresenter(Generic[P]):
    """One moment of a table, as one person looks at it."""

    ENDING_SYMBOL = ""
    """The symbol of how it ended; "" for the game's sign."""
    MAIN_TARGETS: Collection[str] = ("done",)
    """Things whose button is the one way on."""
    TARGET_SYMBOLS: ClassVar[Mapping[str, str]] = {"done": "check"}
    """Of things, or of kinds of them, that no symbol of the game is called as."""

    def __init__(self, snapshot: Snapshot, ui_state: UiState, voice: Voice) -> None:
        self.snapshot, self.ui_state, self.voice, self.words = snapshot, ui_state, voice, voice.translator
        self.position = cast(P, snapshot.position)

    def frame_fields(self, lines: Sequence[NarrationLine]) -> Mapping[str, Any]:
        """The fields of `companion.screen.view_models.TableFrameModel`. `lines`: what has just happened, the newest
        last."""
        return {
            "prompt": self.make_prompt(),
            "recent_events": tuple(self.make_recent_events(lines)),
            "hand_cards": self.hand_cards,
            "choices": self.choices,
            "enabled_targets": self.enabled_targets,
            "has_reader": self.has_virtual_reader,
            "can_undo": bool(self.snapshot.accepted_texts),
            "pointed_targets": self.pointed_targets,
        }

    @property
    def has_virtual_reader(self) -> bool:
        """Whether cards can be laid on a reader drawn on the screen."""
        return self.ui_state.is_virtual

    @property
    def pointed_targets(self) -> frozenset[str]:
        """What the shared buttons point at, by its names on the view."""
        return pointed_targets(self.snapshot)

    # -- what may be touched

    @cached_property
    def next_steps(self) -> Mapping[str, MoveStep]:
        """What may come next and be said here."""
        return self.snapshot.steps_by_touch_target if self.can_humans_act else {}

    @property
    def can_humans_act(self) -> bool:
        """Whether somebody at the screen may say something: else it happens by itself."""
        turn = self.snapshot.position.choice_tree
        return bool(self.snapshot.pending_input) or self.ui_state.concerns_humans(turn)

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """What of board and cards may be touched."""
        answers = filter(self.answer_has_place, self.question_targets)
        return frozenset((*filter(self.has_place, self.next_steps), *answers))

    @cached_property
    def choices(self) -> tuple[ChoiceModel, ...]:
        """What can be touched besides: no position is a dead end."""
        if self.snapshot.position.outcome() is not None:
            winner = self.words.gettext("The winner, and why")
            home = self.words.gettext("To the first page")
            symbol = self.ENDING_SYMBOL or game_emblem(self.snapshot.game, "crown")
            report = ChoiceModel(FINAL_REPORT_TARGET, winner, symbol, "main")
            return report, ChoiceModel("home", home, "home")
        return *self.answer_choices(), *self.hand_choices(), *self.start_over_choices()

    def has_place(self, touch_target: str) -> bool:
        """Whether it is touched where it lies, on the board or among the cards."""
        return False

    @property
    def question_targets(self) -> Sequence[str]:
        """The things that answer the question that stands."""
        verdict = self.snapshot.interpretation
        options = verdict.question.options if isinstance(verdict, Ambiguous) else ()
        return [option.touch_target for option in options]

    def answer_has_place(self, touch_target: str) -> bool:
        """Whether such answers are touched where they lie, too."""
        return False

    def is_implied(self, touch_target: str, step: MoveStep) -> bool:
        """Whether it needs no button though it has no place: what follows says it, or somebody's hand has it."""
        hidden = self.has_dealt_hands and touch_target.partition("/")[0] in self.hidden_piece_kinds
        return hidden or (step.is_implied and touch_target == step.word)

    def button_targets(self) -> list[str]:
        """The things that get a button."""
        return [
            thing
            for thing, step in self.next_steps.items()
            if not self.has_place(thing) and not self.is_implied(thing, step)
        ]

    def answer_choices(self) -> Iterator[ChoiceModel]:
        """The answers to the question that stands, done, and the buttons."""
        buttons = self.button_targets()
        yield from self.question_choices()
        verdict = self.snapshot.interpretation
        if (
            "done" not in buttons
            and isinstance(verdict, Interpreted)
            and self.ui_state.has_needed_cards(verdict.move, self.snapshot.pending_input)
        ):
            yield self.make_choice("done")
        yield from self.choices_in_folder(buttons)

    def choices_in_folder(self, touch_targets: Sequence[str]) -> Iterator[ChoiceModel]:
        """A button each; where they are many those of the folder that is open, page by page, and the ways out of it."""
        here = open_answer_folder(touch_targets, self.ui_state.answer_folder, self.max_unfolded_answers)
        entries = [self.make_folder_choice(words, count, touch_targets) for words, count in here.entries]
        most = self.answers_per_page(max((len(each.text) for each in entries), default=0))
        if len(entries) <= most + 1:
            yield from entries
        else:
            pages = -(-len(entries) // most)
            at = here.page % pages
            yield from entries[at * most : (at + 1) * most]
            yield ChoiceModel(f"open/{here.next_page_path(pages)}", f"{at + 1} / {pages}", "next", "quiet")
        if here.path:
            yield ChoiceModel(f"open/{here.parent_path}", self.words.gettext("Back"), "back", "quiet")

    def make_folder_choice(self, words: str, count: int, touch_targets: Sequence[str]) -> ChoiceModel:
        """An answer, or so many that begin with these words."""
        if not count:
            return self.make_choice(words)
        said = self.appearances.folder_name(words, answers_in_folder(touch_targets, words))
        return ChoiceModel(f"open/{words}", f"{capitalise(said)} … ({count})", self.target_symbol(words))

    @property
    def max_unfolded_answers(self) -> int:
        """So many answers are never folded."""
        return MAX_UNFOLDED_ANSWERS

    def answers_per_page(self, longest: int) -> int:
        """So many answers are shown together whose longest has so many letters."""
        return next(most for letters, most in ANSWERS_PER_PAGE if longest >= letters)

    def make_choice(self, touch_target: str) -> ChoiceModel:
        """A thing that has no place."""
        said = capitalise(self.voice.touch_target_name(touch_target))
        symbol, is_main = self.target_symbol(touch_target), touch_target in self.MAIN_TARGETS
        return ChoiceModel(touch_target, said, symbol, "main" if is_main else "choice")

    def question_choices(self) -> Iterator[ChoiceModel]:
        """The answers to the question that stands that do not lie there; those that are numbers in their order."""
        if isinstance(self.snapshot.interpretation, Ambiguous):
            often = self.snapshot.interpretation.question.kind == "often"
            options = enumerate(self.snapshot.interpretation.question.options)
            for number, option in sorted(
                options, key=lambda each: _numeric_sort_key(each[1].touch_target, each[0])
            ):
                if not self.answer_has_place(option.touch_target):
                    words = option_text(option, self.voice, with_count=often)
                    yield ChoiceModel(f"answer/{number}", words, self.target_symbol(option.touch_target))

    def hand_choices(self) -> Iterator[ChoiceModel]:
        """Hands of those at the screen that may be looked at; amid a move only of whoever makes it, where nothing but a
        card of it is missing.
        """
        now, turn = self.snapshot, self.snapshot.position.choice_tree
        lacks = isinstance(now.interpretation, Interpreted) and not self.ui_state.has_needed_cards(
            now.interpretation.move, now.pending_input
        )
        if not self.has_dealt_hands or (now.pending_input and not lacks):
            return
        for who in self.ui_state.human_colours:
            awaited = who in turn.awaited_actors
            if who != self.ui_state.hand_owner and (
                awaited or (who in turn.choice_by_actor and not now.pending_input)
            ):
                yield self.make_hand_choice(who, awaited and (lacks or self.needs_hand_card))

    def make_hand_choice(self, who: str, main: bool) -> ChoiceModel:
        """The way to somebody's hand; `main`: the one way on."""
        shows = self.words.gettext("Cards: {who}", who=self.words.player_name(who))
        return ChoiceModel(f"look/{who}", shows, "hand", "main" if main else "quiet")

    def start_over_choices(self) -> Iterator[ChoiceModel]:
        """What was touched so far may be thrown away."""
        if self.snapshot.pending_input:
            yield ChoiceModel("clear", self.words.gettext("Start over"), "cross", "quiet")

    # -- cards

    @cached_property
    def has_dealt_hands(self) -> bool:
        """Whether the program deals what others do not see."""
        game = self.snapshot.game
        return self.ui_state.is_virtual and load_plugin_part(game, "players", "ground_truth") is not None

    @cached_property
    def hidden_piece_kinds(self) -> frozenset[str]:
        """Kinds of pieces that hands hold without anybody else knowing which."""
        hands = (place for place in self.snapshot.layout if place.kind == "hand")
        held = (lying.piece for place in hands for lying in place.pieces)
        return frozenset(piece.partition("/")[0] for piece in held if piece.endswith(f"/{UNKNOWN}"))

    @property
    def is_face_down_card_next(self) -> bool:
        """Whether a card may come next that lies face down."""
        return any(sight.piece.endswith(f"/{UNKNOWN}") for sight in self.snapshot.next_observations)

    @property
    def needs_hand_card(self) -> bool:
        """Whether who is awaited plays cards from their hand."""
        kinds = {thing.partition("/")[0] for thing in self.snapshot.steps_by_touch_target}
        return self.is_face_down_card_next or not kinds.isdisjoint(self.hidden_piece_kinds)

    @cached_property
    def open_hand_counts(self) -> Mapping[str, int]:
        """The hand that lies open, without what was laid on the reader; how many there are of each."""
        if self.snapshot.position.outcome() is not None:
            return {}
        laid = self.ui_state.laid_cards_pending(self.snapshot.pending_input)
        return Counter(self.ui_state.hand_pieces) - Counter(laid)

    @cached_property
    def hand_cards(self) -> tuple[CardModel, ...]:
        """The cards that lie open before the person at the screen."""
        return tuple(starmap(self.make_card, self.open_hand_counts.items()))

    def make_card(self, piece: str, copies: int) -> CardModel:
        """A card of a hand: what is written on it, else its symbol and what it is called. Equal ones are one card that
        says how many it stands for.
        """
        face = self.appearances.piece_appearance(piece)
        name = (face.name or capitalise(self.voice.touch_target_name(piece))) + format_copies(copies)
        return CardModel(piece, "", name, "" if face.name else face.main_symbol)

    # -- how things look

    @property
    def appearances(self) -> AppearanceLookup:
        """What pieces and places look like and are called."""
        return appearance_lookup(self.voice)

    def target_symbol(self, touch_target: str) -> str:
        """The sign of what it names, "" where it has none."""
        signs = self.TARGET_SYMBOLS
        return (
            signs.get(touch_target)
            or self.appearances.piece_appearance(touch_target).main_symbol
            or signs.get(touch_target.partition("/")[0], "")
        )

    # -- what is to be done

    def make_prompt(self) -> PromptModel:
        """Whose turn it is and what to do; while something is pointed at, what yes and no say."""
        now, voice = self.snapshot, self.voice
        outcome = now.position.outcome()
        if outcome is not None:
            return make_final_prompt(now, outcome, self.words)
        asked = voice.turn_prompt(now.position)
        assert asked is not None
        who, what = find_seat(now, asked.who), self.request_text(capitalise(asked.request))
        things = pending_input_text(now, voice) if now.pending_input else ""
        if now.pointed_at:
            return PromptModel(who, yes_no_hint(now, voice), things or what)
        if now.pending_input:
            return self.make_follow_up_prompt(who, what, things)
        return PromptModel(who, what, self.how_to_do_text())

    def request_text(self, asked: str) -> str:
        """What is asked; `asked` as it is said aloud."""
        return asked

    def make_follow_up_prompt(self, who: Seat | None, what: str, touch_targets: str) -> PromptModel:
        """Once something was noticed: from whom is asked, what for, and what it was."""
        match self.snapshot.interpretation:
            case Ambiguous():
                lacks = self.missing_part_text(self.question_targets)
                return PromptModel(who, lacks or self.words.gettext("Which is meant?"), touch_targets)
            case Interpreted(move):
                return PromptModel(
                    who, capitalise(self.understood_move_text(move)), self.how_to_finish_text(move)
                )
        lacks = self.missing_part_text(self.snapshot.steps_by_touch_target)
        return PromptModel(who, lacks or what, touch_targets)

    def missing_part_text(self, touch_targets: Collection[str]) -> str:
        """What is still missing, where one of these says it; "" for what was asked before."""
        return ""

    def understood_move_text(self, move: Move) -> str:
        """What was noticed so far as a move."""
        return self.voice.describe_move(move)

    def how_to_finish_text(self, move: Move) -> str:
        """How it is carried out."""
        return self.words.gettext("Done, or touch what else belongs to it.")

    def how_to_do_text(self) -> str:
        """The ways to do it that this table has."""
        gettext, look = self.words.gettext, self.ui_state
        awaited = self.snapshot.position.choice_tree.awaited_actors
        if look.is_virtual and awaited and not any(who in look.human_colours for who in awaited):
            return gettext("This happens by itself.") if not self.enabled_targets else ""
        if any(card.touch_target in self.enabled_targets for card in self.hand_cards):
            if look.is_virtual or any(self.can_be_read(card.touch_target) for card in self.hand_cards):
                return gettext("Lay a card on the reader, or touch it.")
            return gettext("Touch the card.")
        if self.has_dealt_hands and self.needs_hand_card and look.hand_owner not in awaited:
            return gettext("Take the screen, and look at your cards.")
        return self.how_to_touch_text()

    def how_to_touch_text(self) -> str:
        """How it is done where it needs no card of a hand."""
        if any(map(self.can_be_read, self.enabled_targets)):
            return self.words.gettext("Lay it on the reader, or touch it.")
        return ""

    def can_be_read(self, touch_target: str) -> bool:
        """Whether that may come next and is shown at the one reader for all, where that works."""
        step = self.snapshot.steps_by_touch_target.get(touch_target)
        return (
            step is not None
            and self.snapshot.zone_status.has_working_reader(PLAY_ZONE)
            and any(s.zone == PLAY_ZONE for s in step.observations)
        )

    def make_recent_events(self, lines: Sequence[NarrationLine]) -> Iterator[EventModel]:
        """What has just happened, and which readers do not answer."""
        for line in lines[-3:]:
            yield EventModel(line.text, line.who)
        lasting = [trouble for trouble in self.snapshot.problems if trouble.is_lasting]
        if lasting:
            yield EventModel(readers_down_message(lasting, self.words), "reader")


def format_copies(copies: int) -> str:
    """How many one card stands for, behind its name."""
    return f" ×{copies}" if copies > 1 else ""


def _numeric_sort_key(touch_target: str, place: int) -> tuple[str, int, int]:
    """Numbers by their size, all else as it comes."""
    kind, _, name = touch_target.partition("/")
    return (kind, int(name), 0) if name.isdigit() else ("", 0, place)
