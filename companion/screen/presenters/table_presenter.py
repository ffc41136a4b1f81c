"""Presents what the table of any game shows besides its board: prompt, hand, answers, enabled targets.

The default table uses it, too. A game's own view overrides these methods of a `TablePresenter`:

    is_touched_in_place               which touch targets have a place on that view
    is_answer_touched_in_place        which answers have one
    needs_no_button              which of the others need no button
    target_symbol           the symbol of a touch target
    make_card               how a card of a hand is shown
    needs_hand_card         whether cards are played that lie open only before their owner
    request_text            the request to the player
    missing_part_text       what is still missing of a move
    understood_move_text    a move that was understood
    how_to_finish_text      how that is completed
    how_to_touch_text       how it is done here, beyond what holds for every game

A game whose view is another one altogether may also override `hand_cards`, `enabled_targets`,
`targets_shown_as_buttons`, `answer_choices`, `hand_opening_choices`, `make_follow_up_prompt` or `how_to_do_text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import starmap
from typing import Any, ClassVar, Generic, TypeVar, cast

from companion.games import load_plugin_part
from companion.rules.game import Seat
from companion.rules.moves import PLAY_ZONE, TABLE_ACTOR, UNKNOWN, Move, MoveStep
from companion.rules.position import Position
from companion.screen.draw.symbols import game_emblem_name
from companion.screen.presenters.answer_folders import (
    MAX_UNFOLDED_ANSWERS,
    answers_in_folder,
    default_page_size,
    numbered_options,
    open_answer_folder,
)
from companion.screen.presenters.appearance import AppearanceLookup, appearance_lookup
from companion.screen.presenters.prompt import (
    capitalise,
    final_choices,
    find_seat,
    make_final_prompt,
    pointed_targets,
    recent_event_models,
)
from companion.screen.ui_state import UiState
from companion.screen.view_models import CardModel, ChoiceModel, PromptModel
from companion.table.interpretation.judge import Ambiguous, Interpreted, next_steps
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.pending_text import answer_option_text, pending_input_text, yes_no_hint
from companion.voice.voice import Voice

P = TypeVar("P", bound=Position)


class TablePresenter(Generic[P]):
    """One moment of a table, as one person looks at it."""

    ENDING_SYMBOL = ""
    """The symbol of the game's end; "" for the game's emblem."""
    MAIN_TARGETS: Collection[str] = ("done",)
    """Touch targets whose button is the one way on."""
    TARGET_SYMBOLS: ClassVar[Mapping[str, str]] = {"done": "check"}
    """The symbols of touch targets, or of kinds of them, whose names are no symbols of the game."""

    def __init__(self, snapshot: Snapshot, ui_state: UiState, voice: Voice) -> None:
        self.snapshot, self.ui_state, self.voice, self.translator = (
            snapshot,
            ui_state,
            voice,
            voice.translator,
        )
        self.position = cast(P, snapshot.position)

    def frame_fields(self, lines: Sequence[NarrationLine]) -> Mapping[str, Any]:
        """The fields of `companion.screen.view_models.TableFrameModel`.

        `lines`: what has just happened, the newest last.
        """
        return {
            "prompt": self.make_prompt(),
            "recent_events": recent_event_models(self.snapshot, lines, self.translator),
            "hand_cards": self.hand_cards,
            "choices": self.choices,
            "enabled_targets": self.enabled_targets,
            "has_reader": self.has_virtual_reader,
            "can_undo": bool(self.snapshot.accepted_texts),
            "can_redo": bool(self.snapshot.redo_count),
            "line_count": len(self.snapshot.accepted_texts),
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
    def next_step_by_touch_target(self) -> Mapping[str, MoveStep]:
        """The steps that may come next and can be made here, by touch target: no virtual player's."""
        snapshot, ui_state = self.snapshot, self.ui_state
        if not self.can_humans_act:
            return {}
        here = (*ui_state.human_colours, TABLE_ACTOR)
        if (
            not ui_state.is_virtual
            or snapshot.pending_input
            or set(snapshot.position.choice_tree.choice_by_actor) <= set(here)
        ):
            return snapshot.step_by_touch_target
        steps = next_steps(snapshot.position, (), snapshot.zone_status, here)
        return {step.touch_target: step for step in steps if step.touch_target}

    @property
    def can_humans_act(self) -> bool:
        """Whether a person at the screen may act: otherwise the next move happens automatically."""
        turn = self.snapshot.position.choice_tree
        return bool(self.snapshot.pending_input) or self.ui_state.can_humans_act_in(turn)

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """The touch targets of board and cards that may be touched."""
        answers = filter(self.is_answer_touched_in_place, self.question_answer_targets)
        return frozenset((*filter(self.is_touched_in_place, self.next_step_by_touch_target), *answers))

    @cached_property
    def choices(self) -> tuple[ChoiceModel, ...]:
        """The answers that can be touched besides: no position is a dead end."""
        if self.snapshot.position.outcome() is not None:
            emblem = self.ENDING_SYMBOL or game_emblem_name(self.snapshot.game, "crown")
            return final_choices(emblem, self.translator)
        return *self.answer_choices(), *self.hand_opening_choices(), *self.start_over_choices()

    def is_touched_in_place(self, touch_target: str) -> bool:
        """Whether it is touched where it lies, on the board or among the cards."""
        return False

    @property
    def question_answer_targets(self) -> Sequence[str]:
        """The touch targets that answer the current question."""
        verdict = self.snapshot.interpretation
        options = verdict.question.options if isinstance(verdict, Ambiguous) else ()
        return [option.touch_target for option in options]

    def is_answer_touched_in_place(self, touch_target: str) -> bool:
        """Whether such answers are touched where they lie, too."""
        return False

    def needs_no_button(self, touch_target: str, step: MoveStep) -> bool:
        """Whether it needs no button though it has no place.

        It is implied by what follows, or somebody's hidden hand has it.
        """
        hidden = self.has_dealt_hands and touch_target.partition("/")[0] in self.hidden_piece_kinds
        return hidden or (step.is_implied and touch_target == step.word)

    def targets_shown_as_buttons(self) -> list[str]:
        """The touch targets that get a button."""
        return [
            target
            for target, step in self.next_step_by_touch_target.items()
            if not self.is_touched_in_place(target) and not self.needs_no_button(target, step)
        ]

    def answer_choices(self) -> Iterator[ChoiceModel]:
        """The answers to the current question, done, and the buttons."""
        buttons = self.targets_shown_as_buttons()
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
        """A button each; where they are many, those of the open folder, page by page, and the ways out of it."""
        here = open_answer_folder(touch_targets, self.ui_state.answer_folder, self.max_unfolded_answers)
        entries = [self.make_folder_choice(words, count, touch_targets) for words, count in here.entries]
        page_size = self.answers_per_page(max((len(each.text) for each in entries), default=0))
        yield from here.page_of_choices(entries, page_size)
        if here.path:
            yield ChoiceModel(f"open/{here.parent_path}", self.translator.gettext("Back"), "back", "quiet")

    def make_folder_choice(self, words: str, count: int, touch_targets: Sequence[str]) -> ChoiceModel:
        """The button of an answer, or (`count` not 0) of a folder of answers that begin with these words."""
        if not count:
            return self.make_choice(words)
        name = self.appearances.folder_name(words, answers_in_folder(touch_targets, words))
        return ChoiceModel(f"open/{words}", f"{capitalise(name)} … ({count})", self.target_symbol(words))

    @property
    def max_unfolded_answers(self) -> int:
        """Up to how many answers are never folded."""
        return MAX_UNFOLDED_ANSWERS

    def answers_per_page(self, longest: int) -> int:
        """How many answers are shown together when the longest has so many letters."""
        return default_page_size(longest)

    def make_choice(self, touch_target: str) -> ChoiceModel:
        """The button of a touch target that has no place."""
        said = capitalise(self.voice.touch_target_name(touch_target))
        symbol, is_main = self.target_symbol(touch_target), touch_target in self.MAIN_TARGETS
        return ChoiceModel(touch_target, said, symbol, "main" if is_main else "choice")

    def question_choices(self) -> Iterator[ChoiceModel]:
        """The answers to the current question that have no place; numbers in their order."""
        if isinstance(self.snapshot.interpretation, Ambiguous):
            often = self.snapshot.interpretation.question.kind == "often"
            for number, option in numbered_options(self.snapshot.interpretation.question.options):
                if not self.is_answer_touched_in_place(option.touch_target):
                    words = answer_option_text(option, self.voice, with_count=often)
                    yield ChoiceModel(f"answer/{number}", words, self.target_symbol(option.touch_target))

    def hand_opening_choices(self) -> Iterator[ChoiceModel]:
        """The buttons that open the hands of people at the screen.

        Amid a move only its player's hand is offered, where nothing but a card of it is missing.
        """
        snapshot, turn = self.snapshot, self.snapshot.position.choice_tree
        lacks = isinstance(snapshot.interpretation, Interpreted) and not self.ui_state.has_needed_cards(
            snapshot.interpretation.move, snapshot.pending_input
        )
        if not self.has_dealt_hands or (snapshot.pending_input and not lacks):
            return
        for who in self.ui_state.human_colours:
            awaited = who in turn.awaited_actors
            if who != self.ui_state.hand_owner and (
                awaited or (who in turn.choice_by_actor and not snapshot.pending_input)
            ):
                yield self.make_hand_opening_choice(who, awaited and (lacks or self.needs_hand_card))

    def make_hand_opening_choice(self, who: str, main: bool) -> ChoiceModel:
        """The button that opens somebody's hand; `main`: it is the one way on."""
        label = self.translator.gettext("Cards: {who}", who=self.translator.player_name(who))
        return ChoiceModel(f"look/{who}", label, "hand", "main" if main else "quiet")

    def start_over_choices(self) -> Iterator[ChoiceModel]:
        """The button that discards what was touched so far."""
        if self.snapshot.pending_input:
            yield ChoiceModel("clear", self.translator.gettext("Start over"), "cross", "quiet")

    # -- cards

    @cached_property
    def has_dealt_hands(self) -> bool:
        """Whether the program deals cards that others do not see."""
        game = self.snapshot.game
        return self.ui_state.is_virtual and load_plugin_part(game, "players", "ground_truth") is not None

    @cached_property
    def hidden_piece_kinds(self) -> frozenset[str]:
        """The kinds of pieces that hands hold hidden from the others."""
        hand_places = (place for place in self.snapshot.layout if place.kind == "hand")
        held = (lying.piece for place in hand_places for lying in place.pieces)
        return frozenset(piece.partition("/")[0] for piece in held if piece.endswith(f"/{UNKNOWN}"))

    @property
    def is_face_down_card_next(self) -> bool:
        """Whether a card that lies face down may come next."""
        return any(
            observation.piece.endswith(f"/{UNKNOWN}") for observation in self.snapshot.next_observations
        )

    @property
    def needs_hand_card(self) -> bool:
        """Whether the awaited player plays cards from their hand."""
        kinds = {target.partition("/")[0] for target in self.snapshot.step_by_touch_target}
        return self.is_face_down_card_next or not kinds.isdisjoint(self.hidden_piece_kinds)

    @cached_property
    def open_hand_counts(self) -> Mapping[str, int]:
        """The open hand without what was laid on the reader: piece -> how many."""
        if self.snapshot.position.outcome() is not None:
            return {}
        laid = self.ui_state.pending_laid_cards(self.snapshot.pending_input)
        return Counter(self.ui_state.hand_pieces) - Counter(laid)

    @cached_property
    def hand_cards(self) -> tuple[CardModel, ...]:
        """The open hand of the person at the screen."""
        return tuple(starmap(self.make_card, self.open_hand_counts.items()))

    def make_card(self, piece: str, copies: int) -> CardModel:
        """A card of a hand: what is written on it, else its symbol and its name.

        Equal ones are one card that shows how many it stands for.
        """
        appearance = self.appearances.piece_appearance(piece)
        name = (appearance.name or capitalise(self.voice.touch_target_name(piece))) + format_copies(copies)
        return CardModel(piece, "", name, "" if appearance.name else appearance.main_symbol)

    # -- how things look

    @property
    def appearances(self) -> AppearanceLookup:
        """What pieces and places look like and are called."""
        return appearance_lookup(self.voice)

    def target_symbol(self, touch_target: str) -> str:
        """The symbol of what it names, "" where it has none."""
        signs = self.TARGET_SYMBOLS
        return (
            signs.get(touch_target)
            or self.appearances.piece_appearance(touch_target).main_symbol
            or signs.get(touch_target.partition("/")[0], "")
        )

    # -- what is to be done

    def make_prompt(self) -> PromptModel:
        """Whose turn it is and what to do; while something is pointed at, what yes and no mean."""
        snapshot, voice = self.snapshot, self.voice
        outcome = snapshot.position.outcome()
        if outcome is not None:
            return make_final_prompt(snapshot, outcome, self.translator)
        asked = voice.turn_prompt(snapshot.position)
        assert asked is not None
        who, what = find_seat(snapshot, asked.who), self.request_text(capitalise(asked.request))
        things = pending_input_text(snapshot, voice) if snapshot.pending_input else ""
        if snapshot.pointed_at:
            return PromptModel(who, yes_no_hint(snapshot, voice), things or what)
        if snapshot.pending_input:
            return self.make_follow_up_prompt(who, what, things)
        return PromptModel(who, what, self.how_to_do_text())

    def request_text(self, request: str) -> str:
        """The request to the player; `request` is the request as the voice speaks it."""
        return request

    def make_follow_up_prompt(self, who: Seat | None, what: str, touch_targets: str) -> PromptModel:
        """The prompt once input is pending.

        `who` is asked, `what` the request, `touch_targets` the pending input as text.
        """
        match self.snapshot.interpretation:
            case Ambiguous():
                lacks = self.missing_part_text(self.question_answer_targets)
                return PromptModel(who, lacks or self.translator.gettext("Which is meant?"), touch_targets)
            case Interpreted(move):
                return PromptModel(
                    who, capitalise(self.understood_move_text(move)), self.how_to_finish_text(move)
                )
        lacks = self.missing_part_text(self.snapshot.step_by_touch_target)
        return PromptModel(who, lacks or what, touch_targets)

    def missing_part_text(self, touch_targets: Collection[str]) -> str:
        """What is still missing, where one of these targets shows it; "" for the request as before."""
        return ""

    def understood_move_text(self, move: Move) -> str:
        """The move that was understood so far."""
        return self.voice.describe_move(move)

    def how_to_finish_text(self, move: Move) -> str:
        """How the move is completed."""
        return self.translator.gettext("Done, or touch what else belongs to it.")

    def how_to_do_text(self) -> str:
        """How the request can be carried out at this table."""
        gettext, ui_state = self.translator.gettext, self.ui_state
        awaited = self.snapshot.position.choice_tree.awaited_actors
        if ui_state.is_virtual and awaited and not any(who in ui_state.human_colours for who in awaited):
            return gettext("This happens by itself.") if not self.enabled_targets else ""
        if any(card.touch_target in self.enabled_targets for card in self.hand_cards):
            if ui_state.is_virtual or any(
                self.can_be_laid_on_reader(card.touch_target) for card in self.hand_cards
            ):
                return gettext("Lay a card on the reader, or touch it.")
            return gettext("Touch the card.")
        if self.has_dealt_hands and self.needs_hand_card and ui_state.hand_owner not in awaited:
            return gettext("Take the screen, and look at your cards.")
        return self.how_to_touch_text()

    def how_to_touch_text(self) -> str:
        """How it is carried out where it needs no card of a hand."""
        if any(map(self.can_be_laid_on_reader, self.enabled_targets)):
            return self.translator.gettext("Lay it on the reader, or touch it.")
        return ""

    def can_be_laid_on_reader(self, touch_target: str) -> bool:
        """Whether it may come next and can be shown to the play area's reader, and that reader works."""
        step = self.snapshot.step_by_touch_target.get(touch_target)
        return (
            step is not None
            and self.snapshot.zone_status.has_working_reader(PLAY_ZONE)
            and any(s.zone == PLAY_ZONE for s in step.observations)
        )


def format_copies(copies: int) -> str:
    """How many pieces one card stands for, to be put behind its name."""
    return f" ×{copies}" if copies > 1 else ""
