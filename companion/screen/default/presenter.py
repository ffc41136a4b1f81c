"""The table of any game as places, players and answers: the `PresenterModule` of game_session.game_controller."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.game import Seat
from companion.rules.layout import InventoryIndex, Layout
from companion.rules.moves import PLAY_ZONE, Move, MoveStep, touch_observation
from companion.rules.position import Position
from companion.screen.context import TABLE_PLACES, UiState
from companion.screen.default.place_models import PlaceModel, TokenModel, make_place_models
from companion.screen.presenters.table_presenter import (
    MAX_ANSWERS_BESIDE_BOARD,
    AppearanceLookup,
    TablePresenter,
    numeric_answers,
    recent_event_models,
)
from companion.screen.view_models import CardModel, ChoiceModel, PromptModel, TableFrameModel
from companion.table.interpretation.judge import Ambiguous, Interpreted, interpret, only_meaning
from companion.table.interpretation.question import AnswerOption
from companion.table.interpretation.search import shared_search
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.translator import capitalised
from companion.voice.voice import Voice


class DefaultPlayerModel(Struct, frozen=True):
    """A player, their points, and what they have in few symbols.

    `touch_target`: what a finger on them means; `enabled`: the next word of a move may name them;
    `is_viewed`: their places are shown.
    """

    seat: Seat
    points: int
    is_on_turn: bool
    touch_target: str
    tokens: tuple[TokenModel, ...] = ()
    enabled: bool = False
    is_viewed: bool = False


class DefaultTableModel(TableFrameModel, frozen=True):
    """What companion.screen.default.table_view shows.

    `shared_places`: places of nobody; `player_places`: those of one player.
    """

    game: str
    shared_places: tuple[PlaceModel, ...]
    player_places: tuple[PlaceModel, ...]
    players: tuple[DefaultPlayerModel, ...]
    previews: Mapping[str, PlaceModel] = {}
    """Touch target of an answer -> the grid as it would be after it."""
    previewable_targets: frozenset[str] = frozenset()
    """The answers that are previewed as long as a finger rests on them."""
    number_targets: tuple[str, ...] = ()
    """Answers of which one is picked with a slider, the least first."""
    is_preview: bool = False
    """Whether an answer is previewed: the places are shown as they would be."""

    @property
    def needs_full_height(self) -> bool:
        """Whether a board wants all the height there is."""
        return any(spot.needs_precise_touch for spot in (*self.shared_places, *self.player_places))


BOARD_CAN_TURN = False


def table_model(
    snapshot: Snapshot,
    ui_state: UiState,
    voice: Voice,
    lines: Sequence[NarrationLine],
    make: Callable[..., DefaultTableModel] = DefaultTableModel,
) -> DefaultTableModel:
    """The table at this moment.

    `lines`: what has just happened, the newest last. `make`: for a game whose table adds something to this one, its own
    model with that filled in: `partial(TableModel, stones_left=8)`.
    """
    presenter = DefaultPresenter(snapshot, ui_state, voice)
    targets = [choice.touch_target for choice in presenter.choices]
    table = make(
        game=snapshot.game,
        shared_places=presenter.shared_places,
        player_places=presenter.player_places,
        players=tuple(presenter.make_player_models(presenter.place_models, presenter.viewed_player)),
        previews=dict(grid_previews(snapshot, presenter.choices, presenter.appearances)),
        previewable_targets=frozenset(target for target in targets if can_preview(snapshot, target)),
        number_targets=tuple(presenter.number_targets(targets)),
        **presenter.frame_fields(lines),
    )
    return presenter.make_preview(table) if ui_state.previewed_answer in table.previewable_targets else table


class DefaultPresenter(TablePresenter[Position]):
    """Presents a table whose places are all on the view, or one touch away.

    A touch target has a place when the view shows it.
    """

    # -- what lies where

    @cached_property
    def allowed_targets(self) -> frozenset[str]:
        """What may come next, as far as the person at the screen knows."""
        if self.ui_state.chooser:
            return frozenset()
        allowed = frozenset(self.next_step_by_touch_target)
        if self.ui_state.allowed_targets is not None:
            allowed &= self.ui_state.allowed_targets
        if (
            self.ui_state.is_virtual
            and self.is_face_down_card_next
            and not any(observation.zone == PLAY_ZONE for observation in self.snapshot.pending_input)
        ):
            allowed -= {place.id for place in self.snapshot.layout}  # first the card, then where it goes
        return allowed | self._question_options.keys()

    @property
    def _question_options(self) -> Mapping[str, AnswerOption]:
        """The answers to the current question by touch target: a finger on one gives it."""
        return (
            self.snapshot.interpretation.question.option_by_touch_target
            if isinstance(self.snapshot.interpretation, Ambiguous)
            else {}
        )

    def is_answer_touched_in_place(self, touch_target: str) -> bool:
        """Whether the answer to the current question is touched where it lies."""
        return touch_target in self._question_options and touch_target in self._placed_targets

    @cached_property
    def place_models(self) -> tuple[PlaceModel, ...]:
        """The places with all that lies there, as they would be after the move that was understood."""
        interpretation = self.snapshot.interpretation
        return self._make_place_models(
            interpretation.move if isinstance(interpretation, Interpreted) else None
        )

    def _make_place_models(self, move: Move | None) -> tuple[PlaceModel, ...]:
        snapshot = self.snapshot
        stocks = InventoryIndex(game_rules(snapshot.game).inventory(snapshot.setup))
        after, current = layout_after(snapshot, move), stocks.layout_with_unlisted(snapshot.layout)
        listed = {place.id for place in after or snapshot.layout if place.pieces}
        layout = stocks.layout_with_unlisted(after) if after else current
        return tuple(
            replace(spot, shows_count_only=True) if _bare(spot, listed) else spot
            for spot in make_place_models(
                layout,
                self.appearances,
                self.allowed_targets,
                current if after else None,
                snapshot.step_by_touch_target,
            )
        )

    @cached_property
    def viewed_player(self) -> str:
        """The player whose places are shown in place of all others; "" for nobody."""
        chosen = self.ui_state.viewed_player
        if chosen:
            return "" if chosen == TABLE_PLACES else chosen
        glowing = [spot for spot in self.place_models if any(spot.enabled_targets)]
        if not glowing or any(not spot.owner for spot in glowing):
            return ""
        return next((spot.owner for spot in glowing if spot.owner == self._awaited), "")

    @property
    def _awaited(self) -> str:
        """The player whose move it is."""
        return next(iter(self.snapshot.position.choice_tree.awaited_actors), "")

    @cached_property
    def shared_places(self) -> tuple[PlaceModel, ...]:
        """The shared places that are shown."""
        return () if self.viewed_player else tuple(spot for spot in self.place_models if not spot.owner)

    @cached_property
    def player_places(self) -> tuple[PlaceModel, ...]:
        """The places of the one player that are shown."""
        if any(spot.board_point for spot in self.shared_places):
            return ()
        return tuple(
            spot
            for spot in self.place_models
            if spot.owner and spot.owner == (self.viewed_player or self._awaited)
        )

    @cached_property
    def needs_full_height(self) -> bool:
        """Whether a board wants all the height there is."""
        return any(spot.needs_precise_touch for spot in (*self.shared_places, *self.player_places))

    def make_player_models(self, made: Sequence[PlaceModel], whose: str) -> Iterator[DefaultPlayerModel]:
        """Everybody, clockwise, with what they have in the places `made`.

        `whose`: the player whose places are shown.
        """
        points, awaited = (
            self.snapshot.position.points_by_player(),
            self.snapshot.position.choice_tree.awaited_actors,
        )
        for seat in self.snapshot.setup.seats:
            who = seat.colour
            enabled = f"player/{who}" in self.allowed_targets
            theirs = [spot for spot in made if spot.owner == who]
            view_target = f"before/{TABLE_PLACES if whose == who else who}" if theirs else ""
            target, tokens = f"player/{who}" if enabled else view_target, tuple(_held(theirs))
            yield DefaultPlayerModel(
                seat, points.get(who, 0), who in awaited, target, tokens, enabled, whose == who
            )

    def make_preview(self, table: DefaultTableModel) -> DefaultTableModel:
        """The table as it would be after the previewed answer; what may be touched stays where it is."""
        snapshot, tried, who = self.snapshot, self.ui_state.previewed_answer, table.prompt.seat
        verdict, gettext = interpretation_after(snapshot, tried), self.translator.gettext
        if not isinstance(verdict, Interpreted):
            answer_text = next(choice.text for choice in table.choices if choice.touch_target == tried)
            return replace(table, prompt=PromptModel(who, answer_text, gettext("More belongs to it.")))
        made = self._make_place_models(verdict.move)
        owners = [spot.owner for spot in made if spot.is_changed]
        whose = next((spot.owner for spot in table.player_places), "")
        if whose not in owners:
            whose = next(filter(None, owners), whose)
        beside = not any(spot.board_point for spot in made)
        hint = gettext("So it would be. Nothing is done yet.")
        return replace(
            table,
            prompt=PromptModel(who, capitalised(self.voice.describe_move(verdict.move)), hint),
            shared_places=tuple(spot for spot in made if not spot.owner)
            if table.shared_places or "" in owners
            else (),
            player_places=tuple(spot for spot in made if beside and spot.owner and spot.owner == whose),
            players=tuple(self.make_player_models(made, "")),
            recent_events=recent_event_models(
                snapshot, narrate_preview(snapshot, verdict, self.voice), self.translator
            )
            or table.recent_events,
            is_preview=True,
        )

    # -- what may be touched

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """The touch targets of places and cards that may be touched."""
        return self.allowed_targets | self.playable_card_targets

    @cached_property
    def playable_card_targets(self) -> frozenset[str]:
        """Cards of the open hand that may be laid on the reader now.

        These are the cards that may come next, and all cards where a move was understood that lacks only its
        card.
        """
        snapshot, ui_state = self.snapshot, self.ui_state
        if ui_state.chooser:
            return frozenset(ui_state.pieces_to_choose_from)
        if not self.can_humans_act:
            return frozenset()
        if isinstance(snapshot.interpretation, Interpreted) and not ui_state.has_needed_cards(
            snapshot.interpretation.move, snapshot.pending_input
        ):
            return frozenset(self.open_hand_counts)
        if ui_state.allowed_targets is not None:
            return ui_state.allowed_targets.intersection(self.open_hand_counts)
        public = game_rules(snapshot.game).public_piece
        expected = {
            observation.piece for observation in snapshot.next_observations if observation.zone == PLAY_ZONE
        }
        return frozenset(
            piece for piece in self.open_hand_counts if not expected.isdisjoint((piece, public(piece)))
        )

    @cached_property
    def hand_cards(self) -> tuple[CardModel, ...]:
        """The open hand; nothing where squares need the room and no card may be played."""
        return (
            ()
            if not self.playable_card_targets and any(spot.needs_precise_touch for spot in self.player_places)
            else super().hand_cards
        )

    @property
    def has_virtual_reader(self) -> bool:
        """Whether cards can be laid on a reader drawn on the screen: where a hand is shown."""
        return bool(self.hand_cards)

    @cached_property
    def _placed_targets(self) -> frozenset[str]:
        """The touch targets that are touched where they lie.

        Pieces in the place whose folder is open are answers, too: the place has no room for all.
        """
        shown = {
            target for spot in (*self.shared_places, *self.player_places) for target in spot.enabled_targets
        }
        shown |= {f"player/{who}" for who in self.snapshot.player_name_by_colour}
        place = self.ui_state.answer_folder.partition("@")[0]
        return frozenset(
            shown
            - {
                token.touch_target
                for spot in self.place_models
                if spot.touch_target == place
                for token in spot.tokens
            }
        )

    def is_touched_in_place(self, touch_target: str) -> bool:
        """Whether it is touched where it lies, in a place or among the cards of the open hand."""
        return touch_target in self._placed_targets or touch_target in self.ui_state.hand_pieces

    def needs_no_button(self, touch_target: str, step: MoveStep) -> bool:
        """Whether it needs no button though it has no place.

        Implied words follow from the next touch, unless that is a card which only a reader can identify;
        hidden cards that nobody at the screen holds cannot be touched.
        """
        hidden = (
            self.has_dealt_hands
            and self.ui_state.allowed_targets is None
            and touch_target.partition("/")[0] in self.hidden_piece_kinds
        )
        follows = (
            step.is_implied
            and touch_target == step.word
            and (self.has_dealt_hands or not self.is_face_down_card_next)
        )
        return touch_target not in self.allowed_targets or hidden or follows

    @property
    def max_unfolded_answers(self) -> int:
        """Up to how many answers are never folded: fewer beside a board that takes all the height."""
        return MAX_ANSWERS_BESIDE_BOARD if self.needs_full_height else super().max_unfolded_answers

    def answers_per_page(self, longest: int) -> int:
        """How many answers are shown together: fewer beside a board that takes all the height."""
        return MAX_ANSWERS_BESIDE_BOARD if self.needs_full_height else super().answers_per_page(longest)

    def choices_in_folder(self, touch_targets: Sequence[str]) -> Iterator[ChoiceModel]:
        """The buttons of the folder; of many numbers one is picked with a slider."""
        numbers = self.number_targets(touch_targets)
        yield from map(self.make_choice, numbers)
        if rest := [target for target in touch_targets if target not in numbers]:
            yield from super().choices_in_folder(rest)

    def number_targets(self, touch_targets: Sequence[str]) -> list[str]:
        """The answers that are many numbers of one kind and are named by them."""
        found = numeric_answers(touch_targets, self.ui_state.answer_folder, self.max_unfolded_answers)
        named = all(target.rpartition("/")[2] in self.voice.touch_target_name(target) for target in found)
        return found if named else []


def _bare(place: PlaceModel, listed: Collection[str]) -> bool:
    """Whether only the number of pieces left there is shown."""
    return bool(place.tokens) and place.touch_target not in listed and not place.enabled and not place.facts


def _held(theirs: Sequence[PlaceModel]) -> Iterator[TokenModel]:
    """What a player has in few symbols: the number of their hand cards, and whatever has a symbol."""
    for spot in theirs:
        if spot.kind == "hand" and (count := sum(token.count for token in spot.tokens)):
            back = spot.tokens[0].appearance
            yield TokenModel(back, count, True)
        elif spot.kind in ("supply", "spot"):
            yield from (
                token for token in spot.tokens if token.appearance.main_symbol and not token.appearance.name
            )


# -- what would come of an answer before anybody gives it: the layout and the events that it would make

MAX_WORK = 6_000
"""The most that may be searched for the pending input and all answers together. Only behind dead readers it is more,
where hardly an answer leaves one meaning, and to look into each would hold the frame.
"""


def can_preview(snapshot: Snapshot, touch_target: str) -> bool:
    """Whether the target is a step of a move, or an answer to the current question."""
    return touch_target in snapshot.step_by_touch_target or (
        isinstance(snapshot.interpretation, Ambiguous) and touch_target.startswith("answer/")
    )


def interpretation_after(snapshot: Snapshot, touch_target: str) -> object:
    """The judge's interpretation of the pending input if that were touched."""
    observation = touch_observation(touch_target)
    if isinstance(snapshot.interpretation, Ambiguous) and touch_target not in snapshot.step_by_touch_target:
        observation = snapshot.interpretation.question.options[
            int(touch_target.partition("/")[2])
        ].observation
    return interpret(snapshot.position, (*snapshot.pending_input, observation), snapshot.zone_status)


