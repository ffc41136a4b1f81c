"""The table of any game as places, players and answers. The `Shown` of
companion.screen.game_session.game_controller."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.game import Seat
from companion.rules.layout import InventoryIndex
from companion.rules.moves import PLAY_ZONE, MoveStep
from companion.rules.position import Position
from companion.screen.default.place_models import PlaceModel, TokenModel, make_place_models
from companion.screen.default.preview import (
    can_preview,
    grid_previews,
    interpretation_after,
    layout_after,
    narrate_preview,
)
from companion.screen.presenters.answer_folders import numeric_answers
from companion.screen.presenters.prompt import capitalise
from companion.screen.presenters.table_presenter import TablePresenter
from companion.screen.ui_state import TABLE_PLACES, UiState
from companion.screen.view_models import CardModel, ChoiceModel, PromptModel, TableFrameModel
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.interpretation.question import AnswerOption
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice

MAX_ANSWERS_BESIDE_BOARD = 3
"""So many answers fit beside a board that takes all the height."""


class DefaultPlayerModel(Struct, frozen=True):
    """A player, their points, what they have in few signs. `touch_target`: what a finger on them says; `open`: they may
    be meant by the next word; `is_viewed`: their places lie open.
    """

    seat: Seat
    points: int
    is_on_turn: bool
    touch_target: str
    tokens: tuple[TokenModel, ...] = ()
    enabled: bool = False
    is_viewed: bool = False


class DefaultTableModel(TableFrameModel, frozen=True):
    """What companion.screen.default.table_view shows. `shared_places`: places of nobody, `player_places`: those of one
    player."""

    game: str
    shared_places: tuple[PlaceModel, ...]
    player_places: tuple[PlaceModel, ...]
    players: tuple[DefaultPlayerModel, ...]
    previews: Mapping[str, PlaceModel] = {}
    """A grid as it would be after an answer."""
    previewable_targets: frozenset[str] = frozenset()
    """The answers that show what they would do as long as a finger stays on them."""
    number_targets: tuple[str, ...] = ()
    """Answers of which one is picked, the least first."""
    is_preview: bool = False
    """Whether a finger does: the places are shown as they would be."""

    @property
    def needs_full_height(self) -> bool:
        """Whether something wants all the height there is."""
        return any(spot.is_touch_board for spot in (*self.shared_places, *self.player_places))


def table_model(
    snapshot: Snapshot, ui_state: UiState, voice: Voice, lines: Sequence[NarrationLine]
) -> DefaultTableModel:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    places = DefaultPresenter(snapshot, ui_state, voice)
    things = [choice.touch_target for choice in places.choices]
    table = DefaultTableModel(
        game=snapshot.game,
        shared_places=places.shared_places,
        player_places=places.player_places,
        players=tuple(places.make_players(places.place_models, places.viewed_player)),
        previews=dict(grid_previews(snapshot, places.choices, places.appearances)),
        previewable_targets=frozenset(thing for thing in things if can_preview(snapshot, thing)),
        number_targets=tuple(places.number_targets(things)),
        **places.frame_fields(lines),
    )
    return places.make_preview(table) if ui_state.previewed_answer in table.previewable_targets else table


class DefaultPresenter(TablePresenter[Position]):
    """Every place of the layout is on the view, or a finger's touch away: of all things those have a place that it
    shows.
    """

    # -- what lies where

    @cached_property
    def allowed_targets(self) -> frozenset[str]:
        """What may come next, as far as who holds the screen knows."""
        may = frozenset(self.next_steps)
        if self.ui_state.allowed_targets is not None:
            may &= self.ui_state.allowed_targets
        if (
            self.ui_state.is_virtual
            and self.is_face_down_card_next
            and not any(sight.zone == PLAY_ZONE for sight in self.snapshot.pending_input)
        ):
            may -= {place.id for place in self.snapshot.layout}  # first the card, then where it goes
        return may | self._question_options.keys()

    @property
    def _question_options(self) -> Mapping[str, AnswerOption]:
        """What was perhaps meant: a finger on it says so."""
        return (
            self.snapshot.interpretation.question.options_by_touch_target
            if isinstance(self.snapshot.interpretation, Ambiguous)
            else {}
        )

    def answer_has_place(self, touch_target: str) -> bool:
        """See Presenter."""
        return touch_target in self._question_options and touch_target in self._placed_targets

    @cached_property
    def place_models(self) -> tuple[PlaceModel, ...]:
        """The places with all that lies there, as they would be after the move that was understood."""
        return self._make_place_models(self.snapshot.interpretation)

    def _make_place_models(self, interpretation: object) -> tuple[PlaceModel, ...]:
        now = self.snapshot
        stocks = InventoryIndex(game_rules(now.game).inventory(now.setup))
        after, there = layout_after(now, interpretation), stocks.layout_with_unlisted(now.layout)
        listed = {place.id for place in after or now.layout if place.pieces}
        lies = stocks.layout_with_unlisted(after) if after else there
        return tuple(
            replace(spot, shows_count_only=True) if _bare(spot, listed) else spot
            for spot in make_place_models(
                lies,
                self.appearances,
                self.allowed_targets,
                there if after else None,
                now.steps_by_touch_target,
            )
        )

    @cached_property
    def viewed_player(self) -> str:
        """The player whose places lie open in place of all others; "" for nobody's."""
        before = self.ui_state.viewed_player
        if before:
            return "" if before == TABLE_PLACES else before
        glowing = [spot for spot in self.place_models if any(spot.enabled_targets)]
        if not glowing or any(not spot.owner for spot in glowing):
            return ""
        return next((spot.owner for spot in glowing if spot.owner == self._awaited), "")

    @property
    def _awaited(self) -> str:
        """Whose move it is."""
        return next(iter(self.snapshot.position.choice_tree.awaited_actors), "")

    @cached_property
    def shared_places(self) -> tuple[PlaceModel, ...]:
        """The places of nobody that are shown."""
        return () if self.viewed_player else tuple(spot for spot in self.place_models if not spot.owner)

    @cached_property
    def player_places(self) -> tuple[PlaceModel, ...]:
        """Those of one player."""
        if any(spot.board_point for spot in self.shared_places):
            return ()
        return tuple(
            spot
            for spot in self.place_models
            if spot.owner and spot.owner == (self.viewed_player or self._awaited)
        )

    @cached_property
    def needs_full_height(self) -> bool:
        """Whether something wants all the height there is."""
        return any(spot.is_touch_board for spot in (*self.shared_places, *self.player_places))

    def make_players(self, made: Sequence[PlaceModel], whose: str) -> Iterator[DefaultPlayerModel]:
        """Everybody, clockwise, with what they have there; whose places lie open."""
        points, awaited = (
            self.snapshot.position.points_by_player(),
            self.snapshot.position.choice_tree.awaited_actors,
        )
        for seat in self.snapshot.setup.seats:
            who = seat.colour
            open_ = f"player/{who}" in self.allowed_targets
            theirs = [spot for spot in made if spot.owner == who]
            looks = f"before/{TABLE_PLACES if whose == who else who}" if theirs else ""
            thing, tokens = f"player/{who}" if open_ else looks, tuple(_held(theirs))
            yield DefaultPlayerModel(
                seat, points.get(who, 0), who in awaited, thing, tokens, open_, whose == who
            )

    def make_preview(self, table: DefaultTableModel) -> DefaultTableModel:
        """The table as it would be after the answer that a finger stays on; what may be touched stays where it is."""
        now, tried, who = self.snapshot, self.ui_state.previewed_answer, table.prompt.seat
        verdict, gettext = interpretation_after(now, tried), self.words.gettext
        if not isinstance(verdict, Interpreted):
            said = next(choice.text for choice in table.choices if choice.touch_target == tried)
            return replace(table, prompt=PromptModel(who, said, gettext("More belongs to it.")))
        made = self._make_place_models(verdict)
        owners = [spot.owner for spot in made if spot.is_changed]
        whose = next((spot.owner for spot in table.player_places), "")
        if whose not in owners:
            whose = next(filter(None, owners), whose)
        beside = not any(spot.board_point for spot in made)
        ways = gettext("So it would be. Nothing is done yet.")
        return replace(
            table,
            prompt=PromptModel(who, capitalise(self.voice.describe_move(verdict.move)), ways),
            shared_places=tuple(spot for spot in made if not spot.owner)
            if table.shared_places or "" in owners
            else (),
            player_places=tuple(spot for spot in made if beside and spot.owner and spot.owner == whose),
            players=tuple(self.make_players(made, "")),
            recent_events=tuple(self.make_recent_events(narrate_preview(now, verdict, self.voice)))
            or table.recent_events,
            is_preview=True,
        )

    # -- what may be touched

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """See Presenter."""
        return self.allowed_targets | self.playable_cards

    @cached_property
    def playable_cards(self) -> frozenset[str]:
        """Cards of the hand that may be laid on the reader now: those that may come next, and any where a move was
        understood that lacks nothing but its card.
        """
        now, look = self.snapshot, self.ui_state
        if not self.can_humans_act:
            return frozenset()
        if isinstance(now.interpretation, Interpreted) and not look.has_needed_cards(
            now.interpretation.move, now.pending_input
        ):
            return frozenset(self.open_hand_counts)
        if look.allowed_targets is not None:
            return look.allowed_targets.intersection(self.open_hand_counts)
        public = game_rules(now.game).public_piece
        expected = {sight.piece for sight in now.next_observations if sight.zone == PLAY_ZONE}
        return frozenset(
            piece for piece in self.open_hand_counts if not expected.isdisjoint((piece, public(piece)))
        )

    @cached_property
    def hand_cards(self) -> tuple[CardModel, ...]:
        """None where squares need the room and none may be played."""
        return (
            ()
            if not self.playable_cards and any(spot.is_touch_board for spot in self.player_places)
            else super().hand_cards
        )

    @property
    def has_virtual_reader(self) -> bool:
        """See Presenter."""
        return bool(self.hand_cards)

    @cached_property
    def _placed_targets(self) -> frozenset[str]:
        """The things that are touched where they lie. Pieces for which the folder that is open is their place are
        answers, too: it has no room for all.
        """
        shown = {
            thing for spot in (*self.shared_places, *self.player_places) for thing in spot.enabled_targets
        }
        shown |= {f"player/{who}" for who in self.snapshot.player_names}
        place = self.ui_state.answer_folder.partition("@")[0]
        return frozenset(
            shown
            - {
                t.touch_target
                for spot in self.place_models
                if spot.touch_target == place
                for t in spot.tokens
            }
        )

    def has_place(self, touch_target: str) -> bool:
        """See Presenter."""
        return touch_target in self._placed_targets or touch_target in self.ui_state.hand_pieces

    def is_implied(self, touch_target: str, step: MoveStep) -> bool:
        """Words that go without saying are said by what follows, unless that is a card which only a reader tells; cards
        that nobody at the screen holds cannot be touched.
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
        """See Presenter."""
        return MAX_ANSWERS_BESIDE_BOARD if self.needs_full_height else super().max_unfolded_answers

    def answers_per_page(self, longest: int) -> int:
        """See Presenter."""
        return MAX_ANSWERS_BESIDE_BOARD if self.needs_full_height else super().answers_per_page(longest)

    def choices_in_folder(self, touch_targets: Sequence[str]) -> Iterator[ChoiceModel]:
        """Of many numbers one is picked."""
        counted = self.number_targets(touch_targets)
        yield from map(self.make_choice, counted)
        if rest := [thing for thing in touch_targets if thing not in counted]:
            yield from super().choices_in_folder(rest)

    def number_targets(self, touch_targets: Sequence[str]) -> list[str]:
        """Answers that are many numbers and nothing else."""
        found = numeric_answers(touch_targets, self.ui_state.answer_folder, self.max_unfolded_answers)
        said = all(thing.rpartition("/")[2] in self.voice.touch_target_name(thing) for thing in found)
        return found if said else []


def _bare(place: PlaceModel, listed: Collection[str]) -> bool:
    """Whether only how many are left there is to be seen."""
    return bool(place.tokens) and place.touch_target not in listed and not place.enabled and not place.facts


def _held(theirs: Sequence[PlaceModel]) -> Iterator[TokenModel]:
    """What a player has in few signs: their hand as so many cards, and what has a sign."""
    for spot in theirs:
        if spot.kind == "hand" and (count := sum(token.count for token in spot.tokens)):
            back = spot.tokens[0].appearance
            yield TokenModel(back, count, True)
        elif spot.kind in ("supply", "spot"):
            yield from (
                token for token in spot.tokens if token.appearance.main_symbol and not token.appearance.name
            )