def layout_after(snapshot: Snapshot, move: Move | None) -> Layout | None:
    """The layout after the move that was understood; None where it is none yet."""
    if move is None:
        return None
    with suppress(MoveRefused):  # a name is missing that only a reader could identify
        return game_rules(snapshot.game).layout(snapshot.position.play(move)[0].to_public())
    return None


def narrate_preview(snapshot: Snapshot, interpretation: Interpreted, voice: Voice) -> Sequence[NarrationLine]:
    """The narration of the move, as if it had been made."""
    with suppress(MoveRefused):
        return voice.narrate(snapshot.position, snapshot.position.play(interpretation.move)[1])
    return ()


def grid_previews(
    snapshot: Snapshot, choices: Sequence[ChoiceModel], appearances: AppearanceLookup
) -> Iterator[tuple[str, PlaceModel]]:
    """Touch target of an answer -> the grid that it would change, where answers lay something there."""
    if not snapshot.pending_input or not any(place.cells for place in snapshot.layout):
        return
    position, readers = snapshot.position, snapshot.zone_status
    work = shared_search(position.choice_tree, snapshot.pending_input, readers).work_for_complete_moves
    for choice in choices:
        if choice.touch_target in snapshot.step_by_touch_target:
            noticed = *snapshot.pending_input, touch_observation(choice.touch_target)
            if work <= MAX_WORK:
                work += shared_search(position.choice_tree, noticed, readers).work_for_complete_moves
            if work > MAX_WORK:
                return
            after = layout_after(snapshot, only_meaning(position, noticed, readers))
            there = make_place_models(
                [place for place in after or () if place.cells], appearances, (), snapshot.layout
            )
            yield from ((choice.touch_target, spot) for spot in there if spot.is_changed)
